#include "reader.h"

typedef struct {
  cjpeg_reader *reader;
  const cjpeg_options *options;
  size_t *width, *height;
} start_call;

static J_COLOR_SPACE space_of(cjpeg_pixels pixels) {
  switch (pixels) {
    case CJPEG_GREY: return JCS_GRAYSCALE;
    case CJPEG_BGRA: return JCS_EXT_BGRA;
    case CJPEG_RGBA: return JCS_EXT_RGBA;
    case CJPEG_RGB: return JCS_EXT_RGB;
    default: return JCS_EXT_BGR;
  }
}

static bool is_cmyk(j_decompress_ptr library) {
  return library->jpeg_color_space == JCS_CMYK || library->jpeg_color_space == JCS_YCCK;
}

static void start(void *context) {
  const start_call *call = context;
  j_decompress_ptr library = &call->reader->library;
  library->out_color_space = is_cmyk(library) ? JCS_CMYK : space_of(call->options->pixels);
  library->scale_num = 1;
  library->scale_denom = call->options->denominator;
  // The exact integer DCT: with vector instructions, the fast one is hardly faster.
  library->dct_method = JDCT_ISLOW;
  library->do_fancy_upsampling = call->options->smooths_chroma;
  call->reader->pixels = call->options->pixels;
  jpeg_start_decompress(library);
  *call->width = library->output_width;
  *call->height = library->output_height;
  if (is_cmyk(library)) {
    call->reader->cmyk_row =
        library->mem->alloc_sarray((j_common_ptr)library, JPOOL_IMAGE, library->output_width * 4, 1);
  }
}

cjpeg_status cjpeg_start(cjpeg_reader *reader, const cjpeg_options *options, size_t *width, size_t *height) {
  start_call call = {reader, options, width, height};
  return cjpeg_error_trap_run(&reader->fence, start, &call);
}

typedef struct {
  cjpeg_reader *reader;
  uint8_t *pixels;
  size_t bytes_per_row, row_count, *rows_read;
} rows_call;

// Reading several rows per call is a little faster.
enum { rows_at_once = 16 };

static size_t read_some(const rows_call *call, uint8_t *pixels, size_t count) {
  JSAMPROW rows[rows_at_once];
  if (count > rows_at_once) count = rows_at_once;
  for (size_t i = 0; i < count; i++) rows[i] = pixels + i * call->bytes_per_row;
  return jpeg_read_scanlines(&call->reader->library, rows, (JDIMENSION)count);
}

// Returns the light that an ink and the black ink leave. All values are amounts of light, not of ink.
static uint8_t remaining(uint8_t colour, uint8_t black) { return (uint8_t)((colour * black + 127) / 255); }

static uint8_t luma(unsigned red, unsigned green, unsigned blue) {
  return (uint8_t)((77 * red + 150 * green + 29 * blue + 128) >> 8);
}

// Converts a row of CMYK to pixels. `inverted` means that 255 is no ink, as Adobe writes it.
static void convert_cmyk(const uint8_t *cmyk, uint8_t *pixels, size_t width, cjpeg_pixels format, bool inverted) {
  const uint8_t flip = inverted ? 0 : 255;
  for (size_t x = 0; x < width; x++, cmyk += 4) {
    const uint8_t black = cmyk[3] ^ flip;
    const uint8_t red = remaining(cmyk[0] ^ flip, black);
    const uint8_t green = remaining(cmyk[1] ^ flip, black);
    const uint8_t blue = remaining(cmyk[2] ^ flip, black);
    if (format == CJPEG_GREY) {
      *pixels++ = luma(red, green, blue);
      continue;
    }
    const bool starts_with_red = format == CJPEG_RGB || format == CJPEG_RGBA;
    *pixels++ = starts_with_red ? red : blue;
    *pixels++ = green;
    *pixels++ = starts_with_red ? blue : red;
    if (format == CJPEG_BGRA || format == CJPEG_RGBA) *pixels++ = 255;
  }
}

static size_t read_cmyk(const rows_call *call, uint8_t *pixels) {
  cjpeg_reader *reader = call->reader;
  size_t count = jpeg_read_scanlines(&reader->library, reader->cmyk_row, 1);
  if (count == 0) return 0;
  convert_cmyk(
      reader->cmyk_row[0], pixels, reader->library.output_width, reader->pixels, reader->library.saw_Adobe_marker);
  return count;
}

static void read_rows(void *context) {
  const rows_call *call = context;
  while (*call->rows_read < call->row_count) {
    uint8_t *pixels = call->pixels + *call->rows_read * call->bytes_per_row;
    size_t count =
        call->reader->cmyk_row ? read_cmyk(call, pixels) : read_some(call, pixels, call->row_count - *call->rows_read);
    if (count == 0) return;
    *call->rows_read += count;
  }
}

cjpeg_status cjpeg_read_rows(
    cjpeg_reader *reader, uint8_t *pixels, size_t bytes_per_row, size_t row_count, size_t *rows_read) {
  *rows_read = 0;
  rows_call call = {reader, pixels, bytes_per_row, row_count, rows_read};
  return cjpeg_error_trap_run(&reader->fence, read_rows, &call);
}

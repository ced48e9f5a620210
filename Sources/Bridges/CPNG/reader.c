#include "fence.h"

#include <stdlib.h>
#include <string.h>

struct cpng_reader {
  cpng_error_trap fence;
  png_structp png;
  png_infop info;
  const uint8_t *bytes;
  size_t count, position;
  bool reads_to_the_last_byte;
};

cpng_reader *cpng_reader_create(const uint8_t *bytes, size_t count, bool reads_to_the_last_byte) {
  cpng_reader *reader = calloc(1, sizeof *reader);
  if (!reader) return NULL;
  reader->bytes = bytes;
  reader->count = count;
  reader->reads_to_the_last_byte = reads_to_the_last_byte;
  return reader;
}

void cpng_reader_destroy(cpng_reader *reader) {
  if (!reader) return;
  if (reader->png) png_destroy_read_struct(&reader->png, &reader->info, NULL);
  free(reader);
}

static void read_bytes(png_structp png, png_bytep target, size_t count) {
  cpng_reader *reader = png_get_io_ptr(png);
  if (count > reader->count - reader->position) {
    cpng_error_trap_fail(&reader->fence, CPNG_TRUNCATED, "the data ends early");
  }
  memcpy(target, reader->bytes + reader->position, count);
  reader->position += count;
}

static void create(cpng_reader *reader) {
  reader->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &reader->fence, cpng_handle_error, cpng_handle_warning);
  if (reader->png) reader->info = png_create_info_struct(reader->png);
  if (!reader->info) cpng_error_trap_fail(&reader->fence, CPNG_NO_MEMORY, "not enough memory for the decoder");
  png_set_read_fn(reader->png, reader, read_bytes);
  // libpng reads this many bytes at a time, and fails if fewer are left.
  if (reader->reads_to_the_last_byte) png_set_compression_buffer_size(reader->png, 1);
  // The longest side of a pixel buffer.
  png_set_user_limits(reader->png, 65535, 65535);
  // Texts and profiles can be decompression bombs. With a memory limit of 0 they are skipped.
  png_set_keep_unknown_chunks(reader->png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
  png_set_chunk_cache_max(reader->png, 16);
  png_set_chunk_malloc_max(reader->png, 0);
  // Ignore the checksum of the inflated data, a mere warning in libpng. The checksum of each chunk is still verified.
#ifdef PNG_IGNORE_ADLER32
  png_set_option(reader->png, PNG_IGNORE_ADLER32, PNG_OPTION_ON);
#endif
}

static void copy_palette(const cpng_reader *reader, cpng_layout *layout) {
  png_colorp colours = NULL;
  png_bytep alphas = NULL;
  int count = 0, alpha_count = 0;
  png_get_PLTE(reader->png, reader->info, &colours, &count);
  png_get_tRNS(reader->png, reader->info, &alphas, &alpha_count, NULL);
  for (int i = 0; i < 256; i++) {
    const png_color colour = colours && i < count ? colours[i] : (png_color){0, 0, 0};
    layout->palette[i * 4 + 0] = colour.blue;
    layout->palette[i * 4 + 1] = colour.green;
    layout->palette[i * 4 + 2] = colour.red;
    layout->palette[i * 4 + 3] = alphas && i < alpha_count ? alphas[i] : 255;
  }
}

// Returns the content of rows after the transformations. libpng decides, because it drops chunks in wrong places.
static cpng_rows rows_of(png_const_structrp png, png_const_inforp info) {
  switch (png_get_channels(png, info)) {
    case 1: return CPNG_GREY;
    case 2: return CPNG_GREY_ALPHA;
    case 3: return CPNG_RGB;
    default: return CPNG_RGBA;
  }
}

typedef struct {
  cpng_reader *reader;
  cpng_layout *layout;
} start_call;

static void start(void *context) {
  const start_call *call = context;
  cpng_layout *layout = call->layout;
  create(call->reader);
  png_structp png = call->reader->png;
  png_infop info = call->reader->info;
  png_read_info(png, info);
  layout->width = png_get_image_width(png, info);
  layout->height = png_get_image_height(png, info);
  layout->is_interlaced = png_get_interlace_type(png, info) != PNG_INTERLACE_NONE;
  const bool has_palette = png_get_color_type(png, info) == PNG_COLOR_TYPE_PALETTE;
  if (has_palette) {
    copy_palette(call->reader, layout);
    png_set_packing(png);
  } else {
    png_set_expand(png);
    png_set_scale_16(png);
  }
  if (layout->is_interlaced) png_set_interlace_handling(png);
  png_read_update_info(png, info);
  layout->rows = has_palette ? CPNG_INDEX : rows_of(png, info);
}

cpng_status cpng_start(cpng_reader *reader, cpng_layout *layout) {
  memset(layout, 0, sizeof *layout);
  start_call call = {reader, layout};
  return cpng_error_trap_run(&reader->fence, start, &call);
}

typedef struct {
  cpng_reader *reader;
  uint8_t *rows;
  size_t bytes_per_row, row_count, *rows_read;
  bool (*is_over)(void);
} rows_call;

// The number of rows between two checks of `is_over`, which reads a clock.
enum { rows_between_checks = 16 };

static void read_rows(void *context) {
  const rows_call *call = context;
  while (*call->rows_read < call->row_count) {
    png_read_row(call->reader->png, call->rows + *call->rows_read * call->bytes_per_row, NULL);
    ++*call->rows_read;
  }
}

cpng_status cpng_read_rows(
    cpng_reader *reader, uint8_t *rows, size_t bytes_per_row, size_t row_count, size_t *rows_read) {
  *rows_read = 0;
  rows_call call = {reader, rows, bytes_per_row, row_count, rows_read, NULL};
  return cpng_error_trap_run(&reader->fence, read_rows, &call);
}

// Passes the rows as the third argument of png_read_row: pixels of later passes look like their neighbours until then.
static void read_interlaced(void *context) {
  const rows_call *call = context;
  png_structp png = call->reader->png;
  const size_t height = png_get_image_height(png, call->reader->info);
  for (int pass = 0; pass < PNG_INTERLACE_ADAM7_PASSES; pass++) {
    for (size_t y = 0; y < height; y++) {
      if (y % rows_between_checks == 0 && call->is_over()) {
        cpng_error_trap_fail(&call->reader->fence, CPNG_STOPPED, "the work was stopped");
      }
      png_read_row(png, NULL, call->rows + y * call->bytes_per_row);
    }
  }
}

cpng_status cpng_read_interlaced(cpng_reader *reader, uint8_t *rows, size_t bytes_per_row, bool (*is_over)(void)) {
  rows_call call = {reader, rows, bytes_per_row, 0, NULL, is_over};
  return cpng_error_trap_run(&reader->fence, read_interlaced, &call);
}

static void finish(void *context) { png_read_end(context, NULL); }

cpng_status cpng_finish(cpng_reader *reader) { return cpng_error_trap_run(&reader->fence, finish, reader->png); }

cpng_status cpng_damage(const cpng_reader *reader) { return reader->fence.damage; }

const char *cpng_reader_message(const cpng_reader *reader) { return reader->fence.message; }

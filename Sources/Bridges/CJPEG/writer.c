#include "fence.h"

#include <stdlib.h>
#include <string.h>

// A growing buffer from malloc. libjpeg's own memory destination would leak its buffer if writing fails.
typedef struct {
  struct jpeg_destination_mgr manager;  // must be first: libjpeg passes a pointer to it
  uint8_t *bytes;
  size_t capacity, count;
} destination;

static void grow(j_compress_ptr cinfo, size_t capacity) {
  destination *self = (destination *)cinfo->dest;
  uint8_t *bytes = realloc(self->bytes, capacity);
  if (!bytes) cjpeg_error_trap_fail((cjpeg_error_trap *)cinfo->err, CJPEG_NO_MEMORY, "not enough memory for the file");
  self->manager.next_output_byte = bytes + self->capacity;
  self->manager.free_in_buffer = capacity - self->capacity;
  self->bytes = bytes;
  self->capacity = capacity;
}

static void begin(j_compress_ptr cinfo) { grow(cinfo, 1 << 16); }

// Called when the buffer is full.
static boolean make_room(j_compress_ptr cinfo) {
  grow(cinfo, ((destination *)cinfo->dest)->capacity * 2);
  return TRUE;
}

static void end(j_compress_ptr cinfo) {
  destination *self = (destination *)cinfo->dest;
  self->count = self->capacity - self->manager.free_in_buffer;
}

typedef struct {
  cjpeg_error_trap fence;
  destination destination;
  struct jpeg_compress_struct library;
  const cjpeg_write_options *options;
  const uint8_t *pixels;
  size_t bytes_per_row;
  // Stored components, used instead of `pixels` unless NULL.
  const cjpeg_plane *planes;
} writer;

static J_COLOR_SPACE space_of(cjpeg_pixels pixels) {
  switch (pixels) {
    case CJPEG_GREY: return JCS_GRAYSCALE;
    case CJPEG_BGRA: return JCS_EXT_BGRX;
    case CJPEG_RGBA: return JCS_EXT_RGBX;
    case CJPEG_RGB: return JCS_EXT_RGB;
    default: return JCS_EXT_BGR;
  }
}

static int component_count(J_COLOR_SPACE space) {
  return space == JCS_GRAYSCALE ? 1 : space == JCS_EXT_BGRX || space == JCS_EXT_RGBX ? 4 : 3;
}

static void start(writer *self) {
  j_compress_ptr library = &self->library;
  const cjpeg_write_options *options = self->options;
  jpeg_create_compress(library);
  self->destination.manager = (struct jpeg_destination_mgr){
      .init_destination = begin, .empty_output_buffer = make_room, .term_destination = end};
  library->dest = &self->destination.manager;
  library->image_width = (JDIMENSION)options->width;
  library->image_height = (JDIMENSION)options->height;
  library->in_color_space = self->planes ? JCS_YCbCr : space_of(options->pixels);
  library->input_components = component_count(library->in_color_space);
  jpeg_set_defaults(library);
  jpeg_set_quality(library, options->quality, TRUE);
  library->dct_method = JDCT_ISLOW;
  library->raw_data_in = self->planes != NULL;
  if (library->num_components == 3) {
    library->comp_info[0].h_samp_factor = options->horizontal;
    library->comp_info[0].v_samp_factor = options->vertical;
  }
  jpeg_start_compress(library, TRUE);
  if (options->exif) jpeg_write_marker(library, JPEG_APP0 + 1, options->exif, (unsigned)options->exif_count);
}

static void write_rows(void *context) {
  writer *self = context;
  j_compress_ptr library = &self->library;
  start(self);
  while (library->next_scanline < library->image_height) {
    JSAMPROW row = (JSAMPROW)(self->pixels + library->next_scanline * self->bytes_per_row);
    jpeg_write_scanlines(library, &row, 1);
  }
  jpeg_finish_compress(library);
}

// Fills whole blocks. The last sample is repeated beyond the right edge, the last row beyond the lower edge.
static void fill_strip(JSAMPARRAY strip, size_t width, size_t rows, const cjpeg_plane *plane, size_t first) {
  for (size_t row = 0; row < rows; row++) {
    const size_t y = first + row < plane->height ? first + row : plane->height - 1;
    memcpy(strip[row], plane->samples + y * plane->bytes_per_row, plane->width);
    memset(strip[row] + plane->width, strip[row][plane->width - 1], width - plane->width);
  }
}

static void write_planes(void *context) {
  writer *self = context;
  j_compress_ptr library = &self->library;
  start(self);
  JSAMPARRAY strips[3];
  size_t widths[3], rows[3];
  for (int i = 0; i < 3; i++) {
    const jpeg_component_info *component = &library->comp_info[i];
    rows[i] = (size_t)component->v_samp_factor * DCTSIZE;
    widths[i] = (size_t)component->width_in_blocks * DCTSIZE;
    strips[i] =
        library->mem->alloc_sarray((j_common_ptr)library, JPOOL_IMAGE, (JDIMENSION)widths[i], (JDIMENSION)rows[i]);
  }
  for (size_t strip = 0; library->next_scanline < library->image_height; strip++) {
    for (int i = 0; i < 3; i++) fill_strip(strips[i], widths[i], rows[i], &self->planes[i], strip * rows[i]);
    jpeg_write_raw_data(library, strips, (JDIMENSION)rows[0]);
  }
  jpeg_finish_compress(library);
}

static cjpeg_status run(
    const cjpeg_write_options *options, const uint8_t *pixels, size_t bytes_per_row, const cjpeg_plane *planes,
    cjpeg_output *output) {
  memset(output, 0, sizeof *output);
  writer *self = calloc(1, sizeof *self);
  if (!self) return CJPEG_NO_MEMORY;
  self->library.err = cjpeg_error_trap_init(&self->fence);
  self->options = options;
  self->pixels = pixels;
  self->bytes_per_row = bytes_per_row;
  self->planes = planes;
  cjpeg_status status = cjpeg_error_trap_run(&self->fence, planes ? write_planes : write_rows, self);
  jpeg_destroy_compress(&self->library);
  if (status == CJPEG_OK) {
    output->bytes = self->destination.bytes;
    output->count = self->destination.count;
  } else {
    free(self->destination.bytes);
    memcpy(output->message, self->fence.message, sizeof output->message - 1);
  }
  free(self);
  return status;
}

cjpeg_status cjpeg_write(
    const cjpeg_write_options *options, const uint8_t *pixels, size_t bytes_per_row, cjpeg_output *output) {
  return run(options, pixels, bytes_per_row, NULL, output);
}

cjpeg_status cjpeg_write_planes(const cjpeg_write_options *options, const cjpeg_plane planes[3], cjpeg_output *output) {
  return run(options, NULL, 0, planes, output);
}

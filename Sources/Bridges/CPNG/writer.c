#include "fence.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
  cpng_error_trap fence;
  png_structp png;
  png_infop info;
  const cpng_write_options *options;
  const uint8_t *pixels;
  size_t bytes_per_row;
  uint8_t *bytes;
  size_t count, capacity;
} writer;

static void append(png_structp png, png_bytep bytes, size_t count) {
  writer *self = png_get_io_ptr(png);
  if (count > self->capacity - self->count) {
    const size_t capacity = (self->count + count) * 2;
    uint8_t *grown = realloc(self->bytes, capacity);
    if (!grown) cpng_error_trap_fail(&self->fence, CPNG_NO_MEMORY, "not enough memory for the file");
    self->bytes = grown;
    self->capacity = capacity;
  }
  memcpy(self->bytes + self->count, bytes, count);
  self->count += count;
}

static void flush(png_structp png) { (void)png; }

static bool has_fourth_byte(cpng_pixels pixels) { return pixels == CPNG_WRITE_BGRA || pixels == CPNG_WRITE_RGBA; }

static int colour_type(const cpng_write_options *options) {
  if (options->pixels == CPNG_WRITE_GREY) return PNG_COLOR_TYPE_GRAY;
  return has_fourth_byte(options->pixels) && !options->drops_alpha ? PNG_COLOR_TYPE_RGB_ALPHA : PNG_COLOR_TYPE_RGB;
}

static void write_header(writer *self) {
  const cpng_write_options *options = self->options;
  self->png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &self->fence, cpng_handle_error, cpng_handle_warning);
  if (self->png) self->info = png_create_info_struct(self->png);
  if (!self->info) cpng_error_trap_fail(&self->fence, CPNG_NO_MEMORY, "not enough memory for the encoder");
  png_set_write_fn(self->png, self, append, flush);
  png_set_IHDR(
      self->png, self->info, (png_uint_32)options->width, (png_uint_32)options->height, 8, colour_type(options),
      PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_set_compression_level(self->png, options->compression_level);
  if (options->exif) {
    png_set_eXIf_1(self->png, self->info, (png_uint_32)options->exif_count, (png_bytep)options->exif);
  }
  png_write_info(self->png, self->info);
}

static void write_picture(void *context) {
  writer *self = context;
  const cpng_write_options *options = self->options;
  write_header(self);
  if (has_fourth_byte(options->pixels) && options->drops_alpha) {
    png_set_filler(self->png, 0, PNG_FILLER_AFTER);
  }
  if (options->pixels == CPNG_WRITE_BGRA || options->pixels == CPNG_WRITE_BGR) png_set_bgr(self->png);
  for (size_t y = 0; y < options->height; y++) {
    png_write_row(self->png, self->pixels + y * self->bytes_per_row);
  }
  png_write_end(self->png, NULL);
}

cpng_status cpng_write(
    const cpng_write_options *options, const uint8_t *pixels, size_t bytes_per_row, cpng_output *output) {
  memset(output, 0, sizeof *output);
  writer *self = calloc(1, sizeof *self);
  if (!self) return CPNG_NO_MEMORY;
  self->options = options;
  self->pixels = pixels;
  self->bytes_per_row = bytes_per_row;
  cpng_status status = cpng_error_trap_run(&self->fence, write_picture, self);
  if (self->png) png_destroy_write_struct(&self->png, &self->info);
  if (status == CPNG_OK) {
    output->bytes = self->bytes;
    output->count = self->count;
  } else {
    free(self->bytes);
    memcpy(output->message, self->fence.message, sizeof output->message);
  }
  free(self);
  return status;
}

#include "CPictureFixtures.h"

#include <stdlib.h>
#include <string.h>

#include <png.h>

typedef struct {
  uint8_t *bytes;
  size_t count;
} memory;

static void append(png_structp png, png_bytep bytes, size_t count) {
  memory *memory = png_get_io_ptr(png);
  uint8_t *larger = realloc(memory->bytes, memory->count + count);
  // Without an error handler, libpng ends the process.
  if (!larger) png_error(png, "out of memory");
  memory->bytes = larger;
  memcpy(memory->bytes + memory->count, bytes, count);
  memory->count += count;
}

static void flush(png_structp png) { (void)png; }

static void set_transparency(png_structp png, png_infop info, const fixture_png *fixture) {
  if (fixture->palette) png_set_PLTE(png, info, (png_const_colorp)fixture->palette, fixture->palette_count);
  if (fixture->alphas) png_set_tRNS(png, info, fixture->alphas, fixture->alpha_count, NULL);
  if (!fixture->key) return;
  png_color_16 key = {0};
  if (fixture->colour_type == PNG_COLOR_TYPE_GRAY) {
    key.gray = fixture->key[0];
  } else {
    key.red = fixture->key[0];
    key.green = fixture->key[1];
    key.blue = fixture->key[2];
  }
  png_set_tRNS(png, info, NULL, 0, &key);
}

size_t fixture_write_png(const fixture_png *fixture, uint8_t **bytes) {
  memory memory = {0};
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
  png_infop info = png_create_info_struct(png);
  png_set_write_fn(png, &memory, append, flush);
  png_set_user_limits(png, 0x7fffffff, 0x7fffffff);
  // Pixels outside the palette are part of some fixtures. Newer versions of libpng refuse to write them otherwise.
  png_set_check_for_invalid_index(png, -1);
  png_set_IHDR(
      png, info, (png_uint_32)fixture->width, (png_uint_32)fixture->height, fixture->bit_depth, fixture->colour_type,
      fixture->is_interlaced ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
      PNG_FILTER_TYPE_DEFAULT);
  set_transparency(png, info, fixture);
  png_write_info(png, info);
  int passes = png_set_interlace_handling(png);
  for (int pass = 0; pass < passes; pass++) {
    for (size_t y = 0; y < fixture->height; y++) png_write_row(png, fixture->rows + y * fixture->bytes_per_row);
  }
  png_write_end(png, info);
  png_destroy_write_struct(&png, &info);
  *bytes = memory.bytes;
  return memory.count;
}

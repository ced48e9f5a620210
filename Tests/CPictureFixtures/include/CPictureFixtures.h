// Picture files that the library's own encoders don't write, for tests of the decoders. Errors in a fixture end the
// test.
#ifndef OPENCAPTURE_CPICTUREFIXTURES_H
#define OPENCAPTURE_CPICTUREFIXTURES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
  size_t width, height;
  int bit_depth, colour_type;
  bool is_interlaced;
  // R, G, B of each index, and the alpha of the first ones; NULL for none.
  const uint8_t *palette;
  int palette_count;
  const uint8_t *alphas;
  int alpha_count;
  // The transparent grey value, or transparent red, green and blue; NULL for none.
  const uint16_t *key;
  // The pixels as stored in PNG. With 0 bytes per row, all rows are equal.
  const uint8_t *rows;
  size_t bytes_per_row;
} fixture_png;

// Writes a PNG file to memory from malloc, and returns its length.
size_t fixture_write_png(const fixture_png *fixture, uint8_t **bytes);

typedef enum { FIXTURE_GREY, FIXTURE_YCC, FIXTURE_RGB, FIXTURE_CMYK, FIXTURE_YCCK } fixture_colour;

typedef struct {
  size_t width, height;
  // The stored colour space. The pixels are grey, R, G, B (for YCC and RGB) or C, M, Y, K.
  fixture_colour colour;
  // Sampling factors of the components.
  int horizontal[4], vertical[4];
  bool is_progressive, is_arithmetic, lacks_adobe_marker;
  int restart_interval;
  const uint8_t *rows;
  size_t bytes_per_row;
} fixture_jpeg;

// Writes a JPEG file of quality 95 to memory from malloc, and returns its length.
size_t fixture_write_jpeg(const fixture_jpeg *fixture, uint8_t **bytes);

// Permanently changes the user of the calling thread only. Its only group becomes that of the same number. Returns
// false if that isn't permitted.
bool fixture_become_user(unsigned user);

#endif

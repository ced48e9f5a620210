// Picture files that our own encoders don't write, for tests of the decoders. Mistakes in a fixture end the test.
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
  // The grey value, or red, green and blue, that is transparent; NULL for none.
  const uint16_t *key;
  // The pixels as PNG stores them; with 0 bytes per row, one row is all rows.
  const uint8_t *rows;
  size_t bytes_per_row;
} fixture_png;

// Writes a PNG file to memory from malloc; returns how long it is.
size_t fixture_write_png(const fixture_png *fixture, uint8_t **bytes);

typedef enum { FIXTURE_GREY, FIXTURE_YCC, FIXTURE_RGB, FIXTURE_CMYK, FIXTURE_YCCK } fixture_colour;

typedef struct {
  size_t width, height;
  // How the file stores colour. The pixels are grey, R, G, B (for YCC and RGB) or C, M, Y, K.
  fixture_colour colour;
  // Sampling factors of the components.
  int horizontal[4], vertical[4];
  bool is_progressive, is_arithmetic, lacks_adobe_marker;
  int restart_interval;
  const uint8_t *rows;
  size_t bytes_per_row;
} fixture_jpeg;

// Writes a JPEG file of quality 95 to memory from malloc; returns how long it is.
size_t fixture_write_jpeg(const fixture_jpeg *fixture, uint8_t **bytes);

// Makes the calling thread alone one of another user, for good, in no group but that of the same number; false where
// that isn't allowed.
bool fixture_become_user(unsigned user);

#endif

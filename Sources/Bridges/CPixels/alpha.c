// Loops over straight alpha, simple enough for the compiler to vectorize.
#include "CPixels.h"

// v · a / 255 + 255 − a, rounded; exact for all 65536 pairs.
static inline uint8_t over_white(unsigned value, unsigned alpha) {
  const unsigned product = value * alpha + 255 * (255 - alpha) + 128;
  return (uint8_t)((product + (product >> 8)) >> 8);
}

bool cpixels_is_opaque(const uint8_t *pixels, size_t count) {
  uint8_t all = 255;
  for (size_t i = 0; i < count; i++) all &= pixels[i * 4 + 3];
  return all == 255;
}

bool cpixels_are_opaque(const uint8_t *alpha, size_t count) {
  uint8_t all = 255;
  for (size_t i = 0; i < count; i++) all &= alpha[i];
  return all == 255;
}

void cpixels_copy_alpha(const uint8_t *pixels, uint8_t *alpha, size_t count) {
  for (size_t i = 0; i < count; i++) alpha[i] = pixels[i * 4 + 3];
}

void cpixels_composite_over_white(uint8_t *pixels, size_t count) {
  for (size_t i = 0; i < count; i++, pixels += 4) {
    pixels[0] = over_white(pixels[0], pixels[3]);
    pixels[1] = over_white(pixels[1], pixels[3]);
    pixels[2] = over_white(pixels[2], pixels[3]);
    pixels[3] = 255;
  }
}

void cpixels_copy_grey_alpha(const uint8_t *grey_alpha, uint8_t *alpha, size_t count) {
  for (size_t i = 0; i < count; i++) alpha[i] = grey_alpha[i * 2 + 1];
}

void cpixels_composite_grey_over_white(const uint8_t *grey_alpha, uint8_t *grey, size_t count) {
  for (size_t i = 0; i < count; i++) grey[i] = over_white(grey_alpha[i * 2], grey_alpha[i * 2 + 1]);
}

// White contributes the same amount to each component; clamps to 0 if rounding made the component smaller.
static inline uint8_t without(unsigned value, unsigned opacity) {
  const unsigned white = 255 - opacity;
  return value > white ? (uint8_t)(value - white) : 0;
}

void cpixels_composite_over_black(uint8_t *pixels, const uint8_t *opacity, size_t count, size_t bytes_per_pixel) {
  if (bytes_per_pixel == 1) {
    for (size_t i = 0; i < count; i++) pixels[i] = without(pixels[i], opacity[i]);
    return;
  }
  for (size_t i = 0; i < count; i++, pixels += bytes_per_pixel) {
    for (size_t part = 0; part < 3; part++) pixels[part] = without(pixels[part], opacity[i]);
  }
}

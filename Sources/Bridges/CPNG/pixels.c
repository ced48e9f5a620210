// Loops over pixels, plain enough for the compiler to make vector instructions of them.
#include "CPNG.h"

#include <string.h>

// v · a / 255 + 255 − a, rounded; exact for all 65536 pairs.
static inline uint8_t over_white(unsigned value, unsigned alpha) {
  const unsigned product = value * alpha + 255 * (255 - alpha) + 128;
  return (uint8_t)((product + (product >> 8)) >> 8);
}

void cpng_map_colours(const uint8_t *indices, uint8_t *bgra, size_t count, const uint8_t *palette) {
  for (size_t i = 0; i < count; i++) memcpy(bgra + i * 4, palette + (size_t)indices[i] * 4, 4);
}

void cpng_map_values(uint8_t *indices, size_t count, const uint8_t *table) {
  for (size_t i = 0; i < count; i++) indices[i] = table[indices[i]];
}

void cpng_lay_over_white(uint8_t *pixels, size_t count) {
  for (size_t i = 0; i < count; i++, pixels += 4) {
    pixels[0] = over_white(pixels[0], pixels[3]);
    pixels[1] = over_white(pixels[1], pixels[3]);
    pixels[2] = over_white(pixels[2], pixels[3]);
    pixels[3] = 255;
  }
}

void cpng_lay_grey_over_white(const uint8_t *grey_alpha, uint8_t *grey, size_t count) {
  for (size_t i = 0; i < count; i++) grey[i] = over_white(grey_alpha[i * 2], grey_alpha[i * 2 + 1]);
}

void cpng_spread_grey(const uint8_t *grey_alpha, uint8_t *rgba, size_t count) {
  for (size_t i = 0; i < count; i++) {
    memset(rgba + i * 4, grey_alpha[i * 2], 3);
    rgba[i * 4 + 3] = grey_alpha[i * 2 + 1];
  }
}

void cpng_copy_alpha(const uint8_t *pixels, uint8_t *alphas, size_t count) {
  for (size_t i = 0; i < count; i++) alphas[i] = pixels[i * 4 + 3];
}

void cpng_copy_grey_alpha(const uint8_t *grey_alpha, uint8_t *alphas, size_t count) {
  for (size_t i = 0; i < count; i++) alphas[i] = grey_alpha[i * 2 + 1];
}

void cpng_map_alpha(const uint8_t *indices, uint8_t *alphas, size_t count, const uint8_t *table) {
  for (size_t i = 0; i < count; i++) alphas[i] = table[indices[i]];
}

bool cpng_are_opaque(const uint8_t *alphas, size_t count) {
  uint8_t all = 255;
  for (size_t i = 0; i < count; i++) all &= alphas[i];
  return all == 255;
}

bool cpng_is_opaque(const uint8_t *pixels, size_t count) {
  uint8_t all = 255;
  for (size_t i = 0; i < count; i++) all &= pixels[i * 4 + 3];
  return all == 255;
}

// Loops over pixels, simple enough for the compiler to vectorize.
#include "CPNG.h"

#include <string.h>

void cpng_map_colours(const uint8_t *indices, uint8_t *bgra, size_t count, const uint8_t *palette) {
  for (size_t i = 0; i < count; i++) memcpy(bgra + i * 4, palette + (size_t)indices[i] * 4, 4);
}

void cpng_map_values(const uint8_t *indices, uint8_t *values, size_t count, const uint8_t *table) {
  for (size_t i = 0; i < count; i++) values[i] = table[indices[i]];
}

void cpng_expand_grey(const uint8_t *grey_alpha, uint8_t *rgba, size_t count) {
  for (size_t i = 0; i < count; i++) {
    memset(rgba + i * 4, grey_alpha[i * 2], 3);
    rgba[i * 4 + 3] = grey_alpha[i * 2 + 1];
  }
}

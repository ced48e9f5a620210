#include "CCodes.h"

static void soften_row(
    const uint8_t *above, const uint8_t *middle, const uint8_t *below, int width, uint16_t *sums, uint8_t *target) {
  for (int x = 0; x < width; x++) sums[x + 1] = (uint16_t)(above[x] + 2 * middle[x] + below[x]);
  sums[0] = sums[1];
  sums[width + 1] = sums[width];
  for (int x = 0; x < width; x++) target[x] = (uint8_t)((sums[x] + 2 * sums[x + 1] + sums[x + 2] + 8) >> 4);
}

void ccodes_soften(ccodes_picture picture, uint16_t *sums, uint8_t *target, size_t target_stride) {
  for (int y = 0; y < picture.height; y++) {
    const uint8_t *middle = picture.pixels + (size_t)y * picture.stride;
    soften_row(
        y > 0 ? middle - picture.stride : middle, middle, y + 1 < picture.height ? middle + picture.stride : middle,
        picture.width, sums, target + (size_t)y * target_stride);
  }
}

void ccodes_invert(ccodes_picture picture, uint8_t *target, size_t target_stride) {
  for (int y = 0; y < picture.height; y++) {
    const uint8_t *row = picture.pixels + (size_t)y * picture.stride;
    uint8_t *inverse = target + (size_t)y * target_stride;
    for (int x = 0; x < picture.width; x++) inverse[x] = (uint8_t)~row[x];
  }
}

#include "CCodes.h"

#include <stdlib.h>

// The difference of two Laplacians, in which straight edges cancel out (J. Immerkær, "Fast Noise Variance
// Estimation", Computer Vision and Image Understanding 64, 1996).
static int deviation(const uint8_t *above, const uint8_t *row, const uint8_t *below, int x) {
  return above[x - 1] - 2 * above[x] + above[x + 1] - 2 * row[x - 1] + 4 * row[x] - 2 * row[x + 1] + below[x - 1]
       - 2 * below[x] + below[x + 1];
}

double ccodes_noise(ccodes_picture picture) {
  // Deviations are below 8 · 255.
  enum { most = 2048, step_x = 5, step_y = 16 };
  uint32_t counts[most] = {0};
  uint32_t total = 0;
  for (int y = 1; y + 1 < picture.height; y += step_y) {
    const uint8_t *row = picture.pixels + (size_t)y * picture.stride;
    for (int x = 1; x + 1 < picture.width; x += step_x) {
      counts[abs(deviation(row - picture.stride, row, row + picture.stride, x)) & (most - 1)]++;
      total++;
    }
  }
  // The third of the pixels with the smallest deviations contains only noise, because no picture is all texture. A
  // third of normally distributed values is within 0.43 standard deviations, which the mask multiplies by six.
  uint32_t below = 0;
  for (int value = 0; value < most; value++) {
    const uint32_t count = counts[value];
    if (3 * (below + count) > total) {
      const double part = (total / 3.0 - below) / count;
      return (value - 0.5 + part > 0 ? value - 0.5 + part : 0) / (6 * 0.43);
    }
    below += count;
  }
  return 0;
}

#include "CCodes.h"

#include <math.h>

// The value at a place in pixels, (0, 0) being the corner of the first; linear between the middles of four.
static inline float value_at(ccodes_picture picture, double x, double y) {
  x -= 0.5;
  y -= 0.5;
  // Written so that what is no number counts as 0.
  const double most_x = picture.width - 1, most_y = picture.height - 1;
  x = x > 0 ? (x < most_x ? x : most_x) : 0;
  y = y > 0 ? (y < most_y ? y : most_y) : 0;
  const int left = (int)x, top = (int)y;
  const int right = left + (left + 1 < picture.width), bottom = top + (top + 1 < picture.height);
  const float fx = (float)(x - left), fy = (float)(y - top);
  const uint8_t *upper = picture.pixels + (size_t)top * picture.stride;
  const uint8_t *lower = picture.pixels + (size_t)bottom * picture.stride;
  const float above = upper[left] + fx * ((float)upper[right] - upper[left]);
  const float below = lower[left] + fx * ((float)lower[right] - lower[left]);
  return above + fy * (below - above);
}

static inline float mapped(ccodes_picture picture, ccodes_map map, double x, double y) {
  const double w = map.wx * x + map.wy * y + map.w1;
  return value_at(picture, (map.xx * x + map.xy * y + map.x1) / w, (map.yx * x + map.yy * y + map.y1) / w);
}

void ccodes_sample(ccodes_picture picture, ccodes_map map, const float *places, size_t count, float *values) {
  for (size_t i = 0; i < count; i++) values[i] = mapped(picture, map, places[2 * i], places[2 * i + 1]);
}

double ccodes_agreement(ccodes_picture picture, ccodes_map map, const ccodes_point *points, size_t count) {
  enum { most = 16 };
  struct {
    double n, value, square, expected, product;
  } sums[most] = {0};
  for (size_t i = 0; i < count; i++) {
    const double value = mapped(picture, map, points[i].x, points[i].y);
    const int group = points[i].group & (most - 1);
    sums[group].n++;
    sums[group].value += value;
    sums[group].square += value * value;
    sums[group].expected += points[i].expected;
    sums[group].product += value * points[i].expected;
  }
  double total = 0;
  int groups = 0;
  for (int i = 0; i < most; i++) {
    const double n = sums[i].n;
    if (n == 0) continue;
    groups++;
    const double variance = n * sums[i].square - sums[i].value * sums[i].value;
    // What is expected is 1 or -1: its square is 1.
    const double range = n * n - sums[i].expected * sums[i].expected;
    // A pattern of which nothing is seen agrees with nothing; the 9 keeps noise from looking like contrast.
    if (variance > 0 && range > 0) {
      total += (n * sums[i].product - sums[i].value * sums[i].expected) / sqrt((variance + 9 * n * n) * range);
    }
  }
  return groups > 0 ? total / groups : 0;
}

double ccodes_distinctness(
    ccodes_picture picture, ccodes_map map, int first_x, int first_y, int columns, int rows, double shift_x,
    double shift_y) {
  static const double offsets[5][2] = {{0.5, 0.5}, {0.22, 0.22}, {0.78, 0.22}, {0.22, 0.78}, {0.78, 0.78}};
  double sum = 0, square = 0, within = 0;
  for (int y = first_y; y < first_y + rows; y++) {
    for (int x = first_x; x < first_x + columns; x++) {
      double own = 0, own_square = 0;
      for (int i = 0; i < 5; i++) {
        const double value = mapped(picture, map, x + offsets[i][0] + shift_x, y + offsets[i][1] + shift_y);
        own += value;
        own_square += value * value;
      }
      sum += own;
      square += own_square;
      within += own_square - own * own / 5;
    }
  }
  const double n = 5.0 * columns * rows;
  const double total = square - sum * sum / n;
  return total > 4 * n ? 1 - within / total : 0;
}

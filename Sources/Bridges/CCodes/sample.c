#include <math.h>

#include "sampling.h"

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

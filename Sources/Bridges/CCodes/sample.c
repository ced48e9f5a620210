#include "CCodes.h"

#include <math.h>
#include <stdbool.h>

// Interpolates linearly between four pixels. (0, 0) is the corner of the first pixel.
static inline float value_at(ccodes_picture picture, double x, double y) {
  x -= 0.5;
  y -= 0.5;
  // These comparisons treat NaN as 0.
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

enum { batch_size = 64, lanes = 4 };

// Positions in modules and the values there, in batches that the compiler can vectorize.
typedef struct {
  float x[batch_size], y[batch_size], values[batch_size];
} batch;

// Samples a picture with the same interpolation as `value_at`.
static void sample(ccodes_picture picture, ccodes_map map, batch *places, size_t count) {
  // The last of the four pixels must be inside the picture as well.
  const float most_left = (float)(picture.width > 1 ? picture.width - 2 : 0);
  const float most_top = (float)(picture.height > 1 ? picture.height - 2 : 0);
  const float most_x = (float)(picture.width - 1), most_y = (float)(picture.height - 1);
  const size_t right = picture.width > 1, down = picture.height > 1 ? picture.stride : 0;
  const float xx = (float)map.xx, xy = (float)map.xy, x1 = (float)map.x1;
  const float yx = (float)map.yx, yy = (float)map.yy, y1 = (float)map.y1;
  const float wx = (float)map.wx, wy = (float)map.wy, w1 = (float)map.w1;
  int left[batch_size], top[batch_size];
  float corners[4][batch_size];
  for (size_t i = 0; i < count; i++) {
    const float x = places->x[i], y = places->y[i], nearness = 1 / (wx * x + wy * y + w1);
    const float across = (xx * x + xy * y + x1) * nearness - 0.5f, along = (yx * x + yy * y + y1) * nearness - 0.5f;
    // These comparisons treat NaN as 0.
    const float inside_x = across > 0 ? (across < most_x ? across : most_x) : 0;
    const float inside_y = along > 0 ? (along < most_y ? along : most_y) : 0;
    left[i] = (int)(inside_x < most_left ? inside_x : most_left);
    top[i] = (int)(inside_y < most_top ? inside_y : most_top);
    places->x[i] = inside_x - (float)left[i];
    places->y[i] = inside_y - (float)top[i];
  }
  for (size_t i = 0; i < count; i++) {
    const uint8_t *upper = picture.pixels + (size_t)top[i] * picture.stride + left[i], *lower = upper + down;
    corners[0][i] = upper[0];
    corners[1][i] = upper[right];
    corners[2][i] = lower[0];
    corners[3][i] = lower[right];
  }
  for (size_t i = 0; i < count; i++) {
    const float above = corners[0][i] + places->x[i] * (corners[1][i] - corners[0][i]);
    const float below = corners[2][i] + places->x[i] * (corners[3][i] - corners[2][i]);
    places->values[i] = above + places->y[i] * (below - above);
  }
}

void ccodes_sample(ccodes_picture picture, ccodes_map map, const float *places, size_t count, float *values) {
  for (size_t i = 0; i < count; i++) values[i] = mapped(picture, map, places[2 * i], places[2 * i + 1]);
}

// The sums over a group of points.
typedef struct {
  double n, value, square, expected, product;
} group_sums;

// Each lane has its own sum, so that the result doesn't depend on the width of vectors.
static void add(const batch *places, const ccodes_point *points, size_t first, size_t end, group_sums *sums) {
  float value[lanes] = {0}, square[lanes] = {0}, expected[lanes] = {0}, product[lanes] = {0};
  size_t i = first;
  for (; i + lanes <= end; i += lanes) {
    for (size_t lane = 0; lane < lanes; lane++) {
      const float seen = places->values[i + lane], known = points[i + lane].expected;
      value[lane] += seen;
      square[lane] += seen * seen;
      expected[lane] += known;
      product[lane] += seen * known;
    }
  }
  for (; i < end; i++) {
    const float seen = places->values[i], known = points[i].expected;
    value[0] += seen;
    square[0] += seen * seen;
    expected[0] += known;
    product[0] += seen * known;
  }
  sums->n += (double)(end - first);
  for (size_t lane = 0; lane < lanes; lane++) {
    sums->value += value[lane];
    sums->square += square[lane];
    sums->expected += expected[lane];
    sums->product += product[lane];
  }
}

double ccodes_agreement(ccodes_picture picture, ccodes_map map, const ccodes_point *points, size_t count) {
  enum { most = 16 };
  group_sums sums[most] = {0};
  batch places;
  for (size_t start = 0; start < count; start += batch_size) {
    const size_t size = count - start < batch_size ? count - start : batch_size;
    for (size_t i = 0; i < size; i++) {
      places.x[i] = points[start + i].x;
      places.y[i] = points[start + i].y;
    }
    sample(picture, map, &places, size);
    for (size_t first = 0, end; first < size; first = end) {
      const int group = points[start + first].group;
      for (end = first + 1; end < size && points[start + end].group == group;) end++;
      add(&places, points + start, first, end, &sums[group & (most - 1)]);
    }
  }
  double total = 0;
  int groups = 0;
  for (int i = 0; i < most; i++) {
    const double n = sums[i].n;
    if (n == 0) continue;
    groups++;
    const double variance = n * sums[i].square - sums[i].value * sums[i].value;
    // The expected values are 1 or -1, so their squares are 1.
    const double range = n * n - sums[i].expected * sums[i].expected;
    // A pattern without contrast doesn't agree at all. The 9 prevents noise from counting as contrast.
    if (variance > 0 && range > 0) {
      total += (n * sums[i].product - sums[i].value * sums[i].expected) / sqrt((variance + 9 * n * n) * range);
    }
  }
  return groups > 0 ? total / groups : 0;
}

double ccodes_module_contrast(
    ccodes_picture picture, ccodes_map map, int first_x, int first_y, int columns, int rows, double shift_x,
    double shift_y) {
  enum { each = 5, most = batch_size / each };
  static const float offsets[each][2] = {{0.5f, 0.5f}, {0.22f, 0.22f}, {0.78f, 0.22f}, {0.22f, 0.78f}, {0.78f, 0.78f}};
  double sum = 0, square = 0, within = 0;
  batch places;
  const int modules = columns * rows;
  for (int start = 0; start < modules; start += most) {
    const int count = modules - start < most ? modules - start : most;
    for (int module = 0; module < count; module++) {
      const int column = (start + module) % columns, row = (start + module) / columns;
      const float x = (float)(first_x + column + shift_x);
      const float y = (float)(first_y + row + shift_y);
      for (int i = 0; i < each; i++) {
        places.x[module * each + i] = x + offsets[i][0];
        places.y[module * each + i] = y + offsets[i][1];
      }
    }
    sample(picture, map, &places, (size_t)count * each);
    for (int module = 0; module < count; module++) {
      float own = 0, own_square = 0;
      for (int i = 0; i < each; i++) {
        const float value = places.values[module * each + i];
        own += value;
        own_square += value * value;
      }
      sum += own;
      square += own_square;
      within += own_square - own * own / (float)each;
    }
  }
  const double n = (double)each * modules;
  const double total = square - sum * sum / n;
  return total > 4 * n ? 1 - within / total : 0;
}

static bool is_inside(ccodes_picture picture, double x, double y) {
  return x >= 0 && y >= 0 && x <= picture.width && y <= picture.height;
}

void ccodes_sample_line(ccodes_picture picture, ccodes_line line, size_t count, float *values) {
  const double step_x = (line.end_x - line.start_x) / (double)count,
               step_y = (line.end_y - line.start_y) / (double)count;
  for (size_t i = 0; i < count; i++) {
    const double part = (double)i + 0.5;
    values[i] = value_at(picture, line.start_x + part * step_x, line.start_y + part * step_y);
  }
}

double ccodes_line_correlation(ccodes_picture picture, ccodes_line line, const float *reference, size_t count) {
  const double step_x = (line.end_x - line.start_x) / (double)count,
               step_y = (line.end_y - line.start_y) / (double)count;
  double n = 0, value = 0, square = 0, expected = 0, expected_square = 0, product = 0;
  for (size_t i = 0; i < count; i++) {
    const double part = (double)i + 0.5, x = line.start_x + part * step_x, y = line.start_y + part * step_y;
    if (!is_inside(picture, x, y)) continue;
    const double seen = value_at(picture, x, y);
    n++;
    value += seen;
    square += seen * seen;
    expected += reference[i];
    expected_square += (double)reference[i] * reference[i];
    product += seen * reference[i];
  }
  if (2 * n < (double)count) return 0;
  const double range = (n * square - value * value) * (n * expected_square - expected * expected);
  return range > 0 ? (n * product - value * expected) / sqrt(range) : 0;
}

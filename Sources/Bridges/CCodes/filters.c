#include "CCodes.h"

#include <string.h>

// The mean is taken over blocks of 8 × 8 pixels. That is fine enough for slowly changing light, and the loops over
// pixels stay simple enough to be vectorized.
enum { side = 8 };

static int least(int a, int b) { return a < b ? a : b; }

static int most(int a, int b) { return a > b ? a : b; }

size_t ccodes_threshold_scratch_size(int width, int height) {
  const size_t columns = (size_t)(width + side - 1) / side, rows = (size_t)(height + side - 1) / side;
  return (columns + 1) * (rows + 1) * sizeof(uint32_t) + (size_t)width * (sizeof(uint16_t) + 1);
}

// Computes the sums of the blocks in one row of blocks.
static void sum_blocks(ccodes_picture picture, int first_row, uint16_t *restrict columns, uint32_t *sums) {
  const int end_row = least(first_row + side, picture.height), width = picture.width;
  memset(columns, 0, sizeof *columns * (size_t)width);
  for (int y = first_row; y < end_row; y++) {
    const uint8_t *row = picture.pixels + (size_t)y * picture.stride;
    for (int x = 0; x < width; x++) columns[x] = (uint16_t)(columns[x] + row[x]);
  }
  for (int x = 0, block = 0; x < width; x += side, block++) {
    uint32_t sum = 0;
    for (int i = x; i < least(x + side, width); i++) sum += columns[i];
    sums[block] = sum;
  }
}

// Computes the sums of all blocks above and to the left, preceded by a row and a column of zeros.
static void integrate(ccodes_picture picture, int columns, int rows, uint16_t *scratch, uint32_t *integral) {
  const size_t stride = (size_t)columns + 1;
  memset(integral, 0, sizeof *integral * stride);
  for (int row = 0; row < rows; row++) {
    uint32_t *line = integral + (size_t)(row + 1) * stride;
    line[0] = 0;
    sum_blocks(picture, row * side, scratch, line + 1);
    for (int column = 1; column <= columns; column++) {
      // Unsigned arithmetic: if the sum of a large picture wraps around, differences are still correct.
      line[column] += line[column - 1];
    }
    for (int column = 1; column <= columns; column++) line[column] += line[(long)column - (long)stride];
  }
}

static void threshold_rows(
    ccodes_picture picture, int first_row, const uint8_t *thresholds, uint8_t *target, size_t target_stride) {
  for (int y = first_row; y < least(first_row + side, picture.height); y++) {
    const uint8_t *row = picture.pixels + (size_t)y * picture.stride;
    uint8_t *line = target + (size_t)y * target_stride;
    for (int x = 0; x < picture.width; x++) line[x] = row[x] < thresholds[x] ? 0 : 255;
  }
}

void ccodes_threshold(
    ccodes_picture picture, int radius, int margin, void *scratch, uint8_t *target, size_t target_stride) {
  const int width = picture.width, height = picture.height;
  const int columns = (width + side - 1) / side, rows = (height + side - 1) / side;
  // The sum of a window of 513 × 513 blocks fits 32 bits.
  const int reach = least(256, most(1, (radius + side / 2) / side));
  uint32_t *integral = scratch;
  uint16_t *column_sums = (uint16_t *)(integral + (size_t)(columns + 1) * (size_t)(rows + 1));
  uint8_t *thresholds = (uint8_t *)(column_sums + width);
  integrate(picture, columns, rows, column_sums, integral);
  const size_t stride = (size_t)columns + 1;
  for (int row = 0; row < rows; row++) {
    const int top = most(0, row - reach), bottom = least(rows, row + reach + 1);
    const int pixel_rows = least(height, bottom * side) - top * side;
    for (int column = 0; column < columns; column++) {
      const int left = most(0, column - reach), right = least(columns, column + reach + 1);
      const int pixel_columns = least(width, right * side) - left * side;
      const uint32_t sum =
          integral[(size_t)bottom * stride + (size_t)right] - integral[(size_t)top * stride + (size_t)right]
          - integral[(size_t)bottom * stride + (size_t)left] + integral[(size_t)top * stride + (size_t)left];
      // The window contains at least one pixel. NOLINTNEXTLINE(clang-analyzer-core.DivideZero)
      const int mean = (int)(sum / (uint32_t)(pixel_rows * pixel_columns));
      const int start = column * side;
      memset(thresholds + start, most(0, mean - margin), (size_t)(least(start + side, width) - start));
    }
    threshold_rows(picture, row * side, thresholds, target, target_stride);
  }
}

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

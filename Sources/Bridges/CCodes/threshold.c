#include "CCodes.h"

#include <string.h>

// The mean is taken over blocks of 8 by 8 pixels: fine enough for light that changes slowly, and the loops over
// pixels stay simple enough to be vectorised.
enum { side = 8 };

static int least(int a, int b) { return a < b ? a : b; }

static int most(int a, int b) { return a > b ? a : b; }

size_t ccodes_threshold_scratch_size(int width, int height) {
  const size_t columns = (size_t)(width + side - 1) / side, rows = (size_t)(height + side - 1) / side;
  return (columns + 1) * (rows + 1) * sizeof(uint32_t) + (size_t)width * sizeof(uint32_t) + (size_t)width;
}

// The sums of the blocks in one row of blocks.
static void sum_blocks(ccodes_picture picture, int first_row, uint32_t *columns, uint32_t *sums) {
  const int end_row = least(first_row + side, picture.height), width = picture.width;
  memset(columns, 0, sizeof *columns * (size_t)width);
  for (int y = first_row; y < end_row; y++) {
    const uint8_t *row = picture.pixels + (size_t)y * picture.stride;
    for (int x = 0; x < width; x++) columns[x] += row[x];
  }
  for (int x = 0, block = 0; x < width; x += side, block++) {
    uint32_t sum = 0;
    for (int i = x; i < least(x + side, width); i++) sum += columns[i];
    sums[block] = sum;
  }
}

// Sums of all blocks above and to the left, with a row and a column of zeros in front.
static void integrate(ccodes_picture picture, int columns, int rows, uint32_t *scratch, uint32_t *integral) {
  const size_t stride = (size_t)columns + 1;
  memset(integral, 0, sizeof *integral * stride);
  for (int row = 0; row < rows; row++) {
    uint32_t *line = integral + (size_t)(row + 1) * stride;
    line[0] = 0;
    sum_blocks(picture, row * side, scratch, line + 1);
    for (int column = 1; column <= columns; column++) {
      // Unsigned arithmetic: where the sum of a large picture wraps around, differences are still right.
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
  const int reach = most(1, (radius + side / 2) / side);
  uint32_t *integral = scratch, *column_sums = integral + (size_t)(columns + 1) * (size_t)(rows + 1);
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
      // At least the cell's own pixel is among them. NOLINTNEXTLINE(clang-analyzer-core.DivideZero)
      const int mean = (int)(sum / (uint32_t)(pixel_rows * pixel_columns));
      const int start = column * side;
      memset(thresholds + start, most(0, mean - margin), (size_t)(least(start + side, width) - start));
    }
    threshold_rows(picture, row * side, thresholds, target, target_stride);
  }
}

#include "CCodes.h"

static void add(const ccodes_gradients *part, ccodes_gradients *sum) {
  sum->xx += part->xx;
  sum->yy += part->yy;
  sum->xy += part->xy;
}

static inline int slope(const uint8_t *pixel, ptrdiff_t step) { return pixel[step] - pixel[-step]; }

// The most columns of pixels whose products are added up at once.
enum { block = 64 };

// Adds up the gradients of some columns of cells in one row of cells.
static void sum_block(ccodes_picture picture, int cell, int row, int first, int columns, ccodes_gradients *sums) {
  const ptrdiff_t stride = (ptrdiff_t)picture.stride;
  const int start = first > 0 ? 0 : 1, width = columns * cell;
  const int end = first + width < picture.width ? width : picture.width - 1 - first;
  int xx[block] = {0}, yy[block] = {0}, xy[block] = {0};
  for (int y = row > 0 ? row * cell : 1; y < (row + 1) * cell && y + 1 < picture.height; y++) {
    const uint8_t *pixels = picture.pixels + (size_t)y * picture.stride + first;
    // Sobel's operator: four times the difference over two pixels, with less noise.
    for (int i = start; i < end; i++) {
      const uint8_t *at = pixels + i;
      const int across = slope(at - stride, 1) + 2 * slope(at, 1) + slope(at + stride, 1);
      const int along = slope(at - 1, stride) + 2 * slope(at, stride) + slope(at + 1, stride);
      xx[i] += across * across;
      yy[i] += along * along;
      xy[i] += across * along;
    }
  }
  for (int column = 0; column < columns; column++) {
    ccodes_gradients sum = {0, 0, 0};
    for (int i = column * cell; i < (column + 1) * cell; i++) {
      const ccodes_gradients part = {(float)xx[i] / 16, (float)yy[i] / 16, (float)xy[i] / 16};
      add(&part, &sum);
    }
    sums[column] = sum;
  }
}

static void sum_cells(ccodes_picture picture, int cell, int columns, int rows, ccodes_gradients *sums) {
  const int step = block / cell;
  for (int row = 0; row < rows; row++) {
    for (int column = 0; column < columns; column += step) {
      const int count = column + step < columns ? step : columns - column;
      sum_block(picture, cell, row, column * cell, count, &sums[row * columns + column]);
    }
  }
}

void ccodes_sum_gradients(ccodes_picture picture, int cell, ccodes_gradients *cells, ccodes_gradients *windows) {
  const int columns = picture.width / cell, rows = picture.height / cell;
  sum_cells(picture, cell, columns, rows, cells);
  for (int row = 0; row < rows; row++) {
    for (int column = 0; column < columns; column++) {
      ccodes_gradients *window = &windows[row * columns + column];
      *window = (ccodes_gradients){0, 0, 0};
      for (int y = row > 0 ? row - 1 : 0; y <= row + 1 && y < rows; y++) {
        for (int x = column > 0 ? column - 1 : 0; x <= column + 1 && x < columns; x++) {
          add(&cells[y * columns + x], window);
        }
      }
    }
  }
}

#include "CCodes.h"

static void add(const ccodes_gradients *part, ccodes_gradients *sum) {
  sum->xx += part->xx;
  sum->yy += part->yy;
  sum->xy += part->xy;
}

static inline int slope(const uint8_t *pixel, ptrdiff_t step) { return pixel[step] - pixel[-step]; }

// The most pixels whose differences are multiplied at once.
enum { block = 64 };

static void sum_cells(ccodes_picture picture, int cell, int columns, int rows, ccodes_gradients *sums) {
  const ptrdiff_t stride = (ptrdiff_t)picture.stride;
  int16_t across[block], along[block];
  for (int i = 0; i < columns * rows; i++) sums[i] = (ccodes_gradients){0, 0, 0};
  for (int y = 1; y < rows * cell && y + 1 < picture.height; y++) {
    const uint8_t *row = picture.pixels + (size_t)y * picture.stride;
    for (int column = 0; column < columns; column++) {
      const int first = column * cell > 0 ? column * cell : 1, end = (column + 1) * cell;
      const int count = (end < picture.width ? end : picture.width - 1) - first;
      // Sobel's operator: four times the difference over two pixels, with less noise.
      for (int i = 0; i < count; i++) {
        const uint8_t *at = row + first + i;
        across[i] = (int16_t)(slope(at - stride, 1) + 2 * slope(at, 1) + slope(at + stride, 1));
        along[i] = (int16_t)(slope(at - 1, stride) + 2 * slope(at, stride) + slope(at + 1, stride));
      }
      int xx = 0, yy = 0, xy = 0;
      for (int i = 0; i < count; i++) {
        xx += across[i] * across[i];
        yy += along[i] * along[i];
        xy += across[i] * along[i];
      }
      const ccodes_gradients part = {(float)xx / 16, (float)yy / 16, (float)xy / 16};
      add(&part, &sums[(y / cell) * columns + column]);
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

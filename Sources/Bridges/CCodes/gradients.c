#include "CCodes.h"

static void add(const ccodes_gradients *part, ccodes_gradients *sum) {
  sum->xx += part->xx;
  sum->yy += part->yy;
  sum->xy += part->xy;
}

static void sum_cells(ccodes_picture picture, int cell, int columns, int rows, ccodes_gradients *sums) {
  for (int i = 0; i < columns * rows; i++) sums[i] = (ccodes_gradients){0, 0, 0};
  for (int y = 1; y < rows * cell && y + 1 < picture.height; y++) {
    const uint8_t *row = picture.pixels + (size_t)y * picture.stride;
    const uint8_t *above = row - picture.stride, *below = row + picture.stride;
    for (int column = 0; column < columns; column++) {
      const int first = column * cell, end = first + cell;
      int xx = 0, yy = 0, xy = 0;
      for (int x = first > 0 ? first : 1; x < end && x + 1 < picture.width; x++) {
        const int dx = row[x + 1] - row[x - 1], dy = below[x] - above[x];
        xx += dx * dx;
        yy += dy * dy;
        xy += dx * dy;
      }
      const ccodes_gradients part = {(float)xx, (float)yy, (float)xy};
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

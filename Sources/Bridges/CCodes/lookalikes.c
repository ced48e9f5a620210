#include <math.h>

#include "CCodes.h"
#include "runs.h"

// Every third row is searched, as engines do: the centre of a pattern is three modules high.
enum { row_step = 3 };

static int greater(int a, int b) { return a > b ? a : b; }

// Whether five runs are about 1:1:3:1:1. Dark and light modules may have different widths.
static bool is_pattern(const int runs[5]) {
  const float outer = (float)(runs[0] + runs[2] + runs[4]) / 5, between = (float)(runs[1] + runs[3]) / 2;
  if (outer > 4 * between || between > 4 * outer) return false;
  const float slack = 0.75f * outer + 0.5f, slack_between = 0.6f * between + 0.5f;
  return fabsf((float)runs[0] - outer) <= slack && fabsf((float)runs[2] - 3 * outer) <= slack
      && fabsf((float)runs[4] - outer) <= slack && fabsf((float)runs[1] - between) <= slack_between
      && fabsf((float)runs[3] - between) <= slack_between;
}

static bool has_large_middle(const int runs[5]) {
  return runs[2] >= 3 && runs[2] >= 2 * greater(runs[0], runs[4]) && runs[2] >= greater(runs[1], runs[3]);
}

// The number of pixels of one colour from a point along a direction; -1 at the picture's edge or beyond `most`
// pixels.
static int run(ccodes_picture picture, int *x, int *y, int step_x, int step_y, int most) {
  const uint8_t value = picture.pixels[(size_t)*y * picture.stride + (size_t)*x];
  for (int length = 1; length <= most; length++) {
    *x += step_x;
    *y += step_y;
    if (*x < 0 || *y < 0 || *x >= picture.width || *y >= picture.height) return -1;
    if (picture.pixels[(size_t)*y * picture.stride + (size_t)*x] != value) return length;
  }
  return -1;
}

// The middle run through a point along a direction if five runs form a pattern, otherwise 0.
static int middle_run(ccodes_picture picture, int x, int y, int step_x, int step_y, int most) {
  int runs[5], ahead_x = x, ahead_y = y, back_x = x, back_y = y;
  const int ahead = run(picture, &ahead_x, &ahead_y, step_x, step_y, most);
  if (ahead < 0) return 0;
  const int back = run(picture, &back_x, &back_y, -step_x, -step_y, most);
  if (back < 0) return 0;
  runs[2] = ahead + back - 1;
  for (int i = 1; i <= 2; i++) {
    runs[2 + i] = run(picture, &ahead_x, &ahead_y, step_x, step_y, most);
    runs[2 - i] = runs[2 + i] < 0 ? -1 : run(picture, &back_x, &back_y, -step_x, -step_y, most);
    if (runs[2 - i] < 0) return 0;
  }
  return is_pattern(runs) ? runs[2] : 0;
}

// Counts a pattern if it is one in all directions.
static void look_closer(ccodes_picture picture, int x, int y, int across, ccodes_finder_candidates *lookalikes) {
  const int down = middle_run(picture, x, y, 0, 1, across);
  if (down == 0 || middle_run(picture, x, y, 1, 1, across) == 0 || middle_run(picture, x, y, 1, -1, across) == 0) {
    return;
  }
  // The number of rows that cross it is proportional to the height of its centre.
  lookalikes->patterns += (double)row_step / greater(down, row_step);
}

ccodes_finder_candidates ccodes_count_finder_candidates(ccodes_picture picture) {
  ccodes_finder_candidates lookalikes = {0, 0};
  for (int y = row_step - 1; y < picture.height; y += row_step) {
    const uint8_t *row = picture.pixels + (size_t)y * picture.stride;
    int runs[5] = {0};
    for (int x = 0; x < picture.width;) {
      const int end = end_of_run(row, x, picture.width);
      for (int i = 0; i < 4; i++) runs[i] = runs[i + 1];
      runs[4] = end - x;
      if (runs[0] > 0 && has_large_middle(runs) && is_pattern(runs)) {
        lookalikes.crossings++;
        const int across = runs[0] + runs[1] + runs[2] + runs[3] + runs[4];
        look_closer(picture, end - runs[4] - runs[3] - (runs[2] + 1) / 2, y, 2 * across, &lookalikes);
      }
      x = end;
    }
  }
  return lookalikes;
}

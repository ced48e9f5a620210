#include <math.h>

#include "CCodes.h"
#include "runs.h"

// Whether five runs are about 1:1:3:1:1. Each may deviate by `tolerance` modules, the middle one by twice that.
static bool is_ratio(const int runs[5], float tolerance) {
  const int total = runs[0] + runs[1] + runs[2] + runs[3] + runs[4];
  if (total < 7) return false;
  const float module = total / 7.0f;
  // Short runs are whole pixels, so a deviation of a good part of a pixel is normal.
  const float slack = tolerance * module + 0.6f;
  return fabsf(runs[0] - module) < slack && fabsf(runs[1] - module) < slack && fabsf(runs[2] - 3 * module) < 2 * slack
      && fabsf(runs[3] - module) < slack && fabsf(runs[4] - module) < slack;
}

typedef struct {
  ccodes_picture picture;
  int x, y, step_x, step_y;
} ray;

static bool is_dark(const ccodes_picture *picture, int x, int y) {
  return picture->pixels[(size_t)y * picture->stride + (size_t)x] == 0;
}

// Moves the ray along pixels of one colour and returns their number, at most `most` + 1.
static int run(ray *r, bool dark, int most) {
  int length = 0;
  while (length <= most && r->x >= 0 && r->y >= 0 && r->x < r->picture.width && r->y < r->picture.height
         && is_dark(&r->picture, r->x, r->y) == dark) {
    r->x += r->step_x;
    r->y += r->step_y;
    length++;
  }
  return length;
}

// Measures the five runs through a point along a direction. `middle` is the offset of their centre, in steps.
static bool runs_through(
    ccodes_picture picture, int x, int y, int step_x, int step_y, int most, int runs[5], float *middle) {
  if (!is_dark(&picture, x, y)) return false;
  ray ahead = {picture, x, y, step_x, step_y};
  const int inner_ahead = run(&ahead, true, most);
  runs[3] = run(&ahead, false, most);
  runs[4] = run(&ahead, true, most);
  ray back = {picture, x - step_x, y - step_y, -step_x, -step_y};
  const int inner_back = run(&back, true, most);
  runs[1] = run(&back, false, most);
  runs[0] = run(&back, true, most);
  runs[2] = inner_ahead + inner_back;
  *middle = (inner_ahead - inner_back) / 2.0f;
  return runs[0] > 0 && runs[1] > 0 && runs[3] > 0 && runs[4] > 0;
}

static float total(const int runs[5]) { return (float)(runs[0] + runs[1] + runs[2] + runs[3] + runs[4]); }

// Checks the pattern vertically, then horizontally through the centre found there.
static bool is_confirmed(ccodes_picture picture, float x, int y, int across, ccodes_finder *finder) {
  int runs[5];
  float middle;
  const int most = across;
  if (!runs_through(picture, (int)x, y, 0, 1, most, runs, &middle) || !is_ratio(runs, 0.6f)) return false;
  const float height = total(runs), middle_y = (float)y + middle;
  int again[5];
  if (!runs_through(picture, (int)x, (int)middle_y, 1, 0, most, again, &middle) || !is_ratio(again, 0.6f)) {
    return false;
  }
  const float width = total(again);
  if (width > 4 * height || height > 4 * width) return false;
  *finder = (ccodes_finder){
      .x = (float)(int)x + middle, .y = middle_y, .module_width = width / 7, .module_height = height / 7, .count = 1};
  return true;
}

// The patterns found so far.
typedef struct {
  ccodes_finder *finders;
  size_t count, capacity;
  // The number of row crossings of patterns beyond the capacity.
  size_t overflow;
} finder_list;

static void merge(const ccodes_finder *found, finder_list *list) {
  for (size_t i = 0; i < list->count; i++) {
    ccodes_finder *known = &list->finders[i];
    if (fabsf(known->x - found->x) < 2 * known->module_width && fabsf(known->y - found->y) < 2 * known->module_height) {
      const float weight = 1.0f / (float)(known->count + 1);
      known->x += (found->x - known->x) * weight;
      known->y += (found->y - known->y) * weight;
      known->module_width += (found->module_width - known->module_width) * weight;
      known->module_height += (found->module_height - known->module_height) * weight;
      known->count++;
      return;
    }
  }
  if (list->count < list->capacity) {
    list->finders[list->count++] = *found;
  } else {
    list->overflow++;
  }
}

// Searches a row for patterns among every five consecutive runs.
static void search_row(ccodes_picture picture, int y, finder_list *list) {
  const uint8_t *row = picture.pixels + (size_t)y * picture.stride;
  int runs[5] = {0};
  for (int x = 0; x < picture.width;) {
    const int end = end_of_run(row, x, picture.width);
    for (int i = 0; i < 4; i++) runs[i] = runs[i + 1];
    runs[4] = end - x;
    if (runs[0] > 0 && row[x] == 0 && is_ratio(runs, 0.5f)) {
      const float middle = (float)(end - runs[4] - runs[3]) - runs[2] / 2.0f;
      ccodes_finder finder;
      if (is_confirmed(picture, middle, y, (int)total(runs), &finder)) merge(&finder, list);
    }
    x = end;
  }
}

size_t ccodes_find_finders(ccodes_picture picture, ccodes_finder *finders, size_t capacity, size_t *overflow) {
  finder_list list = {finders, 0, capacity, 0};
  const int step = picture.height > 800 ? 2 : 1;
  for (int y = 0; y < picture.height; y += step) search_row(picture, y, &list);
  *overflow = list.overflow;
  return list.count;
}

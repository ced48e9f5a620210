#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "retail.h"

enum { warps = 4 };

// The state of a fit. Module t, from -1 at the start to 1 at the end, is at the polynomial `place` of t in the profile.
typedef struct {
  double place[warps], kernel[taps], growth;
  float values[most_samples], light[most_samples], contrast[most_samples];
  double unexplained;
} state;

// The position of a sample in modules.
static inline double module_at(int sample) { return (sample + 0.5) * sample_width - (double)quiet; }

// A profile with its light level and contrast.
typedef struct {
  size_t count;
  const float *values[3];
} series;

static inline void take(const series *line, double x, int k, int parts, float *const *targets) {
  x = x > 0 ? fmin(x, (double)line->count - 1.001) : 0;
  const size_t i = (size_t)x;
  for (int j = 0; j < parts; j++) {
    const float *values = line->values[j];
    targets[j][k] = values[i] + (float)(x - (double)i) * (values[i + 1] - values[i]);
  }
}

// Samples the profile, and its levels if `parts` is 3, at the places of the modules.
static void sample(layout code, const double *place, const series *line, int parts, float *const *targets) {
  for (int k = 0; k < code.samples; k++) {
    const double t = 2 * module_at(k) / code.modules - 1;
    take(line, place[0] + t * (place[1] + t * (place[2] + t * place[3])), k, parts, targets);
  }
}

// Samples the profile and its levels at modules that are equally spaced in each half.
static void sample_halves(
    layout code, double start, double centre, double end, const series *line, float *const *targets) {
  for (int k = 0; k < code.samples; k++) {
    const double t = 2 * module_at(k) / code.modules - 1;
    take(line, centre + t * (t < 0 ? centre - start : end - centre), k, 3, targets);
  }
}

// The darkness of the samples, 0 for light and 1 for dark.
static void find_darkness(layout code, const state *fit, float *seen) {
  for (int k = 0; k < code.samples; k++) {
    const float dark = (fit->light[k] - fit->values[k]) / fit->contrast[k];
    seen[k] = dark < -1 ? -1 : dark > 2 ? 2 : dark;
  }
}

// Blurred modules at each sample, and their derivatives.
typedef struct {
  float dark[most_samples], by_place[most_samples], by_growth[most_samples], by_tap[taps][most_samples];
} model;

static void add(const response *part, float weight, float growth, int first, int tap, int count, model *made) {
  const int start = first < 0 ? -first : 0, end = first + influence > count ? count - first : influence;
  for (int k = start; k < end; k++) {
    const float dark = part->dark[k] + growth * part->by_growth[k];
    made->by_tap[tap][first + k] += dark;
    made->dark[first + k] += weight * dark;
    made->by_place[first + k] += weight * part->by_place[k];
    made->by_growth[first + k] += weight * part->by_growth[k];
  }
}

static void render(layout code, const int *symbols, const state *fit, model *made) {
  const retail_tables *tables = ccodes_retail_tables();
  memset(made, 0, sizeof *made);
  int at = quiet * per_module - reach_samples;
  for (int unit = 0; unit < 2 * code.half + 3; unit++) {
    const int digit = unit - (unit > code.half ? 2 : 1);
    int shape = outer_guard;
    if (unit == code.half + 1) shape = centre_guard;
    else if (unit > 0 && digit < 2 * code.half) shape = symbols[digit] + (digit < code.half ? 0 : right_pattern);
    for (int tap = 0; tap < taps; tap++) {
      const response *part = &tables->responses[shape][tap];
      add(part, (float)fit->kernel[tap], (float)fit->growth, at, tap, code.samples, made);
    }
    at += tables->patterns[shape].length * per_module;
  }
}

// The unknowns: the light level, the blur, the change of contrast along the code, the places and the growth of bars.
enum { levels = 4, slopes = 2, at_blur = levels, at_slope = at_blur + taps, at_place = at_slope + slopes };
enum { at_growth = at_place + warps, unknowns };

static inline double clamped(double value, double limit) {
  return value > limit ? limit : value < -limit ? -limit : value;
}

// Improves the places, levels and blur for given symbols by one step of Gauss and Newton.
static bool improve(layout code, const int *symbols, bool bends, state *fit) {
  model made;
  render(code, symbols, fit, &made);
  const int used = bends ? warps : 2;
  double contrast = 0;
  for (int k = 0; k < code.samples; k++) contrast += fit->contrast[k] / (double)code.samples;
  // The samples of each unknown's effect; the outermost ones count as well, as light.
  float effects[unknowns][most_samples];
  for (int k = 0; k < code.samples; k++) {
    const double t = 2 * module_at(k) / code.modules - 1;
    double power = 1;
    for (int i = 0; i < levels; i++, power *= t) {
      effects[i][k] = (float)power;
      effects[at_place + i][k] = i < used ? (float)(-fit->contrast[k] * made.by_place[k] * power) : 0;
    }
    for (int tap = 0; tap < taps; tap++) effects[at_blur + tap][k] = (float)-contrast * made.by_tap[tap][k];
    effects[at_slope][k] = (float)(-contrast * t * made.dark[k]);
    effects[at_slope + 1][k] = (float)(-contrast * t * t * made.dark[k]);
    effects[at_growth][k] = -fit->contrast[k] * made.by_growth[k];
  }
  double matrix[unknowns * unknowns] = {0}, right[unknowns];
  for (int i = 0; i < unknowns; i++) {
    right[i] = dot(effects[i], fit->values, code.samples);
    for (int j = 0; j <= i; j++) matrix[i * unknowns + j] = dot(effects[i], effects[j], code.samples);
  }
  // Priors: a smooth blur, and small changes of everything else.
  const double unit = contrast * contrast;
  for (int tap = 0; tap < taps - 1; tap++) {
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j <= i && tap + i < taps; j++) {
        const double first = (i == 1 ? -2 : 1) * (tap + i > 0 ? 0.5 : 1);
        const double second = (j == 1 ? -2 : 1) * (tap + j > 0 ? 0.5 : 1);
        matrix[(at_blur + tap + i) * unknowns + at_blur + tap + j] += 0.05 * unit * code.samples * first * second;
      }
    }
  }
  for (int i = 0; i < unknowns; i++) {
    matrix[i * unknowns + i] += i < at_slope ? 1e-6 : unit * (i < at_place ? 4 : i < at_growth ? 0.5 : 4);
  }
  right[at_growth] -= 4 * unit * fit->growth;
  if (!ccodes_solve(matrix, right, unknowns)) return false;
  double mass = 0;
  for (int tap = 0; tap < taps; tap++) mass += right[at_blur + tap] = fmax(0, right[at_blur + tap]);
  if (mass < 0.1) return false;

  double error = 0, mean = 0, square = 0;
  for (int k = 0; k < code.samples; k++) {
    const double t = 2 * module_at(k) / code.modules - 1;
    fit->light[k] = (float)(right[0] + t * (right[1] + t * (right[2] + t * right[3])));
    const double slope = t * (right[at_slope] + t * right[at_slope + 1]);
    fit->contrast[k] = (float)(contrast * fmax(0.2, mass + slope));
    double dark = slope * made.dark[k];
    for (int tap = 0; tap < taps; tap++) dark += right[at_blur + tap] * made.by_tap[tap][k];
    const double depth = fit->light[k] - fit->values[k], rest = depth - contrast * dark;
    error += rest * rest;
    mean += depth;
    square += depth * depth;
  }
  fit->unexplained = error / (square - mean * mean / code.samples + 1e-9);
  for (int tap = 0; tap < taps; tap++) fit->kernel[tap] = right[at_blur + tap] / mass;
  const double width = 2 * fit->place[1] / code.modules;
  for (int i = 0; i < used; i++) fit->place[i] -= width * clamped(right[at_place + i], 0.7);
  fit->growth = clamped(fit->growth + clamped(right[at_growth], 0.1), 0.35);
  return true;
}

// Estimates the light level and the contrast from the extremes within six modules.
static void find_levels(
    const float *profile, size_t count, double start, double end, double module, float *levels_of[2]) {
  const int window = (int)(6 * module) + 1, last = (int)count - 1;
  float least = 3e38f, most = -3e38f;
  for (int i = (int)fmax(0, start); i <= (int)fmin(last, end); i++) {
    least = fminf(least, profile[i]);
    most = fmaxf(most, profile[i]);
  }
  // The window moves by a quarter of a module or more, so that the effort doesn't depend on the resolution.
  const int stride = (int)fmax(1, module / 4);
  for (int i = 0; i <= last; i++) {
    if (i % stride > 0) {
      levels_of[0][i] = levels_of[0][i - 1];
      levels_of[1][i] = levels_of[1][i - 1];
      continue;
    }
    float low = profile[i], high = profile[i];
    for (int j = i - window; j <= i + window; j += stride) {
      const float value = profile[j < 0 ? 0 : j > last ? last : j];
      low = fminf(low, value);
      high = fmaxf(high, value);
    }
    levels_of[0][i] = high;
    levels_of[1][i] = fmaxf(high - low, (most - least) / 4);
  }
}

// A start of the fit: the places of the first and last edge and of the centre, and the index of the blur.
typedef struct {
  float error;
  double start, centre, end;
  int radius;
  bool is_reversed;
} trial;

enum { end_steps = 5, centre_steps = 9, trials = 2 * centre_steps * radii, first_trials = 18 };

static void keep(trial *best, trial found) {
  if (found.error >= best[trials - 1].error) return;
  int i = trials - 1;
  for (; i > 0 && best[i - 1].error > found.error; i--) best[i] = best[i - 1];
  best[i] = found;
}

// Tries places of the ends and the centre with several blurs.
//
// The halves are independent if the centre is given, so the ends are tried together.
static void search(layout code, const series *line, double start, double end, bool is_reversed, trial *best) {
  const retail_tables *tables = ccodes_retail_tables();
  const double module = (end - start) / code.modules;
  float errors[radii][centre_steps][2];
  double ends[radii][centre_steps][2];
  state place = {{0}, {0}, 0, {0}, {0}, {0}, 1};
  float *const to[3] = {place.values, place.light, place.contrast};
  float seen[most_samples] = {0};
  for (int i = 0; i < radii * centre_steps * 2; i++) (&errors[0][0][0])[i] = never;
  for (int step = 0; step < centre_steps; step++) {
    const double centre = (start + end) / 2 + 0.75 * module * (step - (centre_steps - 1) * 0.5);
    for (int shift = 0; shift < end_steps; shift++) {
      const double both[2] = {
          start + 0.85 * module * (shift - (end_steps - 1) * 0.5),
          end + 0.85 * module * (shift - (end_steps - 1) * 0.5)};
      sample_halves(code, both[0], centre, both[1], line, to);
      find_darkness(code, &place, seen);
      for (int radius = 0; radius < radii; radius++) {
        costs found;
        int symbols[most_digits] = {0};
        float error[2];
        ccodes_find_costs(code, seen, place.contrast, &tables->blurs[radius], &found);
        ccodes_best_symbols(code, &found, symbols, &error[0], &error[1]);
        for (int side = 0; side < 2; side++) {
          if (error[side] >= errors[radius][step][side]) continue;
          errors[radius][step][side] = error[side];
          ends[radius][step][side] = both[side];
        }
      }
    }
    for (int radius = 0; radius < radii; radius++) {
      const float error = errors[radius][step][0] + errors[radius][step][1];
      keep(best, (trial){error, ends[radius][step][0], centre, ends[radius][step][1], radius, is_reversed});
    }
  }
}

enum { rounds = 14, most_visits = trials * rounds };

// The digits and places that the fits from all starts came to.
typedef struct {
  int count;
  struct {
    uint64_t digits;
    double middle, width;
  } items[most_visits];
} visits;

// Adds the digits and the place of a fit, and returns whether a fit from an earlier start, one of the first `earlier`
// visits, came to the same.
static bool is_visited(layout code, const int *symbols, const state *fit, int earlier, visits *of) {
  uint64_t digits = 0;
  for (int i = 0; i < 2 * code.half; i++) digits = digits << 5 | (uint64_t)symbols[i];
  const double middle = fit->place[0], width = fit->place[1], near = width / code.modules;
  for (int i = 0; i < earlier; i++) {
    const bool is_near = fabs(of->items[i].middle - middle) < near && fabs(of->items[i].width - width) < near;
    if (is_near && of->items[i].digits == digits) return true;
  }
  of->items[of->count].digits = digits;
  of->items[of->count].middle = middle;
  of->items[of->count++].width = width;
  return false;
}

// The unexplained fraction of variance from which a profile is no code; codes with some wrong digits stay below.
static const double hopeless = 0.08;

// Alternates between symbols and the rest until neither changes, and returns whether the result can be a code.
//
// It ends early if an earlier start had explained much more after as many rounds, or came to the same digits.
static bool converge(layout code, const series *line, trial start, double *lead, visits *others, ccodes_retail *found) {
  const retail_tables *tables = ccodes_retail_tables();
  const int earlier = others->count;
  state fit = {{start.centre, (start.end - start.start) / 2, (start.end + start.start) / 2 - start.centre},
               {0},
               0,
               {0},
               {0},
               {0},
               1};
  float *const to[3] = {fit.values, fit.light, fit.contrast};
  sample(code, fit.place, line, 3, to);
  memcpy(fit.kernel, tables->kernels[start.radius], sizeof fit.kernel);
  int symbols[most_digits] = {0}, before[most_digits];
  float halves[2];
  blur shape;
  costs errors;
  float seen[most_samples] = {0};
  find_darkness(code, &fit, seen);
  ccodes_find_costs(code, seen, fit.contrast, &tables->blurs[start.radius], &errors);
  ccodes_best_symbols(code, &errors, symbols, &halves[0], &halves[1]);
  for (int round = 0; round < rounds; round++) {
    if (!improve(code, symbols, round > 1, &fit)) return false;
    if (round >= 3 && fit.unexplained > 1.1 * lead[round]) return false;
    if (fit.unexplained < lead[round]) lead[round] = fit.unexplained;
    sample(code, fit.place, line, 1, to);
    ccodes_make_blur(fit.kernel, fit.growth, &shape);
    find_darkness(code, &fit, seen);
    ccodes_find_costs(code, seen, fit.contrast, &shape, &errors);
    memcpy(before, symbols, sizeof before);
    ccodes_best_symbols(code, &errors, symbols, &halves[0], &halves[1]);
    if (is_visited(code, symbols, &fit, earlier, others)) return false;
    if (round > 6 && memcmp(before, symbols, sizeof(int) * 2 * (size_t)code.half) == 0) break;
  }
  found->unexplained = fit.unexplained;
  if (fit.unexplained > hopeless) return true;
  float least, next;
  int checked[most_digits] = {0};
  const int first = ccodes_best_digits(code, &errors, checked, &least, &next);
  found->is_plain = memcmp(checked, symbols, sizeof(int) * 2 * (size_t)code.half) == 0;
  found->margin = next / fmaxf(least, 1e-9f);
  found->digits[0] = (uint8_t)first;
  for (int i = 0; i < 2 * code.half; i++) found->digits[i + 1] = (uint8_t)(checked[i] % 10);
  found->start = fit.place[0] - fit.place[1] + fit.place[2] - fit.place[3];
  found->end = fit.place[0] + fit.place[1] + fit.place[2] + fit.place[3];
  return true;
}

bool ccodes_fit_retail(
    const float *profile, size_t count, double start, double end, int half, float *scratch, ccodes_retail *found) {
  found->unexplained = 1;
  if (count < 2) return false;
  const int modules = 14 * half + 11;
  const layout code = {half, modules, (modules + 2 * quiet) * per_module};
  const double last = (double)count - 1;
  series lines[2];
  trial best[trials];
  for (int i = 0; i < trials; i++) best[i].error = never;
  for (int way = 0; way < 2; way++) {
    float *values = scratch + (size_t)way * 3 * count, *levels_of[2] = {values + count, values + 2 * count};
    for (size_t i = 0; i < count; i++) values[i] = profile[way ? count - 1 - i : i];
    const double first = way ? last - end : start, width = end - start;
    find_levels(values, count, first, first + width, width / modules, levels_of);
    lines[way] = (series){count, {values, levels_of[0], levels_of[1]}};
    search(code, &lines[way], first, first + width, way, best);
  }
  visits visited[2];
  visited[0].count = visited[1].count = 0;
  double lead[rounds];
  for (int i = 0; i < rounds; i++) lead[i] = 0.15;
  for (int i = 0; i < trials && best[i].error < never; i++) {
    // If no good start comes near a code, none will.
    if (i == first_trials && found->unexplained > hopeless) break;
    ccodes_retail other = {.digits = {0}};
    if (!converge(code, &lines[best[i].is_reversed], best[i], lead, &visited[best[i].is_reversed], &other)) continue;
    // A fit that failed is not a number.
    if (!(other.unexplained < found->unexplained)) continue;
    *found = other;
    if (best[i].is_reversed) {
      found->start = last - other.start;
      found->end = last - other.end;
    }
    if (other.is_plain && other.unexplained < 0.01 && other.margin > 2) break;
  }
  return found->unexplained < 1;
}

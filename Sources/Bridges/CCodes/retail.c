#include <math.h>
#include <pthread.h>
#include <stdbool.h>
#include <string.h>

#include "CCodes.h"

// An EAN code is a start guard, digits, a centre guard, digits and an end guard. Its grey profile is the sequence of
// modules, blurred. If the blur is known, the most likely digits follow by dynamic programming. If the digits are known,
// the blur, the levels and the places of the modules follow by least squares. The fit alternates between both.

enum {
  per_module = 4,
  quiet = 5,
  most_modules = 95,
  most_samples = (most_modules + 2 * quiet) * per_module,
  most_digits = 12,
  // The samples from the middle of one digit to the middle of the next.
  half_span = 14,
  span = 2 * half_span,
};

// The patterns of the left digits (0 to 19: odd and even parity), of the right digits, and of the guards.
enum { left_patterns = 20, right_pattern = 20, outer_guard = 30, centre_guard, patterns };

typedef struct {
  int length;
  uint8_t modules[7];
} pattern;

// The blur is a sum of symmetric triangles with their peaks at multiples of half a module.
enum { taps = 8, fine = 16, reach = 4, steps = 2 * reach * fine + 1, radii = 3 };

// The same as numbers for calculations with positions.
static const double position_reach = reach, position_fine = fine, sample_width = 1 / (double)per_module,
                    position_quiet = quiet;

// The part of a profile that a pattern influences begins `reach` modules before it.
enum { reach_samples = reach * per_module, influence = 2 * reach_samples + 7 * per_module };

// The blurred darkness of a pattern, its derivative by the place, and its increase as bars grow.
typedef struct {
  float dark[influence], by_place[influence], by_growth[influence];
} response;

// A blur, and the parts of the profile around the boundary of two patterns.
typedef struct {
  float before[patterns][span], after[patterns][span];
  float products[patterns][patterns];
  // The sums of squares of the parts.
  float squares[2][patterns];
} blur;

static struct {
  pattern patterns[patterns];
  float step[taps][steps], impulse[taps][steps];
  response responses[patterns][taps];
  double kernels[radii][taps];
  blur blurs[radii];
} tables;
static pthread_once_t tables_made = PTHREAD_ONCE_INIT;

// The number of the digits' and of all modules, and of samples.
typedef struct {
  int half, modules, samples;
} layout;

enum { warps = 4 };

// The state of a fit. Module t, from -1 at the start to 1 at the end, is at the polynomial `place` of t in the profile.
typedef struct {
  double place[warps], kernel[taps], growth;
  float values[most_samples], light[most_samples], contrast[most_samples];
  double unexplained;
} state;

// The errors of each choice of symbols, by unit.
typedef struct {
  float first[left_patterns], step[most_digits - 1][left_patterns][left_patterns], last[10];
  // The least error of the first part of the right half.
  float centre;
} costs;

static const float never = 1e30f;

// The unexplained fraction of variance from which a profile is no code; codes with some wrong digits stay below.
static const double hopeless = 0.08;

static void make_patterns(void) {
  static const uint8_t digits[10] = {0x0d, 0x19, 0x13, 0x3d, 0x23, 0x31, 0x2f, 0x3b, 0x37, 0x0b};
  for (int digit = 0; digit < 10; digit++) {
    pattern *odd = &tables.patterns[digit], *even = odd + 10, *right = odd + right_pattern;
    odd->length = even->length = right->length = 7;
    for (int i = 0; i < 7; i++) {
      const uint8_t module = (digits[digit] >> (6 - i)) & 1;
      odd->modules[i] = module;
      right->modules[i] = !module;
      even->modules[6 - i] = !module;
    }
  }
  tables.patterns[outer_guard] = (pattern){3, {1, 0, 1}};
  tables.patterns[centre_guard] = (pattern){5, {0, 1, 0, 1, 0}};
}

static void make_steps(void) {
  for (int tap = 0; tap < taps; tap++) {
    double sum = 0;
    for (int i = 0; i < steps; i++) {
      const double t = i / position_fine - position_reach, peak = tap * 0.5;
      const double height = fmax(0, 1 - 2 * fabs(t - peak)) + fmax(0, 1 - 2 * fabs(t + peak));
      tables.impulse[tap][i] = (float)height;
      sum += height / position_fine;
    }
    double total = 0;
    for (int i = 0; i < steps; i++) {
      const double height = tables.impulse[tap][i] / sum;
      tables.impulse[tap][i] = (float)height;
      tables.step[tap][i] = (float)(total + height / (2 * position_fine));
      total += height / position_fine;
    }
  }
}

static inline float looked_up(const float *table, double t, float below, float above) {
  const double place = (t + position_reach) * position_fine;
  if (place <= 0) return below;
  if (place >= steps - 1) return above;
  const int i = (int)place;
  return table[i] + (float)(place - i) * (table[i + 1] - table[i]);
}

// A sum in lanes, which the compiler can vectorize; the count must be a multiple of four.
static inline float dot(const float *first, const float *second, int count) {
  float lane[4] = {0};
  for (int k = 0; k < count; k += 4) {
    for (int i = 0; i < 4; i++) lane[i] += first[k + i] * second[k + i];
  }
  return lane[0] + lane[1] + lane[2] + lane[3];
}

static void make_response(const pattern *shape, int tap, response *made) {
  for (int i = 0; i <= shape->length; i++) {
    const int before = i > 0 ? shape->modules[i - 1] : 0, after = i < shape->length ? shape->modules[i] : 0;
    const int sign = after - before;
    if (sign == 0) continue;
    for (int k = 0; k < influence; k++) {
      const double t = (k + 0.5) * sample_width - position_reach - i;
      made->dark[k] += (float)sign * looked_up(tables.step[tap], t, 0, 1);
      made->by_place[k] += (float)sign * looked_up(tables.impulse[tap], t, 0, 0);
      made->by_growth[k] += looked_up(tables.impulse[tap], t, 0, 0);
    }
  }
}

static void make_blur(const double *kernel, double growth, blur *made) {
  for (int i = 0; i < patterns; i++) {
    float dark[influence] = {0};
    for (int tap = 0; tap < taps; tap++) {
      const response *part = &tables.responses[i][tap];
      const float weight = (float)kernel[tap], wider = (float)(kernel[tap] * growth);
      for (int k = 0; k < influence; k++) dark[k] += weight * part->dark[k] + wider * part->by_growth[k];
    }
    const int end = reach_samples + tables.patterns[i].length * per_module;
    memcpy(made->before[i], &dark[end - half_span], sizeof(float) * span);
    memcpy(made->after[i], &dark[reach_samples - half_span], sizeof(float) * span);
    made->squares[0][i] = dot(made->before[i], made->before[i], span);
    made->squares[1][i] = dot(made->after[i], made->after[i], span);
  }
  for (int i = 0; i < right_pattern + 10; i++) {
    const bool is_left = i < right_pattern;
    for (int j = is_left ? 0 : right_pattern; j < (is_left ? right_pattern : right_pattern + 10); j++) {
      made->products[i][j] = dot(made->before[i], made->after[j], span);
    }
  }
}

static void make_tables(void) {
  make_patterns();
  make_steps();
  for (int i = 0; i < patterns; i++) {
    for (int tap = 0; tap < taps; tap++) make_response(&tables.patterns[i], tap, &tables.responses[i][tap]);
  }
  for (int i = 0; i < radii; i++) {
    // Out of focus, a point becomes a disc, and an edge the integral of a semicircle.
    const double radius = 0.7 + 0.6 * i;
    double sum = 0;
    for (int tap = 0; tap < taps; tap++) {
      double mean = 0;
      for (int part = -8; part <= 8; part++) {
        const double t = (tap * 0.5 + part / 16.0) / radius;
        mean += (1 - fabs(part / 8.0)) * sqrt(fmax(0, 1 - t * t));
      }
      tables.kernels[i][tap] = mean * (tap > 0 ? 2 : 1);
      sum += tables.kernels[i][tap];
    }
    for (int tap = 0; tap < taps; tap++) tables.kernels[i][tap] /= sum;
    make_blur(tables.kernels[i], 0, &tables.blurs[i]);
  }
}

// The position of a sample in modules.
static inline double module_at(int sample) { return (sample + 0.5) * sample_width - position_quiet; }

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

// Adds the errors for each pair of symbols at the boundary of two digits.
static void add_pairs(
    const float *seen, const blur *shape, int before, int before_count, int after, int after_count, float weight,
    float target[left_patterns][left_patterns]) {
  const float square = dot(seen, seen, span);
  float alone[2][left_patterns];
  for (int i = 0; i < before_count; i++) {
    alone[0][i] = shape->squares[0][before + i] - 2 * dot(seen, shape->before[before + i], span);
  }
  for (int i = 0; i < after_count; i++) {
    alone[1][i] = shape->squares[1][after + i] - 2 * dot(seen, shape->after[after + i], span);
  }
  for (int i = 0; i < before_count; i++) {
    for (int j = 0; j < after_count; j++) {
      target[i][j] = weight * (square + alone[0][i] + alone[1][j] + 2 * shape->products[before + i][after + j]);
    }
  }
}

static float error_of(const float *seen, const float *before, const float *after, int first, int end) {
  float error = 0;
  for (int k = first; k < end; k++) {
    const float rest = seen[k] - before[k] - after[k];
    error += rest * rest;
  }
  return error;
}

// The darkness of the samples, 0 for light and 1 for dark.
static void find_darkness(layout code, const state *fit, float *seen) {
  for (int k = 0; k < code.samples; k++) {
    const float dark = (fit->light[k] - fit->values[k]) / fit->contrast[k];
    seen[k] = dark < -1 ? -1 : dark > 2 ? 2 : dark;
  }
}

static void find_costs(layout code, const float *seen, const float *contrast, const blur *shape, costs *found) {
  const int lefts = code.half == 6 ? left_patterns : 10, last = 2 * code.half - 1;
  const int guard = 5 * per_module / 2;
  int at = (quiet + 3) * per_module;
#define here (seen + at - half_span)
#define weight (contrast[at] * contrast[at])
  for (int i = 0; i < lefts; i++) {
    found->first[i] = weight * error_of(here, shape->before[outer_guard], shape->after[i], 0, span);
  }
  for (int digit = 0; digit < last; digit++) {
    at += 7 * per_module;
    if (digit == code.half - 1) {
      float left[left_patterns];
      for (int i = 0; i < lefts; i++) {
        left[i] = weight * error_of(here, shape->before[i], shape->after[centre_guard], 0, half_span + guard);
      }
      at += 5 * per_module;
      found->centre = never;
      for (int j = 0; j < 10; j++) {
        const float *after = shape->after[right_pattern + j];
        const float right = weight * error_of(here, shape->before[centre_guard], after, half_span - guard, span);
        found->centre = fminf(found->centre, right);
        for (int i = 0; i < lefts; i++) found->step[digit][i][j] = left[i] + right;
      }
    } else if (digit < code.half) {
      add_pairs(here, shape, 0, lefts, 0, lefts, weight, found->step[digit]);
    } else {
      add_pairs(here, shape, right_pattern, 10, right_pattern, 10, weight, found->step[digit]);
    }
  }
  at += 7 * per_module;
  for (int i = 0; i < 10; i++) {
    found->last[i] = weight * error_of(here, shape->before[right_pattern + i], shape->after[outer_guard], 0, span);
  }
#undef here
#undef weight
}

// Finds the symbols with the least error, regardless of check digit and parities, and the errors of the two halves.
static void best_symbols(layout code, const costs *of, int *symbols, float *left_error, float *right_error) {
  const int count = 2 * code.half, lefts = code.half == 6 ? left_patterns : 10;
  // The least error of the digits up to each one, by its symbol.
  float cost[most_digits][left_patterns];
  memcpy(cost[0], of->first, sizeof cost[0]);
  for (int digit = 1; digit < count; digit++) {
    const int before = digit <= code.half ? lefts : 10, after = digit < code.half ? lefts : 10;
    for (int j = 0; j < after; j++) cost[digit][j] = never;
    for (int i = 0; i < before; i++) {
      for (int j = 0; j < after; j++) {
        const float error = cost[digit - 1][i] + of->step[digit - 1][i][j];
        cost[digit][j] = error < cost[digit][j] ? error : cost[digit][j];
      }
    }
  }
  *left_error = never;
  for (int j = 0; j < 10; j++) *left_error = fminf(*left_error, cost[code.half][j] - of->centre);
  float least = never;
  for (int i = 0; i < 10; i++) {
    const float error = cost[count - 1][i] + of->last[i];
    if (error >= least) continue;
    least = error;
    symbols[count - 1] = i;
  }
  for (int digit = count - 1; digit > 0; digit--) {
    float best = never;
    for (int i = 0; i < (digit <= code.half ? lefts : 10); i++) {
      const float error = cost[digit - 1][i] + of->step[digit - 1][i][symbols[digit]];
      if (error >= best) continue;
      best = error;
      symbols[digit - 1] = i;
    }
  }
  *right_error = least - *left_error;
}

// Returns the symbol for a digit; bit 5 of the parities is that of the first left digit.
static inline int symbol(layout code, int parities, int place, int digit) {
  return place < code.half && (parities >> (code.half - 1 - place) & 1) ? digit + 10 : digit;
}

typedef float digit_costs[most_digits][10][10];

// Finds the errors of all digits given those before (forward) or after them, by the sum of the digits up to there.
static void propagate(layout code, const costs *of, int parities, int first, bool is_forward, digit_costs total) {
  const int count = 2 * code.half;
  for (int i = 0; i < count * 100; i++) (&total[0][0][0])[i] = never;
  for (int digit = 0; digit < 10; digit++) {
    if (is_forward) total[0][digit][(first + 3 * digit) % 10] = of->first[symbol(code, parities, 0, digit)];
    else total[count - 1][digit][0] = of->last[digit];
  }
  for (int n = 1; n < count; n++) {
    const int place = is_forward ? n : count - n, factor = place % 2 ? 1 : 3;
    for (int left = 0; left < 10; left++) {
      for (int right = 0; right < 10; right++) {
        const float step =
            of->step[place - 1][symbol(code, parities, place - 1, left)][symbol(code, parities, place, right)];
        for (int sum = 0; sum < 10; sum++) {
          const int later = (sum + factor * right) % 10;
          float *target = is_forward ? &total[place][right][later] : &total[place - 1][left][sum];
          const float error = (is_forward ? total[place - 1][left][sum] : total[place][right][later]) + step;
          if (error < *target) *target = error;
        }
      }
    }
  }
}

// Finds the digits with the least error and valid parities and check digit, and the least error of all others.
//
// Returns the first digit, which the parities encode; 0 for EAN-8.
static int best_digits(layout code, const costs *of, int *symbols, float *least, float *next) {
  static const uint8_t parities[10] = {0x00, 0x0b, 0x0d, 0x0e, 0x13, 0x19, 0x1c, 0x15, 0x16, 0x1a};
  const int count = 2 * code.half;
  int found = 0;
  *least = *next = never;
  for (int first = 0; first < (code.half == 6 ? 10 : 1); first++) {
    digit_costs ahead, back;
    propagate(code, of, parities[first], first, true, ahead);
    propagate(code, of, parities[first], first, false, back);
    // The least error of each digit in each place; the best digits are the least ones of all places.
    float by_digit[most_digits][10], best = never;
    int digits[most_digits] = {0};
    for (int place = 0; place < count; place++) {
      best = never;
      for (int digit = 0; digit < 10; digit++) {
        float error = never;
        for (int sum = 0; sum < 10; sum++) error = fminf(error, ahead[place][digit][sum] + back[place][digit][sum]);
        by_digit[place][digit] = error;
        if (error < best) {
          best = error;
          digits[place] = digit;
        }
      }
    }
    for (int place = 0; place < count; place++) {
      for (int digit = 0; digit < 10; digit++) {
        if (digit != digits[place]) *next = fminf(*next, by_digit[place][digit]);
      }
    }
    if (best >= *least) {
      *next = fminf(*next, best);
      continue;
    }
    *next = fminf(*next, *least);
    *least = best;
    found = first;
    for (int place = 0; place < count; place++) symbols[place] = symbol(code, parities[first], place, digits[place]);
  }
  return found;
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
  memset(made, 0, sizeof *made);
  int at = quiet * per_module - reach_samples;
  for (int unit = 0; unit < 2 * code.half + 3; unit++) {
    const int digit = unit - (unit > code.half ? 2 : 1);
    int shape = outer_guard;
    if (unit == code.half + 1) shape = centre_guard;
    else if (unit > 0 && digit < 2 * code.half) shape = symbols[digit] + (digit < code.half ? 0 : right_pattern);
    for (int tap = 0; tap < taps; tap++) {
      const response *part = &tables.responses[shape][tap];
      add(part, (float)fit->kernel[tap], (float)fit->growth, at, tap, code.samples, made);
    }
    at += tables.patterns[shape].length * per_module;
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
        int symbols[most_digits];
        float error[2];
        find_costs(code, seen, place.contrast, &tables.blurs[radius], &found);
        best_symbols(code, &found, symbols, &error[0], &error[1]);
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

// Alternates between symbols and the rest until neither changes, and returns whether the result can be a code.
//
// It ends early if an earlier start had explained much more after as many rounds, or came to the same digits.
static bool converge(layout code, const series *line, trial start, double *lead, visits *others, ccodes_retail *found) {
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
  memcpy(fit.kernel, tables.kernels[start.radius], sizeof fit.kernel);
  int symbols[most_digits] = {0}, before[most_digits];
  float halves[2];
  blur shape;
  costs errors;
  float seen[most_samples] = {0};
  find_darkness(code, &fit, seen);
  find_costs(code, seen, fit.contrast, &tables.blurs[start.radius], &errors);
  best_symbols(code, &errors, symbols, &halves[0], &halves[1]);
  for (int round = 0; round < rounds; round++) {
    if (!improve(code, symbols, round > 1, &fit)) return false;
    if (round >= 3 && fit.unexplained > 1.1 * lead[round]) return false;
    if (fit.unexplained < lead[round]) lead[round] = fit.unexplained;
    sample(code, fit.place, line, 1, to);
    make_blur(fit.kernel, fit.growth, &shape);
    find_darkness(code, &fit, seen);
    find_costs(code, seen, fit.contrast, &shape, &errors);
    memcpy(before, symbols, sizeof before);
    best_symbols(code, &errors, symbols, &halves[0], &halves[1]);
    if (is_visited(code, symbols, &fit, earlier, others)) return false;
    if (round > 6 && memcmp(before, symbols, sizeof(int) * 2 * (size_t)code.half) == 0) break;
  }
  found->unexplained = fit.unexplained;
  if (fit.unexplained > hopeless) return true;
  float least, next;
  int checked[most_digits] = {0};
  const int first = best_digits(code, &errors, checked, &least, &next);
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
  pthread_once(&tables_made, make_tables);
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
  found->unexplained = 1;
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

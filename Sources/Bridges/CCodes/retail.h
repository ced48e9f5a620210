#ifndef CCODES_RETAIL_H
#define CCODES_RETAIL_H

#include "CCodes.h"

// The fit of EAN and UPC codes to a grey profile.
//
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

// The width of a sample, in modules.
static const double sample_width = 1 / (double)per_module;

// The blur is a sum of symmetric triangles with their peaks at multiples of half a module.
enum { taps = 8, reach = 4, radii = 3 };

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

// The patterns, their responses to each triangle of a blur, and the blurs that a fit starts with.
typedef struct {
  pattern patterns[patterns];
  response responses[patterns][taps];
  double kernels[radii][taps];
  blur blurs[radii];
} retail_tables;

// The numbers of digits in a half, of modules, and of samples.
typedef struct {
  int half, modules, samples;
} layout;

// The errors of the first symbol, of each pair of neighbours, and of the last one.
typedef struct {
  float first[left_patterns], step[most_digits - 1][left_patterns][left_patterns], last[10];
  // The least error of the first part of the right half.
  float centre;
} costs;

static const float never = 1e30f;

// A sum in lanes, which the compiler can vectorize; the count must be a multiple of four.
static inline float dot(const float *first, const float *second, int count) {
  float lane[4] = {0};
  for (int k = 0; k < count; k += 4) {
    for (int i = 0; i < 4; i++) lane[i] += first[k + i] * second[k + i];
  }
  return lane[0] + lane[1] + lane[2] + lane[3];
}

// Returns the tables, which the first call makes.
const retail_tables *ccodes_retail_tables(void);

// Blurs all patterns with a kernel, the weights of the triangles.
void ccodes_make_blur(const double *kernel, double growth, blur *made);

// Finds the errors of all choices for the darkness of the samples (0 for light, 1 for dark).
void ccodes_find_costs(layout code, const float *seen, const float *contrast, const blur *shape, costs *found);

// Finds the symbols with the least error, regardless of check digit and parities, and the errors of the two halves.
void ccodes_best_symbols(layout code, const costs *of, int *symbols, float *left_error, float *right_error);

// Finds the digits with the least error and valid parities and check digit, and the least error of all others.
//
// Returns the first digit, which the parities encode; 0 for EAN-8.
int ccodes_best_digits(layout code, const costs *of, int *symbols, float *least, float *next);

#endif

#include <math.h>
#include <string.h>

#include "CCodes.h"

// A profile of bars is a sum of steps at their edges, blurred, between levels that change slowly. The edges are fitted
// by the method of Gauss and Newton, in turn with the blur and the levels.

// The levels of light and contrast are polynomials with three coefficients each.
enum { rounds = 16, levels = 6, at_sigma = levels, at_width, unknowns };
// The most edges whose blurs overlap, and the most values that an edge changes.
enum { band = 16, most_reach = 79, most_window = 2 * most_reach + 1 };

// A blur: a Gaussian, as out of focus, after a box, as of motion and of pixels.
typedef struct {
  double sigma, width;
} blur;

static const double narrowest = 0.3, most_move = 0.8, most_growth = 0.15;
static const double hopeless = 0.1, converged = 0.97;
// The weights of the edges and of the blur of the round before.
static const double inertia = 0.004, blur_inertia = 0.3;

// A blurred step from 0 to 1, and its derivatives by the logarithms of the blur's sizes.
typedef struct {
  double height, by_sigma, by_width;
} step;

// The normal distribution's distribution function.
static double below(double x) { return 0.5 * (1 + erf(x * M_SQRT1_2)); }

// Returns the values at a distance from the step.
static step step_at(blur of, double x) {
  const double a = (x + of.width / 2) / of.sigma, b = (x - of.width / 2) / of.sigma;
  const double below_a = below(a), below_b = below(b), density = 0.3989422804014327;
  const double by_sigma = density * (exp(-0.5 * a * a) - exp(-0.5 * b * b)) * of.sigma / of.width;
  const double height = (a * below_a - b * below_b) * of.sigma / of.width + by_sigma;
  return (step){height, by_sigma, (below_a + below_b) / 2 - height};
}

// Returns the derivative of a blurred step by the place.
static double slope_at(blur of, double x) {
  return (below((x + of.width / 2) / of.sigma) - below((x - of.width / 2) / of.sigma)) / of.width;
}

static int reach_of(blur of) { return (int)fmin(most_reach, ceil(3.5 * of.sigma + of.width / 2)); }

// Solves a positive definite system with zeros beside the diagonal; row i holds the columns i - band + 1 to i.
static bool solve_band(double (*matrix)[band], double *right, size_t count) {
  for (size_t i = 0; i < count; i++) {
    const size_t first = i + 1 > band ? i + 1 - band : 0;
    for (size_t j = first; j <= i; j++) {
      double rest = matrix[i][j + band - 1 - i];
      for (size_t k = first; k < j; k++) rest -= matrix[i][k + band - 1 - i] * matrix[j][k + band - 1 - j];
      if (i == j && !(rest > 1e-12)) return false;
      matrix[i][j + band - 1 - i] = i == j ? sqrt(rest) : rest / matrix[j][band - 1];
    }
  }
  for (size_t i = 0; i < count; i++) {
    for (size_t k = i + 1 > band ? i + 1 - band : 0; k < i; k++) right[i] -= matrix[i][k + band - 1 - i] * right[k];
    right[i] /= matrix[i][band - 1];
  }
  for (size_t i = count; i-- > 0;) {
    for (size_t k = i + 1; k < count && k < i + band; k++) right[i] -= matrix[k][i + band - 1 - k] * right[k];
    right[i] /= matrix[i][band - 1];
  }
  return true;
}

static double clamped(double value, double limit) { return value > limit ? limit : value < -limit ? -limit : value; }

// A fit, with memory for as many numbers as there are values or edges.
typedef struct {
  const float *seen;
  size_t count;
  blur of;
  double *edges;
  size_t edge_count;
  double *made, *rest, *gain, *other, *right, *columns, (*matrix)[band];
  double unexplained;
} fit;

static double place(const fit *in, size_t k) { return 2 * ((double)k + 0.5) / (double)in->count - 1; }

// Adds the steps of all edges and their derivatives by the logarithms of the blur's sizes.
//
// Steps that are passed add up to 0 or 1.
static void render(const fit *in, double *made, double *by_sigma, double *by_width) {
  const int reach = reach_of(in->of);
  size_t passed = 0, next = 0;
  for (size_t k = 0; k < in->count; k++) {
    while (next < in->edge_count && in->edges[next] < (double)k + reach) next++;
    while (passed < next && in->edges[passed] < (double)k - reach) passed++;
    made[k] = passed % 2 == 0 ? 0 : 1;
    by_sigma[k] = by_width[k] = 0;
    for (size_t i = passed; i < next; i++) {
      const step edge = step_at(in->of, (double)k - in->edges[i]);
      const double sign = i % 2 == 0 ? 1 : -1;
      made[k] += sign * edge.height;
      by_sigma[k] += sign * edge.by_sigma;
      by_width[k] += sign * edge.by_width;
    }
  }
}

// Finds the levels by least squares, and the changes of the logarithms of the blur's sizes.
static bool fit_levels(fit *in, double *growth) {
  render(in, in->made, in->other, in->rest);
  double matrix[unknowns * unknowns] = {0}, found[unknowns] = {0}, mean = 0, square = 0;
  for (size_t k = 0; k < in->count; k++) {
    const double t = place(in, k), dark = in->made[k], value = (double)in->seen[k];
    const double effects[unknowns] = {1, t, t * t, dark, dark * t, dark * t * t, in->other[k], in->rest[k]};
    for (int i = 0; i < unknowns; i++) {
      found[i] += effects[i] * value;
      for (int j = 0; j <= i; j++) matrix[i * unknowns + j] += effects[i] * effects[j];
    }
    mean += value;
    square += value * value;
  }
  for (int i = 0; i < unknowns; i++) matrix[i * unknowns + i] += i < levels ? 1e-6 : blur_inertia;
  if (!ccodes_solve(matrix, found, unknowns) || !(found[3] > 0.1)) return false;
  double error = 0;
  for (size_t k = 0; k < in->count; k++) {
    const double t = place(in, k);
    in->gain[k] = fmax(0.1, found[3] + t * (found[4] + t * found[5]));
    in->rest[k] = (double)in->seen[k] - (found[0] + t * (found[1] + t * found[2])) - in->gain[k] * in->made[k];
    error += in->rest[k] * in->rest[k];
  }
  in->unexplained = error / fmax(1e-9, square - mean * mean / (double)in->count);
  growth[0] = clamped(found[at_sigma] / found[3], most_growth);
  growth[1] = clamped(found[at_width] / found[3], most_growth);
  return true;
}

// Moves the edges by a step of Gauss and Newton, and removes those that meet.
static bool fit_edges(fit *in) {
  const int reach = reach_of(in->of), window = 2 * reach + 1;
  const ptrdiff_t count = (ptrdiff_t)in->count;
  memset(in->matrix, 0, in->edge_count * sizeof *in->matrix);
  for (size_t i = 0; i < in->edge_count; i++) {
    const double edge = in->edges[i], sign = i % 2 == 0 ? -1 : 1;
    const ptrdiff_t start = lround(edge) - reach;
    double *column = in->columns + i * most_window;
    in->right[i] = 0;
    for (int k = 0; k < window; k++) {
      const ptrdiff_t at = start + k;
      column[k] = 0;
      if (at < 0 || at >= count) continue;
      column[k] = sign * in->gain[at] * slope_at(in->of, (double)at - edge);
      in->right[i] += column[k] * in->rest[at];
    }
    for (size_t j = i + 1 > band ? i + 1 - band : 0; j <= i; j++) {
      const ptrdiff_t shift = start + reach - lround(in->edges[j]);
      const double *earlier = in->columns + j * most_window;
      double product = 0;
      for (ptrdiff_t k = 0; k + shift < window; k++) product += column[k] * earlier[k + shift];
      in->matrix[i][j + band - 1 - i] = product + (i == j ? inertia : 0);
    }
  }
  if (!solve_band(in->matrix, in->right, in->edge_count)) return false;
  size_t kept = 0;
  for (size_t i = 0; i < in->edge_count; i++) {
    const double edge = in->edges[i] + clamped(in->right[i], most_move);
    if (kept > 0 && edge - in->edges[kept - 1] < narrowest) kept--;
    else in->edges[kept++] = edge;
  }
  in->edge_count = kept;
  return true;
}

size_t ccodes_edges_scratch_size(size_t count, size_t edge_count) {
  return 4 * count + edge_count * (band + most_window + 1);
}

size_t ccodes_fit_edges(
    const float *seen, size_t count, double sigma, double *edges, size_t edge_count, bool moves_edges, double *scratch,
    double *unexplained) {
  // A pixel and its interpolation are about a box; the rest of the blur is a Gaussian.
  fit in = {.seen = seen, .count = count, .of = {fmax(0.5, 0.9 * sigma), fmax(0.5, sigma)}, .edges = edges};
  in.edge_count = edge_count;
  in.made = scratch;
  in.rest = in.made + count;
  in.gain = in.rest + count;
  in.other = in.gain + count;
  in.right = in.other + count;
  in.columns = in.right + edge_count;
  in.matrix = (double(*)[band])(in.columns + edge_count * most_window);
  *unexplained = 1;
  double growth[2], before = 1;
  for (int round = 0; in.edge_count > 0; round++) {
    if (!fit_levels(&in, growth)) return 0;
    // Wrong edges stay wrong, and right ones are soon as good as they can be.
    if (round == rounds || (round > 3 && (in.unexplained > hopeless || in.unexplained > converged * before))) {
      *unexplained = in.unexplained;
      return in.edge_count;
    }
    before = in.unexplained;
    if (moves_edges && !fit_edges(&in)) return 0;
    if (round == 0) continue;
    in.of.sigma = fmax(narrowest, in.of.sigma * (1 + growth[0]));
    in.of.width = fmax(narrowest, in.of.width * (1 + growth[1]));
  }
  return 0;
}

#pragma once

// Pixel loops for the detection of codes that the engines don't provide.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A grey picture with rows `stride` bytes apart.
typedef struct {
  const uint8_t *pixels;
  size_t stride;
  int width, height;
} ccodes_picture;

/// Sets each pixel to 0 if it is darker than the mean of the window around it by more than `margin`, otherwise to
/// 255.
///
/// The window reaches about `radius` pixels to each side, at most 2048, rounded to blocks of 8 × 8, and ends at the picture's
/// edges.
///
/// @param scratch Memory of `ccodes_threshold_scratch_size` bytes, aligned for 32-bit numbers.
void ccodes_threshold(
    ccodes_picture picture, int radius, int margin, void *scratch, uint8_t *target, size_t target_stride);

size_t ccodes_threshold_scratch_size(int width, int height);

/// A finder pattern candidate of a QR code.
typedef struct {
  /// The centre, in pixels.
  float x, y;
  /// The size of a module, horizontally and vertically.
  float module_width, module_height;
  /// The number of rows that crossed it.
  int count;
} ccodes_finder;

/// Searches a picture of 0 and 255 for finder patterns: runs in the ratio 1:1:3:1:1, horizontally and vertically.
///
/// In pictures with more than 800 rows, every second row is searched.
///
/// @param overflow The number of row crossings of patterns beyond the capacity.
/// @return The number of patterns; at most `capacity`.
size_t ccodes_find_finders(ccodes_picture picture, ccodes_finder *finders, size_t capacity, size_t *overflow);

/// The numbers of finder patterns that a less strict engine detects.
typedef struct {
  /// The number of crossings of possible patterns by every third row, dark on light or light on dark.
  size_t crossings;
  /// The approximate number of patterns that match in all directions.
  double patterns;
} ccodes_finder_candidates;

/// Counts possible finder patterns in a picture of 0 and 255.
ccodes_finder_candidates ccodes_count_finder_candidates(ccodes_picture picture);

/// A point in a code, in modules from its top left corner.
typedef struct {
  float x, y;
  /// 1 if the point is light, -1 if it is dark.
  float expected;
  /// The index of the pattern, below 16.
  int group;
} ccodes_point;

/// A projective map of modules to pixels.
///
/// The image of (x, y) is (xx·x + xy·y + x1, yx·x + yy·y + y1) / (wx·x + wy·y + w1).
typedef struct {
  double xx, xy, x1, yx, yy, y1, wx, wy, w1;
} ccodes_map;

/// Returns the agreement of a picture with the known points of a code, from -1 to 1.
///
/// It is the correlation of actual and expected values in each group, averaged over the groups.
double ccodes_agreement(ccodes_picture picture, ccodes_map map, const ccodes_point *points, size_t count);

/// Samples a picture at positions in modules with interpolation; edge pixels are repeated outside.
void ccodes_sample(ccodes_picture picture, ccodes_map map, const float *places, size_t count, float *values);

/// A line in a picture, in pixels; (0, 0) is the outer corner of the top left pixel.
typedef struct {
  double start_x, start_y, end_x, end_y;
} ccodes_line;

/// Samples a picture at the centres of `count` equal parts of a line; edge pixels are repeated outside.
void ccodes_sample_line(ccodes_picture picture, ccodes_line line, size_t count, float *values);

/// Returns the correlation of a picture along a line with the values of another line, from -1 to 1.
///
/// Pearson's coefficient ignores brightness and contrast. Parts of the line outside the picture are excluded.
///
/// @return 0 if less than half of the line is inside, or all values are equal.
double ccodes_line_correlation(ccodes_picture picture, ccodes_line line, const float *reference, size_t count);

/// Returns the distinctness of modules in a window of a code, from 0 to 1.
///
/// It is the fraction of the variance that lies between modules rather than inside them.
///
/// @param first_x,first_y The first module of the window.
/// @param shift_x,shift_y The displacement of the modules relative to `map`, in modules.
double ccodes_module_contrast(
    ccodes_picture picture, ccodes_map map, int first_x, int first_y, int columns, int rows, double shift_x,
    double shift_y);

/// Replaces each pixel with the mean of a window of 3 × 3, weighted 1:2:1 in both directions.
///
/// @param sums Memory for `width + 2` numbers.
void ccodes_soften(ccodes_picture picture, uint16_t *sums, uint8_t *target, size_t target_stride);

/// Inverts the brightness.
void ccodes_invert(ccodes_picture picture, uint8_t *target, size_t target_stride);

/// Returns the estimated standard deviation of a picture's noise, in grey values.
double ccodes_noise(ccodes_picture picture);

/// Finds the light and dark modules that most likely produced the observed values through a blur.
///
/// Modules are 1 if light and -1 if dark, row by row. The surroundings of the code are light.
///
/// @param seen The observed value of each module.
/// @param known The known modules; 0 if unknown.
/// @param kernel The weights of the 5 × 5 surrounding modules, with sum 1 and point symmetry.
/// @param scratch Memory for `ccodes_unblur_scratch_size` numbers.
void ccodes_unblur(const float *seen, const float *known, int side, const float *kernel, float *scratch, float *target);

size_t ccodes_unblur_scratch_size(int side);

/// The products of horizontal and vertical brightness differences over two pixels, added up over a part of a picture.
typedef struct {
  float xx, yy, xy;
} ccodes_gradients;

/// Adds up gradients in windows of 3 × 3 square cells around each cell, row by row.
///
/// Incomplete cells at the right and bottom edges are left out.
///
/// @param cell The side of a cell in pixels, at most 64.
/// @param cells Scratch memory for as many sums as there are cells.
void ccodes_sum_gradients(ccodes_picture picture, int cell, ccodes_gradients *cells, ccodes_gradients *windows);

/// Solves a symmetric positive definite system, given its lower triangle; the solution replaces the right side.
///
/// @return Whether the system is positive definite.
bool ccodes_solve(double *matrix, double *right, int count);

/// The largest blur that `ccodes_sharpen` can remove, in values.
#define CCODES_MOST_BLUR 16

/// Removes a Gaussian blur from a profile of bars: the darkness, from 0 for spaces to 1 for bars.
///
/// Searches for the profile between these bounds that explains the blurred one best.
///
/// @param sigma The standard deviation of the blur, in values.
/// @param scratch Memory for `ccodes_sharpen_scratch_size` numbers.
/// @param sharp Receives the profile; the blurred one if `sigma` is outside 0.1 to the largest blur.
void ccodes_sharpen(const float *seen, size_t count, double sigma, float *scratch, float *sharp);

size_t ccodes_sharpen_scratch_size(size_t count);

/// Fits the edges of bars to a blurred profile, in turn with the blur and the levels.
///
/// @param sigma The approximate standard deviation of the blur, in values.
/// @param edges The approximate edges in order, the first one from light to dark; receives the fitted ones.
/// @param moves_edges Whether the edges are fitted, not only the blur and the levels.
/// @param scratch Memory for `ccodes_edges_scratch_size` numbers.
/// @param unexplained The fraction of the profile's variance that the fit leaves; 1 if there is none.
/// @return The number of edges, without those that met; 0 if no fit was found.
size_t ccodes_fit_edges(
    const float *seen, size_t count, double sigma, double *edges, size_t edge_count, bool moves_edges, double *scratch,
    double *unexplained);

size_t ccodes_edges_scratch_size(size_t count, size_t edge_count);

/// An EAN-13 or EAN-8 code fitted to a grey profile.
typedef struct {
  /// The digits; the first one is 0 for EAN-8 and followed by its eight digits.
  uint8_t digits[13];
  /// Whether the digits are the most likely ones even without regard to check digit and parities.
  bool is_plain;
  /// The fraction of the profile's variance that the fit leaves.
  double unexplained;
  /// The error of the second most likely valid digits relative to that of the most likely ones.
  double margin;
  /// The outer edges of the code's first and last bar in the profile; the start is behind the end if it is upside down.
  double start, end;
} ccodes_retail;

/// Fits an EAN code in either direction to a blurred grey profile: digits, blur, levels, and places of the modules.
///
/// @param start,end The approximate outer edges of the first and the last bar, in values of the profile.
/// @param half The number of digits beside the centre guard: 6 for EAN-13 and UPC-A, 4 for EAN-8.
/// @param scratch Memory for six times `count` numbers.
/// @return Whether a fit was found; its quality decides whether it is a code.
bool ccodes_fit_retail(
    const float *profile, size_t count, double start, double end, int half, float *scratch, ccodes_retail *found);

#ifdef __cplusplus
}
#endif

#pragma once

// The loops over pixels that looking for codes needs, and that no engine offers.

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A grey picture; the rows lie `stride` bytes apart.
typedef struct {
  const uint8_t *pixels;
  size_t stride;
  int width, height;
} ccodes_picture;

/// Makes 0 of each pixel that is darker than the mean of the window around it by more than `margin`, else 255.
///
/// The window reaches about `radius` pixels to each side, to whole blocks of 8 by 8, and ends at the picture's edges.
///
/// @param scratch Memory of the size that `ccodes_threshold_scratch_size` tells, aligned for 32-bit numbers.
void ccodes_threshold(
    ccodes_picture picture, int radius, int margin, void *scratch, uint8_t *target, size_t target_stride);

size_t ccodes_threshold_scratch_size(int width, int height);

/// A place that looks like a finder pattern of a QR code.
typedef struct {
  /// The middle, in pixels.
  float x, y;
  /// The extent of a module across and down.
  float module_width, module_height;
  /// How many rows crossed it.
  int count;
} ccodes_finder;

/// Looks for finder patterns in a picture of 0 and 255: dark and light in the ratio 1:1:3:1:1 across and down.
///
/// Of pictures with more than 800 rows every second one is looked at.
///
/// @param overflow How many times rows crossed patterns beyond those.
/// @return How many there are; at most `capacity`.
size_t ccodes_find_finders(ccodes_picture picture, ccodes_finder *finders, size_t capacity, size_t *overflow);

/// What an engine takes for finder patterns that looks less closely.
typedef struct {
  /// How many times every third row crosses what may be one, dark on light or light on dark.
  size_t crossings;
  /// About how many of them look like patterns in all directions.
  double patterns;
} ccodes_lookalikes;

/// Counts what looks like finder patterns in a picture of 0 and 255.
ccodes_lookalikes ccodes_count_lookalikes(ccodes_picture picture);

/// A place in a code, in modules from its top left corner.
typedef struct {
  float x, y;
  /// 1 where it is light, -1 where it is dark.
  float expected;
  /// Which pattern it belongs to: below 16.
  int group;
} ccodes_point;

/// A projective map from modules to pixels: (x, y) comes to (xx·x + xy·y + x1, yx·x + yy·y + y1) / (wx·x + wy·y + w1).
typedef struct {
  double xx, xy, x1, yx, yy, y1, wx, wy, w1;
} ccodes_map;

/// How well a picture agrees with what is known of a code: the correlation of each group's points with what is
/// expected of them, -1 to 1, averaged over the groups.
double ccodes_agreement(ccodes_picture picture, ccodes_map map, const ccodes_point *points, size_t count);

/// Samples a picture between its pixels, at places in modules; beyond its edges it goes on as it is there.
void ccodes_sample(ccodes_picture picture, ccodes_map map, const float *places, size_t count, float *values);

/// A line through a picture, in pixels; (0, 0) is the top left corner of the top left one.
typedef struct {
  double start_x, start_y, end_x, end_y;
} ccodes_line;

/// Samples a picture at the middles of `count` equal parts of a line; beyond its edges it goes on as it is there.
void ccodes_sample_line(ccodes_picture picture, ccodes_line line, size_t count, float *values);

/// How alike a picture along a line is to what another line gave, whatever the brightness and contrast: Pearson's
/// coefficient, -1 to 1, of the parts of the line that lie in the picture.
///
/// @return 0 where less than half of the line does, or all of it is the same.
double ccodes_likeness(ccodes_picture picture, ccodes_line line, const float *reference, size_t count);

/// How clearly modules stand apart in a window of a code: the share of the variance that lies between the modules
/// rather than inside them, 0 to 1.
///
/// @param first_x,first_y The first module of the window.
/// @param shift_x,shift_y How far the modules lie from where `map` has them, in modules.
double ccodes_distinctness(
    ccodes_picture picture, ccodes_map map, int first_x, int first_y, int columns, int rows, double shift_x,
    double shift_y);

/// Makes each pixel the mean of a window of 3 by 3, weighted 1:2:1 both ways.
///
/// @param sums Room for two more than the width.
void ccodes_soften(ccodes_picture picture, uint16_t *sums, uint8_t *target, size_t target_stride);

/// Turns light and dark about.
void ccodes_invert(ccodes_picture picture, uint8_t *target, size_t target_stride);

/// About the standard deviation of a picture's noise, in grey values.
double ccodes_noise(ccodes_picture picture);

/// Finds the light and dark modules that a blur made what is seen of: about the likeliest ones.
///
/// Modules are 1 where they are light, -1 where they are dark, row by row; around the code it is light.
///
/// @param seen What is seen of each module.
/// @param known What is known of each module; 0 where nothing is.
/// @param kernel What each of the 5 by 5 modules around gives, all together 1; the same when turned by half a turn.
/// @param scratch Room for as many numbers as `ccodes_unblur_scratch_size` tells.
void ccodes_unblur(const float *seen, const float *known, int side, const float *kernel, float *scratch, float *target);

size_t ccodes_unblur_scratch_size(int side);

#ifdef __cplusplus
}
#endif

// Pixel conversion: arithmetic between RGB and YCbCr and between ranges, for which libyuv is not exact enough.
//
// libyuv's coefficients have 6 to 8 bits on x86. Measured against exact arithmetic over all colors, version 1857 is
// off by up to 2.6 (BT.601, video range), 1.3 (JPEG) and 14.8 (BT.709, video range) to RGB, and by up to 1.7 for
// chroma from RGB. All results here are within 0.6, except full-range luma by BT.601, which uses libyuv and is
// within 0.95. Pure byte reordering uses libyuv too.
#ifndef OPENCAPTURE_CPIXELS_H
#define OPENCAPTURE_CPIXELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The arrangement of a picture's components in its planes, in memory order.
typedef enum {
  CPIXELS_BGRA,
  CPIXELS_RGBA,
  CPIXELS_RGB,
  CPIXELS_BGR,
  CPIXELS_GREY,
  // Three planes, chroma at half width and height.
  CPIXELS_PLANAR_420,
  // Three planes, chroma at half width.
  CPIXELS_PLANAR_422,
  // Luma, then interleaved Cb and Cr at half width and height.
  CPIXELS_CBCR_420,
  // Luma, then interleaved Cr and Cb at half width and height.
  CPIXELS_CRCB_420,
  // One plane with two pixels in four bytes.
  CPIXELS_YUYV,
  CPIXELS_UYVY,
} cpixels_packing;

// The weights of red and blue in luma.
typedef enum {
  CPIXELS_BT601,
  CPIXELS_BT709,
} cpixels_matrix;

typedef struct {
  uint8_t *bytes;
  ptrdiff_t bytes_per_row;
} cpixels_plane;

typedef struct {
  cpixels_packing packing;
  // Whether all components range from 0 to 255, rather than luma from 16 to 235 and chroma from 16 to 240.
  bool is_full_range;
  cpixels_plane planes[3];
} cpixels_picture;

// The compiled variant of the loops. All variants give identical results.
typedef enum {
  // Uses the vector instructions of the running processor.
  CPIXELS_FASTEST,
  // Runs on every processor of the architecture.
  CPIXELS_PORTABLE,
} cpixels_loops;

// Converts a picture of `width` by `height` pixels, both at least 1.
//
// The target's packing is BGRA, RGBA, RGB, BGR, GREY, PLANAR_420 or CBCR_420. The planes of source and target must
// not overlap. Source chroma is replicated; target chroma is the average over its pixels.
void cpixels_convert(
    const cpixels_picture *source, const cpixels_picture *target, size_t width, size_t height, cpixels_matrix matrix,
    cpixels_loops loops);

// Returns whether all alpha values are 255, for pixels of four bytes with alpha last.
bool cpixels_is_opaque(const uint8_t *pixels, size_t count);

// Returns whether all values of an alpha plane are 255.
bool cpixels_are_opaque(const uint8_t *alpha, size_t count);

// Copies the alpha values of four-byte pixels.
void cpixels_copy_alpha(const uint8_t *pixels, uint8_t *alpha, size_t count);

// Composites four-byte pixels with straight alpha over white, in place.
void cpixels_composite_over_white(uint8_t *pixels, size_t count);

// The counterparts for grey pixels of two bytes: grey, then alpha.
void cpixels_copy_grey_alpha(const uint8_t *grey_alpha, uint8_t *alpha, size_t count);
void cpixels_composite_grey_over_white(const uint8_t *grey_alpha, uint8_t *grey, size_t count);

// Converts pixels composited over white to pixels composited over black, in place.
//
// Pixels are grey, or have three components and an optional fourth byte, which stays unchanged.
void cpixels_composite_over_black(uint8_t *pixels, const uint8_t *opacity, size_t count, size_t bytes_per_pixel);

// Optionally mirrors a plane left to right, then rotates it by clockwise quarter turns.
//
// `width` and `height` are the source's size in elements of `bytes_per_element`: 1 to 4 bytes. The planes must not
// overlap.
void cpixels_rotate(
    cpixels_plane source, cpixels_plane target, size_t width, size_t height, size_t bytes_per_element, bool is_mirrored,
    int quarter_turns);

#endif

// Pixel conversion: the arithmetic between RGB and YCbCr, and between ranges, that libyuv doesn't do exactly
// enough.
//
// libyuv's coefficients have 6 to 8 bits on x86. Measured against exact arithmetic over all colours, version 1857
// is off by up to 2.6 (BT.601, video range), 1.3 (JPEG) and 14.8 (BT.709, video range) to RGB, and by up to 1.7 for
// chroma from RGB. Here everything is within 0.6, but for full-range luma by BT.601: that is libyuv's, and within
// 0.95. What only moves bytes is libyuv's too.
#ifndef OPENCAPTURE_CPIXELS_H
#define OPENCAPTURE_CPIXELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// How the components of a picture lie in its planes, named in memory order.
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
  // Luma, then Cb and Cr in turn at half width and height.
  CPIXELS_CBCR_420,
  // Luma, then Cr and Cb in turn at half width and height.
  CPIXELS_CRCB_420,
  // One plane of two pixels in four bytes.
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
  // Whether all components go from 0 to 255, rather than luma from 16 to 235 and chroma from 16 to 240.
  bool is_full_range;
  cpixels_plane planes[3];
} cpixels_picture;

// How the loops are compiled. The results are the same, bit for bit.
typedef enum {
  // For the vector instructions of the processor that this runs on.
  CPIXELS_FASTEST,
  // For every processor of the architecture.
  CPIXELS_PORTABLE,
} cpixels_loops;

// Converts a picture of `width` by `height` pixels, both at least 1.
//
// The target's packing is one of BGRA, RGBA, RGB, BGR, GREY, PLANAR_420 and CBCR_420. The planes of the two must
// not overlap. Chroma of the source is replicated; that of the target is the average of the pixels that it stands for.
void cpixels_convert(
    const cpixels_picture *source, const cpixels_picture *target, size_t width, size_t height, cpixels_matrix matrix,
    cpixels_loops loops);

// Whether the alpha values of pixels of four bytes, the last of them alpha, are all 255.
bool cpixels_is_opaque(const uint8_t *pixels, size_t count);

// The same of alpha values by themselves.
bool cpixels_are_opaque(const uint8_t *alpha, size_t count);

// Copies the alpha values of such pixels.
void cpixels_copy_alpha(const uint8_t *pixels, uint8_t *alpha, size_t count);

// Lays such pixels, whose alpha is straight, over white, in place.
void cpixels_lay_over_white(uint8_t *pixels, size_t count);

// The same for grey, each byte of which its alpha follows.
void cpixels_copy_grey_alpha(const uint8_t *grey_alpha, uint8_t *alpha, size_t count);
void cpixels_lay_grey_over_white(const uint8_t *grey_alpha, uint8_t *grey, size_t count);

// Makes pixels that were laid over white those that were laid over black, in place: grey, or three components with or
// without a fourth byte, which stays.
void cpixels_take_white_away(uint8_t *pixels, const uint8_t *opacity, size_t count, size_t bytes_per_pixel);

// Mirrors a plane left to right where asked, then turns it by quarter turns clockwise.
//
// `width` and `height` are the source's, in elements of `bytes_per_element`: 1 to 4 bytes. The planes must not
// overlap.
void cpixels_turn(
    cpixels_plane source, cpixels_plane target, size_t width, size_t height, size_t bytes_per_element, bool is_mirrored,
    int quarter_turns);

#endif

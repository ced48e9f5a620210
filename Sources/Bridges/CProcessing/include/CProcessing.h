// Loops over all pixels, simple enough for the compiler to vectorize.
//
// If the processor has wider vectors than the package was built for, a clone that uses them is selected at program
// start. Each function also exists without clones, with the suffix `_plain`. Its results are identical, and the
// tests compare both.
//
// Pictures are rows of bytes at a given stride. Widths and heights are in pixels, at least 1. BGRA has four bytes
// per pixel, and the fourth is kept. A target may equal the source, but must not overlap it otherwise.
#ifndef OPENCAPTURE_CPROCESSING_H
#define OPENCAPTURE_CPROCESSING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
  const uint8_t *bytes;
  size_t stride;
} cprocessing_source;

typedef struct {
  uint8_t *bytes;
  size_t stride;
} cprocessing_target;

// The weights of red, green and blue in grey: one third each, rounded down, or ITU-R BT.601 or BT.709, rounded.
typedef enum { CPROCESSING_AVERAGE, CPROCESSING_BT601, CPROCESSING_BT709 } cprocessing_weights;

// Converts BGRA to BGRA with equal blue, green and red.
void cprocessing_grey(
    cprocessing_source source, cprocessing_target target, size_t width, size_t height, cprocessing_weights weights);
void cprocessing_grey_plain(
    cprocessing_source source, cprocessing_target target, size_t width, size_t height, cprocessing_weights weights);

// The edge operator. Sobel: |Gx| + |Gy|, at most 2040, four times the height of a vertical or horizontal step.
// Laplacian: |4 · center − above − below − left − right|, at most 1020. The outermost pixels are repeated beyond
// the picture.
typedef enum { CPROCESSING_SOBEL, CPROCESSING_LAPLACIAN } cprocessing_kernel;

enum { CPROCESSING_MAGNITUDES = 2048 };

typedef struct {
  // Whether the source has one byte of luma per pixel, instead of BGRA.
  bool source_is_luma;
  cprocessing_kernel kernel;
  // The magnitude that edges exceed.
  uint16_t threshold;
  // The least step over two pixels relative to that over six, in 32nds, at most 32; 0 for none. A step of Sobel's
  // operator.
  uint16_t sharpness;
  // Blue, green and red, starting with the lowest byte.
  uint32_t color;
  // The opacity of the color, from 0 to 256.
  uint32_t strength;
  // Whether the picture under the edges is drawn in grey.
  bool is_grey;
} cprocessing_peaking;

// Returns the bytes of scratch memory for a picture of this width.
size_t cprocessing_scratch(size_t width);

// Draws the edges of the source's luma (BT.601) over the picture. The target is BGRA, opaque if the source is luma.
// `scratch` must be aligned for any type.
void cprocessing_peak(
    cprocessing_source source, cprocessing_target target, size_t width, size_t height, cprocessing_peaking options,
    void *scratch);
void cprocessing_peak_plain(
    cprocessing_source source, cprocessing_target target, size_t width, size_t height, cprocessing_peaking options,
    void *scratch);

// Counts the magnitudes in every `row_step`th row and `column_step`th column, both at least 1, starting at half a
// step.
void cprocessing_count_magnitudes(
    cprocessing_source source, size_t width, size_t height, bool source_is_luma, cprocessing_kernel kernel,
    size_t row_step, size_t column_step, uint32_t counts[CPROCESSING_MAGNITUDES], void *scratch);
void cprocessing_count_magnitudes_plain(
    cprocessing_source source, size_t width, size_t height, bool source_is_luma, cprocessing_kernel kernel,
    size_t row_step, size_t column_step, uint32_t counts[CPROCESSING_MAGNITUDES], void *scratch);

// Returns the sum of Gx² + Gy² of Sobel's kernels over a picture of luma (Tenengrad). The outermost pixels are
// repeated beyond the picture.
uint64_t cprocessing_gradient_energy(cprocessing_source luma, size_t width, size_t height, void *scratch);
uint64_t cprocessing_gradient_energy_plain(cprocessing_source luma, size_t width, size_t height, void *scratch);

// Draws stripes over pixels whose luma (BT.601) is at least `limit`; BGRA to BGRA. `period` is the distance between
// stripes along a row, a power of two. A stripe is half as wide.
void cprocessing_zebra(
    cprocessing_source source, cprocessing_target target, size_t width, size_t height, uint8_t limit, uint32_t period,
    uint32_t color);
void cprocessing_zebra_plain(
    cprocessing_source source, cprocessing_target target, size_t width, size_t height, uint8_t limit, uint32_t period,
    uint32_t color);

#endif

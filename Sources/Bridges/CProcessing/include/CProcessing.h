// The loops that touch every pixel, written plainly so that the compiler vectorises them.
//
// Where the processor has wider vectors than the package was built for, a clone of the function that uses them is
// chosen when the program starts. Each function is compiled once more without clones, under the same name and `_plain`:
// the results are equal to the last bit, and tests compare them.
//
// Pictures are rows of bytes that lie a stride apart; widths and heights are in pixels, at least 1. BGRA stands for
// four bytes a pixel, of which the fourth is kept as it is. A target may be the source itself, nothing else of it.
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

// How red, green and blue weigh in grey: a third each, rounded down, or as ITU-R BT.601 or BT.709 say, rounded.
typedef enum { CPROCESSING_AVERAGE, CPROCESSING_BT601, CPROCESSING_BT709 } cprocessing_weights;

// BGRA to BGRA with blue, green and red equal.
void cprocessing_grey(
    cprocessing_source source, cprocessing_target target, size_t width, size_t height, cprocessing_weights weights);
void cprocessing_grey_plain(
    cprocessing_source source, cprocessing_target target, size_t width, size_t height, cprocessing_weights weights);

// What measures an edge: |Gx| + |Gy| of Sobel's kernels, at most 2040, four times the height of an upright step; or
// |4 · centre − above − below − left − right|, at most 1020. Beyond the picture its outermost pixels go on.
typedef enum { CPROCESSING_SOBEL, CPROCESSING_LAPLACIAN } cprocessing_kernel;

enum { CPROCESSING_MAGNITUDES = 2048 };

typedef struct {
  // Whether the source has one byte of luma a pixel, instead of BGRA.
  bool source_is_luma;
  cprocessing_kernel kernel;
  // Edges are pixels whose magnitude is above this.
  uint16_t threshold;
  // Blue, green and red from the lowest byte up.
  uint32_t color;
  // How much of the colour covers the picture: 0 nothing, 256 all of it.
  uint32_t strength;
  // Whether the picture under the edges is drawn grey.
  bool is_grey;
} cprocessing_peaking;

// Bytes of working memory that a picture of this width needs.
size_t cprocessing_scratch(size_t width);

// Draws the edges of the source's luma (BT.601) in a colour over the picture; the target is BGRA, opaque where the
// source is luma. `scratch` is aligned for any type.
void cprocessing_peak(
    cprocessing_source source, cprocessing_target target, size_t width, size_t height, cprocessing_peaking options,
    void *scratch);
void cprocessing_peak_plain(
    cprocessing_source source, cprocessing_target target, size_t width, size_t height, cprocessing_peaking options,
    void *scratch);

// Adds up how often each magnitude occurs, in every `row_step`th row and `column_step`th column, both at least 1, from
// half a step on.
void cprocessing_count_magnitudes(
    cprocessing_source source, size_t width, size_t height, bool source_is_luma, cprocessing_kernel kernel,
    size_t row_step, size_t column_step, uint32_t counts[CPROCESSING_MAGNITUDES], void *scratch);
void cprocessing_count_magnitudes_plain(
    cprocessing_source source, size_t width, size_t height, bool source_is_luma, cprocessing_kernel kernel,
    size_t row_step, size_t column_step, uint32_t counts[CPROCESSING_MAGNITUDES], void *scratch);

// The sum of Gx² + Gy² of Sobel's kernels over a picture of luma (Tenengrad). Beyond the picture its outermost pixels
// go on.
uint64_t cprocessing_gradient_energy(cprocessing_source luma, size_t width, size_t height, void *scratch);
uint64_t cprocessing_gradient_energy_plain(cprocessing_source luma, size_t width, size_t height, void *scratch);

// Draws stripes, `period` pixels from one to the next along a row and half as wide, where luma (BT.601) is `limit` or
// more; BGRA to BGRA. The period is a power of two.
void cprocessing_zebra(
    cprocessing_source source, cprocessing_target target, size_t width, size_t height, uint8_t limit, uint32_t period,
    uint32_t color);
void cprocessing_zebra_plain(
    cprocessing_source source, cprocessing_target target, size_t width, size_t height, uint8_t limit, uint32_t period,
    uint32_t color);

#endif

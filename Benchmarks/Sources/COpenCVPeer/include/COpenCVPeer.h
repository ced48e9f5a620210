// What a program does that uses OpenCV, on one thread; behind functions of C, because exceptions must not get out.
#ifndef BENCHMARKS_COPENCVPEER_H
#define BENCHMARKS_COPENCVPEER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// All pictures have `width` by `height` pixels; rows lie `stride` bytes apart.
bool opencv_peer_bgra_to_luma(
    const uint8_t *bgra, size_t stride, uint8_t *luma, size_t luma_stride, int width, int height);
bool opencv_peer_yuyv_to_luma(
    const uint8_t *yuyv, size_t stride, uint8_t *luma, size_t luma_stride, int width, int height);
bool opencv_peer_nv12_to_bgra(
    const uint8_t *luma, size_t luma_stride, const uint8_t *chroma, size_t chroma_stride, uint8_t *bgra, size_t stride,
    int width, int height);

// Red where the mean of |Gx| and |Gy| of Sobel's kernels on luma is above the threshold, else the picture, in BGRA; the
// chain of calls that OpenCV's tutorials show.
bool opencv_peer_focus_peaking(
    const uint8_t *bgra, size_t stride, uint8_t *target, size_t target_stride, int width, int height, int threshold);
// To luma and back, in place.
bool opencv_peer_grey(uint8_t *bgra, size_t stride, int width, int height);

// Looks for QR codes with QRCodeDetector; how many it found, or -1. Distributions build it without what would read
// them.
int opencv_peer_find_codes(const uint8_t *luma, size_t stride, int width, int height);

// Decodes to BGR, and to luma from there where that is asked for.
bool opencv_peer_decode(const uint8_t *bytes, size_t count, bool to_luma);

// A cascade from a file; NULL where it can't be read.
typedef struct opencv_peer_cascade opencv_peer_cascade;
opencv_peer_cascade *opencv_peer_cascade_open(const char *path);
void opencv_peer_cascade_close(opencv_peer_cascade *cascade);

// How many faces of at least `smallest` pixels a grey picture has, at the usual scale factor of 1.1 and 3 neighbours;
// below 0 where OpenCV fails.
int opencv_peer_count_faces(
    opencv_peer_cascade *cascade, const uint8_t *luma, size_t stride, int width, int height, int smallest);

#ifdef __cplusplus
}
#endif

#endif

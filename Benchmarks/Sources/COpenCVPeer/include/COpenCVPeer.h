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
    const uint8_t *luma, size_t luma_stride, const uint8_t *chroma, size_t chroma_stride, uint8_t *bgra,
    size_t stride, int width, int height);

// Decodes to BGR, and to luma from there where that is asked for.
bool opencv_peer_decode(const uint8_t *bytes, size_t count, bool to_luma);

#ifdef __cplusplus
}
#endif

#endif

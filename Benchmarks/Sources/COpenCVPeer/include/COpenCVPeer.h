// Operations as a program uses OpenCV, on one thread. The functions are C and return errors instead of C++ exceptions.
#ifndef BENCHMARKS_COPENCVPEER_H
#define BENCHMARKS_COPENCVPEER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// All pictures have `width` by `height` pixels. A row starts `stride` bytes after the previous row.
bool opencv_peer_bgra_to_luma(
    const uint8_t *bgra, size_t stride, uint8_t *luma, size_t luma_stride, int width, int height);
bool opencv_peer_yuyv_to_luma(
    const uint8_t *yuyv, size_t stride, uint8_t *luma, size_t luma_stride, int width, int height);
bool opencv_peer_nv12_to_bgra(
    const uint8_t *luma, size_t luma_stride, const uint8_t *chroma, size_t chroma_stride, uint8_t *bgra, size_t stride,
    int width, int height);

// Colors a BGRA pixel red if the mean of |Gx| and |Gy| of Sobel's kernels on luma exceeds the threshold. Uses the calls
// of OpenCV's tutorials.
bool opencv_peer_focus_peaking(
    const uint8_t *bgra, size_t stride, uint8_t *target, size_t target_stride, int width, int height, int threshold);
// Converts to luma and back, in place.
bool opencv_peer_grey(uint8_t *bgra, size_t stride, int width, int height);

// Detects QR codes with QRCodeDetector; returns their number, or -1 on failure. Distributions build OpenCV without the
// decoder.
int opencv_peer_find_codes(const uint8_t *luma, size_t stride, int width, int height);

// Decodes to BGR, and converts the result to luma if `to_luma` is true.
bool opencv_peer_decode(const uint8_t *bytes, size_t count, bool to_luma);

// A cascade loaded from a file. `open` returns NULL if the file cannot be read.
typedef struct opencv_peer_cascade opencv_peer_cascade;
opencv_peer_cascade *opencv_peer_cascade_open(const char *path);
void opencv_peer_cascade_close(opencv_peer_cascade *cascade);

// Returns the number of faces of at least `smallest` pixels in a grey picture, with OpenCV's default scale factor of
// 1.1 and 3 neighbors; negative if OpenCV fails.
int opencv_peer_count_faces(
    opencv_peer_cascade *cascade, const uint8_t *luma, size_t stride, int width, int height, int smallest);

#ifdef __cplusplus
}
#endif

#endif

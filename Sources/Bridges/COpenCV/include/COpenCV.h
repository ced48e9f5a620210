// Haar cascades, affine sampling and optical flow by OpenCV, without its classes and exceptions: those stay behind
// these functions.
//
// OpenCV works on the calling thread alone. Nothing here keeps state but a cascade, which one thread at a time may use.
#ifndef OPENCAPTURE_COPENCV_H
#define OPENCAPTURE_COPENCV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// What OpenCV said when a function returned false or NULL; cut to what fits, and always ended by a NUL.
typedef struct {
  char message[512];
} copencv_error;

// A grey picture whose rows lie `bytes_per_row` apart.
typedef struct {
  const uint8_t *bytes;
  size_t bytes_per_row;
  int32_t width, height;
} copencv_picture;

typedef struct {
  int32_t x, y, width, height;
} copencv_rect;

typedef struct {
  float x, y;
} copencv_point;

typedef struct copencv_cascade copencv_cascade;

// OpenCV's own version, such as "4.6.0".
const char *copencv_version(void);

// Reads a cascade from a file; NULL where that can't be read or isn't one.
copencv_cascade *copencv_cascade_open(const char *path, copencv_error *error);
void copencv_cascade_close(copencv_cascade *cascade);

// The width of the window that the cascade was trained on, in pixels.
int32_t copencv_cascade_window(const copencv_cascade *cascade);

// Gives every window that passes all stages, not grouped: windows from `smallest` to `largest` pixels wide, each
// `step` times as wide as the one before.
//
// `take` is called with them once, before this returns, where there is any; they don't outlive that call.
bool copencv_cascade_scan(
    copencv_cascade *cascade, copencv_picture picture, double step, int32_t smallest, int32_t largest,
    void (*take)(void *context, const copencv_rect *windows, size_t count), void *context, copencv_error *error);

// Writes to `target` what an affine map finds in `source`, interpolated between four pixels; beyond its edges it goes
// on with the pixels of the edge.
//
// `map` takes a pixel (x, y) of the target to (map[0]·x + map[1]·y + map[2], map[3]·x + map[4]·y + map[5]) of the
// source.
bool copencv_sample(
    copencv_picture source, const double map[6], uint8_t *target, size_t target_bytes_per_row, int32_t target_width,
    int32_t target_height, copencv_error *error);

// Follows points from one picture to another of the same size, by pyramidal Lucas–Kanade.
//
// `to` holds guesses before and the places after; `is_found` tells which were found. `window` is the side of the square
// around each point that is compared, `levels` how often the pictures are halved.
bool copencv_flow(
    copencv_picture before, copencv_picture after, const copencv_point *from, copencv_point *to, bool *is_found,
    size_t count, int32_t window, int32_t levels, copencv_error *error);

#ifdef __cplusplus
}
#endif

#endif

// Haar cascades, the YuNet network, affine resampling and optical flow by OpenCV, behind C functions that stop its
// exceptions.
//
// OpenCV uses only the calling thread. The only state is that of cascades and networks; each can be used by one
// thread at a time.
#ifndef OPENCAPTURE_COPENCV_H
#define OPENCAPTURE_COPENCV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// The message from OpenCV after a function returned false or NULL, truncated and NUL-terminated.
typedef struct {
  char message[512];
} copencv_error;

// A grey picture with rows `bytes_per_row` apart.
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

// Returns OpenCV's version, such as "4.6.0".
const char *copencv_version(void);

// Loads a cascade; NULL if the file is unreadable or not a cascade.
copencv_cascade *copencv_cascade_open(const char *path, copencv_error *error);
void copencv_cascade_close(copencv_cascade *cascade);

// Returns the width of the cascade's training window, in pixels.
int32_t copencv_cascade_window(const copencv_cascade *cascade);

// Finds all windows that pass every stage, not grouped. The widths range from `smallest` to `largest` pixels in
// steps by the factor `step`.
//
// If windows are found, `take` is called once before this function returns. The windows are valid only during that
// call.
bool copencv_cascade_scan(
    copencv_cascade *cascade, copencv_picture picture, double step, int32_t smallest, int32_t largest,
    void (*take)(void *context, const copencv_rect *windows, size_t count), void *context, copencv_error *error);

// A face with its position in pixels and its score from 0 to 1.
//
// The landmarks are the person's right and left eye, the tip of the nose, and the right and left corner of the mouth.
typedef struct {
  float x, y, width, height, score;
  copencv_point landmarks[5];
} copencv_face;

typedef struct copencv_network copencv_network;

// Loads a YuNet model in ONNX format; NULL if the file is another one or this version of OpenCV cannot run it.
copencv_network *copencv_network_open(const char *path, copencv_error *error);
void copencv_network_close(copencv_network *network);

// Finds the faces with at least the given score, without duplicates. The picture has BGRA pixels.
//
// If faces are found, `take` is called once before this function returns. The faces are valid only during that call.
bool copencv_network_detect(
    copencv_network *network, copencv_picture picture, float score,
    void (*take)(void *context, const copencv_face *faces, size_t count), void *context, copencv_error *error);

// Resamples `source` to `target` through an affine map with bilinear interpolation; edge pixels are repeated
// outside.
//
// `map` takes a pixel (x, y) of the target to (map[0]·x + map[1]·y + map[2], map[3]·x + map[4]·y + map[5]) of the
// source.
bool copencv_sample(
    copencv_picture source, const double map[6], uint8_t *target, size_t target_bytes_per_row, int32_t target_width,
    int32_t target_height, copencv_error *error);

// Tracks points from one picture to another of the same size with the pyramidal Lucas–Kanade method.
//
// On entry, `to` holds initial guesses; on return, the new positions. `is_found` tells which points were tracked.
// `window` is the side of the compared square around each point. `levels` is the number of times that the pictures
// are halved.
bool copencv_flow(
    copencv_picture before, copencv_picture after, const copencv_point *from, copencv_point *to, bool *is_found,
    size_t count, int32_t window, int32_t levels, copencv_error *error);

#ifdef __cplusplus
}
#endif

#endif

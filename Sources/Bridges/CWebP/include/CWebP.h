// Animated WebP with libwebpdemux, which is loaded when the first animation is opened.

#ifndef OPENCAPTURE_CWEBP_H
#define OPENCAPTURE_CWEBP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct cwebp_animation cwebp_animation;

// The result of opening an animation.
typedef enum cwebp_outcome {
  CWEBP_OPENED,
  CWEBP_NO_LIBRARY,
  CWEBP_DAMAGED,  // or memory is exhausted, which the library doesn't distinguish
} cwebp_outcome;

// Loads the library; false if it is missing.
bool cwebp_load(void);

// Opens an animation. The bytes must stay valid until it is closed.
cwebp_outcome cwebp_open(const uint8_t *bytes, size_t count, cwebp_animation **animation);
void cwebp_close(cwebp_animation *animation);

int cwebp_width(const cwebp_animation *animation);
int cwebp_height(const cwebp_animation *animation);
int cwebp_frame_count(const cwebp_animation *animation);

// Returns whether the animation has another frame.
bool cwebp_has_more(const cwebp_animation *animation);

// Decodes the next frame, composited over the previous ones: BGRA, straight alpha, rows without padding. The pixels
// stay valid until the next call. `end` receives the end time of the frame in milliseconds from the start of the
// animation. Returns NULL if the frame is damaged.
const uint8_t *cwebp_next(cwebp_animation *animation, int *end);

// Restarts the animation.
void cwebp_rewind(cwebp_animation *animation);

#endif

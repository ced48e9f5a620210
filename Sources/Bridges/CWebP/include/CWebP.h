// Animated WebP by libwebpdemux, which is loaded when the first is opened.

#ifndef OPENCAPTURE_CWEBP_H
#define OPENCAPTURE_CWEBP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct cwebp_animation cwebp_animation;

// What became of an animation that was to be opened.
typedef enum cwebp_outcome {
  CWEBP_OPENED,
  CWEBP_NO_LIBRARY,
  CWEBP_DAMAGED,  // or there is no memory for it, which the library doesn't tell apart
} cwebp_outcome;

// Opens an animation whose bytes stay where they are until it is closed.
cwebp_outcome cwebp_open(const uint8_t *bytes, size_t count, cwebp_animation **animation);
void cwebp_close(cwebp_animation *animation);

int cwebp_width(const cwebp_animation *animation);
int cwebp_height(const cwebp_animation *animation);
int cwebp_frame_count(const cwebp_animation *animation);

// Whether there is another frame.
bool cwebp_has_more(const cwebp_animation *animation);

// Decodes the next frame as it is seen, over those before it: BGRA, straight alpha, rows without gaps; it stays until the
// next call. `end` is when it ends, in milliseconds from the beginning. NULL where it is damaged.
const uint8_t *cwebp_next(cwebp_animation *animation, int *end);

// Goes back to the beginning.
void cwebp_rewind(cwebp_animation *animation);

#endif

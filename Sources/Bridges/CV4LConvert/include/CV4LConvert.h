// libv4lconvert for formats that nothing else here decodes: opened when a camera has one of them, linked by nobody.
#ifndef OPENCAPTURE_CV4LCONVERT_H
#define OPENCAPTURE_CV4LCONVERT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct cv4lconvert cv4lconvert;

// A picture as V4L2 describes it.
typedef struct {
  uint32_t width, height, pixel_format, bytes_per_line, size_image;
} cv4lconvert_format;

// Whether the library is installed.
bool cv4lconvert_is_available(void);
// Whether it converts this format, one that nothing else here decodes.
bool cv4lconvert_knows(uint32_t pixel_format);

// What converts pictures of one format, one at a time; NULL where that can't be.
cv4lconvert *cv4lconvert_open(const cv4lconvert_format *format);
void cv4lconvert_close(cv4lconvert *converter);
// Converts a picture to red, green and blue, three bytes each, rows without padding.
// The number of the system's error, negative, and what the library says about it.
int cv4lconvert_to_rgb(
    cv4lconvert *converter, const void *bytes, size_t count, void *rgb, size_t rgb_count, char *message,
    size_t message_size);

#endif

// A bridge to libv4lconvert, for formats without another decoder. The library is not linked; it is loaded when a camera
// offers one of these formats.
#ifndef OPENCAPTURE_CV4LCONVERT_H
#define OPENCAPTURE_CV4LCONVERT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct cv4lconvert cv4lconvert;

// A V4L2 image format.
typedef struct {
  uint32_t width, height, pixel_format, bytes_per_line, size_image;
} cv4lconvert_format;

// Returns whether the library is installed.
bool cv4lconvert_is_available(void);
// Returns whether the library converts this format and no other decoder does.
bool cv4lconvert_supports(uint32_t pixel_format);

// Creates a converter for images of one format, used by one thread at a time. Returns NULL if that fails.
cv4lconvert *cv4lconvert_open(const cv4lconvert_format *format);
void cv4lconvert_close(cv4lconvert *converter);
// Converts an image to 24-bit RGB, without padding between the rows.
// Returns 0, or a negative errno value with the library's message.
int cv4lconvert_to_rgb(
    cv4lconvert *converter, const void *bytes, size_t count, void *rgb, size_t rgb_count, char *message,
    size_t message_size);

#endif

// A decoder as a C program uses libjpeg-turbo.
#ifndef BENCHMARKS_CJPEGPEER_H
#define BENCHMARKS_CJPEGPEER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Decodes to luma or BGRA, into rows without padding. `pixels` must have room for the picture. An error ends the
// process.
void jpeg_peer_decode(const uint8_t *bytes, size_t count, bool to_luma, uint8_t *pixels);

#endif

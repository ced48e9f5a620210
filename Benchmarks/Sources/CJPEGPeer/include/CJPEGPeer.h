// Decoders and an encoder as C programs use the two APIs of libjpeg-turbo.
#ifndef BENCHMARKS_CJPEGPEER_H
#define BENCHMARKS_CJPEGPEER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Decodes to luma or BGRA, into rows without padding. `pixels` must have room for the picture. An error ends the
// process.
void jpeg_peer_decode(const uint8_t *bytes, size_t count, bool to_luma, uint8_t *pixels);

// The same with the TurboJPEG API. Returns false after an error or a warning.
bool turbojpeg_peer_decode(const uint8_t *bytes, size_t count, bool to_luma, uint8_t *pixels);

// Decodes to the stored planes, one after the other. Returns false after an error or a warning.
bool turbojpeg_peer_decode_planes(const uint8_t *bytes, size_t count, uint8_t *pixels);

// Encodes BGRA pixels with chroma at half width and height. Returns the size of the file; 0 after an error.
size_t turbojpeg_peer_encode(const uint8_t *pixels, size_t bytes_per_row, int width, int height, int quality);

#endif

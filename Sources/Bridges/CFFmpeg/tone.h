// Tone mapping of high dynamic range or wide gamut to standard displays (ITU-R BT.709, displayed according to BT.1886).
#ifndef OPENCAPTURE_CFFMPEG_TONE_H
#define OPENCAPTURE_CFFMPEG_TONE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct AVFrame AVFrame;
struct SwsContext;

// Returns whether a frame's transfer function or primaries differ from those of standard displays.
bool cffmpeg_needs_tone(const AVFrame *picture);

// Converts pixels with 16 bits per red, green and blue component to BGRA; false if memory is exhausted.
//
// PQ (SMPTE ST 2084) and HLG (ITU-R BT.2100) are interpreted for a display of 1,000 cd/m², with an HLG system gamma
// of 1.2. Diffuse white of 203 cd/m² (ITU-R BT.2408) maps to the maximum. Brighter values are rolled off (ITU-R
// BT.2390, 5.4.1), and hues are preserved. Colors outside the gamut are clipped.
bool cffmpeg_map_tone(
    const AVFrame *picture, const uint16_t *pixels, int width, int height, uint8_t *target, int bytes_per_row);

#endif

// Pictures in high dynamic range or wide gamut as pictures for usual displays (ITU-R BT.709, shown as BT.1886 has it).
#ifndef OPENCAPTURE_CFFMPEG_TONE_H
#define OPENCAPTURE_CFFMPEG_TONE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct AVFrame AVFrame;
struct SwsContext;

// Whether a picture's transfer characteristics or primaries are others than those of usual displays.
bool cffmpeg_needs_tone(const AVFrame *picture);

// Converts pixels, red, green and blue of 16 bits each, to BGRA; false if there is no memory.
//
// PQ (SMPTE ST 2084) and HLG (ITU-R BT.2100) are taken for a display of 1,000 cd/m², the system gamma of HLG being 1.2. Diffuse
// white, 203 cd/m² (ITU-R BT.2408), becomes the brightest white; what is brighter is rolled off (ITU-R BT.2390, 5.4.1), hues
// are kept. Colors beyond the gamut are clipped.
bool cffmpeg_map_tone(
    const AVFrame *picture, const uint16_t *pixels, int width, int height, uint8_t *target, int bytes_per_row);

#endif

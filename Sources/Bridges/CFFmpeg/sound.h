#ifndef OPENCAPTURE_CFFMPEG_SOUND_H
#define OPENCAPTURE_CFFMPEG_SOUND_H

#include "libraries.h"

// Returns whether a sample format needs no conversion: integers of 16 or 32 bits, or 32-bit floating point.
bool cffmpeg_is_supported_sample_format(enum AVSampleFormat format);

// Sets a channel layout from a mask, or the default layout if the mask is 0.
void cffmpeg_set_layout(AVChannelLayout *layout, int channel_count, uint64_t mask);

// Describes a decoded audio frame, and converts unsupported sample formats to the nearest supported one.
bool cffmpeg_describe_sound(AVFrame *frame, cffmpeg_sound *sound, cffmpeg_failure *failure);

#endif

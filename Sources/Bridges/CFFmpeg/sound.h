#ifndef OPENCAPTURE_CFFMPEG_SOUND_H
#define OPENCAPTURE_CFFMPEG_SOUND_H

#include "libraries.h"

// Whether samples stored so can be taken as they are: whole numbers of 16 and 32 bits, and floating-point ones of 32.
bool cffmpeg_samples_are_known(enum AVSampleFormat format);

// Says where the loudspeakers of so many channels stand: as the mask says, or where it is 0 as is usual.
void cffmpeg_set_layout(AVChannelLayout *layout, int channel_count, uint64_t mask);

// Says what a decoded frame of sound is, and turns samples that nobody knows into the nearest that are known.
bool cffmpeg_describe_sound(AVFrame *frame, cffmpeg_sound *sound, cffmpeg_failure *failure);

#endif

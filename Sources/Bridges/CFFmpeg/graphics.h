#ifndef OPENCAPTURE_CFFMPEG_GRAPHICS_H
#define OPENCAPTURE_CFFMPEG_GRAPHICS_H

#include "encoder.h"

// How pictures are before they are uploaded: what every graphics processor takes.
#define CFFMPEG_UPLOADED_FORMAT AV_PIX_FMT_NV12

// Lets a context that is configured, but not open, take its pictures from the memory of a graphics processor.
bool cffmpeg_graphics_prepare(cffmpeg_encoder *encoder, const char *device, cffmpeg_failure *failure);

// The frame as the encoder takes it: uploaded, where a graphics processor encodes; NULL where that fails.
const AVFrame *cffmpeg_graphics_uploaded(cffmpeg_encoder *encoder, cffmpeg_failure *failure);

#endif

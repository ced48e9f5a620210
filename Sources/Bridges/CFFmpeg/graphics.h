#ifndef OPENCAPTURE_CFFMPEG_GRAPHICS_H
#define OPENCAPTURE_CFFMPEG_GRAPHICS_H

#include "encoder.h"

// The pixel format before the upload, which all graphics processors support.
#define CFFMPEG_UPLOADED_FORMAT AV_PIX_FMT_NV12

// Sets up a configured but unopened context to encode frames in the memory of a graphics processor.
bool cffmpeg_graphics_prepare(cffmpeg_encoder *encoder, const char *device, cffmpeg_failure *failure);

// Returns the frame for the encoder, uploaded if a graphics processor encodes; NULL on failure.
const AVFrame *cffmpeg_graphics_uploaded(cffmpeg_encoder *encoder, cffmpeg_failure *failure);

#endif

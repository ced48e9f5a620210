#include "graphics.h"

#include "failure.h"

static AVBufferRef *make_frames(const AVCodecContext *context, AVBufferRef *device) {
  AVBufferRef *frames = lav.av_hwframe_ctx_alloc(device);
  if (!frames) return NULL;
  AVHWFramesContext *description = (AVHWFramesContext *)frames->data;
  description->format = AV_PIX_FMT_VAAPI;
  description->sw_format = CFFMPEG_UPLOADED_FORMAT;
  description->width = context->width;
  description->height = context->height;
  return frames;
}

bool cffmpeg_graphics_prepare(cffmpeg_encoder *encoder, const char *path, cffmpeg_failure *failure) {
  AVBufferRef *device = NULL;
  int error = lav.av_hwdevice_ctx_create(&device, AV_HWDEVICE_TYPE_VAAPI, path, NULL, 0);
  if (error < 0) return cffmpeg_fail(failure, CFFMPEG_REFUSED, error);
  AVBufferRef *frames = make_frames(encoder->context, device);
  lav.av_buffer_unref(&device);
  encoder->context->pix_fmt = AV_PIX_FMT_VAAPI;
  encoder->context->hw_frames_ctx = frames;
  if (!encoder->uploaded) encoder->uploaded = lav.av_frame_alloc();
  if (!frames || !encoder->uploaded) return cffmpeg_fail(failure, CFFMPEG_NO_MEMORY, AVERROR(ENOMEM));
  error = lav.av_hwframe_ctx_init(frames);
  return error >= 0 || cffmpeg_fail(failure, CFFMPEG_REFUSED, error);
}

const AVFrame *cffmpeg_graphics_uploaded(cffmpeg_encoder *encoder, cffmpeg_failure *failure) {
  AVBufferRef *frames = encoder->context->hw_frames_ctx;
  if (!frames) return encoder->frame;
  // The encoder keeps its own reference to the previous frame.
  lav.av_frame_unref(encoder->uploaded);
  int error = lav.av_hwframe_get_buffer(frames, encoder->uploaded, 0);
  if (error >= 0) error = lav.av_hwframe_transfer_data(encoder->uploaded, encoder->frame, 0);
  if (error >= 0) error = lav.av_frame_copy_props(encoder->uploaded, encoder->frame);
  if (error >= 0) return encoder->uploaded;
  cffmpeg_fail(failure, CFFMPEG_REFUSED, error);
  return NULL;
}

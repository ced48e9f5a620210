#include <string.h>

#include "encoder.h"

// The pixel format before the upload, which all graphics processors support.
static const enum AVPixelFormat uploaded_format = AV_PIX_FMT_NV12;

// ---- Opening

static bool takes(const AVCodec *codec, enum AVPixelFormat format) {
  const enum AVPixelFormat *formats = cffmpeg_encoder_supported_formats(codec, false);
  if (!formats) return true;
  for (; *formats != AV_PIX_FMT_NONE; formats++) {
    if (*formats == format) return true;
  }
  return false;
}

static enum AVPixelFormat pixel_format(const AVCodec *codec, bool is_full_range) {
  if (is_full_range) return takes(codec, AV_PIX_FMT_YUVJ420P) ? AV_PIX_FMT_YUVJ420P : AV_PIX_FMT_YUV420P;
  return takes(codec, AV_PIX_FMT_YUV420P) ? AV_PIX_FMT_YUV420P : AV_PIX_FMT_NV12;
}

// Returns the format of the frames that are filled by this file.
static enum AVPixelFormat given_format(const AVCodecContext *context) {
  return context->hw_frames_ctx ? uploaded_format : context->pix_fmt;
}

static void describe_colors(AVCodecContext *context, const cffmpeg_picture_choice *choice) {
  context->color_range = choice->is_full_range ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG;
  context->colorspace = choice->is_bt709 ? AVCOL_SPC_BT709 : AVCOL_SPC_SMPTE170M;
  context->color_primaries = choice->is_bt709 ? AVCOL_PRI_BT709 : AVCOL_PRI_SMPTE170M;
  context->color_trc = choice->is_bt709 ? AVCOL_TRC_BT709 : AVCOL_TRC_SMPTE170M;
}

static void configure(
    AVCodecContext *context, const AVCodec *codec, const cffmpeg_picture_choice *choice,
    const cffmpeg_picture_options *options) {
  context->width = choice->width;
  context->height = choice->height;
  context->pix_fmt = pixel_format(codec, choice->is_full_range);
  context->time_base = (AVRational){options->time_base.numerator, options->time_base.denominator};
  if (choice->maximum_timescale && context->time_base.den > choice->maximum_timescale) {
    context->time_base = (AVRational){1, choice->maximum_timescale};
  }
  context->sample_aspect_ratio = (AVRational){options->pixel_aspect.numerator, options->pixel_aspect.denominator};
  context->framerate = (AVRational){options->frame_rate.numerator, options->frame_rate.denominator};
  context->gop_size = options->key_frame_interval;
  context->max_b_frames = choice->reordered_frame_count;
  context->thread_count = options->thread_count;
  describe_colors(context, choice);
}

static AVBufferRef *make_frames(const AVCodecContext *context, AVBufferRef *device) {
  AVBufferRef *frames = lav.av_hwframe_ctx_alloc(device);
  if (!frames) return NULL;
  AVHWFramesContext *description = (AVHWFramesContext *)frames->data;
  description->format = AV_PIX_FMT_VAAPI;
  description->sw_format = uploaded_format;
  description->width = context->width;
  description->height = context->height;
  return frames;
}

// Sets up a configured but unopened context to encode frames in the memory of a graphics processor.
static bool prepare_graphics(cffmpeg_encoder *encoder, const char *path, cffmpeg_failure *failure) {
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

static bool open_one(
    cffmpeg_encoder *encoder, const cffmpeg_picture_choice *choice, const cffmpeg_picture_options *options,
    cffmpeg_failure *failure) {
  const AVCodec *codec = lav.avcodec_find_encoder_by_name(choice->name);
  if (!codec) return cffmpeg_fail_with_message(failure, CFFMPEG_NO_CODEC, choice->name);
  encoder->context = lav.avcodec_alloc_context3(codec);
  if (!encoder->context) return cffmpeg_fail(failure, CFFMPEG_NO_MEMORY, AVERROR(ENOMEM));
  configure(encoder->context, codec, choice, options);
  if (choice->device && !prepare_graphics(encoder, choice->device, failure)) {
    lav.avcodec_free_context(&encoder->context);
    return false;
  }
  if (!cffmpeg_encoder_open(encoder, codec, choice->options, options->uses_global_header, failure)) return false;
  encoder->time_base = (AVRational){options->time_base.numerator, options->time_base.denominator};
  const AVRational own = encoder->context->time_base;
  encoder->keeps_time = own.num == encoder->time_base.num && own.den == encoder->time_base.den;
  encoder->last_ticks = INT64_MIN;
  encoder->width = options->width;
  encoder->height = options->height;
  return true;
}

cffmpeg_encoder *cffmpeg_picture_encoder_open(
    const cffmpeg_picture_options *options, cffmpeg_picture_encoding *encoding, cffmpeg_failure *failure) {
  cffmpeg_encoder *encoder = cffmpeg_encoder_new(failure);
  for (int index = 0; encoder && index < options->choice_count; index++) {
    cffmpeg_clear_message();
    if (!open_one(encoder, &options->choices[index], options, failure)) continue;
    encoding->choice = index;
    encoding->pixels = given_format(encoder->context) == AV_PIX_FMT_NV12 ? "nv12" : "yuv420p";
    return encoder;
  }
  cffmpeg_encoder_close(encoder);
  return NULL;
}

// ---- Frames

static void describe(const AVCodecContext *context, AVFrame *frame) {
  frame->width = context->width;
  frame->height = context->height;
  frame->format = given_format(context);
  frame->color_range = context->color_range;
  frame->colorspace = context->colorspace;
  frame->sample_aspect_ratio = context->sample_aspect_ratio;
}

// Copies a plane; a larger target is filled by repeating the last column and row.
static void copy_plane(
    const uint8_t *from, int from_stride, int width, int height, uint8_t *to, int to_stride, int to_width,
    int to_height, int bytes) {
  for (int y = 0; y < to_height; y++) {
    const uint8_t *source = from + (ptrdiff_t)(y < height ? y : height - 1) * from_stride;
    uint8_t *target = to + (ptrdiff_t)y * to_stride;
    memcpy(target, source, (size_t)width * (size_t)bytes);
    const uint8_t *last = source + (ptrdiff_t)(width - 1) * bytes;
    for (ptrdiff_t x = width; x < to_width; x++) memcpy(target + x * bytes, last, (size_t)bytes);
  }
}

static void fill(const cffmpeg_encoder *encoder, const cffmpeg_picture *picture) {
  AVFrame *frame = encoder->frame;
  bool is_nv12 = frame->format == AV_PIX_FMT_NV12;
  for (int index = 0; index < (is_nv12 ? 2 : 3); index++) {
    int shift = index > 0;
    copy_plane(
        picture->planes[index], picture->bytes_per_row[index], (encoder->width + shift) >> shift,
        (encoder->height + shift) >> shift, frame->data[index], frame->linesize[index], (frame->width + shift) >> shift,
        (frame->height + shift) >> shift, is_nv12 && shift ? 2 : 1);
  }
}

// Returns the frame for the encoder, uploaded if a graphics processor encodes; NULL on failure.
static const AVFrame *uploaded(cffmpeg_encoder *encoder, cffmpeg_failure *failure) {
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

bool cffmpeg_encoder_send_picture(cffmpeg_encoder *encoder, const cffmpeg_picture *picture, cffmpeg_failure *failure) {
  cffmpeg_clear_message();
  if (!cffmpeg_encoder_prepare_frame(encoder, describe, failure)) return false;
  fill(encoder, picture);
  int64_t ticks = picture->time;
  if (!encoder->keeps_time) ticks = lav.av_rescale_q(ticks, encoder->time_base, encoder->context->time_base);
  // The encoder's ticks must increase even if its time base is too coarse.
  if (ticks <= encoder->last_ticks) ticks = encoder->last_ticks + 1;
  encoder->last_ticks = encoder->frame->pts = ticks;
  encoder->sent_count++;
  const AVFrame *frame = uploaded(encoder, failure);
  return frame
      && cffmpeg_encoder_add_pending_time(
             encoder, (cffmpeg_pending_time){ticks, picture->time, picture->duration}, failure)
      && cffmpeg_encoder_send(encoder, frame, failure);
}

bool cffmpeg_encoder_finish(cffmpeg_encoder *encoder, cffmpeg_failure *failure) {
  cffmpeg_clear_message();
  if (encoder->filled_count > 0) {
    encoder->frame->nb_samples = encoder->filled_count;
    encoder->filled_count = 0;
    if (!cffmpeg_encoder_send(encoder, encoder->frame, failure)) return false;
  }
  return cffmpeg_encoder_send(encoder, NULL, failure);
}

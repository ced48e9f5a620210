#include "encoder.h"

#include <stdlib.h>

#include "failure.h"

// ---- Opening

static bool takes(const AVCodec *codec, enum AVPixelFormat format) {
  const enum AVPixelFormat *formats = NULL;
#if HAS_SUPPORTED_CONFIG
  lav.avcodec_get_supported_config(NULL, codec, AV_CODEC_CONFIG_PIX_FORMAT, 0, (const void **)&formats, NULL);
#else
  formats = codec->pix_fmts;
#endif
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

static void describe_colors(AVCodecContext *context, const cffmpeg_encoder_choice *choice) {
  context->color_range = choice->is_full_range ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG;
  context->colorspace = choice->is_bt709 ? AVCOL_SPC_BT709 : AVCOL_SPC_SMPTE170M;
  context->color_primaries = choice->is_bt709 ? AVCOL_PRI_BT709 : AVCOL_PRI_SMPTE170M;
  context->color_trc = choice->is_bt709 ? AVCOL_TRC_BT709 : AVCOL_TRC_SMPTE170M;
}

static void configure(
    AVCodecContext *context, const AVCodec *codec, const cffmpeg_encoder_choice *choice,
    const cffmpeg_writer_options *options) {
  context->width = choice->width;
  context->height = choice->height;
  context->pix_fmt = pixel_format(codec, choice->is_full_range);
  context->time_base = (AVRational){options->time_base.numerator, options->time_base.denominator};
  if (choice->largest_timescale && context->time_base.den > choice->largest_timescale) {
    context->time_base = (AVRational){1, choice->largest_timescale};
  }
  context->framerate = (AVRational){options->frame_rate.numerator, options->frame_rate.denominator};
  context->gop_size = options->key_frame_interval;
  context->max_b_frames = choice->reordered_frame_count;
  context->thread_count = options->thread_count;
  describe_colors(context, choice);
}

static bool open_one(
    cffmpeg_encoder *encoder, const cffmpeg_encoder_choice *choice, const cffmpeg_writer_options *options,
    bool wants_header, cffmpeg_failure *failure) {
  const AVCodec *codec = lav.avcodec_find_encoder_by_name(choice->name);
  if (!codec) return cffmpeg_fail_saying(failure, CFFMPEG_NO_CODEC, choice->name);
  encoder->context = lav.avcodec_alloc_context3(codec);
  if (!encoder->context) return cffmpeg_fail(failure, CFFMPEG_NO_MEMORY, AVERROR(ENOMEM));
  configure(encoder->context, codec, choice, options);
  if (wants_header) encoder->context->flags |= AV_CODEC_FLAG_GLOBAL_HEADER;
  AVDictionary *dictionary = NULL;
  int error = lav.av_dict_parse_string(&dictionary, choice->options, "=", ":", 0);
  if (error >= 0) error = lav.avcodec_open2(encoder->context, codec, &dictionary);
  lav.av_dict_free(&dictionary);
  if (error < 0) {
    lav.avcodec_free_context(&encoder->context);
    return cffmpeg_fail(failure, CFFMPEG_REFUSED, error);
  }
  encoder->time_base = (AVRational){options->time_base.numerator, options->time_base.denominator};
  const AVRational own = encoder->context->time_base;
  encoder->keeps_time = own.num == encoder->time_base.num && own.den == encoder->time_base.den;
  encoder->last_ticks = INT64_MIN;
  return true;
}

int cffmpeg_encoder_open(
    cffmpeg_encoder *encoder, const cffmpeg_writer_options *options, bool wants_header, cffmpeg_failure *failure) {
  for (int index = 0; index < options->choice_count; index++) {
    cffmpeg_forget_message();
    if (open_one(encoder, &options->choices[index], options, wants_header, failure)) return index;
  }
  return -1;
}

void cffmpeg_encoder_close(cffmpeg_encoder *encoder) {
  lav.avcodec_free_context(&encoder->context);
  free(encoder->pending);
}

// ---- Encoding

static bool remember(cffmpeg_encoder *encoder, cffmpeg_pending_time time, cffmpeg_failure *failure) {
  if (encoder->pending_count == encoder->pending_capacity) {
    int capacity = encoder->pending_capacity ? encoder->pending_capacity * 2 : 64;
    cffmpeg_pending_time *grown = realloc(encoder->pending, sizeof *grown * (size_t)capacity);
    if (!grown) return cffmpeg_fail(failure, CFFMPEG_NO_MEMORY, AVERROR(ENOMEM));
    encoder->pending = grown;
    encoder->pending_capacity = capacity;
  }
  encoder->pending[encoder->pending_count++] = time;
  return true;
}

// Takes the time out that belongs to a packet.
static bool recall(cffmpeg_encoder *encoder, int64_t ticks, cffmpeg_pending_time *time) {
  for (int index = 0; index < encoder->pending_count; index++) {
    if (encoder->pending[index].ticks != ticks) continue;
    *time = encoder->pending[index];
    encoder->pending_count--;
    for (; index < encoder->pending_count; index++) encoder->pending[index] = encoder->pending[index + 1];
    return true;
  }
  return false;
}

bool cffmpeg_encoder_send(
    cffmpeg_encoder *encoder, AVFrame *frame, int64_t time, int64_t duration, cffmpeg_failure *failure) {
  if (frame) {
    frame->pts = encoder->keeps_time ? time : lav.av_rescale_q(time, encoder->time_base, encoder->context->time_base);
    // Times that an encoder can't tell apart are an own tick apart for it.
    if (frame->pts <= encoder->last_ticks) frame->pts = encoder->last_ticks + 1;
    encoder->last_ticks = frame->pts;
    if (!remember(encoder, (cffmpeg_pending_time){frame->pts, time, duration}, failure)) return false;
  }
  int error = lav.avcodec_send_frame(encoder->context, frame);
  return error >= 0 || error == AVERROR_EOF || cffmpeg_fail(failure, CFFMPEG_REFUSED, error);
}

int cffmpeg_encoder_receive(cffmpeg_encoder *encoder, AVPacket *packet, cffmpeg_failure *failure) {
  int error = lav.avcodec_receive_packet(encoder->context, packet);
  if (error == AVERROR(EAGAIN) || error == AVERROR_EOF) return 0;
  if (error < 0) {
    cffmpeg_fail(failure, CFFMPEG_REFUSED, error);
    return -1;
  }
  cffmpeg_pending_time time;
  if (recall(encoder, packet->pts, &time)) {
    // Encoders with ticks of their own reorder nothing.
    if (!encoder->keeps_time) packet->dts = time.time;
    packet->pts = time.time;
    packet->duration = time.duration;
  } else if (!encoder->keeps_time) {
    lav.av_packet_rescale_ts(packet, encoder->context->time_base, encoder->time_base);
  }
  return 1;
}

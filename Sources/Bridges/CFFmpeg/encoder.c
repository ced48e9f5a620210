#include "encoder.h"

#include <stdlib.h>

// ---- Opening

cffmpeg_encoder *cffmpeg_encoder_new(cffmpeg_failure *failure) {
  cffmpeg_encoder *encoder = cffmpeg_new(sizeof *encoder, failure);
  if (!encoder) return NULL;
  encoder->frame = lav.av_frame_alloc();
  if (encoder->frame) return encoder;
  free(encoder);
  cffmpeg_fail(failure, CFFMPEG_NO_MEMORY, AVERROR(ENOMEM));
  return NULL;
}

bool cffmpeg_has_encoder(const char *name) {
  cffmpeg_failure failure;
  return cffmpeg_load(&failure) && lav.avcodec_find_encoder_by_name(name);
}

const void *cffmpeg_encoder_supported_formats(const AVCodec *codec, bool is_sound) {
#if HAS_SUPPORTED_CONFIG
  const void *list = NULL;
  enum AVCodecConfig config = is_sound ? AV_CODEC_CONFIG_SAMPLE_FORMAT : AV_CODEC_CONFIG_PIX_FORMAT;
  lav.avcodec_get_supported_config(NULL, codec, config, 0, &list, NULL);
  return list;
#else
  return is_sound ? (const void *)codec->sample_fmts : (const void *)codec->pix_fmts;
#endif
}

bool cffmpeg_encoder_open(
    cffmpeg_encoder *encoder, const AVCodec *codec, const char *options, bool uses_global_header,
    cffmpeg_failure *failure) {
  if (uses_global_header) encoder->context->flags |= AV_CODEC_FLAG_GLOBAL_HEADER;
  AVDictionary *dictionary = NULL;
  int error = lav.av_dict_parse_string(&dictionary, options, "=", ":", 0);
  if (error >= 0) error = lav.avcodec_open2(encoder->context, codec, &dictionary);
  lav.av_dict_free(&dictionary);
  if (error >= 0) return true;
  lav.avcodec_free_context(&encoder->context);
  return cffmpeg_fail(failure, CFFMPEG_REFUSED, error);
}

void cffmpeg_encoder_close(cffmpeg_encoder *encoder) {
  if (!encoder) return;
  lav.av_frame_free(&encoder->frame);
  lav.av_frame_free(&encoder->uploaded);
  lav.avcodec_free_context(&encoder->context);
  free(encoder->pending);
  free(encoder);
}

cffmpeg_format *cffmpeg_encoder_format(const cffmpeg_encoder *encoder, cffmpeg_failure *failure) {
  AVCodecParameters *format = lav.avcodec_parameters_alloc();
  int error = format ? lav.avcodec_parameters_from_context(format, encoder->context) : AVERROR(ENOMEM);
  if (error >= 0) return format;
  lav.avcodec_parameters_free(&format);
  cffmpeg_fail(failure, CFFMPEG_REFUSED, error);
  return NULL;
}

// ---- Input

bool cffmpeg_encoder_prepare_frame(
    cffmpeg_encoder *encoder, void (*describe)(const AVCodecContext *context, AVFrame *frame),
    cffmpeg_failure *failure) {
  AVFrame *frame = encoder->frame;
  if (frame->data[0] && lav.av_frame_is_writable(frame)) return true;
  lav.av_frame_unref(frame);
  describe(encoder->context, frame);
  int error = lav.av_frame_get_buffer(frame, 0);
  return error >= 0 || cffmpeg_fail(failure, CFFMPEG_NO_MEMORY, error);
}

bool cffmpeg_encoder_add_pending_time(cffmpeg_encoder *encoder, cffmpeg_pending_time time, cffmpeg_failure *failure) {
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

bool cffmpeg_encoder_send(cffmpeg_encoder *encoder, const AVFrame *frame, cffmpeg_failure *failure) {
  int error = lav.avcodec_send_frame(encoder->context, frame);
  return error >= 0 || error == AVERROR_EOF || cffmpeg_fail(failure, CFFMPEG_REFUSED, error);
}

// ---- Output

// Removes and returns the pending time with these ticks.
static bool take_pending(cffmpeg_encoder *encoder, int64_t ticks, cffmpeg_pending_time *time) {
  for (int index = 0; index < encoder->pending_count; index++) {
    if (encoder->pending[index].ticks != ticks) continue;
    *time = encoder->pending[index];
    encoder->pending_count--;
    for (; index < encoder->pending_count; index++) encoder->pending[index] = encoder->pending[index + 1];
    return true;
  }
  return false;
}

// Returns whether all frames are in order, because there are too few to be reordered. x265 then takes decoding times
// from uninitialized memory.
static bool is_in_order(const cffmpeg_encoder *encoder) {
  return encoder->context->max_b_frames > 0 && encoder->sent_count <= encoder->context->max_b_frames;
}

static void restore_time(cffmpeg_encoder *encoder, AVPacket *packet) {
  cffmpeg_pending_time time;
  if (take_pending(encoder, packet->pts, &time)) {
    // Encoders with their own time base do not reorder frames.
    if (!encoder->keeps_time) packet->dts = time.time;
    packet->pts = time.time;
    packet->duration = time.duration;
  } else if (!encoder->keeps_time) {
    lav.av_packet_rescale_ts(packet, encoder->context->time_base, encoder->time_base);
  }
  if (is_in_order(encoder)) packet->dts = packet->pts;
}

cffmpeg_step cffmpeg_encoder_receive(cffmpeg_encoder *encoder, cffmpeg_packet **packet, cffmpeg_failure *failure) {
  *packet = lav.av_packet_alloc();
  int error = *packet ? lav.avcodec_receive_packet(encoder->context, *packet) : AVERROR(ENOMEM);
  if (error >= 0) {
    restore_time(encoder, *packet);
    return CFFMPEG_HAS_FRAME;
  }
  lav.av_packet_free(packet);
  if (error == AVERROR(EAGAIN) || error == AVERROR_EOF) return CFFMPEG_AT_END;
  cffmpeg_fail(failure, CFFMPEG_REFUSED, error);
  return CFFMPEG_FAILED;
}

#include <string.h>

#include "encoder.h"
#include "sound.h"

// The frame size for encoders that accept any size.
static const int usual_frame_count = 1024;

// ---- Opening

static enum AVSampleFormat sample_format(const AVCodec *codec, const char *requested) {
  if (requested) return lav.av_get_sample_fmt(requested);
  const enum AVSampleFormat *formats = cffmpeg_encoder_supported_formats(codec, true);
  if (!formats) return AV_SAMPLE_FMT_S16;
  for (const enum AVSampleFormat *format = formats; *format != AV_SAMPLE_FMT_NONE; format++) {
    if (cffmpeg_is_supported_sample_format(*format)) return *format;
  }
  return *formats;
}

static bool open_one(
    cffmpeg_encoder *encoder, const cffmpeg_sound_choice *choice, const cffmpeg_sound_options *options,
    cffmpeg_failure *failure) {
  const AVCodec *codec = lav.avcodec_find_encoder_by_name(choice->name);
  if (!codec) return cffmpeg_fail_with_message(failure, CFFMPEG_NO_CODEC, choice->name);
  AVCodecContext *context = encoder->context = lav.avcodec_alloc_context3(codec);
  if (!context) return cffmpeg_fail(failure, CFFMPEG_NO_MEMORY, AVERROR(ENOMEM));
  context->sample_fmt = sample_format(codec, choice->samples);
  context->sample_rate = options->sample_rate;
  context->time_base = encoder->time_base = (AVRational){1, options->sample_rate};
  context->bit_rate = options->bit_rate;
  cffmpeg_set_layout(&context->ch_layout, options->channel_count, options->channel_mask);
  return cffmpeg_encoder_open(encoder, codec, choice->options, options->uses_global_header, failure);
}

cffmpeg_encoder *cffmpeg_sound_encoder_open(
    const cffmpeg_sound_options *options, cffmpeg_sound_encoding *encoding, cffmpeg_failure *failure) {
  cffmpeg_encoder *encoder = cffmpeg_encoder_new(failure);
  for (int index = 0; encoder && index < options->choice_count; index++) {
    cffmpeg_clear_message();
    if (!open_one(encoder, &options->choices[index], options, failure)) continue;
    encoding->choice = index;
    encoding->samples = lav.av_get_sample_fmt_name(encoder->context->sample_fmt);
    return encoder;
  }
  cffmpeg_encoder_close(encoder);
  return NULL;
}

// ---- Audio

static int capacity(const AVCodecContext *context) {
  return context->frame_size > 0 ? context->frame_size : usual_frame_count;
}

static void describe(const AVCodecContext *context, AVFrame *frame) {
  frame->nb_samples = capacity(context);
  frame->format = context->sample_fmt;
  frame->sample_rate = context->sample_rate;
  lav.av_channel_layout_copy(&frame->ch_layout, &context->ch_layout);
}

int cffmpeg_encoder_send_sound(cffmpeg_encoder *encoder, const cffmpeg_sound *sound, cffmpeg_failure *failure) {
  cffmpeg_clear_message();
  AVFrame *frame = encoder->frame;
  const int most = capacity(encoder->context);
  if (encoder->filled_count == 0) {
    if (!cffmpeg_encoder_prepare_frame(encoder, describe, failure)) return -1;
    frame->nb_samples = most;
    frame->pts = sound->time;
  }
  int count = most - encoder->filled_count;
  if (count > sound->frame_count) count = sound->frame_count;
  const size_t size = (size_t)sound->bytes_per_frame;
  for (int plane = 0; plane < sound->plane_count; plane++) {
    memcpy(
        frame->extended_data[plane] + (size_t)encoder->filled_count * size, sound->planes[plane], (size_t)count * size);
  }
  encoder->filled_count += count;
  if (encoder->filled_count < most) return count;
  encoder->filled_count = 0;
  return cffmpeg_encoder_send(encoder, frame, failure) ? count : -1;
}

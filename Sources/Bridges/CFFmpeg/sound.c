#include "sound.h"

bool cffmpeg_is_supported_sample_format(enum AVSampleFormat format) {
  switch (format) {
    case AV_SAMPLE_FMT_S16:
    case AV_SAMPLE_FMT_S16P:
    case AV_SAMPLE_FMT_S32:
    case AV_SAMPLE_FMT_S32P:
    case AV_SAMPLE_FMT_FLT:
    case AV_SAMPLE_FMT_FLTP: return true;
    default: return false;
  }
}

void cffmpeg_set_layout(AVChannelLayout *layout, int channel_count, uint64_t mask) {
  lav.av_channel_layout_uninit(layout);
  if (mask && __builtin_popcountll(mask) == channel_count && lav.av_channel_layout_from_mask(layout, mask) == 0) return;
  lav.av_channel_layout_default(layout, channel_count);
}

// ---- Decoder output

static int plane_count(const AVFrame *frame) {
  return lav.av_sample_fmt_is_planar(frame->format) ? frame->ch_layout.nb_channels : 1;
}

static int samples_per_plane(const AVFrame *frame) {
  return frame->nb_samples * (lav.av_sample_fmt_is_planar(frame->format) ? 1 : frame->ch_layout.nb_channels);
}

// Converts doubles to floats in place.
static void narrow_doubles(AVFrame *frame) {
  for (int plane = 0; plane < plane_count(frame); plane++) {
    uint8_t *bytes = frame->extended_data[plane];
    for (int index = 0; index < samples_per_plane(frame); index++) {
      ((float *)bytes)[index] = (float)((double *)bytes)[index];
    }
  }
}

// Converts 64-bit integers to their upper 32 bits in place.
static void narrow_integers(AVFrame *frame) {
  for (int plane = 0; plane < plane_count(frame); plane++) {
    uint8_t *bytes = frame->extended_data[plane];
    for (int index = 0; index < samples_per_plane(frame); index++) {
      ((int32_t *)bytes)[index] = (int32_t)(((int64_t *)bytes)[index] >> 32);
    }
  }
}

// Converts unsigned bytes, in which 128 is silence, to 16 bits in new memory that belongs to the frame.
static bool widen_bytes(AVFrame *frame) {
  const int planes = plane_count(frame), count = samples_per_plane(frame);
  AVBufferRef *memory = lav.av_buffer_allocz((size_t)planes * (size_t)count * sizeof(int16_t) + 1);
  if (!memory) return false;
  int16_t *wide = (int16_t *)memory->data;
  for (int plane = 0; plane < planes; plane++, wide += count) {
    const uint8_t *bytes = frame->extended_data[plane];
    for (int index = 0; index < count; index++) wide[index] = (int16_t)((bytes[index] - 128) * 256);
    frame->extended_data[plane] = (uint8_t *)wide;
  }
  lav.av_buffer_unref(&frame->opaque_ref);
  frame->opaque_ref = memory;
  return true;
}

static cffmpeg_code convert_samples(AVFrame *frame) {
  const bool is_planar = lav.av_sample_fmt_is_planar(frame->format);
  switch (frame->format) {
    case AV_SAMPLE_FMT_U8:
    case AV_SAMPLE_FMT_U8P:
      if (!widen_bytes(frame)) return CFFMPEG_NO_MEMORY;
      frame->format = is_planar ? AV_SAMPLE_FMT_S16P : AV_SAMPLE_FMT_S16;
      return CFFMPEG_NO_FAILURE;
    case AV_SAMPLE_FMT_DBL:
    case AV_SAMPLE_FMT_DBLP:
      narrow_doubles(frame);
      frame->format = is_planar ? AV_SAMPLE_FMT_FLTP : AV_SAMPLE_FMT_FLT;
      return CFFMPEG_NO_FAILURE;
    case AV_SAMPLE_FMT_S64:
    case AV_SAMPLE_FMT_S64P:
      narrow_integers(frame);
      frame->format = is_planar ? AV_SAMPLE_FMT_S32P : AV_SAMPLE_FMT_S32;
      return CFFMPEG_NO_FAILURE;
    default: return CFFMPEG_REFUSED;
  }
}

bool cffmpeg_describe_sound(AVFrame *frame, cffmpeg_sound *sound, cffmpeg_failure *failure) {
  if (!cffmpeg_is_supported_sample_format(frame->format)) {
    const cffmpeg_code code = convert_samples(frame);
    if (code == CFFMPEG_NO_MEMORY) return cffmpeg_fail(failure, code, AVERROR(ENOMEM));
    if (code != CFFMPEG_NO_FAILURE) return cffmpeg_fail_with_message(failure, code, "unknown sample format");
  }
  sound->samples = lav.av_get_sample_fmt_name(frame->format);
  sound->sample_rate = frame->sample_rate;
  sound->channel_count = frame->ch_layout.nb_channels;
  const bool has_mask = frame->ch_layout.order == AV_CHANNEL_ORDER_NATIVE;
  sound->channel_mask = has_mask ? frame->ch_layout.u.mask : 0;
  sound->frame_count = frame->nb_samples;
  sound->plane_count = plane_count(frame);
  if (sound->plane_count > CFFMPEG_MAXIMUM_CHANNELS) {
    return cffmpeg_fail_with_message(failure, CFFMPEG_REFUSED, "too many audio channels");
  }
  for (int plane = 0; plane < sound->plane_count; plane++) sound->planes[plane] = frame->extended_data[plane];
  return true;
}

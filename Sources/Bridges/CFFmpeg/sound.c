#include "sound.h"

#include "failure.h"

bool cffmpeg_samples_are_known(enum AVSampleFormat format) {
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

// ---- What decoders give

// Samples have room for what they become: none grows.
static void become_known(AVFrame *frame) {
  const bool is_planar = lav.av_sample_fmt_is_planar(frame->format);
  const int planes = is_planar ? frame->ch_layout.nb_channels : 1;
  const int count = frame->nb_samples * (is_planar ? 1 : frame->ch_layout.nb_channels);
  for (int plane = 0; plane < planes; plane++) {
    uint8_t *bytes = frame->extended_data[plane];
    if (frame->format == AV_SAMPLE_FMT_DBL || frame->format == AV_SAMPLE_FMT_DBLP) {
      for (int index = 0; index < count; index++) ((float *)bytes)[index] = (float)((double *)bytes)[index];
    } else {
      for (int index = 0; index < count; index++) {
        ((int32_t *)bytes)[index] = (int32_t)(((int64_t *)bytes)[index] >> 32);
      }
    }
  }
  switch (frame->format) {
    case AV_SAMPLE_FMT_DBL: frame->format = AV_SAMPLE_FMT_FLT; break;
    case AV_SAMPLE_FMT_DBLP: frame->format = AV_SAMPLE_FMT_FLTP; break;
    case AV_SAMPLE_FMT_S64: frame->format = AV_SAMPLE_FMT_S32; break;
    default: frame->format = AV_SAMPLE_FMT_S32P; break;
  }
}

bool cffmpeg_describe_sound(AVFrame *frame, cffmpeg_sound *sound, cffmpeg_failure *failure) {
  if (!cffmpeg_samples_are_known(frame->format)) become_known(frame);
  sound->samples = lav.av_get_sample_fmt_name(frame->format);
  sound->sample_rate = frame->sample_rate;
  sound->channel_count = frame->ch_layout.nb_channels;
  const bool has_mask = frame->ch_layout.order == AV_CHANNEL_ORDER_NATIVE;
  sound->channel_mask = has_mask ? frame->ch_layout.u.mask : 0;
  sound->frame_count = frame->nb_samples;
  sound->plane_count = lav.av_sample_fmt_is_planar(frame->format) ? sound->channel_count : 1;
  if (sound->plane_count > CFFMPEG_MOST_CHANNELS) {
    return cffmpeg_fail_saying(failure, CFFMPEG_REFUSED, "it has more channels than can be");
  }
  for (int plane = 0; plane < sound->plane_count; plane++) sound->planes[plane] = frame->extended_data[plane];
  return true;
}

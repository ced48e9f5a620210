#include "sound.h"

cffmpeg_resampler *cffmpeg_resampler_open(
    const cffmpeg_samples *from, const cffmpeg_samples *to, bool follows_clock, cffmpeg_failure *failure) {
  if (!cffmpeg_load(failure) || !cffmpeg_load_swresample(failure)) return NULL;
  cffmpeg_clear_message();
  cffmpeg_resampler *resampler = NULL;
  AVChannelLayout old_layout = {0}, new_layout = {0};
  cffmpeg_set_layout(&old_layout, from->channel_count, from->channel_mask);
  cffmpeg_set_layout(&new_layout, to->channel_count, to->channel_mask);
  int error = lav.swr_alloc_set_opts2(
      &resampler, &new_layout, lav.av_get_sample_fmt(to->name), to->sample_rate, &old_layout,
      lav.av_get_sample_fmt(from->name), from->sample_rate, 0, NULL);
  lav.av_channel_layout_uninit(&old_layout);
  lav.av_channel_layout_uninit(&new_layout);
  if (error >= 0) error = lav.swr_init(resampler);
  // Without a compensation, equal rates are not resampled, and later corrections would fail.
  if (error >= 0 && follows_clock) error = lav.swr_set_compensation(resampler, 0, to->sample_rate);
  if (error >= 0) return resampler;
  cffmpeg_fail(failure, CFFMPEG_REFUSED, error);
  cffmpeg_resampler_close(resampler);
  return NULL;
}

void cffmpeg_resampler_close(cffmpeg_resampler *resampler) {
  if (resampler) lav.swr_free(&resampler);
}

bool cffmpeg_resampler_correct(cffmpeg_resampler *resampler, int extra, int count, cffmpeg_failure *failure) {
  int error = lav.swr_set_compensation(resampler, extra, count);
  return error >= 0 || cffmpeg_fail(failure, CFFMPEG_REFUSED, error);
}

int cffmpeg_resampler_convert(
    cffmpeg_resampler *resampler, const uint8_t *const *planes, int frame_count, uint8_t *const *new_planes,
    int new_capacity, cffmpeg_failure *failure) {
  int count = lav.swr_convert(resampler, (uint8_t **)new_planes, new_capacity, (const uint8_t **)planes, frame_count);
  if (count < 0) cffmpeg_fail(failure, CFFMPEG_REFUSED, count);
  return count;
}

int64_t cffmpeg_resampler_delay(cffmpeg_resampler *resampler, int rate) { return lav.swr_get_delay(resampler, rate); }

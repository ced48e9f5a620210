#include <stdlib.h>

#include "failure.h"
#include "sound.h"

struct cffmpeg_resampler {
  struct SwrContext *context;
  int rate;  // of the input
  int new_rate;
};

cffmpeg_resampler *cffmpeg_resampler_open(
    const cffmpeg_samples *from, const cffmpeg_samples *to, bool follows_clock, cffmpeg_failure *failure) {
  if (!cffmpeg_load(failure) || !cffmpeg_load_swresample(failure)) return NULL;
  cffmpeg_clear_message();
  cffmpeg_resampler *resampler = calloc(1, sizeof *resampler);
  if (!resampler) {
    cffmpeg_fail(failure, CFFMPEG_NO_MEMORY, AVERROR(ENOMEM));
    return NULL;
  }
  resampler->rate = from->sample_rate;
  resampler->new_rate = to->sample_rate;
  AVChannelLayout old_layout = {0}, new_layout = {0};
  cffmpeg_set_layout(&old_layout, from->channel_count, from->channel_mask);
  cffmpeg_set_layout(&new_layout, to->channel_count, to->channel_mask);
  int error = lav.swr_alloc_set_opts2(
      &resampler->context, &new_layout, lav.av_get_sample_fmt(to->name), to->sample_rate, &old_layout,
      lav.av_get_sample_fmt(from->name), from->sample_rate, 0, NULL);
  lav.av_channel_layout_uninit(&old_layout);
  lav.av_channel_layout_uninit(&new_layout);
  if (error >= 0) error = lav.swr_init(resampler->context);
  // Without a compensation, equal rates are not resampled, and later corrections would fail.
  if (error >= 0 && follows_clock) error = lav.swr_set_compensation(resampler->context, 0, to->sample_rate);
  if (error >= 0) return resampler;
  cffmpeg_fail(failure, CFFMPEG_REFUSED, error);
  cffmpeg_resampler_close(resampler);
  return NULL;
}

void cffmpeg_resampler_close(cffmpeg_resampler *resampler) {
  if (!resampler) return;
  if (resampler->context) lav.swr_free(&resampler->context);
  free(resampler);
}

bool cffmpeg_resampler_correct(cffmpeg_resampler *resampler, int extra, int count, cffmpeg_failure *failure) {
  int error = lav.swr_set_compensation(resampler->context, extra, count);
  return error >= 0 || cffmpeg_fail(failure, CFFMPEG_REFUSED, error);
}

int cffmpeg_resampler_convert(
    cffmpeg_resampler *resampler, const uint8_t *const *planes, int frame_count, uint8_t *const *new_planes,
    int new_capacity, cffmpeg_failure *failure) {
  int count =
      lav.swr_convert(resampler->context, (uint8_t **)new_planes, new_capacity, (const uint8_t **)planes, frame_count);
  if (count < 0) cffmpeg_fail(failure, CFFMPEG_REFUSED, count);
  return count;
}

int64_t cffmpeg_resampler_delay(const cffmpeg_resampler *resampler, int rate) {
  return lav.swr_get_delay(resampler->context, rate);
}

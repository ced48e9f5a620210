#include "timeline.h"

#include "reader.h"

// As `ffmpeg` has it for such formats: a tenth of a second back is a step, and ten seconds ahead.
static const int64_t least_step_back = AV_TIME_BASE / 10;
static const int64_t least_step_ahead = 10 * (int64_t)AV_TIME_BASE;

static bool can_step(const cffmpeg_reader *reader) {
  return !reader->is_live && reader->container->iformat->flags & AVFMT_TS_DISCONT;
}

void cffmpeg_timeline_choose_companion(cffmpeg_reader *reader) {
  const enum AVMediaType other = reader->options.is_sound ? AVMEDIA_TYPE_VIDEO : AVMEDIA_TYPE_AUDIO;
  reader->timeline.companion =
      can_step(reader) ? lav.av_find_best_stream(reader->container, other, -1, -1, NULL, 0) : -1;
}

void cffmpeg_timeline_reset(cffmpeg_reader *reader) {
  cffmpeg_timeline *timeline = &reader->timeline;
  timeline->shift = timeline->origin;
  timeline->next[0] = timeline->next[1] = CFFMPEG_NO_TIME;
  timeline->may_step[0] = timeline->may_step[1] = true;
  timeline->has_stepped = false;
}

void cffmpeg_timeline_begin(cffmpeg_reader *reader) {
  const int64_t start = reader->container->start_time;
  // Other formats count from the beginning of the movie, where there may be no picture yet.
  reader->timeline.origin = can_step(reader) && start != AV_NOPTS_VALUE ? -start : 0;
  cffmpeg_timeline_reset(reader);
}

// A sum that stays where it is rather than overflow: files can say any time.
static int64_t sum(int64_t time, int64_t shift) {
  int64_t result;
  return __builtin_add_overflow(time, shift, &result) ? time : result;
}

static int64_t ticks(const AVStream *stream, int64_t microseconds) {
  return lav.av_rescale_q(microseconds, AV_TIME_BASE_Q, stream->time_base);
}

int64_t cffmpeg_timeline_from_file(const cffmpeg_reader *reader, int64_t time) {
  return time == AV_NOPTS_VALUE ? time : sum(time, ticks(reader->stream, reader->timeline.origin));
}

int64_t cffmpeg_timeline_to_file(const cffmpeg_reader *reader, int64_t time) {
  return sum(time, -ticks(reader->stream, reader->timeline.origin));
}

// Begins what follows a step behind all that came before.
static int64_t step(cffmpeg_timeline *timeline, int64_t time, int kind) {
  const int64_t *next = timeline->next;
  const int64_t end = next[0] > next[1] ? next[0] : next[1];
  timeline->shift += end - time;
  timeline->has_stepped = true;
  timeline->may_step[1 - kind] = false;
  return end;
}

static void look_for_step(cffmpeg_reader *reader, const AVPacket *packet, const AVStream *stream) {
  cffmpeg_timeline *timeline = &reader->timeline;
  const int64_t decoded = packet->dts == AV_NOPTS_VALUE ? packet->pts : packet->dts;
  if (decoded == AV_NOPTS_VALUE) return;
  const int kind = stream->codecpar->codec_type == AVMEDIA_TYPE_AUDIO;
  const int64_t duration = lav.av_rescale_q(packet->duration, stream->time_base, AV_TIME_BASE_Q);
  int64_t time = sum(lav.av_rescale_q(decoded, stream->time_base, AV_TIME_BASE_Q), timeline->shift);
  const int64_t next = timeline->next[kind];
  if (next != CFFMPEG_NO_TIME && timeline->may_step[kind]) {
    const int64_t ahead = duration > least_step_ahead / 10 ? duration * 10 : least_step_ahead;
    int64_t distance;
    const bool is_far = __builtin_sub_overflow(time, next, &distance) || distance > ahead;
    if (is_far || distance < -least_step_back) time = step(timeline, time, kind);
  }
  timeline->may_step[kind] = true;
  timeline->next[kind] = sum(time, duration > 0 ? duration : 0);
}

void cffmpeg_timeline_follow(cffmpeg_reader *reader, AVPacket *packet) {
  const AVStream *stream = reader->container->streams[packet->stream_index];
  if (can_step(reader)) look_for_step(reader, packet, stream);
  const int64_t shift = ticks(stream, reader->timeline.shift);
  if (packet->pts != AV_NOPTS_VALUE) packet->pts = sum(packet->pts, shift);
  if (packet->dts != AV_NOPTS_VALUE) packet->dts = sum(packet->dts, shift);
}

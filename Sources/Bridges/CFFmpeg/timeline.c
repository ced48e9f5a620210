#include "reader.h"

#include <string.h>

// The thresholds for jumps in formats with a clock, as in the `ffmpeg` tool: 0.1 s back, or 10 s ahead.
static const int64_t least_step_back = AV_TIME_BASE / 10;
static const int64_t least_step_ahead = 10 * (int64_t)AV_TIME_BASE;

// Other formats have less exact times, and gaps are intentional.
static const int64_t least_step_back_without_clock = AV_TIME_BASE;

static bool has_clock(const cffmpeg_reader *reader) { return reader->container->iformat->flags & AVFMT_TS_DISCONT; }

// Returns whether packets of video and audio are interleaved, so that examining both costs little.
static bool is_interleaved(const cffmpeg_reader *reader) {
  return has_clock(reader) || !strcmp(reader->container->iformat->name, "matroska,webm");
}

void cffmpeg_timeline_choose_companion(cffmpeg_reader *reader) {
  const enum AVMediaType other = reader->options.is_sound ? AVMEDIA_TYPE_VIDEO : AVMEDIA_TYPE_AUDIO;
  reader->timeline.companion =
      is_interleaved(reader) ? lav.av_find_best_stream(reader->container, other, -1, -1, NULL, 0) : -1;
}

void cffmpeg_timeline_reset(cffmpeg_reader *reader) {
  cffmpeg_timeline *timeline = &reader->timeline;
  timeline->shifts[0] = timeline->shifts[1] = timeline->origin;
  timeline->next[0] = timeline->next[1] = timeline->ends[0] = timeline->ends[1] = CFFMPEG_NO_TIME;
  timeline->has_stepped = false;
}

void cffmpeg_timeline_begin(cffmpeg_reader *reader) {
  const int64_t start = reader->container->start_time;
  // Other formats count from the beginning of the movie, which may precede the first video frame.
  reader->timeline.origin = has_clock(reader) && start != AV_NOPTS_VALUE ? -start : 0;
  cffmpeg_timeline_reset(reader);
}

// Returns a sum, or `time` on overflow; files can contain any time.
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

// Returns whether a time does not follow the preceding one.
static bool is_step(const cffmpeg_reader *reader, int64_t time, int64_t duration, int kind) {
  const int64_t next = reader->timeline.next[kind], other = reader->timeline.next[1 - kind];
  if (next == CFFMPEG_NO_TIME) return false;
  const int64_t back = has_clock(reader) ? least_step_back : least_step_back_without_clock;
  if (sum(time, back) < next) return true;
  if (!has_clock(reader)) return false;
  const int64_t ahead = duration > least_step_ahead / 10 ? duration * 10 : least_step_ahead;
  // If the other track continued, this is a gap.
  return time > sum(next, ahead) && (other == CFFMPEG_NO_TIME || time > sum(other, ahead));
}

// Shifts the track after a jump by the same amount as the other track, if that jumped first, or else behind all
// packets.
static void step(cffmpeg_timeline *timeline, int64_t decoded, int64_t shown, int kind) {
  const int64_t other_shift = timeline->shifts[1 - kind], next = timeline->next[kind];
  const int64_t other_time = sum(decoded, other_shift);
  timeline->has_stepped = true;
  if (other_shift != timeline->shifts[kind] && sum(other_time, least_step_ahead) > next
      && other_time < sum(next, least_step_ahead)) {
    timeline->shifts[kind] = other_shift;
    return;
  }
  const int64_t *ends = timeline->ends;
  int64_t shift;
  if (!__builtin_sub_overflow(ends[0] > ends[1] ? ends[0] : ends[1], shown, &shift)) timeline->shifts[kind] = shift;
}

static void detect_step(cffmpeg_reader *reader, const AVPacket *packet, const AVStream *stream, int kind) {
  cffmpeg_timeline *timeline = &reader->timeline;
  if (packet->dts == AV_NOPTS_VALUE) return;
  const int64_t decoded = lav.av_rescale_q(packet->dts, stream->time_base, AV_TIME_BASE_Q);
  const int64_t shown =
      packet->pts == AV_NOPTS_VALUE ? decoded : lav.av_rescale_q(packet->pts, stream->time_base, AV_TIME_BASE_Q);
  int64_t duration = lav.av_rescale_q(packet->duration, stream->time_base, AV_TIME_BASE_Q);
  if (duration < 0 || duration > INT64_MAX / 10) duration = 0;
  // A track that starts late adopts the shift of the other track.
  if (timeline->has_stepped && timeline->next[kind] == CFFMPEG_NO_TIME) {
    timeline->shifts[kind] = timeline->shifts[1 - kind];
  } else if (is_step(reader, sum(decoded, timeline->shifts[kind]), duration, kind)) {
    step(timeline, decoded, shown, kind);
  }
  timeline->next[kind] = sum(sum(decoded, timeline->shifts[kind]), duration);
  const int64_t end = sum(sum(shown, timeline->shifts[kind]), duration);
  if (end > timeline->ends[kind]) timeline->ends[kind] = end;
}

void cffmpeg_timeline_shift_packet(cffmpeg_reader *reader, AVPacket *packet) {
  const AVStream *stream = reader->container->streams[packet->stream_index];
  const int kind = stream->codecpar->codec_type == AVMEDIA_TYPE_AUDIO;
  detect_step(reader, packet, stream, kind);
  const int64_t shift = ticks(stream, reader->timeline.shifts[kind]);
  if (packet->pts != AV_NOPTS_VALUE) packet->pts = sum(packet->pts, shift);
  if (packet->dts != AV_NOPTS_VALUE) packet->dts = sum(packet->dts, shift);
}

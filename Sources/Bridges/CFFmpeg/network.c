#define _GNU_SOURCE
#include "reader.h"

#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "allowed.h"

// The amount of stream time without a wait, in milliseconds, after which the reader is behind.
static const int most_behind = 300;

// The maximum time for catching up by decoding, in nanoseconds, before packets are skipped. Skipping is the last
// resort, because the next key frame can be seconds away.
static const int64_t most_catching_up = 500000000;

// The maximum time between key frames, in nanoseconds. Until the first one, frames that depend on others are useless.
static const int64_t longest_key_interval = 30000000000;

void cffmpeg_network_await_picture(cffmpeg_reader *reader) {
  const AVCodecDescriptor *codec = lav.avcodec_descriptor_get(reader->stream->codecpar->codec_id);
  // Connecting is over, even if it took long.
  reader->input.deadline = 0;
  reader->input.is_late = false;
  const bool is_independent = codec && codec->props & AV_CODEC_PROP_INTRA_ONLY;
  reader->live.deadline = cclock_now() + (int64_t)reader->input.source.timeout_milliseconds * 1000000
                        + (is_independent ? 0 : longest_key_interval);
}

static void start_timeout(cffmpeg_reader *reader) {
  reader->input.is_late = false;
  reader->input.deadline = cclock_now() + (int64_t)reader->input.source.timeout_milliseconds * 1000000;
}

// Fails with the text of an error code, because FFmpeg's messages about addresses can contain passwords.
static bool fail(cffmpeg_failure *failure, cffmpeg_code code, int error) {
  char words[AV_ERROR_MAX_STRING_SIZE] = "";
  lav.av_strerror(error, words, sizeof words);
  return cffmpeg_fail_with_message(failure, code, words);
}

bool cffmpeg_network_fail(cffmpeg_reader *reader, int error, cffmpeg_failure *failure) {
  const char *complaint = reader->multipart ? cffmpeg_multipart_error_message(reader->multipart) : NULL;
  if (complaint) return cffmpeg_fail_with_message(failure, CFFMPEG_UNEXPECTED, complaint);
  if (reader->input.is_late)
    return cffmpeg_fail_with_message(failure, CFFMPEG_SILENT, "no data arrived before the timeout");
  switch (error) {
    case AVERROR(ENOMEM): return fail(failure, CFFMPEG_NO_MEMORY, error);
    case AVERROR_EXIT: return fail(failure, CFFMPEG_CANCELLED, error);
    case AVERROR_HTTP_UNAUTHORIZED:
    case AVERROR_HTTP_FORBIDDEN:
      return cffmpeg_fail_with_message(failure, CFFMPEG_UNAUTHORIZED, "login failed: wrong name, password or token");
    case AVERROR_EOF:
      return cffmpeg_fail_with_message(failure, CFFMPEG_UNREACHABLE, "the camera closed the connection");
    default: return fail(failure, CFFMPEG_UNREACHABLE, error);
  }
}

static cffmpeg_scheme scheme_of(const char *address) {
  if (!strncmp(address, "rtsps:", 6)) return CFFMPEG_RTSPS;
  if (!strncmp(address, "rtsp:", 5)) return CFFMPEG_RTSP;
  return !strncmp(address, "https:", 6) ? CFFMPEG_HTTPS : CFFMPEG_HTTP;
}

static bool set(AVDictionary **options, const char *name, const char *value) {
  return lav.av_dict_set(options, name, value, 0) >= 0;
}

// Adds the token, without redirects, because FFmpeg would send the token to the redirect target.
static bool set_token(const char *token, AVDictionary **options) {
  char header[1024];
  const int length = snprintf(header, sizeof header, "Authorization: Bearer %s\r\n", token);
  return length < (int)sizeof header && set(options, "headers", header) && set(options, "max_redirects", "0");
}

static bool set_options(const cffmpeg_source *source, cffmpeg_scheme scheme, AVDictionary **options) {
  *options = cffmpeg_network_options(scheme, source->uses_datagrams);
  bool is_set = *options && set(options, "user_agent", "OpenCapture") && set(options, "tls_verify", "1");
  if (source->certificates) is_set = is_set && set(options, "ca_file", source->certificates);
  if (scheme == CFFMPEG_HTTP || scheme == CFFMPEG_HTTPS) {
    return is_set && (!source->token || set_token(source->token, options));
  }
  // Accept datagrams only from the camera, and request no audio.
  return is_set && set(options, "rtsp_transport", source->uses_datagrams ? "udp" : "tcp")
      && set(options, "rtsp_flags", "filter_src") && set(options, "allowed_media_types", "video");
}

// Connects to a camera by HTTP and sets up the container to read images from the response.
static int connect_http(cffmpeg_reader *reader, AVDictionary **options) {
  AVIOContext *connection = NULL;
  const AVIOInterruptCB interruption = reader->container->interrupt_callback;
  const int error = lav.avio_open2(&connection, reader->input.source.address, AVIO_FLAG_READ, &interruption, options);
  if (error < 0) return error;
  reader->multipart = cffmpeg_multipart_open(connection);
  if (!reader->multipart) return AVERROR(ENOMEM);
  reader->container->pb = cffmpeg_multipart_context(reader->multipart);
  reader->container->flags |= AVFMT_FLAG_CUSTOM_IO;
  return 0;
}

bool cffmpeg_network_open(cffmpeg_reader *reader, cffmpeg_failure *failure) {
  const cffmpeg_source *source = &reader->input.source;
  const cffmpeg_scheme scheme = scheme_of(source->address);
  AVDictionary *options = NULL;
  reader->container = lav.avformat_alloc_context();
  const AVInputFormat *format = lav.av_find_input_format(cffmpeg_live_format(scheme));
  if (!set_options(source, scheme, &options) || !reader->container || !format) {
    lav.av_dict_free(&options);
    return cffmpeg_fail(failure, CFFMPEG_NO_MEMORY, AVERROR(ENOMEM));
  }
  reader->container->interrupt_callback = (AVIOInterruptCB){cffmpeg_input_is_cancelled, &reader->input};
  reader->container->max_analyze_duration = AV_TIME_BASE;
  // Use the stream's own frame rate, because measuring it takes a second.
  reader->container->fps_probe_size = 1;
  start_timeout(reader);
  const bool is_http = scheme == CFFMPEG_HTTP || scheme == CFFMPEG_HTTPS;
  int error = is_http ? connect_http(reader, &options) : 0;
  if (error >= 0) error = lav.avformat_open_input(&reader->container, source->address, format, &options);
  lav.av_dict_free(&options);
  reader->input.source.address = reader->input.source.certificates = reader->input.source.token = NULL;
  // Packets that arrived during probing are out of date.
  reader->live.place = CFFMPEG_CATCHING_UP;
  reader->live.since = cclock_now();
  reader->live.waited_at = AV_NOPTS_VALUE;
  return error >= 0 || cffmpeg_network_fail(reader, error, failure);
}

// Records the time of day in a sender report (FFmpeg's AVProducerReferenceTime).
static void record_wall_clock(cffmpeg_reader *reader) {
  const AVPacket *packet = reader->packet;
  for (int index = 0; index < packet->side_data_elems; index++) {
    const AVPacketSideData *data = &packet->side_data[index];
    if (data->type != AV_PKT_DATA_PRFT || data->size < sizeof(AVProducerReferenceTime)) continue;
    AVProducerReferenceTime reference;
    memcpy(&reference, data->data, sizeof reference);
    reader->live.wall_clock = (cffmpeg_wall_clock){packet->pts, reference.wallclock};
  }
}

// Returns the number of voluntary waits of this thread. Elapsed time is less reliable on a busy processor.
static int64_t wait_count(void) {
  struct rusage usage = {0};
  getrusage(RUSAGE_THREAD, &usage);
  return usage.ru_nvcsw;
}

// Returns the amount of stream time since reading last had to wait, in milliseconds.
static int64_t behind(cffmpeg_reader *reader) {
  const AVPacket *packet = reader->packet;
  const int64_t time = packet->dts != AV_NOPTS_VALUE ? packet->dts : packet->pts;
  int64_t since;
  if (time == AV_NOPTS_VALUE) return 0;
  if (reader->live.waited_at == AV_NOPTS_VALUE || time < reader->live.waited_at) reader->live.waited_at = time;
  if (__builtin_sub_overflow(time, reader->live.waited_at, &since)) return 0;
  return lav.av_rescale_q(since, reader->stream->time_base, (AVRational){1, 1000});
}

// Updates the state of the reader after a packet.
static void update_progress(cffmpeg_reader *reader, bool had_to_wait) {
  cffmpeg_live *live = &reader->live;
  if (had_to_wait) live->waited_at = AV_NOPTS_VALUE;
  const int64_t milliseconds = behind(reader);
  switch (live->place) {
    case CFFMPEG_UP_TO_DATE:
      if (milliseconds <= most_behind) return;
      live->place = CFFMPEG_CATCHING_UP;
      live->since = live->arrival;
      return;
    case CFFMPEG_CATCHING_UP:
      if (had_to_wait) live->place = CFFMPEG_UP_TO_DATE;
      else if (live->arrival - live->since > most_catching_up) live->place = CFFMPEG_BEHIND;
      return;
    case CFFMPEG_BEHIND:
      if (had_to_wait) live->place = CFFMPEG_BEFORE_KEY_FRAME;
      return;
    case CFFMPEG_BEFORE_KEY_FRAME:
      if (milliseconds > most_behind) live->place = CFFMPEG_BEHIND;
      return;
  }
}

// Returns whether a packet should be delivered, because the reader is close enough to the camera.
static bool is_wanted(cffmpeg_reader *reader, bool had_to_wait) {
  cffmpeg_live *live = &reader->live;
  update_progress(reader, had_to_wait);
  if (reader->options.keeps_packets) {
    // Packets that stay encoded are never skipped, because they need no decoding.
    if (had_to_wait) live->place = CFFMPEG_UP_TO_DATE;
    return true;
  }
  if (live->place == CFFMPEG_BEFORE_KEY_FRAME && reader->packet->flags & AV_PKT_FLAG_KEY) {
    live->place = CFFMPEG_UP_TO_DATE;
    if (reader->decoder) lav.avcodec_flush_buffers(reader->decoder);
  }
  const bool is_wanted = live->place == CFFMPEG_UP_TO_DATE || live->place == CFFMPEG_CATCHING_UP;
  if (!is_wanted) live->skipped_packet_count++;
  return is_wanted;
}

bool cffmpeg_network_read(cffmpeg_reader *reader) {
  while (true) {
    if (reader->live.deadline && cclock_now() > reader->live.deadline) {
      return cffmpeg_fail_with_message(
          &reader->ending, CFFMPEG_SILENT, "no current picture that can be decoded arrived before the timeout");
    }
    const int64_t waits = wait_count();
    start_timeout(reader);
    const int error = reader->live.is_interrupted ? AVERROR_EXIT : lav.av_read_frame(reader->container, reader->packet);
    reader->input.deadline = 0;
    if (error < 0) {
      reader->input.is_late |= reader->live.is_interrupted;
      cffmpeg_network_fail(reader, error, &reader->ending);
      // Frames that are still in the decoder are not late.
      return reader->input.is_late = false;
    }
    // At the timeout, a parser still returns the frame that it holds.
    reader->live.is_interrupted = reader->input.is_late;
    reader->input.is_late = false;
    reader->live.arrival = cclock_now();
    if (reader->packet->stream_index == reader->stream->index) {
      record_wall_clock(reader);
      const bool returns_packet = is_wanted(reader, wait_count() != waits);
      if (reader->live.is_interrupted) reader->live.place = CFFMPEG_CATCHING_UP;
      if (returns_packet) return true;
    }
    lav.av_packet_unref(reader->packet);
  }
}

cffmpeg_wall_clock cffmpeg_reader_wall_clock(const cffmpeg_reader *reader) { return reader->live.wall_clock; }

cffmpeg_arrival cffmpeg_reader_arrival(const cffmpeg_reader *reader) {
  return (cffmpeg_arrival){.time = reader->live.arrival, .is_late = reader->live.place != CFFMPEG_UP_TO_DATE};
}

int64_t cffmpeg_reader_skipped_packet_count(const cffmpeg_reader *reader) { return reader->live.skipped_packet_count; }

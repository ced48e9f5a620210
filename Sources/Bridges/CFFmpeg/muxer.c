#include <stdlib.h>
#include <string.h>

#include "output.h"

struct written_track {
  AVRational time_base;  // of the packets
  int64_t delay;  // added to the times of packets
  int64_t earliest;  // the minimum decoding time of the next packet, in ticks of the file
};

struct cffmpeg_muxer {
  cffmpeg_output output;
  AVFormatContext *container;
  struct written_track *tracks;
  AVPacket *packet;
};

// ---- Opening

static bool set_matrix(AVStream *stream, const cffmpeg_matrix *matrix) {
  int32_t values[9] = {matrix->a, matrix->b, 0, matrix->c, matrix->d, 0, 0, 0, 1 << 30};
  uint8_t *target = NULL;
#if HAS_CODED_SIDE_DATA
  AVPacketSideData *data = lav.av_packet_side_data_new(
      &stream->codecpar->coded_side_data, &stream->codecpar->nb_coded_side_data, AV_PKT_DATA_DISPLAYMATRIX,
      sizeof values, 0);
  if (data) target = data->data;
#else
  target = lav.av_stream_new_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, sizeof values);
#endif
  if (target) memcpy(target, values, sizeof values);
  return target != NULL;
}

// Returns the delay of a track. Matroska counts Opus from the start of the priming. FFmpeg before 6.1 writes the
// length of the priming, but shifts the other tracks instead.
static int64_t delay_of(const cffmpeg_muxer *muxer, const AVCodecParameters *format, AVRational time_base) {
  const char *name = muxer->container->oformat->name;
  bool is_matroska = !strcmp(name, "matroska") || !strcmp(name, "webm");
  if (LIBAVFORMAT_VERSION_INT >= AV_VERSION_INT(60, 16, 0) || !is_matroska || format->codec_id != AV_CODEC_ID_OPUS) {
    return 0;
  }
  return lav.av_rescale_q(format->initial_padding, (AVRational){1, format->sample_rate}, time_base);
}

// Returns the codec tag if FFmpeg's default is not suitable: Apple's players support H.265 only with the tag hvc1.
static uint32_t tag_of(const cffmpeg_muxer *muxer, const AVCodecParameters *format) {
  const char *name = muxer->container->oformat->name;
  bool is_iso = !strcmp(name, "mp4") || !strcmp(name, "mov");
  return is_iso && format->codec_id == AV_CODEC_ID_HEVC ? MKTAG('h', 'v', 'c', '1') : 0;
}

static bool add_track(cffmpeg_muxer *muxer, const cffmpeg_track *track, cffmpeg_failure *failure) {
  AVStream *stream = lav.avformat_new_stream(muxer->container, NULL);
  if (!stream) return cffmpeg_fail(failure, CFFMPEG_NO_MEMORY, AVERROR(ENOMEM));
  struct written_track *written = &muxer->tracks[stream->index];
  written->time_base = stream->time_base = (AVRational){track->time_base.numerator, track->time_base.denominator};
  written->delay = delay_of(muxer, track->format, written->time_base);
  written->earliest = INT64_MIN;
  stream->avg_frame_rate = (AVRational){track->frame_rate.numerator, track->frame_rate.denominator};
  int error = lav.avcodec_parameters_copy(stream->codecpar, track->format);
  if (error < 0) return cffmpeg_fail(failure, CFFMPEG_REFUSED, error);
  stream->sample_aspect_ratio = stream->codecpar->sample_aspect_ratio;
  // The tag of the source container is not valid in this one.
  stream->codecpar->codec_tag = tag_of(muxer, stream->codecpar);
  const cffmpeg_matrix *matrix = &track->matrix;
  bool is_turned = matrix->a != 1 << 16 || matrix->d != 1 << 16;
  if (!is_turned || (matrix->a == 0 && matrix->b == 0)) return true;
  return set_matrix(stream, matrix) || cffmpeg_fail(failure, CFFMPEG_NO_MEMORY, AVERROR(ENOMEM));
}

static bool add_tags(cffmpeg_muxer *muxer, const cffmpeg_muxer_options *options, cffmpeg_failure *failure) {
  for (int index = 0; index < options->tag_count; index++) {
    const cffmpeg_tag *tag = &options->tags[index];
    int error = lav.av_dict_set(&muxer->container->metadata, tag->key, tag->value, 0);
    if (error < 0) return cffmpeg_fail(failure, CFFMPEG_NO_MEMORY, error);
  }
  return true;
}

// Writes the header; the file is truncated only after everything else succeeded.
static bool begin(cffmpeg_muxer *muxer, const cffmpeg_muxer_options *options, cffmpeg_failure *failure) {
  AVDictionary *dictionary = NULL;
  int error = lav.av_dict_parse_string(&dictionary, options->muxer_options, "=", ":", 0);
  if (error >= 0) error = lav.avformat_init_output(muxer->container, &dictionary);
  bool is_unknown = error >= 0 && lav.av_dict_get(dictionary, "", NULL, AV_DICT_IGNORE_SUFFIX);
  lav.av_dict_free(&dictionary);
  if (is_unknown) return cffmpeg_fail_with_message(failure, CFFMPEG_REFUSED, "unknown muxer option");
  if (error < 0) return cffmpeg_fail(failure, CFFMPEG_REFUSED, error);
  if (!cffmpeg_output_begin(&muxer->output, failure)) return false;
  error = lav.avformat_write_header(muxer->container, NULL);
  if (error >= 0) lav.avio_flush(muxer->output.context);
  return cffmpeg_output_check(&muxer->output, error, failure);
}

static bool open_all(
    cffmpeg_muxer *muxer, int descriptor, const cffmpeg_muxer_options *options, cffmpeg_ratio *time_bases,
    cffmpeg_failure *failure) {
  if (!cffmpeg_output_open(&muxer->output, descriptor, options->is_stream, failure)) return false;
  int error = lav.avformat_alloc_output_context2(&muxer->container, NULL, options->container, NULL);
  if (error < 0) return cffmpeg_fail(failure, CFFMPEG_REFUSED, error);
  muxer->container->pb = muxer->output.context;
  // Write packets to the file immediately instead of buffering them.
  muxer->container->flags |= AVFMT_FLAG_CUSTOM_IO | AVFMT_FLAG_FLUSH_PACKETS;
  muxer->packet = lav.av_packet_alloc();
  muxer->tracks = calloc((size_t)options->track_count, sizeof *muxer->tracks);
  if (!muxer->packet || !muxer->tracks) return cffmpeg_fail(failure, CFFMPEG_NO_MEMORY, AVERROR(ENOMEM));
  for (int index = 0; index < options->track_count; index++) {
    if (!add_track(muxer, &options->tracks[index], failure)) return false;
  }
  if (!add_tags(muxer, options, failure) || !begin(muxer, options, failure)) return false;
  for (int index = 0; index < options->track_count; index++) {
    const AVRational base = muxer->container->streams[index]->time_base;
    time_bases[index] = (cffmpeg_ratio){base.num, base.den};
  }
  return true;
}

cffmpeg_muxer *cffmpeg_muxer_open(
    int descriptor, const cffmpeg_muxer_options *options, cffmpeg_ratio *time_bases, cffmpeg_failure *failure) {
  cffmpeg_muxer *muxer = cffmpeg_new(sizeof *muxer, failure);
  if (!muxer) return NULL;
  if (open_all(muxer, descriptor, options, time_bases, failure)) return muxer;
  cffmpeg_muxer_close(muxer);
  return NULL;
}

void cffmpeg_muxer_close(cffmpeg_muxer *muxer) {
  if (!muxer) return;
  lav.av_packet_free(&muxer->packet);
  if (muxer->container) lav.avformat_free_context(muxer->container);
  cffmpeg_output_close(&muxer->output);
  free(muxer->tracks);
  free(muxer);
}

// ---- Writing

// Delays a packet whose time is not after the preceding one in the coarser ticks of the file; muxers reject such
// packets.
static void keep_order(cffmpeg_muxer *muxer, struct written_track *track, AVPacket *packet) {
  if (packet->dts == AV_NOPTS_VALUE) return;
  if (packet->dts < track->earliest) packet->dts = track->earliest;
  if (packet->pts != AV_NOPTS_VALUE && packet->pts < packet->dts) packet->pts = packet->dts;
  const bool takes_equal_times = muxer->container->oformat->flags & AVFMT_TS_NONSTRICT;
  track->earliest = packet->dts + !takes_equal_times;
}

bool cffmpeg_muxer_write(cffmpeg_muxer *muxer, int track, const cffmpeg_packet *packet, cffmpeg_failure *failure) {
  cffmpeg_clear_message();
  AVPacket *own = muxer->packet;
  int error = lav.av_packet_ref(own, packet);
  if (error < 0) return cffmpeg_fail(failure, CFFMPEG_NO_MEMORY, error);
  if (own->pts != AV_NOPTS_VALUE) own->pts += muxer->tracks[track].delay;
  if (own->dts != AV_NOPTS_VALUE) own->dts += muxer->tracks[track].delay;
  lav.av_packet_rescale_ts(own, muxer->tracks[track].time_base, muxer->container->streams[track]->time_base);
  own->stream_index = track;
  keep_order(muxer, &muxer->tracks[track], own);
  own->pos = -1;
  // Muxers assemble fragments and clusters in memory, so the file ends at a complete one here.
  muxer->output.playable_byte_count = muxer->output.byte_count;
  error = lav.av_interleaved_write_frame(muxer->container, own);
  return cffmpeg_output_check(&muxer->output, error, failure);
}

bool cffmpeg_muxer_finish(cffmpeg_muxer *muxer, cffmpeg_failure *failure) {
  cffmpeg_clear_message();
  muxer->output.playable_byte_count = muxer->output.byte_count;
  int error = lav.av_write_trailer(muxer->container);
  lav.avio_flush(muxer->output.context);
  return cffmpeg_output_check(&muxer->output, error, failure);
}

void cffmpeg_muxer_abandon(cffmpeg_muxer *muxer) { cffmpeg_output_truncate(&muxer->output); }

#include "reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "allowed.h"

// ---- Opening

static bool open_decoder(cffmpeg_reader *reader, cffmpeg_failure *failure) {
  reader->packet = lav.av_packet_alloc();
  reader->picture = lav.av_frame_alloc();
  if (!reader->packet || !reader->picture) return cffmpeg_fail(failure, CFFMPEG_NO_MEMORY, AVERROR(ENOMEM));
  if (reader->options.keeps_packets) return true;
  // Discard messages about other streams.
  cffmpeg_clear_message();
  const AVCodecParameters *parameters = reader->stream->codecpar;
  const AVCodec *codec = lav.avcodec_find_decoder(parameters->codec_id);
  if (!codec) return cffmpeg_fail_with_message(failure, CFFMPEG_NO_CODEC, lav.avcodec_get_name(parameters->codec_id));
  const bool is_allowed = reader->is_live ? cffmpeg_allows_live_decoder(codec) : cffmpeg_allows_decoder(codec);
  if (!is_allowed) return cffmpeg_fail_with_message(failure, CFFMPEG_REFUSED_CODEC, codec->name);
  reader->decoder = lav.avcodec_alloc_context3(codec);
  if (!reader->decoder) return cffmpeg_fail(failure, CFFMPEG_NO_MEMORY, AVERROR(ENOMEM));
  int error = lav.avcodec_parameters_to_context(reader->decoder, parameters);
  reader->decoder->pkt_timebase = reader->stream->time_base;
  reader->decoder->thread_count = reader->options.thread_count;
  // Frame threading would delay the first frames.
  if (reader->is_live)
    reader->decoder->thread_type = FF_THREAD_SLICE, reader->decoder->flags |= AV_CODEC_FLAG_LOW_DELAY;
  reader->decoder->max_pixels = cffmpeg_maximum_pixel_count(reader);
  if (!cffmpeg_count_memory(reader)) return cffmpeg_fail(failure, CFFMPEG_NO_MEMORY, AVERROR(ENOMEM));
  // Without this flag, the left crop is rounded to the processor's alignment.
  reader->decoder->flags |= AV_CODEC_FLAG_UNALIGNED;
  AVDictionary *bounds = cffmpeg_decoder_options();
  if (!bounds) return cffmpeg_fail(failure, CFFMPEG_NO_MEMORY, AVERROR(ENOMEM));
  if (error >= 0) error = lav.avcodec_open2(reader->decoder, codec, &bounds);
  lav.av_dict_free(&bounds);
  return error >= 0 || cffmpeg_fail(failure, CFFMPEG_DAMAGED, error);
}

static const uint8_t *display_matrix(const AVStream *stream) {
  size_t size = 0;
  const uint8_t *bytes = cffmpeg_stream_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size);
  return size >= 9 * sizeof(int32_t) ? bytes : NULL;
}

static AVRational frame_rate(const cffmpeg_reader *reader) {
  AVRational rate = reader->stream->avg_frame_rate;
  if (rate.num <= 0 || rate.den <= 0) rate = lav.av_guess_frame_rate(reader->container, reader->stream, NULL);
  return rate.num > 0 && rate.den > 0 ? rate : (AVRational){0, 0};
}

static void prepare(cffmpeg_reader *reader) {
  AVRational rate = frame_rate(reader);
  int64_t mean = rate.num ? lav.av_rescale_q(1, av_inv_q(rate), reader->stream->time_base) : 1;
  reader->frame_duration = mean > 0 ? mean : 1;
  cffmpeg_timeline_begin(reader);
  const int64_t start = cffmpeg_timeline_from_file(reader, reader->stream->start_time);
  reader->next_time = start == AV_NOPTS_VALUE ? 0 : start;
  reader->damage.first_time = CFFMPEG_NO_TIME;
  reader->matrix = cffmpeg_matrix_of(display_matrix(reader->stream));
}

cffmpeg_reader *cffmpeg_reader_open(
    const cffmpeg_source *source, const cffmpeg_reader_options *options, cffmpeg_failure *failure) {
  cffmpeg_reader *reader = cffmpeg_new(sizeof *reader, failure);
  if (!reader) return NULL;
  reader->options = *options;
  reader->options.pixels = NULL;
  reader->input.is_over = options->is_over;
  cffmpeg_resolve_pixels(options->pixels, options->pixels_count, &reader->known);
  reader->known.keeps_colors = options->keeps_colors;
  reader->is_live = source->address != NULL;
  if (cffmpeg_input_open(&reader->input, source, failure) && cffmpeg_container_open(reader, failure)
      && open_decoder(reader, failure)) {
    prepare(reader);
    if (!options->keeps_packets || cffmpeg_filter_open(reader, failure)) return reader;
  }
  cffmpeg_reader_close(reader);
  return NULL;
}

void cffmpeg_reader_close(cffmpeg_reader *reader) {
  if (!reader) return;
  if (reader->scaler) lav.sws_freeContext(reader->scaler);
  lav.av_frame_free(&reader->picture);
  lav.av_packet_free(&reader->packet);
  lav.av_bsf_free(&reader->filter);
  lav.avcodec_free_context(&reader->decoder);
  lav.av_buffer_unref(&reader->memory);
  lav.av_buffer_pool_uninit(&reader->blocks);
  lav.avformat_close_input(&reader->container);
  cffmpeg_multipart_close(reader->multipart);
  cffmpeg_input_close(&reader->input);
  free(reader);
}

void cffmpeg_reader_cancel(cffmpeg_reader *reader) {
  atomic_store_explicit(&reader->input.is_cancelled, true, memory_order_relaxed);
}

// ---- Information

static int64_t duration_of(const cffmpeg_reader *reader) {
  if (reader->stream->duration != AV_NOPTS_VALUE) return reader->stream->duration;
  if (reader->container->duration == AV_NOPTS_VALUE) return CFFMPEG_NO_TIME;
  return lav.av_rescale_q(reader->container->duration, AV_TIME_BASE_Q, reader->stream->time_base);
}

// Reports an audio track whose sample rate and channels are unknown because it cannot be decoded.
static void describe_unread_sound(const cffmpeg_reader *reader, cffmpeg_movie_info *info) {
  for (unsigned index = 0; index < reader->container->nb_streams; index++) {
    const AVStream *stream = reader->container->streams[index];
    const enum AVCodecID codec = stream->codecpar->codec_id;
    if (stream->codecpar->codec_type != AVMEDIA_TYPE_AUDIO) continue;
    const AVCodec *decoder = lav.avcodec_find_decoder(codec);
    const bool is_allowed = decoder && cffmpeg_allows_decoder(decoder);
    info->sound_failure = is_allowed ? CFFMPEG_DAMAGED : CFFMPEG_REFUSED_CODEC;
    if (cffmpeg_stream_is_encrypted(reader, stream)) info->sound_failure = CFFMPEG_ENCRYPTED;
    snprintf(info->unreadable_audio, sizeof info->unreadable_audio, "%s", lav.avcodec_get_name(codec));
    return;
  }
}

// Returns the start of the audio in ticks of the video.
static int64_t sound_start(const cffmpeg_reader *reader, int sound) {
  if (sound < 0) return CFFMPEG_NO_TIME;
  const AVStream *stream = reader->container->streams[sound];
  if (stream->start_time == AV_NOPTS_VALUE) return CFFMPEG_NO_TIME;
  return cffmpeg_timeline_from_file(
      reader, lav.av_rescale_q(stream->start_time, stream->time_base, reader->stream->time_base));
}

cffmpeg_movie_info cffmpeg_reader_info(const cffmpeg_reader *reader) {
  const AVStream *stream = reader->stream;
  AVRational rate = frame_rate(reader);
  const AVRational aspect = lav.av_guess_sample_aspect_ratio(reader->container, reader->stream, NULL);
  const int sound = lav.av_find_best_stream(reader->container, AVMEDIA_TYPE_AUDIO, -1, -1, NULL, 0);
  cffmpeg_movie_info info = {
      .width = stream->codecpar->width,
      .height = stream->codecpar->height,
      .time_base = {stream->time_base.num, stream->time_base.den},
      .frame_rate = {rate.num, rate.den},
      .pixel_aspect = {aspect.num, aspect.den},
      .start_time = cffmpeg_timeline_from_file(reader, stream->start_time),
      .duration = duration_of(reader),
      .frame_count = stream->nb_frames,
      .bit_rate = stream->codecpar->bit_rate,
      .matrix = reader->matrix,
      .bytes_per_pixel = cffmpeg_bytes_per_pixel(reader),
      .is_reordered = stream->codecpar->video_delay > 0,
      .has_sound = sound >= 0,
      .sound_start_time = sound_start(reader, sound),
  };
  snprintf(info.container, sizeof info.container, "%s", reader->container->iformat->name);
  snprintf(info.codec, sizeof info.codec, "%s", lav.avcodec_get_name(stream->codecpar->codec_id));
  if (sound < 0) describe_unread_sound(reader, &info);
  return info;
}

cffmpeg_sound_info cffmpeg_reader_sound_info(const cffmpeg_reader *reader) {
  const AVStream *stream = reader->stream;
  const AVCodecParameters *parameters = stream->codecpar;
  const bool has_mask = parameters->ch_layout.order == AV_CHANNEL_ORDER_NATIVE;
  cffmpeg_sound_info info = {
      .sample_rate = parameters->sample_rate,
      .channel_count = parameters->ch_layout.nb_channels,
      .channel_mask = has_mask ? parameters->ch_layout.u.mask : 0,
      .bit_rate = parameters->bit_rate,
      .time_base = {stream->time_base.num, stream->time_base.den},
      .start_time = cffmpeg_timeline_from_file(reader, stream->start_time),
      .duration = duration_of(reader),
  };
  snprintf(info.codec, sizeof info.codec, "%s", lav.avcodec_get_name(parameters->codec_id));
  return info;
}

cffmpeg_format *cffmpeg_reader_format(const cffmpeg_reader *reader, cffmpeg_failure *failure) {
  AVCodecParameters *format = lav.avcodec_parameters_alloc();
  int error = format ? lav.avcodec_parameters_copy(format, reader->stream->codecpar) : AVERROR(ENOMEM);
  if (error >= 0) return format;
  lav.avcodec_parameters_free(&format);
  cffmpeg_fail(failure, CFFMPEG_NO_MEMORY, error);
  return NULL;
}

cffmpeg_damage cffmpeg_reader_damage(const cffmpeg_reader *reader) { return reader->damage; }

// ---- Frames

bool cffmpeg_reader_convert(
    cffmpeg_reader *reader, const cffmpeg_frame *frame, uint8_t *const planes[3], const int bytes_per_row[3],
    cffmpeg_failure *failure) {
  return cffmpeg_convert_pixels(frame, &reader->known, planes, bytes_per_row, &reader->scaler, failure);
}

void cffmpeg_frame_release(void *handle) {
  AVFrame *picture = handle;
  lav.av_frame_free(&picture);
}

#include "reader.h"

#include <stdio.h>
#include <stdlib.h>

#include "allowed.h"
#include "failure.h"
#include "frame.h"
#include "plausibility.h"

// ---- Opening

// A movie can name other files and addresses; those of strangers must not make anybody open them.
static int open_nothing(
  AVFormatContext *container, AVIOContext **context, const char *url, int flags, AVDictionary **options
) {
  (void)container, (void)context, (void)url, (void)flags, (void)options;
  return AVERROR(EPERM);
}

bool cffmpeg_reader_fail(cffmpeg_reader *reader, cffmpeg_code code, int error, cffmpeg_failure *failure) {
  cffmpeg_fail(failure, code, error);
  if (failure->code == CFFMPEG_CANCELLED || !reader->input.error_number) return false;
  failure->code = CFFMPEG_SYSTEM;
  failure->error_number = reader->input.error_number;
  return false;
}

// What the file is, before anything is parsed of it.
static const AVInputFormat *probe(cffmpeg_reader *reader, cffmpeg_failure *failure) {
  const AVInputFormat *format = NULL;
  int error = lav.av_probe_input_buffer2(reader->input.context, &format, "", NULL, 0, 0);
  if (error < 0) {
    cffmpeg_reader_fail(reader, CFFMPEG_UNKNOWN_FORMAT, error, failure);
  } else if (!cffmpeg_allows_format(format)) {
    cffmpeg_fail_saying(failure, CFFMPEG_REFUSED_FORMAT, format->name);
  } else {
    return format;
  }
  return NULL;
}

static bool open_container(cffmpeg_reader *reader, int64_t maximum_pixel_count, cffmpeg_failure *failure) {
  const AVInputFormat *format = probe(reader, failure);
  if (!format) return false;
  AVDictionary *bounds = cffmpeg_container_options();
  reader->container = lav.avformat_alloc_context();
  if (!bounds || !reader->container) {
    lav.av_dict_free(&bounds);
    return cffmpeg_fail(failure, CFFMPEG_NO_MEMORY, AVERROR(ENOMEM));
  }
  reader->container->pb = reader->input.context;
  reader->container->flags |= AVFMT_FLAG_CUSTOM_IO;
  reader->container->io_open = open_nothing;
  reader->container->interrupt_callback = (AVIOInterruptCB){cffmpeg_input_is_cancelled, &reader->input};
  int error = lav.avformat_open_input(&reader->container, "", format, &bounds);
  lav.av_dict_free(&bounds);
  if (error < 0) return cffmpeg_reader_fail(reader, CFFMPEG_UNKNOWN_FORMAT, error, failure);
  maximum_pixel_count = cffmpeg_most_pixels(reader, maximum_pixel_count);
  unsigned count = reader->container->nb_streams;
  AVDictionary **options = calloc(count ? count : 1, sizeof *options);
  if (!options) return cffmpeg_fail(failure, CFFMPEG_NO_MEMORY, AVERROR(ENOMEM));
  for (unsigned index = 0; index < count; index++) {
    lav.av_dict_set_int(&options[index], "max_pixels", maximum_pixel_count, 0);
  }
  error = lav.avformat_find_stream_info(reader->container, options);
  for (unsigned index = 0; index < count; index++) lav.av_dict_free(&options[index]);
  free(options);
  return error >= 0 || cffmpeg_reader_fail(reader, CFFMPEG_DAMAGED, error, failure);
}

static bool choose_stream(cffmpeg_reader *reader, int64_t maximum_pixel_count, cffmpeg_failure *failure) {
  int index = lav.av_find_best_stream(reader->container, AVMEDIA_TYPE_VIDEO, -1, -1, NULL, 0);
  // The cover of a song is no movie.
  if (index < 0 || reader->container->streams[index]->disposition & AV_DISPOSITION_ATTACHED_PIC) {
    return cffmpeg_fail_saying(failure, CFFMPEG_NO_VIDEO, reader->container->iformat->name);
  }
  for (unsigned other = 0; other < reader->container->nb_streams; other++) {
    if ((int)other != index) reader->container->streams[other]->discard = AVDISCARD_ALL;
  }
  reader->stream = reader->container->streams[index];
  const AVCodecParameters *parameters = reader->stream->codecpar;
  const int64_t most = cffmpeg_most_pixels(reader, maximum_pixel_count);
  return (int64_t)parameters->width * parameters->height <= most
      || cffmpeg_fail_too_large(reader, parameters->width, parameters->height, maximum_pixel_count, failure);
}

static bool open_decoder(
  cffmpeg_reader *reader, const cffmpeg_reader_options *options, cffmpeg_failure *failure
) {
  const AVCodecParameters *parameters = reader->stream->codecpar;
  const AVCodec *codec = lav.avcodec_find_decoder(parameters->codec_id);
  if (!codec) return cffmpeg_fail_saying(failure, CFFMPEG_NO_CODEC, lav.avcodec_get_name(parameters->codec_id));
  reader->decoder = lav.avcodec_alloc_context3(codec);
  reader->packet = lav.av_packet_alloc();
  reader->picture = lav.av_frame_alloc();
  if (!reader->decoder || !reader->packet || !reader->picture) {
    return cffmpeg_fail(failure, CFFMPEG_NO_MEMORY, AVERROR(ENOMEM));
  }
  int error = lav.avcodec_parameters_to_context(reader->decoder, parameters);
  reader->decoder->pkt_timebase = reader->stream->time_base;
  reader->decoder->thread_count = options->thread_count;
  reader->maximum_pixel_count = options->maximum_pixel_count;
  reader->decoder->max_pixels = cffmpeg_most_pixels(reader, options->maximum_pixel_count);
  // Else pictures that are cropped at the left are cropped to a multiple of what suits the processor.
  reader->decoder->flags |= AV_CODEC_FLAG_UNALIGNED;
  AVDictionary *bounds = cffmpeg_decoder_options();
  if (!bounds) return cffmpeg_fail(failure, CFFMPEG_NO_MEMORY, AVERROR(ENOMEM));
  if (error >= 0) error = lav.avcodec_open2(reader->decoder, codec, &bounds);
  lav.av_dict_free(&bounds);
  return error >= 0 || cffmpeg_fail(failure, CFFMPEG_DAMAGED, error);
}

static const uint8_t *display_matrix(const AVStream *stream) {
  size_t size = 0;
  const uint8_t *bytes = NULL;
#if HAS_CODED_SIDE_DATA
  const AVPacketSideData *data = lav.av_packet_side_data_get(
    stream->codecpar->coded_side_data, stream->codecpar->nb_coded_side_data, AV_PKT_DATA_DISPLAYMATRIX);
  if (data) bytes = data->data, size = data->size;
#else
  bytes = lav.av_stream_get_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size);
#endif
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
  reader->next_time = reader->stream->start_time == AV_NOPTS_VALUE ? 0 : reader->stream->start_time;
  reader->damage.first_time = CFFMPEG_NO_TIME;
  reader->matrix = cffmpeg_matrix_of(display_matrix(reader->stream));
}

cffmpeg_reader *cffmpeg_reader_open(
  const cffmpeg_source *source, const cffmpeg_reader_options *options, cffmpeg_failure *failure
) {
  if (!cffmpeg_load(failure)) return NULL;
  cffmpeg_forget_message();
  cffmpeg_reader *reader = calloc(1, sizeof *reader);
  if (!reader) {
    cffmpeg_fail(failure, CFFMPEG_NO_MEMORY, AVERROR(ENOMEM));
    return NULL;
  }
  if (cffmpeg_input_open(&reader->input, source, failure)
      && open_container(reader, options->maximum_pixel_count, failure)
      && choose_stream(reader, options->maximum_pixel_count, failure) && open_decoder(reader, options, failure)) {
    prepare(reader);
    return reader;
  }
  cffmpeg_reader_close(reader);
  return NULL;
}

void cffmpeg_reader_close(cffmpeg_reader *reader) {
  if (!reader) return;
  if (reader->scaler) lav.sws_freeContext(reader->scaler);
  lav.av_frame_free(&reader->picture);
  lav.av_packet_free(&reader->packet);
  lav.avcodec_free_context(&reader->decoder);
  lav.avformat_close_input(&reader->container);
  cffmpeg_input_close(&reader->input);
  free(reader);
}

void cffmpeg_reader_cancel(cffmpeg_reader *reader) {
  atomic_store_explicit(&reader->input.is_cancelled, true, memory_order_relaxed);
}

// ---- What the file says

static int64_t time_or_none(int64_t time) { return time == AV_NOPTS_VALUE ? CFFMPEG_NO_TIME : time; }

static int64_t duration_of(const cffmpeg_reader *reader) {
  if (reader->stream->duration != AV_NOPTS_VALUE) return reader->stream->duration;
  if (reader->container->duration == AV_NOPTS_VALUE) return CFFMPEG_NO_TIME;
  return lav.av_rescale_q(reader->container->duration, AV_TIME_BASE_Q, reader->stream->time_base);
}

cffmpeg_movie_info cffmpeg_reader_info(const cffmpeg_reader *reader) {
  const AVStream *stream = reader->stream;
  AVRational rate = frame_rate(reader);
  cffmpeg_movie_info info = {
    .codec_tag = __builtin_bswap32(stream->codecpar->codec_tag),
    .width = stream->codecpar->width,
    .height = stream->codecpar->height,
    .time_base = {stream->time_base.num, stream->time_base.den},
    .frame_rate = {rate.num, rate.den},
    .start_time = time_or_none(stream->start_time),
    .duration = duration_of(reader),
    .frame_count = stream->nb_frames,
    .matrix = reader->matrix,
  };
  snprintf(info.container, sizeof info.container, "%s", reader->container->iformat->name);
  snprintf(info.codec, sizeof info.codec, "%s", lav.avcodec_get_name(stream->codecpar->codec_id));
  return info;
}

cffmpeg_damage cffmpeg_reader_damage(const cffmpeg_reader *reader) { return reader->damage; }

// ---- Frames

bool cffmpeg_reader_convert(
  cffmpeg_reader *reader, const cffmpeg_frame *frame, uint8_t *const planes[3], const int bytes_per_row[3],
  cffmpeg_failure *failure
) {
  return cffmpeg_convert_pixels(frame, planes, bytes_per_row, &reader->scaler, failure);
}

void cffmpeg_frame_release(void *handle) {
  AVFrame *picture = handle;
  lav.av_frame_free(&picture);
}

#include <stdlib.h>
#include <string.h>

#include "encoder.h"
#include "failure.h"
#include "output.h"

struct cffmpeg_writer {
  cffmpeg_output output;
  cffmpeg_encoder encoder;
  AVFormatContext *container;
  AVStream *stream;
  AVPacket *packet;
  AVFrame *picture;
  int width, height;  // of the pictures that are appended
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

static bool add_stream(cffmpeg_writer *writer, const cffmpeg_writer_options *options, cffmpeg_failure *failure) {
  writer->stream = lav.avformat_new_stream(writer->container, NULL);
  if (!writer->stream) return cffmpeg_fail(failure, CFFMPEG_NO_MEMORY, AVERROR(ENOMEM));
  writer->stream->time_base = writer->encoder.time_base;
  writer->stream->avg_frame_rate = writer->encoder.context->framerate;
  int error = lav.avcodec_parameters_from_context(writer->stream->codecpar, writer->encoder.context);
  if (error < 0) return cffmpeg_fail(failure, CFFMPEG_REFUSED, error);
  const cffmpeg_matrix *matrix = &options->matrix;
  bool is_turned = matrix->a != 1 << 16 || matrix->d != 1 << 16;
  if (!is_turned || (matrix->a == 0 && matrix->b == 0)) return true;
  return set_matrix(writer->stream, matrix) || cffmpeg_fail(failure, CFFMPEG_NO_MEMORY, AVERROR(ENOMEM));
}

// Nothing is written, nor is the file emptied, before everything else is known to work.
static bool begin(cffmpeg_writer *writer, const cffmpeg_writer_options *options, cffmpeg_failure *failure) {
  AVDictionary *dictionary = NULL;
  int error = lav.av_dict_parse_string(&dictionary, options->muxer_options, "=", ":", 0);
  if (error >= 0) error = lav.avformat_init_output(writer->container, &dictionary);
  bool is_unknown = error >= 0 && lav.av_dict_get(dictionary, "", NULL, AV_DICT_IGNORE_SUFFIX);
  lav.av_dict_free(&dictionary);
  if (is_unknown) return cffmpeg_fail_saying(failure, CFFMPEG_REFUSED, "the container doesn't know an option");
  if (error < 0) return cffmpeg_fail(failure, CFFMPEG_REFUSED, error);
  if (!cffmpeg_output_begin(&writer->output, failure)) return false;
  error = lav.avformat_write_header(writer->container, NULL);
  if (error >= 0) lav.avio_flush(writer->output.context);
  if (error < 0 || writer->output.error_number) return cffmpeg_output_fail(&writer->output, error, failure);
  return true;
}

static bool open_all(
    cffmpeg_writer *writer, int descriptor, const cffmpeg_writer_options *options, cffmpeg_writer_info *info,
    cffmpeg_failure *failure) {
  if (!cffmpeg_output_open(&writer->output, descriptor, options->is_stream, failure)) return false;
  int error = lav.avformat_alloc_output_context2(&writer->container, NULL, options->container, NULL);
  if (error < 0) return cffmpeg_fail(failure, CFFMPEG_REFUSED, error);
  writer->container->pb = writer->output.context;
  // What was written must reach the file, not wait in memory for more.
  writer->container->flags |= AVFMT_FLAG_CUSTOM_IO | AVFMT_FLAG_FLUSH_PACKETS;
  bool wants_header = writer->container->oformat->flags & AVFMT_GLOBALHEADER;
  info->choice = cffmpeg_encoder_open(&writer->encoder, options, wants_header, failure);
  if (info->choice < 0 || !add_stream(writer, options, failure)) return false;
  writer->packet = lav.av_packet_alloc();
  writer->picture = lav.av_frame_alloc();
  if (!writer->packet || !writer->picture) return cffmpeg_fail(failure, CFFMPEG_NO_MEMORY, AVERROR(ENOMEM));
  writer->width = options->width;
  writer->height = options->height;
  info->pixels = writer->encoder.context->pix_fmt == AV_PIX_FMT_NV12 ? "nv12" : "yuv420p";
  if (!begin(writer, options, failure)) return false;
  info->time_base = (cffmpeg_ratio){writer->stream->time_base.num, writer->stream->time_base.den};
  return true;
}

cffmpeg_writer *cffmpeg_writer_open(
    int descriptor, const cffmpeg_writer_options *options, cffmpeg_writer_info *info, cffmpeg_failure *failure) {
  if (!cffmpeg_load(failure)) return NULL;
  cffmpeg_forget_message();
  cffmpeg_writer *writer = calloc(1, sizeof *writer);
  if (!writer) {
    cffmpeg_fail(failure, CFFMPEG_NO_MEMORY, AVERROR(ENOMEM));
    return NULL;
  }
  if (open_all(writer, descriptor, options, info, failure)) return writer;
  cffmpeg_writer_close(writer);
  return NULL;
}

void cffmpeg_writer_close(cffmpeg_writer *writer) {
  if (!writer) return;
  lav.av_frame_free(&writer->picture);
  lav.av_packet_free(&writer->packet);
  cffmpeg_encoder_close(&writer->encoder);
  if (writer->container) lav.avformat_free_context(writer->container);
  cffmpeg_output_close(&writer->output);
  free(writer);
}

// ---- Writing

// A frame to fill; the last one again where the encoder has no use for it any more.
static bool prepare_frame(cffmpeg_writer *writer, cffmpeg_failure *failure) {
  AVFrame *frame = writer->picture;
  if (frame->data[0] && lav.av_frame_is_writable(frame)) return true;
  lav.av_frame_unref(frame);
  const AVCodecContext *context = writer->encoder.context;
  frame->width = context->width;
  frame->height = context->height;
  frame->format = context->pix_fmt;
  frame->color_range = context->color_range;
  frame->colorspace = context->colorspace;
  int error = lav.av_frame_get_buffer(frame, 0);
  return error >= 0 || cffmpeg_fail(failure, CFFMPEG_NO_MEMORY, error);
}

// Copies a plane; the last column and row are repeated where the target is larger.
static void copy_plane(
    const uint8_t *from, int from_stride, int width, int height, uint8_t *to, int to_stride, int to_width,
    int to_height, int bytes) {
  for (int y = 0; y < to_height; y++) {
    const uint8_t *source = from + (ptrdiff_t)(y < height ? y : height - 1) * from_stride;
    uint8_t *target = to + (ptrdiff_t)y * to_stride;
    memcpy(target, source, (size_t)width * (size_t)bytes);
    const uint8_t *last = source + (ptrdiff_t)(width - 1) * bytes;
    for (ptrdiff_t x = width; x < to_width; x++) memcpy(target + x * bytes, last, (size_t)bytes);
  }
}

static void fill_frame(cffmpeg_writer *writer, const cffmpeg_picture *picture) {
  AVFrame *frame = writer->picture;
  bool is_nv12 = frame->format == AV_PIX_FMT_NV12;
  for (int index = 0; index < (is_nv12 ? 2 : 3); index++) {
    int shift = index > 0;
    copy_plane(
        picture->planes[index], picture->bytes_per_row[index], (writer->width + shift) >> shift,
        (writer->height + shift) >> shift, frame->data[index], frame->linesize[index], (frame->width + shift) >> shift,
        (frame->height + shift) >> shift, is_nv12 && shift ? 2 : 1);
  }
}

static bool write_packets(cffmpeg_writer *writer, cffmpeg_failure *failure) {
  int state;
  while ((state = cffmpeg_encoder_receive(&writer->encoder, writer->packet, failure)) > 0) {
    lav.av_packet_rescale_ts(writer->packet, writer->encoder.time_base, writer->stream->time_base);
    writer->packet->stream_index = writer->stream->index;
    int error = lav.av_interleaved_write_frame(writer->container, writer->packet);
    if (error < 0 || writer->output.error_number) return cffmpeg_output_fail(&writer->output, error, failure);
  }
  return state == 0;
}

bool cffmpeg_writer_append(cffmpeg_writer *writer, const cffmpeg_picture *picture, cffmpeg_failure *failure) {
  cffmpeg_forget_message();
  if (!prepare_frame(writer, failure)) return false;
  fill_frame(writer, picture);
  return cffmpeg_encoder_send(&writer->encoder, writer->picture, picture->time, picture->duration, failure)
      && write_packets(writer, failure);
}

bool cffmpeg_writer_finish(cffmpeg_writer *writer, cffmpeg_failure *failure) {
  cffmpeg_forget_message();
  if (!cffmpeg_encoder_send(&writer->encoder, NULL, 0, 0, failure) || !write_packets(writer, failure)) return false;
  int error = lav.av_write_trailer(writer->container);
  lav.avio_flush(writer->output.context);
  if (error < 0 || writer->output.error_number) return cffmpeg_output_fail(&writer->output, error, failure);
  return true;
}

#include <stdlib.h>
#include <string.h>

#include "allowed.h"
#include "frame.h"

struct cffmpeg_stream_decoder {
  AVCodecContext *decoder;
  AVPacket *packet;
  AVFrame *picture;
  struct SwsContext *scaler;
  cffmpeg_known_pixels known;
};

static bool open_decoder(
    cffmpeg_stream_decoder *stream, const char *name, int64_t most_pixels, cffmpeg_failure *failure) {
  const AVCodec *codec = lav.avcodec_find_decoder_by_name(name);
  if (!codec) return cffmpeg_fail_with_message(failure, CFFMPEG_NO_CODEC, name);
  if (!cffmpeg_allows_live_decoder(codec)) return cffmpeg_fail_with_message(failure, CFFMPEG_REFUSED_CODEC, name);
  stream->decoder = lav.avcodec_alloc_context3(codec);
  stream->packet = lav.av_packet_alloc();
  stream->picture = lav.av_frame_alloc();
  if (!stream->decoder || !stream->packet || !stream->picture) {
    return cffmpeg_fail(failure, CFFMPEG_NO_MEMORY, AVERROR(ENOMEM));
  }
  // Use one thread, because frame threading would delay the output.
  stream->decoder->thread_count = 1;
  stream->decoder->flags |= AV_CODEC_FLAG_LOW_DELAY | AV_CODEC_FLAG_UNALIGNED;
  stream->decoder->max_pixels = most_pixels;
  int error = lav.avcodec_open2(stream->decoder, codec, NULL);
  return error >= 0 || cffmpeg_fail(failure, CFFMPEG_REFUSED, error);
}

cffmpeg_stream_decoder *cffmpeg_stream_decoder_open(
    const char *codec, const cffmpeg_pixels *pixels, int pixels_count, int64_t most_pixels, cffmpeg_failure *failure) {
  cffmpeg_stream_decoder *stream = cffmpeg_new(sizeof *stream, failure);
  if (!stream) return NULL;
  cffmpeg_resolve_pixels(pixels, pixels_count, &stream->known);
  if (open_decoder(stream, codec, most_pixels, failure)) return stream;
  cffmpeg_stream_decoder_close(stream);
  return NULL;
}

void cffmpeg_stream_decoder_close(cffmpeg_stream_decoder *stream) {
  if (!stream) return;
  if (stream->scaler) lav.sws_freeContext(stream->scaler);
  lav.av_frame_free(&stream->picture);
  lav.av_packet_free(&stream->packet);
  lav.avcodec_free_context(&stream->decoder);
  free(stream);
}

void cffmpeg_stream_decoder_flush(cffmpeg_stream_decoder *stream) { lav.avcodec_flush_buffers(stream->decoder); }

bool cffmpeg_stream_decoder_send(
    cffmpeg_stream_decoder *stream, const uint8_t *bytes, int count, int64_t time, cffmpeg_failure *failure) {
  cffmpeg_clear_message();
  // Copy the data into a packet with the zero padding that decoders may read.
  int error = lav.av_new_packet(stream->packet, count);
  if (error < 0) return cffmpeg_fail(failure, CFFMPEG_NO_MEMORY, error);
  memcpy(stream->packet->data, bytes, (size_t)count);
  stream->packet->pts = time;
  error = lav.avcodec_send_packet(stream->decoder, stream->packet);
  lav.av_packet_unref(stream->packet);
  return error >= 0 || cffmpeg_fail(failure, CFFMPEG_DAMAGED, error);
}

cffmpeg_step cffmpeg_stream_decoder_receive(
    cffmpeg_stream_decoder *stream, cffmpeg_frame *frame, cffmpeg_failure *failure) {
  int error = lav.avcodec_receive_frame(stream->decoder, stream->picture);
  if (error == AVERROR(EAGAIN) || error == AVERROR_EOF) return CFFMPEG_AT_END;
  AVFrame *next = error >= 0 ? lav.av_frame_alloc() : NULL;
  if (!next) {
    cffmpeg_fail(failure, error < 0 ? CFFMPEG_DAMAGED : CFFMPEG_NO_MEMORY, error < 0 ? error : AVERROR(ENOMEM));
    return CFFMPEG_FAILED;
  }
  AVFrame *picture = stream->picture;
  memset(frame, 0, sizeof *frame);
  frame->time = picture->pts;
  frame->is_damaged = picture->flags & AV_FRAME_FLAG_CORRUPT || picture->decode_error_flags;
  cffmpeg_describe_pixels(picture, &stream->known, frame);
  frame->handle = picture;
  stream->picture = next;
  return CFFMPEG_HAS_FRAME;
}

bool cffmpeg_stream_decoder_convert(
    cffmpeg_stream_decoder *stream, const cffmpeg_frame *frame, uint8_t *const planes[3], const int bytes_per_row[3],
    cffmpeg_failure *failure) {
  return cffmpeg_convert_pixels(frame, &stream->known, planes, bytes_per_row, &stream->scaler, failure);
}

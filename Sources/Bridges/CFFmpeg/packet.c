#include <string.h>

#include "libraries.h"

cffmpeg_packet *cffmpeg_packet_copy(const uint8_t *bytes, int count, bool is_key, cffmpeg_failure *failure) {
  if (!cffmpeg_load(failure)) return NULL;
  AVPacket *packet = lav.av_packet_alloc();
  int error = packet ? lav.av_new_packet(packet, count) : AVERROR(ENOMEM);
  if (error >= 0) {
    memcpy(packet->data, bytes, (size_t)count);
    if (is_key) packet->flags |= AV_PKT_FLAG_KEY;
    return packet;
  }
  lav.av_packet_free(&packet);
  cffmpeg_fail(failure, CFFMPEG_NO_MEMORY, error);
  return NULL;
}

cffmpeg_packet_info cffmpeg_packet_describe(const cffmpeg_packet *packet) {
  return (cffmpeg_packet_info){
      .bytes = packet->data,
      .byte_count = packet->size,
      .time = packet->pts,
      .decode_time = packet->dts,
      .duration = packet->duration,
  };
}

void cffmpeg_packet_set_time(cffmpeg_packet *packet, int64_t time, int64_t decode_time, int64_t duration) {
  packet->pts = time;
  packet->dts = decode_time;
  packet->duration = duration;
}

void cffmpeg_packet_release(cffmpeg_packet *packet) { lav.av_packet_free(&packet); }

void cffmpeg_format_release(cffmpeg_format *format) { lav.avcodec_parameters_free(&format); }

const uint8_t *cffmpeg_format_parameters(const cffmpeg_format *format, int *count) {
  *count = format->extradata_size;
  return format->extradata;
}

// Sets the decoder parameters, followed by the zero padding that decoders may read.
static bool set_parameters(AVCodecParameters *format, const uint8_t *parameters, int count) {
  if (count == 0) return true;
  format->extradata = lav.av_mallocz((size_t)count + AV_INPUT_BUFFER_PADDING_SIZE);
  if (!format->extradata) return false;
  memcpy(format->extradata, parameters, (size_t)count);
  format->extradata_size = count;
  return true;
}

cffmpeg_format *cffmpeg_video_format(
    const char *codec, int width, int height, const uint8_t *parameters, int count, cffmpeg_failure *failure) {
  if (!cffmpeg_load(failure)) return NULL;
  const AVCodec *decoder = lav.avcodec_find_decoder_by_name(codec);
  if (!decoder) {
    cffmpeg_fail_with_message(failure, CFFMPEG_NO_CODEC, codec);
    return NULL;
  }
  AVCodecParameters *format = lav.avcodec_parameters_alloc();
  if (!format || !set_parameters(format, parameters, count)) {
    lav.avcodec_parameters_free(&format);
    cffmpeg_fail(failure, CFFMPEG_NO_MEMORY, AVERROR(ENOMEM));
    return NULL;
  }
  format->codec_type = AVMEDIA_TYPE_VIDEO;
  format->codec_id = decoder->id;
  if (format->codec_id == AV_CODEC_ID_MJPEG) format->color_range = AVCOL_RANGE_JPEG;
  format->width = width;
  format->height = height;
  return format;
}

// Returns whether a muxer can write a header for this audio format. Muxers reject some codecs, rates and experimental
// formats only at that point.
static bool takes_sound(const AVOutputFormat *output, const AVCodecParameters *format) {
  AVFormatContext *container = NULL;
  if (lav.avformat_alloc_output_context2(&container, output, NULL, NULL) < 0) return false;
  AVStream *stream = lav.avformat_new_stream(container, NULL);
  bool is_taken = stream && format->sample_rate > 0 && lav.avcodec_parameters_copy(stream->codecpar, format) >= 0
               && lav.avio_open_dyn_buf(&container->pb) >= 0;
  if (is_taken) {
    stream->codecpar->codec_tag = 0;
    stream->time_base = (AVRational){1, format->sample_rate};
    is_taken = lav.avformat_write_header(container, NULL) >= 0;
    uint8_t *header = NULL;
    lav.avio_close_dyn_buf(container->pb, &header);
    lav.av_freep(&header);
  }
  lav.avformat_free_context(container);
  return is_taken;
}

bool cffmpeg_container_supports(const char *container, const cffmpeg_format *format) {
  const AVOutputFormat *output = lav.av_guess_format(container, NULL, NULL);
  if (!output || lav.avformat_query_codec(output, format->codec_id, FF_COMPLIANCE_NORMAL) != 1) return false;
  if (format->codec_type != AVMEDIA_TYPE_AUDIO) return true;
  // AAC without a configuration has a stream format (ADTS, LATM) that files do not support.
  if (format->codec_id == AV_CODEC_ID_AAC && format->extradata_size == 0) return false;
  // FFmpeg 7 writes PCM to MP4 by ISO/IEC 23003-5, which few players read and 64-bit samples do not survive.
  bool is_pcm = format->codec_id >= AV_CODEC_ID_FIRST_AUDIO && format->codec_id < AV_CODEC_ID_ADPCM_IMA_QT;
  if (is_pcm && strcmp(container, "mp4") == 0) return false;
  // Copying TTA loses its header.
  if (format->codec_id == AV_CODEC_ID_TTA) return false;
  return takes_sound(output, format);
}

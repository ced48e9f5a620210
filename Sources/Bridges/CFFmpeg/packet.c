#include "libraries.h"

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

bool cffmpeg_container_takes(const char *container, const cffmpeg_format *format) {
  const AVOutputFormat *output = lav.av_guess_format(container, NULL, NULL);
  return output && lav.avformat_query_codec(output, format->codec_id, FF_COMPLIANCE_NORMAL) == 1;
}

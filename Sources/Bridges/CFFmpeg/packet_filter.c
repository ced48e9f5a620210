#include "reader.h"

#include <string.h>

// The number of damaged packets at the beginning after which the filter is not used.
static const int most_damaged_packets = 64;

// Moves the configuration from the packet's side data to the stream.
static bool keep_configuration(cffmpeg_reader *reader) {
  size_t size = 0;
  const uint8_t *bytes = lav.av_packet_get_side_data(reader->packet, AV_PKT_DATA_NEW_EXTRADATA, &size);
  AVCodecParameters *parameters = reader->stream->codecpar;
  if (!bytes || size == 0) return false;
  uint8_t *copy = lav.av_mallocz(size + AV_INPUT_BUFFER_PADDING_SIZE);
  if (!copy) return false;
  memcpy(copy, bytes, size);
  lav.av_freep(&parameters->extradata);
  parameters->extradata = copy;
  parameters->extradata_size = (int)size;
  // Matroska's muxer treats this side data as a change and overwrites the data after its header.
  lav.av_packet_free_side_data(reader->packet);
  return true;
}

// Filters `reader->packet`.
static bool filter_packet(cffmpeg_reader *reader) {
  if (lav.av_bsf_send_packet(reader->filter, reader->packet) < 0) {
    lav.av_packet_unref(reader->packet);
    return false;
  }
  return lav.av_bsf_receive_packet(reader->filter, reader->packet) >= 0;
}

bool cffmpeg_filter_open(cffmpeg_reader *reader, cffmpeg_failure *failure) {
  const AVCodecParameters *parameters = reader->stream->codecpar;
  if (parameters->codec_id != AV_CODEC_ID_AAC || parameters->extradata_size > 0) return true;
  const AVBitStreamFilter *filter = lav.av_bsf_get_by_name("aac_adtstoasc");
  if (!filter) return true;
  int error = lav.av_bsf_alloc(filter, &reader->filter);
  if (error >= 0) error = lav.avcodec_parameters_copy(reader->filter->par_in, parameters);
  if (error >= 0) {
    reader->filter->time_base_in = reader->stream->time_base;
    error = lav.av_bsf_init(reader->filter);
  }
  if (error < 0) return cffmpeg_fail(failure, CFFMPEG_REFUSED, error);
  for (int count = 0; count < most_damaged_packets && cffmpeg_read_packet(reader); count++) {
    if (!filter_packet(reader)) continue;
    reader->has_packet = keep_configuration(reader);
    if (reader->has_packet) return true;
    lav.av_packet_unref(reader->packet);
  }
  // The stream has another format and must be decoded.
  return true;
}

bool cffmpeg_filter_read(cffmpeg_reader *reader) {
  if (reader->has_packet) {
    reader->has_packet = false;
    return true;
  }
  while (cffmpeg_read_packet(reader)) {
    if (!reader->filter || filter_packet(reader)) return true;
    cffmpeg_record_failed_packet(reader, AVERROR_INVALIDDATA);
  }
  return false;
}

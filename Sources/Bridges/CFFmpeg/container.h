#ifndef OPENCAPTURE_CFFMPEG_CONTAINER_H
#define OPENCAPTURE_CFFMPEG_CONTAINER_H

#include "reader.h"

// Opens the input as a container and selects the stream to read.
bool cffmpeg_container_open(cffmpeg_reader *reader, cffmpeg_failure *failure);

// Returns side data of a stream; NULL if the file has none.
const uint8_t *cffmpeg_stream_side_data(const AVStream *stream, enum AVPacketSideDataType type, size_t *size);

// Returns whether a stream is marked as encrypted.
bool cffmpeg_stream_is_encrypted(const cffmpeg_reader *reader, const AVStream *stream);

#endif

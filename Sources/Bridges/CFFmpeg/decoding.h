#ifndef OPENCAPTURE_CFFMPEG_DECODING_H
#define OPENCAPTURE_CFFMPEG_DECODING_H

#include "reader.h"

// Reads the stream's next packet into `reader->packet`; false at the end, or after a permanent read error.
bool cffmpeg_read_packet(cffmpeg_reader *reader);

// Records a damaged packet.
void cffmpeg_record_failed_packet(cffmpeg_reader *reader, int error);

#endif

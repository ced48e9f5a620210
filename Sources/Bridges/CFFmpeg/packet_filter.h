#ifndef OPENCAPTURE_CFFMPEG_PACKET_FILTER_H
#define OPENCAPTURE_CFFMPEG_PACKET_FILTER_H

#include "reader.h"

// Opens a filter that prepares encoded packets for files: AAC streams get one global header instead of one per packet.
// Opening reads the first packet. Audio that cannot be converted stays unchanged.
bool cffmpeg_filter_open(cffmpeg_reader *reader, cffmpeg_failure *failure);

// Reads the next packet in the form for files into `reader->packet`; false at the end, or after a read error.
bool cffmpeg_filter_read(cffmpeg_reader *reader);

#endif

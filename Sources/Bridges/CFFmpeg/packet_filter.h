#ifndef OPENCAPTURE_CFFMPEG_PACKET_FILTER_H
#define OPENCAPTURE_CFFMPEG_PACKET_FILTER_H

#include "reader.h"

// Prepares packets that stay encoded for files: AAC of a stream gets one header for all of it in place of one in each
// packet. Reads the first packet for that. Sound that can't be changed stays as it is.
bool cffmpeg_filter_open(cffmpeg_reader *reader, cffmpeg_failure *failure);

// Gives the next packet, in the form for files, to `reader->packet`; false at the end, and where reading fails.
bool cffmpeg_filter_read(cffmpeg_reader *reader);

#endif

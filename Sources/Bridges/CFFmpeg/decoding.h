#ifndef OPENCAPTURE_CFFMPEG_DECODING_H
#define OPENCAPTURE_CFFMPEG_DECODING_H

#include "reader.h"

// Gives the next packet of the stream to `reader->packet`; false at the end, and where reading fails for good.
bool cffmpeg_read_packet(cffmpeg_reader *reader);

// Counts a packet that is damaged.
void cffmpeg_note_failed_packet(cffmpeg_reader *reader, int error);

#endif

#ifndef OPENCAPTURE_CFFMPEG_NETWORK_H
#define OPENCAPTURE_CFFMPEG_NETWORK_H

#include "reader.h"

// Opens the camera at the address of the reader's source and its container.
bool cffmpeg_network_open(cffmpeg_reader *reader, cffmpeg_failure *failure);

// Reads the next packet into `reader->packet`; false at the end, with the reason in `reader->ending`.
//
// A slow consumer does not fall behind. If too many packets wait, all but the last are decoded quickly, and their
// frames are marked as late. If that takes too long, packets are skipped up to the next key frame. Packets that stay
// encoded are never skipped.
bool cffmpeg_network_read(cffmpeg_reader *reader);

// Fills in a network failure; returns false.
bool cffmpeg_network_fail(cffmpeg_reader *reader, int error, cffmpeg_failure *failure);

#endif

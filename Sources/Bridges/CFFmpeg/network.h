#ifndef OPENCAPTURE_CFFMPEG_NETWORK_H
#define OPENCAPTURE_CFFMPEG_NETWORK_H

#include "reader.h"

// Opens the camera at the address of the reader's source, as far as its container.
bool cffmpeg_network_open(cffmpeg_reader *reader, cffmpeg_failure *failure);

// Gives the next packet to `reader->packet`; false where there will be none, for which `reader->ending` is the reason.
//
// Who takes packets more slowly than they come would see what is ever longer ago: where too many wait, those before the last
// are decoded as fast as that goes, and their frames are late; where that takes too long, they are passed over, as far as the
// next that can be decoded without others. Where packets stay encoded, each is given.
bool cffmpeg_network_read(cffmpeg_reader *reader);

// Fills in a failure of FFmpeg's with the network; always false.
bool cffmpeg_network_fail(cffmpeg_reader *reader, int error, cffmpeg_failure *failure);

#endif

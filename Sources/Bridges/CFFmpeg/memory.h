#ifndef OPENCAPTURE_CFFMPEG_MEMORY_H
#define OPENCAPTURE_CFFMPEG_MEMORY_H

#include "reader.h"

// Counts from now on what the decoder's frames hold: those that it needs to decode others, and those that somebody
// keeps, for as long. A frame that is beyond the reader's bound isn't made, and `is_beyond_memory` says so.
//
// How many frames a decoder needs, the stream says, up to 16; how large they are, it can say anew for each.
bool cffmpeg_count_memory(cffmpeg_reader *reader);

// Takes note of a frame of a decoder that brings memory of its own.
void cffmpeg_note_frame(cffmpeg_reader *reader, const AVFrame *frame);

// Fills in the failure of a reader that is beyond its bound.
//
// Always false, to be returned.
bool cffmpeg_fail_beyond_memory(const cffmpeg_reader *reader, cffmpeg_failure *failure);

#endif

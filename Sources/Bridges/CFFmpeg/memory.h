#ifndef OPENCAPTURE_CFFMPEG_MEMORY_H
#define OPENCAPTURE_CFFMPEG_MEMORY_H

#include "reader.h"

// Starts counting the memory of the decoder's frames, both reference frames and frames retained by the consumer. A
// frame that exceeds the reader's limit is not allocated, and `is_beyond_memory` is set.
//
// The stream determines the number of reference frames (up to 16), and can change their size for each frame.
bool cffmpeg_count_memory(cffmpeg_reader *reader);

// Checks the size of a frame from a decoder that allocates its own memory.
void cffmpeg_check_frame_memory(cffmpeg_reader *reader, const AVFrame *frame);

// Fills in the failure of a reader that exceeded its memory limit.
//
// Returns false, for use in a return statement.
bool cffmpeg_fail_beyond_memory(const cffmpeg_reader *reader, cffmpeg_failure *failure);

#endif

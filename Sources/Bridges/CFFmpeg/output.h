#ifndef OPENCAPTURE_CFFMPEG_OUTPUT_H
#define OPENCAPTURE_CFFMPEG_OUTPUT_H

#include "libraries.h"

// FFmpeg's output.
typedef struct cffmpeg_output {
  int descriptor;
  bool is_stream;
  int error_number;  // of the first failed write; 0 if none failed
  int64_t position, byte_count;  // the position of the next write, and the length of the file
  int64_t playable_byte_count;  // the length of the part that is playable on its own; 0 if unknown
  AVIOContext *context;
} cffmpeg_output;

// Opens the output. A stream is written sequentially and never truncated, even if it is a file.
bool cffmpeg_output_open(cffmpeg_output *output, int descriptor, bool is_stream, cffmpeg_failure *failure);
void cffmpeg_output_close(cffmpeg_output *output);

// Truncates the file and clears its set-user-ID and set-group-ID bits; does nothing for a stream.
bool cffmpeg_output_begin(cffmpeg_output *output, cffmpeg_failure *failure);

// Removes the incomplete part at the end of the file, if its position is known.
void cffmpeg_output_truncate(cffmpeg_output *output);

// Returns whether writing succeeded: `error` is no error, and no write failed. Otherwise fills in the failure.
bool cffmpeg_output_check(const cffmpeg_output *output, int error, cffmpeg_failure *failure);

#endif

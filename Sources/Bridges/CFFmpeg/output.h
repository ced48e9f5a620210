#ifndef OPENCAPTURE_CFFMPEG_OUTPUT_H
#define OPENCAPTURE_CFFMPEG_OUTPUT_H

#include "libraries.h"

// What FFmpeg writes a movie through.
typedef struct cffmpeg_output {
  int descriptor;
  bool is_stream;
  int error_number;  // of the first write that failed; 0 where none did
  int64_t position, byte_count;  // where it writes next, and how long the file is
  int64_t whole_byte_count;  // how much of it can be played whatever becomes of the rest; 0 where nobody knows
  AVIOContext *context;
} cffmpeg_output;

// A stream is never gone back in, nor emptied, though it may be a file.
bool cffmpeg_output_open(cffmpeg_output *output, int descriptor, bool is_stream, cffmpeg_failure *failure);
void cffmpeg_output_close(cffmpeg_output *output);

// Empties the file, unless it is a stream, and takes from it that it runs as somebody else, where it does.
bool cffmpeg_output_begin(cffmpeg_output *output, cffmpeg_failure *failure);

// Takes from the file what is behind its last whole part, where that is known.
void cffmpeg_output_cut(cffmpeg_output *output);

// Fills in a failure of something that writes.
bool cffmpeg_output_fail(const cffmpeg_output *output, int error, cffmpeg_failure *failure);

#endif

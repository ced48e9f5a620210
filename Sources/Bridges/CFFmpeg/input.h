#ifndef OPENCAPTURE_CFFMPEG_INPUT_H
#define OPENCAPTURE_CFFMPEG_INPUT_H

#include <stdatomic.h>

#include "libraries.h"

// What FFmpeg reads a movie through: it opens no files itself, and can be told to stop.
typedef struct cffmpeg_input {
  cffmpeg_source source;
  int64_t position;
  int error_number;  // of the last read that failed; 0 where none did
  atomic_bool is_cancelled;
  bool (*is_over)(void);  // NULL for nobody who is asked
  int64_t deadline;  // of what waits for the network, in nanoseconds of CLOCK_MONOTONIC; 0 for none
  bool is_late;  // whether that has passed
  AVIOContext *context;
} cffmpeg_input;

bool cffmpeg_input_open(cffmpeg_input *input, const cffmpeg_source *source, cffmpeg_failure *failure);
void cffmpeg_input_close(cffmpeg_input *input);

// In nanoseconds of CLOCK_MONOTONIC.
int64_t cffmpeg_now(void);

// For AVIOInterruptCB.
int cffmpeg_input_is_cancelled(void *input);

#endif

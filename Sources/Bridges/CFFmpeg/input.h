#ifndef OPENCAPTURE_CFFMPEG_INPUT_H
#define OPENCAPTURE_CFFMPEG_INPUT_H

#include <stdatomic.h>

#include "libraries.h"

// FFmpeg's input, which opens no files by itself and can be cancelled.
typedef struct cffmpeg_input {
  cffmpeg_source source;
  int64_t position;
  int error_number;  // of the last failed read; 0 if none failed
  atomic_bool is_cancelled;
  bool (*is_over)(void);  // NULL for none
  int64_t deadline;  // for waiting on the network, in nanoseconds of CLOCK_MONOTONIC; 0 for none
  bool is_late;  // whether the deadline has passed
  AVIOContext *context;
} cffmpeg_input;

bool cffmpeg_input_open(cffmpeg_input *input, const cffmpeg_source *source, cffmpeg_failure *failure);
void cffmpeg_input_close(cffmpeg_input *input);

// Fills in a failure with the read error of the input if there was one, or else with `code`.
//
// Returns false, for use in a return statement.
bool cffmpeg_input_fail(const cffmpeg_input *input, cffmpeg_code code, int error, cffmpeg_failure *failure);

// Returns the time of CLOCK_MONOTONIC in nanoseconds.
int64_t cffmpeg_now(void);

// A callback for AVIOInterruptCB.
int cffmpeg_input_is_cancelled(void *input);

#endif

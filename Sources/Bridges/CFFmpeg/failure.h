#ifndef OPENCAPTURE_CFFMPEG_FAILURE_H
#define OPENCAPTURE_CFFMPEG_FAILURE_H

#include <stdarg.h>

#include "CFFmpeg.h"

// FFmpeg's log callback: stores the last error message of the current thread.
void cffmpeg_log_message(void *subject, int level, const char *format, va_list arguments);

// Clears the stored message of the current thread.
void cffmpeg_clear_message(void);

// Returns the stored message of the current thread, without its subject; empty if none.
const char *cffmpeg_last_message(void);

// Fills in a failure with the code for `error` (an AVERROR) if one exists, or else with `code`.
//
// Returns false, for use in a return statement.
bool cffmpeg_fail(cffmpeg_failure *failure, cffmpeg_code code, int error);

// Fills in a failure with a given message; returns false.
bool cffmpeg_fail_with_message(cffmpeg_failure *failure, cffmpeg_code code, const char *message);

#endif

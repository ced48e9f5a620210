#ifndef OPENCAPTURE_CFFMPEG_FAILURE_H
#define OPENCAPTURE_CFFMPEG_FAILURE_H

#include <stdarg.h>

#include "CFFmpeg.h"

// Takes what FFmpeg's libraries would print, and keeps the last complaint of this thread.
void cffmpeg_keep_message(void *subject, int level, const char *format, va_list arguments);

// Forgets what this thread's calls have complained of so far.
void cffmpeg_forget_message(void);

// The last complaint of this thread, without what it is about; empty where there was none.
const char *cffmpeg_last_message(void);

// Fills in a failure: the kind that `error`, an AVERROR, stands for where it stands for one, else `code`.
//
// Always false, to be returned.
bool cffmpeg_fail(cffmpeg_failure *failure, cffmpeg_code code, int error);

// Fills in a failure in words of our own.
bool cffmpeg_fail_saying(cffmpeg_failure *failure, cffmpeg_code code, const char *message);

#endif

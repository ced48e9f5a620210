#include <stdio.h>
#include <string.h>

#include "libraries.h"

static _Thread_local char last_message[256];

void cffmpeg_log_message(void *subject, int level, const char *format, va_list arguments) {
  (void)subject;
  if (level > AV_LOG_ERROR) return;
  int has_prefix = 0;
  char line[sizeof last_message];
  lav.av_log_format_line2(NULL, level, format, arguments, line, sizeof line, &has_prefix);
  line[strcspn(line, "\r\n")] = 0;
  // Keep the message about a too large frame, which is the cause of later messages.
  static const char too_large[] = "Picture size ";
  if (!strncmp(last_message, too_large, sizeof too_large - 1)) return;
  if (line[0]) memcpy(last_message, line, sizeof line);
}

void cffmpeg_clear_message(void) { last_message[0] = 0; }

const char *cffmpeg_last_message(void) { return last_message; }

static cffmpeg_code code_for(int error, cffmpeg_code otherwise) {
  switch (error) {
    case AVERROR(ENOMEM): return CFFMPEG_NO_MEMORY;
    case AVERROR_EXIT: return CFFMPEG_CANCELLED;
    case AVERROR_DECODER_NOT_FOUND:
    case AVERROR_ENCODER_NOT_FOUND: return CFFMPEG_NO_CODEC;
    default: return otherwise;
  }
}

bool cffmpeg_fail(cffmpeg_failure *failure, cffmpeg_code code, int error) {
  failure->code = code_for(error, code);
  failure->error_number = 0;
  if (last_message[0]) {
    memcpy(failure->message, last_message, sizeof failure->message);
  } else {
    lav.av_strerror(error, failure->message, sizeof failure->message);
  }
  return false;
}

bool cffmpeg_fail_with_message(cffmpeg_failure *failure, cffmpeg_code code, const char *message) {
  failure->code = code;
  failure->error_number = 0;
  snprintf(failure->message, sizeof failure->message, "%s", message);
  return false;
}

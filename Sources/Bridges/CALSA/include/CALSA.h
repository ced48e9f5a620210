// Sound devices by ALSA's library, which is loaded when the first is opened and declared here by hand, so that neither
// building nor running needs it before.
//
// Functions return 0 or a count where all is well, else the negative number of an error. Several threads can use
// several devices; one at a time a device.
#ifndef OPENCAPTURE_CALSA_H
#define OPENCAPTURE_CALSA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Whether the library is there; else, why not: NULL where it isn't installed.
bool calsa_load(const char **complaint);

typedef struct calsa_pcm calsa_pcm;

// How a device can store samples, a bit each.
enum { CALSA_INT16 = 1, CALSA_INT32 = 2, CALSA_FLOAT32 = 4, CALSA_INT24 = 8, CALSA_PACKED24 = 16, CALSA_OTHER = 32 };

// Opens a device by ALSA's name; no call on it waits, unless a plug-in's server hangs.
int calsa_open(const char *name, bool plays, calsa_pcm **pcm);
void calsa_close(calsa_pcm *pcm);

typedef struct {
  uint32_t formats;
  uint32_t least_channels, most_channels, least_rate, most_rate;
} calsa_abilities;

// What a device can; only before it is configured.
int calsa_abilities_of(calsa_pcm *pcm, calsa_abilities *abilities);
// Whether it can this combination; `format` is one of them but the last.
bool calsa_can(calsa_pcm *pcm, uint32_t format, uint32_t channels, uint32_t rate);

typedef struct {
  uint32_t format;  // one of the first three
  uint32_t channels, rate;
  uint32_t period;  // in frames: wished for, and then what was granted
  uint32_t buffer;
} calsa_setup;

// Sets a device up: interleaved, with stamps on CLOCK_MONOTONIC. Rates and channels are taken exactly or refused.
int calsa_configure(calsa_pcm *pcm, calsa_setup *setup);

int calsa_prepare(calsa_pcm *pcm);
int calsa_start(calsa_pcm *pcm);
int calsa_resume(calsa_pcm *pcm);
void calsa_drop(calsa_pcm *pcm);

typedef enum { CALSA_RUNNING, CALSA_OVERRUN, CALSA_SUSPENDED, CALSA_GONE, CALSA_STOPPED } calsa_state;

typedef struct {
  calsa_state state;
  int64_t available;  // frames that can be read or written
  int64_t delay;  // from the frame that is read or written next to the one that is heard
  uint64_t stamp;  // when that was so, in nanoseconds of CLOCK_MONOTONIC
} calsa_status;

int calsa_status_of(calsa_pcm *pcm, calsa_status *status);

// Frames that were read or written; -EAGAIN where there are none, or there is no room.
long calsa_read(calsa_pcm *pcm, void *samples, size_t frames);
long calsa_write(calsa_pcm *pcm, const void *samples, size_t frames);

typedef enum { CALSA_READY, CALSA_TIMED_OUT, CALSA_WOKEN } calsa_wait_result;

// Waits until a period can be read or written, `wake` can be read, or so many milliseconds have passed, -1 for ever. Plug-ins
// are ready, too, where there is nothing.
int calsa_wait(calsa_pcm *pcm, int wake, int timeout);

// ALSA's words for an error.
const char *calsa_words(int error);

#endif

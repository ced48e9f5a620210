// A bridge to ALSA's library. The library is loaded when the first device is opened, and its functions are declared by
// hand. Therefore the library is needed neither for building nor for starting a program.
//
// Functions return 0 or a count on success, and a negative errno value on failure. Different threads may use different
// devices, but only one thread at a time may use a device.
#ifndef OPENCAPTURE_CALSA_H
#define OPENCAPTURE_CALSA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Loads the library and returns whether that succeeded. On failure, `complaint` is the reason, or NULL if the library
// is not installed.
bool calsa_load(const char **complaint);

typedef struct calsa_pcm calsa_pcm;

// Sample formats, one bit each.
enum { CALSA_INT16 = 1, CALSA_INT32 = 2, CALSA_FLOAT32 = 4, CALSA_INT24 = 8, CALSA_PACKED24 = 16, CALSA_OTHER = 32 };

// Opens a device by its ALSA name, in non-blocking mode. Calls block only if the server of a plug-in hangs.
int calsa_open(const char *name, bool plays, calsa_pcm **pcm);
void calsa_close(calsa_pcm *pcm);

typedef struct {
  uint32_t formats;
  uint32_t minimum_channels, maximum_channels, minimum_rate, maximum_rate;
} calsa_capabilities;

// Queries the capabilities of a device. Allowed only before the device is configured.
int calsa_get_capabilities(calsa_pcm *pcm, calsa_capabilities *abilities);
// Returns whether a device supports a combination. `format` is any format except CALSA_OTHER.
bool calsa_supports(calsa_pcm *pcm, uint32_t format, uint32_t channels, uint32_t rate);

typedef struct {
  uint32_t format;  // CALSA_INT16, CALSA_INT32 or CALSA_FLOAT32
  uint32_t channels, rate;
  uint32_t period;  // in frames: first the requested, then the actual value
  uint32_t buffer;
} calsa_configuration;

// Configures a device with interleaved samples and timestamps of CLOCK_MONOTONIC. Fails if the device does not support
// the exact rate and number of channels.
int calsa_configure(calsa_pcm *pcm, calsa_configuration *setup);

int calsa_prepare(calsa_pcm *pcm);
int calsa_start(calsa_pcm *pcm);
int calsa_resume(calsa_pcm *pcm);
void calsa_drop(calsa_pcm *pcm);

typedef enum { CALSA_RUNNING, CALSA_OVERRUN, CALSA_SUSPENDED, CALSA_DISCONNECTED, CALSA_STOPPED } calsa_state;

typedef struct {
  calsa_state state;
  int64_t available;  // number of frames that can be read or written
  int64_t delay;  // frames between the next one to read or write and the one currently heard
  uint64_t stamp;  // time of this status, in nanoseconds of CLOCK_MONOTONIC
} calsa_status;

int calsa_get_status(calsa_pcm *pcm, calsa_status *status);

// Return the number of frames read or written, or -EAGAIN if no frames or no room is available.
long calsa_read(calsa_pcm *pcm, void *samples, size_t frames);
long calsa_write(calsa_pcm *pcm, const void *samples, size_t frames);

typedef enum { CALSA_READY, CALSA_TIMED_OUT, CALSA_WOKEN } calsa_wait_result;

// Waits until a period can be read or written, until `wake` is readable, or for `timeout` milliseconds (-1: no limit).
// Plug-ins may report CALSA_READY although no frames are available.
int calsa_wait(calsa_pcm *pcm, int wake, int timeout);

#endif

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "CALSA.h"
#include "CLoading.h"
#include "library.h"

// MARK: Loading

static struct {
  FUNCTIONS(CLOADING_MEMBER)
} alsa;

// Suppresses ALSA's own output on standard error, because the callers report all errors.
static void keep_quiet(const char *file, int line, const char *function, int error, const char *format, ...) {
  (void)file, (void)line, (void)function, (void)error, (void)format;
}

#define FILL(result, name, arguments) CLOADING_FILL(library, alsa, name, #name);

static bool begin(cloading_library *library) {
  FUNCTIONS(FILL)
  alsa.snd_lib_error_set_handler(keep_quiet);
  return true;
}

static cloading_library library = CLOADING_LIBRARY("libasound.so.2", begin);

bool calsa_load(const char **complaint) { return cloading_load(&library, complaint); }

// MARK: Opening

enum { DESCRIPTORS = 16 };

struct calsa_pcm {
  snd_pcm_t *handle;
  snd_pcm_status_t *status;
  bool plays;
};

int calsa_open(const char *name, bool plays, calsa_pcm **pcm) {
  if (!calsa_load(NULL)) return -ENOSYS;
  calsa_pcm *opened = calloc(1, sizeof *opened);
  if (!opened) return -ENOMEM;
  opened->plays = plays;
  int stream = plays ? SND_PCM_STREAM_PLAYBACK : SND_PCM_STREAM_CAPTURE;
  int status = alsa.snd_pcm_open(&opened->handle, name, stream, SND_PCM_NONBLOCK);
  if (status >= 0) status = alsa.snd_pcm_status_malloc(&opened->status);
  if (status < 0) {
    calsa_close(opened);
    return status;
  }
  *pcm = opened;
  return 0;
}

void calsa_close(calsa_pcm *pcm) {
  if (!pcm) return;
  if (pcm->status) alsa.snd_pcm_status_free(pcm->status);
  if (pcm->handle) alsa.snd_pcm_close(pcm->handle);
  free(pcm);
}

// MARK: Capabilities

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
enum { native16 = SND_PCM_FORMAT_S16_LE, native32 = SND_PCM_FORMAT_S32_LE, native_float = SND_PCM_FORMAT_FLOAT_LE };
#else
enum { native16 = SND_PCM_FORMAT_S16_BE, native32 = SND_PCM_FORMAT_S32_BE, native_float = SND_PCM_FORMAT_FLOAT_BE };
#endif

static const struct {
  uint32_t bit;
  int code;
} formats[] = {
    {CALSA_INT16, native16},
    {CALSA_INT32, native32},
    {CALSA_FLOAT32, native_float},
    {CALSA_INT24, SND_PCM_FORMAT_S24_LE},
    {CALSA_PACKED24, SND_PCM_FORMAT_S24_3LE}};

enum { FORMAT_COUNT = sizeof formats / sizeof *formats };

static int code(uint32_t format) {
  for (size_t i = 0; i < FORMAT_COUNT; i++) {
    if (formats[i].bit == format) return formats[i].code;
  }
  return -1;
}

// Allocates parameters that describe all capabilities of a device with interleaved samples.
static int any(calsa_pcm *pcm, snd_pcm_hw_params_t **params) {
  int status = alsa.snd_pcm_hw_params_malloc(params);
  if (status < 0) return status;
  status = alsa.snd_pcm_hw_params_any(pcm->handle, *params);
  if (status >= 0) status = alsa.snd_pcm_hw_params_set_access(pcm->handle, *params, SND_PCM_ACCESS_RW_INTERLEAVED);
  if (status < 0) alsa.snd_pcm_hw_params_free(*params);
  return status;
}

int calsa_get_capabilities(calsa_pcm *pcm, calsa_capabilities *abilities) {
  snd_pcm_hw_params_t *params;
  int status = any(pcm, &params);
  if (status < 0) return status;
  *abilities = (calsa_capabilities){0};
  for (size_t i = 0; i < FORMAT_COUNT; i++) {
    if (alsa.snd_pcm_hw_params_test_format(pcm->handle, params, formats[i].code) == 0) {
      abilities->formats |= formats[i].bit;
    }
  }
  if (!abilities->formats) abilities->formats = CALSA_OTHER;
  int direction = 0;
  status = alsa.snd_pcm_hw_params_get_channels_min(params, &abilities->minimum_channels);
  if (status >= 0) status = alsa.snd_pcm_hw_params_get_channels_max(params, &abilities->maximum_channels);
  if (status >= 0) status = alsa.snd_pcm_hw_params_get_rate_min(params, &abilities->minimum_rate, &direction);
  if (status >= 0) status = alsa.snd_pcm_hw_params_get_rate_max(params, &abilities->maximum_rate, &direction);
  alsa.snd_pcm_hw_params_free(params);
  return status < 0 ? status : 0;
}

// Restricts parameters to a combination of format, channels and rate.
static int narrow(calsa_pcm *pcm, snd_pcm_hw_params_t *params, uint32_t format, uint32_t channels, uint32_t rate) {
  int status = alsa.snd_pcm_hw_params_set_format(pcm->handle, params, code(format));
  if (status >= 0) status = alsa.snd_pcm_hw_params_set_channels(pcm->handle, params, channels);
  if (status >= 0) status = alsa.snd_pcm_hw_params_set_rate(pcm->handle, params, rate, 0);
  return status;
}

bool calsa_supports(calsa_pcm *pcm, uint32_t format, uint32_t channels, uint32_t rate) {
  snd_pcm_hw_params_t *params;
  if (any(pcm, &params) < 0) return false;
  int status = narrow(pcm, params, format, channels, rate);
  alsa.snd_pcm_hw_params_free(params);
  return status >= 0;
}

// MARK: Configuration

static int configure_hardware(calsa_pcm *pcm, calsa_configuration *setup) {
  snd_pcm_hw_params_t *params;
  int status = any(pcm, &params);
  if (status < 0) return status;
  snd_pcm_uframes_t period = setup->period, buffer = setup->buffer;
  status = narrow(pcm, params, setup->format, setup->channels, setup->rate);
  if (status >= 0) status = alsa.snd_pcm_hw_params_set_period_size_near(pcm->handle, params, &period, NULL);
  if (status >= 0) status = alsa.snd_pcm_hw_params_set_buffer_size_near(pcm->handle, params, &buffer);
  if (status >= 0) status = alsa.snd_pcm_hw_params(pcm->handle, params);
  alsa.snd_pcm_hw_params_free(params);
  setup->period = (uint32_t)period;
  setup->buffer = (uint32_t)buffer;
  return status;
}

static int configure_software(calsa_pcm *pcm, const calsa_configuration *setup) {
  // Capture starts explicitly; playback starts when the buffer is half full.
  snd_pcm_uframes_t threshold = pcm->plays ? setup->buffer / 2 : ~0UL >> 1;
  snd_pcm_sw_params_t *params;
  int status = alsa.snd_pcm_sw_params_malloc(&params);
  if (status < 0) return status;
  status = alsa.snd_pcm_sw_params_current(pcm->handle, params);
  if (status >= 0) status = alsa.snd_pcm_sw_params_set_tstamp_mode(pcm->handle, params, SND_PCM_TSTAMP_ENABLE);
  if (status >= 0) status = alsa.snd_pcm_sw_params_set_avail_min(pcm->handle, params, setup->period);
  if (status >= 0) status = alsa.snd_pcm_sw_params_set_start_threshold(pcm->handle, params, threshold);
  // A failure is ignored, because the caller checks whether timestamps are plausible.
  if (status >= 0) alsa.snd_pcm_sw_params_set_tstamp_type(pcm->handle, params, SND_PCM_TSTAMP_TYPE_MONOTONIC);
  if (status >= 0) status = alsa.snd_pcm_sw_params(pcm->handle, params);
  alsa.snd_pcm_sw_params_free(params);
  return status;
}

int calsa_configure(calsa_pcm *pcm, calsa_configuration *setup) {
  int status = configure_hardware(pcm, setup);
  if (status >= 0) status = configure_software(pcm, setup);
  return status < 0 ? status : 0;
}

// MARK: Running

int calsa_prepare(calsa_pcm *pcm) { return alsa.snd_pcm_prepare(pcm->handle); }

int calsa_start(calsa_pcm *pcm) { return alsa.snd_pcm_start(pcm->handle); }

int calsa_resume(calsa_pcm *pcm) { return alsa.snd_pcm_resume(pcm->handle); }

void calsa_drop(calsa_pcm *pcm) { alsa.snd_pcm_drop(pcm->handle); }

static calsa_state state_of(int state) {
  switch (state) {
    case SND_PCM_STATE_RUNNING:
    case SND_PCM_STATE_DRAINING: return CALSA_RUNNING;
    case SND_PCM_STATE_XRUN: return CALSA_OVERRUN;
    case SND_PCM_STATE_SUSPENDED: return CALSA_SUSPENDED;
    case SND_PCM_STATE_DISCONNECTED: return CALSA_DISCONNECTED;
    default: return CALSA_STOPPED;
  }
}

int calsa_get_status(calsa_pcm *pcm, calsa_status *status) {
  // Plug-ins update their state only here; snd_pcm_status alone would return an old state.
  alsa.snd_pcm_avail_update(pcm->handle);
  int result = alsa.snd_pcm_status(pcm->handle, pcm->status);
  if (result < 0) return result;
  snd_htimestamp_t stamp = {0};
  alsa.snd_pcm_status_get_htstamp(pcm->status, &stamp);
  status->state = state_of(alsa.snd_pcm_status_get_state(pcm->status));
  status->available = (int64_t)alsa.snd_pcm_status_get_avail(pcm->status);
  status->delay = alsa.snd_pcm_status_get_delay(pcm->status);
  status->stamp = (uint64_t)stamp.tv_sec * 1000000000u + (uint64_t)stamp.tv_nsec;
  return 0;
}

long calsa_read(calsa_pcm *pcm, void *samples, size_t frames) {
  return alsa.snd_pcm_readi(pcm->handle, samples, frames);
}

long calsa_write(calsa_pcm *pcm, const void *samples, size_t frames) {
  return alsa.snd_pcm_writei(pcm->handle, samples, frames);
}

int calsa_wait(calsa_pcm *pcm, int wake, int timeout) {
  struct pollfd descriptors[DESCRIPTORS + 1] = {{.fd = wake, .events = POLLIN}};
  int count = alsa.snd_pcm_poll_descriptors_count(pcm->handle);
  if (count < 0 || count > DESCRIPTORS) return -EINVAL;
  count = alsa.snd_pcm_poll_descriptors(pcm->handle, descriptors + 1, (unsigned)count);
  if (count < 0) return count;
  int ready = poll(descriptors, (nfds_t)count + 1, timeout);
  if (ready < 0) return errno == EINTR ? CALSA_TIMED_OUT : -errno;
  if (descriptors[0].revents) return CALSA_WOKEN;
  if (ready == 0) return CALSA_TIMED_OUT;
  unsigned short events = 0;
  int status = alsa.snd_pcm_poll_descriptors_revents(pcm->handle, descriptors + 1, (unsigned)count, &events);
  // The events of plug-ins are unreliable, so the caller reads the status instead.
  return status < 0 ? status : CALSA_READY;
}

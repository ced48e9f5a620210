// Declarations of the used part of libasound.so.2, unchanged since alsa-lib 1.0.27 (include/pcm.h). The library
// allocates its structures itself, so that their sizes are not needed.
#ifndef OPENCAPTURE_CALSA_LIBRARY_H
#define OPENCAPTURE_CALSA_LIBRARY_H

#include <poll.h>
#include <stdbool.h>
#include <time.h>

typedef struct snd_pcm snd_pcm_t;
typedef struct snd_pcm_hw_params snd_pcm_hw_params_t;
typedef struct snd_pcm_sw_params snd_pcm_sw_params_t;
typedef struct snd_pcm_status snd_pcm_status_t;
typedef unsigned long snd_pcm_uframes_t;
typedef long snd_pcm_sframes_t;
typedef struct timespec snd_htimestamp_t;
typedef void (*snd_lib_error_handler_t)(
    const char *file, int line, const char *function, int error, const char *format, ...);

enum { SND_PCM_STREAM_PLAYBACK, SND_PCM_STREAM_CAPTURE };
enum { SND_PCM_NONBLOCK = 1 };
enum { SND_PCM_ACCESS_RW_INTERLEAVED = 3 };
enum { SND_PCM_TSTAMP_ENABLE = 1, SND_PCM_TSTAMP_TYPE_MONOTONIC = 1 };
enum {
  SND_PCM_STATE_OPEN,
  SND_PCM_STATE_SETUP,
  SND_PCM_STATE_PREPARED,
  SND_PCM_STATE_RUNNING,
  SND_PCM_STATE_XRUN,
  SND_PCM_STATE_DRAINING,
  SND_PCM_STATE_PAUSED,
  SND_PCM_STATE_SUSPENDED,
  SND_PCM_STATE_DISCONNECTED,
};
enum {
  SND_PCM_FORMAT_S8 = 0,
  SND_PCM_FORMAT_S16_LE = 2,
  SND_PCM_FORMAT_S16_BE = 3,
  SND_PCM_FORMAT_S24_LE = 6,
  SND_PCM_FORMAT_S32_LE = 10,
  SND_PCM_FORMAT_S32_BE = 11,
  SND_PCM_FORMAT_FLOAT_LE = 14,
  SND_PCM_FORMAT_FLOAT_BE = 15,
  SND_PCM_FORMAT_S24_3LE = 32,
};

#define FUNCTIONS(DO) \
  DO(int, snd_lib_error_set_handler, (snd_lib_error_handler_t handler)) \
  DO(int, snd_pcm_open, (snd_pcm_t * *pcm, const char *name, int stream, int mode)) \
  DO(int, snd_pcm_close, (snd_pcm_t * pcm)) \
  DO(int, snd_pcm_hw_params_malloc, (snd_pcm_hw_params_t * *params)) \
  DO(void, snd_pcm_hw_params_free, (snd_pcm_hw_params_t * params)) \
  DO(int, snd_pcm_hw_params_any, (snd_pcm_t * pcm, snd_pcm_hw_params_t * params)) \
  DO(int, snd_pcm_hw_params, (snd_pcm_t * pcm, snd_pcm_hw_params_t * params)) \
  DO(int, snd_pcm_hw_params_set_access, (snd_pcm_t * pcm, snd_pcm_hw_params_t * params, int access)) \
  DO(int, snd_pcm_hw_params_test_format, (snd_pcm_t * pcm, snd_pcm_hw_params_t * params, int format)) \
  DO(int, snd_pcm_hw_params_set_format, (snd_pcm_t * pcm, snd_pcm_hw_params_t * params, int format)) \
  DO(int, snd_pcm_hw_params_set_channels, (snd_pcm_t * pcm, snd_pcm_hw_params_t * params, unsigned channels)) \
  DO(int, snd_pcm_hw_params_set_rate, (snd_pcm_t * pcm, snd_pcm_hw_params_t * params, unsigned rate, int direction)) \
  DO(int, snd_pcm_hw_params_set_period_size_near, \
     (snd_pcm_t * pcm, snd_pcm_hw_params_t * params, snd_pcm_uframes_t * size, int *direction)) \
  DO(int, snd_pcm_hw_params_set_buffer_size_near, \
     (snd_pcm_t * pcm, snd_pcm_hw_params_t * params, snd_pcm_uframes_t * size)) \
  DO(int, snd_pcm_hw_params_get_channels_min, (const snd_pcm_hw_params_t *params, unsigned *channels)) \
  DO(int, snd_pcm_hw_params_get_channels_max, (const snd_pcm_hw_params_t *params, unsigned *channels)) \
  DO(int, snd_pcm_hw_params_get_rate_min, (const snd_pcm_hw_params_t *params, unsigned *rate, int *direction)) \
  DO(int, snd_pcm_hw_params_get_rate_max, (const snd_pcm_hw_params_t *params, unsigned *rate, int *direction)) \
  DO(int, snd_pcm_sw_params_malloc, (snd_pcm_sw_params_t * *params)) \
  DO(void, snd_pcm_sw_params_free, (snd_pcm_sw_params_t * params)) \
  DO(int, snd_pcm_sw_params_current, (snd_pcm_t * pcm, snd_pcm_sw_params_t * params)) \
  DO(int, snd_pcm_sw_params, (snd_pcm_t * pcm, snd_pcm_sw_params_t * params)) \
  DO(int, snd_pcm_sw_params_set_tstamp_mode, (snd_pcm_t * pcm, snd_pcm_sw_params_t * params, int mode)) \
  DO(int, snd_pcm_sw_params_set_tstamp_type, (snd_pcm_t * pcm, snd_pcm_sw_params_t * params, int type)) \
  DO(int, snd_pcm_sw_params_set_avail_min, (snd_pcm_t * pcm, snd_pcm_sw_params_t * params, snd_pcm_uframes_t frames)) \
  DO(int, snd_pcm_sw_params_set_start_threshold, \
     (snd_pcm_t * pcm, snd_pcm_sw_params_t * params, snd_pcm_uframes_t frames)) \
  DO(int, snd_pcm_prepare, (snd_pcm_t * pcm)) \
  DO(int, snd_pcm_start, (snd_pcm_t * pcm)) \
  DO(int, snd_pcm_resume, (snd_pcm_t * pcm)) \
  DO(int, snd_pcm_drop, (snd_pcm_t * pcm)) \
  DO(int, snd_pcm_status_malloc, (snd_pcm_status_t * *status)) \
  DO(void, snd_pcm_status_free, (snd_pcm_status_t * status)) \
  DO(int, snd_pcm_status, (snd_pcm_t * pcm, snd_pcm_status_t * status)) \
  DO(int, snd_pcm_status_get_state, (const snd_pcm_status_t *status)) \
  DO(snd_pcm_uframes_t, snd_pcm_status_get_avail, (const snd_pcm_status_t *status)) \
  DO(snd_pcm_sframes_t, snd_pcm_status_get_delay, (const snd_pcm_status_t *status)) \
  DO(void, snd_pcm_status_get_htstamp, (const snd_pcm_status_t *status, snd_htimestamp_t *stamp)) \
  DO(snd_pcm_sframes_t, snd_pcm_avail_update, (snd_pcm_t * pcm)) \
  DO(snd_pcm_sframes_t, snd_pcm_readi, (snd_pcm_t * pcm, void *samples, snd_pcm_uframes_t frames)) \
  DO(snd_pcm_sframes_t, snd_pcm_writei, (snd_pcm_t * pcm, const void *samples, snd_pcm_uframes_t frames)) \
  DO(int, snd_pcm_poll_descriptors_count, (snd_pcm_t * pcm)) \
  DO(int, snd_pcm_poll_descriptors, (snd_pcm_t * pcm, struct pollfd * descriptors, unsigned count)) \
  DO(int, snd_pcm_poll_descriptors_revents, \
     (snd_pcm_t * pcm, struct pollfd * descriptors, unsigned count, unsigned short *events))

#endif

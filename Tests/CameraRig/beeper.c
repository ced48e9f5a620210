// beeper - beeps 1 kHz in the first 100 ms of each second of CLOCK_MONOTONIC, in step with the flashes of uvc-camera.
//   beeper [DEVICE]; default hw:Loopback,0,0, which is captured at hw:Loopback,1,0.
// The beeps are timed by the device's timestamps, so that errors of its clock do not matter. The program ends when the
// device is removed. It uses the package's own bridge to ALSA; see `run` for how to build it.
#include <errno.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "CALSA.h"

enum { RATE = 48000, CHANNELS = 2, PERIOD = 480, BUFFER = 9600, BEEP = RATE / 10 };

// Returns the time of the next frame to write in seconds, smoothed because a loopback's timestamps are coarse.
static double due(calsa_pcm *pcm, double expected) {
  calsa_status now;
  if (calsa_get_status(pcm, &now) < 0 || now.state != CALSA_RUNNING) return NAN;
  double reported = now.stamp / 1e9 + (double)now.delay / RATE;
  return fabs(reported - expected) < 0.05 ? expected + 0.05 * (reported - expected) : reported;
}

// Fills a period that begins at a time, or NAN if unknown; a beep that has begun continues to its end.
static void fill(int16_t *samples, double time) {
  static int left;
  static double last = NAN;
  for (int i = 0; i < PERIOD; i++) {
    double second = floor(time + (double)i / RATE);
    if (second > last) left = BEEP;
    if (!isnan(second) && !(second < last)) last = second;
    double value = left > 0 ? 16000 * sin(2 * M_PI * 1000 * (BEEP - left) / RATE) : 0;
    if (left > 0) left--;
    for (int channel = 0; channel < CHANNELS; channel++) *samples++ = (int16_t)value;
  }
}

// Writes a period as room becomes available, and restarts the device after an underrun.
static int play(calsa_pcm *pcm, const int16_t *samples) {
  for (int at = 0; at < PERIOD;) {
    long status = calsa_write(pcm, samples + (ptrdiff_t)at * CHANNELS, (size_t)(PERIOD - at));
    if (status > 0) at += (int)status;
    else if (status == -EAGAIN) calsa_wait(pcm, -1, 1000);
    else if (status == -EPIPE) calsa_prepare(pcm);
    else return (int)status;
  }
  return 0;
}

int main(int argc, char **argv) {
  const char *device = argc > 1 ? argv[1] : "hw:Loopback,0,0";
  calsa_pcm *pcm = NULL;
  calsa_configuration setup = {
      .format = CALSA_INT16, .channels = CHANNELS, .rate = RATE, .period = PERIOD, .buffer = BUFFER};
  int status = calsa_open(device, true, &pcm);
  if (status == 0) status = calsa_configure(pcm, &setup);
  if (status == 0) status = calsa_prepare(pcm);
  int16_t samples[PERIOD * CHANNELS];
  double time = NAN;
  while (status == 0) {
    time = due(pcm, time);
    fill(samples, time);
    time += (double)PERIOD / RATE;
    status = play(pcm, samples);
  }
  calsa_close(pcm);
  fprintf(stderr, "beeper: %s: %s\n", device, strerror(-status));
  return status == -ENODEV ? 0 : 1;
}

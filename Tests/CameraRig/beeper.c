// beeper - beeps 1 kHz in the first 100 ms of each second of CLOCK_MONOTONIC, as uvc-camera flashes: one clapper.
//   beeper [DEVICE]; by default hw:Loopback,0,0, which is heard at hw:Loopback,1,0.
// When a frame will be heard is known by the device's stamps, so that its clock may be as wrong as it likes.  Ends with
// its device.  Built with the package's own bridge to ALSA; `run` says how.
#include <errno.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <time.h>

#include "CALSA.h"

enum { RATE = 48000, CHANNELS = 2, PERIOD = 480, BUFFER = 9600, BEEP = RATE / 10 };

// The time of the frame that is written next, in seconds; smoothed, since a loopback's stamps are coarse.
static double due(calsa_pcm *pcm, double expected) {
  calsa_status now;
  if (calsa_status_of(pcm, &now) < 0 || now.state != CALSA_RUNNING) return NAN;
  double told = now.stamp / 1e9 + (double)now.delay / RATE;
  return fabs(told - expected) < 0.05 ? expected + 0.05 * (told - expected) : told;
}

// A period that begins at a time, NAN for an unknown one; a beep that has begun goes on to its end.
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

// Writes a period whole, as soon as there is room; mends what can be.
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
  calsa_setup setup = {.format = CALSA_INT16, .channels = CHANNELS, .rate = RATE, .period = PERIOD, .buffer = BUFFER};
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
  fprintf(stderr, "beeper: %s: %s\n", device, calsa_words(status));
  return status == -ENODEV ? 0 : 1;
}

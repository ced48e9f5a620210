// The monotonic clock, for bridges.
#ifndef OPENCAPTURE_CCLOCK_H
#define OPENCAPTURE_CCLOCK_H

#include <stdint.h>
#include <time.h>

// Returns the time of CLOCK_MONOTONIC in nanoseconds.
static inline int64_t cclock_now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

#endif

#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>

#include "CSystem.h"

int csystem_processor_count(void) {
  cpu_set_t processors;
  return sched_getaffinity(0, sizeof processors, &processors) == 0 ? CPU_COUNT(&processors) : 1;
}

void csystem_name_thread(const char *name) { pthread_setname_np(pthread_self(), name); }

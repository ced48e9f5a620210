#define _GNU_SOURCE
#include <errno.h>
#include <malloc.h>
#include <pthread.h>
#include <sched.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <unistd.h>

#include "CSystem.h"

int csystem_processor_count(void) {
  cpu_set_t processors;
  return sched_getaffinity(0, sizeof processors, &processors) == 0 ? CPU_COUNT(&processors) : 1;
}

void csystem_name_thread(const char *name) { pthread_setname_np(pthread_self(), name); }

void csystem_return_large_blocks(int size) { (void)mallopt(M_MMAP_THRESHOLD, size); }

int csystem_make_event(void) {
  int fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  return fd < 0 ? -errno : fd;
}

void csystem_signal_event(int fd) {
  uint64_t one = 1;
  // The call fails only if the event's counter would overflow; the event is signaled then anyway.
  ssize_t written = write(fd, &one, sizeof one);
  (void)written;
}

int csystem_make_watch(void) {
  int fd = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
  return fd < 0 ? -errno : fd;
}

int csystem_watch_folder(int fd, const char *path) {
  int watch = inotify_add_watch(fd, path, IN_CREATE | IN_DELETE | IN_ATTRIB | IN_MOVED_TO | IN_MOVED_FROM);
  return watch < 0 ? -errno : 0;
}

void csystem_drain(int fd) {
  char bytes[4096];
  while (read(fd, bytes, sizeof bytes) > 0) {
  }
}

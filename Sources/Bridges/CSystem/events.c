#include "CSystem.h"

#include <errno.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <unistd.h>

int csystem_make_event(void) {
  int fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  return fd < 0 ? -errno : fd;
}

void csystem_signal_event(int fd) {
  uint64_t one = 1;
  // It fails only where the event is signalled already, some 2^64 times.
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

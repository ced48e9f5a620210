#include "CV4L2.h"

#include <errno.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <unistd.h>

int cv4l2_make_event(void) {
  int fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  return fd < 0 ? -errno : fd;
}

void cv4l2_signal_event(int fd) {
  uint64_t one = 1;
  // It fails only where the event is signalled already, some 2^64 times.
  ssize_t written = write(fd, &one, sizeof one);
  (void)written;
}

int cv4l2_watch_folder(const char *path) {
  int fd = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
  if (fd < 0) return -errno;
  if (inotify_add_watch(fd, path, IN_CREATE | IN_DELETE | IN_ATTRIB | IN_MOVED_TO | IN_MOVED_FROM) < 0) {
    int error = errno;
    close(fd);
    return -error;
  }
  return fd;
}

void cv4l2_drain(int fd) {
  char bytes[4096];
  while (read(fd, bytes, sizeof bytes) > 0) {
  }
}

// A library that simulates a 720p camera at 30 frames per second for a program that opens /dev/fakecam:
// FAKE_CAMERA=FILE.mjpeg LD_PRELOAD=fake-camera.so ustreamer --device /dev/fakecam …
// It implements the part of Video4Linux that uStreamer uses: Motion JPEG with mapped buffers.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/videodev2.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

enum {
  WIDTH = 1280,
  HEIGHT = 720,
  FRAME_RATE = 30,
  LARGEST_FRAME = WIDTH * HEIGHT * 2,
  MAXIMUM_FRAMES = 4096,
  MAXIMUM_BUFFERS = 8,
  // Buffers are identified by their offset in the device's memory.
  BUFFER_DISTANCE = 1 << 24,
};

// The file and the offsets of its pictures.
static unsigned char *film;
static size_t frame_starts[MAXIMUM_FRAMES + 1];
static int frame_count;

// A timer that expires for each frame.
static int camera = -1;
static unsigned char *buffers[MAXIMUM_BUFFERS];
static unsigned buffer_count;
// The queue of buffers that wait for a frame, starting at `waiting_from`.
static unsigned waiting[MAXIMUM_BUFFERS], waiting_from, waiting_count;
static unsigned sequence;

static void load(void) {
  const char *path = getenv("FAKE_CAMERA");
  FILE *file = path ? fopen(path, "rb") : NULL;
  struct stat facts;
  if (!file || fstat(fileno(file), &facts) != 0) {
    perror("FAKE_CAMERA");
    exit(1);
  }
  const size_t length = (size_t)facts.st_size;
  film = malloc(length);
  if (!film || fread(film, 1, length, file) != length) abort();
  (void)fclose(file);
  for (size_t place = 0; place + 2 < length && frame_count < MAXIMUM_FRAMES; place++) {
    if (film[place] == 0xff && film[place + 1] == 0xd8 && film[place + 2] == 0xff) {
      frame_starts[frame_count++] = place;
    }
  }
  frame_starts[frame_count] = length;
}

static bool is_camera(const char *path) { return path && strcmp(path, "/dev/fakecam") == 0; }

static int open_camera(void) {
  if (!film) load();
  camera = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK);
  return camera;
}

int open(const char *path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const int mode = va_arg(arguments, int);
  va_end(arguments);
  if (is_camera(path)) return open_camera();
  return ((int (*)(const char *, int, ...))dlsym(RTLD_NEXT, "open"))(path, flags, mode);
}

int access(const char *path, int mode) {
  if (is_camera(path)) return 0;
  return ((int (*)(const char *, int))dlsym(RTLD_NEXT, "access"))(path, mode);
}

void *mmap(void *address, size_t length, int protection, int flags, int descriptor, off_t offset) {
  void *(*map)(void *, size_t, int, int, int, off_t) =
      (void *(*)(void *, size_t, int, int, int, off_t))dlsym(RTLD_NEXT, "mmap");
  if (descriptor < 0 || descriptor != camera) return map(address, length, protection, flags, descriptor, offset);
  const size_t index = (size_t)offset / BUFFER_DISTANCE;
  void *memory = map(NULL, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (index < MAXIMUM_BUFFERS && memory != MAP_FAILED) buffers[index] = memory;
  return memory;
}

static int flow(bool runs) {
  const struct timespec interval = {.tv_nsec = runs ? 1000000000 / FRAME_RATE : 0};
  return timerfd_settime(camera, 0, &(struct itimerspec){interval, interval}, NULL);
}

static int take_filled(struct v4l2_buffer *buffer) {
  unsigned long long passed;
  if (waiting_count == 0 || read(camera, &passed, sizeof passed) != sizeof passed) {
    errno = EAGAIN;
    return -1;
  }
  const unsigned index = waiting[waiting_from];
  waiting_from = (waiting_from + 1) % MAXIMUM_BUFFERS;
  waiting_count -= 1;
  sequence += (unsigned)passed;
  const int frame = (int)(sequence % (unsigned)frame_count);
  const size_t length = frame_starts[frame + 1] - frame_starts[frame];
  memcpy(buffers[index], film + frame_starts[frame], length);
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  buffer->index = index;
  buffer->bytesused = (unsigned)length;
  buffer->length = LARGEST_FRAME;
  buffer->sequence = sequence;
  buffer->flags = V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC;
  buffer->timestamp = (struct timeval){now.tv_sec, now.tv_nsec / 1000};
  return 0;
}

static int answer(unsigned request, void *what) {
  switch (request) {
    case (unsigned)VIDIOC_QUERYCAP: {
      const unsigned can = V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_STREAMING;
      *(struct v4l2_capability *)what =
          (struct v4l2_capability){.driver = "fake", .card = "Fake", .capabilities = can, .device_caps = can};
      return 0;
    }
    case (unsigned)VIDIOC_S_INPUT: return 0;
    case (unsigned)VIDIOC_G_FMT:
    case (unsigned)VIDIOC_S_FMT: {
      struct v4l2_pix_format *format = &((struct v4l2_format *)what)->fmt.pix;
      *format =
          (struct v4l2_pix_format){WIDTH, HEIGHT, V4L2_PIX_FMT_MJPEG, V4L2_FIELD_NONE, .sizeimage = LARGEST_FRAME};
      return 0;
    }
    case (unsigned)VIDIOC_G_PARM:
    case (unsigned)VIDIOC_S_PARM: {
      struct v4l2_captureparm *parameters = &((struct v4l2_streamparm *)what)->parm.capture;
      parameters->capability = V4L2_CAP_TIMEPERFRAME;
      parameters->timeperframe = (struct v4l2_fract){1, FRAME_RATE};
      return 0;
    }
    case (unsigned)VIDIOC_REQBUFS: {
      struct v4l2_requestbuffers *requested = what;
      if (requested->count > MAXIMUM_BUFFERS) requested->count = MAXIMUM_BUFFERS;
      buffer_count = requested->count;
      waiting_from = waiting_count = 0;
      return 0;
    }
    case (unsigned)VIDIOC_QUERYBUF: {
      struct v4l2_buffer *buffer = what;
      buffer->length = LARGEST_FRAME;
      buffer->m.offset = buffer->index * BUFFER_DISTANCE;
      return 0;
    }
    case (unsigned)VIDIOC_QBUF: {
      const unsigned index = ((struct v4l2_buffer *)what)->index;
      if (index >= buffer_count || waiting_count == buffer_count) break;
      waiting[(waiting_from + waiting_count) % MAXIMUM_BUFFERS] = index;
      waiting_count += 1;
      return 0;
    }
    case (unsigned)VIDIOC_DQBUF: return take_filled(what);
    case (unsigned)VIDIOC_STREAMON: return flow(true);
    case (unsigned)VIDIOC_STREAMOFF: return flow(false);
    default: break;
  }
  errno = EINVAL;
  return -1;
}

int ioctl(int descriptor, unsigned long request, ...) {
  va_list arguments;
  va_start(arguments, request);
  void *what = va_arg(arguments, void *);
  va_end(arguments);
  if (descriptor >= 0 && descriptor == camera) return answer((unsigned)request, what);
  return ((int (*)(int, unsigned long, ...))dlsym(RTLD_NEXT, "ioctl"))(descriptor, request, what);
}

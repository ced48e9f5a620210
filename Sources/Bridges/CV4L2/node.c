#define _GNU_SOURCE
#include "node.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "CClock.h"

int cv4l2_request(int fd, unsigned long request, void *argument) {
  int status;
  do {
    status = ioctl(fd, request, argument);
  } while (status < 0 && errno == EINTR);
  return status < 0 ? -errno : 0;
}

uint32_t cv4l2_type(const cv4l2_node *node) {
  if (node->is_output) return V4L2_BUF_TYPE_VIDEO_OUTPUT;
  return node->is_multiplanar ? V4L2_BUF_TYPE_VIDEO_CAPTURE_MPLANE : V4L2_BUF_TYPE_VIDEO_CAPTURE;
}

int cv4l2_open(const char *path) {
  int fd;
  do {
    fd = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC);
  } while (fd < 0 && errno == EINTR);
  return fd < 0 ? -errno : fd;
}

int cv4l2_query_capabilities(int fd, cv4l2_node *node) {
  struct v4l2_capability capability = {0};
  int status = cv4l2_request(fd, VIDIOC_QUERYCAP, &capability);
  if (status < 0) return status;
  memset(node, 0, sizeof *node);
  memcpy(node->driver, capability.driver, sizeof capability.driver);
  memcpy(node->card, capability.card, sizeof capability.card);
  memcpy(node->bus_info, capability.bus_info, sizeof capability.bus_info);
  uint32_t caps = capability.capabilities & V4L2_CAP_DEVICE_CAPS ? capability.device_caps : capability.capabilities;
  uint32_t capture = V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_VIDEO_CAPTURE_MPLANE;
  uint32_t other = V4L2_CAP_VIDEO_OUTPUT | V4L2_CAP_VIDEO_OUTPUT_MPLANE | V4L2_CAP_VIDEO_M2M | V4L2_CAP_VIDEO_M2M_MPLANE
                 | V4L2_CAP_META_CAPTURE | V4L2_CAP_META_OUTPUT;
  node->is_camera = caps & capture && !(caps & other);
  node->can_output = caps & V4L2_CAP_VIDEO_OUTPUT && !(caps & V4L2_CAP_VIDEO_M2M);
  node->is_multiplanar = !(caps & V4L2_CAP_VIDEO_CAPTURE) && caps & V4L2_CAP_VIDEO_CAPTURE_MPLANE;
  node->can_stream = caps & V4L2_CAP_STREAMING;
  return 0;
}

int cv4l2_request_buffers(int fd, const cv4l2_node *node, uint32_t *count) {
  struct v4l2_requestbuffers request = {.count = *count, .type = cv4l2_type(node), .memory = V4L2_MEMORY_MMAP};
  int status = cv4l2_request(fd, VIDIOC_REQBUFS, &request);
  if (status == 0) *count = request.count;
  return status;
}

// A buffer with the plane array that the multi-planar API requires.
typedef struct {
  struct v4l2_buffer buffer;
  struct v4l2_plane planes[VIDEO_MAX_PLANES];
} cv4l2_buffer;

static void prepare(cv4l2_buffer *it, const cv4l2_node *node, uint32_t index) {
  memset(it, 0, sizeof *it);
  it->buffer.type = cv4l2_type(node);
  it->buffer.memory = V4L2_MEMORY_MMAP;
  it->buffer.index = index;
  if (node->is_multiplanar) {
    it->buffer.m.planes = it->planes;
    it->buffer.length = VIDEO_MAX_PLANES;
  }
}

int cv4l2_map_buffer(int fd, const cv4l2_node *node, uint32_t index, void **address, size_t *length) {
  cv4l2_buffer it;
  prepare(&it, node, index);
  int status = cv4l2_request(fd, VIDIOC_QUERYBUF, &it.buffer);
  if (status < 0) return status;
  size_t size = node->is_multiplanar ? it.planes[0].length : it.buffer.length;
  off_t offset = node->is_multiplanar ? it.planes[0].m.mem_offset : it.buffer.m.offset;
  // Consumers only read the mapping; a consumer that writes gets a copy.
  void *mapped = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, offset);
  if (mapped == MAP_FAILED) return -errno;
  *address = mapped;
  *length = size;
  return 0;
}

int cv4l2_queue(int fd, const cv4l2_node *node, uint32_t index) {
  cv4l2_buffer it;
  prepare(&it, node, index);
  if (node->is_multiplanar) it.buffer.length = 1;
  return cv4l2_request(fd, VIDIOC_QBUF, &it.buffer);
}

int cv4l2_queue_filled(int fd, const cv4l2_node *node, uint32_t index, uint32_t bytes_used, uint64_t time) {
  cv4l2_buffer it;
  prepare(&it, node, index);
  it.buffer.bytesused = bytes_used;
  it.buffer.field = V4L2_FIELD_NONE;
  it.buffer.flags = V4L2_BUF_FLAG_TIMESTAMP_COPY;
  it.buffer.timestamp.tv_sec = (time_t)(time / 1000000000u);
  it.buffer.timestamp.tv_usec = (suseconds_t)(time % 1000000000u / 1000u);
  return cv4l2_request(fd, VIDIOC_QBUF, &it.buffer);
}

// Returns whether a time of an unknown clock, which another program sets, is in the last second of the monotonic one.
static bool is_recent(uint64_t time) {
  const uint64_t now = (uint64_t)cclock_now();
  return time <= now && now - time < 1000000000u;
}

int cv4l2_dequeue(int fd, const cv4l2_node *node, cv4l2_frame *frame) {
  cv4l2_buffer it;
  prepare(&it, node, 0);
  int status = cv4l2_request(fd, VIDIOC_DQBUF, &it.buffer);
  if (status < 0) return status;
  frame->index = it.buffer.index;
  uint32_t offset = node->is_multiplanar ? it.planes[0].data_offset : 0;
  uint32_t used = node->is_multiplanar ? it.planes[0].bytesused : it.buffer.bytesused;
  frame->data_offset = offset;
  frame->bytes_used = used > offset ? used - offset : 0;
  frame->sequence = it.buffer.sequence;
  frame->is_error = it.buffer.flags & V4L2_BUF_FLAG_ERROR;
  frame->time = (uint64_t)it.buffer.timestamp.tv_sec * 1000000000u + (uint64_t)it.buffer.timestamp.tv_usec * 1000u;
  const uint32_t clock = it.buffer.flags & V4L2_BUF_FLAG_TIMESTAMP_MASK;
  frame->is_monotonic = clock == V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC || is_recent(frame->time);
  return 0;
}

int cv4l2_stream_on(int fd, const cv4l2_node *node) {
  int type = (int)cv4l2_type(node);
  return cv4l2_request(fd, VIDIOC_STREAMON, &type);
}

int cv4l2_stream_off(int fd, const cv4l2_node *node) {
  int type = (int)cv4l2_type(node);
  return cv4l2_request(fd, VIDIOC_STREAMOFF, &type);
}

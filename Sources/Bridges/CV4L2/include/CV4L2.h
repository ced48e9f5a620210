// V4L2's ioctl requests as functions with plain structures, because Swift imports neither the request numbers nor the
// unions well. Every function returns 0 or a negative errno value. Calls that a signal interrupts are repeated.
#ifndef OPENCAPTURE_CV4L2_H
#define OPENCAPTURE_CV4L2_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The capabilities of a node (VIDIOC_QUERYCAP).
typedef struct {
  char driver[17];
  char card[33];
  char bus_info[33];
  // Whether the node captures video and is no codec, metadata or output node.
  bool is_camera;
  // Whether the node shows frames to other programs, as that of v4l2loopback does.
  bool can_output;
  // Whether the other functions use the node for output.
  bool is_output;
  // Whether the node uses the multi-planar API.
  bool is_multiplanar;
  bool can_stream;
} cv4l2_node;

typedef struct {
  uint32_t pixel_format;
  bool is_emulated;
} cv4l2_pixel_format;

enum { CV4L2_DISCRETE = 1, CV4L2_CONTINUOUS = 2, CV4L2_STEPWISE = 3 };

typedef struct {
  int type;
  uint32_t min_width, max_width, step_width, min_height, max_height, step_height;
} cv4l2_size;

typedef struct {
  uint32_t numerator, denominator;
} cv4l2_fraction;

typedef struct {
  int type;
  cv4l2_fraction min, max, step;
} cv4l2_interval;

typedef struct {
  uint32_t width, height, pixel_format, bytes_per_line, size_image;
  // The number of memory planes of an image; 1 unless the format is multi-planar.
  uint32_t memory_planes;
  bool is_full_range, is_bt709;
} cv4l2_format;

typedef struct {
  // The offset of the image in its buffer, and the number of bytes from there on.
  uint32_t data_offset, bytes_used;
  uint32_t index, sequence;
  bool is_error, is_monotonic;
  // The capture time of the first byte, in nanoseconds.
  uint64_t time;
} cv4l2_frame;

enum {
  CV4L2_INTEGER = 1,
  CV4L2_BOOLEAN,
  CV4L2_MENU,
  CV4L2_INTEGER_MENU,
  CV4L2_BITMASK,
  CV4L2_BUTTON,
  CV4L2_STRING,
};

typedef struct {
  uint32_t id;
  int kind;
  char name[33];
  int64_t minimum, maximum, default_value;
  uint64_t step;
  bool is_read_only, is_inactive, is_write_only, is_volatile, is_grabbed;
} cv4l2_control;

// A change of a control's value, range or flags.
typedef struct {
  uint32_t id;
  int64_t value;
  // Whether the range or the flags changed too.
  bool has_new_description;
  // The time of the change, in nanoseconds of the monotonic clock.
  uint64_t time;
} cv4l2_control_change;

int cv4l2_open(const char *path);
int cv4l2_query_capabilities(int fd, cv4l2_node *node);

// Read the format, frame size or frame interval with this index; -EINVAL after the last.
int cv4l2_pixel_format_at(int fd, const cv4l2_node *node, uint32_t index, cv4l2_pixel_format *format);
int cv4l2_size_at(int fd, uint32_t pixel_format, uint32_t index, cv4l2_size *size);
int cv4l2_interval_at(
    int fd, uint32_t pixel_format, uint32_t width, uint32_t height, uint32_t index, cv4l2_interval *interval);

int cv4l2_get_format(int fd, const cv4l2_node *node, cv4l2_format *format);
// Requests a width, height and pixel format, and writes the actual format back.
int cv4l2_set_format(int fd, const cv4l2_node *node, cv4l2_format *format);
// Requests a frame interval and writes the actual one back, or 0/0 if the driver reports none.
int cv4l2_set_interval(int fd, const cv4l2_node *node, cv4l2_fraction *interval);

// Allocates buffers that can be mapped, and writes the actual number back. A count of 0 frees all buffers.
int cv4l2_request_buffers(int fd, const cv4l2_node *node, uint32_t *count);
int cv4l2_map_buffer(int fd, const cv4l2_node *node, uint32_t index, void **address, size_t *length);
int cv4l2_queue(int fd, const cv4l2_node *node, uint32_t index);
// Dequeues a filled buffer; -EAGAIN if none is ready.
int cv4l2_dequeue(int fd, const cv4l2_node *node, cv4l2_frame *frame);
// Queues a buffer of an output with its number of bytes and its time, in nanoseconds of the monotonic clock.
int cv4l2_queue_filled(int fd, const cv4l2_node *node, uint32_t index, uint32_t bytes_used, uint64_t time);
int cv4l2_stream_on(int fd, const cv4l2_node *node);
int cv4l2_stream_off(int fd, const cv4l2_node *node);

// Reads the control with the next greater ID; -EINVAL after the last.
int cv4l2_next_control(int fd, uint32_t id, cv4l2_control *control);
// Reads the name of a menu item; -EINVAL if the value is no item of the menu.
int cv4l2_menu_item(int fd, const cv4l2_control *control, int64_t value, char name[33]);
int cv4l2_get_control(int fd, uint32_t id, int64_t *value);
int cv4l2_set_control(int fd, uint32_t id, int64_t value);
// Subscribes this descriptor to changes of a control, reported by poll as POLLPRI. Its own changes are not reported.
int cv4l2_watch_control(int fd, uint32_t id);
// Subscribes an output to the start and the end of its reading, beginning with the current state. Only v4l2loopback 0.13 and
// later report them.
int cv4l2_watch_readers(int fd);
// Dequeues whether a program reads the output; -ENOENT if there is no new report.
int cv4l2_next_reading(int fd, bool *is_read);
// Dequeues the next change; -ENOENT if none is pending.
int cv4l2_next_change(int fd, cv4l2_control_change *change);

#endif

// V4L2's requests as functions over plain structures: Swift imports neither its ioctl numbers nor its unions well.
// Every function returns 0, or the negative number of the system's error. They are retried where a signal came between.
#ifndef OPENCAPTURE_CV4L2_H
#define OPENCAPTURE_CV4L2_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// What a node is (VIDIOC_QUERYCAP).
typedef struct {
  char driver[17];
  char card[33];
  char bus_info[33];
  // Whether it captures video, and is neither a codec nor a metadata or output node.
  bool is_camera;
  // Whether it uses the API for several planes.
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
  // How many blocks of memory the picture is spread over; 1 unless the format says otherwise.
  uint32_t memory_planes;
  bool is_full_range, is_bt709;
} cv4l2_format;

typedef struct {
  // Where the picture begins in its buffer, and how many bytes there are from there on.
  uint32_t data_offset, bytes_used;
  uint32_t index, sequence;
  bool is_error, is_monotonic;
  // When its first byte was taken, in nanoseconds.
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

// That a control has another value, range or flags than before.
typedef struct {
  uint32_t id;
  int64_t value;
  // Whether more than the value has changed.
  bool has_new_description;
  // In nanoseconds of the monotonic clock.
  uint64_t time;
} cv4l2_control_change;

int cv4l2_open(const char *path);
int cv4l2_describe(int fd, cv4l2_node *node);

// The format, size or interval with this number; -EINVAL past the last.
int cv4l2_pixel_format_at(int fd, const cv4l2_node *node, uint32_t index, cv4l2_pixel_format *format);
int cv4l2_size_at(int fd, uint32_t pixel_format, uint32_t index, cv4l2_size *size);
int cv4l2_interval_at(
    int fd, uint32_t pixel_format, uint32_t width, uint32_t height, uint32_t index, cv4l2_interval *interval);

int cv4l2_get_format(int fd, const cv4l2_node *node, cv4l2_format *format);
// Asks for width, height and pixel format; what was granted is written back.
int cv4l2_set_format(int fd, const cv4l2_node *node, cv4l2_format *format);
// Asks for a duration of frames; what was granted is written back, 0/0 where nobody knows.
int cv4l2_set_interval(int fd, const cv4l2_node *node, cv4l2_fraction *interval);

// Asks for buffers that can be mapped; 0 gives them all back. How many were granted is written back.
int cv4l2_request_buffers(int fd, const cv4l2_node *node, uint32_t *count);
int cv4l2_map_buffer(int fd, const cv4l2_node *node, uint32_t index, void **address, size_t *length);
int cv4l2_queue(int fd, const cv4l2_node *node, uint32_t index);
// Takes a filled buffer; -EAGAIN where there is none yet.
int cv4l2_dequeue(int fd, const cv4l2_node *node, cv4l2_frame *frame);
int cv4l2_stream_on(int fd, const cv4l2_node *node);
int cv4l2_stream_off(int fd, const cv4l2_node *node);

// The control with the next greater id than the one given; -EINVAL past the last.
int cv4l2_next_control(int fd, uint32_t id, cv4l2_control *control);
// The name of a menu's value; -EINVAL where it has none.
int cv4l2_menu_item(int fd, const cv4l2_control *control, int64_t value, char name[33]);
int cv4l2_get_control(int fd, uint32_t id, int64_t *value);
int cv4l2_set_control(int fd, uint32_t id, int64_t value);
// Lets changes of a control be told to this descriptor, which then polls as POLLPRI; what it sets itself isn't told.
int cv4l2_watch_control(int fd, uint32_t id);
// Takes the next change; -ENOENT where there is none.
int cv4l2_next_change(int fd, cv4l2_control_change *change);

#endif

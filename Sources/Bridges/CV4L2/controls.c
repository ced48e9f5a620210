#include "node.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static int kind(uint32_t type) {
  switch (type) {
    case V4L2_CTRL_TYPE_INTEGER:
    case V4L2_CTRL_TYPE_INTEGER64: return CV4L2_INTEGER;
    case V4L2_CTRL_TYPE_BOOLEAN: return CV4L2_BOOLEAN;
    case V4L2_CTRL_TYPE_MENU: return CV4L2_MENU;
    case V4L2_CTRL_TYPE_INTEGER_MENU: return CV4L2_INTEGER_MENU;
    case V4L2_CTRL_TYPE_BITMASK: return CV4L2_BITMASK;
    case V4L2_CTRL_TYPE_BUTTON: return CV4L2_BUTTON;
    case V4L2_CTRL_TYPE_STRING: return CV4L2_STRING;
    default: return 0;
  }
}

// A bit mask is an unsigned 32-bit value.
static int64_t value_of(uint32_t type, int64_t value) {
  return type == V4L2_CTRL_TYPE_BITMASK ? (int64_t)(uint32_t)value : value;
}

static int query(int fd, uint32_t id, struct v4l2_query_ext_ctrl *it) {
  memset(it, 0, sizeof *it);
  it->id = id;
  return cv4l2_request(fd, VIDIOC_QUERY_EXT_CTRL, it);
}

int cv4l2_next_control(int fd, uint32_t id, cv4l2_control *control) {
  struct v4l2_query_ext_ctrl it;
  for (;;) {
    int status = query(fd, id | V4L2_CTRL_FLAG_NEXT_CTRL, &it);
    if (status < 0) return status;
    if (it.id <= id) return -EINVAL;
    id = it.id;
    // Skip headings, disabled controls and controls without a single value.
    if (kind(it.type) && !(it.flags & V4L2_CTRL_FLAG_DISABLED) && !it.nr_of_dims) break;
  }
  memset(control, 0, sizeof *control);
  control->id = it.id;
  control->kind = kind(it.type);
  memcpy(control->name, it.name, sizeof it.name);
  control->minimum = it.minimum;
  control->maximum = value_of(it.type, it.maximum);
  control->step = it.step;
  control->default_value = value_of(it.type, it.default_value);
  control->is_read_only = it.flags & V4L2_CTRL_FLAG_READ_ONLY;
  control->is_inactive = it.flags & V4L2_CTRL_FLAG_INACTIVE;
  control->is_write_only = it.flags & V4L2_CTRL_FLAG_WRITE_ONLY;
  control->is_volatile = it.flags & V4L2_CTRL_FLAG_VOLATILE;
  control->is_grabbed = it.flags & V4L2_CTRL_FLAG_GRABBED;
  return 0;
}

int cv4l2_menu_item(int fd, const cv4l2_control *control, int64_t value, char name[33]) {
  struct v4l2_querymenu it = {.id = control->id, .index = (uint32_t)value};
  int status = cv4l2_request(fd, VIDIOC_QUERYMENU, &it);
  if (status < 0) return status;
  memset(name, 0, 33);
  if (control->kind == CV4L2_INTEGER_MENU) {
    snprintf(name, 33, "%lld", (long long)it.value);
  } else {
    memcpy(name, it.name, sizeof it.name);
  }
  return 0;
}

static int access_control(int fd, unsigned long request, uint32_t id, int64_t *value) {
  struct v4l2_query_ext_ctrl description;
  int status = query(fd, id, &description);
  if (status < 0) return status;
  struct v4l2_ext_control control = {.id = id};
  int is_wide = description.type == V4L2_CTRL_TYPE_INTEGER64;
  if (is_wide) {
    control.value64 = *value;
  } else {
    control.value = (int32_t)*value;
  }
  struct v4l2_ext_controls controls = {.which = V4L2_CTRL_WHICH_CUR_VAL, .count = 1, .controls = &control};
  status = cv4l2_request(fd, request, &controls);
  if (status < 0) return status;
  *value = is_wide ? control.value64 : value_of(description.type, control.value);
  return 0;
}

int cv4l2_get_control(int fd, uint32_t id, int64_t *value) {
  *value = 0;
  return access_control(fd, VIDIOC_G_EXT_CTRLS, id, value);
}

int cv4l2_set_control(int fd, uint32_t id, int64_t value) { return access_control(fd, VIDIOC_S_EXT_CTRLS, id, &value); }

int cv4l2_watch_control(int fd, uint32_t id) {
  struct v4l2_event_subscription it = {.type = V4L2_EVENT_CTRL, .id = id};
  return cv4l2_request(fd, VIDIOC_SUBSCRIBE_EVENT, &it);
}

int cv4l2_next_change(int fd, cv4l2_control_change *change) {
  struct v4l2_event it;
  do {
    memset(&it, 0, sizeof it);
    int status = cv4l2_request(fd, VIDIOC_DQEVENT, &it);
    if (status < 0) return status;
  } while (it.type != V4L2_EVENT_CTRL);
  change->id = it.id;
  change->has_new_description = it.u.ctrl.changes & ~(uint32_t)V4L2_EVENT_CTRL_CH_VALUE;
  const bool is_wide = it.u.ctrl.type == V4L2_CTRL_TYPE_INTEGER64;
  change->value = is_wide ? it.u.ctrl.value64 : value_of(it.u.ctrl.type, it.u.ctrl.value);
  change->time = (uint64_t)it.timestamp.tv_sec * 1000000000u + (uint64_t)it.timestamp.tv_nsec;
  return 0;
}

// v4l2loopback's event, whose first 32-bit word is the number of readers.
#define READING_EVENT (V4L2_EVENT_PRIVATE_START + 0x08E00000 + 1)

int cv4l2_watch_readers(int fd) {
  struct v4l2_event_subscription it = {.type = READING_EVENT, .flags = V4L2_EVENT_SUB_FL_SEND_INITIAL};
  return cv4l2_request(fd, VIDIOC_SUBSCRIBE_EVENT, &it);
}

int cv4l2_next_reading(int fd, bool *is_read) {
  struct v4l2_event it;
  do {
    memset(&it, 0, sizeof it);
    int status = cv4l2_request(fd, VIDIOC_DQEVENT, &it);
    if (status < 0) return status;
  } while (it.type != READING_EVENT);
  uint32_t count;
  memcpy(&count, it.u.data, sizeof count);
  *is_read = count > 0;
  return 0;
}

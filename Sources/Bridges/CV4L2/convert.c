#include "CV4LConvert.h"

#include <errno.h>
#include <libv4l-plugin.h>
#include <libv4lconvert.h>
#include <limits.h>
#include <linux/videodev2.h>
#include <stdlib.h>
#include <string.h>

#include "CLoading.h"

static struct {
  __typeof__(&v4lconvert_create_with_dev_ops) create;
  __typeof__(&v4lconvert_destroy) destroy;
  __typeof__(&v4lconvert_convert) convert;
  __typeof__(&v4lconvert_get_error_message) message;
} functions;

static bool begin(cloading_library *library) {
  CLOADING_FILL(library, functions, create, "v4lconvert_create_with_dev_ops");
  CLOADING_FILL(library, functions, destroy, "v4lconvert_destroy");
  CLOADING_FILL(library, functions, convert, "v4lconvert_convert");
  CLOADING_FILL(library, functions, message, "v4lconvert_get_error_message");
  return true;
}

static cloading_library library = CLOADING_LIBRARY("libv4lconvert.so.0", begin);

bool cv4lconvert_is_available(void) { return cloading_load(&library, NULL); }

bool cv4lconvert_supports(uint32_t pixel_format) {
  switch (pixel_format) {
    // Bayer patterns of 8 bits.
    case V4L2_PIX_FMT_SBGGR8:
    case V4L2_PIX_FMT_SGBRG8:
    case V4L2_PIX_FMT_SGRBG8:
    case V4L2_PIX_FMT_SRGGB8:
    // Private formats of camera chips.
    case V4L2_PIX_FMT_SPCA501:
    case V4L2_PIX_FMT_SPCA505:
    case V4L2_PIX_FMT_SPCA508:
    case V4L2_PIX_FMT_SPCA561:
    case V4L2_PIX_FMT_PAC207:
    case V4L2_PIX_FMT_MR97310A:
    case V4L2_PIX_FMT_SN9C10X:
    case V4L2_PIX_FMT_SN9C20X_I420:
    case V4L2_PIX_FMT_SN9C2028:
    case V4L2_PIX_FMT_SQ905C:
    case V4L2_PIX_FMT_STV0680:
    case V4L2_PIX_FMT_SE401:
    case V4L2_PIX_FMT_CPIA1:
    case V4L2_PIX_FMT_KONICA420:
    case V4L2_PIX_FMT_PJPG:
    case V4L2_PIX_FMT_OV511:
    case V4L2_PIX_FMT_OV518:
    case V4L2_PIX_FMT_JL2005BCD: return true;
    default: return false;
  }
}

// The library queries the camera's driver and emulates missing features. Only the conversion is wanted, so the library
// gets a fake device without formats, whose controls need no emulation.
static int answer(void *context, int fd, unsigned long request, void *argument) {
  (void)context;
  (void)fd;
  if (request == VIDIOC_QUERYCAP) {
    memset(argument, 0, sizeof(struct v4l2_capability));
    return 0;
  }
  if (request == VIDIOC_QUERYCTRL) return 0;
  errno = EINVAL;
  return -1;
}

static const struct libv4l_dev_ops operations = {.ioctl = answer};

struct cv4lconvert {
  struct v4lconvert_data *data;
  struct v4l2_format from, to;
};

cv4lconvert *cv4lconvert_open(const cv4lconvert_format *format) {
  if (!cv4lconvert_is_available() || !cv4lconvert_supports(format->pixel_format)) return NULL;
  cv4lconvert *converter = calloc(1, sizeof *converter);
  if (!converter) return NULL;
  converter->data = functions.create(-1, NULL, &operations);
  if (!converter->data) {
    free(converter);
    return NULL;
  }
  converter->from.type = converter->to.type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
  struct v4l2_pix_format *from = &converter->from.fmt.pix, *to = &converter->to.fmt.pix;
  from->width = to->width = format->width;
  from->height = to->height = format->height;
  from->pixelformat = format->pixel_format;
  from->bytesperline = format->bytes_per_line;
  from->sizeimage = format->size_image;
  to->pixelformat = V4L2_PIX_FMT_RGB24;
  to->bytesperline = format->width * 3;
  to->sizeimage = format->width * format->height * 3;
  return converter;
}

void cv4lconvert_close(cv4lconvert *converter) {
  if (!converter) return;
  functions.destroy(converter->data);
  free(converter);
}

int cv4lconvert_to_rgb(
    cv4lconvert *converter, const void *bytes, size_t count, void *rgb, size_t rgb_count, char *message,
    size_t message_size) {
  message[0] = 0;
  if (count > INT_MAX || rgb_count > INT_MAX || rgb_count < converter->to.fmt.pix.sizeimage) return -EINVAL;
  errno = 0;
  // The function only reads from the source.
  int written = functions.convert(
      converter->data, &converter->from, &converter->to, (unsigned char *)bytes, (int)count, rgb, (int)rgb_count);
  if (written == (int)converter->to.fmt.pix.sizeimage) return 0;
  strncpy(message, functions.message(converter->data), message_size - 1);
  message[message_size - 1] = 0;
  return errno ? -errno : -EIO;
}

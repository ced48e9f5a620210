#include "node.h"

#include <string.h>

int cv4l2_pixel_format_at(int fd, const cv4l2_node *node, uint32_t index, cv4l2_pixel_format *format) {
  struct v4l2_fmtdesc it = {.index = index, .type = cv4l2_type(node)};
  int status = cv4l2_request(fd, VIDIOC_ENUM_FMT, &it);
  if (status < 0) return status;
  format->pixel_format = it.pixelformat;
  format->is_emulated = it.flags & V4L2_FMT_FLAG_EMULATED;
  return 0;
}

int cv4l2_size_at(int fd, uint32_t pixel_format, uint32_t index, cv4l2_size *size) {
  struct v4l2_frmsizeenum it = {.index = index, .pixel_format = pixel_format};
  int status = cv4l2_request(fd, VIDIOC_ENUM_FRAMESIZES, &it);
  if (status < 0) return status;
  if (it.type == V4L2_FRMSIZE_TYPE_DISCRETE) {
    *size = (cv4l2_size){
        CV4L2_DISCRETE, it.discrete.width, it.discrete.width, 1, it.discrete.height, it.discrete.height, 1};
    return 0;
  }
  *size = (cv4l2_size){it.type == V4L2_FRMSIZE_TYPE_CONTINUOUS ? CV4L2_CONTINUOUS : CV4L2_STEPWISE,
                       it.stepwise.min_width,
                       it.stepwise.max_width,
                       it.stepwise.step_width,
                       it.stepwise.min_height,
                       it.stepwise.max_height,
                       it.stepwise.step_height};
  return 0;
}

static cv4l2_fraction fraction(struct v4l2_fract it) { return (cv4l2_fraction){it.numerator, it.denominator}; }

int cv4l2_interval_at(
    int fd, uint32_t pixel_format, uint32_t width, uint32_t height, uint32_t index, cv4l2_interval *interval) {
  struct v4l2_frmivalenum it = {.index = index, .pixel_format = pixel_format, .width = width, .height = height};
  int status = cv4l2_request(fd, VIDIOC_ENUM_FRAMEINTERVALS, &it);
  if (status < 0) return status;
  if (it.type == V4L2_FRMIVAL_TYPE_DISCRETE) {
    cv4l2_fraction only = fraction(it.discrete);
    *interval = (cv4l2_interval){CV4L2_DISCRETE, only, only, {0, 1}};
    return 0;
  }
  *interval = (cv4l2_interval){it.type == V4L2_FRMIVAL_TYPE_CONTINUOUS ? CV4L2_CONTINUOUS : CV4L2_STEPWISE,
                               fraction(it.stepwise.min), fraction(it.stepwise.max), fraction(it.stepwise.step)};
  return 0;
}

static void read_format(const cv4l2_node *node, const struct v4l2_format *it, cv4l2_format *format) {
  uint32_t colorspace, encoding, quantization;
  if (node->is_multiplanar) {
    const struct v4l2_pix_format_mplane *pix = &it->fmt.pix_mp;
    const struct v4l2_plane_pix_format *plane = &pix->plane_fmt[0];
    *format = (cv4l2_format){pix->width,          pix->height,      pix->pixelformat,
                             plane->bytesperline, plane->sizeimage, pix->num_planes};
    colorspace = pix->colorspace;
    encoding = pix->ycbcr_enc;
    quantization = pix->quantization;
  } else {
    const struct v4l2_pix_format *pix = &it->fmt.pix;
    *format = (cv4l2_format){pix->width, pix->height, pix->pixelformat, pix->bytesperline, pix->sizeimage, 1};
    colorspace = pix->colorspace;
    encoding = pix->ycbcr_enc;
    quantization = pix->quantization;
  }
  if (encoding == V4L2_YCBCR_ENC_DEFAULT) encoding = V4L2_MAP_YCBCR_ENC_DEFAULT(colorspace);
  if (quantization == V4L2_QUANTIZATION_DEFAULT)
    quantization = V4L2_MAP_QUANTIZATION_DEFAULT(false, colorspace, encoding);
  format->is_full_range = quantization == V4L2_QUANTIZATION_FULL_RANGE;
  format->is_bt709 = encoding == V4L2_YCBCR_ENC_709 || encoding == V4L2_YCBCR_ENC_XV709;
}

int cv4l2_get_format(int fd, const cv4l2_node *node, cv4l2_format *format) {
  struct v4l2_format it = {.type = cv4l2_type(node)};
  int status = cv4l2_request(fd, VIDIOC_G_FMT, &it);
  if (status == 0) read_format(node, &it, format);
  return status;
}

int cv4l2_set_format(int fd, const cv4l2_node *node, cv4l2_format *format) {
  struct v4l2_format it = {.type = cv4l2_type(node)};
  if (node->is_multiplanar) {
    it.fmt.pix_mp.width = format->width;
    it.fmt.pix_mp.height = format->height;
    it.fmt.pix_mp.pixelformat = format->pixel_format;
    it.fmt.pix_mp.field = V4L2_FIELD_ANY;
  } else {
    it.fmt.pix.width = format->width;
    it.fmt.pix.height = format->height;
    it.fmt.pix.pixelformat = format->pixel_format;
    it.fmt.pix.field = V4L2_FIELD_ANY;
  }
  int status = cv4l2_request(fd, VIDIOC_S_FMT, &it);
  if (status == 0) read_format(node, &it, format);
  return status;
}

int cv4l2_set_interval(int fd, const cv4l2_node *node, cv4l2_fraction *interval) {
  struct v4l2_streamparm it = {.type = cv4l2_type(node)};
  it.parm.capture.timeperframe = (struct v4l2_fract){interval->numerator, interval->denominator};
  int status = cv4l2_request(fd, interval->denominator ? VIDIOC_S_PARM : VIDIOC_G_PARM, &it);
  if (status < 0) return status;
  *interval = fraction(it.parm.capture.timeperframe);
  return 0;
}

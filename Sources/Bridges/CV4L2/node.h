// What the files of this bridge share.
#ifndef OPENCAPTURE_CV4L2_NODE_H
#define OPENCAPTURE_CV4L2_NODE_H

#include "CV4L2.h"

#include <linux/videodev2.h>

// ioctl, retried where a signal came between; 0 or the negative number of the error.
int cv4l2_request(int fd, unsigned long request, void *argument);

// The type of the node's buffers.
uint32_t cv4l2_type(const cv4l2_node *node);

#endif

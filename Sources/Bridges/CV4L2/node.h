// Functions that the source files of this bridge share.
#ifndef OPENCAPTURE_CV4L2_NODE_H
#define OPENCAPTURE_CV4L2_NODE_H

#include "CV4L2.h"

#include <linux/videodev2.h>

// Calls ioctl, repeats it after a signal, and returns 0 or a negative errno value.
int cv4l2_request(int fd, unsigned long request, void *argument);

// Returns the buffer type of the node.
uint32_t cv4l2_type(const cv4l2_node *node);

#endif

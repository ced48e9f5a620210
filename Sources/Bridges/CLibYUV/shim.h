#include <libyuv.h>
// Not among what the above includes.
#include <libyuv/scale_rgb.h>

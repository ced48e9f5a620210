#pragma once

#include <stdbool.h>
#include <stdint.h>

/// Whether what begins with these eight bytes is a PNG file.
bool cpng_is_signature(const uint8_t *bytes);

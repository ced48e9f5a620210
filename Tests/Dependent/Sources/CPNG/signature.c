#include <string.h>

#include "CPNG.h"

bool cpng_is_signature(const uint8_t *bytes) { return memcmp(bytes, "\x89PNG\r\n\x1a\n", 8) == 0; }

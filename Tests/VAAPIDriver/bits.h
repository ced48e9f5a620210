#ifndef OPENCAPTURE_VAAPI_BITS_H
#define OPENCAPTURE_VAAPI_BITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A writer of H.264 bit streams (ISO/IEC 14496-10, 7.2 to 7.4.1.1 and 9.1).
typedef struct bit_writer {
  uint8_t *bytes;
  size_t size, capacity;
  unsigned pending, pending_count;  // bits of the incomplete byte
  int zero_count;  // number of zero bytes at the end
  bool overflowed;
} bit_writer;

// Writes a header, which can end within a byte. `is_escaped` states that it contains emulation prevention bytes
// already.
void write_header(bit_writer *writer, const uint8_t *bytes, size_t bit_count, bool is_escaped);

void write_bits(bit_writer *writer, unsigned value, unsigned count);

// Writes an unsigned number in Exp-Golomb code, ue(v).
void write_number(bit_writer *writer, unsigned number);

// Writes zero bits up to the next byte.
void align(bit_writer *writer);

#endif

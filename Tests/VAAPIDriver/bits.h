#ifndef OPENCAPTURE_VAAPI_BITS_H
#define OPENCAPTURE_VAAPI_BITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Bits that are written one behind the other, as H.264 stores them (ISO/IEC 14496-10, 7.2 to 7.4.1.1 and 9.1).
typedef struct bit_writer {
  uint8_t *bytes;
  size_t size, capacity;
  unsigned pending, pending_count;  // bits of the byte that isn't full
  int zero_count;  // how many bytes of zero came last
  bool overflowed;
} bit_writer;

// A header as it stands, whose last byte may be part of one; `is_escaped` where what would look like the beginning of
// another unit has been parted already.
void write_header(bit_writer *writer, const uint8_t *bytes, size_t bit_count, bool is_escaped);

void write_bits(bit_writer *writer, unsigned value, unsigned count);

// An unsigned number as Exp-Golomb's code has it, ue(v).
void write_number(bit_writer *writer, unsigned number);

// Zeros up to the next byte.
void align(bit_writer *writer);

#endif

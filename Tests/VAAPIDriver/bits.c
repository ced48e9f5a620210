#include "bits.h"

static void append(bit_writer *writer, uint8_t byte) {
  if (writer->size == writer->capacity) {
    writer->overflowed = true;
    return;
  }
  writer->bytes[writer->size++] = byte;
  writer->zero_count = byte == 0 ? writer->zero_count + 1 : 0;
}

static void append_escaped(bit_writer *writer, uint8_t byte) {
  if (writer->zero_count >= 2 && byte <= 3) append(writer, 3);
  append(writer, byte);
}

void write_bits(bit_writer *writer, unsigned value, unsigned count) {
  if (count == 8 && writer->pending_count == 0) {
    append_escaped(writer, (uint8_t)value);
    return;
  }
  while (count > 0) {
    count--;
    writer->pending = writer->pending << 1 | (value >> count & 1);
    if (++writer->pending_count < 8) continue;
    append_escaped(writer, (uint8_t)writer->pending);
    writer->pending = writer->pending_count = 0;
  }
}

void write_header(bit_writer *writer, const uint8_t *bytes, size_t bit_count, bool is_escaped) {
  // The start code is not escaped.
  size_t index = 0;
  while (index < bit_count / 8 && bytes[index] == 0) append(writer, bytes[index++]);
  if (index >= 2 && index < bit_count / 8) append(writer, bytes[index++]);
  for (; index < bit_count / 8; index++) {
    if (is_escaped) append(writer, bytes[index]);
    else append_escaped(writer, bytes[index]);
  }
  unsigned rest = bit_count % 8;
  if (rest > 0) write_bits(writer, bytes[index] >> (8 - rest), rest);
}

void write_number(bit_writer *writer, unsigned number) {
  unsigned length = 0;
  while ((number + 1) >> (length + 1)) length++;
  write_bits(writer, 0, length);
  write_bits(writer, number + 1, length + 1);
}

void align(bit_writer *writer) {
  if (writer->pending_count > 0) write_bits(writer, 0, 8 - writer->pending_count);
}

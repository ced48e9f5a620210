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
  // What makes the beginning of a unit known is never parted.
  size_t begun = 0;
  while (begun < bit_count / 8 && bytes[begun] == 0) append(writer, bytes[begun++]);
  if (begun >= 2 && begun < bit_count / 8) append(writer, bytes[begun++]);
  for (; begun < bit_count / 8; begun++) {
    if (is_escaped) append(writer, bytes[begun]);
    else append_escaped(writer, bytes[begun]);
  }
  unsigned rest = bit_count % 8;
  if (rest > 0) write_bits(writer, bytes[begun] >> (8 - rest), rest);
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

#ifndef CQRENCODE_H
#define CQRENCODE_H

#include <stddef.h>
#include <stdint.h>

// QR codes by libqrencode, which is loaded on first use.

// The outcome of encoding.
typedef enum {
  CQRENCODE_MADE,
  CQRENCODE_TOO_LONG,
  CQRENCODE_NO_LIBRARY,
} cqrencode_outcome;

// The maximum number of modules along a side, that of version 40.
#define CQRENCODE_LARGEST_SIDE 177

// Encodes bytes as a QR code with error correction level M (about 15 %).
//
// `modules` must have room for the largest code. It is filled row by row; 1 is dark.
cqrencode_outcome cqrencode_encode(const uint8_t *bytes, size_t count, uint8_t *modules, int *side);

#endif

#ifndef CQRENCODE_H
#define CQRENCODE_H

#include <stddef.h>
#include <stdint.h>

// QR codes by libqrencode, which is loaded when the first is made.

// What became of a code.
typedef enum {
  CQRENCODE_MADE,
  CQRENCODE_TOO_LONG,
  CQRENCODE_NO_LIBRARY,
} cqrencode_outcome;

// The most modules along a side: those of version 40.
#define CQRENCODE_LARGEST_SIDE 177

// Makes a code of bytes, of which about 15 % can be lost (level M).
//
// `modules` has room for as many as there can be; they are written row by row, 1 is dark.
cqrencode_outcome cqrencode_encode(const uint8_t *bytes, size_t count, uint8_t *modules, int *side);

#endif

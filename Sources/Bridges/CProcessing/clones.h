// How a loop is compiled: once for every processor, and once more for those with wider vectors.
#ifndef OPENCAPTURE_CLONES_H
#define OPENCAPTURE_CLONES_H

#include <stdint.h>

// The resolvers that choose between clones run before the thread sanitizer is ready for them.
#if defined(__x86_64__) && defined(__ELF__) && !__has_feature(thread_sanitizer)
#define CLONES __attribute__((target_clones("arch=x86-64-v4", "avx2", "default")))
#else
#define CLONES
#endif

// A body is part of its entries, so that it is compiled as they are.
#define BODY static inline __attribute__((always_inline))

// The loop reads and writes each pixel by itself, also where source and target are the same.
#define EACH_PIXEL _Pragma("clang loop vectorize(assume_safety)")

// A pixel as a number, wherever it lies: blue in the lowest byte, on little-endian processors.
typedef uint32_t __attribute__((aligned(1), may_alias)) bgra_pixel;

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "Pixels are read as little-endian numbers."
#endif

BODY uint32_t bt601_luma(uint32_t pixel) {
  return ((pixel & 255) * 29 + (pixel >> 8 & 255) * 150 + (pixel >> 16 & 255) * 77 + 128) >> 8;
}

#endif

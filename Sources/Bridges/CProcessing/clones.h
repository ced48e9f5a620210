// The compilation of a loop: once for every processor, and again for wider vectors.
#ifndef OPENCAPTURE_CLONES_H
#define OPENCAPTURE_CLONES_H

#include <stdint.h>

// The resolvers that select clones run before the thread sanitizer is ready.
#if defined(__x86_64__) && defined(__ELF__) && !__has_feature(thread_sanitizer)
#define CLONES __attribute__((target_clones("arch=x86-64-v4", "avx2", "default")))
#else
#define CLONES
#endif

// Inlined into the clones of its callers, so that it is compiled with their attributes.
#define INLINED __attribute__((always_inline))
#define BODY static inline INLINED

// Tells the compiler that pixels are independent, even if source and target are the same.
#define EACH_PIXEL _Pragma("clang loop vectorize(assume_safety)")

// A pixel as a little-endian integer at any alignment, with blue in the lowest byte.
typedef uint32_t __attribute__((aligned(1), may_alias)) bgra_pixel;

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "big-endian processors are not supported"
#endif

BODY uint32_t bt601_luma(uint32_t pixel) {
  return ((pixel & 255) * 29 + (pixel >> 8 & 255) * 150 + (pixel >> 16 & 255) * 77 + 128) >> 8;
}

#endif

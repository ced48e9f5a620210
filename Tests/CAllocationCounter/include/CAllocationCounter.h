// Counts what the calling thread takes from the heap, by standing in for malloc in the test process.
#ifndef OPENCAPTURE_CALLOCATIONCOUNTER_H
#define OPENCAPTURE_CALLOCATIONCOUNTER_H

#include <stdbool.h>

// Whether allocations are counted: not under a sanitizer, which brings a heap of its own.
bool allocation_counter_works(void);

// Allocations of this thread so far.
unsigned long allocation_count(void);

#endif

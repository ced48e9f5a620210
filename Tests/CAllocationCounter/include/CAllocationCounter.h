// Counts what is taken from the heap, by standing in for malloc in the process.
#ifndef OPENCAPTURE_CALLOCATIONCOUNTER_H
#define OPENCAPTURE_CALLOCATIONCOUNTER_H

#include <stdbool.h>

// Whether allocations are counted: not under a sanitizer, which brings a heap of its own; all counts stay 0 then.
bool allocation_counter_works(void);

// Allocations of this thread so far.
unsigned long allocation_count(void);

// The bytes that this thread has asked for so far, whether or not it has given them back.
unsigned long allocation_byte_count(void);

// The bytes of the heap that the process holds now, of all threads, as large as the heap has made them.
long allocation_live_byte_count(void);

// Counts the allocations of all threads between the two.
void allocation_count_everywhere_begin(void);
unsigned long allocation_count_everywhere_end(void);

#endif

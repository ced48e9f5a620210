#ifndef CSYSTEM_H
#define CSYSTEM_H

// What Glibc has for programs in C only.

#include <stdint.h>

/// Names the calling thread for debuggers and `top`; at most 15 bytes are shown.
void csystem_name_thread(const char *name);

/// On how many processors this process may run; at least 1.
int csystem_processor_count(void);

/// Gives blocks of memory of at least so many bytes back to the system as soon as they are freed.
void csystem_give_back_blocks(int size);

/// A descriptor that wakes who polls it once it is signalled; negative, the error's number.
int csystem_make_event(void);
void csystem_signal_event(int fd);
/// A descriptor that can be read when something comes, goes or changes its permissions in the folders that it watches;
/// negative, the error's number.
int csystem_make_watch(void);
/// Watches a folder too; watching one again changes nothing. Negative, the error's number.
int csystem_watch_folder(int fd, const char *path);
/// Reads and forgets what a descriptor of either kind has.
void csystem_drain(int fd);

#endif

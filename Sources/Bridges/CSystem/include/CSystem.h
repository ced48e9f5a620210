#ifndef CSYSTEM_H
#define CSYSTEM_H

// Functions that Glibc declares for C programs only.

#include <stdint.h>

#include "CProcesses.h"

/// Names the calling thread for debuggers and `top`; at most 15 bytes are shown.
void csystem_name_thread(const char *name);

/// Returns the number of processors that this process may run on; at least 1.
int csystem_processor_count(void);

/// Makes freed blocks of at least `size` bytes return to the system at once.
void csystem_return_large_blocks(int size);

/// Returns a descriptor that becomes readable once it is signaled; a negative error number on failure.
int csystem_make_event(void);
/// Signals an event.
void csystem_signal_event(int fd);
/// Returns a descriptor that becomes readable when an entry of a watched folder is created, removed, or changes
/// permissions.
///
/// A negative error number on failure.
int csystem_make_watch(void);
/// Adds a folder to a watch; no effect if it is watched already. Returns a negative error number on failure.
int csystem_watch_folder(int fd, const char *path);
/// Discards the pending data of a descriptor of either kind.
void csystem_drain(int fd);

#endif

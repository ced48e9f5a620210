// Child processes and messages between processes. Functions return a negative error number on failure.
#ifndef CPROCESSES_H
#define CPROCESSES_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/// The descriptor of the socket in a process that `csystem_spawn` started.
enum { CSYSTEM_PARENT_SOCKET = 3 };

/// Starts a program with a socket; in a session of its own, signals of the terminal do not reach it.
///
/// The three standard descriptors lead to nothing, so that it cannot write to a terminal either. No other descriptor is
/// inherited.
int csystem_spawn(const char *path, char *const arguments[], int socket, bool has_own_session, pid_t *pid);

/// Makes the kernel kill this process when its parent ends; the parent must have a single thread.
///
/// -ESRCH if `parent` is no longer the parent.
int csystem_end_with_parent(pid_t parent);

/// Limits the private memory of this process, and switches core dumps off.
int csystem_limit_memory(uint64_t bytes);

/// Returns the processor time of a process in nanoseconds; -1 if it has ended and was waited for.
int64_t csystem_processor_time(pid_t pid);

/// Creates a file in memory.
int csystem_create_memory(const char *name);

/// Makes a file in memory immutable.
int csystem_seal(int memory);

/// Returns whether a file is in memory and immutable.
bool csystem_is_sealed(int memory);

/// Sets the size of a file in memory for good.
int csystem_fix_size(int memory, size_t count);

/// Returns whether a file is in memory and keeps its size, so that reading a mapping of it cannot fail.
bool csystem_has_fixed_size(int memory);

/// Sends a message, and a descriptor unless it is negative, with flags of `sendmsg`.
int csystem_send(int socket, const void *bytes, size_t count, int descriptor, int flags);

/// Receives a message of at most `count` bytes, and a descriptor, which is -1 if the message has none, with flags of
/// `recvmsg`.
///
/// Returns the number of bytes; 0 if the other end is closed; -EMSGSIZE for a longer message, or more descriptors.
ssize_t csystem_receive(int socket, void *bytes, size_t count, int *descriptor, int flags);

#endif

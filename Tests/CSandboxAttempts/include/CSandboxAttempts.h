#ifndef CSANDBOXATTEMPTS_H
#define CSANDBOXATTEMPTS_H

// Actions that an attacker who controls a decoder would try. Functions return 0 on success, otherwise errno.

/// The number of listening sockets that the attempts use on two threads.
#define CSANDBOXATTEMPTS_LISTENERS 8

/// Opens the listening sockets, a file and other objects for some attempts, before the sandbox forbids that.
void csandboxattempts_prepare(const char *path);

/// Returns the name of an attempt that uses no file; NULL behind the last one.
const char *csandboxattempts_name(int number);
/// Executes an attempt.
int csandboxattempts_make_attempt(int number);

int csandboxattempts_read(const char *path);
int csandboxattempts_list(const char *path);
/// Creates a file and removes it.
int csandboxattempts_make(const char *path);
/// Opens a file for writing.
int csandboxattempts_write(const char *path);
/// Creates a symbolic link to `/etc/passwd` and reads it.
int csandboxattempts_link(const char *path);
/// Opens shared memory of another program for reading and writing.
int csandboxattempts_share(const char *path);
/// Opens a file for reading and sets its mode.
int csandboxattempts_change_mode(const char *path);
int csandboxattempts_change_mode_by_name(const char *path);
int csandboxattempts_change_times_by_name(const char *path);

#endif

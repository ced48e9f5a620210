#ifndef CSANDBOXATTEMPTS_H
#define CSANDBOXATTEMPTS_H

// What somebody who took a decoder over would try. Functions return 0 where it worked, else errno.

/// How many of the attempts need a socket that is listened to, each on two threads.
#define CSANDBOXATTEMPTS_LISTENERS 8

/// Opens the sockets that some attempts need, while that is still allowed.
void csandboxattempts_listen(void);

/// What an attempt that names no file is called; NULL behind the last.
const char *csandboxattempts_name(int number);
/// Makes it.
int csandboxattempts_make_attempt(int number);

int csandboxattempts_read(const char *path);
int csandboxattempts_list(const char *path);
/// Makes a file, and removes it.
int csandboxattempts_make(const char *path);
/// Opens a file for writing.
int csandboxattempts_write(const char *path);
/// Lets a link in a folder lead to `/etc/passwd`, and reads that.
int csandboxattempts_link(const char *path);

#endif

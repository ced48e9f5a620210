#ifndef CSANDBOX_H
#define CSANDBOX_H

#include <stdbool.h>
#include <stdint.h>

// What a process gives up before it looks at strangers' bytes. Landlock has no wrappers in Glibc; seccomp's filters are
// libseccomp's. Functions return 0 or more, or a negative errno.

/// What may still be done with a file, or with what lies in a folder.
enum csandbox_access {
  /// Read, and list.
  CSANDBOX_READ,
  /// Read what one knows the name of.
  CSANDBOX_READ_FILES,
  /// Make, write, replace and remove files and folders; read, and list.
  CSANDBOX_WRITE,
  /// Read, write and control devices.
  CSANDBOX_DEVICE,
};

/// Which version of Landlock the kernel has, from 1; -ENOSYS or -EOPNOTSUPP where it has none, or it is switched off.
int csandbox_landlock_version(void);

/// What will be allowed.
struct csandbox_ruleset {
  int descriptor;
  /// The rights to files that the kernel knows, and takes.
  uint64_t rights;
  /// Whether it knows and takes rights to TCP.
  bool takes_tcp;
};

/// Begins a ruleset, which allows nothing yet: no file, no TCP, no signal to processes outside, as far as the kernel
/// knows them.
int csandbox_begin(struct csandbox_ruleset *ruleset);

/// Allows access to a file, or to a folder and all that lies below it; links are followed.
int csandbox_allow(struct csandbox_ruleset ruleset, const char *path, enum csandbox_access access);

/// Allows connections by TCP to a port, wherever; 0 also where the kernel doesn't know such rights.
int csandbox_allow_port(struct csandbox_ruleset ruleset, uint16_t port);

/// Takes what the ruleset doesn't allow from the calling thread, and from all that it will start; closes the ruleset.
///
/// New privileges, as of set-user-ID programs, are no longer given either.
int csandbox_enter(struct csandbox_ruleset ruleset);

/// Whether this is a build under a sanitizer, which has a thread of its own, and calls more than the filter allows.
bool csandbox_is_sanitized(void);

/// Whether the kernel can filter system calls.
bool csandbox_knows_filters(void);

/// Lets all threads of the process call only what work on files and pictures needs: no sockets, no other programs, no
/// processes, no debugging; with cameras, what Video4Linux and inotify need; with sound, what ALSA's devices and inotify
/// need, and sockets of the machine's own (`AF_UNIX`), by which sound servers are reached; with a window, what its display
/// is talked to with by the socket that there is, and shares pictures by; to serve, what takes connections to a socket that
/// is listened to already; with the network, sockets of the Internet's, and what resolves names; with datagrams, a place where
/// they are received.
///
/// Anything else fails as on a kernel that doesn't know it (ENOSYS), so that libraries do without it.
int csandbox_filter_calls(
    bool allows_cameras, bool allows_sound, bool allows_window, bool allows_serving, bool allows_network,
    bool allows_datagrams);

/// Calls `body` with the path of each library that is loaded, and `context`.
void csandbox_each_library(void (*body)(const char *path, void *context), void *context);

#endif

#ifndef CSANDBOX_H
#define CSANDBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Restrictions of a process that reads untrusted data. Landlock has no wrappers in Glibc. Seccomp filters are created
// with libseccomp. Functions return 0 or more on success, and a negative errno on failure.

/// The access to a file, or to all files in a folder.
enum csandbox_access {
  /// Read files and list folders.
  CSANDBOX_READ,
  /// Read files, without listing folders.
  CSANDBOX_READ_FILES,
  /// Create, read, write, replace and remove files and folders, and list folders.
  CSANDBOX_WRITE,
  /// Read, write and control devices.
  CSANDBOX_DEVICE,
};

/// Returns the Landlock version of the kernel, from 1; -ENOSYS or -EOPNOTSUPP if it is missing or disabled.
int csandbox_landlock_version(void);

/// A set of rules that allow access.
struct csandbox_ruleset {
  int descriptor;
  /// The rights to files that the kernel supports.
  uint64_t rights;
  /// Whether the kernel supports rights to TCP.
  bool supports_tcp;
};

/// Creates a ruleset that allows nothing: no file, no TCP, no signals to other processes.
///
/// Restrictions that the kernel doesn't support are left out.
int csandbox_create_ruleset(struct csandbox_ruleset *ruleset);

/// Allows access to a file, or to a folder and everything below it.
///
/// Symbolic links are followed.
int csandbox_allow(struct csandbox_ruleset ruleset, const char *path, enum csandbox_access access);

/// Allows TCP connections to a port of any host.
///
/// Returns 0 if the kernel doesn't support such rights.
int csandbox_allow_port(struct csandbox_ruleset ruleset, uint16_t port);

/// Restricts the calling thread and all threads and processes it starts to the ruleset, and closes the ruleset.
///
/// The process can no longer gain privileges, such as those of set-user-ID programs.
int csandbox_restrict_self(struct csandbox_ruleset ruleset);

/// Returns whether this is a build with a sanitizer, which needs a thread and system calls that the filter forbids.
bool csandbox_is_sanitized(void);

/// Returns whether the kernel supports filters for system calls.
bool csandbox_supports_filters(void);

/// Restricts all threads of the process to the system calls for work on files and pictures.
///
/// Sockets, other programs, new processes and debugging are forbidden. The options allow more calls:
///
/// - `allows_cameras`: Video4Linux and inotify.
/// - `allows_sound`: ALSA devices, inotify, and local sockets (`AF_UNIX`) to connect to sound servers.
/// - `allows_pipewire`: inotify, and local sockets to connect to PipeWire's daemon and share memory with it.
/// - `allows_window`: the open socket of the display, and sharing pictures with it.
/// - `allows_serving`: accepting connections on a listening socket.
/// - `allows_network`: Internet sockets and name resolution.
/// - `allows_datagrams`: binding a socket to receive datagrams.
/// - `allows_workers`: messages on open sockets, files in memory, and further restrictions.
///
/// Other calls fail with ENOSYS, as on a kernel without them, so that libraries fall back.
int csandbox_filter_calls(
    bool allows_cameras, bool allows_sound, bool allows_pipewire, bool allows_window, bool allows_serving,
    bool allows_network, bool allows_datagrams, bool allows_workers);

/// The use of a network connection that is already open.
typedef enum csandbox_connection {
  CSANDBOX_NO_CONNECTION,
  CSANDBOX_STREAM,  // sending and receiving on a connected socket
  CSANDBOX_DATAGRAMS,  // also sending to any address, which a socket for datagrams allows
} csandbox_connection;

/// Restricts this process to memory, threads, open files and messages on open sockets, for good.
///
/// Only files below the folders `fonts` can be opened, to be read; without folders, none. Returns a negative errno if
/// the kernel lacks a restriction; the others are active then.
int csandbox_lock_down(const char *const *fonts, size_t count, csandbox_connection connection);

/// Calls `body` with the path of each loaded library, and `context`.
void csandbox_for_each_library(void (*body)(const char *path, void *context), void *context);

#endif

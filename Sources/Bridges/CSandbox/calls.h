#ifndef CSANDBOX_CALLS_H
#define CSANDBOX_CALLS_H

#include <stddef.h>

// A group of system calls that are allowed with any arguments.
struct calls {
  const int *numbers;
  size_t count;
};

// The calls of all commands.
extern const struct calls csandbox_common_calls;

// The calls for watching devices.
extern const struct calls csandbox_device_calls;

// The calls on local sockets (`AF_UNIX`), except for sending.
extern const struct calls csandbox_socket_calls;

// The calls on the open socket of a display and for sharing pictures with it, except for sending.
extern const struct calls csandbox_window_calls;

// The calls on a listening socket and on its connections, which are read and written like files. New sockets cannot be
// created.
extern const struct calls csandbox_serving_calls;

// The calls on Internet sockets, except for sending.
extern const struct calls csandbox_network_calls;

#endif

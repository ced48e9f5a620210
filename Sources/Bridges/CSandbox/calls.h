#ifndef CSANDBOX_CALLS_H
#define CSANDBOX_CALLS_H

#include <stddef.h>

// System calls by what they are for, all of which are allowed whatever their arguments are.
struct calls {
  const int *numbers;
  size_t count;
};

// What all commands call.
extern const struct calls csandbox_usual_calls;

// What watchers of devices call.
extern const struct calls csandbox_device_calls;

// What is called on a socket of the machine's own, once there is one, beside sending.
extern const struct calls csandbox_socket_calls;

// What a window's display is talked to with, by the socket that there is, and shares pictures by, beside sending.
extern const struct calls csandbox_window_calls;

// What is called on a socket that is listened to already, and on the connections that come to it, which are read and
// written as files are; none can be opened.
extern const struct calls csandbox_serving_calls;

// What is called on sockets of the Internet's, beside sending.
extern const struct calls csandbox_network_calls;

#endif

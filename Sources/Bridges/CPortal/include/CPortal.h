// A bridge to the camera portal (org.freedesktop.portal.Camera), through libsystemd, which is loaded on first use.
//
// Functions return 0 or more on success and a negative errno value on failure. Only one thread at a time may use a
// portal.
#ifndef OPENCAPTURE_CPORTAL_H
#define OPENCAPTURE_CPORTAL_H

#include <stdbool.h>
#include <stdint.h>

// Loads libsystemd and returns whether it can be used. On failure, `complaint` receives the reason, or NULL if the
// library is missing.
bool cportal_load(const char **complaint);

typedef struct cportal cportal;

// Connects to the message bus with an address; NULL is that of the user's session. Calls take at most `timeout`
// milliseconds.
int cportal_open(const char *address, int timeout, cportal **portal);

// Closes the connection; NULL does nothing.
void cportal_close(cportal *portal);

// Returns the version of the portal for cameras; −ENOENT if the desktop has none.
int cportal_version(cportal *portal);

// Returns 1 if the portal knows a camera, otherwise 0.
int cportal_has_camera(cportal *portal);

// Asks the user for access to the cameras, and waits for the answer for up to `timeout` milliseconds; −1 waits without
// limit. Returns the response: 0 for yes, 1 for no, 2 for an end without an answer.
int cportal_request_access(cportal *portal, int timeout);

// Returns a descriptor of a connection to PipeWire's daemon that shows cameras only; −EACCES without access.
int cportal_open_remote(cportal *portal);

#endif

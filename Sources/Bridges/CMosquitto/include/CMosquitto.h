// An MQTT 5 client by libmosquitto. The library is loaded on first use and declared by hand, so that neither
// building nor starting a program needs it.
//
// Functions that return an int return 0 on success, or else an error code for `cmosquitto_error_description`.
#ifndef OPENCAPTURE_CMOSQUITTO_H
#define OPENCAPTURE_CMOSQUITTO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Loads the library and returns whether it is available. On failure, `complaint` is the reason, or NULL if the
// library is not installed.
bool cmosquitto_load(const char **complaint);

typedef struct cmosquitto_client cmosquitto_client;

// A received message, valid only during the call.
typedef struct {
  const char *topic;
  const void *payload;
  size_t count;
  bool is_retained;
  const char *response_topic;  // NULL for none
  const void *correlation;
  uint16_t correlation_count;
} cmosquitto_message;

// Callbacks, called on the thread that runs `cmosquitto_loop`.
typedef struct {
  void *context;
  // The broker answered the connection request: 0 for success, or else a reason code of MQTT 5.
  void (*connected)(void *context, int reason);
  // The broker confirmed the message of this number (QoS 1), or the message was sent (QoS 0).
  void (*published)(void *context, int number, int reason);
  void (*received)(void *context, const cmosquitto_message *message);
} cmosquitto_events;

typedef struct {
  const char *id;
  const char *user, *password;  // NULL for none
  const char *will_topic;  // retained, QoS 1
  const void *will;
  size_t will_count;
  int maximum_in_flight;  // maximum number of unconfirmed messages with QoS 1
} cmosquitto_options;

int cmosquitto_open(const cmosquitto_options *options, cmosquitto_events events, cmosquitto_client **client);
void cmosquitto_close(cmosquitto_client *client);

// Connects and waits for the TCP connection. The broker keeps the session for `session_expiry` seconds, and must not
// send packets longer than `longest_packet`, in bytes.
int cmosquitto_connect(
    cmosquitto_client *client, const char *host, uint16_t port, int keep_alive, uint32_t session_expiry,
    uint32_t longest_packet);
int cmosquitto_reconnect(cmosquitto_client *client);
// Returns the descriptor of the connection, which nothing was read from or written to before the first loop.
int cmosquitto_socket(cmosquitto_client *client);
// Receives and sends for at most `timeout` milliseconds; returns an error without a connection.
int cmosquitto_loop(cmosquitto_client *client, int timeout);
// Disconnects cleanly; the broker does not publish the will.
int cmosquitto_disconnect(cmosquitto_client *client);

typedef struct {
  const char *topic;
  const void *payload;
  size_t count;
  int qos;
  bool is_retained;
  const char *content_type;  // NULL for none
  const void *correlation;
  uint16_t correlation_count;
} cmosquitto_publication;

// Queues a message for the loop without blocking, and stores its number.
int cmosquitto_publish(cmosquitto_client *client, const cmosquitto_publication *publication, int *number);
// Subscribes to a topic with QoS 0, without retained messages.
int cmosquitto_subscribe(cmosquitto_client *client, const char *topic);

// TLS on a nonblocking socket, by OpenSSL, which is loaded on first use. Not for several threads at once.
typedef struct cmosquitto_tls cmosquitto_tls;

enum {
  CMOSQUITTO_TLS_CLOSED = 0,
  CMOSQUITTO_TLS_WANTS_READING = -1,
  CMOSQUITTO_TLS_WANTS_WRITING = -2,
  CMOSQUITTO_TLS_FAILED = -3,
};

// Loads the library and returns whether it is available; see `cmosquitto_load`.
bool cmosquitto_tls_load(const char **complaint);

// Prepares a connection that verifies the certificate and the host's name or address. `certificates` is the path of a
// PEM file; NULL for the system's. Returns NULL without memory or library; other failures are those of connecting.
cmosquitto_tls *cmosquitto_tls_open(int descriptor, const char *host, const char *certificates);
// Notifies the other side and frees the connection, but does not close its descriptor.
void cmosquitto_tls_close(cmosquitto_tls *tls);

// These functions return a positive number of bytes (or 1), or one of the values above. After WANTS_READING and
// WANTS_WRITING, they are repeated when the socket is ready.
int cmosquitto_tls_connect(cmosquitto_tls *tls);
int cmosquitto_tls_read(cmosquitto_tls *tls, void *bytes, size_t count);
int cmosquitto_tls_write(cmosquitto_tls *tls, const void *bytes, size_t count);

// Returns whether decrypted bytes can be read without the socket.
bool cmosquitto_tls_has_pending(const cmosquitto_tls *tls);
// Returns the description of the failure.
const char *cmosquitto_tls_complaint(const cmosquitto_tls *tls);

// Returns the description of an error, from the library or from the system.
const char *cmosquitto_error_description(int error);
// Returns the description of an MQTT 5 reason code.
const char *cmosquitto_reason_description(int reason);

#endif

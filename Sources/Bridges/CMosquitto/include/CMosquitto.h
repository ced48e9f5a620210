// A client of MQTT 5 by libmosquitto, which is loaded when the first is opened and declared here by hand, so that neither
// building nor running needs it before.
//
// Functions return 0 where all is well, else a number that `cmosquitto_words` has words for.
#ifndef OPENCAPTURE_CMOSQUITTO_H
#define OPENCAPTURE_CMOSQUITTO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Whether the library is there; else, why not: NULL where it isn't installed.
bool cmosquitto_load(const char **complaint);

typedef struct cmosquitto_client cmosquitto_client;

// A message that came; all of it is the caller's own only during the call.
typedef struct {
  const char *topic;
  const void *payload;
  size_t count;
  bool is_retained;
  const char *response_topic;  // NULL for none
  const void *correlation;
  uint16_t correlation_count;
} cmosquitto_message;

// What is told, on the thread that runs `cmosquitto_loop`.
typedef struct {
  void *context;
  // The broker took the connection, or says why not: a reason code of MQTT 5, 0 where it did.
  void (*connected)(void *context, int reason);
  // A message of this number was taken by the broker (QoS 1), or was sent (QoS 0).
  void (*published)(void *context, int number, int reason);
  void (*received)(void *context, const cmosquitto_message *message);
} cmosquitto_events;

typedef struct {
  const char *id;
  const char *user, *password;  // NULL for none
  bool is_encrypted;
  const char *certificates;  // who is trusted, in PEM; NULL for whom the system trusts
  const char *will_topic;  // retained, QoS 1
  const void *will;
  size_t will_count;
  int most_in_flight;  // messages of QoS 1
} cmosquitto_options;

int cmosquitto_open(const cmosquitto_options *options, cmosquitto_events events, cmosquitto_client **client);
void cmosquitto_close(cmosquitto_client *client);

// Connects, and waits for TCP's part of it. The broker keeps the session for so many seconds.
int cmosquitto_connect(
    cmosquitto_client *client, const char *host, uint16_t port, int keep_alive, uint32_t session_expiry);
int cmosquitto_reconnect(cmosquitto_client *client);
// Receives and sends for at most so many milliseconds; an error where there is no connection any more.
int cmosquitto_loop(cmosquitto_client *client, int timeout);
// Ends the session's connection in peace: there will be no last will.
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

// Takes a message over, to be sent by the loop; it waits for nothing. Gives its number.
int cmosquitto_publish(cmosquitto_client *client, const cmosquitto_publication *publication, int *number);
// Asks for what comes under a topic from now on, QoS 0.
int cmosquitto_subscribe(cmosquitto_client *client, const char *topic);

// The library's words for an error, the system's where it has the system's number.
const char *cmosquitto_words(int error);
// The words for a reason code of MQTT 5.
const char *cmosquitto_reason(int reason);

#endif

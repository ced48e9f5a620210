// The used part of libsystemd.so.0, as declared by its header since version 240, so that building needs no package.
#ifndef OPENCAPTURE_CPORTAL_LIBRARY_H
#define OPENCAPTURE_CPORTAL_LIBRARY_H

#include <stdint.h>

typedef struct sd_bus sd_bus;
typedef struct sd_bus_message sd_bus_message;
typedef struct sd_bus_slot sd_bus_slot;

typedef struct {
  const char *name;
  const char *message;
  int _need_free;
} sd_bus_error;

typedef int (*sd_bus_message_handler_t)(sd_bus_message *message, void *data, sd_bus_error *error);

#define FUNCTIONS(DO) \
  DO(int, sd_bus_open_user, (sd_bus * *bus)) \
  DO(int, sd_bus_new, (sd_bus * *bus)) \
  DO(int, sd_bus_set_address, (sd_bus * bus, const char *address)) \
  DO(int, sd_bus_set_bus_client, (sd_bus * bus, int is_client)) \
  DO(int, sd_bus_start, (sd_bus * bus)) \
  DO(sd_bus *, sd_bus_flush_close_unref, (sd_bus * bus)) \
  DO(int, sd_bus_set_method_call_timeout, (sd_bus * bus, uint64_t microseconds)) \
  DO(int, sd_bus_call_method, \
     (sd_bus * bus, const char *destination, const char *path, const char *interface, const char *member, \
      sd_bus_error *error, sd_bus_message **reply, const char *types, ...)) \
  DO(int, sd_bus_get_property_trivial, \
     (sd_bus * bus, const char *destination, const char *path, const char *interface, const char *member, \
      sd_bus_error *error, char type, void *value)) \
  DO(int, sd_bus_match_signal, \
     (sd_bus * bus, sd_bus_slot * *slot, const char *sender, const char *path, const char *interface, \
      const char *member, sd_bus_message_handler_t handler, void *data)) \
  DO(sd_bus_slot *, sd_bus_slot_unref, (sd_bus_slot * slot)) \
  DO(int, sd_bus_process, (sd_bus * bus, sd_bus_message * *message)) \
  DO(int, sd_bus_wait, (sd_bus * bus, uint64_t microseconds)) \
  DO(int, sd_bus_message_read, (sd_bus_message * message, const char *types, ...)) \
  DO(const char *, sd_bus_message_get_path, (sd_bus_message * message)) \
  DO(sd_bus_message *, sd_bus_message_unref, (sd_bus_message * message)) \
  DO(int, sd_bus_error_has_name, (const sd_bus_error *error, const char *name)) \
  DO(void, sd_bus_error_free, (sd_bus_error * error))

#endif

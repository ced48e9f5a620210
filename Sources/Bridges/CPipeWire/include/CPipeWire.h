// A bridge to PipeWire's library, which is loaded on first use. Only its headers are needed for building.
//
// Functions return 0 on success and a negative errno value on failure. Each connection has its own event loop. Only one
// thread at a time may use a connection and its streams, except for cpipewire_wake. All callbacks run within
// cpipewire_run, cpipewire_sync, cpipewire_enumerate_formats and the functions that close a stream or a connection.
#ifndef OPENCAPTURE_CPIPEWIRE_H
#define OPENCAPTURE_CPIPEWIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Loads libpipewire and returns whether it can be used. On failure, `complaint` receives the reason, or NULL if the
// library is missing.
bool cpipewire_load(const char **complaint);

// Returns the version of the loaded library, such as "1.4.2".
const char *cpipewire_library_version(void);

// MARK: Connections

typedef struct cpipewire_connection cpipewire_connection;

typedef struct {
  const char *key;
  const char *value;
} cpipewire_property;

// The receiver of the daemon's video sources.
typedef struct {
  void *context;
  // A video source connected, or its properties changed.
  void (*source_changed)(void *context, uint32_t id, const cpipewire_property *properties, size_t count);
  // An object disconnected, perhaps a video source.
  void (*object_removed)(void *context, uint32_t id);
} cpipewire_events;

// Connects to the daemon through a descriptor, which it closes; −1 is the daemon that the environment names. With
// `events`, reports its video sources.
int cpipewire_connect(int descriptor, const cpipewire_events *events, cpipewire_connection **connection);

// Closes a connection, whose streams must have been closed before; NULL does nothing.
void cpipewire_disconnect(cpipewire_connection *connection);

// Handles events, after waiting for the first for up to `timeout` milliseconds; −1 waits without limit. Returns −EPIPE
// after the connection was lost.
int cpipewire_run(cpipewire_connection *connection, int timeout);

// Makes the current or next cpipewire_run return early. Can be called from any thread.
void cpipewire_wake(cpipewire_connection *connection);

// Waits until the daemon has answered all requests; returns −ETIMEDOUT after `timeout` milliseconds.
int cpipewire_sync(cpipewire_connection *connection, int timeout);

// Returns the version of the daemon, or an empty string before the first answer.
const char *cpipewire_daemon_version(const cpipewire_connection *connection);

// Returns whether a session manager runs, which links streams with cameras. Valid after cpipewire_sync with `events`.
bool cpipewire_has_session_manager(const cpipewire_connection *connection);

// MARK: Formats

typedef enum { CPIPEWIRE_RAW, CPIPEWIRE_JPEG, CPIPEWIRE_H264, CPIPEWIRE_OTHER } cpipewire_coding;

typedef enum { CPIPEWIRE_UNKNOWN_RANGE, CPIPEWIRE_FULL_RANGE, CPIPEWIRE_VIDEO_RANGE } cpipewire_range;

typedef enum { CPIPEWIRE_UNKNOWN_MATRIX, CPIPEWIRE_BT601, CPIPEWIRE_BT709 } cpipewire_matrix;

// A size, or a fraction of frames per second.
typedef struct {
  uint32_t x;
  uint32_t y;
} cpipewire_pair;

typedef enum {
  // The property is missing, so that any value is possible.
  CPIPEWIRE_ABSENT,
  // Single values.
  CPIPEWIRE_LIST,
  // The minimum and the maximum.
  CPIPEWIRE_RANGE,
  // The minimum, the maximum and the step.
  CPIPEWIRE_STEPS,
} cpipewire_choice_kind;

enum { CPIPEWIRE_VALUES = 128 };

typedef struct {
  cpipewire_choice_kind kind;
  cpipewire_pair preferred;
  uint32_t count;
  cpipewire_pair values[CPIPEWIRE_VALUES];
} cpipewire_choice;

// A group of formats that a source offers.
typedef struct {
  cpipewire_coding coding;
  // The V4L2 codes of the raw formats; 0 for a format without one.
  uint32_t codes[CPIPEWIRE_VALUES];
  uint32_t code_count;
  cpipewire_range range;
  cpipewire_matrix matrix;
  cpipewire_choice sizes;
  cpipewire_choice rates;
} cpipewire_offer;

// A single format.
typedef struct {
  cpipewire_coding coding;
  // The V4L2 code of a raw format.
  uint32_t code;
  uint32_t width;
  uint32_t height;
  // The rate as a fraction of frames per second; 0/0 leaves it to the source, and a source with a variable rate has 0/1.
  cpipewire_pair rate;
  cpipewire_range range;
  cpipewire_matrix matrix;
} cpipewire_format;

// Returns whether a V4L2 code has a raw format of PipeWire.
bool cpipewire_knows_code(uint32_t code);

// Reads an object of the daemon (`SPA_PARAM_EnumFormat`). Returns −EINVAL if it describes no video format.
int cpipewire_parse_offer(const void *pod, size_t size, cpipewire_offer *offer);

// Builds an object that describes one or several formats for `cpipewire_parse_offer`, and returns its size, or a
// negative errno value if the space is too small.
long cpipewire_build_offer(const cpipewire_offer *offer, void *pod, size_t size);

// Reports the formats that a video source offers, within `timeout` milliseconds.
int cpipewire_enumerate_formats(
    cpipewire_connection *connection, uint32_t id, int timeout,
    void (*body)(void *context, const cpipewire_offer *offer), void *context);

// MARK: Controls of a camera

typedef enum { CPIPEWIRE_BOOLEAN, CPIPEWIRE_INTEGER, CPIPEWIRE_REAL } cpipewire_control_type;

// A control of a video source.
typedef struct {
  // The number of the property (`enum spa_prop`).
  uint32_t id;
  cpipewire_control_type type;
  // The label for users, or NULL.
  const char *description;
  double preferred;
  double minimum;
  double maximum;
  // The distance between adjacent values; 0 if unknown.
  double step;
  // The alternatives; none for a range. A label can be NULL.
  uint32_t value_count;
  double values[CPIPEWIRE_VALUES];
  const char *labels[CPIPEWIRE_VALUES];
} cpipewire_control;

// The receiver of a source's controls. The texts are valid during the call.
typedef struct {
  void *context;
  void (*found)(void *context, const cpipewire_control *control);
  // A property has a value, also one that is no control.
  void (*has_value)(void *context, uint32_t id, double value);
} cpipewire_control_events;

// Reads an object of the daemon (`SPA_PARAM_PropInfo`), to which the texts of the control belong. Returns −EINVAL if it
// describes no control.
int cpipewire_parse_control(const void *pod, size_t size, cpipewire_control *control);

// Reports the controls of a video source and their values, within `timeout` milliseconds.
int cpipewire_enumerate_controls(
    cpipewire_connection *connection, uint32_t id, int timeout, const cpipewire_control_events *events);

// Sets a control of a video source, within `timeout` milliseconds.
int cpipewire_set_control(
    cpipewire_connection *connection, uint32_t id, int timeout, uint32_t control, cpipewire_control_type type,
    double value);

// MARK: Streams from a camera

typedef struct cpipewire_stream cpipewire_stream;

enum { CPIPEWIRE_BUFFERS = 64 };

// A filled buffer.
typedef struct {
  uint32_t index;
  // The part of the memory that holds the frame.
  size_t offset;
  size_t size;
  // The bytes per row of the first plane; 0 if unknown.
  int32_t stride;
  // The frame number of the source, and whether it has one.
  uint64_t sequence;
  bool has_sequence;
  // The time in nanoseconds; 0 or less if unknown.
  int64_t time;
  bool is_damaged;
} cpipewire_frame;

typedef struct {
  void *context;
  // The source and the stream agreed on a format.
  void (*format_changed)(void *context, const cpipewire_format *format);
  // The memory of a buffer was mapped. The receiver must unmap it, unless it is borrowed: then it is valid until the
  // buffer is removed.
  void (*buffer_added)(void *context, uint32_t index, void *address, size_t length, bool is_borrowed);
  void (*buffer_removed)(void *context, uint32_t index);
  // A buffer was filled. The receiver returns it with cpipewire_stream_return.
  void (*received)(void *context, const cpipewire_frame *frame);
  // The stream failed, or its source disconnected.
  void (*failed)(void *context, const char *reason);
} cpipewire_stream_events;

// Opens a stream from the source with the serial number `target`. One of its formats is requested exactly, in buffers
// whose number is near `buffer_count`.
int cpipewire_stream_open(
    cpipewire_connection *connection, const char *target, const cpipewire_format *format, uint32_t buffer_count,
    const cpipewire_stream_events *events, cpipewire_stream **stream);

// Closes a stream after its buffers were removed; NULL does nothing.
void cpipewire_stream_close(cpipewire_stream *stream);

// Returns a buffer to the source; NULL does nothing.
void cpipewire_stream_return(cpipewire_stream *stream, uint32_t index);

// MARK: A camera for other programs

typedef struct cpipewire_output cpipewire_output;

// The layout of the buffers for a format.
typedef struct {
  uint32_t size;
  uint32_t stride;
} cpipewire_layout;

// A frame to send.
typedef struct {
  uint32_t size;
  uint32_t stride;
  uint64_t sequence;
  // The time in nanoseconds of the monotonic clock.
  int64_t time;
} cpipewire_sent_frame;

typedef struct {
  void *context;
  // Programs and the camera agreed on a format. Returns the layout of its buffers, or a size of 0 if it is impossible.
  cpipewire_layout (*format_changed)(void *context, const cpipewire_format *format);
  // Programs began or ceased to read frames.
  void (*reading_changed)(void *context, bool is_read);
  // Writes the newest frame to a buffer, and returns false if there is none.
  bool (*fill)(void *context, void *address, size_t length, cpipewire_sent_frame *frame);
  // The camera failed.
  void (*failed)(void *context, const char *reason);
} cpipewire_output_events;

// Creates a camera with a name for programs and one for users. The first size and rate of the offer are the preferred
// ones.
int cpipewire_output_open(
    cpipewire_connection *connection, const char *name, const char *description, const cpipewire_offer *offer,
    const cpipewire_output_events *events, cpipewire_output **output);

// Removes the camera; NULL does nothing.
void cpipewire_output_close(cpipewire_output *output);

// Offers other formats from now on.
int cpipewire_output_offer(cpipewire_output *output, const cpipewire_offer *offer);

// Sends a frame, for which `fill` is called, if programs read frames.
void cpipewire_output_send(cpipewire_output *output);

#endif

// Windows by SDL 2, loaded on first use, so that programs without windows do not pay for it. All functions except
// `csdl_wake` must be called on one thread.
#ifndef OPENCAPTURE_CSDL_H
#define OPENCAPTURE_CSDL_H

#include <stdbool.h>
#include <stdint.h>

// Loads the library. On failure, `complaint` is the reason, or NULL if the library is not installed.
bool csdl_load(const char **complaint);

// Connects to a display with a driver of SDL, such as "x11". Returns false on failure, see `csdl_error`.
bool csdl_connect(const char *driver);

// Disconnects from the display.
void csdl_disconnect(void);

// Returns the last error message of the library.
const char *csdl_error(void);

typedef struct csdl_window csdl_window;

// Opens a resizable window; returns NULL on failure.
csdl_window *csdl_open(const char *title, int width, int height);

void csdl_close(csdl_window *window);

// Stores the screen area available to a window, in pixels; returns false if unknown.
bool csdl_usable_size(int *width, int *height);

void csdl_set_title(csdl_window *window, const char *title);

void csdl_resize(csdl_window *window, int width, int height);

// Enters or leaves full screen.
bool csdl_set_full_screen(csdl_window *window, bool is_full);

// The content of a window: BGRA, rows from top to bottom.
typedef struct {
  void *bytes;
  int width, height, bytes_per_row;
} csdl_picture;

// Provides the memory for the next content, with undefined pixels; returns false on failure.
bool csdl_paint(csdl_window *window, csdl_picture *picture);

// Displays the painted content.
bool csdl_show(csdl_window *window);

typedef enum {
  // An event without meaning for the application.
  CSDL_NOTHING,
  // No event.
  CSDL_TIMEOUT,
  // A call of `csdl_wake`.
  CSDL_WAKE,
  // The user asked to close the window.
  CSDL_CLOSE,
  // The window must be repainted: it was uncovered or resized.
  CSDL_EXPOSED,
  CSDL_KEY,
  CSDL_BUTTON,
  CSDL_WHEEL,
  CSDL_FINGER_DOWN,
  CSDL_FINGER_MOVED,
  CSDL_FINGER_UP,
} csdl_event_kind;

enum { CSDL_SHIFT = 1, CSDL_CONTROL = 2, CSDL_ALT = 4, CSDL_SUPER = 8 };

typedef struct {
  csdl_event_kind kind;
  // For keys: the character without modifiers, or SDL's key code above 2^30.
  int32_t key;
  uint32_t modifiers;
  // For keys: whether the event is an automatic repeat.
  bool is_repeated;
  // The mouse button; 1 is the left one.
  int button;
  // The identifier of the finger.
  int64_t finger;
  // The position, in pixels of the window.
  double x, y;
  // The turn of the wheel in steps, positive away from the user.
  double steps;
} csdl_event;

// Waits for the next event, at most for the given number of milliseconds.
csdl_event csdl_wait(csdl_window *window, int milliseconds);

// Ends a wait, from any thread.
void csdl_wake(void);

#endif

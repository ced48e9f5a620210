// Windows by SDL 2, loaded when the first is opened: a program that only might show something doesn't pay for it. What is
// said of a window is for one thread; but for `csdl_wake`.
#ifndef OPENCAPTURE_CSDL_H
#define OPENCAPTURE_CSDL_H

#include <stdbool.h>
#include <stdint.h>

// Loads the library. Where it can't be, `complaint` says why; NULL where there is none.
bool csdl_load(const char **complaint);

// Begins to talk to a display by one of SDL's drivers, such as "x11"; false where it isn't there, see `csdl_error`.
bool csdl_begin(const char *driver);

// Ends it.
void csdl_end(void);

// What the library said last.
const char *csdl_error(void);

typedef struct csdl_window csdl_window;

// Opens a window that can be resized; NULL where that fails.
csdl_window *csdl_open(const char *title, int width, int height);

void csdl_close(csdl_window *window);

// The room on the screen for a window, in pixels; false where that isn't known.
bool csdl_room(int *width, int *height);

void csdl_set_title(csdl_window *window, const char *title);

void csdl_resize(csdl_window *window, int width, int height);

// Fills the screen with it, or not any more.
bool csdl_set_full_screen(csdl_window *window, bool is_full);

// What a window shows: BGRA, from top to bottom.
typedef struct {
  void *bytes;
  int width, height, bytes_per_row;
} csdl_picture;

// The memory for what is to be shown next, with what was shown before or anything; false where there is none.
bool csdl_paint(csdl_window *window, csdl_picture *picture);

// Shows what was painted.
bool csdl_show(csdl_window *window);

typedef enum {
  // Something that is for nobody here.
  CSDL_NOTHING,
  // Nothing has come.
  CSDL_QUIET,
  // Somebody called `csdl_wake`.
  CSDL_WAKE,
  // The window is to be closed.
  CSDL_CLOSE,
  // It is to be painted again: it was uncovered, or has another size.
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
  // Of a key: its character without modifiers, or a code of SDL's above 2^30.
  int32_t key;
  uint32_t modifiers;
  // Whether the key has been down before.
  bool is_repeated;
  // Which button, the left one being 1.
  int button;
  // Which finger.
  int64_t finger;
  // Where: pixels of the window.
  double x, y;
  // How far the wheel was turned: steps, away from the person.
  double steps;
} csdl_event;

// Waits for the next event, for so many milliseconds at most; those that aren't for anybody here are nothing.
csdl_event csdl_wait(csdl_window *window, int milliseconds);

// Ends a wait, on any thread.
void csdl_wake(void);

#endif

// The used part of libSDL2-2.0.so.0, as declared by its headers since 2.0.18. The headers themselves would require
// dozens of packages for building.
#ifndef OPENCAPTURE_CSDL_LIBRARY_H
#define OPENCAPTURE_CSDL_LIBRARY_H

#include <stdbool.h>
#include <stdint.h>

typedef struct SDL_Window SDL_Window;

typedef struct {
  uint32_t format;
} SDL_PixelFormat;

typedef struct {
  uint32_t flags;
  SDL_PixelFormat *format;
  int w, h, pitch;
  void *pixels;
} SDL_Surface;

typedef struct {
  int x, y, w, h;
} SDL_Rect;

typedef struct {
  uint32_t type, timestamp, window;
  uint8_t event, padding[3];
  int32_t data1, data2;
} SDL_WindowEvent;

typedef struct {
  uint32_t type, timestamp, window;
  uint8_t state, repeat, padding[2];
  int32_t scancode, sym;
  uint16_t mod;
  uint32_t unused;
} SDL_KeyboardEvent;

typedef struct {
  uint32_t type, timestamp, window, which;
  uint8_t button, state, clicks, padding;
  int32_t x, y;
} SDL_MouseButtonEvent;

typedef struct {
  uint32_t type, timestamp, window, which;
  int32_t x, y;
  uint32_t direction;
  float precise_x, precise_y;
} SDL_MouseWheelEvent;

typedef struct {
  uint32_t type, timestamp;
  int64_t touch, finger;
  float x, y, dx, dy, pressure;
  uint32_t window;
} SDL_TouchFingerEvent;

typedef union {
  uint32_t type;
  SDL_WindowEvent window;
  SDL_KeyboardEvent key;
  SDL_MouseButtonEvent button;
  SDL_MouseWheelEvent wheel;
  SDL_TouchFingerEvent finger;
  // Makes the union as large as the library's own.
  uint8_t padding[56];
} SDL_Event;

enum {
  SDL_QUIT = 0x100,
  SDL_WINDOWEVENT = 0x200,
  SDL_KEYDOWN = 0x300,
  SDL_MOUSEMOTION = 0x400,
  SDL_MOUSEBUTTONDOWN = 0x401,
  SDL_MOUSEWHEEL = 0x403,
  SDL_FINGERDOWN = 0x700,
  SDL_FINGERUP = 0x701,
  SDL_FINGERMOTION = 0x702,
};
enum { SDL_WINDOWEVENT_EXPOSED = 3, SDL_WINDOWEVENT_SIZE_CHANGED = 6, SDL_WINDOWEVENT_CLOSE = 14 };
enum { SDL_WINDOW_RESIZABLE = 0x20, SDL_WINDOW_FULLSCREEN_DESKTOP = 0x1001 };
enum { SDL_WINDOWPOS_UNDEFINED = 0x1fff0000 };
enum { KMOD_SHIFT = 0x3, KMOD_CTRL = 0xc0, KMOD_ALT = 0x100, KMOD_GUI = 0xc00 };
enum { SDL_PIXELFORMAT_XRGB8888 = 0x16161804, SDL_PIXELFORMAT_ARGB8888 = 0x16362004 };
enum { SDL_MOUSEWHEEL_FLIPPED = 1 };
// The identifier of the mouse events that SDL synthesizes from touches.
#define SDL_TOUCH_MOUSEID UINT32_MAX

#define FUNCTIONS(DO) \
  DO(void, SDL_SetMainReady, (void)) \
  DO(int, SDL_SetHint, (const char *name, const char *value)) \
  DO(int, SDL_VideoInit, (const char *driver)) \
  DO(void, SDL_VideoQuit, (void)) \
  DO(void, SDL_Quit, (void)) \
  DO(const char *, SDL_GetError, (void)) \
  DO(void, SDL_StopTextInput, (void)) \
  DO(int, SDL_GetDisplayUsableBounds, (int display, SDL_Rect *bounds)) \
  DO(SDL_Window *, SDL_CreateWindow, (const char *title, int x, int y, int w, int h, uint32_t flags)) \
  DO(void, SDL_DestroyWindow, (SDL_Window * window)) \
  DO(void, SDL_SetWindowTitle, (SDL_Window * window, const char *title)) \
  DO(void, SDL_SetWindowSize, (SDL_Window * window, int w, int h)) \
  DO(void, SDL_SetWindowMinimumSize, (SDL_Window * window, int w, int h)) \
  DO(int, SDL_SetWindowFullscreen, (SDL_Window * window, uint32_t flags)) \
  DO(SDL_Surface *, SDL_GetWindowSurface, (SDL_Window * window)) \
  DO(int, SDL_UpdateWindowSurface, (SDL_Window * window)) \
  DO(SDL_Surface *, SDL_CreateRGBSurfaceWithFormat, (uint32_t flags, int w, int h, int depth, uint32_t format)) \
  DO(void, SDL_FreeSurface, (SDL_Surface * surface)) \
  DO(int, SDL_UpperBlit, (SDL_Surface * from, const SDL_Rect *part, SDL_Surface *to, SDL_Rect *place)) \
  DO(uint32_t, SDL_RegisterEvents, (int count)) \
  DO(uint8_t, SDL_EventState, (uint32_t type, int state)) \
  DO(int, SDL_PushEvent, (SDL_Event * event)) \
  DO(int, SDL_WaitEventTimeout, (SDL_Event * event, int milliseconds))

#endif

#include <dlfcn.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "CLoading.h"
#include "CSDL.h"
#include "library.h"

static struct {
  FUNCTIONS(CLOADING_MEMBER)
} sdl;

#define FILL(result, name, arguments) CLOADING_FILL(library, sdl, name, #name);

static bool begin(cloading_library *library) {
  FUNCTIONS(FILL)
  return true;
}

static cloading_library library = CLOADING_LIBRARY("libSDL2-2.0.so.0", begin);

bool csdl_load(const char **complaint) { return cloading_load(&library, complaint); }

const char *csdl_error(void) { return sdl.SDL_GetError ? sdl.SDL_GetError() : ""; }

struct csdl_window {
  SDL_Window *window;
  // A buffer to paint on when the window's own memory is not BGRA.
  SDL_Surface *shadow;
};

enum { BITS_OF_A_PIXEL = 32, MINIMUM_SIDE = 64 };

// The type of the event that wakes a waiting thread; 0 before registration.
static _Atomic uint32_t wake_type;

// MARK: X11

typedef struct {
  int type;
  void *display;
  unsigned long resource, serial;
  unsigned char error, request, minor;
} x_error;

typedef int (*x_error_handler)(void *display, x_error *error);

enum { X_BAD_WINDOW = 3, X_SEND_EVENT = 25 };

static _Atomic(x_error_handler) previous_handler;

// To wake the waiting thread, SDL sends an event to the window on a second connection. The event can arrive after
// the window was closed on the first one, which must not end the process.
static int on_x_error(void *display, x_error *error) {
  if (error->error == X_BAD_WINDOW && error->request == X_SEND_EVENT) return 0;
  x_error_handler previous = atomic_load(&previous_handler);
  return previous ? previous(display, error) : 0;
}

// Installed before SDL's own handler. SDL forwards errors to this handler, and restores it at the end while it
// still reads replies.
static void ignore_late_wakes(void) {
  void *x11 = dlopen("libX11.so.6", RTLD_LAZY);
  if (!x11) return;
  x_error_handler (*set)(x_error_handler) = (x_error_handler(*)(x_error_handler))dlsym(x11, "XSetErrorHandler");
  x_error_handler previous = set ? set(on_x_error) : NULL;
  if (previous && previous != on_x_error) atomic_store(&previous_handler, previous);
  // The library is never closed, because the handler remains installed.
}

bool csdl_connect(const char *driver) {
  sdl.SDL_SetMainReady();
  // The application handles signals itself.
  sdl.SDL_SetHint("SDL_NO_SIGNAL_HANDLERS", "1");
  // On X11, paint into memory shared with the display; software OpenGL would take ten times as long. Other drivers
  // support OpenGL only.
  if (strcmp(driver, "x11") == 0) sdl.SDL_SetHint("SDL_FRAMEBUFFER_ACCELERATION", "0");
  // Keep the desktop's compositor.
  sdl.SDL_SetHint("SDL_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR", "0");
  if (strcmp(driver, "x11") == 0) ignore_late_wakes();
  if (sdl.SDL_VideoInit(driver) != 0) return false;
  if (atomic_load(&wake_type) == 0) {
    uint32_t type = sdl.SDL_RegisterEvents(1);
    atomic_store(&wake_type, type == UINT32_MAX ? 0 : type);
  }
  sdl.SDL_StopTextInput();
  // Mouse motion is frequent and not used.
  sdl.SDL_EventState(SDL_MOUSEMOTION, 0);
  return true;
}

void csdl_disconnect(void) {
  atomic_store(&wake_type, 0);
  sdl.SDL_VideoQuit();
  sdl.SDL_Quit();
}

csdl_window *csdl_open(const char *title, int width, int height) {
  csdl_window *opened = calloc(1, sizeof *opened);
  if (!opened) return NULL;
  opened->window = sdl.SDL_CreateWindow(
      title, SDL_WINDOWPOS_UNDEFINED, SDL_WINDOWPOS_UNDEFINED, width, height, SDL_WINDOW_RESIZABLE);
  if (!opened->window) {
    free(opened);
    return NULL;
  }
  sdl.SDL_SetWindowMinimumSize(opened->window, MINIMUM_SIDE, MINIMUM_SIDE);
  return opened;
}

static void free_shadow(csdl_window *window) {
  if (window->shadow) sdl.SDL_FreeSurface(window->shadow);
  window->shadow = NULL;
}

void csdl_close(csdl_window *window) {
  if (!window) return;
  free_shadow(window);
  sdl.SDL_DestroyWindow(window->window);
  free(window);
}

bool csdl_usable_size(int *width, int *height) {
  SDL_Rect bounds;
  if (sdl.SDL_GetDisplayUsableBounds(0, &bounds) != 0) return false;
  *width = bounds.w, *height = bounds.h;
  return true;
}

void csdl_set_title(csdl_window *window, const char *title) { sdl.SDL_SetWindowTitle(window->window, title); }

void csdl_resize(csdl_window *window, int width, int height) { sdl.SDL_SetWindowSize(window->window, width, height); }

bool csdl_set_full_screen(csdl_window *window, bool is_full) {
  return sdl.SDL_SetWindowFullscreen(window->window, is_full ? SDL_WINDOW_FULLSCREEN_DESKTOP : 0) == 0;
}

// MARK: Painting

static bool is_bgra(const SDL_Surface *surface) {
  uint32_t format = surface->format->format;
  return format == SDL_PIXELFORMAT_XRGB8888 || format == SDL_PIXELFORMAT_ARGB8888;
}

// Returns the memory to paint on, for the current size of the window.
static SDL_Surface *canvas(csdl_window *window) {
  SDL_Surface *surface = sdl.SDL_GetWindowSurface(window->window);
  if (!surface || (is_bgra(surface) && surface->pixels)) {
    free_shadow(window);
    return surface;
  }
  if (window->shadow && (window->shadow->w != surface->w || window->shadow->h != surface->h)) free_shadow(window);
  if (!window->shadow) {
    window->shadow =
        sdl.SDL_CreateRGBSurfaceWithFormat(0, surface->w, surface->h, BITS_OF_A_PIXEL, SDL_PIXELFORMAT_XRGB8888);
  }
  return window->shadow;
}

bool csdl_paint(csdl_window *window, csdl_picture *picture) {
  SDL_Surface *surface = canvas(window);
  if (!surface || !surface->pixels) return false;
  *picture = (csdl_picture){surface->pixels, surface->w, surface->h, surface->pitch};
  return true;
}

bool csdl_show(csdl_window *window) {
  if (window->shadow) {
    SDL_Surface *surface = sdl.SDL_GetWindowSurface(window->window);
    if (!surface || sdl.SDL_UpperBlit(window->shadow, NULL, surface, NULL) != 0) return false;
  }
  return sdl.SDL_UpdateWindowSurface(window->window) == 0;
}

// MARK: Events

static uint32_t modifiers(uint16_t mod) {
  return (mod & KMOD_SHIFT ? CSDL_SHIFT : 0) | (mod & KMOD_CTRL ? CSDL_CONTROL : 0) | (mod & KMOD_ALT ? CSDL_ALT : 0)
       | (mod & KMOD_GUI ? CSDL_SUPER : 0);
}

static csdl_event of_window(const SDL_WindowEvent *event) {
  switch (event->event) {
    case SDL_WINDOWEVENT_EXPOSED:
    case SDL_WINDOWEVENT_SIZE_CHANGED: return (csdl_event){.kind = CSDL_EXPOSED};
    case SDL_WINDOWEVENT_CLOSE: return (csdl_event){.kind = CSDL_CLOSE};
    default: return (csdl_event){.kind = CSDL_NOTHING};
  }
}

static csdl_event of_wheel(const SDL_MouseWheelEvent *event) {
  double steps = event->precise_y != 0 ? event->precise_y : event->y;
  return (csdl_event){.kind = CSDL_WHEEL, .steps = event->direction == SDL_MOUSEWHEEL_FLIPPED ? -steps : steps};
}

// SDL reports finger positions as fractions of the window.
static csdl_event of_finger(csdl_event_kind kind, const SDL_TouchFingerEvent *event, csdl_window *window) {
  SDL_Surface *surface = canvas(window);
  double width = surface ? surface->w : 0, height = surface ? surface->h : 0;
  return (csdl_event){.kind = kind, .finger = event->finger, .x = event->x * width, .y = event->y * height};
}

static csdl_event translate(const SDL_Event *event, csdl_window *window) {
  switch (event->type) {
    case SDL_QUIT: return (csdl_event){.kind = CSDL_CLOSE};
    case SDL_WINDOWEVENT: return of_window(&event->window);
    case SDL_KEYDOWN:
      return (csdl_event){.kind = CSDL_KEY,
                          .key = event->key.sym,
                          .modifiers = modifiers(event->key.mod),
                          .is_repeated = event->key.repeat != 0};
    case SDL_MOUSEBUTTONDOWN:
      // Touches are reported as finger events.
      if (event->button.which == SDL_TOUCH_MOUSEID) return (csdl_event){.kind = CSDL_NOTHING};
      return (csdl_event){
          .kind = CSDL_BUTTON, .button = event->button.button, .x = event->button.x, .y = event->button.y};
    case SDL_MOUSEWHEEL: return of_wheel(&event->wheel);
    case SDL_FINGERDOWN: return of_finger(CSDL_FINGER_DOWN, &event->finger, window);
    case SDL_FINGERMOTION: return of_finger(CSDL_FINGER_MOVED, &event->finger, window);
    case SDL_FINGERUP: return of_finger(CSDL_FINGER_UP, &event->finger, window);
    default: return (csdl_event){.kind = event->type == atomic_load(&wake_type) ? CSDL_WAKE : CSDL_NOTHING};
  }
}

csdl_event csdl_wait(csdl_window *window, int milliseconds) {
  SDL_Event event;
  if (!sdl.SDL_WaitEventTimeout(&event, milliseconds)) return (csdl_event){.kind = CSDL_TIMEOUT};
  return translate(&event, window);
}

void csdl_wake(void) {
  uint32_t type = atomic_load(&wake_type);
  if (type == 0) return;
  SDL_Event event = {.type = type};
  sdl.SDL_PushEvent(&event);
}

#include <stdlib.h>

#include "CLoading.h"
#include "CWebP.h"

// The functions of libwebpdemux are declared here as in WebP/demux.h since 0.5, so that its headers are not required.

typedef struct webp_data {
  const uint8_t *bytes;
  size_t size;
} webp_data;

typedef struct webp_options {
  int color_mode;
  int use_threads;
  uint32_t padding[7];
} webp_options;

typedef struct webp_info {
  uint32_t canvas_width, canvas_height, loop_count, background, frame_count;
  uint32_t padding[4];
} webp_info;

typedef struct webp_decoder webp_decoder;

enum { ABI_VERSION = 0x0107, MODE_BGRA = 3 };

static struct {
  int (*init_options)(webp_options *options, int version);
  webp_decoder *(*make)(const webp_data *data, const webp_options *options, int version);
  int (*get_info)(const webp_decoder *decoder, webp_info *info);
  int (*get_next)(webp_decoder *decoder, uint8_t **pixels, int *end);
  int (*has_more)(const webp_decoder *decoder);
  void (*reset)(webp_decoder *decoder);
  void (*destroy)(webp_decoder *decoder);
} functions;

static bool begin(cloading_library *library) {
  CLOADING_FILL(library, functions, init_options, "WebPAnimDecoderOptionsInitInternal");
  CLOADING_FILL(library, functions, make, "WebPAnimDecoderNewInternal");
  CLOADING_FILL(library, functions, get_info, "WebPAnimDecoderGetInfo");
  CLOADING_FILL(library, functions, get_next, "WebPAnimDecoderGetNext");
  CLOADING_FILL(library, functions, has_more, "WebPAnimDecoderHasMoreFrames");
  CLOADING_FILL(library, functions, reset, "WebPAnimDecoderReset");
  CLOADING_FILL(library, functions, destroy, "WebPAnimDecoderDelete");
  return true;
}

static cloading_library library = CLOADING_LIBRARY("libwebpdemux.so.2", begin);

bool cwebp_load(void) { return cloading_load(&library, NULL); }

struct cwebp_animation {
  webp_decoder *decoder;
  webp_info info;
};

cwebp_outcome cwebp_open(const uint8_t *bytes, size_t count, cwebp_animation **animation) {
  if (!cwebp_load()) return CWEBP_NO_LIBRARY;
  webp_options options;
  if (!functions.init_options(&options, ABI_VERSION)) return CWEBP_NO_LIBRARY;
  options.color_mode = MODE_BGRA;
  cwebp_animation *opened = calloc(1, sizeof *opened);
  if (!opened) return CWEBP_DAMAGED;
  const webp_data data = {bytes, count};
  opened->decoder = functions.make(&data, &options, ABI_VERSION);
  if (opened->decoder && functions.get_info(opened->decoder, &opened->info)) {
    *animation = opened;
    return CWEBP_OPENED;
  }
  cwebp_close(opened);
  return CWEBP_DAMAGED;
}

void cwebp_close(cwebp_animation *animation) {
  if (!animation) return;
  if (animation->decoder) functions.destroy(animation->decoder);
  free(animation);
}

int cwebp_width(const cwebp_animation *animation) { return (int)animation->info.canvas_width; }

int cwebp_height(const cwebp_animation *animation) { return (int)animation->info.canvas_height; }

int cwebp_frame_count(const cwebp_animation *animation) { return (int)animation->info.frame_count; }

bool cwebp_has_more(const cwebp_animation *animation) { return functions.has_more(animation->decoder); }

const uint8_t *cwebp_next(cwebp_animation *animation, int *end) {
  uint8_t *pixels = NULL;
  return functions.get_next(animation->decoder, &pixels, end) ? pixels : NULL;
}

void cwebp_rewind(cwebp_animation *animation) { functions.reset(animation->decoder); }

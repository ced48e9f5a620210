#include <errno.h>
#include <spa/param/format-utils.h>
#include <spa/param/video/format-utils.h>
#include <spa/pod/builder.h>
#include <spa/pod/iter.h>
#include <spa/pod/parser.h>
#include <string.h>

#include "library.h"

// MARK: Codes

#define CODE(a, b, c, d) ((uint32_t)(a) | (uint32_t)(b) << 8 | (uint32_t)(c) << 16 | (uint32_t)(d) << 24)

static const struct {
  uint32_t format;
  uint32_t code;
} formats[] = {
    {SPA_VIDEO_FORMAT_BGRA, CODE('A', 'R', '2', '4')},  {SPA_VIDEO_FORMAT_BGRx, CODE('X', 'R', '2', '4')},
    {SPA_VIDEO_FORMAT_RGBA, CODE('A', 'B', '2', '4')},  {SPA_VIDEO_FORMAT_RGBx, CODE('X', 'B', '2', '4')},
    {SPA_VIDEO_FORMAT_RGB, CODE('R', 'G', 'B', '3')},   {SPA_VIDEO_FORMAT_BGR, CODE('B', 'G', 'R', '3')},
    {SPA_VIDEO_FORMAT_GRAY8, CODE('G', 'R', 'E', 'Y')}, {SPA_VIDEO_FORMAT_NV12, CODE('N', 'V', '1', '2')},
    {SPA_VIDEO_FORMAT_NV21, CODE('N', 'V', '2', '1')},  {SPA_VIDEO_FORMAT_I420, CODE('Y', 'U', '1', '2')},
    {SPA_VIDEO_FORMAT_YV12, CODE('Y', 'V', '1', '2')},  {SPA_VIDEO_FORMAT_Y42B, CODE('4', '2', '2', 'P')},
    {SPA_VIDEO_FORMAT_YUY2, CODE('Y', 'U', 'Y', 'V')},  {SPA_VIDEO_FORMAT_UYVY, CODE('U', 'Y', 'V', 'Y')},
};

enum { FORMAT_COUNT = sizeof formats / sizeof *formats };

uint32_t cpipewire_code_of_video_format(uint32_t format) {
  for (size_t i = 0; i < FORMAT_COUNT; i++) {
    if (formats[i].format == format) return formats[i].code;
  }
  return 0;
}

uint32_t cpipewire_video_format_of_code(uint32_t code) {
  for (size_t i = 0; i < FORMAT_COUNT; i++) {
    if (formats[i].code == code) return formats[i].format;
  }
  return SPA_VIDEO_FORMAT_UNKNOWN;
}

bool cpipewire_knows_code(uint32_t code) { return cpipewire_video_format_of_code(code) != SPA_VIDEO_FORMAT_UNKNOWN; }

static cpipewire_coding coding_of(uint32_t subtype) {
  switch (subtype) {
    case SPA_MEDIA_SUBTYPE_raw: return CPIPEWIRE_RAW;
    case SPA_MEDIA_SUBTYPE_mjpg: return CPIPEWIRE_JPEG;
    case SPA_MEDIA_SUBTYPE_h264: return CPIPEWIRE_H264;
    default: return CPIPEWIRE_OTHER;
  }
}

static uint32_t subtype_of(cpipewire_coding coding) {
  switch (coding) {
    case CPIPEWIRE_JPEG: return SPA_MEDIA_SUBTYPE_mjpg;
    case CPIPEWIRE_H264: return SPA_MEDIA_SUBTYPE_h264;
    default: return SPA_MEDIA_SUBTYPE_raw;
  }
}

static cpipewire_range range_of(uint32_t range) {
  switch (range) {
    case SPA_VIDEO_COLOR_RANGE_0_255: return CPIPEWIRE_FULL_RANGE;
    case SPA_VIDEO_COLOR_RANGE_16_235: return CPIPEWIRE_VIDEO_RANGE;
    default: return CPIPEWIRE_UNKNOWN_RANGE;
  }
}

static cpipewire_matrix matrix_of(uint32_t matrix) {
  switch (matrix) {
    case SPA_VIDEO_COLOR_MATRIX_BT601: return CPIPEWIRE_BT601;
    case SPA_VIDEO_COLOR_MATRIX_BT709: return CPIPEWIRE_BT709;
    default: return CPIPEWIRE_UNKNOWN_MATRIX;
  }
}

// MARK: Reading

bool cpipewire_read_values(const struct spa_pod *pod, uint32_t type, uint32_t size, struct cpipewire_values *values) {
  if (pod->type == SPA_TYPE_Choice) {
    if (pod->size < sizeof(struct spa_pod_choice_body)) return false;
    const struct spa_pod_choice_body *body = &((const struct spa_pod_choice *)pod)->body;
    if (body->child.type != type || body->child.size != size) return false;
    values->bytes = (const uint8_t *)(body + 1);
    values->count = (uint32_t)(pod->size - sizeof *body) / size;
    values->choice = body->type;
    if (values->choice == SPA_CHOICE_None && values->count > 1) values->count = 1;
  } else {
    if (pod->type != type || pod->size < size) return false;
    values->bytes = (const uint8_t *)(pod + 1);
    values->count = 1;
    values->choice = SPA_CHOICE_None;
  }
  return values->count > 0;
}

// Finds the values of a property; returns false if the object has none of the type.
static bool find(
    const struct spa_pod *object, uint32_t key, uint32_t type, uint32_t size, struct cpipewire_values *values) {
  const struct spa_pod_prop *property = spa_pod_find_prop(object, NULL, key);
  return property && cpipewire_read_values(&property->value, type, size, values);
}

static uint32_t id_at(const struct cpipewire_values *values, uint32_t index) {
  uint32_t id;
  memcpy(&id, values->bytes + (size_t)index * sizeof id, sizeof id);
  return id;
}

static cpipewire_pair pair_at(const struct cpipewire_values *values, uint32_t index) {
  cpipewire_pair pair;
  memcpy(&pair, values->bytes + (size_t)index * sizeof pair, sizeof pair);
  return pair;
}

static uint32_t first_id(const struct spa_pod *object, uint32_t key) {
  struct cpipewire_values values;
  return find(object, key, SPA_TYPE_Id, sizeof(uint32_t), &values) ? id_at(&values, 0) : 0;
}

// The first value of a choice is the default, which precedes the alternatives or the limits.
static void read_choice(const struct spa_pod *object, uint32_t key, uint32_t type, cpipewire_choice *choice) {
  *choice = (cpipewire_choice){.kind = CPIPEWIRE_ABSENT};
  struct cpipewire_values values;
  if (!find(object, key, type, sizeof(cpipewire_pair), &values)) return;
  uint32_t first = 0, end = values.count;
  choice->kind = CPIPEWIRE_LIST;
  choice->preferred = pair_at(&values, 0);
  if (values.choice == SPA_CHOICE_Range && values.count >= 3) {
    choice->kind = CPIPEWIRE_RANGE;
    first = 1;
    end = 3;
  } else if (values.choice == SPA_CHOICE_Step && values.count >= 4) {
    choice->kind = CPIPEWIRE_STEPS;
    first = 1;
    end = 4;
  } else if (values.choice == SPA_CHOICE_Enum && values.count >= 2) {
    first = 1;
  } else {
    end = 1;
  }
  for (uint32_t i = first; i < end && choice->count < CPIPEWIRE_VALUES; i++) {
    choice->values[choice->count++] = pair_at(&values, i);
  }
}

// Returns the subtype of a video object, or 0 for other objects.
static uint32_t video_subtype(const struct spa_pod *object) {
  if (object->type != SPA_TYPE_Object || object->size < sizeof(struct spa_pod_object_body)) return 0;
  if (((const struct spa_pod_object *)object)->body.type != SPA_TYPE_OBJECT_Format) return 0;
  if (first_id(object, SPA_FORMAT_mediaType) != SPA_MEDIA_TYPE_video) return 0;
  return first_id(object, SPA_FORMAT_mediaSubtype);
}

static void read_codes(const struct spa_pod *object, cpipewire_offer *offer) {
  struct cpipewire_values values;
  if (!find(object, SPA_FORMAT_VIDEO_format, SPA_TYPE_Id, sizeof(uint32_t), &values)) return;
  const uint32_t first = values.choice == SPA_CHOICE_Enum && values.count >= 2 ? 1 : 0;
  const uint32_t end = values.choice == SPA_CHOICE_Enum ? values.count : 1;
  for (uint32_t i = first; i < end && offer->code_count < CPIPEWIRE_VALUES; i++) {
    offer->codes[offer->code_count++] = cpipewire_code_of_video_format(id_at(&values, i));
  }
}

int cpipewire_parse_offer(const void *bytes, size_t size, cpipewire_offer *offer) {
  const struct spa_pod *pod = bytes;
  if (!pod || size < sizeof *pod || pod->size > size - sizeof *pod) return -EINVAL;
  const uint32_t subtype = video_subtype(pod);
  if (subtype == 0) return -EINVAL;
  offer->coding = coding_of(subtype);
  offer->code_count = 0;
  if (offer->coding == CPIPEWIRE_RAW) read_codes(pod, offer);
  offer->range = range_of(first_id(pod, SPA_FORMAT_VIDEO_colorRange));
  offer->matrix = matrix_of(first_id(pod, SPA_FORMAT_VIDEO_colorMatrix));
  read_choice(pod, SPA_FORMAT_VIDEO_size, SPA_TYPE_Rectangle, &offer->sizes);
  read_choice(pod, SPA_FORMAT_VIDEO_framerate, SPA_TYPE_Fraction, &offer->rates);
  return 0;
}

int cpipewire_parse_format(const struct spa_pod *pod, cpipewire_format *format) {
  cpipewire_offer offer;
  const int status = cpipewire_parse_offer(pod, SPA_POD_SIZE(pod), &offer);
  if (status < 0) return status;
  if (offer.sizes.count == 0) return -EINVAL;
  *format = (cpipewire_format){.coding = offer.coding,
                               .code = offer.code_count > 0 ? offer.codes[0] : 0,
                               .width = offer.sizes.values[0].x,
                               .height = offer.sizes.values[0].y,
                               .rate = offer.rates.count > 0 ? offer.rates.values[0] : (cpipewire_pair){0, 0},
                               .range = offer.range,
                               .matrix = offer.matrix};
  return 0;
}

// MARK: Building

static const uint32_t choices[] = {
    [CPIPEWIRE_LIST] = SPA_CHOICE_Enum, [CPIPEWIRE_RANGE] = SPA_CHOICE_Range, [CPIPEWIRE_STEPS] = SPA_CHOICE_Step};

static void add_pair(struct spa_pod_builder *builder, uint32_t type, cpipewire_pair pair) {
  if (type == SPA_TYPE_Fraction) {
    spa_pod_builder_fraction(builder, pair.x, pair.y);
  } else {
    spa_pod_builder_rectangle(builder, pair.x, pair.y);
  }
}

static void add_choice(struct spa_pod_builder *builder, uint32_t key, uint32_t type, const cpipewire_choice *choice) {
  if (choice->kind == CPIPEWIRE_ABSENT || choice->count == 0) return;
  spa_pod_builder_prop(builder, key, 0);
  if (choice->count == 1) {
    add_pair(builder, type, choice->values[0]);
    return;
  }
  struct spa_pod_frame frame;
  spa_pod_builder_push_choice(builder, &frame, choices[choice->kind], 0);
  add_pair(builder, type, choice->preferred);
  for (uint32_t i = 0; i < choice->count; i++) add_pair(builder, type, choice->values[i]);
  spa_pod_builder_pop(builder, &frame);
}

static void add_id(struct spa_pod_builder *builder, uint32_t key, uint32_t id) {
  spa_pod_builder_prop(builder, key, 0);
  spa_pod_builder_id(builder, id);
}

static void add_codes(struct spa_pod_builder *builder, const cpipewire_offer *offer) {
  if (offer->code_count == 0) return;
  if (offer->code_count == 1) {
    add_id(builder, SPA_FORMAT_VIDEO_format, cpipewire_video_format_of_code(offer->codes[0]));
    return;
  }
  struct spa_pod_frame frame;
  spa_pod_builder_prop(builder, SPA_FORMAT_VIDEO_format, 0);
  spa_pod_builder_push_choice(builder, &frame, SPA_CHOICE_Enum, 0);
  spa_pod_builder_id(builder, cpipewire_video_format_of_code(offer->codes[0]));
  for (uint32_t i = 0; i < offer->code_count; i++) {
    spa_pod_builder_id(builder, cpipewire_video_format_of_code(offer->codes[i]));
  }
  spa_pod_builder_pop(builder, &frame);
}

struct spa_pod *cpipewire_build(struct spa_pod_builder *builder, const cpipewire_offer *offer) {
  struct spa_pod_frame frame;
  spa_pod_builder_push_object(builder, &frame, SPA_TYPE_OBJECT_Format, SPA_PARAM_EnumFormat);
  add_id(builder, SPA_FORMAT_mediaType, SPA_MEDIA_TYPE_video);
  add_id(builder, SPA_FORMAT_mediaSubtype, subtype_of(offer->coding));
  if (offer->coding == CPIPEWIRE_RAW) add_codes(builder, offer);
  add_choice(builder, SPA_FORMAT_VIDEO_size, SPA_TYPE_Rectangle, &offer->sizes);
  add_choice(builder, SPA_FORMAT_VIDEO_framerate, SPA_TYPE_Fraction, &offer->rates);
  if (offer->range == CPIPEWIRE_FULL_RANGE) {
    add_id(builder, SPA_FORMAT_VIDEO_colorRange, SPA_VIDEO_COLOR_RANGE_0_255);
  } else if (offer->range == CPIPEWIRE_VIDEO_RANGE) {
    add_id(builder, SPA_FORMAT_VIDEO_colorRange, SPA_VIDEO_COLOR_RANGE_16_235);
  }
  if (offer->matrix == CPIPEWIRE_BT601) {
    add_id(builder, SPA_FORMAT_VIDEO_colorMatrix, SPA_VIDEO_COLOR_MATRIX_BT601);
  } else if (offer->matrix == CPIPEWIRE_BT709) {
    add_id(builder, SPA_FORMAT_VIDEO_colorMatrix, SPA_VIDEO_COLOR_MATRIX_BT709);
  }
  return spa_pod_builder_pop(builder, &frame);
}

long cpipewire_build_offer(const cpipewire_offer *offer, void *pod, size_t size) {
  struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(pod, (uint32_t)size);
  const struct spa_pod *built = cpipewire_build(&builder, offer);
  return built ? (long)SPA_POD_SIZE(built) : -ENOSPC;
}

struct spa_pod *cpipewire_build_format(struct spa_pod_builder *builder, const cpipewire_format *format) {
  cpipewire_offer offer = {
      .coding = format->coding,
      .codes = {format->code},
      .code_count = format->code ? 1 : 0,
      .sizes = {.kind = CPIPEWIRE_LIST, .count = 1, .values = {{format->width, format->height}}}};
  if (format->rate.y > 0)
    offer.rates = (cpipewire_choice){.kind = CPIPEWIRE_LIST, .count = 1, .values = {format->rate}};
  return cpipewire_build(builder, &offer);
}

// MARK: Enumeration

struct enumeration {
  void (*body)(void *context, const cpipewire_offer *offer);
  void *context;
};

static void on_format(void *data, uint32_t kind, const struct spa_pod *pod) {
  (void)kind;
  const struct enumeration *enumeration = data;
  cpipewire_offer offer;
  if (cpipewire_parse_offer(pod, SPA_POD_SIZE(pod), &offer) == 0) enumeration->body(enumeration->context, &offer);
}

int cpipewire_enumerate_formats(
    cpipewire_connection *connection, uint32_t id, int timeout,
    void (*body)(void *context, const cpipewire_offer *offer), void *context) {
  struct enumeration enumeration = {.body = body, .context = context};
  const uint32_t kinds[] = {SPA_PARAM_EnumFormat};
  return cpipewire_read_parameters(connection, id, timeout, kinds, 1, on_format, &enumeration);
}

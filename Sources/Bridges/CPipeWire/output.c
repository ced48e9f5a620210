#include <errno.h>
#include <pipewire/stream.h>
#include <spa/buffer/meta.h>
#include <spa/param/buffers.h>
#include <spa/pod/builder.h>
#include <stdlib.h>

#include "library.h"

struct cpipewire_output {
  struct pw_stream *stream;
  struct spa_hook hook;
  cpipewire_output_events events;
  bool is_read;
};

// MARK: Negotiation

// The space for the objects of an offer, and their number.
enum { SPACE = 1 << 14, OBJECTS = 32 };

// Builds two objects for each code of an offer, with the preferred rate and with all rates, and returns their number.
//
// One object with choices would be enough for PipeWire. WebRTC, and with it browsers, ignore a choice of codes, and
// take a range of rates for a camera of 0 Hz.
static uint32_t build(
    struct spa_pod_builder *builder, const cpipewire_offer *offer, const struct spa_pod *objects[static OBJECTS]) {
  const cpipewire_choice preferred = {
      .kind = CPIPEWIRE_LIST, .count = 1, .preferred = offer->rates.preferred, .values = {offer->rates.preferred}};
  const cpipewire_choice *const rates[] = {&preferred, &offer->rates};
  uint32_t count = 0;
  for (int i = 0; i < 2; i++) {
    for (uint32_t code = 0; code < offer->code_count && count < OBJECTS; code++) {
      cpipewire_offer single = *offer;
      single.codes[0] = offer->codes[code];
      single.code_count = 1;
      single.rates = *rates[i];
      objects[count++] = cpipewire_build(builder, &single);
    }
  }
  return count;
}

static void on_parameter(void *data, uint32_t id, const struct spa_pod *parameter) {
  cpipewire_output *output = data;
  cpipewire_format format;
  if (id != SPA_PARAM_Format || !parameter) return;
  if (cpipewire_parse_format(parameter, &format) < 0) return;
  const cpipewire_layout layout = output->events.format_changed(output->events.context, &format);
  if (layout.size == 0) return;
  uint8_t space[SPACE];
  struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(space, sizeof space);
  const struct spa_pod *parameters[] = {
      spa_pod_builder_add_object(
          &builder, SPA_TYPE_OBJECT_ParamBuffers, SPA_PARAM_Buffers, SPA_PARAM_BUFFERS_buffers,
          SPA_POD_CHOICE_RANGE_Int(4, 2, 16), SPA_PARAM_BUFFERS_blocks, SPA_POD_Int(1), SPA_PARAM_BUFFERS_size,
          SPA_POD_Int((int)layout.size), SPA_PARAM_BUFFERS_stride, SPA_POD_Int((int)layout.stride),
          SPA_PARAM_BUFFERS_dataType, SPA_POD_CHOICE_FLAGS_Int(1 << SPA_DATA_MemPtr | 1 << SPA_DATA_MemFd)),
      spa_pod_builder_add_object(
          &builder, SPA_TYPE_OBJECT_ParamMeta, SPA_PARAM_Meta, SPA_PARAM_META_type, SPA_POD_Id(SPA_META_Header),
          SPA_PARAM_META_size, SPA_POD_Int((int)sizeof(struct spa_meta_header))),
  };
  cpipewire.pw_stream_update_params(output->stream, parameters, 2);
}

static void on_state(void *data, enum pw_stream_state old, enum pw_stream_state state, const char *error) {
  cpipewire_output *output = data;
  const bool is_read = state == PW_STREAM_STATE_STREAMING;
  if (is_read != output->is_read) {
    output->is_read = is_read;
    output->events.reading_changed(output->events.context, is_read);
  }
  if (state == PW_STREAM_STATE_ERROR) {
    output->events.failed(output->events.context, error ? error : "the stream failed");
  } else if (state == PW_STREAM_STATE_UNCONNECTED && old > PW_STREAM_STATE_CONNECTING) {
    output->events.failed(output->events.context, "the daemon removed the camera");
  }
}

// MARK: Frames

static void fill(cpipewire_output *output, struct pw_buffer *buffer) {
  struct spa_data *data = &buffer->buffer->datas[0];
  cpipewire_sent_frame frame = {0};
  const bool is_filled = data->data && output->events.fill(output->events.context, data->data, data->maxsize, &frame);
  data->chunk->offset = 0;
  data->chunk->size = is_filled ? frame.size : 0;
  data->chunk->stride = (int32_t)frame.stride;
  data->chunk->flags = is_filled ? 0 : SPA_CHUNK_FLAG_CORRUPTED;
  struct spa_meta_header *header =
      spa_buffer_find_meta_data(buffer->buffer, SPA_META_Header, sizeof(struct spa_meta_header));
  if (!header) return;
  *header = (struct spa_meta_header){
      .flags = is_filled ? 0 : SPA_META_HEADER_FLAG_CORRUPTED, .pts = frame.time, .seq = frame.sequence};
}

static void on_process(void *data) {
  cpipewire_output *output = data;
  struct pw_buffer *buffer = cpipewire.pw_stream_dequeue_buffer(output->stream);
  // Without a free buffer, readers are slow and the frame is lost for them.
  if (!buffer) return;
  if (buffer->buffer->n_datas > 0) fill(output, buffer);
  cpipewire.pw_stream_queue_buffer(output->stream, buffer);
}

void cpipewire_output_send(cpipewire_output *output) {
  if (output->is_read) cpipewire.pw_stream_trigger_process(output->stream);
}

// MARK: Camera

static const struct pw_stream_events events = {
    PW_VERSION_STREAM_EVENTS, .state_changed = on_state, .param_changed = on_parameter, .process = on_process};

int cpipewire_output_open(
    cpipewire_connection *connection, const char *name, const char *description, const cpipewire_offer *offer,
    const cpipewire_output_events *receiver, cpipewire_output **output) {
  const struct spa_dict_item items[] = {
      {PW_KEY_MEDIA_CLASS, "Video/Source"},   {PW_KEY_MEDIA_ROLE, "Camera"}, {PW_KEY_NODE_NAME, name},
      {PW_KEY_NODE_DESCRIPTION, description}, {PW_KEY_NODE_VIRTUAL, "true"},
  };
  const struct spa_dict dictionary = SPA_DICT_INIT_ARRAY(items);
  cpipewire_output *opened = calloc(1, sizeof *opened);
  if (!opened) return -ENOMEM;
  opened->events = *receiver;
  opened->stream =
      cpipewire.pw_stream_new(connection->core, description, cpipewire.pw_properties_new_dict(&dictionary));
  if (!opened->stream) {
    free(opened);
    return errno ? -errno : -EIO;
  }
  cpipewire.pw_stream_add_listener(opened->stream, &opened->hook, &events, opened);
  uint8_t space[SPACE];
  struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(space, sizeof space);
  const struct spa_pod *objects[OBJECTS];
  const uint32_t count = build(&builder, offer, objects);
  const int status = cpipewire.pw_stream_connect(
      opened->stream, PW_DIRECTION_OUTPUT, PW_ID_ANY, PW_STREAM_FLAG_DRIVER | PW_STREAM_FLAG_MAP_BUFFERS, objects,
      count);
  if (status < 0) {
    cpipewire_output_close(opened);
    return status;
  }
  *output = opened;
  return 0;
}

void cpipewire_output_close(cpipewire_output *output) {
  if (!output) return;
  cpipewire.pw_stream_destroy(output->stream);
  free(output);
}

int cpipewire_output_offer(cpipewire_output *output, const cpipewire_offer *offer) {
  uint8_t space[SPACE];
  struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(space, sizeof space);
  const struct spa_pod *objects[OBJECTS];
  return cpipewire.pw_stream_update_params(output->stream, objects, build(&builder, offer, objects));
}

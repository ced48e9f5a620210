#include <errno.h>
#include <linux/dma-buf.h>
#include <pipewire/stream.h>
#include <spa/buffer/meta.h>
#include <spa/param/buffers.h>
#include <spa/pod/builder.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "library.h"

// One buffer of the source.
struct slot {
  struct pw_buffer *buffer;
  // Whether the receiver knows the memory of the buffer.
  bool is_added;
  // The bytes of the mapping before the buffer's own memory, because mappings begin at a page.
  size_t skipped;
};

struct cpipewire_stream {
  struct pw_stream *stream;
  struct spa_hook hook;
  cpipewire_stream_events events;
  uint32_t buffer_count;
  struct slot slots[CPIPEWIRE_BUFFERS];
};

// MARK: Negotiation

// The kinds of memory that frames can be in.
enum { MEMORY = 1 << SPA_DATA_MemPtr | 1 << SPA_DATA_MemFd | 1 << SPA_DATA_DmaBuf };

static void on_parameter(void *data, uint32_t id, const struct spa_pod *parameter) {
  cpipewire_stream *stream = data;
  cpipewire_format format;
  if (id != SPA_PARAM_Format || !parameter) return;
  if (cpipewire_parse_format(parameter, &format) < 0) {
    stream->events.failed(stream->events.context, "the camera chose an unknown format");
    return;
  }
  stream->events.format_changed(stream->events.context, &format);
  uint8_t space[1024];
  struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(space, sizeof space);
  const int count = (int)stream->buffer_count;
  // A camera that does not know the size of its frames takes this one.
  const int64_t area = (int64_t)format.width * format.height;
  const int size = (int)SPA_CLAMP(format.coding == CPIPEWIRE_RAW ? area * 4 : area * 2, 1 << 16, 1 << 27);
  const struct spa_pod *parameters[] = {
      spa_pod_builder_add_object(
          &builder, SPA_TYPE_OBJECT_ParamBuffers, SPA_PARAM_Buffers, SPA_PARAM_BUFFERS_buffers,
          SPA_POD_CHOICE_RANGE_Int(count, 2, CPIPEWIRE_BUFFERS), SPA_PARAM_BUFFERS_blocks, SPA_POD_Int(1),
          SPA_PARAM_BUFFERS_size, SPA_POD_CHOICE_RANGE_Int(size, 0, INT32_MAX), SPA_PARAM_BUFFERS_stride,
          SPA_POD_CHOICE_RANGE_Int(0, 0, INT32_MAX), SPA_PARAM_BUFFERS_dataType, SPA_POD_CHOICE_FLAGS_Int(MEMORY)),
      spa_pod_builder_add_object(
          &builder, SPA_TYPE_OBJECT_ParamMeta, SPA_PARAM_Meta, SPA_PARAM_META_type, SPA_POD_Id(SPA_META_Header),
          SPA_PARAM_META_size, SPA_POD_Int((int)sizeof(struct spa_meta_header))),
  };
  cpipewire.pw_stream_update_params(stream->stream, parameters, 2);
}

static void on_state(void *data, enum pw_stream_state old, enum pw_stream_state state, const char *error) {
  cpipewire_stream *stream = data;
  if (state == PW_STREAM_STATE_ERROR) {
    stream->events.failed(stream->events.context, error ? error : "the stream failed");
  } else if (state == PW_STREAM_STATE_UNCONNECTED && old > PW_STREAM_STATE_CONNECTING) {
    stream->events.failed(stream->events.context, "the camera disconnected");
  }
}

// MARK: Buffers

// Buffers carry the number of their slot, counted from one.
static uint32_t slot_of(const struct pw_buffer *buffer) { return (uint32_t)(uintptr_t)buffer->user_data - 1; }

static void fail(cpipewire_stream *stream, const char *reason) {
  stream->events.failed(stream->events.context, reason);
}

static void map(cpipewire_stream *stream, uint32_t index) {
  struct slot *slot = &stream->slots[index];
  const struct spa_data *data = slot->buffer->buffer->datas;
  const bool is_file = data->type == SPA_DATA_MemFd || data->type == SPA_DATA_DmaBuf;
  if (slot->buffer->buffer->n_datas < 1 || data->maxsize == 0 || !(data->data || is_file)) {
    fail(stream, "the camera does not share the memory of its frames");
    return;
  }
  void *address = data->data;
  size_t length = data->maxsize;
  // The connection has mapped the daemon's memory already, and unmaps it with the buffer.
  const bool is_borrowed = address;
  if (!is_borrowed) {
    slot->skipped = data->mapoffset % (size_t)sysconf(_SC_PAGESIZE);
    length += slot->skipped;
    address = mmap(NULL, length, PROT_READ, MAP_SHARED, (int)data->fd, (off_t)(data->mapoffset - slot->skipped));
    if (address == MAP_FAILED) {
      fail(stream, "the memory of the camera's frames cannot be mapped");
      return;
    }
  }
  slot->is_added = true;
  stream->events.buffer_added(stream->events.context, index, address, length, is_borrowed);
}

static void on_buffer_added(void *data, struct pw_buffer *buffer) {
  cpipewire_stream *stream = data;
  buffer->user_data = NULL;
  for (uint32_t index = 0; index < CPIPEWIRE_BUFFERS; index++) {
    struct slot *slot = &stream->slots[index];
    if (slot->buffer) continue;
    *slot = (struct slot){.buffer = buffer};
    buffer->user_data = (void *)(uintptr_t)(index + 1);
    map(stream, index);
    return;
  }
}

static void on_buffer_removed(void *data, struct pw_buffer *buffer) {
  cpipewire_stream *stream = data;
  const uint32_t index = slot_of(buffer);
  if (index >= CPIPEWIRE_BUFFERS) return;
  if (stream->slots[index].is_added) stream->events.buffer_removed(stream->events.context, index);
  stream->slots[index] = (struct slot){0};
}

// Orders reads of memory that a device writes.
static void order_access(const struct pw_buffer *buffer, uint64_t flag) {
  const struct spa_data *data = &buffer->buffer->datas[0];
  if (data->type != SPA_DATA_DmaBuf) return;
  struct dma_buf_sync access = {.flags = flag | DMA_BUF_SYNC_READ};
  while (ioctl((int)data->fd, DMA_BUF_IOCTL_SYNC, &access) < 0 && errno == EINTR) {
  }
}

static void receive(cpipewire_stream *stream, struct pw_buffer *buffer) {
  const uint32_t index = slot_of(buffer);
  if (index >= CPIPEWIRE_BUFFERS || !stream->slots[index].is_added) {
    cpipewire.pw_stream_queue_buffer(stream->stream, buffer);
    return;
  }
  const struct slot *slot = &stream->slots[index];
  const struct spa_data *data = &buffer->buffer->datas[0];
  const uint32_t offset = SPA_MIN(data->chunk->offset, data->maxsize);
  cpipewire_frame frame = {
      .index = index,
      .offset = slot->skipped + offset,
      .size = SPA_MIN(data->chunk->size, data->maxsize - offset),
      .stride = data->chunk->stride,
      .is_damaged = (data->chunk->flags & (int32_t)SPA_CHUNK_FLAG_CORRUPTED) != 0};
  const struct spa_meta_header *header =
      spa_buffer_find_meta_data(buffer->buffer, SPA_META_Header, sizeof(struct spa_meta_header));
  if (header) {
    frame.sequence = header->seq;
    frame.has_sequence = true;
    frame.time = header->pts;
    if (header->flags & SPA_META_HEADER_FLAG_CORRUPTED) frame.is_damaged = true;
  }
  order_access(buffer, DMA_BUF_SYNC_START);
  stream->events.received(stream->events.context, &frame);
}

static void on_process(void *data) {
  cpipewire_stream *stream = data;
  struct pw_buffer *buffer;
  while ((buffer = cpipewire.pw_stream_dequeue_buffer(stream->stream))) receive(stream, buffer);
}

void cpipewire_stream_return(cpipewire_stream *stream, uint32_t index) {
  if (!stream || index >= CPIPEWIRE_BUFFERS || !stream->slots[index].buffer) return;
  order_access(stream->slots[index].buffer, DMA_BUF_SYNC_END);
  cpipewire.pw_stream_queue_buffer(stream->stream, stream->slots[index].buffer);
}

// MARK: Stream

static const struct pw_stream_events events = {PW_VERSION_STREAM_EVENTS,           .state_changed = on_state,
                                               .param_changed = on_parameter,      .add_buffer = on_buffer_added,
                                               .remove_buffer = on_buffer_removed, .process = on_process};

int cpipewire_stream_open(
    cpipewire_connection *connection, const char *target, const cpipewire_format *format, uint32_t buffer_count,
    const cpipewire_stream_events *receiver, cpipewire_stream **stream) {
  // Without its camera, the stream ends. The session manager must not choose another camera.
  const struct spa_dict_item items[] = {
      {PW_KEY_MEDIA_TYPE, "Video"},   {PW_KEY_MEDIA_CATEGORY, "Capture"},   {PW_KEY_MEDIA_ROLE, "Camera"},
      {PW_KEY_TARGET_OBJECT, target}, {PW_KEY_NODE_DONT_RECONNECT, "true"}, {"node.dont-fallback", "true"},
  };
  const struct spa_dict dictionary = SPA_DICT_INIT_ARRAY(items);
  cpipewire_stream *opened = calloc(1, sizeof *opened);
  if (!opened) return -ENOMEM;
  opened->events = *receiver;
  opened->buffer_count = SPA_CLAMP(buffer_count, 2u, (uint32_t)CPIPEWIRE_BUFFERS);
  opened->stream =
      cpipewire.pw_stream_new(connection->core, "OpenCapture", cpipewire.pw_properties_new_dict(&dictionary));
  if (!opened->stream) {
    free(opened);
    return errno ? -errno : -EIO;
  }
  cpipewire.pw_stream_add_listener(opened->stream, &opened->hook, &events, opened);
  uint8_t space[1024];
  struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(space, sizeof space);
  const struct spa_pod *parameters[] = {cpipewire_build_format(&builder, format)};
  const int status = cpipewire.pw_stream_connect(
      opened->stream, PW_DIRECTION_INPUT, PW_ID_ANY, PW_STREAM_FLAG_AUTOCONNECT | PW_STREAM_FLAG_DONT_RECONNECT,
      parameters, 1);
  if (status < 0) {
    cpipewire_stream_close(opened);
    return status;
  }
  *stream = opened;
  return 0;
}

void cpipewire_stream_close(cpipewire_stream *stream) {
  if (!stream) return;
  cpipewire.pw_stream_destroy(stream->stream);
  free(stream);
}

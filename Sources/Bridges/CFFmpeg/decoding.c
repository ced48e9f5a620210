#include <stdio.h>
#include <string.h>

#include "reader.h"
#include "sound.h"

// The maximum number of consecutive read errors, or of decoder errors after the last packet.
static const int most_failures = 64;

static void note_damage(cffmpeg_reader *reader, int error) {
  cffmpeg_damage *damage = &reader->damage;
  if (reader->is_settling || damage->first_time != CFFMPEG_NO_TIME) return;
  damage->first_time = reader->next_time;
  cffmpeg_fail(&damage->failure, CFFMPEG_DAMAGED, error);
  // Decoders report a too large frame only in their message.
  int width = 0, height = 0;
  if (sscanf(cffmpeg_last_message(), "Picture size %dx%d", &width, &height) == 2 && width > 0 && height > 0
      && reader->decoder && (int64_t)width * height > reader->decoder->max_pixels) {
    cffmpeg_fail_too_large(reader, width, height, &damage->failure);
  }
}

void cffmpeg_record_failed_packet(cffmpeg_reader *reader, int error) {
  note_damage(reader, error);
  if (!reader->is_settling) reader->damage.failed_packet_count++;
}

bool cffmpeg_read_packet(cffmpeg_reader *reader) {
  if (reader->is_live) return cffmpeg_network_read(reader);
  while (true) {
    int error = lav.av_read_frame(reader->container, reader->packet);
    if (error == 0) {
      cffmpeg_timeline_shift_packet(reader, reader->packet);
      reader->input.zero_count = 0;
    }
    if (error == 0 && reader->packet->stream_index == reader->stream->index) {
      reader->failed_reads = 0;
      if (lav.av_packet_get_side_data(reader->packet, AV_PKT_DATA_ENCRYPTION_INFO, NULL)) {
        lav.av_packet_unref(reader->packet);
        return cffmpeg_fail(&reader->ending, CFFMPEG_ENCRYPTED, 0);
      }
      if (reader->packet->flags & AV_PKT_FLAG_CORRUPT) cffmpeg_record_failed_packet(reader, AVERROR_INVALIDDATA);
      return true;
    }
    if (error == 0) {
      lav.av_packet_unref(reader->packet);
      continue;
    }
    if (error == AVERROR_EXIT || cffmpeg_input_is_cancelled(&reader->input)) {
      return cffmpeg_fail(&reader->ending, CFFMPEG_CANCELLED, AVERROR_EXIT);
    }
    if (reader->input.error_number) return cffmpeg_input_fail(&reader->input, CFFMPEG_SYSTEM, error, &reader->ending);
    if (cffmpeg_input_is_blank(&reader->input)) note_damage(reader, AVERROR_INVALIDDATA);
    if (error == AVERROR_EOF) return false;
    // Each missing sample of a truncated file fails if the index still contains it.
    note_damage(reader, error);
    if (++reader->failed_reads >= most_failures) return false;
  }
}

// Sends the next packet to the decoder.
static void feed(cffmpeg_reader *reader) {
  if (!reader->has_packet && !reader->is_at_end) {
    reader->has_packet = cffmpeg_read_packet(reader);
    reader->is_at_end = !reader->has_packet;
  }
  int error = lav.avcodec_send_packet(reader->decoder, reader->has_packet ? reader->packet : NULL);
  if (error == AVERROR(EAGAIN)) return;
  // Ignore errors before the first key frame of a stream that starts in the middle.
  bool counts = reader->has_delivered || (reader->has_packet && reader->packet->flags & AV_PKT_FLAG_KEY);
  if (error < 0 && error != AVERROR_EOF && counts) cffmpeg_record_failed_packet(reader, error);
  if (reader->has_packet) lav.av_packet_unref(reader->packet);
  reader->has_packet = false;
}

static void describe(cffmpeg_reader *reader, cffmpeg_frame *frame) {
  AVFrame *picture = reader->picture;
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(57, 30, 100)
  frame->duration = picture->duration;
#else
  frame->duration = picture->pkt_duration;
#endif
  if (frame->duration < 0) frame->duration = 0;
  frame->time = picture->best_effort_timestamp == AV_NOPTS_VALUE ? reader->next_time : picture->best_effort_timestamp;
  // Force increasing times, except for live streams.
  if (!reader->is_live && reader->has_delivered && frame->time <= reader->last_time) {
    const int64_t millisecond = lav.av_rescale_q(1, (AVRational){1, 1000}, reader->stream->time_base);
    const int64_t least = millisecond > 0 ? millisecond : 1;
    if (__builtin_add_overflow(reader->last_time, least, &frame->time)) frame->time = reader->last_time;
  }
  reader->last_time = frame->time;
  int64_t step = frame->duration ? frame->duration : reader->frame_duration;
  if (__builtin_add_overflow(frame->time, step, &reader->next_time)) reader->next_time = frame->time;
  const AVFrameSideData *matrix = lav.av_frame_get_side_data(picture, AV_FRAME_DATA_DISPLAYMATRIX);
  frame->matrix = matrix && matrix->size >= 9 * sizeof(int32_t) ? cffmpeg_matrix_of(matrix->data) : reader->matrix;
  frame->arrival = reader->live.arrival;
  frame->is_late = reader->is_live && reader->live.place != CFFMPEG_UP_TO_DATE;
  frame->exif_orientation = cffmpeg_exif_orientation_of(picture);
  frame->is_damaged = picture->flags & AV_FRAME_FLAG_CORRUPT || picture->decode_error_flags;
  cffmpeg_describe_pixels(picture, &reader->known, frame);
  frame->block = cffmpeg_block_of(picture);
}

static bool deliver(cffmpeg_reader *reader, cffmpeg_frame *frame, cffmpeg_failure *failure) {
  AVFrame *next = lav.av_frame_alloc();
  if (!next) return cffmpeg_fail(failure, CFFMPEG_NO_MEMORY, AVERROR(ENOMEM));
  memset(frame, 0, sizeof *frame);
  describe(reader, frame);
  frame->handle = reader->picture;
  reader->picture = next;
  reader->has_delivered = true;
  if (!frame->is_damaged) {
    reader->is_settling = false;
  } else if (!reader->is_settling) {
    note_damage(reader, AVERROR_INVALIDDATA);
    reader->damage.damaged_frame_count++;
  }
  return true;
}

// Checks a frame against the limits of memory and work.
static void check_bounds(cffmpeg_reader *reader) {
  const AVFrame *picture = reader->picture;
  cffmpeg_check_frame_memory(reader, picture);
  reader->total_pixel_count += (int64_t)picture->width * picture->height;
  if (cffmpeg_is_plausible_work(reader, reader->total_pixel_count)) return;
  cffmpeg_fail_with_message(&reader->ending, CFFMPEG_DAMAGED, "the animation is too complex for the size of its file");
}

// Returns the result after the last packet, with the reason if it is a failure.
static cffmpeg_step end(const cffmpeg_reader *reader, cffmpeg_failure *failure) {
  *failure = reader->ending;
  return failure->code == CFFMPEG_NO_FAILURE ? CFFMPEG_AT_END : CFFMPEG_FAILED;
}

// Decodes the next frame into `reader->picture`.
static cffmpeg_step decode(cffmpeg_reader *reader, cffmpeg_failure *failure) {
  cffmpeg_clear_message();
  while (true) {
    if (cffmpeg_input_is_cancelled(&reader->input)) {
      cffmpeg_fail(failure, CFFMPEG_CANCELLED, AVERROR_EXIT);
      return CFFMPEG_FAILED;
    }
    int error = lav.avcodec_receive_frame(reader->decoder, reader->picture);
    if (error == 0) check_bounds(reader);
    if (reader->is_beyond_memory) {
      cffmpeg_fail_beyond_memory(reader, failure);
      return CFFMPEG_FAILED;
    }
    if (reader->ending.code == CFFMPEG_DAMAGED) return end(reader, failure);
    if (error == 0) return CFFMPEG_HAS_FRAME;
    if (error == AVERROR_EOF || (reader->is_at_end && ++reader->drain_count > most_failures)) {
      return end(reader, failure);
    }
    if (error != AVERROR(EAGAIN)) cffmpeg_record_failed_packet(reader, error);
    feed(reader);
  }
}

cffmpeg_step cffmpeg_reader_next(cffmpeg_reader *reader, cffmpeg_frame *frame, cffmpeg_failure *failure) {
  if (reader->is_live) cffmpeg_network_await_picture(reader);
  cffmpeg_step step = decode(reader, failure);
  return step == CFFMPEG_HAS_FRAME && !deliver(reader, frame, failure) ? CFFMPEG_FAILED : step;
}

cffmpeg_step cffmpeg_reader_next_sound(cffmpeg_reader *reader, cffmpeg_sound *sound, cffmpeg_failure *failure) {
  cffmpeg_step step = decode(reader, failure);
  if (step != CFFMPEG_HAS_FRAME) return step;
  AVFrame *frame = reader->picture;
  sound->time = frame->best_effort_timestamp == AV_NOPTS_VALUE ? reader->next_time : frame->best_effort_timestamp;
  const AVRational rate = {1, frame->sample_rate > 0 ? frame->sample_rate : 1};
  const int64_t step_time = lav.av_rescale_q(frame->nb_samples, rate, reader->stream->time_base);
  if (__builtin_add_overflow(sound->time, step_time, &reader->next_time)) reader->next_time = sound->time;
  sound->is_damaged = frame->flags & AV_FRAME_FLAG_CORRUPT || frame->decode_error_flags;
  reader->has_delivered = true;
  if (!sound->is_damaged) reader->is_settling = false;
  return cffmpeg_describe_sound(frame, sound, failure) ? CFFMPEG_HAS_FRAME : CFFMPEG_FAILED;
}

cffmpeg_step cffmpeg_reader_next_packet(cffmpeg_reader *reader, cffmpeg_packet **packet, cffmpeg_failure *failure) {
  cffmpeg_clear_message();
  if (reader->is_live) cffmpeg_network_await_picture(reader);
  *packet = NULL;
  if (!cffmpeg_filter_read(reader)) return end(reader, failure);
  *packet = lav.av_packet_alloc();
  if (!*packet) {
    cffmpeg_fail(failure, CFFMPEG_NO_MEMORY, AVERROR(ENOMEM));
    return CFFMPEG_FAILED;
  }
  lav.av_packet_move_ref(*packet, reader->packet);
  return CFFMPEG_HAS_FRAME;
}

bool cffmpeg_reader_seek(cffmpeg_reader *reader, int64_t time, cffmpeg_failure *failure) {
  cffmpeg_clear_message();
  int index = reader->stream->index;
  const int64_t place = cffmpeg_timeline_to_file(reader, time);
  // The index is useless if times jump.
  int error = reader->timeline.has_stepped ? AVERROR(ESPIPE)
                                           : lav.av_seek_frame(reader->container, index, place, AVSEEK_FLAG_BACKWARD);
  // For a time before the first frame, or a format without an index, start from the beginning.
  if (error < 0 && !reader->timeline.has_stepped) {
    error = lav.av_seek_frame(reader->container, index, INT64_MIN, AVSEEK_FLAG_ANY);
  }
  if (error < 0) error = lav.av_seek_frame(reader->container, index, 0, AVSEEK_FLAG_BYTE);
  if (error < 0) return cffmpeg_input_fail(&reader->input, CFFMPEG_REFUSED, error, failure);
  if (reader->has_packet) lav.av_packet_unref(reader->packet);
  if (reader->decoder) lav.avcodec_flush_buffers(reader->decoder);
  if (reader->filter) lav.av_bsf_flush(reader->filter);
  reader->has_packet = reader->is_at_end = reader->has_delivered = false;
  reader->failed_reads = reader->drain_count = 0;
  reader->ending.code = CFFMPEG_NO_FAILURE;
  reader->total_pixel_count = 0;
  reader->next_time = time;
  reader->is_settling = true;
  cffmpeg_timeline_reset(reader);
  return true;
}

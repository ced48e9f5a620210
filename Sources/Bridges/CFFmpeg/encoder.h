#ifndef OPENCAPTURE_CFFMPEG_ENCODER_H
#define OPENCAPTURE_CFFMPEG_ENCODER_H

#include "libraries.h"

// The presentation time of a frame in the encoder; encoders cannot always preserve it.
typedef struct cffmpeg_pending_time {
  int64_t ticks;  // in the encoder's time base
  int64_t time;
  int64_t duration;
} cffmpeg_pending_time;

struct cffmpeg_encoder {
  AVCodecContext *context;
  AVFrame *frame;  // the next frame to fill
  AVFrame *uploaded;  // its copy in the memory of a graphics processor; NULL for other encoders
  AVRational time_base;  // of input and output times

  // For video.
  int width, height;  // of the source frames; encoded frames can be larger
  bool keeps_time;  // whether the encoder's time base equals `time_base`
  cffmpeg_pending_time *pending;
  int pending_count, pending_capacity;
  int64_t last_ticks;
  int64_t sent_count;

  // For audio.
  int filled_count;  // the number of audio frames in `frame`
};

// Creates an encoder without a codec; NULL if memory is exhausted.
cffmpeg_encoder *cffmpeg_encoder_new(cffmpeg_failure *failure);

// Opens a codec with its options.
bool cffmpeg_encoder_open(
    cffmpeg_encoder *encoder, const AVCodec *codec, const char *options, bool uses_global_header,
    cffmpeg_failure *failure);

// Prepares the frame to be filled, and reuses the last one if the encoder has released it. `describe` sets its format.
bool cffmpeg_encoder_prepare_frame(
    cffmpeg_encoder *encoder, void (*describe)(const AVCodecContext *context, AVFrame *frame),
    cffmpeg_failure *failure);

// Stores the presentation time of a frame that is sent with these ticks.
bool cffmpeg_encoder_add_pending_time(cffmpeg_encoder *encoder, cffmpeg_pending_time time, cffmpeg_failure *failure);

// Sends a frame; NULL at the end.
bool cffmpeg_encoder_send(cffmpeg_encoder *encoder, const AVFrame *frame, cffmpeg_failure *failure);

// Returns the encoder's supported pixel or sample formats, terminated by the value for none; NULL if it accepts any.
const void *cffmpeg_encoder_supported_formats(const AVCodec *codec, bool is_sound);

#endif

#ifndef OPENCAPTURE_CFFMPEG_ENCODER_H
#define OPENCAPTURE_CFFMPEG_ENCODER_H

#include "libraries.h"

// When a picture that is in the encoder is shown: encoders can't always be told.
typedef struct cffmpeg_pending_time {
  int64_t ticks;  // the encoder's
  int64_t time;
  int64_t duration;
} cffmpeg_pending_time;

struct cffmpeg_encoder {
  AVCodecContext *context;
  AVFrame *frame;  // what is filled next
  AVFrame *uploaded;  // the same in the memory of a graphics processor; NULL where none encodes
  AVRational time_base;  // of the times that it is given, and gives back

  // Of pictures.
  int width, height;  // of those that are given; encoded ones can be larger
  bool keeps_time;  // whether its own ticks are those
  cffmpeg_pending_time *pending;
  int pending_count, pending_capacity;
  int64_t last_ticks;
  int64_t sent_count;

  // Of sound.
  int filled_count;  // how much of the frame is filled
};

// An encoder without anything in it; NULL where there is no memory.
cffmpeg_encoder *cffmpeg_encoder_new(cffmpeg_failure *failure);

// Opens a codec with options of its own.
bool cffmpeg_encoder_open(
    cffmpeg_encoder *encoder, const AVCodec *codec, const char *options, bool wants_header, cffmpeg_failure *failure);

// Prepares the frame to be filled; the last one again where the encoder has no use for it any more. `describe` says how
// it is to be.
bool cffmpeg_encoder_prepare_frame(
    cffmpeg_encoder *encoder, void (*describe)(const AVCodecContext *context, AVFrame *frame),
    cffmpeg_failure *failure);

// Remembers when a picture is shown that is sent with these ticks.
bool cffmpeg_encoder_remember(cffmpeg_encoder *encoder, cffmpeg_pending_time time, cffmpeg_failure *failure);

// Sends the frame; none at the end.
bool cffmpeg_encoder_send(cffmpeg_encoder *encoder, const AVFrame *frame, cffmpeg_failure *failure);

// What of a list that ends with `none` an encoder takes; NULL where it takes anything.
const void *cffmpeg_encoder_takes(const AVCodec *codec, bool is_sound);

#endif

#ifndef OPENCAPTURE_CFFMPEG_ENCODER_H
#define OPENCAPTURE_CFFMPEG_ENCODER_H

#include "libraries.h"

// When a frame that is in the encoder is shown: encoders can't always be told.
typedef struct cffmpeg_pending_time {
  int64_t ticks;  // the encoder's
  int64_t time;
  int64_t duration;
} cffmpeg_pending_time;

typedef struct cffmpeg_encoder {
  AVCodecContext *context;
  AVRational time_base;  // of the times that it is given, and gives back
  bool keeps_time;  // whether its own ticks are those
  cffmpeg_pending_time *pending;
  int pending_count, pending_capacity;
  int64_t last_ticks;
} cffmpeg_encoder;

// Opens the first of the encoders that can be had; its place in the list, below 0 where there is none.
int cffmpeg_encoder_open(
    cffmpeg_encoder *encoder, const cffmpeg_writer_options *options, bool wants_header, cffmpeg_failure *failure);
void cffmpeg_encoder_close(cffmpeg_encoder *encoder);

// Takes a frame; no frame at the end.
bool cffmpeg_encoder_send(
    cffmpeg_encoder *encoder, AVFrame *frame, int64_t time, int64_t duration, cffmpeg_failure *failure);

// Gives a packet with its own time: 1; there is none yet: 0; it failed: -1.
int cffmpeg_encoder_receive(cffmpeg_encoder *encoder, AVPacket *packet, cffmpeg_failure *failure);

#endif

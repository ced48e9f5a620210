#ifndef OPENCAPTURE_CFFMPEG_READER_H
#define OPENCAPTURE_CFFMPEG_READER_H

#include "frame.h"
#include "input.h"
#include "multipart.h"
#include "timeline.h"

// The state of a network reader relative to the camera.
typedef enum cffmpeg_live_state {
  CFFMPEG_UP_TO_DATE,
  CFFMPEG_CATCHING_UP,  // frames are decoded and marked as late until reading has to wait
  CFFMPEG_BEHIND,  // catching up took too long: packets are skipped until reading has to wait
  CFFMPEG_BEFORE_KEY_FRAME,  // packets are skipped until the next key frame
} cffmpeg_live_state;

typedef struct cffmpeg_live {
  cffmpeg_live_state place;
  int64_t since;  // the start of catching up, in nanoseconds of CLOCK_MONOTONIC
  int64_t arrival;  // the arrival of the last packet, in nanoseconds of CLOCK_MONOTONIC
  int64_t waited_at;  // the stream time at which reading last had to wait
  int64_t skipped_packet_count;
  cffmpeg_wall_clock wall_clock;
} cffmpeg_live;

struct cffmpeg_reader {
  cffmpeg_input input;
  AVFormatContext *container;
  cffmpeg_multipart *multipart;  // for a camera by HTTP; NULL otherwise
  AVStream *stream;
  AVCodecContext *decoder;
  AVBSFContext *filter;  // for encoded packets; NULL if no conversion is necessary
  AVPacket *packet;
  AVFrame *picture;
  struct SwsContext *scaler;
  cffmpeg_matrix matrix;
  cffmpeg_reader_options options;
  cffmpeg_known_pixels known;
  AVBufferRef *memory;  // the memory count of decoded frames
  bool is_beyond_memory;
  int64_t total_pixel_count;  // the sum of all frames
  int64_t frame_duration;  // the mean, for frames without a duration; at least 1
  int64_t next_time;  // for a frame without a time
  int64_t last_time;  // of the last delivered frame
  cffmpeg_timeline timeline;
  int failed_reads;  // consecutive
  bool has_packet;  // whether the decoder has not accepted the packet yet
  bool is_at_end;
  int drain_count;  // decoder errors after the last packet
  cffmpeg_failure ending;  // the reason for the end of packets, other than the end of the file
  bool has_delivered;
  bool is_live;  // whether it is read from the network
  cffmpeg_live live;
  bool is_settling;  // whether frames after a seek may lack reference frames
  cffmpeg_damage damage;
};

#endif

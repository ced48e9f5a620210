#ifndef OPENCAPTURE_CFFMPEG_READER_H
#define OPENCAPTURE_CFFMPEG_READER_H

#include "frame.h"
#include "input.h"
#include "multipart.h"
#include "timeline.h"

// Where the reader of a camera on the network is in what comes of it.
typedef enum cffmpeg_place {
  CFFMPEG_WITH_CAMERA,
  CFFMPEG_CATCHING_UP,  // frames are decoded, and are late, until one has to be waited for
  CFFMPEG_BEHIND,  // that takes too long: packets are passed over until one has to be waited for
  CFFMPEG_BEFORE_KEY_FRAME,  // and until the next can be decoded without others
} cffmpeg_place;

typedef struct cffmpeg_live {
  cffmpeg_place place;
  int64_t since;  // when it began to catch up, in nanoseconds of CLOCK_MONOTONIC
  int64_t arrival;  // when the packet that was read last came, likewise
  int64_t waited_at;  // when it had to wait for one last, by the stream's time
  int64_t passed_over_count;
  cffmpeg_wall_clock wall_clock;
} cffmpeg_live;

struct cffmpeg_reader {
  cffmpeg_input input;
  AVFormatContext *container;
  cffmpeg_multipart *multipart;  // of a camera by HTTP; NULL for everything else
  AVStream *stream;
  AVCodecContext *decoder;
  AVBSFContext *filter;  // for packets that stay encoded; NULL where they are as files take them
  AVPacket *packet;
  AVFrame *picture;
  struct SwsContext *scaler;
  cffmpeg_matrix matrix;
  cffmpeg_reader_options options;
  cffmpeg_known_pixels known;
  AVBufferRef *memory;  // counts what decoded frames hold
  bool is_beyond_memory;
  int64_t shown_pixel_count;  // of all frames
  int64_t frame_duration;  // the mean, for frames that have none; at least 1
  int64_t next_time;  // of a frame that has no time of its own
  int64_t last_time;  // of the frame that was delivered last
  cffmpeg_timeline timeline;
  int failed_reads;  // one after the other
  bool has_packet;  // whether the decoder hasn't taken it yet
  bool is_at_end;
  int drain_count;  // errors of the decoder after the last packet
  cffmpeg_failure ending;  // why there are no more packets, where that isn't the end of the file
  bool has_delivered;
  bool is_live;  // whether it is read from the network
  cffmpeg_live live;
  bool is_settling;  // whether frames may lack others that lie before the place that was gone to
  cffmpeg_damage damage;
};

// Fills in a failure: the error of the file itself where it has one, else `code`.
//
// Always false, to be returned.
bool cffmpeg_reader_fail(cffmpeg_reader *reader, cffmpeg_code code, int error, cffmpeg_failure *failure);

// What a file says of a stream; NULL if it doesn't.
const uint8_t *cffmpeg_stream_side_data(const AVStream *stream, enum AVPacketSideDataType type, size_t *size);

// Whether the file says that a stream is encrypted.
bool cffmpeg_stream_is_encrypted(const cffmpeg_reader *reader, const AVStream *stream);

#endif

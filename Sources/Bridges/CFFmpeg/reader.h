#ifndef OPENCAPTURE_CFFMPEG_READER_H
#define OPENCAPTURE_CFFMPEG_READER_H

#include <stdatomic.h>

#include "CClock.h"
#include "frame.h"
#include "multipart.h"

// FFmpeg's input, which opens no files by itself and can be cancelled.
typedef struct cffmpeg_input {
  cffmpeg_source source;
  int64_t position;
  int error_number;  // of the last failed read; 0 if none failed
  atomic_bool is_cancelled;
  bool (*is_over)(void);  // NULL for none
  int64_t deadline;  // for waiting on the network, in nanoseconds of CLOCK_MONOTONIC; 0 for none
  bool is_late;  // whether the deadline has passed
  int64_t zero_count;  // of zero bytes in blocks of zeros since the last packet
  bool has_header;  // whether the header was read
  AVIOContext *context;
} cffmpeg_input;

// A continuous timeline of a movie, which removes jumps in the file's times.
//
// Transport streams use a free-running clock, so times are counted from the first video or audio. Files joined byte by
// byte jump back in the middle, and clocks can jump ahead. Video and audio have separate readers. Each examines the
// packets of both tracks, so that both find the same jumps.
typedef struct cffmpeg_timeline {
  int64_t origin;  // the initial shift of all times, in microseconds
  int64_t shifts[2];  // the current shifts of video and audio
  // The expected decoding times of the next video and audio packets, after the shift; CFFMPEG_NO_TIME if unknown.
  int64_t next[2];
  int64_t ends[2];  // the ends of the video and audio so far
  int companion;  // the index of the other track's stream; -1 for none
  bool has_stepped;  // whether a jump was found
} cffmpeg_timeline;

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
  bool is_interrupted;  // whether reading has timed out, so that the next read fails
  int64_t deadline;  // for a usable picture, in nanoseconds of CLOCK_MONOTONIC
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
  AVBufferPool *blocks;  // with `shares_frames`, the memory of frames of `block_size`
  size_t block_size;
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

// ---- input.c

bool cffmpeg_input_open(cffmpeg_input *input, const cffmpeg_source *source, cffmpeg_failure *failure);
void cffmpeg_input_close(cffmpeg_input *input);

// Returns whether the file has too many zeros without a packet, and can no longer be read.
bool cffmpeg_input_is_blank(const cffmpeg_input *input);

// Fills in a failure with the read error of the input if there was one, or else with `code`.
//
// Returns false, for use in a return statement.
bool cffmpeg_input_fail(const cffmpeg_input *input, cffmpeg_code code, int error, cffmpeg_failure *failure);

// A callback for AVIOInterruptCB.
int cffmpeg_input_is_cancelled(void *input);

// ---- container.c

// Opens the input as a container and selects the stream to read.
bool cffmpeg_container_open(cffmpeg_reader *reader, cffmpeg_failure *failure);

// Returns side data of a stream; NULL if the file has none.
const uint8_t *cffmpeg_stream_side_data(const AVStream *stream, enum AVPacketSideDataType type, size_t *size);

// Returns whether a stream is marked as encrypted.
bool cffmpeg_stream_is_encrypted(const cffmpeg_reader *reader, const AVStream *stream);

// ---- timeline.c

// Determines the beginning of the movie.
void cffmpeg_timeline_begin(cffmpeg_reader *reader);

// Restores the initial times after a seek.
void cffmpeg_timeline_reset(cffmpeg_reader *reader);

// Shifts the times of a packet, and records a jump.
void cffmpeg_timeline_shift_packet(cffmpeg_reader *reader, AVPacket *packet);

// Converts a time between the file and the movie, using the initial shift.
int64_t cffmpeg_timeline_from_file(const cffmpeg_reader *reader, int64_t time);
int64_t cffmpeg_timeline_to_file(const cffmpeg_reader *reader, int64_t time);

// Selects the other track's stream, whose packets are also examined.
void cffmpeg_timeline_choose_companion(cffmpeg_reader *reader);

// ---- network.c

// Opens the camera at the address of the reader's source and its container.
bool cffmpeg_network_open(cffmpeg_reader *reader, cffmpeg_failure *failure);

// Sets the deadline for the next usable picture, because a camera can send data without end that cannot be decoded.
void cffmpeg_network_await_picture(cffmpeg_reader *reader);

// Reads the next packet into `reader->packet`; false at the end or the deadline, with the reason in `reader->ending`.
//
// A slow consumer does not fall behind. If too many packets wait, all but the last are decoded quickly, and their
// frames are marked as late. If that takes too long, packets are skipped up to the next key frame. Packets that stay
// encoded are never skipped.
bool cffmpeg_network_read(cffmpeg_reader *reader);

// Fills in a network failure; returns false.
bool cffmpeg_network_fail(cffmpeg_reader *reader, int error, cffmpeg_failure *failure);

// ---- plausibility.c

// Returns the maximum pixels per frame: the requested limit, reduced by what the container, file length and memory
// allow.
//
// Checked before decoding, because a header of a few bytes can claim images of gigabytes.
int64_t cffmpeg_maximum_pixel_count(const cffmpeg_reader *reader);

// Returns the limit for decoders that only probe the streams, whose memory is not counted.
int64_t cffmpeg_maximum_probed_pixel_count(const cffmpeg_reader *reader);

// Returns the estimated memory for decoding, in bytes per pixel of a frame.
int cffmpeg_bytes_per_pixel(const cffmpeg_reader *reader);

// Returns whether an animation can plausibly contain this number of pixels in all frames so far. Each frame of an
// animation has the full size, even if only a small part changes.
bool cffmpeg_is_plausible_work(const cffmpeg_reader *reader, int64_t pixel_count);

// Fills in the failure for a frame that exceeds the limit.
//
// Returns false, for use in a return statement.
bool cffmpeg_fail_too_large(const cffmpeg_reader *reader, int width, int height, cffmpeg_failure *failure);

// ---- memory.c

// Starts counting the memory of the decoder's frames, both reference frames and frames retained by the consumer. A
// frame that exceeds the reader's limit is not allocated, and `is_beyond_memory` is set.
//
// The stream determines the number of reference frames (up to 16), and can change their size for each frame.
bool cffmpeg_count_memory(cffmpeg_reader *reader);

// Checks the size of a frame from a decoder that allocates its own memory.
void cffmpeg_check_frame_memory(cffmpeg_reader *reader, const AVFrame *frame);

// Returns the block that contains a decoded frame; NULL without `shares_frames`, or from a decoder that allocates its own
// memory.
const cffmpeg_block *cffmpeg_block_of(const AVFrame *frame);

// Fills in the failure of a reader that exceeded its memory limit.
//
// Returns false, for use in a return statement.
bool cffmpeg_fail_beyond_memory(const cffmpeg_reader *reader, cffmpeg_failure *failure);

// ---- decoding.c

// Reads the stream's next packet into `reader->packet`; false at the end, or after a permanent read error.
bool cffmpeg_read_packet(cffmpeg_reader *reader);

// Records a damaged packet.
void cffmpeg_record_failed_packet(cffmpeg_reader *reader, int error);

// ---- packet_filter.c

// Opens a filter that prepares encoded packets for files: AAC streams get one global header instead of one per packet.
// Opening reads the first packet. Audio that cannot be converted stays unchanged.
bool cffmpeg_filter_open(cffmpeg_reader *reader, cffmpeg_failure *failure);

// Reads the next packet in the form for files into `reader->packet`; false at the end, or after a read error.
bool cffmpeg_filter_read(cffmpeg_reader *reader);

#endif

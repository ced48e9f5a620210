// A bridge to FFmpeg for reading and writing movie files. The libraries are loaded at run time: this header includes
// none of FFmpeg's headers, and nothing links against FFmpeg.

#ifndef OPENCAPTURE_CFFMPEG_H
#define OPENCAPTURE_CFFMPEG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Kinds of failure.
typedef enum cffmpeg_code {
  CFFMPEG_NO_FAILURE = 0,
  CFFMPEG_LIBRARY_MISSING,  // the message is the name of the library
  CFFMPEG_LIBRARY_UNUSABLE,  // the library exists but cannot be loaded; the message contains the reason
  CFFMPEG_SYSTEM,  // error_number is the errno of reading or writing
  CFFMPEG_UNREACHABLE,  // a network camera is unreachable, or closed the connection; the message contains the reason
  CFFMPEG_UNAUTHORIZED,  // a network camera rejected the login
  CFFMPEG_UNEXPECTED,  // a network camera sends no video; the message describes the data
  CFFMPEG_SILENT,  // no data arrived from the network before the timeout
  CFFMPEG_UNKNOWN_FORMAT,
  CFFMPEG_REFUSED_FORMAT,  // a format that is not allowed for untrusted files; the message is FFmpeg's name
  CFFMPEG_NO_VIDEO,
  CFFMPEG_NO_SOUND,
  CFFMPEG_NO_CODEC,  // the message is the name of the codec
  CFFMPEG_REFUSED_CODEC,  // a codec that is not allowed for untrusted files; the message is the decoder's name
  CFFMPEG_ENCRYPTED,
  CFFMPEG_DAMAGED,
  CFFMPEG_TOO_LARGE,
  CFFMPEG_NO_MEMORY,
  CFFMPEG_CANCELLED,
  CFFMPEG_REFUSED,  // FFmpeg rejected an option or a frame
} cffmpeg_code;

typedef struct cffmpeg_failure {
  cffmpeg_code code;
  int error_number;
  char message[256];  // FFmpeg's message, zero-terminated; empty if FFmpeg gave none
} cffmpeg_failure;

// Loads the libraries; returns false if one is missing or cannot be loaded. Safe from any thread; further calls are
// cheap.
//
// Sets FFmpeg's process-wide log callback. Messages are stored for failures and never printed.
bool cffmpeg_load(cffmpeg_failure *failure);

// Also loads the libraries that few movies need, and that are otherwise loaded by the first one.
bool cffmpeg_load_all(cffmpeg_failure *failure);

// Returns whether an encoder of this name exists; false if the libraries are missing.
bool cffmpeg_has_encoder(const char *name);

// A pixel format.
typedef struct cffmpeg_pixels {
  const char *name;  // FFmpeg's name, such as "yuv420p"
  bool is_full_range;
} cffmpeg_pixels;

// A fraction with a positive denominator, or 0/0 if unknown.
typedef struct cffmpeg_ratio {
  int numerator;
  int denominator;
} cffmpeg_ratio;

// A display matrix in units of 1/65536: x' = a·x + c·y, y' = b·x + d·y. All zeros if the file has none.
typedef struct cffmpeg_matrix {
  int32_t a, b, c, d;
} cffmpeg_matrix;

// ---- Reading

typedef struct cffmpeg_reader cffmpeg_reader;

// The source of a movie: an open file, data in memory, or a network camera.
typedef struct cffmpeg_source {
  int descriptor;  // below 0 for data in memory; the reader does not close it
  const uint8_t *bytes;  // valid until the reader is closed
  int64_t byte_count;  // the number of bytes, or the part of the file to read
  // The RTSP or HTTP address of a network camera, instead of the fields above. Used only while the reader is opened.
  const char *address;
  bool uses_datagrams;  // RTP over UDP, instead of the RTSP connection
  const char *token;  // an HTTP bearer token; NULL for none
  const char *certificates;  // a PEM file with additional trusted certificates; NULL for none
  int timeout_milliseconds;  // for connecting to a camera and for each frame
} cffmpeg_source;

typedef struct cffmpeg_reader_options {
  int thread_count;  // 0 for one per core
  int64_t maximum_pixel_count;
  int64_t maximum_byte_count;  // of memory for decoded frames, including retained ones; 0 for no limit
  int64_t reserved_bytes_per_pixel;  // the part of that memory reserved for processing a frame
  int page;  // the index of the image to read from an icon, from 0
  bool is_sound;  // whether to read the audio instead of the video
  bool keeps_packets;  // whether to return encoded packets
  bool keeps_colors;  // whether to keep high dynamic range and wide gamut
  bool shares_frames;  // whether frames are decoded into memory that another process can map
  const cffmpeg_pixels *pixels;  // the supported pixel formats; used only while the reader is opened
  int pixels_count;
  bool (*is_over)(void);  // returns whether to stop reading, called on the reading thread; NULL for none
} cffmpeg_reader_options;

// The value of unknown times.
#define CFFMPEG_NO_TIME INT64_MIN

typedef struct cffmpeg_movie_info {
  char container[64];  // FFmpeg's name of the format, such as "matroska,webm"
  char codec[32];  // FFmpeg's name of the codec, such as "h264"
  int width, height;
  cffmpeg_ratio time_base;  // of all times
  cffmpeg_ratio frame_rate;  // the mean, if the file specifies it
  cffmpeg_ratio pixel_aspect;  // the width of a pixel to its height; zeros if unknown
  int64_t start_time;
  int64_t sound_start_time;
  int64_t duration;
  int64_t frame_count;  // 0 if unknown
  int64_t bit_rate;  // 0 if unknown
  cffmpeg_matrix matrix;
  int bytes_per_pixel;  // an estimate of the memory for decoding
  bool has_sound;
  char unreadable_audio[32];  // FFmpeg's name of the codec of an audio track that cannot be read; empty if none
  cffmpeg_code sound_failure;  // the reason why that track cannot be read
  bool is_reordered;  // whether the decoding order differs from the presentation order
} cffmpeg_movie_info;

// Memory of a frame that another process can map, as a file of fixed size.
typedef struct cffmpeg_block {
  int file;
  int64_t number;  // of the block in this process; blocks are used again for later frames
  const uint8_t *start;
  size_t count;
} cffmpeg_block;

typedef struct cffmpeg_frame {
  void *handle;  // to be released with cffmpeg_frame_release
  int width, height;
  int pixels;  // the index of the pixel format in the reader's options; below 0 if none is suitable
  bool is_bt709;
  bool is_tone_mapped;  // whether conversion maps high dynamic range or wide gamut to BT.709
  bool is_direct;  // whether `planes` have that format; otherwise cffmpeg_reader_convert is necessary
  bool is_writable;  // whether the decoder no longer needs the planes
  uint8_t *planes[3];
  int bytes_per_row[3];
  int64_t time;
  int64_t duration;  // 0 if unknown
  int64_t arrival;  // for network cameras: the arrival of the last bytes, in nanoseconds of CLOCK_MONOTONIC
  bool is_late;  // for network cameras: whether newer frames are waiting, so that the frame should be skipped
  bool is_damaged;
  bool has_alpha;
  cffmpeg_matrix matrix;
  int exif_orientation;  // 1 to 8; 0 if unknown
  const cffmpeg_block *block;  // contains the planes, valid until the frame is released; NULL without `shares_frames`
} cffmpeg_frame;

// The damage found in a file so far.
typedef struct cffmpeg_damage {
  int failed_packet_count;
  int damaged_frame_count;
  int64_t first_time;  // the time of the first damage
  cffmpeg_failure failure;
} cffmpeg_damage;

cffmpeg_reader *cffmpeg_reader_open(
    const cffmpeg_source *source, const cffmpeg_reader_options *options, cffmpeg_failure *failure);
void cffmpeg_reader_close(cffmpeg_reader *reader);
cffmpeg_movie_info cffmpeg_reader_info(const cffmpeg_reader *reader);

// A network camera's time of day, from RTCP sender reports.
typedef struct cffmpeg_wall_clock {
  int64_t time;  // a time in the stream
  int64_t microseconds;  // the corresponding time since 1970; 0 if unknown
} cffmpeg_wall_clock;
cffmpeg_wall_clock cffmpeg_reader_wall_clock(const cffmpeg_reader *reader);

// The arrival of the last packet or frame from the network.
typedef struct cffmpeg_arrival {
  int64_t time;  // in nanoseconds of CLOCK_MONOTONIC
  bool is_late;  // whether it waited together with others
} cffmpeg_arrival;
cffmpeg_arrival cffmpeg_reader_arrival(const cffmpeg_reader *reader);

// Returns the number of skipped packets of a network camera; 0 if packets stay encoded.
int64_t cffmpeg_reader_skipped_packet_count(const cffmpeg_reader *reader);

// Stops all current and future reads, from any thread.
void cffmpeg_reader_cancel(cffmpeg_reader *reader);

typedef enum cffmpeg_step { CFFMPEG_FAILED = -1, CFFMPEG_AT_END = 0, CFFMPEG_HAS_FRAME = 1 } cffmpeg_step;

// Returns the next frame in presentation order. Damaged data is skipped and recorded.
cffmpeg_step cffmpeg_reader_next(cffmpeg_reader *reader, cffmpeg_frame *frame, cffmpeg_failure *failure);
cffmpeg_damage cffmpeg_reader_damage(const cffmpeg_reader *reader);

// Seeks to a frame at or before `time` from which all later frames can be decoded, according to the file's index.
bool cffmpeg_reader_seek(cffmpeg_reader *reader, int64_t time, cffmpeg_failure *failure);

// Converts the pixels to the format `frame->pixels`. Rows of the planes must be padded to 64 bytes.
bool cffmpeg_reader_convert(
    cffmpeg_reader *reader, const cffmpeg_frame *frame, uint8_t *const planes[3], const int bytes_per_row[3],
    cffmpeg_failure *failure);

// Safe from any thread.
void cffmpeg_frame_release(void *handle);

// ---- Decoding a camera's encoded frames

// A decoder that receives the frames of an interframe codec one by one.
typedef struct cffmpeg_stream_decoder cffmpeg_stream_decoder;

// Opens the decoder with FFmpeg's name `codec`, such as "h264". Frames of more than `most_pixels` are rejected.
cffmpeg_stream_decoder *cffmpeg_stream_decoder_open(
    const char *codec, const cffmpeg_pixels *pixels, int pixels_count, int64_t most_pixels, cffmpeg_failure *failure);
void cffmpeg_stream_decoder_close(cffmpeg_stream_decoder *stream);

// Discards all reference frames; the next frame must be a key frame.
void cffmpeg_stream_decoder_flush(cffmpeg_stream_decoder *stream);

// Decodes a frame and assigns its time.
bool cffmpeg_stream_decoder_send(
    cffmpeg_stream_decoder *stream, const uint8_t *bytes, int count, int64_t time, cffmpeg_failure *failure);

// Returns a decoded frame, or CFFMPEG_AT_END if more input is necessary.
cffmpeg_step cffmpeg_stream_decoder_receive(
    cffmpeg_stream_decoder *stream, cffmpeg_frame *frame, cffmpeg_failure *failure);

// See cffmpeg_reader_convert.
bool cffmpeg_stream_decoder_convert(
    cffmpeg_stream_decoder *stream, const cffmpeg_frame *frame, uint8_t *const planes[3], const int bytes_per_row[3],
    cffmpeg_failure *failure);

// ---- Sound

enum { CFFMPEG_MAXIMUM_CHANNELS = 64 };

// Decoded audio, or audio to be encoded: integers of 16 or 32 bits, or 32-bit floating-point samples.
typedef struct cffmpeg_sound {
  const char *samples;  // FFmpeg's name of the sample format, such as "s16" or "fltp"
  int sample_rate;
  int channel_count;
  uint64_t channel_mask;  // the loudspeaker positions, one bit each; 0 if unknown
  int frame_count;
  int plane_count;
  int bytes_per_frame;  // within a plane; 0 for decoded audio
  const uint8_t *planes[CFFMPEG_MAXIMUM_CHANNELS];
  int64_t time;
  bool is_damaged;
} cffmpeg_sound;

typedef struct cffmpeg_sound_info {
  char codec[32];  // FFmpeg's name of the codec, such as "aac"
  int sample_rate;
  int channel_count;
  uint64_t channel_mask;
  int64_t bit_rate;  // 0 if unknown
  cffmpeg_ratio time_base;  // of all times
  int64_t start_time;
  int64_t duration;
} cffmpeg_sound_info;

// Returns information about the audio track of a reader that was opened for audio.
cffmpeg_sound_info cffmpeg_reader_sound_info(const cffmpeg_reader *reader);

// Returns the next audio, valid until the next call. Damaged data is skipped and recorded.
cffmpeg_step cffmpeg_reader_next_sound(cffmpeg_reader *reader, cffmpeg_sound *sound, cffmpeg_failure *failure);

// An audio format.
typedef struct cffmpeg_samples {
  const char *name;
  int sample_rate;
  int channel_count;
  uint64_t channel_mask;
} cffmpeg_samples;

// A converter between audio formats.
typedef struct SwrContext cffmpeg_resampler;

// Opens a resampler; `follows_clock` enables later corrections of the rate.
cffmpeg_resampler *cffmpeg_resampler_open(
    const cffmpeg_samples *from, const cffmpeg_samples *to, bool follows_clock, cffmpeg_failure *failure);
void cffmpeg_resampler_close(cffmpeg_resampler *resampler);

// Inserts `extra` frames, or drops frames if negative, within the next `count` output frames.
bool cffmpeg_resampler_correct(cffmpeg_resampler *resampler, int extra, int count, cffmpeg_failure *failure);

// Converts frames and returns the number of output frames, or below 0 on failure. NULL planes flush the resampler.
int cffmpeg_resampler_convert(
    cffmpeg_resampler *resampler, const uint8_t *const *planes, int frame_count, uint8_t *const *new_planes,
    int new_capacity, cffmpeg_failure *failure);

// Returns the number of buffered frames, measured at a sample rate.
int64_t cffmpeg_resampler_delay(cffmpeg_resampler *resampler, int rate);

// ---- Encoded data

// The encoding format of a track: codec, size or sample rate, and decoder parameters (extradata).
typedef struct AVCodecParameters cffmpeg_format;

// Creates the format of a camera's encoded frames. `codec` is FFmpeg's name of the decoder, such as "mjpeg" for JPEG.
// `parameters` are the decoder parameters; they may be empty.
cffmpeg_format *cffmpeg_video_format(
    const char *codec, int width, int height, const uint8_t *parameters, int count, cffmpeg_failure *failure);
void cffmpeg_format_release(cffmpeg_format *format);

// Returns the decoder parameters, which belong to the format.
const uint8_t *cffmpeg_format_parameters(const cffmpeg_format *format, int *count);

// Returns whether a container, given by FFmpeg's name, supports a format.
bool cffmpeg_container_supports(const char *container, const cffmpeg_format *format);

// A packet of encoded video or audio.
typedef struct AVPacket cffmpeg_packet;

typedef struct cffmpeg_packet_info {
  const uint8_t *bytes;
  int byte_count;
  int64_t time, decode_time, duration;
} cffmpeg_packet_info;

// Copies an encoded frame; `is_key` marks a key frame.
cffmpeg_packet *cffmpeg_packet_copy(const uint8_t *bytes, int count, bool is_key, cffmpeg_failure *failure);
cffmpeg_packet_info cffmpeg_packet_describe(const cffmpeg_packet *packet);
void cffmpeg_packet_set_time(cffmpeg_packet *packet, int64_t time, int64_t decode_time, int64_t duration);
void cffmpeg_packet_release(cffmpeg_packet *packet);

// Returns the format of the reader's track, to be released by the caller.
cffmpeg_format *cffmpeg_reader_format(const cffmpeg_reader *reader, cffmpeg_failure *failure);

// Returns the next encoded packet, to be released by the caller.
cffmpeg_step cffmpeg_reader_next_packet(cffmpeg_reader *reader, cffmpeg_packet **packet, cffmpeg_failure *failure);

// ---- Encoding

typedef struct cffmpeg_encoder cffmpeg_encoder;

// A candidate video encoder, with its settings.
typedef struct cffmpeg_picture_choice {
  const char *name;  // FFmpeg's name of the encoder, such as "libx264"
  const char *options;  // FFmpeg's options of that encoder, "key=value:key=value"
  const char *device;  // the device file of the graphics processor for VA-API; NULL for other encoders
  int width, height;  // of the encoded frames; larger sizes are filled by repeating the edge
  int maximum_timescale;  // the encoder's maximum timescale; 0 for any
  int reordered_frame_count;
  bool is_full_range;
  bool is_bt709;
} cffmpeg_picture_choice;

typedef struct cffmpeg_picture_options {
  const cffmpeg_picture_choice *choices;
  int choice_count;
  int width, height;  // of the source frames
  cffmpeg_ratio time_base;  // of all times
  cffmpeg_ratio frame_rate;  // approximate
  cffmpeg_ratio pixel_aspect;
  int key_frame_interval;
  int thread_count;
  bool uses_global_header;  // whether the container stores the decoder parameters in its header
} cffmpeg_picture_options;

typedef struct cffmpeg_picture_encoding {
  int choice;  // the index of the opened encoder
  const char *pixels;  // FFmpeg's name of the required pixel format; the range is that of the choice
} cffmpeg_picture_encoding;

// Opens the first available encoder.
cffmpeg_encoder *cffmpeg_picture_encoder_open(
    const cffmpeg_picture_options *options, cffmpeg_picture_encoding *encoding, cffmpeg_failure *failure);

// A candidate audio encoder, with its settings.
typedef struct cffmpeg_sound_choice {
  const char *name, *options;
  const char *samples;  // FFmpeg's name of the sample format; NULL for the encoder's default
} cffmpeg_sound_choice;

typedef struct cffmpeg_sound_options {
  const cffmpeg_sound_choice *choices;
  int choice_count;
  int sample_rate;  // also the timescale
  int channel_count;
  uint64_t channel_mask;
  int64_t bit_rate;  // 0 for the encoder's default
  bool uses_global_header;
} cffmpeg_sound_options;

typedef struct cffmpeg_sound_encoding {
  int choice;
  const char *samples;  // FFmpeg's name of the required sample format
} cffmpeg_sound_encoding;

// Opens the first available encoder.
cffmpeg_encoder *cffmpeg_sound_encoder_open(
    const cffmpeg_sound_options *options, cffmpeg_sound_encoding *encoding, cffmpeg_failure *failure);

void cffmpeg_encoder_close(cffmpeg_encoder *encoder);

// Returns the format of the encoder's packets, to be released by the caller.
cffmpeg_format *cffmpeg_encoder_format(const cffmpeg_encoder *encoder, cffmpeg_failure *failure);

// A frame in the encoder's pixel format, which is copied. Times must increase.
typedef struct cffmpeg_picture {
  const uint8_t *planes[3];
  int bytes_per_row[3];
  int64_t time;
  int64_t duration;  // 0 if unknown
} cffmpeg_picture;

bool cffmpeg_encoder_send_picture(cffmpeg_encoder *encoder, const cffmpeg_picture *picture, cffmpeg_failure *failure);

// Encodes consecutive audio in the encoder's sample format; returns the number of accepted frames, below 0 on failure.
int cffmpeg_encoder_send_sound(cffmpeg_encoder *encoder, const cffmpeg_sound *sound, cffmpeg_failure *failure);

// Signals the end of the input.
bool cffmpeg_encoder_finish(cffmpeg_encoder *encoder, cffmpeg_failure *failure);

// Returns a completed packet, to be released by the caller, or CFFMPEG_AT_END. Call this function after every input.
cffmpeg_step cffmpeg_encoder_receive(cffmpeg_encoder *encoder, cffmpeg_packet **packet, cffmpeg_failure *failure);

// ---- Writing

typedef struct cffmpeg_muxer cffmpeg_muxer;

typedef struct cffmpeg_track {
  const cffmpeg_format *format;
  cffmpeg_ratio time_base;  // of its packets
  cffmpeg_ratio frame_rate;  // for video, approximate
  cffmpeg_matrix matrix;
} cffmpeg_track;

typedef struct cffmpeg_tag {
  const char *key, *value;
} cffmpeg_tag;

typedef struct cffmpeg_muxer_options {
  const char *container;  // FFmpeg's name of the format, such as "mp4"
  const char *muxer_options;  // "key=value:key=value"
  const cffmpeg_track *tracks;
  int track_count;
  const cffmpeg_tag *tags;  // the metadata of the file
  int tag_count;
  bool is_stream;  // whether to write without seeking or truncating, even to a file
} cffmpeg_muxer_options;

// Opens a muxer for a file that is open for writing. The file is truncated only after everything else succeeded, and
// remains owned by the caller. Returns the time base of each track in `time_bases`.
cffmpeg_muxer *cffmpeg_muxer_open(
    int descriptor, const cffmpeg_muxer_options *options, cffmpeg_ratio *time_bases, cffmpeg_failure *failure);

// Writes a packet, which remains owned by the caller. The packets of a track must be in decoding order.
bool cffmpeg_muxer_write(cffmpeg_muxer *muxer, int track, const cffmpeg_packet *packet, cffmpeg_failure *failure);

// Writes the end of the file.
bool cffmpeg_muxer_finish(cffmpeg_muxer *muxer, cffmpeg_failure *failure);

// Removes an incomplete fragment from the end of a file after a write error.
void cffmpeg_muxer_abandon(cffmpeg_muxer *muxer);

// Closes the muxer and leaves the file as it is.
void cffmpeg_muxer_close(cffmpeg_muxer *muxer);

#endif

// FFmpeg's libraries, opened when a movie is: movie files in and out. No header of theirs is needed to use this one,
// and nothing links them.

#ifndef OPENCAPTURE_CFFMPEG_H
#define OPENCAPTURE_CFFMPEG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// What kind of failure it was.
typedef enum cffmpeg_code {
  CFFMPEG_NO_FAILURE = 0,
  CFFMPEG_LIBRARY_MISSING,  // the message is the name of the library
  CFFMPEG_LIBRARY_UNUSABLE,  // the message says why it is there but can't be opened
  CFFMPEG_SYSTEM,  // error_number is the errno of reading or writing
  CFFMPEG_UNREACHABLE,  // there is no such camera on the network, or it went; the message says how
  CFFMPEG_UNAUTHORIZED,  // a camera on the network wants another password
  CFFMPEG_UNEXPECTED,  // a camera on the network sends something else than pictures; the message says what
  CFFMPEG_SILENT,  // nothing came from the network in time
  CFFMPEG_UNKNOWN_FORMAT,
  CFFMPEG_REFUSED_FORMAT,  // one that strangers' files may not be in; the message is FFmpeg's name of it
  CFFMPEG_NO_VIDEO,
  CFFMPEG_NO_SOUND,
  CFFMPEG_NO_CODEC,  // the message is the name of the codec
  CFFMPEG_REFUSED_CODEC,  // one that strangers' files may not be in; the message is the name of the decoder
  CFFMPEG_ENCRYPTED,
  CFFMPEG_DAMAGED,
  CFFMPEG_TOO_LARGE,
  CFFMPEG_NO_MEMORY,
  CFFMPEG_CANCELLED,
  CFFMPEG_REFUSED,  // an option or a frame that the library doesn't take
} cffmpeg_code;

typedef struct cffmpeg_failure {
  cffmpeg_code code;
  int error_number;
  char message[256];  // the library's own words, ended by a zero; empty where it has none
} cffmpeg_failure;

// Opens the libraries; false where one is missing or can't be opened now. Safe from any thread; costs nothing once it
// was done.
//
// Sets the libraries' log callback, which is one for the whole process: messages are kept for failures, not printed.
bool cffmpeg_load(cffmpeg_failure *failure);

// Whether there is an encoder of this name; false where the libraries are missing.
bool cffmpeg_has_encoder(const char *name);

// How pixels lie in memory.
typedef struct cffmpeg_pixels {
  const char *name;  // FFmpeg's, such as "yuv420p"
  bool is_full_range;
} cffmpeg_pixels;

// A fraction; the denominator is above 0, or both are 0 where it is not known.
typedef struct cffmpeg_ratio {
  int numerator;
  int denominator;
} cffmpeg_ratio;

// How a picture is to be shown: x' = a·x + c·y, y' = b·x + d·y, in 1/65536; all zeros where the file doesn't say.
typedef struct cffmpeg_matrix {
  int32_t a, b, c, d;
} cffmpeg_matrix;

// ---- Reading

typedef struct cffmpeg_reader cffmpeg_reader;

// Where a movie is read from: a file that is open, or bytes that stay there until the reader is closed.
typedef struct cffmpeg_source {
  int descriptor;  // below 0 for bytes; the reader leaves it open
  const uint8_t *bytes;
  int64_t byte_count;  // how many of the bytes, or of the file, are looked at
  // In place of all that, where a camera on the network is: by RTSP or HTTP. Looked at only while the reader is opened.
  const char *address;
  bool uses_datagrams;  // RTP by UDP rather than within RTSP's connection
  const char *token;  // of HTTP's bearer; NULL for none
  const char *certificates;  // a file in PEM, trusted beside those of the system; NULL for none
  int patience;  // how many milliseconds to wait for it, opening it and for each frame
} cffmpeg_source;

typedef struct cffmpeg_reader_options {
  int thread_count;  // 0 is one per core
  int64_t maximum_pixel_count;
  int64_t maximum_byte_count;  // of memory: what decoded frames hold at once, kept ones included; 0 for any
  int64_t reserved_bytes_per_pixel;  // of a frame, out of that, for what is done with it
  int page;  // of an icon in several sizes, from 0; the others aren't decoded
  bool is_sound;  // whether the sound is read, and not the pictures
  bool keeps_packets;  // whether what is read stays encoded
  bool keeps_colors;  // whether high dynamic range and wide gamut stay as they are
  const cffmpeg_pixels *pixels;  // those that frames may be in; looked at only while the reader is opened
  int pixels_count;
  bool (*is_over)(void);  // asked on the thread that reads whether reading is to end; NULL for nobody
} cffmpeg_reader_options;

// No time where the file doesn't say.
#define CFFMPEG_NO_TIME INT64_MIN

typedef struct cffmpeg_movie_info {
  char container[64];  // FFmpeg's name of the format, such as "matroska,webm"
  char codec[32];  // FFmpeg's name of the codec, such as "h264"
  uint32_t codec_tag;  // four characters, the first in the highest byte
  int width, height;
  cffmpeg_ratio time_base;  // of all times
  cffmpeg_ratio frame_rate;  // the mean, as far as the file says
  cffmpeg_ratio pixel_aspect;  // width to height of a pixel; zeros if the file doesn't say
  int64_t start_time;
  int64_t sound_start_time;
  int64_t duration;
  int64_t frame_count;  // 0 where the file doesn't say
  int64_t bit_rate;  // 0 where the file doesn't say
  cffmpeg_matrix matrix;
  int bytes_per_pixel;  // of memory, that decoding may take
  bool has_sound;
  char unread_sound[32];  // FFmpeg's name of the codec of sound of which nothing is known; empty if there is none
  cffmpeg_code sound_failure;  // why nothing is known of it
  bool is_reordered;  // whether frames come in another order than they are shown in
} cffmpeg_movie_info;

typedef struct cffmpeg_frame {
  void *handle;  // to be given back with cffmpeg_frame_release
  int width, height;
  int pixels;  // which of the reader's options; below 0 where none of them is near
  bool is_bt709;
  bool is_toned;  // whether it is converted from high dynamic range or wide gamut to BT.709
  bool is_direct;  // whether `planes` are pixels of that kind; else cffmpeg_reader_convert writes them
  bool is_writable;  // whether the decoder doesn't need the planes any more
  uint8_t *planes[3];
  int bytes_per_row[3];
  int64_t time;
  int64_t duration;  // 0 where the file doesn't say
  int64_t arrival;  // from the network: when its last bytes came, in nanoseconds of CLOCK_MONOTONIC
  bool is_late;  // from the network: whether newer ones wait already, so that only others' decoding needs it
  bool is_damaged;
  bool has_alpha;
  cffmpeg_matrix matrix;
  int exif_orientation;  // 1 to 8; 0 where the file has none
} cffmpeg_frame;

// What was wrong in the file so far.
typedef struct cffmpeg_damage {
  int failed_packet_count;
  int damaged_frame_count;
  int64_t first_time;  // of the first thing that was wrong
  cffmpeg_failure failure;
} cffmpeg_damage;

cffmpeg_reader *cffmpeg_reader_open(
    const cffmpeg_source *source, const cffmpeg_reader_options *options, cffmpeg_failure *failure);
void cffmpeg_reader_close(cffmpeg_reader *reader);
cffmpeg_movie_info cffmpeg_reader_info(const cffmpeg_reader *reader);

// What a camera on the network says of the time of day (RTCP's sender reports).
typedef struct cffmpeg_wall_clock {
  int64_t time;  // of the stream
  int64_t microseconds;  // since 1970; 0 where it says nothing
} cffmpeg_wall_clock;
cffmpeg_wall_clock cffmpeg_reader_wall_clock(const cffmpeg_reader *reader);

// When what was read last came from the network.
typedef struct cffmpeg_arrival {
  int64_t time;  // in nanoseconds of CLOCK_MONOTONIC
  bool is_late;  // whether it didn't come at its time, but waited with others
} cffmpeg_arrival;
cffmpeg_arrival cffmpeg_reader_arrival(const cffmpeg_reader *reader);

// How many packets of a camera on the network were passed over so far, to be where it is; of those that stay encoded, none.
int64_t cffmpeg_reader_passed_over_count(const cffmpeg_reader *reader);

// Ends all reading, now and later, from any thread.
void cffmpeg_reader_cancel(cffmpeg_reader *reader);

typedef enum cffmpeg_step { CFFMPEG_FAILED = -1, CFFMPEG_AT_END = 0, CFFMPEG_HAS_FRAME = 1 } cffmpeg_step;

// The next frame in the order of presentation. Damage is passed over, and noted.
cffmpeg_step cffmpeg_reader_next(cffmpeg_reader *reader, cffmpeg_frame *frame, cffmpeg_failure *failure);
cffmpeg_damage cffmpeg_reader_damage(const cffmpeg_reader *reader);

// Goes to a frame from which all later ones can be decoded, at or before `time` as far as the file knows.
bool cffmpeg_reader_seek(cffmpeg_reader *reader, int64_t time, cffmpeg_failure *failure);

// Writes the pixels as `frame->pixels` says to planes that have room for them; their rows are padded to 64 bytes.
bool cffmpeg_reader_convert(
    cffmpeg_reader *reader, const cffmpeg_frame *frame, uint8_t *const planes[3], const int bytes_per_row[3],
    cffmpeg_failure *failure);

// Safe from any thread.
void cffmpeg_frame_release(void *handle);

// ---- Decoding what a camera encodes

// A decoder of pictures that come one by one, each building on those before.
typedef struct cffmpeg_stream_decoder cffmpeg_stream_decoder;

// `codec` is FFmpeg's name of a decoder, such as "h264"; larger pictures than `most_pixels` are refused.
cffmpeg_stream_decoder *cffmpeg_stream_decoder_open(
    const char *codec, const cffmpeg_pixels *pixels, int pixels_count, int64_t most_pixels, cffmpeg_failure *failure);
void cffmpeg_stream_decoder_close(cffmpeg_stream_decoder *stream);

// Forgets the pictures before: what comes builds on none of them.
void cffmpeg_stream_decoder_forget(cffmpeg_stream_decoder *stream);

// Takes a picture, whose frame will have this time.
bool cffmpeg_stream_decoder_send(
    cffmpeg_stream_decoder *stream, const uint8_t *bytes, int count, int64_t time, cffmpeg_failure *failure);

// A frame that is decoded; CFFMPEG_AT_END until more is taken.
cffmpeg_step cffmpeg_stream_decoder_receive(
    cffmpeg_stream_decoder *stream, cffmpeg_frame *frame, cffmpeg_failure *failure);

// As cffmpeg_reader_convert.
bool cffmpeg_stream_decoder_convert(
    cffmpeg_stream_decoder *stream, const cffmpeg_frame *frame, uint8_t *const planes[3], const int bytes_per_row[3],
    cffmpeg_failure *failure);

// ---- Sound

enum { CFFMPEG_MOST_CHANNELS = 64 };

// Sound as it is decoded or encoded: samples of 16 or 32 bits, or floating-point ones of 32 bits.
typedef struct cffmpeg_sound {
  const char *samples;  // FFmpeg's name of how they are stored, such as "s16" or "fltp"
  int sample_rate;
  int channel_count;
  uint64_t channel_mask;  // where the loudspeakers stand, a bit for each place; 0 where nobody knows
  int frame_count;
  int plane_count;
  int bytes_per_frame;  // within a plane; of decoded sound, 0
  const uint8_t *planes[CFFMPEG_MOST_CHANNELS];
  int64_t time;
  bool is_damaged;
} cffmpeg_sound;

typedef struct cffmpeg_sound_info {
  char codec[32];  // FFmpeg's name of the codec, such as "aac"
  int sample_rate;
  int channel_count;
  uint64_t channel_mask;
  int64_t bit_rate;  // 0 where the file doesn't say
  cffmpeg_ratio time_base;  // of all times
  int64_t start_time;
  int64_t duration;
} cffmpeg_sound_info;

// Says what there is of sound in what was opened for it.
cffmpeg_sound_info cffmpeg_reader_sound_info(const cffmpeg_reader *reader);

// The next sound, which stays until the next call. Damage is passed over, and noted.
cffmpeg_step cffmpeg_reader_next_sound(cffmpeg_reader *reader, cffmpeg_sound *sound, cffmpeg_failure *failure);

// How samples are stored.
typedef struct cffmpeg_samples {
  const char *name;
  int sample_rate;
  int channel_count;
  uint64_t channel_mask;
} cffmpeg_samples;

// Changes how samples are stored, their channels and their rate.
typedef struct cffmpeg_resampler cffmpeg_resampler;

// `follows_clock` is whether the rate can be corrected.
cffmpeg_resampler *cffmpeg_resampler_open(
    const cffmpeg_samples *from, const cffmpeg_samples *to, bool follows_clock, cffmpeg_failure *failure);
void cffmpeg_resampler_close(cffmpeg_resampler *resampler);

// Gives so many frames more, or fewer where `extra` is below 0, within the next `count` that are given.
bool cffmpeg_resampler_correct(cffmpeg_resampler *resampler, int extra, int count, cffmpeg_failure *failure);

// Takes frames, and gives as many as there are; below 0 where it failed. Without planes, the last ones.
int cffmpeg_resampler_convert(
    cffmpeg_resampler *resampler, const uint8_t *const *planes, int frame_count, uint8_t *const *new_planes,
    int new_capacity, cffmpeg_failure *failure);

// How many frames were taken and are yet to be given, counted at a rate.
int64_t cffmpeg_resampler_delay(const cffmpeg_resampler *resampler, int rate);

// ---- What is encoded

// How encoded media is to be decoded: its codec, size or rate, and what a decoder must be told first.
typedef struct AVCodecParameters cffmpeg_format;

// Of pictures as cameras encode them: `codec` is FFmpeg's name of a decoder, such as "mjpeg" for JPEG files that follow each
// other, `parameters` what it must be told first, if anything.
cffmpeg_format *cffmpeg_format_of_pictures(
    const char *codec, int width, int height, const uint8_t *parameters, int count, cffmpeg_failure *failure);
void cffmpeg_format_release(cffmpeg_format *format);

// What a decoder must be told first; it stays the format's.
const uint8_t *cffmpeg_format_parameters(const cffmpeg_format *format, int *count);

// Whether a container, by FFmpeg's name, can hold what is encoded so.
bool cffmpeg_container_takes(const char *container, const cffmpeg_format *format);

// A picture or some sound, encoded.
typedef struct AVPacket cffmpeg_packet;

typedef struct cffmpeg_packet_info {
  const uint8_t *bytes;
  int byte_count;
  int64_t time, decode_time, duration;
} cffmpeg_packet_info;

// Of a picture; whether it can be decoded without others.
cffmpeg_packet *cffmpeg_packet_copy(const uint8_t *bytes, int count, bool is_key, cffmpeg_failure *failure);
cffmpeg_packet_info cffmpeg_packet_describe(const cffmpeg_packet *packet);
void cffmpeg_packet_set_time(cffmpeg_packet *packet, int64_t time, int64_t decode_time, int64_t duration);
void cffmpeg_packet_release(cffmpeg_packet *packet);

// How what is read is encoded; to be released.
cffmpeg_format *cffmpeg_reader_format(const cffmpeg_reader *reader, cffmpeg_failure *failure);

// The next packet of what was opened, as it is in the file; to be released.
cffmpeg_step cffmpeg_reader_next_packet(cffmpeg_reader *reader, cffmpeg_packet **packet, cffmpeg_failure *failure);

// ---- Encoding

typedef struct cffmpeg_encoder cffmpeg_encoder;

// One way to encode pictures; those that are tried are given in order.
typedef struct cffmpeg_picture_choice {
  const char *name;  // FFmpeg's name of the encoder, such as "libx264"
  const char *options;  // FFmpeg's options of that encoder, "key=value:key=value"
  const char *device;  // the device file of the graphics processor that encodes, by VA-API; NULL for other encoders
  int width, height;  // of the frames that are encoded; where larger than the pictures, their edge is repeated
  int largest_timescale;  // the most ticks a second that it takes; 0 for any
  int reordered_frame_count;
  bool is_full_range;
  bool is_bt709;
} cffmpeg_picture_choice;

typedef struct cffmpeg_picture_options {
  const cffmpeg_picture_choice *choices;
  int choice_count;
  int width, height;  // of the pictures
  cffmpeg_ratio time_base;  // of all times
  cffmpeg_ratio frame_rate;  // about
  cffmpeg_ratio pixel_aspect;
  int key_frame_interval;
  int thread_count;
  bool wants_header;  // whether the container has what a decoder must be told first in one place
} cffmpeg_picture_options;

typedef struct cffmpeg_picture_encoding {
  int choice;  // which of the encoders was taken
  const char *pixels;  // FFmpeg's name of those that it takes, whose range is the choice's
} cffmpeg_picture_encoding;

// Opens the first of the encoders that can be had.
cffmpeg_encoder *cffmpeg_picture_encoder_open(
    const cffmpeg_picture_options *options, cffmpeg_picture_encoding *encoding, cffmpeg_failure *failure);

// One way to encode sound.
typedef struct cffmpeg_sound_choice {
  const char *name, *options;
  const char *samples;  // how they are stored, as FFmpeg calls it; NULL for what the encoder names first
} cffmpeg_sound_choice;

typedef struct cffmpeg_sound_options {
  const cffmpeg_sound_choice *choices;
  int choice_count;
  int sample_rate;  // times are counted in
  int channel_count;
  uint64_t channel_mask;
  int64_t bit_rate;  // 0 for what is usual
  bool wants_header;
} cffmpeg_sound_options;

typedef struct cffmpeg_sound_encoding {
  int choice;
  const char *samples;  // FFmpeg's name of how they must be stored
  int priming_count;  // how many frames a decoder gives before the first that is encoded
} cffmpeg_sound_encoding;

// Opens the first of the encoders that can be had.
cffmpeg_encoder *cffmpeg_sound_encoder_open(
    const cffmpeg_sound_options *options, cffmpeg_sound_encoding *encoding, cffmpeg_failure *failure);

void cffmpeg_encoder_close(cffmpeg_encoder *encoder);

// How what it gives is encoded; to be released.
cffmpeg_format *cffmpeg_encoder_format(const cffmpeg_encoder *encoder, cffmpeg_failure *failure);

// A picture in the pixels that the encoder wants; copied. Times must increase.
typedef struct cffmpeg_picture {
  const uint8_t *planes[3];
  int bytes_per_row[3];
  int64_t time;
  int64_t duration;  // 0 where it is not known
} cffmpeg_picture;

bool cffmpeg_encoder_send_picture(cffmpeg_encoder *encoder, const cffmpeg_picture *picture, cffmpeg_failure *failure);

// Takes frames of sound, stored as it wants, each following the one before; how many it took, below 0 where it failed.
int cffmpeg_encoder_send_sound(cffmpeg_encoder *encoder, const cffmpeg_sound *sound, cffmpeg_failure *failure);

// Takes note that there is nothing more.
bool cffmpeg_encoder_finish(cffmpeg_encoder *encoder, cffmpeg_failure *failure);

// A packet that is ready, to be released; at the end where there is none yet. To be called after all that is sent.
cffmpeg_step cffmpeg_encoder_receive(cffmpeg_encoder *encoder, cffmpeg_packet **packet, cffmpeg_failure *failure);

// ---- Writing

typedef struct cffmpeg_muxer cffmpeg_muxer;

typedef struct cffmpeg_track {
  const cffmpeg_format *format;
  cffmpeg_ratio time_base;  // of its packets
  cffmpeg_ratio frame_rate;  // of pictures, about
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
  const cffmpeg_tag *tags;  // what the file says of itself
  int tag_count;
  bool
      is_stream;  // whether bytes are only put behind one another, whatever the descriptor is: it isn't emptied, either
} cffmpeg_muxer_options;

// Makes a movie in a file that is open for writing, and is emptied once everything else is known to work; stays the
// caller's. For each track, what the container counts times in.
cffmpeg_muxer *cffmpeg_muxer_open(
    int descriptor, const cffmpeg_muxer_options *options, cffmpeg_ratio *time_bases, cffmpeg_failure *failure);

// Writes a packet, which stays the caller's; those of a track in the order in which they are decoded.
bool cffmpeg_muxer_write(cffmpeg_muxer *muxer, int track, const cffmpeg_packet *packet, cffmpeg_failure *failure);

// Writes the end of the file.
bool cffmpeg_muxer_finish(cffmpeg_muxer *muxer, cffmpeg_failure *failure);

// Takes from a file that can't be written any further what is half of it: a fragment that isn't whole.
void cffmpeg_muxer_abandon(cffmpeg_muxer *muxer);

// Leaves the file as it is.
void cffmpeg_muxer_close(cffmpeg_muxer *muxer);

#endif

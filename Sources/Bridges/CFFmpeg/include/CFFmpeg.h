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
  CFFMPEG_UNKNOWN_FORMAT,
  CFFMPEG_REFUSED_FORMAT,  // one that strangers' files may not be in; the message is FFmpeg's name of it
  CFFMPEG_NO_VIDEO,
  CFFMPEG_NO_CODEC,  // the message is the name of the codec
  CFFMPEG_REFUSED_CODEC,  // one that strangers' files may not be in; the message is the name of the decoder
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
  // Bytes that are read in the place of those at an offset: TIFF's header leads to one of several pictures.
  int64_t replaced_offset;
  int replaced_count;  // 0 for none
  uint8_t replacement[4];
} cffmpeg_source;

typedef struct cffmpeg_reader_options {
  int thread_count;  // 0 is one per core
  int64_t maximum_pixel_count;
  int64_t maximum_byte_count;  // of memory: what decoded frames hold at once, kept ones included; 0 for any
  int64_t reserved_bytes_per_pixel;  // of a frame, out of that, for what is done with it
  int page;  // of an icon in several sizes, from 0; the others aren't decoded
  const cffmpeg_pixels *pixels;  // those that frames may be in; looked at only while the reader is opened
  int pixels_count;
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
  int64_t start_time;
  int64_t duration;
  int64_t frame_count;  // 0 where the file doesn't say
  cffmpeg_matrix matrix;
  int bytes_per_pixel;  // of memory, that decoding may take
} cffmpeg_movie_info;

typedef struct cffmpeg_frame {
  void *handle;  // to be given back with cffmpeg_frame_release
  int width, height;
  int pixels;  // which of the reader's options; below 0 where none of them is near
  bool is_bt709;
  bool is_direct;  // whether `planes` are pixels of that kind; else cffmpeg_reader_convert writes them
  bool is_writable;  // whether the decoder doesn't need the planes any more
  uint8_t *planes[3];
  int bytes_per_row[3];
  int64_t time;
  int64_t duration;  // 0 where the file doesn't say
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

// Lays pixels of four bytes, the last of them alpha, over white paper.
void cffmpeg_lay_over_white(uint8_t *pixels, int bytes_per_row, int width, int height);

// Safe from any thread.
void cffmpeg_frame_release(void *handle);

// ---- Writing

typedef struct cffmpeg_writer cffmpeg_writer;

// One way to encode; those that are tried are given in order.
typedef struct cffmpeg_encoder_choice {
  const char *name;  // FFmpeg's name of the encoder, such as "libx264"
  const char *options;  // FFmpeg's options of that encoder, "key=value:key=value"
  int width, height;  // of the frames that are encoded; where larger than the pictures, their edge is repeated
  int largest_timescale;  // the most ticks a second that it takes; 0 for any
  int reordered_frame_count;
  bool is_full_range;
  bool is_bt709;
} cffmpeg_encoder_choice;

typedef struct cffmpeg_writer_options {
  const char *container;  // FFmpeg's name of the format, such as "mp4"
  const char *muxer_options;  // "key=value:key=value"
  const cffmpeg_encoder_choice *choices;
  int choice_count;
  int width, height;  // of the pictures
  cffmpeg_ratio time_base;  // of all times
  cffmpeg_ratio frame_rate;  // about
  int key_frame_interval;
  int thread_count;
  cffmpeg_matrix matrix;
  bool
      is_stream;  // whether bytes are only put behind one another, whatever the descriptor is: it isn't emptied, either
} cffmpeg_writer_options;

typedef struct cffmpeg_writer_info {
  int choice;  // which of the encoders was taken
  const char *pixels;  // FFmpeg's name of those that it takes, whose range is the choice's
  cffmpeg_ratio time_base;  // what the container made of it
} cffmpeg_writer_info;

// Makes a movie in a file that is open for writing, and is emptied once encoding can start; stays the caller's.
cffmpeg_writer *cffmpeg_writer_open(
    int descriptor, const cffmpeg_writer_options *options, cffmpeg_writer_info *info, cffmpeg_failure *failure);

// A picture in the pixels that the writer wants; copied. Times must increase.
typedef struct cffmpeg_picture {
  const uint8_t *planes[3];
  int bytes_per_row[3];
  int64_t time;
  int64_t duration;  // 0 where it is not known
} cffmpeg_picture;

bool cffmpeg_writer_append(cffmpeg_writer *writer, const cffmpeg_picture *picture, cffmpeg_failure *failure);

// Writes what is still in the encoder, and the end of the file.
bool cffmpeg_writer_finish(cffmpeg_writer *writer, cffmpeg_failure *failure);

// Leaves the file as it is.
void cffmpeg_writer_close(cffmpeg_writer *writer);

#endif

#ifndef OPENCAPTURE_CFFMPEG_TIMELINE_H
#define OPENCAPTURE_CFFMPEG_TIMELINE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct AVPacket AVPacket;
struct cffmpeg_reader;

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

// Determines the beginning of the movie.
void cffmpeg_timeline_begin(struct cffmpeg_reader *reader);

// Restores the initial times after a seek.
void cffmpeg_timeline_reset(struct cffmpeg_reader *reader);

// Shifts the times of a packet, and records a jump.
void cffmpeg_timeline_shift_packet(struct cffmpeg_reader *reader, AVPacket *packet);

// Converts a time between the file and the movie, using the initial shift.
int64_t cffmpeg_timeline_from_file(const struct cffmpeg_reader *reader, int64_t time);
int64_t cffmpeg_timeline_to_file(const struct cffmpeg_reader *reader, int64_t time);

// Selects the other track's stream, whose packets are also examined.
void cffmpeg_timeline_choose_companion(struct cffmpeg_reader *reader);

#endif

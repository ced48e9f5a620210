#ifndef OPENCAPTURE_CFFMPEG_TIMELINE_H
#define OPENCAPTURE_CFFMPEG_TIMELINE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct AVPacket AVPacket;
struct cffmpeg_reader;

// The times of a movie, which go on where those in the file step.
//
// Those of transport streams come from a clock that runs for ever: they are counted from the first picture or sound. Files
// that are joined byte by byte step back in the middle, and clocks can step ahead as well. Pictures and sound are read by
// readers of their own; both look at the packets of both, so that they find the same steps.
typedef struct cffmpeg_timeline {
  int64_t origin;  // added to all times at the beginning, in microseconds
  int64_t shifts[2];  // added to times of pictures, and of sound, now
  // When the next picture, and the next sound, is decoded, after the shift; CFFMPEG_NO_TIME if unknown.
  int64_t next[2];
  int64_t ends[2];  // when the pictures, and the sound, that came so far have been shown and heard
  int companion;  // the index of the stream of the other kind; -1 for none
  bool has_stepped;
} cffmpeg_timeline;

// Finds where the movie begins.
void cffmpeg_timeline_begin(struct cffmpeg_reader *reader);

// Goes back to the times of the beginning, after a seek.
void cffmpeg_timeline_reset(struct cffmpeg_reader *reader);

// Moves the times of a packet; notes a step that it shows.
void cffmpeg_timeline_follow(struct cffmpeg_reader *reader, AVPacket *packet);

// Returns a time of the stream in the file as one of the movie, by the times of the beginning, and the other way about.
int64_t cffmpeg_timeline_from_file(const struct cffmpeg_reader *reader, int64_t time);
int64_t cffmpeg_timeline_to_file(const struct cffmpeg_reader *reader, int64_t time);

// Chooses the stream whose packets are looked at as well.
void cffmpeg_timeline_choose_companion(struct cffmpeg_reader *reader);

#endif

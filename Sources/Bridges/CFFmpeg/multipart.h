// A reader of the JPEG images in a camera's multipart HTTP response (RFC 2046, 5.1), regardless of the part headers.
#ifndef OPENCAPTURE_CFFMPEG_MULTIPART_H
#define OPENCAPTURE_CFFMPEG_MULTIPART_H

#include "libraries.h"

typedef struct cffmpeg_multipart cffmpeg_multipart;

// Creates a filter for a connection, which it closes at the end; NULL if memory is exhausted.
//
// Cheap cameras label JPEG as image/jpg or not at all, and insert other parts, but FFmpeg requires image/jpeg. The
// filter passes on parts that start like JPEG as image/jpeg, and drops other parts.
cffmpeg_multipart *cffmpeg_multipart_open(AVIOContext *connection);
void cffmpeg_multipart_close(cffmpeg_multipart *multipart);

// Returns the context for FFmpeg's demuxer.
AVIOContext *cffmpeg_multipart_context(const cffmpeg_multipart *multipart);

// Returns a message about unexpected data; NULL if JPEG or nothing arrived.
const char *cffmpeg_multipart_error_message(cffmpeg_multipart *multipart);

#endif

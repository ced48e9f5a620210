// Pictures that a camera sends by HTTP, one part of an answer after the other (RFC 2046, 5.1), whatever the headers of the parts
// say.
#ifndef OPENCAPTURE_CFFMPEG_MULTIPART_H
#define OPENCAPTURE_CFFMPEG_MULTIPART_H

#include "libraries.h"

typedef struct cffmpeg_multipart cffmpeg_multipart;

// Makes a filter of what comes from a connection, which it closes in the end; NULL if there is no memory.
//
// Cheap cameras call JPEG image/jpg or nothing at all, and put other parts in between; FFmpeg wants image/jpeg to the letter.
// Parts that begin as JPEG does are given on as image/jpeg, others are left out.
cffmpeg_multipart *cffmpeg_multipart_open(AVIOContext *connection);
void cffmpeg_multipart_close(cffmpeg_multipart *multipart);

// Where FFmpeg's demuxer reads.
AVIOContext *cffmpeg_multipart_context(const cffmpeg_multipart *multipart);

// What came in place of JPEG, in words; NULL if JPEG came, or nothing.
const char *cffmpeg_multipart_complaint(cffmpeg_multipart *multipart);

#endif

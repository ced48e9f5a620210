#define _GNU_SOURCE
#include "multipart.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { LONGEST_LINE = 1024, MOST_LINES = 64, BUFFER_SIZE = 1 << 16, LONGEST_PART = 1 << 26, MOST_OTHERS = 16 };

typedef enum place { BETWEEN_PARTS, IN_PART_OF_LENGTH, IN_PART_TO_BOUNDARY } place;

struct cffmpeg_multipart {
  AVIOContext *connection, *context;
  char boundary[LONGEST_LINE];  // the line between parts, without its end; empty until the first
  char declared[128];  // the boundary in the response header; empty if none
  char type[128];  // the type of the last dropped part, or of the response
  char complaint[256];
  place place;
  int64_t left;  // the maximum remaining bytes of the part
  bool is_wanted;  // whether the part is JPEG
  bool has_picture;  // whether any part was JPEG
  bool has_part;  // whether any part arrived
  int other_count;  // of parts before the first JPEG
  bool has_wrong_lengths;  // whether a part had an incorrect length
  uint8_t pending[LONGEST_LINE + 256];  // data to return before reading from the connection
  size_t pending_count, pending_start;
};

static void push_pending(cffmpeg_multipart *multipart, const void *bytes, size_t count) {
  if (multipart->pending_count + count > sizeof multipart->pending) return;
  memcpy(multipart->pending + multipart->pending_count, bytes, count);
  multipart->pending_count += count;
}

// Reads a line with its end, truncated to LONGEST_LINE; 0 at the end.
static size_t read_line(cffmpeg_multipart *multipart, char line[LONGEST_LINE]) {
  size_t count = 0;
  while (count < LONGEST_LINE) {
    unsigned char byte;
    if (lav.avio_read(multipart->connection, &byte, 1) != 1) break;
    line[count++] = (char)byte;
    if (byte == '\n') break;
  }
  return count;
}

static size_t without_end(const char *line, size_t count) {
  while (count > 0 && strchr("\r\n \t", line[count - 1])) count--;
  return count;
}

// Reads a line without its end as a string; false at the end.
static bool read_text_line(cffmpeg_multipart *multipart, char line[LONGEST_LINE + 1]) {
  const size_t count = read_line(multipart, line);
  line[without_end(line, count)] = 0;
  return count > 0;
}

// Returns whether a line is a boundary. Some cameras omit the leading dashes.
static bool is_boundary(const cffmpeg_multipart *multipart, const char *line, size_t count) {
  count = without_end(line, count);
  const size_t length = strlen(multipart->boundary);
  if (length == 0) {
    const bool has_dashes = count > 2 && !strncmp(line, "--", 2);
    return count < LONGEST_LINE
        && (has_dashes
            || (count > 0 && count == strlen(multipart->declared) && !strncmp(line, multipart->declared, count)));
  }
  // The last boundary ends with two dashes.
  return count >= length && count <= length + 2 && !strncmp(line, multipart->boundary, length);
}

static const char *value_of(const char *line, const char *name) {
  const size_t length = strlen(name);
  if (strncasecmp(line, name, length) != 0 || line[length] != ':') return NULL;
  const char *value = line + length + 1;
  return value + strspn(value, " \t");
}

// Reads the header of a part, whose first line may have been read, and starts its output; false at the end.
static bool begin_part(cffmpeg_multipart *multipart, char line[LONGEST_LINE + 1], bool has_line) {
  int64_t length = -1;
  char type[sizeof multipart->type] = "";
  for (int lines = 0; lines < MOST_LINES; lines++) {
    if (!has_line && !read_text_line(multipart, line)) return false;
    has_line = false;
    if (!line[0]) break;
    const char *value = value_of(line, "Content-Length");
    if (value) length = strtoll(value, NULL, 10);
    value = value_of(line, "Content-Type");
    if (value) snprintf(type, sizeof type, "%s", value);
  }
  uint8_t start[2] = {0, 0};
  const int count = lav.avio_read(multipart->connection, start, sizeof start);
  if (count <= 0) return false;
  multipart->has_part = true;
  multipart->is_wanted = count == 2 && start[0] == 0xff && start[1] == 0xd8;
  if (multipart->has_wrong_lengths || length > LONGEST_PART) length = -1;
  multipart->place = length > 2 ? IN_PART_OF_LENGTH : IN_PART_TO_BOUNDARY;
  multipart->left = (length > 2 ? length : LONGEST_PART) - count;
  if (!multipart->is_wanted) {
    snprintf(multipart->type, sizeof multipart->type, "%s", type[0] ? type : "data without a type");
    // Give up if no image arrives.
    return multipart->has_picture || ++multipart->other_count < MOST_OTHERS;
  }
  multipart->has_picture = true;
  char header[160], length_field[64] = "";
  if (length > 2) snprintf(length_field, sizeof length_field, "Content-Length: %lld\r\n", (long long)length);
  const int size = snprintf(header, sizeof header, "\r\n--part\r\nContent-Type: image/jpeg\r\n%s\r\n", length_field);
  push_pending(multipart, header, (size_t)size);
  push_pending(multipart, start, sizeof start);
  return true;
}

// Finds the next part; false at the end. FFmpeg 7 hides the declared boundary, so that the line before the first header
// is taken for it, too.
static bool find_part(cffmpeg_multipart *multipart) {
  char line[LONGEST_LINE + 1] = "", last_line[LONGEST_LINE + 1] = "";
  for (int64_t passed = 0; passed < 1 << 20;) {
    const size_t count = read_line(multipart, line), length = without_end(line, count);
    if (count == 0) return false;
    passed += (int64_t)count;
    if (is_boundary(multipart, line, count)) {
      if (!multipart->boundary[0]) memcpy(multipart->boundary, line, length);
      return begin_part(multipart, line, false);
    }
    if (multipart->has_part && length > 0) multipart->has_wrong_lengths = true;
    line[length] = 0;
    const size_t last_length = strlen(last_line);
    if (!multipart->boundary[0] && last_length > 0 && last_length < LONGEST_LINE
        && (value_of(line, "Content-Type") || value_of(line, "Content-Length"))) {
      memcpy(multipart->boundary, last_line, last_length);
      return begin_part(multipart, line, true);
    }
    memcpy(last_line, line, length + 1);
  }
  return false;
}

// Returns the length of an image's end in a line, if the boundary follows directly; 0 otherwise.
static size_t end_of_picture(const cffmpeg_multipart *multipart, const char *line, size_t count) {
  const size_t length = strlen(multipart->boundary), end = without_end(line, count);
  if (length == 0 || end < length + 2) return 0;
  const size_t start = end - length;
  return !memcmp(line + start - 2, "\xff\xd9", 2) && is_boundary(multipart, line + start, count - start) ? start : 0;
}

// Reads a line of a part of unknown length, up to the next boundary; false at the end.
static bool read_to_boundary(cffmpeg_multipart *multipart) {
  char line[LONGEST_LINE + 1] = "";
  const size_t count = read_line(multipart, line);
  multipart->left -= (int64_t)count;
  if (count == 0 || multipart->left < 0) return false;
  if (is_boundary(multipart, line, count)) return begin_part(multipart, line, false);
  const size_t end = end_of_picture(multipart, line, count);
  if (multipart->is_wanted) push_pending(multipart, line, end > 0 ? end : count);
  return end == 0 || begin_part(multipart, line, false);
}

// Reads data of a part of known length.
static int read_part(cffmpeg_multipart *multipart, uint8_t *buffer, int count) {
  const int limit = multipart->left < count ? (int)multipart->left : count;
  const int read = lav.avio_read_partial(multipart->connection, buffer, limit);
  if (read <= 0) return read < 0 ? read : AVERROR_EOF;
  multipart->left -= read;
  if (multipart->left <= 0) multipart->place = BETWEEN_PARTS;
  return multipart->is_wanted ? read : 0;
}

// Returns the error of the connection. FFmpeg reports EIO at the regular end of a response of unknown length.
static int end_of(const cffmpeg_multipart *multipart) {
  const int error = multipart->connection->error;
  return error < 0 && error != AVERROR(EIO) ? error : AVERROR_EOF;
}

static int read_some(void *opaque, uint8_t *buffer, int count) {
  cffmpeg_multipart *multipart = opaque;
  while (true) {
    const size_t pending = multipart->pending_count - multipart->pending_start;
    if (pending > 0) {
      const size_t copied = pending < (size_t)count ? pending : (size_t)count;
      memcpy(buffer, multipart->pending + multipart->pending_start, copied);
      multipart->pending_start += copied;
      return (int)copied;
    }
    multipart->pending_count = multipart->pending_start = 0;
    bool goes_on = true;
    switch (multipart->place) {
      case BETWEEN_PARTS: goes_on = find_part(multipart); break;
      case IN_PART_TO_BOUNDARY: goes_on = read_to_boundary(multipart); break;
      case IN_PART_OF_LENGTH: {
        const int read = read_part(multipart, buffer, count);
        if (read != 0) return read;
      }
    }
    if (!goes_on) return end_of(multipart);
  }
}

// Parses the boundary in a type such as `multipart/x-mixed-replace; boundary="frame"`.
static void parse_boundary(cffmpeg_multipart *multipart) {
  const char *start = strcasestr(multipart->type, "boundary=");
  if (!start) return;
  start += strlen("boundary=");
  if (*start == '"') start++;
  const size_t length = strcspn(start, "\"; \t");
  if (length < sizeof multipart->declared) memcpy(multipart->declared, start, length);
}

cffmpeg_multipart *cffmpeg_multipart_open(AVIOContext *connection) {
  cffmpeg_multipart *multipart = calloc(1, sizeof *multipart);
  unsigned char *buffer = lav.av_malloc(BUFFER_SIZE);
  if (multipart && buffer) {
    multipart->context = lav.avio_alloc_context(buffer, BUFFER_SIZE, 0, multipart, read_some, NULL, NULL);
  }
  if (!multipart || !multipart->context) {
    lav.av_freep(&buffer);
    free(multipart);
    lav.avio_close(connection);
    return NULL;
  }
  multipart->connection = connection;
  uint8_t *type = NULL;
  if (lav.av_opt_get(connection, "mime_type", AV_OPT_SEARCH_CHILDREN, &type) >= 0 && type) {
    snprintf(multipart->type, sizeof multipart->type, "%s", (const char *)type);
  }
  lav.av_freep(&type);
  parse_boundary(multipart);
  return multipart;
}

void cffmpeg_multipart_close(cffmpeg_multipart *multipart) {
  if (!multipart) return;
  lav.av_freep(&multipart->context->buffer);
  lav.avio_context_free(&multipart->context);
  lav.avio_close(multipart->connection);
  free(multipart);
}

AVIOContext *cffmpeg_multipart_context(const cffmpeg_multipart *multipart) { return multipart->context; }

const char *cffmpeg_multipart_error_message(cffmpeg_multipart *multipart) {
  if (multipart->has_picture || !multipart->type[0]) return NULL;
  if (!multipart->has_part && !strncasecmp(multipart->type, "multipart/", 10)) return NULL;
  snprintf(multipart->complaint, sizeof multipart->complaint, "the camera sends %s, not JPEG images", multipart->type);
  return multipart->complaint;
}

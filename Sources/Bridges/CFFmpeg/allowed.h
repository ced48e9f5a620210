#ifndef OPENCAPTURE_CFFMPEG_ALLOWED_H
#define OPENCAPTURE_CFFMPEG_ALLOWED_H

#include "libraries.h"

// The formats and decoders that are allowed for untrusted files: those of common movies and images, and optionally of
// audio.
//
// Formats that refer to other files or to the network are excluded (playlists, file lists, manifests, session
// descriptions, devices). Rare formats are excluded too, because each parser adds attack surface.
bool cffmpeg_allows_format(const AVInputFormat *format, bool is_sound);
bool cffmpeg_allows_decoder(const AVCodec *decoder);

// Returns the options for opening a container: no protocols, and only the allowed formats and decoders, also for nested
// containers. To be freed with av_dict_free; NULL if memory is exhausted.
AVDictionary *cffmpeg_container_options(bool is_sound);

// The scheme of a network camera's address.
typedef enum cffmpeg_scheme {
  CFFMPEG_RTSP,
  CFFMPEG_RTSPS,
  CFFMPEG_HTTP,
  CFFMPEG_HTTPS,
} cffmpeg_scheme;

// Returns the only format allowed for a scheme: RTSP, or multipart JPEG. The format is never probed.
const char *cffmpeg_live_format(cffmpeg_scheme scheme);

// Returns the options for opening a network camera: only the protocols of its scheme (none of which opens files), its
// format, and the decoders that cameras need.
AVDictionary *cffmpeg_network_options(cffmpeg_scheme scheme, bool uses_datagrams);
bool cffmpeg_allows_live_decoder(const AVCodec *decoder);

// Returns the options for opening a decoder.
AVDictionary *cffmpeg_decoder_options(void);

#endif

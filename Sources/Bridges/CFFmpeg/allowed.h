#ifndef OPENCAPTURE_CFFMPEG_ALLOWED_H
#define OPENCAPTURE_CFFMPEG_ALLOWED_H

#include "libraries.h"

// Which of FFmpeg's formats and decoders a stranger's file may reach: those of movies and pictures that
// people have; of sound, where that is asked for.
//
// Left out is what leads to other files or to the network (playlists, lists of files, manifests, session
// descriptions, devices), and what hardly anybody has but an attacker: the fewer parsers, the fewer holes.
bool cffmpeg_allows_format(const AVInputFormat *format, bool is_sound);
bool cffmpeg_allows_decoder(const AVCodec *decoder);

// The options for opening a container, of which all that it opens takes over the same bounds: no protocol at all, these
// formats and decoders. To be freed with av_dict_free; NULL where there is no memory.
AVDictionary *cffmpeg_container_options(bool is_sound);

// How a camera on the network is spoken with, by the scheme of its address.
typedef enum cffmpeg_scheme {
  CFFMPEG_RTSP,
  CFFMPEG_RTSPS,
  CFFMPEG_HTTP,
  CFFMPEG_HTTPS,
} cffmpeg_scheme;

// The one format that a camera sends in by it: RTP, or parts of JPEG; nothing is guessed from what it sends.
const char *cffmpeg_live_format(cffmpeg_scheme scheme);

// The same for opening a camera on the network: only the protocols that its own address takes, none of which leads to
// files, its one format, and the decoders of what cameras send.
AVDictionary *cffmpeg_network_options(cffmpeg_scheme scheme, bool uses_datagrams);
bool cffmpeg_allows_live_decoder(const AVCodec *decoder);

// The options for opening a decoder.
AVDictionary *cffmpeg_decoder_options(void);

#endif

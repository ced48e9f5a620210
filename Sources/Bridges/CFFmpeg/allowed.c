#include "allowed.h"

// Lists for av_match_list: a format with several names is allowed by any of them.
#define MOVIES \
  "mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,mpeg,mpegts,mpegvideo,m4v,h264,hevc,mjpeg,flv,asf,ogg,mxf,nut,rm,dv,ivf," \
  "obu,av1,h261,h263,vc1,dirac,wtv,yuv4mpegpipe"

static const char formats[] = MOVIES
    // Still and animated images.
    ",gif,apng,ico,bmp_pipe,dds_pipe,dpx_pipe,exr_pipe,gif_pipe,j2k_pipe,jpeg_pipe,jpegls_pipe,jpegxl_pipe,pam_pipe,"
    "pbm_pipe,pcx_pipe,pfm_pipe,pgm_pipe,pgmyuv_pipe,pictor_pipe,png_pipe,ppm_pipe,psd_pipe,qoi_pipe,sgi_pipe,"
    "sunrast_pipe,svg_pipe,webp_pipe,xbm_pipe,xpm_pipe,xwd_pipe";

// Allowed only for audio readers.
static const char formats_of_sound[] = MOVIES ",aac,ac3,aiff,caf,eac3,flac,mp3,wav,w64";

static const char *formats_for(bool is_sound) { return is_sound ? formats_of_sound : formats; }

static const char decoders[] =
    // Movies.
    "h264,hevc,vvc,av1,libdav1d,libaom-av1,vp8,libvpx,vp9,libvpx-vp9,mpeg1video,mpeg2video,mpegvideo,mpeg4,msmpeg4v1,"
    "msmpeg4v2,msmpeg4,h261,h263,h263i,h263p,flv,vp6,vp6a,vp6f,theora,dirac,wmv1,wmv2,wmv3,vc1,rv10,rv20,rv30,rv40,"
    "svq1,svq3,cinepak,dvvideo,prores,dnxhd,cfhd,mjpeg,mjpegb,jpeg2000,libopenjpeg,ffv1,huffyuv,ffvhuff,utvideo,"
    "magicyuv,qtrle,msrle,msvideo1,rpza,smc,8bps,hap,indeo3,indeo4,indeo5,flashsv,flashsv2,zmbv,rawvideo,v210,v410,r210,"
    // Pictures.
    "png,apng,gif,webp,bmp,dds,dpx,exr,jpegls,libjxl,pam,pbm,pcx,pfm,pgm,pgmyuv,pictor,ppm,psd,qoi,sgi,sunrast,"
    "librsvg,targa,xbm,xpm,xwd,"
    // Audio, which FFmpeg probes before the video stream is known.
    "aac,aac_latm,mp2,mp2float,mp3,mp3float,ac3,eac3,opus,libopus,vorbis,flac,alac,amrnb,amrwb,wmav1,wmav2,wmapro,"
    "wmalossless,wmavoice,mp1,mp1float,dca,truehd,mlp,cook,ra_144,ra_288,sipr,atrac3,qdm2,nellymoser,speex,gsm,gsm_ms,"
    "mace3,mace6,s302m,tta,wavpack,adpcm_ima_wav,adpcm_ima_dk3,adpcm_ima_dk4,adpcm_ima_amv,adpcm_ms,adpcm_ima_qt,"
    "adpcm_yamaha,adpcm_swf,adpcm_ct,adpcm_adx,adpcm_sbpro_2,adpcm_sbpro_3,adpcm_sbpro_4,g722,g726,g726le,qcelp,qdmc,"
    "dvaudio,pcm_alaw,pcm_mulaw,pcm_u8,pcm_s8,pcm_s16le,pcm_s16be,pcm_u16le,pcm_u16be,pcm_s24le,pcm_s24be,pcm_u24le,"
    "pcm_u24be,pcm_s32le,pcm_s32be,pcm_u32le,pcm_u32be,pcm_f32le,pcm_f32be,pcm_f64le,pcm_f64be,pcm_bluray,pcm_dvd";

// The codecs of network cameras.
static const char live_decoders[] =
    "h264,hevc,av1,libdav1d,libaom-av1,mjpeg,mpeg4,h263,mpeg2video,vp8,libvpx,vp9,libvpx-vp9";

bool cffmpeg_allows_format(const AVInputFormat *format, bool is_sound) {
  return lav.av_match_list(format->name, formats_for(is_sound), ',') > 0;
}

bool cffmpeg_allows_decoder(const AVCodec *decoder) { return lav.av_match_list(decoder->name, decoders, ',') > 0; }

static AVDictionary *options_for(
    const char *allowed_protocols, const char *allowed_formats, const char *allowed_codecs) {
  AVDictionary *options = NULL;
  bool is_set = lav.av_dict_set(&options, "protocol_whitelist", allowed_protocols, 0) >= 0
             && lav.av_dict_set(&options, "format_whitelist", allowed_formats, 0) >= 0
             && lav.av_dict_set(&options, "codec_whitelist", allowed_codecs, 0) >= 0;
  // Fail if any of the restrictions is missing.
  if (!is_set) lav.av_dict_free(&options);
  return options;
}

AVDictionary *cffmpeg_container_options(bool is_sound) {
  // No protocol has the name "none".
  return options_for("none", formats_for(is_sound), decoders);
}

bool cffmpeg_allows_live_decoder(const AVCodec *decoder) {
  return lav.av_match_list(decoder->name, live_decoders, ',') > 0;
}

// Returns only the protocols of the scheme, so that no response can redirect to another protocol.
static const char *protocols_for(cffmpeg_scheme scheme, bool uses_datagrams) {
  switch (scheme) {
    case CFFMPEG_RTSP: return uses_datagrams ? "tcp,udp,rtp" : "tcp";
    case CFFMPEG_RTSPS: return uses_datagrams ? "tls,tcp,udp,rtp" : "tls,tcp";
    case CFFMPEG_HTTP: return "http,tcp";
    case CFFMPEG_HTTPS: return "https,tls,tcp";
  }
  return "none";
}

const char *cffmpeg_live_format(cffmpeg_scheme scheme) {
  return scheme == CFFMPEG_RTSP || scheme == CFFMPEG_RTSPS ? "rtsp" : "mpjpeg";
}

AVDictionary *cffmpeg_network_options(cffmpeg_scheme scheme, bool uses_datagrams) {
  return options_for(protocols_for(scheme, uses_datagrams), cffmpeg_live_format(scheme), live_decoders);
}

AVDictionary *cffmpeg_decoder_options(void) {
  AVDictionary *options = NULL;
  if (lav.av_dict_set(&options, "codec_whitelist", decoders, 0) < 0) lav.av_dict_free(&options);
  return options;
}

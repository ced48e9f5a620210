#ifndef OPENCAPTURE_CFFMPEG_LIBRARIES_H
#define OPENCAPTURE_CFFMPEG_LIBRARIES_H

#include <libavcodec/avcodec.h>
#include <libavcodec/bsf.h>
#include <libavformat/avformat.h>
#include <libavutil/avstring.h>
#include <libavutil/display.h>
#include <libavutil/hwcontext.h>
#include <libavutil/imgutils.h>
#include <libavutil/log.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswresample/swresample.h>
#include <libswscale/swscale.h>

#include "CFFmpeg.h"
#include "failure.h"

#if LIBAVUTIL_VERSION_INT < AV_VERSION_INT(57, 28, 100)
#error "FFmpeg 5.1 or newer is required"
#endif

_Static_assert(AV_NOPTS_VALUE == CFFMPEG_NO_TIME, "FFmpeg's value of unknown times is passed on");

// Side data of a stream moved to its codec parameters with libavcodec 60.29.
#define HAS_CODED_SIDE_DATA (LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(60, 29, 100))
// libavcodec 61.13 replaced the lists of an encoder's formats by a function.
#define HAS_SUPPORTED_CONFIG (LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(61, 13, 100))

#define FUNCTIONS_OF_AVFORMAT(X) \
  SIDE_DATA_OF_AVFORMAT(X) \
  X(av_find_best_stream) \
  X(av_find_input_format) \
  X(av_guess_format) \
  X(av_guess_frame_rate) \
  X(av_guess_sample_aspect_ratio) \
  X(av_interleaved_write_frame) \
  X(av_probe_input_buffer2) \
  X(av_read_frame) \
  X(av_seek_frame) \
  X(av_write_trailer) \
  X(avformat_alloc_context) \
  X(avformat_alloc_output_context2) \
  X(avformat_close_input) \
  X(avformat_find_stream_info) \
  X(avformat_free_context) \
  X(avformat_init_output) \
  X(avformat_new_stream) \
  X(avformat_open_input) \
  X(avformat_query_codec) \
  X(avformat_write_header) \
  X(avio_alloc_context) \
  X(avio_close) \
  X(avio_close_dyn_buf) \
  X(avio_context_free) \
  X(avio_flush) \
  X(avio_open2) \
  X(avio_open_dyn_buf) \
  X(avio_read) \
  X(avio_read_partial) \
  X(avio_seek)

#if HAS_CODED_SIDE_DATA
#define SIDE_DATA_OF_AVFORMAT(X)
#define SIDE_DATA_OF_AVCODEC(X) X(av_packet_side_data_get) X(av_packet_side_data_new)
#else
#define SIDE_DATA_OF_AVFORMAT(X) X(av_stream_get_side_data) X(av_stream_new_side_data)
#define SIDE_DATA_OF_AVCODEC(X)
#endif

#if HAS_SUPPORTED_CONFIG
#define CONFIG_OF_AVCODEC(X) X(avcodec_get_supported_config)
#else
#define CONFIG_OF_AVCODEC(X)
#endif

#define FUNCTIONS_OF_AVCODEC(X) \
  SIDE_DATA_OF_AVCODEC(X) \
  CONFIG_OF_AVCODEC(X) \
  X(av_bsf_alloc) \
  X(av_bsf_flush) \
  X(av_bsf_free) \
  X(av_bsf_get_by_name) \
  X(av_bsf_init) \
  X(av_bsf_receive_packet) \
  X(av_bsf_send_packet) \
  X(av_new_packet) \
  X(av_packet_alloc) \
  X(av_packet_free) \
  X(av_packet_free_side_data) \
  X(av_packet_get_side_data) \
  X(av_packet_move_ref) \
  X(av_packet_ref) \
  X(av_packet_rescale_ts) \
  X(av_packet_unref) \
  X(avcodec_align_dimensions2) \
  X(avcodec_alloc_context3) \
  X(avcodec_default_get_buffer2) \
  X(avcodec_descriptor_get) \
  X(avcodec_find_decoder) \
  X(avcodec_find_decoder_by_name) \
  X(avcodec_find_encoder_by_name) \
  X(avcodec_flush_buffers) \
  X(avcodec_free_context) \
  X(avcodec_get_name) \
  X(avcodec_open2) \
  X(avcodec_parameters_alloc) \
  X(avcodec_parameters_copy) \
  X(avcodec_parameters_free) \
  X(avcodec_parameters_from_context) \
  X(avcodec_parameters_to_context) \
  X(avcodec_receive_frame) \
  X(avcodec_receive_packet) \
  X(avcodec_send_frame) \
  X(avcodec_send_packet)

#define FUNCTIONS_OF_AVUTIL(X) \
  X(av_buffer_allocz) \
  X(av_buffer_create) \
  X(av_buffer_pool_get) \
  X(av_buffer_pool_buffer_get_opaque) \
  X(av_buffer_pool_init2) \
  X(av_buffer_pool_uninit) \
  X(av_buffer_ref) \
  X(av_buffer_unref) \
  X(av_channel_layout_copy) \
  X(av_channel_layout_default) \
  X(av_channel_layout_from_mask) \
  X(av_channel_layout_uninit) \
  X(av_dict_free) \
  X(av_dict_get) \
  X(av_dict_parse_string) \
  X(av_dict_set) \
  X(av_dict_set_int) \
  X(av_frame_alloc) \
  X(av_frame_copy_props) \
  X(av_frame_free) \
  X(av_frame_get_buffer) \
  X(av_frame_get_side_data) \
  X(av_frame_is_writable) \
  X(av_frame_unref) \
  X(av_freep) \
  X(av_get_padded_bits_per_pixel) \
  X(av_get_pix_fmt) \
  X(av_get_sample_fmt) \
  X(av_get_sample_fmt_name) \
  X(av_hwdevice_ctx_create) \
  X(av_hwframe_ctx_alloc) \
  X(av_hwframe_ctx_init) \
  X(av_hwframe_get_buffer) \
  X(av_hwframe_transfer_data) \
  X(av_image_fill_linesizes) \
  X(av_image_fill_plane_sizes) \
  X(av_log_format_line2) \
  X(av_log_set_callback) \
  X(av_malloc) \
  X(av_mallocz) \
  X(av_match_list) \
  X(av_opt_get) \
  X(av_pix_fmt_count_planes) \
  X(av_pix_fmt_desc_get) \
  X(av_rescale_q) \
  X(av_sample_fmt_is_planar) \
  X(av_strerror)

#define FUNCTIONS_OF_SWSCALE(X) \
  X(sws_freeContext) \
  X(sws_getCachedContext) \
  X(sws_getCoefficients) \
  X(sws_isSupportedInput) \
  X(sws_scale) \
  X(sws_setColorspaceDetails)

#define FUNCTIONS_OF_SWRESAMPLE(X) \
  X(swr_alloc_set_opts2) \
  X(swr_convert) \
  X(swr_free) \
  X(swr_get_delay) \
  X(swr_init) \
  X(swr_set_compensation)

// A table of all FFmpeg functions in use, under their own names.
typedef struct cffmpeg_functions {
#define MEMBER(name) __typeof__(name) *name;
  FUNCTIONS_OF_AVFORMAT(MEMBER)
  FUNCTIONS_OF_AVCODEC(MEMBER)
  FUNCTIONS_OF_AVUTIL(MEMBER)
  FUNCTIONS_OF_SWRESAMPLE(MEMBER)
  FUNCTIONS_OF_SWSCALE(MEMBER)
#undef MEMBER
} cffmpeg_functions;

// Filled by cffmpeg_load before any reader or writer exists, and constant afterwards, except for the functions of
// libswscale and libswresample.
extern cffmpeg_functions lav;

// Loads the libraries, clears the stored message and allocates a zeroed object; NULL on failure.
void *cffmpeg_new(size_t size, cffmpeg_failure *failure);

// Loads libswscale, which few movies need.
bool cffmpeg_load_swscale(cffmpeg_failure *failure);

// Loads libswresample, which only audio conversion needs.
bool cffmpeg_load_swresample(cffmpeg_failure *failure);

#endif

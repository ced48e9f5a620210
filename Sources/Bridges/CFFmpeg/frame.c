#include "frame.h"

#include <stdlib.h>
#include <string.h>

#include "failure.h"

static bool is_full_range(const AVFrame *picture) {
  switch (picture->format) {
    case AV_PIX_FMT_YUVJ420P:
    case AV_PIX_FMT_YUVJ422P:
    case AV_PIX_FMT_YUVJ444P:
    case AV_PIX_FMT_YUVJ440P:
    case AV_PIX_FMT_YUVJ411P: return true;
    default: return picture->color_range == AVCOL_RANGE_JPEG;
  }
}

// What nobody wrote down is guessed from the height, as players do.
static bool is_bt709(const AVFrame *picture, bool full_range) {
  switch (picture->colorspace) {
    case AVCOL_SPC_BT709:
    case AVCOL_SPC_BT2020_NCL:
    case AVCOL_SPC_BT2020_CL: return true;
    case AVCOL_SPC_UNSPECIFIED: return !full_range && picture->height >= 720;
    default: return false;
  }
}

// Pixels that somebody can take as they are; false for all others.
static bool is_known(const AVFrame *picture, bool full_range, cffmpeg_pixels *pixels) {
  switch (picture->format) {
    case AV_PIX_FMT_YUV420P:
    case AV_PIX_FMT_YUVJ420P: *pixels = CFFMPEG_I420; return true;
    case AV_PIX_FMT_YUV422P: *pixels = CFFMPEG_I422; return !full_range;
    case AV_PIX_FMT_NV12: *pixels = CFFMPEG_NV12; return true;
    case AV_PIX_FMT_NV21: *pixels = CFFMPEG_NV21; return !full_range;
    // Unlike other formats, grey has all values unless something else is said.
    case AV_PIX_FMT_GRAY8: *pixels = CFFMPEG_GREY; return picture->color_range != AVCOL_RANGE_MPEG;
    case AV_PIX_FMT_YUYV422: *pixels = CFFMPEG_YUYV; return true;
    case AV_PIX_FMT_UYVY422: *pixels = CFFMPEG_UYVY; return !full_range;
    case AV_PIX_FMT_RGB24: *pixels = CFFMPEG_RGB24; return true;
    case AV_PIX_FMT_BGR24: *pixels = CFFMPEG_BGR24; return true;
    case AV_PIX_FMT_RGBA: *pixels = CFFMPEG_RGBA; return true;
    case AV_PIX_FMT_BGRA: *pixels = CFFMPEG_BGRA; return true;
    default: return false;
  }
}

static bool is_full_range_422(const AVFrame *picture) {
  return picture->format == AV_PIX_FMT_YUVJ422P
      || (picture->format == AV_PIX_FMT_YUV422P && picture->color_range == AVCOL_RANGE_JPEG);
}

// What loses least of all others.
static cffmpeg_pixels nearest(const AVFrame *picture, bool full_range) {
  if (is_full_range_422(picture)) return CFFMPEG_YUYV;
  const AVPixFmtDescriptor *layout = lav.av_pix_fmt_desc_get(picture->format);
  const uint64_t colored = AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL | AV_PIX_FMT_FLAG_ALPHA;
  if (!layout || layout->flags & colored) return CFFMPEG_BGRA;
  if (layout->nb_components == 1) return CFFMPEG_GREY;
  if (layout->log2_chroma_w == 1 && layout->log2_chroma_h == 1) return CFFMPEG_I420;
  return layout->log2_chroma_w == 1 && layout->log2_chroma_h == 0 && !full_range ? CFFMPEG_I422 : CFFMPEG_BGRA;
}

static bool has_luma_and_chroma(cffmpeg_pixels pixels) {
  return pixels != CFFMPEG_GREY && pixels < CFFMPEG_RGB24;
}

static int plane_count(cffmpeg_pixels pixels) {
  switch (pixels) {
    case CFFMPEG_I420:
    case CFFMPEG_I422: return 3;
    case CFFMPEG_NV12:
    case CFFMPEG_NV21: return 2;
    default: return 1;
  }
}

int cffmpeg_exif_orientation_of(const AVFrame *picture) {
  const AVDictionaryEntry *entry = lav.av_dict_get(picture->metadata, "Orientation", NULL, 0);
  long value = entry ? strtol(entry->value, NULL, 10) : 0;
  return value >= 1 && value <= 8 ? (int)value : 0;
}

cffmpeg_matrix cffmpeg_matrix_of(const uint8_t *side_data) {
  cffmpeg_matrix matrix = {0, 0, 0, 0};
  int32_t values[9];
  if (!side_data) return matrix;
  memcpy(values, side_data, sizeof values);
  return (cffmpeg_matrix){.a = values[0], .b = values[1], .c = values[3], .d = values[4]};
}

void cffmpeg_describe_pixels(const AVFrame *picture, cffmpeg_frame *frame) {
  frame->width = picture->width;
  frame->height = picture->height;
  bool full_range = is_full_range(picture);
  frame->is_bt709 = is_bt709(picture, full_range);
  frame->is_direct = is_known(picture, full_range, &frame->pixels);
  if (!frame->is_direct) frame->pixels = nearest(picture, full_range);
  frame->is_full_range = full_range || !has_luma_and_chroma(frame->pixels);
  for (int index = 0; index < plane_count(frame->pixels); index++) {
    frame->planes[index] = picture->data[index];
    frame->bytes_per_row[index] = picture->linesize[index];
    // Pictures that are stored upside down have rows that lie backwards.
    if (picture->linesize[index] <= 0) frame->is_direct = false;
  }
  const AVPixFmtDescriptor *layout = lav.av_pix_fmt_desc_get(picture->format);
  frame->has_alpha = layout && layout->flags & (AV_PIX_FMT_FLAG_ALPHA | AV_PIX_FMT_FLAG_PAL);
  frame->is_writable = lav.av_frame_is_writable((AVFrame *)picture);
}

// Y, Cb, Y, Cr of three planes.
static void interleave_422(const AVFrame *picture, uint8_t *target, int bytes_per_row) {
  for (int y = 0; y < picture->height; y++) {
    const uint8_t *luma = picture->data[0] + (ptrdiff_t)y * picture->linesize[0];
    const uint8_t *cb = picture->data[1] + (ptrdiff_t)y * picture->linesize[1];
    const uint8_t *cr = picture->data[2] + (ptrdiff_t)y * picture->linesize[2];
    uint8_t *row = target + (ptrdiff_t)y * bytes_per_row;
    int pairs = picture->width / 2;
    for (int x = 0; x < pairs; x++) {
      row[4 * x] = luma[2 * x];
      row[4 * x + 1] = cb[x];
      row[4 * x + 2] = luma[2 * x + 1];
      row[4 * x + 3] = cr[x];
    }
    if (picture->width & 1) {
      row[4 * pairs] = row[4 * pairs + 2] = luma[2 * pairs];
      row[4 * pairs + 1] = cb[pairs];
      row[4 * pairs + 3] = cr[pairs];
    }
  }
}

// All values from 0 to 255 out of those from 16 to 235.
static void stretch_grey(const AVFrame *picture, uint8_t *target, int bytes_per_row) {
  uint8_t stretched[256];
  for (int value = 0; value < 256; value++) {
    int exact = ((value - 16) * 255 * 2 + 219) / (219 * 2);
    stretched[value] = value <= 16 ? 0 : exact > 255 ? 255 : (uint8_t)exact;
  }
  for (int y = 0; y < picture->height; y++) {
    const uint8_t *row = picture->data[0] + (ptrdiff_t)y * picture->linesize[0];
    for (int x = 0; x < picture->width; x++) target[(ptrdiff_t)y * bytes_per_row + x] = stretched[row[x]];
  }
}

static enum AVPixelFormat format_for(cffmpeg_pixels pixels) {
  switch (pixels) {
    case CFFMPEG_I420: return AV_PIX_FMT_YUV420P;
    case CFFMPEG_I422: return AV_PIX_FMT_YUV422P;
    case CFFMPEG_NV12: return AV_PIX_FMT_NV12;
    case CFFMPEG_NV21: return AV_PIX_FMT_NV21;
    case CFFMPEG_GREY: return AV_PIX_FMT_GRAY8;
    case CFFMPEG_YUYV: return AV_PIX_FMT_YUYV422;
    case CFFMPEG_UYVY: return AV_PIX_FMT_UYVY422;
    case CFFMPEG_RGB24: return AV_PIX_FMT_RGB24;
    case CFFMPEG_BGR24: return AV_PIX_FMT_BGR24;
    case CFFMPEG_RGBA: return AV_PIX_FMT_RGBA;
    default: return AV_PIX_FMT_BGRA;
  }
}

static bool rescale(
  const cffmpeg_frame *frame, uint8_t *const planes[3], const int bytes_per_row[3], struct SwsContext **scaler,
  cffmpeg_failure *failure
) {
  const AVFrame *picture = frame->handle;
  if (!cffmpeg_load_swscale(failure)) return false;
  if (!lav.sws_isSupportedInput(picture->format)) {
    const AVPixFmtDescriptor *layout = lav.av_pix_fmt_desc_get(picture->format);
    return cffmpeg_fail_saying(failure, CFFMPEG_REFUSED, layout ? layout->name : "unknown");
  }
  cffmpeg_forget_message();
  *scaler = lav.sws_getCachedContext(
    *scaler, picture->width, picture->height, picture->format, picture->width, picture->height,
    format_for(frame->pixels), SWS_BILINEAR | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INT, NULL, NULL, NULL);
  if (!*scaler) return cffmpeg_fail(failure, CFFMPEG_REFUSED, AVERROR(EINVAL));
  const int *weights = lav.sws_getCoefficients(frame->is_bt709 ? SWS_CS_ITU709 : SWS_CS_ITU601);
  lav.sws_setColorspaceDetails(
    *scaler, weights, is_full_range(picture), weights, frame->is_full_range, 0, 1 << 16, 1 << 16);
  int rows = lav.sws_scale(
    *scaler, (const uint8_t *const *)picture->data, picture->linesize, 0, picture->height, planes, bytes_per_row);
  return rows == picture->height || cffmpeg_fail(failure, CFFMPEG_REFUSED, rows < 0 ? rows : AVERROR(EINVAL));
}

bool cffmpeg_convert_pixels(
  const cffmpeg_frame *frame, uint8_t *const planes[3], const int bytes_per_row[3], struct SwsContext **scaler,
  cffmpeg_failure *failure
) {
  const AVFrame *picture = frame->handle;
  if (is_full_range_422(picture)) {
    interleave_422(picture, planes[0], bytes_per_row[0]);
  } else if (picture->format == AV_PIX_FMT_GRAY8 && picture->color_range == AVCOL_RANGE_MPEG) {
    stretch_grey(picture, planes[0], bytes_per_row[0]);
  } else {
    return rescale(frame, planes, bytes_per_row, scaler, failure);
  }
  return true;
}

void cffmpeg_lay_over_white(uint8_t *pixels, int bytes_per_row, int width, int height) {
  for (int y = 0; y < height; y++) {
    uint8_t *row = pixels + (ptrdiff_t)y * bytes_per_row;
    for (int x = 0; x < width; x++) {
      unsigned alpha = row[4 * x + 3], paper = 255 * (255 - alpha);
      for (int part = 0; part < 3; part++) {
        row[4 * x + part] = (uint8_t)((row[4 * x + part] * alpha + paper + 127) / 255);
      }
      row[4 * x + 3] = 255;
    }
  }
}

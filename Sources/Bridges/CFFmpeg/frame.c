#include "frame.h"

#include <stdlib.h>
#include <string.h>

#include "tone.h"

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

// An unspecified color space is guessed from the height, as players do.
static bool is_bt709(const AVFrame *picture, bool full_range) {
  switch (picture->colorspace) {
    case AVCOL_SPC_BT709:
    case AVCOL_SPC_SMPTE240M:
    case AVCOL_SPC_BT2020_NCL:
    case AVCOL_SPC_BT2020_CL: return true;
    case AVCOL_SPC_UNSPECIFIED: return !full_range && picture->height >= 720;
    default: return false;
  }
}

// Maps the formats that imply a full range to their general formats.
static enum AVPixelFormat for_any_range(enum AVPixelFormat format) {
  switch (format) {
    case AV_PIX_FMT_YUVJ420P: return AV_PIX_FMT_YUV420P;
    case AV_PIX_FMT_YUVJ422P: return AV_PIX_FMT_YUV422P;
    default: return format;
  }
}

void cffmpeg_resolve_pixels(const cffmpeg_pixels *pixels, int count, cffmpeg_known_pixels *known) {
  known->count = 0;
  for (int index = 0; index < count && index < CFFMPEG_MAXIMUM_KNOWN_PIXELS; index++) {
    known->formats[index] = lav.av_get_pix_fmt(pixels[index].name);
    known->are_full_range[index] = pixels[index].is_full_range;
    known->count = index + 1;
  }
}

static int find(const cffmpeg_known_pixels *known, enum AVPixelFormat format, bool full_range) {
  for (int index = 0; index < known->count; index++) {
    if (known->formats[index] == format && known->are_full_range[index] == full_range) return index;
  }
  return -1;
}

// Returns the index of the frame's own format; below 0 if unsupported.
static int same(const cffmpeg_known_pixels *known, const AVFrame *picture, const AVPixFmtDescriptor *layout) {
  bool full_range = is_full_range(picture);
  // RGB always has full range; grey has full range unless specified otherwise.
  if (layout->flags & AV_PIX_FMT_FLAG_RGB) full_range = true;
  if (layout->nb_components == 1) full_range = picture->color_range != AVCOL_RANGE_MPEG;
  return find(known, for_any_range(picture->format), full_range);
}

static bool is_full_range_422(const AVFrame *picture) {
  return for_any_range(picture->format) == AV_PIX_FMT_YUV422P && is_full_range(picture);
}

// Returns the index of the supported format with the least loss.
static int nearest(const cffmpeg_known_pixels *known, const AVFrame *picture, const AVPixFmtDescriptor *layout) {
  const bool full_range = is_full_range(picture);
  const uint64_t colored = AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL | AV_PIX_FMT_FLAG_ALPHA;
  if (is_full_range_422(picture)) return find(known, AV_PIX_FMT_YUYV422, true);
  if (layout->flags & colored) return find(known, AV_PIX_FMT_BGRA, true);
  if (layout->nb_components == 1) return find(known, AV_PIX_FMT_GRAY8, true);
  if (layout->log2_chroma_w == 1 && layout->log2_chroma_h == 1) return find(known, AV_PIX_FMT_YUV420P, full_range);
  bool is_422 = layout->log2_chroma_w == 1 && layout->log2_chroma_h == 0 && !full_range;
  return is_422 ? find(known, AV_PIX_FMT_YUV422P, false) : find(known, AV_PIX_FMT_BGRA, true);
}

// Returns whether the matrix is neither BT.601 nor BT.709. The FCC matrix is BT.601 with rounding.
static bool has_rare_weights(const AVFrame *picture) { return picture->colorspace == AVCOL_SPC_SMPTE240M; }

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

void cffmpeg_describe_pixels(const AVFrame *picture, const cffmpeg_known_pixels *known, cffmpeg_frame *frame) {
  frame->width = picture->width;
  frame->height = picture->height;
  frame->is_bt709 = is_bt709(picture, is_full_range(picture));
  frame->is_writable = lav.av_frame_is_writable((AVFrame *)picture);
  frame->pixels = -1;
  const AVPixFmtDescriptor *layout = lav.av_pix_fmt_desc_get(picture->format);
  if (!layout) return;
  const int bgra = find(known, AV_PIX_FMT_BGRA, true);
  const bool converts_colors = !known->keeps_colors && layout->nb_components >= 3 && bgra >= 0;
  if (converts_colors && cffmpeg_needs_tone(picture)) {
    frame->pixels = bgra;
    frame->is_tone_mapped = frame->is_bt709 = true;
    return;
  }
  if (converts_colors && has_rare_weights(picture)) {
    frame->has_alpha = layout->flags & AV_PIX_FMT_FLAG_ALPHA;
    frame->pixels = bgra;
    return;
  }
  frame->has_alpha = layout->flags & (AV_PIX_FMT_FLAG_ALPHA | AV_PIX_FMT_FLAG_PAL);
  frame->pixels = same(known, picture, layout);
  frame->is_direct = frame->pixels >= 0;
  if (!frame->is_direct) {
    frame->pixels = nearest(known, picture, layout);
    return;
  }
  int count = lav.av_pix_fmt_count_planes(picture->format);
  for (int index = 0; index < count && index < 3; index++) {
    frame->planes[index] = picture->data[index];
    frame->bytes_per_row[index] = picture->linesize[index];
    // Frames stored upside down have negative strides.
    if (picture->linesize[index] <= 0) frame->is_direct = false;
  }
}

// Interleaves three planes to Y, Cb, Y, Cr.
static void interleave_422(const AVFrame *picture, uint8_t *target, int bytes_per_row) {
  for (int y = 0; y < picture->height; y++) {
    const uint8_t *luma = picture->data[0] + (ptrdiff_t)y * picture->linesize[0];
    const uint8_t *cb = picture->data[1] + (ptrdiff_t)y * picture->linesize[1];
    const uint8_t *cr = picture->data[2] + (ptrdiff_t)y * picture->linesize[2];
    uint8_t *row = target + (ptrdiff_t)y * bytes_per_row;
    ptrdiff_t pairs = picture->width / 2;
    for (ptrdiff_t x = 0; x < pairs; x++) {
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

// Expands luma from the range of 16 to 235 to the range of 0 to 255.
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

// Returns the color matrix for a conversion to RGB.
static int weights_of(const AVFrame *picture) {
  switch (picture->colorspace) {
    case AVCOL_SPC_SMPTE240M: return SWS_CS_SMPTE240M;
    case AVCOL_SPC_BT2020_NCL:
    case AVCOL_SPC_BT2020_CL: return SWS_CS_BT2020;
    case AVCOL_SPC_UNSPECIFIED:
      // Nearly all high dynamic range video uses BT.2020.
      return picture->color_primaries == AVCOL_PRI_UNSPECIFIED || picture->color_primaries == AVCOL_PRI_BT2020
               ? SWS_CS_BT2020
               : SWS_CS_ITU709;
    default: return is_bt709(picture, is_full_range(picture)) ? SWS_CS_ITU709 : SWS_CS_ITU601;
  }
}

static bool rescale(
    const AVFrame *picture, enum AVPixelFormat format, bool is_target_full_range, int weights_number,
    uint8_t *const planes[3], const int bytes_per_row[3], struct SwsContext **scaler, cffmpeg_failure *failure) {
  if (!cffmpeg_load_swscale(failure)) return false;
  if (!lav.sws_isSupportedInput(picture->format)) {
    const AVPixFmtDescriptor *layout = lav.av_pix_fmt_desc_get(picture->format);
    return cffmpeg_fail_with_message(failure, CFFMPEG_REFUSED, layout ? layout->name : "unknown");
  }
  cffmpeg_clear_message();
  *scaler = lav.sws_getCachedContext(
      *scaler, picture->width, picture->height, picture->format, picture->width, picture->height, format,
      SWS_BILINEAR | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INT, NULL, NULL, NULL);
  if (!*scaler) return cffmpeg_fail(failure, CFFMPEG_REFUSED, AVERROR(EINVAL));
  const int *weights = lav.sws_getCoefficients(weights_number);
  lav.sws_setColorspaceDetails(
      *scaler, weights, is_full_range(picture), weights, is_target_full_range, 0, 1 << 16, 1 << 16);
  int rows = lav.sws_scale(
      *scaler, (const uint8_t *const *)picture->data, picture->linesize, 0, picture->height, planes, bytes_per_row);
  return rows == picture->height || cffmpeg_fail(failure, CFFMPEG_REFUSED, rows < 0 ? rows : AVERROR(EINVAL));
}

static bool map_tone(
    const AVFrame *picture, uint8_t *const planes[3], const int bytes_per_row[3], struct SwsContext **scaler,
    cffmpeg_failure *failure) {
  const size_t row = (size_t)picture->width * 3 * sizeof(uint16_t);
  // The scaler writes slightly beyond the end of rows.
  uint16_t *pixels = malloc(row * (size_t)picture->height + 64);
  if (!pixels) return cffmpeg_fail(failure, CFFMPEG_NO_MEMORY, AVERROR(ENOMEM));
  uint8_t *const targets[3] = {(uint8_t *)pixels, NULL, NULL};
  const int strides[3] = {(int)row, 0, 0};
  bool is_done = rescale(picture, AV_PIX_FMT_RGB48, true, weights_of(picture), targets, strides, scaler, failure);
  if (is_done && !cffmpeg_map_tone(picture, pixels, picture->width, picture->height, planes[0], bytes_per_row[0])) {
    is_done = cffmpeg_fail(failure, CFFMPEG_NO_MEMORY, AVERROR(ENOMEM));
  }
  free(pixels);
  return is_done;
}

bool cffmpeg_convert_pixels(
    const cffmpeg_frame *frame, const cffmpeg_known_pixels *known, uint8_t *const planes[3], const int bytes_per_row[3],
    struct SwsContext **scaler, cffmpeg_failure *failure) {
  const AVFrame *picture = frame->handle;
  if (frame->is_tone_mapped) return map_tone(picture, planes, bytes_per_row, scaler, failure);
  if (is_full_range_422(picture)) {
    interleave_422(picture, planes[0], bytes_per_row[0]);
  } else if (picture->format == AV_PIX_FMT_GRAY8 && picture->color_range == AVCOL_RANGE_MPEG) {
    stretch_grey(picture, planes[0], bytes_per_row[0]);
  } else {
    int weights = frame->is_bt709 ? SWS_CS_ITU709 : SWS_CS_ITU601;
    if (has_rare_weights(picture) && known->formats[frame->pixels] == AV_PIX_FMT_BGRA) weights = weights_of(picture);
    return rescale(
        picture, known->formats[frame->pixels], known->are_full_range[frame->pixels], weights, planes, bytes_per_row,
        scaler, failure);
  }
  return true;
}

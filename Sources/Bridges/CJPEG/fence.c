#include "fence.h"

#include <string.h>

#include <jerror.h>

static cjpeg_status status_of(int code) {
  switch (code) {
    case JERR_OUT_OF_MEMORY:
    case JERR_NO_BACKING_STORE: return CJPEG_NO_MEMORY;
    case JERR_INPUT_EOF:
    case JERR_INPUT_EMPTY: return CJPEG_TRUNCATED;
    case JERR_ARITH_NOTIMPL:
    case JERR_BAD_PRECISION:
    case JERR_CCIR601_NOTIMPL:
    case JERR_CONVERSION_NOTIMPL:
    case JERR_FRACT_SAMPLE_NOTIMPL:
    case JERR_NOT_COMPILED:
    case JERR_SOF_UNSUPPORTED: return CJPEG_UNSUPPORTED;
    default: return CJPEG_CORRUPT;
  }
}

// Returns whether a warning has no effect on the pixels. All other warnings mean that pixels are lost.
static bool is_harmless(int warning) {
  switch (warning) {
    case JWRN_ADOBE_XFORM:
    case JWRN_BOGUS_ICC:
    case JWRN_EXTRANEOUS_DATA:
    case JWRN_JFIF_MAJOR:
    case JWRN_NOT_SEQUENTIAL:
    case JWRN_TOO_MUCH_DATA: return true;
    default: return false;
  }
}

static cjpeg_error_trap *fence_of(j_common_ptr cinfo) { return (cjpeg_error_trap *)cinfo->err; }

static void handle_error(j_common_ptr cinfo) {
  cjpeg_error_trap *fence = fence_of(cinfo);
  if (fence->damage == CJPEG_OK) fence->manager.format_message(cinfo, fence->message);
  fence->failure = status_of(fence->manager.msg_code);
  // If the data ended early, that is the cause of all further failures.
  if (fence->ran_out_of_data && fence->failure != CJPEG_NO_MEMORY) fence->failure = CJPEG_TRUNCATED;
  longjmp(fence->escape, 1);
}

static void handle_message(j_common_ptr cinfo, int level) {
  cjpeg_error_trap *fence = fence_of(cinfo);
  int code = fence->manager.msg_code;
  if (level >= 0 || is_harmless(code)) return;
  fence->manager.num_warnings++;
  if (code == JWRN_JPEG_EOF) fence->ran_out_of_data = true;
  if (fence->damage == CJPEG_OK) fence->manager.format_message(cinfo, fence->message);
  fence->damage = fence->ran_out_of_data ? CJPEG_TRUNCATED : CJPEG_CORRUPT;
  if (!fence->stops_at_damage) return;
  fence->failure = fence->damage;
  longjmp(fence->escape, 1);
}

static void print_nothing(j_common_ptr cinfo) { (void)cinfo; }

struct jpeg_error_mgr *cjpeg_error_trap_init(cjpeg_error_trap *fence) {
  jpeg_std_error(&fence->manager);
  fence->manager.error_exit = handle_error;
  fence->manager.emit_message = handle_message;
  fence->manager.output_message = print_nothing;
  return &fence->manager;
}

cjpeg_status cjpeg_error_trap_run(cjpeg_error_trap *fence, void (*body)(void *), void *context) {
  if (setjmp(fence->escape)) return fence->failure;
  body(context);
  return CJPEG_OK;
}

void cjpeg_error_trap_fail(cjpeg_error_trap *fence, cjpeg_status status, const char *message) {
  snprintf(fence->message, sizeof fence->message, "%s", message);
  fence->failure = status;
  longjmp(fence->escape, 1);
}

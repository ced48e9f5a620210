#include "driver.h"

#include <stdlib.h>
#include <string.h>

// The only configuration.
enum { CONFIG_ID = 1 };

static const VAProfile profile_supported = VAProfileH264ConstrainedBaseline;

bool fails_at(const char *step) {
  const char *chosen = getenv("OPENCAPTURE_VA_FAIL");
  return chosen && strcmp(chosen, step) == 0;
}

bool is_config(VAConfigID id) { return id == CONFIG_ID; }

static VAEntrypoint entrypoint_supported(void) {
  return getenv("OPENCAPTURE_VA_LOW_POWER") ? VAEntrypointEncSliceLP : VAEntrypointEncSlice;
}

// ---- Capabilities

static VAStatus query_profiles(VADriverContextP driver, VAProfile *profiles, int *count) {
  (void)driver;
  *profiles = profile_supported;
  *count = 1;
  return VA_STATUS_SUCCESS;
}

static VAStatus query_entrypoints(VADriverContextP driver, VAProfile profile, VAEntrypoint *entrypoints, int *count) {
  (void)driver;
  if (profile != profile_supported) return VA_STATUS_ERROR_UNSUPPORTED_PROFILE;
  *entrypoints = entrypoint_supported();
  *count = 1;
  return VA_STATUS_SUCCESS;
}

static unsigned value(VAConfigAttribType type) {
  switch (type) {
    case VAConfigAttribRTFormat: return VA_RT_FORMAT_YUV420;
    case VAConfigAttribRateControl: return VA_RC_CQP | VA_RC_CBR | VA_RC_VBR;
    case VAConfigAttribEncPackedHeaders:
      return VA_ENC_PACKED_HEADER_SEQUENCE | VA_ENC_PACKED_HEADER_SLICE | VA_ENC_PACKED_HEADER_MISC;
    case VAConfigAttribEncMaxRefFrames:
    case VAConfigAttribEncMaxSlices: return 1;
    default: return VA_ATTRIB_NOT_SUPPORTED;
  }
}

static VAStatus get_attributes(
    VADriverContextP driver, VAProfile profile, VAEntrypoint entrypoint, VAConfigAttrib *attributes, int count) {
  (void)driver;
  if (profile != profile_supported) return VA_STATUS_ERROR_UNSUPPORTED_PROFILE;
  if (entrypoint != entrypoint_supported()) return VA_STATUS_ERROR_UNSUPPORTED_ENTRYPOINT;
  for (int index = 0; index < count; index++) attributes[index].value = value(attributes[index].type);
  return VA_STATUS_SUCCESS;
}

static VAStatus create_config(
    VADriverContextP driver, VAProfile profile, VAEntrypoint entrypoint, VAConfigAttrib *attributes, int count,
    VAConfigID *id) {
  (void)attributes, (void)count;
  if (fails_at("config")) return VA_STATUS_ERROR_ALLOCATION_FAILED;
  *id = CONFIG_ID;
  return get_attributes(driver, profile, entrypoint, NULL, 0);
}

static VAStatus destroy_config(VADriverContextP driver, VAConfigID id) {
  (void)driver;
  return is_config(id) ? VA_STATUS_SUCCESS : VA_STATUS_ERROR_INVALID_CONFIG;
}

static VAStatus query_attributes(
    VADriverContextP driver, VAConfigID id, VAProfile *profile, VAEntrypoint *entrypoint, VAConfigAttrib *attributes,
    int *count) {
  static const VAConfigAttribType types[] = {
      VAConfigAttribRTFormat, VAConfigAttribRateControl, VAConfigAttribEncPackedHeaders, VAConfigAttribEncMaxRefFrames,
      VAConfigAttribEncMaxSlices};
  if (!is_config(id)) return VA_STATUS_ERROR_INVALID_CONFIG;
  *profile = profile_supported;
  *entrypoint = entrypoint_supported();
  *count = sizeof types / sizeof *types;
  for (int index = 0; index < *count; index++) attributes[index].type = types[index];
  return get_attributes(driver, *profile, *entrypoint, attributes, *count);
}

static VAStatus query_image_formats(VADriverContextP driver, VAImageFormat *formats, int *count) {
  (void)driver;
  *formats = nv12;
  *count = 1;
  return VA_STATUS_SUCCESS;
}

// ---- Synchronous operations

static VAStatus sync_surface(VADriverContextP driver, VASurfaceID id) {
  (void)driver;
  return find_object(SURFACE, id) ? VA_STATUS_SUCCESS : VA_STATUS_ERROR_INVALID_SURFACE;
}

static VAStatus query_surface_status(VADriverContextP driver, VASurfaceID id, VASurfaceStatus *status) {
  *status = VASurfaceReady;
  return sync_surface(driver, id);
}

static VAStatus terminate(VADriverContextP driver) {
  (void)driver;
  return VA_STATUS_SUCCESS;
}

// libva requires these functions, but encoders do not call them.
static VAStatus unimplemented(void) { return VA_STATUS_ERROR_UNIMPLEMENTED; }

#define UNIMPLEMENTED(function) table->function = (__typeof__(table->function))(void (*)(void))unimplemented

// libva looks up the function for its own version, then for older versions.
VAStatus init_driver(VADriverContextP driver) __asm__("__vaDriverInit_1_0");

VAStatus init_driver(VADriverContextP driver) {
  if (fails_at("init")) return VA_STATUS_ERROR_OPERATION_FAILED;
  driver->version_major = VA_MAJOR_VERSION;
  driver->version_minor = VA_MINOR_VERSION;
  driver->max_profiles = driver->max_entrypoints = driver->max_image_formats = driver->max_subpic_formats = 1;
  driver->max_attributes = driver->max_display_attributes = 16;
  driver->str_vendor = "OpenCapture's test driver";
  struct VADriverVTable *table = driver->vtable;
  table->vaTerminate = terminate;
  table->vaQueryConfigProfiles = query_profiles;
  table->vaQueryConfigEntrypoints = query_entrypoints;
  table->vaGetConfigAttributes = get_attributes;
  table->vaCreateConfig = create_config;
  table->vaDestroyConfig = destroy_config;
  table->vaQueryConfigAttributes = query_attributes;
  table->vaCreateSurfaces = create_plain_surfaces;
  table->vaCreateSurfaces2 = create_surfaces;
  table->vaDestroySurfaces = destroy_surfaces;
  table->vaQuerySurfaceAttributes = query_surface_attributes;
  table->vaSyncSurface = sync_surface;
  table->vaQuerySurfaceStatus = query_surface_status;
  table->vaQueryImageFormats = query_image_formats;
  table->vaCreateImage = create_image;
  table->vaDeriveImage = derive_image;
  table->vaDestroyImage = destroy_image;
  table->vaGetImage = get_image;
  table->vaPutImage = put_image;
  table->vaCreateBuffer = create_buffer;
  table->vaMapBuffer = map_buffer;
  table->vaUnmapBuffer = unmap_buffer;
  table->vaDestroyBuffer = destroy_buffer;
  table->vaCreateContext = create_context;
  table->vaDestroyContext = destroy_context;
  table->vaBeginPicture = begin_picture;
  table->vaRenderPicture = render_picture;
  table->vaEndPicture = end_picture;
  UNIMPLEMENTED(vaBufferSetNumElements);
  UNIMPLEMENTED(vaSetImagePalette);
  UNIMPLEMENTED(vaQuerySubpictureFormats);
  UNIMPLEMENTED(vaCreateSubpicture);
  UNIMPLEMENTED(vaDestroySubpicture);
  UNIMPLEMENTED(vaSetSubpictureImage);
  UNIMPLEMENTED(vaSetSubpictureChromakey);
  UNIMPLEMENTED(vaSetSubpictureGlobalAlpha);
  UNIMPLEMENTED(vaAssociateSubpicture);
  UNIMPLEMENTED(vaDeassociateSubpicture);
  UNIMPLEMENTED(vaQueryDisplayAttributes);
  UNIMPLEMENTED(vaGetDisplayAttributes);
  UNIMPLEMENTED(vaSetDisplayAttributes);
  return VA_STATUS_SUCCESS;
}

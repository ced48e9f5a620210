#include <stdlib.h>
#include <string.h>

#include "library.h"

// The encoding functions are declared here as in libheif/heif.h since 1.14, so that its headers are not required.

enum { HEIF_CHROMA_RGB = 10, HEIF_COMPRESSION_HEVC = 1, HEIF_COMPRESSION_AV1 = 4 };

typedef struct heif_encoder heif_encoder;

// Newer versions append members. The orientation was added in version 5.
typedef struct heif_options {
  uint8_t version;
  uint8_t save_alpha_channel;
  uint8_t macos_workaround;
  uint8_t save_two_colr_boxes;
  void *nclx_profile;
  uint8_t macos_workaround_no_nclx;
  int orientation;
} heif_options;

typedef struct heif_writer {
  int version;
  heif_error (*write)(heif_context *context, const void *bytes, size_t count, void *user);
} heif_writer;

#define FUNCTIONS(DO) \
  DO(int, have_encoder_for_format, (int format)) \
  DO(heif_context *, context_alloc, (void)) \
  DO(void, context_free, (heif_context * context)) \
  DO(heif_error, context_get_encoder_for_format, (heif_context * context, int format, heif_encoder **encoder)) \
  DO(heif_error, encoder_set_lossy_quality, (heif_encoder * encoder, int quality)) \
  DO(void, encoder_release, (heif_encoder * encoder)) \
  DO(heif_options *, encoding_options_alloc, (void)) \
  DO(void, encoding_options_free, (heif_options * options)) \
  DO(heif_error, image_create, (int width, int height, int colorspace, int chroma, heif_image **image)) \
  DO(heif_error, image_add_plane, (heif_image * image, int channel, int width, int height, int depth)) \
  DO(uint8_t *, image_get_plane, (heif_image * image, int channel, int *bytes_per_row)) \
  DO(void, image_release, (const heif_image *image)) \
  DO(heif_error, context_encode_image, \
     (heif_context * context, const heif_image *image, heif_encoder *encoder, const heif_options *options, \
      heif_handle **handle)) \
  DO(heif_error, context_add_exif_metadata, \
     (heif_context * context, const heif_handle *handle, const void *bytes, int count)) \
  DO(heif_error, context_write, (heif_context * context, heif_writer * writer, void *user)) \
  DO(void, image_handle_release, (const heif_handle *handle))

static struct {
  FUNCTIONS(CLOADING_MEMBER)
} functions;

static bool begin(cloading_library *library) {
  FUNCTIONS(FILL)
  // Without the orientation option, rotated pictures would be written without their rotation.
  heif_options *options = functions.encoding_options_alloc();
  const bool is_new_enough = options && options->version >= 5;
  if (options) functions.encoding_options_free(options);
  if (!is_new_enough) cloading_set_error("it has no option for the orientation");
  return is_new_enough;
}

static cloading_library library = CLOADING_LIBRARY(LIBHEIF, begin);

static int format_of(cheif_codec codec) { return codec == CHEIF_AV1 ? HEIF_COMPRESSION_AV1 : HEIF_COMPRESSION_HEVC; }

bool cheif_encodes(cheif_codec codec) {
  return cloading_load(&library, NULL) && functions.have_encoder_for_format(format_of(codec));
}

// The objects to release after encoding.
typedef struct writing {
  heif_context *context;
  heif_encoder *encoder;
  heif_options *options;
  heif_image *image;
  heif_handle *handle;
} writing;

static heif_error append(heif_context *context, const void *bytes, size_t count, void *user) {
  static const heif_error done = {0, 0, ""}, no_memory = {6, 0, "not enough memory for the file"};
  (void)context;
  cheif_output *output = user;
  uint8_t *grown = realloc(output->bytes, output->count + count);
  if (!grown) return no_memory;
  memcpy(grown + output->count, bytes, count);
  output->bytes = grown;
  output->count += count;
  return done;
}

static heif_error fill(heif_image *image, const cheif_picture *picture) {
  heif_error error = functions.image_add_plane(image, HEIF_CHANNEL_INTERLEAVED, picture->width, picture->height, 8);
  if (error.code) return error;
  int stride = 0;
  uint8_t *rows = functions.image_get_plane(image, HEIF_CHANNEL_INTERLEAVED, &stride);
  for (int row = 0; rows && row < picture->height; row++) {
    memcpy(
        rows + (ptrdiff_t)row * stride, picture->pixels + (ptrdiff_t)row * picture->bytes_per_row,
        (size_t)picture->width * 3);
  }
  return error;
}

#define TRY(call) \
  do { \
    heif_error error = call; \
    if (error.code) return error; \
  } while (0)

static heif_error encode(writing *self, const cheif_picture *picture, cheif_output *output) {
  TRY(functions.context_get_encoder_for_format(self->context, format_of(picture->codec), &self->encoder));
  TRY(functions.encoder_set_lossy_quality(self->encoder, picture->quality));
  TRY(functions.image_create(picture->width, picture->height, HEIF_COLORSPACE_RGB, HEIF_CHROMA_RGB, &self->image));
  TRY(fill(self->image, picture));
  self->options->orientation = picture->orientation;
  TRY(functions.context_encode_image(self->context, self->image, self->encoder, self->options, &self->handle));
  TRY(functions.context_add_exif_metadata(self->context, self->handle, picture->exif, picture->exif_count));
  heif_writer writer = {1, append};
  return functions.context_write(self->context, &writer, output);
}

cheif_outcome cheif_encode(const cheif_picture *picture, cheif_output *output, cheif_failure *failure) {
  failure->message[0] = 0;
  memset(output, 0, sizeof *output);
  if (!cheif_load()) return CHEIF_NO_LIBRARY;
  if (!cheif_encodes(picture->codec)) return CHEIF_NO_DECODER;
  writing self = {0};
  self.context = functions.context_alloc();
  self.options = functions.encoding_options_alloc();
  cheif_outcome outcome = CHEIF_NO_MEMORY;
  if (self.context && self.options) {
    heif_error error = encode(&self, picture, output);
    outcome = error.code ? cheif_outcome_of_error(error, failure) : CHEIF_DONE;
  }
  if (self.handle) functions.image_handle_release(self.handle);
  if (self.image) functions.image_release(self.image);
  if (self.encoder) functions.encoder_release(self.encoder);
  if (self.options) functions.encoding_options_free(self.options);
  if (self.context) functions.context_free(self.context);
  if (outcome != CHEIF_DONE) {
    free(output->bytes);
    memset(output, 0, sizeof *output);
  }
  return outcome;
}

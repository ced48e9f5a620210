#include "tone.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>

#include "libraries.h"

// The size of the color lookup table in each dimension; values in between are interpolated.
enum { GRID = 33, TRANSFERS = 3, PRIMARIES = 3 };

typedef enum transfer { TRANSFER_DISPLAY, TRANSFER_PQ, TRANSFER_HLG } transfer;

typedef enum primaries { PRIMARIES_BT709, PRIMARIES_BT2020, PRIMARIES_P3 } primaries;

typedef struct color {
  float values[3];
} color;

static transfer transfer_of(const AVFrame *picture) {
  switch (picture->color_trc) {
    case AVCOL_TRC_SMPTE2084: return TRANSFER_PQ;
    case AVCOL_TRC_ARIB_STD_B67: return TRANSFER_HLG;
    default: return TRANSFER_DISPLAY;
  }
}

static primaries primaries_of(const AVFrame *picture) {
  const bool has_wide_matrix =
      picture->colorspace == AVCOL_SPC_BT2020_NCL || picture->colorspace == AVCOL_SPC_BT2020_CL;
  switch (picture->color_primaries) {
    case AVCOL_PRI_BT2020: return PRIMARIES_BT2020;
    case AVCOL_PRI_SMPTE431:
    case AVCOL_PRI_SMPTE432: return PRIMARIES_P3;
    case AVCOL_PRI_UNSPECIFIED:
      return has_wide_matrix || transfer_of(picture) != TRANSFER_DISPLAY ? PRIMARIES_BT2020 : PRIMARIES_BT709;
    default: return PRIMARIES_BT709;
  }
}

bool cffmpeg_needs_tone(const AVFrame *picture) {
  return transfer_of(picture) != TRANSFER_DISPLAY || primaries_of(picture) != PRIMARIES_BT709;
}

// ---- Light

static const double peak = 1000;  // cd/m²
static const double white = 203;

static double pq_to_light(double signal) {
  const double power = pow(signal, 1 / 78.84375);
  return 10000 * pow(fmax(power - 0.8359375, 0) / (18.8515625 - 18.6875 * power), 1 / 0.1593017578125);
}

static double light_to_pq(double light) {
  const double power = pow(fmax(light, 0) / 10000, 0.1593017578125);
  return pow((0.8359375 + 18.8515625 * power) / (1 + 18.6875 * power), 78.84375);
}

static double hlg_to_scene(double signal) {
  return signal <= 0.5 ? signal * signal / 3 : (exp((signal - 0.55991073) / 0.17883277) + 0.28466892) / 12;
}

// Compresses light above a knee towards diffuse white.
static double roll_off(double light) {
  const double source_peak = light_to_pq(peak), target_peak = light_to_pq(white) / source_peak;
  const double knee = 1.5 * target_peak - 0.5;
  const double signal = fmin(light_to_pq(light) / source_peak, 1);
  if (signal <= knee) return light;
  const double t = (signal - knee) / (1 - knee), t2 = t * t, t3 = t2 * t;
  const double rolled =
      (2 * t3 - 3 * t2 + 1) * knee + (t3 - 2 * t2 + t) * (1 - knee) + (-2 * t3 + 3 * t2) * target_peak;
  return pq_to_light(rolled * source_peak);
}

// Converts a signal to light in cd/m² per primary; the diffuse white of all transfer functions is equal.
static void light_of(transfer transfer, const double signal[3], double light[3]) {
  if (transfer == TRANSFER_PQ) {
    for (int index = 0; index < 3; index++) light[index] = pq_to_light(signal[index]);
  } else if (transfer == TRANSFER_HLG) {
    for (int index = 0; index < 3; index++) light[index] = hlg_to_scene(signal[index]);
    const double luminance = 0.2627 * light[0] + 0.678 * light[1] + 0.0593 * light[2];
    const double gain = luminance > 0 ? peak * pow(luminance, 0.2) : 0;
    for (int index = 0; index < 3; index++) light[index] *= gain;
  } else {
    for (int index = 0; index < 3; index++) light[index] = white * pow(signal[index], 2.4);
  }
}

// Conversion of primaries to BT.709 (ITU-R BT.2087, and the same method for P3).
static const double to_bt709[PRIMARIES][3][3] = {
    [PRIMARIES_BT709] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
    [PRIMARIES_BT2020] = {{1.6605, -0.5876, -0.0728}, {-0.1246, 1.1329, -0.0083}, {-0.0182, -0.1006, 1.1187}},
    [PRIMARIES_P3] = {{1.2249, -0.2247, 0}, {-0.042, 1.0419, 0}, {-0.0197, -0.0786, 1.0979}},
};

static color mapped(transfer transfer, primaries primaries, const double signal[3]) {
  double light[3];
  light_of(transfer, signal, light);
  if (transfer != TRANSFER_DISPLAY) {
    const double brightest = fmax(light[0], fmax(light[1], light[2]));
    const double gain = brightest > 0 ? roll_off(brightest) / brightest : 1;
    for (int index = 0; index < 3; index++) light[index] *= gain;
  }
  color color;
  for (int row = 0; row < 3; row++) {
    const double *weights = to_bt709[primaries][row];
    const double sum = weights[0] * light[0] + weights[1] * light[1] + weights[2] * light[2];
    color.values[row] = (float)(255 * pow(fmin(fmax(sum / white, 0), 1), 1 / 2.4));
  }
  return color;
}

// ---- Tables

static const color *make_table(transfer transfer, primaries primaries) {
  color *table = malloc(sizeof *table * GRID * GRID * GRID);
  if (!table) return NULL;
  for (int index = 0; index < GRID * GRID * GRID; index++) {
    const int red = index / (GRID * GRID), green = index / GRID % GRID, blue = index % GRID;
    const double signal[3] = {(double)red / (GRID - 1), (double)green / (GRID - 1), (double)blue / (GRID - 1)};
    table[index] = mapped(transfer, primaries, signal);
  }
  return table;
}

// Returns the lookup table, which is kept for the lifetime of the process.
static const color *table_for(const AVFrame *picture) {
  static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  static const color *tables[TRANSFERS][PRIMARIES];
  const transfer transfer = transfer_of(picture);
  const primaries primaries = primaries_of(picture);
  pthread_mutex_lock(&mutex);
  const color **table = &tables[transfer][primaries];
  if (!*table) *table = make_table(transfer, primaries);
  const color *found = *table;
  pthread_mutex_unlock(&mutex);
  return found;
}

// Interpolates within a tetrahedron of the table, along the axes in descending order of their fractions.
static color look_up(const color *table, const uint16_t *pixel) {
  static const int steps[3] = {GRID * GRID, GRID, 1};
  float fractions[3];
  int order[3] = {0, 1, 2}, place = 0;
  for (int index = 0; index < 3; index++) {
    const float position = (float)pixel[index] * ((GRID - 1) / 65535.0f);
    int cell = (int)position;
    if (cell > GRID - 2) cell = GRID - 2;
    fractions[index] = position - (float)cell;
    place += cell * steps[index];
  }
  for (int pass = 0; pass < 3; pass++) {
    const int first = pass == 1;
    if (fractions[order[first]] >= fractions[order[first + 1]]) continue;
    const int other = order[first];
    order[first] = order[first + 1];
    order[first + 1] = other;
  }
  color color = table[place];
  for (int index = 0; index < 3; index++) {
    const int next = place + steps[order[index]];
    for (int channel = 0; channel < 3; channel++) {
      color.values[channel] += fractions[order[index]] * (table[next].values[channel] - table[place].values[channel]);
    }
    place = next;
  }
  return color;
}

bool cffmpeg_map_tone(
    const AVFrame *picture, const uint16_t *pixels, int width, int height, uint8_t *target, int bytes_per_row) {
  const color *table = table_for(picture);
  if (!table) return false;
  for (int y = 0; y < height; y++) {
    uint8_t *row = target + (ptrdiff_t)y * bytes_per_row;
    for (int x = 0; x < width; x++, pixels += 3, row += 4) {
      const color color = look_up(table, pixels);
      row[0] = (uint8_t)(color.values[2] + 0.5f);
      row[1] = (uint8_t)(color.values[1] + 0.5f);
      row[2] = (uint8_t)(color.values[0] + 0.5f);
      row[3] = 255;
    }
  }
  return true;
}

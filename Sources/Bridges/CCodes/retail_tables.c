#include <math.h>
#include <pthread.h>
#include <stdbool.h>
#include <string.h>

#include "retail.h"

// The places of a triangle's tables, `fine` for each module.
enum { fine = 16, steps = 2 * reach * fine + 1 };

// The same as floating-point numbers.
static const double position_reach = reach, position_fine = fine;

// A blurred edge from light to dark, and its derivative, by the triangle that blurs it.
typedef struct {
  float step[taps][steps], impulse[taps][steps];
} edges;

static retail_tables tables;
static pthread_once_t tables_made = PTHREAD_ONCE_INIT;

static void make_patterns(void) {
  static const uint8_t digits[10] = {0x0d, 0x19, 0x13, 0x3d, 0x23, 0x31, 0x2f, 0x3b, 0x37, 0x0b};
  for (int digit = 0; digit < 10; digit++) {
    pattern *odd = &tables.patterns[digit], *even = odd + 10, *right = odd + right_pattern;
    odd->length = even->length = right->length = 7;
    for (int i = 0; i < 7; i++) {
      const uint8_t module = (digits[digit] >> (6 - i)) & 1;
      odd->modules[i] = module;
      right->modules[i] = !module;
      even->modules[6 - i] = !module;
    }
  }
  tables.patterns[outer_guard] = (pattern){3, {1, 0, 1}};
  tables.patterns[centre_guard] = (pattern){5, {0, 1, 0, 1, 0}};
}

static void make_edges(edges *made) {
  for (int tap = 0; tap < taps; tap++) {
    double sum = 0;
    for (int i = 0; i < steps; i++) {
      const double t = i / position_fine - position_reach, peak = tap * 0.5;
      const double height = fmax(0, 1 - 2 * fabs(t - peak)) + fmax(0, 1 - 2 * fabs(t + peak));
      made->impulse[tap][i] = (float)height;
      sum += height / position_fine;
    }
    double total = 0;
    for (int i = 0; i < steps; i++) {
      const double height = made->impulse[tap][i] / sum;
      made->impulse[tap][i] = (float)height;
      made->step[tap][i] = (float)(total + height / (2 * position_fine));
      total += height / position_fine;
    }
  }
}

static inline float looked_up(const float *table, double t, float below, float above) {
  const double place = (t + position_reach) * position_fine;
  if (place <= 0) return below;
  if (place >= steps - 1) return above;
  const int i = (int)place;
  return table[i] + (float)(place - i) * (table[i + 1] - table[i]);
}

static void make_response(const pattern *shape, const edges *blurred, int tap, response *made) {
  for (int i = 0; i <= shape->length; i++) {
    const int before = i > 0 ? shape->modules[i - 1] : 0, after = i < shape->length ? shape->modules[i] : 0;
    const int sign = after - before;
    if (sign == 0) continue;
    for (int k = 0; k < influence; k++) {
      const double t = (k + 0.5) * sample_width - position_reach - i;
      made->dark[k] += (float)sign * looked_up(blurred->step[tap], t, 0, 1);
      made->by_place[k] += (float)sign * looked_up(blurred->impulse[tap], t, 0, 0);
      made->by_growth[k] += looked_up(blurred->impulse[tap], t, 0, 0);
    }
  }
}

void ccodes_make_blur(const double *kernel, double growth, blur *made) {
  for (int i = 0; i < patterns; i++) {
    float dark[influence] = {0};
    for (int tap = 0; tap < taps; tap++) {
      const response *part = &tables.responses[i][tap];
      const float weight = (float)kernel[tap], wider = (float)(kernel[tap] * growth);
      for (int k = 0; k < influence; k++) dark[k] += weight * part->dark[k] + wider * part->by_growth[k];
    }
    const int end = reach_samples + tables.patterns[i].length * per_module;
    memcpy(made->before[i], &dark[end - half_span], sizeof(float) * span);
    memcpy(made->after[i], &dark[reach_samples - half_span], sizeof(float) * span);
    made->squares[0][i] = dot(made->before[i], made->before[i], span);
    made->squares[1][i] = dot(made->after[i], made->after[i], span);
  }
  for (int i = 0; i < right_pattern + 10; i++) {
    const bool is_left = i < right_pattern;
    for (int j = is_left ? 0 : right_pattern; j < (is_left ? right_pattern : right_pattern + 10); j++) {
      made->products[i][j] = dot(made->before[i], made->after[j], span);
    }
  }
}

static void make_tables(void) {
  edges blurred;
  make_patterns();
  make_edges(&blurred);
  for (int i = 0; i < patterns; i++) {
    for (int tap = 0; tap < taps; tap++) make_response(&tables.patterns[i], &blurred, tap, &tables.responses[i][tap]);
  }
  for (int i = 0; i < radii; i++) {
    // Out of focus, a point becomes a disc, and an edge the integral of a semicircle.
    const double radius = 0.7 + 0.6 * i;
    double sum = 0;
    for (int tap = 0; tap < taps; tap++) {
      double mean = 0;
      for (int part = -8; part <= 8; part++) {
        const double t = (tap * 0.5 + part / 16.0) / radius;
        mean += (1 - fabs(part / 8.0)) * sqrt(fmax(0, 1 - t * t));
      }
      tables.kernels[i][tap] = mean * (tap > 0 ? 2 : 1);
      sum += tables.kernels[i][tap];
    }
    for (int tap = 0; tap < taps; tap++) tables.kernels[i][tap] /= sum;
    ccodes_make_blur(tables.kernels[i], 0, &tables.blurs[i]);
  }
}

const retail_tables *ccodes_retail_tables(void) {
  pthread_once(&tables_made, make_tables);
  return &tables;
}

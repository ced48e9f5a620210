#include <math.h>
#include <string.h>

#include "CCodes.h"

// The kernel reaches three standard deviations to each side.
enum { most_reach = 3 * CCODES_MOST_BLUR, iterations = 120 };

// Bars are rarely exactly as dark or light as the extremes nearby.
static const float darkest = 1.1F, lightest = -0.1F;

typedef struct {
  int reach;
  float weights[most_reach + 1];
} kernel;

static kernel gaussian(double sigma) {
  kernel made = {(int)ceil(3 * sigma), {1}};
  double sum = 1;
  for (int i = 1; i <= made.reach; i++) {
    made.weights[i] = (float)exp(-i * i / (2 * sigma * sigma));
    sum += 2 * (double)made.weights[i];
  }
  for (int i = 0; i <= made.reach; i++) made.weights[i] /= (float)sum;
  return made;
}

// Blurs a series, whose memory continues by the kernel's reach before and behind it; its ends are repeated there.
static void convolve(const kernel *with, float *series, size_t count, float *target) {
  for (int k = 1; k <= with->reach; k++) {
    series[-k] = series[0];
    series[count + (size_t)k - 1] = series[count - 1];
  }
  for (size_t i = 0; i < count; i++) target[i] = with->weights[0] * series[i];
  for (int k = 1; k <= with->reach; k++) {
    const float weight = with->weights[k];
    const float *before = series - k, *after = series + k;
    for (size_t i = 0; i < count; i++) target[i] += weight * (before[i] + after[i]);
  }
}

size_t ccodes_sharpen_scratch_size(size_t count) { return 3 * count + 4 * (size_t)most_reach; }

void ccodes_sharpen(const float *seen, size_t count, double sigma, float *scratch, float *sharp) {
  memcpy(sharp, seen, count * sizeof *sharp);
  if (count == 0 || !(sigma >= 0.1 && sigma <= CCODES_MOST_BLUR)) return;
  const kernel blur = gaussian(sigma);
  float *ahead = scratch + most_reach, *rest = ahead + count + 2 * (size_t)most_reach,
        *made = rest + count + most_reach;
  memcpy(ahead, seen, count * sizeof *ahead);
  // Nesterov's accelerated gradient, projected to the bounds. A blur amplifies nothing, so the step length is 1.
  double pace = 1;
  for (int round = 0; round < iterations; round++) {
    convolve(&blur, ahead, count, made);
    for (size_t i = 0; i < count; i++) rest[i] = seen[i] - made[i];
    convolve(&blur, rest, count, made);
    const double next = (1 + sqrt(1 + 4 * pace * pace)) / 2;
    const float momentum = (float)((pace - 1) / next);
    for (size_t i = 0; i < count; i++) {
      const float better = fminf(darkest, fmaxf(lightest, ahead[i] + made[i]));
      ahead[i] = better + momentum * (better - sharp[i]);
      sharp[i] = better;
    }
    pace = next;
  }
}

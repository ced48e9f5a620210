#include "CCodes.h"

#include <string.h>

enum { reach = 2, taps = 2 * reach + 1 };

size_t ccodes_unblur_scratch_size(int side) {
  const size_t padded = (size_t)side + 2 * (size_t)reach;
  return 2 * padded * padded;
}

// Applies the kernel at a position of a padded grid. The kernel is point-symmetric.
static float mixed(const float *place, int stride, const float *kernel) {
  float sum = 0;
  for (int dy = 0; dy < taps; dy++) {
    const float *row = place + (ptrdiff_t)(dy - reach) * stride - reach;
    for (int dx = 0; dx < taps; dx++) sum += kernel[dy * taps + dx] * row[dx];
  }
  return sum;
}

static void find_errors(
    const float *seen, const float *modules, int side, int stride, const float *kernel, float *errors) {
  for (int y = 0; y < side; y++) {
    for (int x = 0; x < side; x++) {
      const int at = (y + reach) * stride + x + reach;
      errors[at] = seen[y * side + x] - mixed(modules + at, stride, kernel);
    }
  }
}

// Modules are continuous between light and dark at first, so the optimum is unique and gradient descent finds it.
static void relax(
    const float *seen, const float *known, int side, int stride, const float *kernel, float *modules, float *errors) {
  for (int round = 0; round < 20; round++) {
    find_errors(seen, modules, side, stride, kernel, errors);
    for (int y = 0; y < side; y++) {
      for (int x = 0; x < side; x++) {
        if (known[y * side + x] != 0) continue;
        const int at = (y + reach) * stride + x + reach;
        const float moved = modules[at] + 1.5f * mixed(errors + at, stride, kernel);
        modules[at] = moved > 1 ? 1 : moved < -1 ? -1 : moved;
      }
    }
  }
  for (int y = 0; y < side; y++) {
    for (int x = 0; x < side; x++) {
      float *module = &modules[(y + reach) * stride + x + reach];
      *module = *module < 0 ? -1 : 1;
    }
  }
}

// Inverts single modules as long as that reduces the error.
static void descend(
    const float *seen, const float *known, int side, int stride, const float *kernel, float *modules, float *errors) {
  float energy = 0;
  for (int i = 0; i < taps * taps; i++) energy += kernel[i] * kernel[i];
  find_errors(seen, modules, side, stride, kernel, errors);
  for (int round = 0, changed = 1; round < 12 && changed; round++) {
    changed = 0;
    for (int y = 0; y < side; y++) {
      for (int x = 0; x < side; x++) {
        if (known[y * side + x] != 0) continue;
        const int at = (y + reach) * stride + x + reach;
        const float module = modules[at];
        if (module * mixed(errors + at, stride, kernel) + energy >= 0) continue;
        modules[at] = -module;
        changed = 1;
        for (int dy = -reach; dy <= reach; dy++) {
          for (int dx = -reach; dx <= reach; dx++) {
            const int inside = y + dy >= 0 && y + dy < side && x + dx >= 0 && x + dx < side;
            if (inside) errors[at + dy * stride + dx] += 2 * module * kernel[(dy + reach) * taps + dx + reach];
          }
        }
      }
    }
  }
}

void ccodes_unblur(
    const float *seen, const float *known, int side, const float *kernel, float *scratch, float *target) {
  const int stride = side + 2 * reach;
  const size_t count = (size_t)stride * (size_t)stride;
  float *modules = scratch, *errors = scratch + count;
  // The surroundings of the code are light, and their error is unknown.
  for (size_t i = 0; i < count; i++) modules[i] = 1;
  memset(errors, 0, count * sizeof *errors);
  for (int y = 0; y < side; y++) {
    for (int x = 0; x < side; x++) {
      const int from = y * side + x;
      modules[(y + reach) * stride + x + reach] = known[from] != 0 ? known[from]
                                                : seen[from] > 1   ? 1
                                                : seen[from] < -1  ? -1
                                                                   : seen[from];
    }
  }
  relax(seen, known, side, stride, kernel, modules, errors);
  descend(seen, known, side, stride, kernel, modules, errors);
  for (int y = 0; y < side; y++) {
    const float *row = modules + (ptrdiff_t)(y + reach) * stride + reach;
    memcpy(target + (ptrdiff_t)y * side, row, (size_t)side * sizeof *target);
  }
}

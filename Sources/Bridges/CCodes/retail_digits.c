#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "retail.h"

// Adds the errors for each pair of symbols at the boundary of two digits.
static void add_pairs(
    const float *seen, const blur *shape, int before, int before_count, int after, int after_count, float weight,
    float target[left_patterns][left_patterns]) {
  const float square = dot(seen, seen, span);
  float alone[2][left_patterns];
  for (int i = 0; i < before_count; i++) {
    alone[0][i] = shape->squares[0][before + i] - 2 * dot(seen, shape->before[before + i], span);
  }
  for (int i = 0; i < after_count; i++) {
    alone[1][i] = shape->squares[1][after + i] - 2 * dot(seen, shape->after[after + i], span);
  }
  for (int i = 0; i < before_count; i++) {
    for (int j = 0; j < after_count; j++) {
      target[i][j] = weight * (square + alone[0][i] + alone[1][j] + 2 * shape->products[before + i][after + j]);
    }
  }
}

static float error_of(const float *seen, const float *before, const float *after, int first, int end) {
  float error = 0;
  for (int k = first; k < end; k++) {
    const float rest = seen[k] - before[k] - after[k];
    error += rest * rest;
  }
  return error;
}

void ccodes_find_costs(layout code, const float *seen, const float *contrast, const blur *shape, costs *found) {
  const int lefts = code.half == 6 ? left_patterns : 10, last = 2 * code.half - 1;
  const int guard = 5 * per_module / 2;
  int at = (quiet + 3) * per_module;
#define here (seen + at - half_span)
#define weight (contrast[at] * contrast[at])
  for (int i = 0; i < lefts; i++) {
    found->first[i] = weight * error_of(here, shape->before[outer_guard], shape->after[i], 0, span);
  }
  for (int digit = 0; digit < last; digit++) {
    at += 7 * per_module;
    if (digit == code.half - 1) {
      float left[left_patterns];
      for (int i = 0; i < lefts; i++) {
        left[i] = weight * error_of(here, shape->before[i], shape->after[centre_guard], 0, half_span + guard);
      }
      at += 5 * per_module;
      found->centre = never;
      for (int j = 0; j < 10; j++) {
        const float *after = shape->after[right_pattern + j];
        const float right = weight * error_of(here, shape->before[centre_guard], after, half_span - guard, span);
        found->centre = fminf(found->centre, right);
        for (int i = 0; i < lefts; i++) found->step[digit][i][j] = left[i] + right;
      }
    } else if (digit < code.half) {
      add_pairs(here, shape, 0, lefts, 0, lefts, weight, found->step[digit]);
    } else {
      add_pairs(here, shape, right_pattern, 10, right_pattern, 10, weight, found->step[digit]);
    }
  }
  at += 7 * per_module;
  for (int i = 0; i < 10; i++) {
    found->last[i] = weight * error_of(here, shape->before[right_pattern + i], shape->after[outer_guard], 0, span);
  }
#undef here
#undef weight
}

void ccodes_best_symbols(layout code, const costs *of, int *symbols, float *left_error, float *right_error) {
  const int count = 2 * code.half, lefts = code.half == 6 ? left_patterns : 10;
  // The least error of the digits up to each one, by its symbol.
  float cost[most_digits][left_patterns];
  memcpy(cost[0], of->first, sizeof cost[0]);
  for (int digit = 1; digit < count; digit++) {
    const int before = digit <= code.half ? lefts : 10, after = digit < code.half ? lefts : 10;
    for (int j = 0; j < after; j++) cost[digit][j] = never;
    for (int i = 0; i < before; i++) {
      for (int j = 0; j < after; j++) {
        const float error = cost[digit - 1][i] + of->step[digit - 1][i][j];
        cost[digit][j] = error < cost[digit][j] ? error : cost[digit][j];
      }
    }
  }
  *left_error = never;
  for (int j = 0; j < 10; j++) *left_error = fminf(*left_error, cost[code.half][j] - of->centre);
  float least = never;
  for (int i = 0; i < 10; i++) {
    const float error = cost[count - 1][i] + of->last[i];
    if (error >= least) continue;
    least = error;
    symbols[count - 1] = i;
  }
  for (int digit = count - 1; digit > 0; digit--) {
    float best = never;
    for (int i = 0; i < (digit <= code.half ? lefts : 10); i++) {
      const float error = cost[digit - 1][i] + of->step[digit - 1][i][symbols[digit]];
      if (error >= best) continue;
      best = error;
      symbols[digit - 1] = i;
    }
  }
  *right_error = least - *left_error;
}

// Returns the symbol for a digit; bit 5 of the parities is that of the first left digit.
static inline int symbol(layout code, int parities, int place, int digit) {
  return place < code.half && (parities >> (code.half - 1 - place) & 1) ? digit + 10 : digit;
}

typedef float digit_costs[most_digits][10][10];

// Finds the errors of all digits given those before (forward) or after them, by the sum of the digits up to there.
static void propagate(layout code, const costs *of, int parities, int first, bool is_forward, digit_costs total) {
  const int count = 2 * code.half;
  for (int i = 0; i < count * 100; i++) (&total[0][0][0])[i] = never;
  for (int digit = 0; digit < 10; digit++) {
    if (is_forward) total[0][digit][(first + 3 * digit) % 10] = of->first[symbol(code, parities, 0, digit)];
    else total[count - 1][digit][0] = of->last[digit];
  }
  for (int n = 1; n < count; n++) {
    const int place = is_forward ? n : count - n, factor = place % 2 ? 1 : 3;
    for (int left = 0; left < 10; left++) {
      for (int right = 0; right < 10; right++) {
        const float step =
            of->step[place - 1][symbol(code, parities, place - 1, left)][symbol(code, parities, place, right)];
        for (int sum = 0; sum < 10; sum++) {
          const int later = (sum + factor * right) % 10;
          float *target = is_forward ? &total[place][right][later] : &total[place - 1][left][sum];
          const float error = (is_forward ? total[place - 1][left][sum] : total[place][right][later]) + step;
          if (error < *target) *target = error;
        }
      }
    }
  }
}

int ccodes_best_digits(layout code, const costs *of, int *symbols, float *least, float *next) {
  static const uint8_t parities[10] = {0x00, 0x0b, 0x0d, 0x0e, 0x13, 0x19, 0x1c, 0x15, 0x16, 0x1a};
  const int count = 2 * code.half;
  int found = 0;
  *least = *next = never;
  for (int first = 0; first < (code.half == 6 ? 10 : 1); first++) {
    digit_costs ahead, back;
    propagate(code, of, parities[first], first, true, ahead);
    propagate(code, of, parities[first], first, false, back);
    // The least error of each digit in each place; the best digits are the least ones of all places.
    float by_digit[most_digits][10], best = never;
    int digits[most_digits] = {0};
    for (int place = 0; place < count; place++) {
      best = never;
      for (int digit = 0; digit < 10; digit++) {
        float error = never;
        for (int sum = 0; sum < 10; sum++) error = fminf(error, ahead[place][digit][sum] + back[place][digit][sum]);
        by_digit[place][digit] = error;
        if (error < best) {
          best = error;
          digits[place] = digit;
        }
      }
    }
    for (int place = 0; place < count; place++) {
      for (int digit = 0; digit < 10; digit++) {
        if (digit != digits[place]) *next = fminf(*next, by_digit[place][digit]);
      }
    }
    if (best >= *least) {
      *next = fminf(*next, best);
      continue;
    }
    *next = fminf(*next, *least);
    *least = best;
    found = first;
    for (int place = 0; place < count; place++) symbols[place] = symbol(code, parities[first], place, digits[place]);
  }
  return found;
}

#include <math.h>

#include "CCodes.h"

bool ccodes_solve(double *matrix, double *right, int count) {
  for (int i = 0; i < count; i++) {
    for (int j = 0; j <= i; j++) {
      double rest = matrix[i * count + j];
      for (int k = 0; k < j; k++) rest -= matrix[i * count + k] * matrix[j * count + k];
      if (i == j && !(rest > 1e-12)) return false;
      matrix[i * count + j] = i == j ? sqrt(rest) : rest / matrix[j * count + j];
    }
  }
  for (int i = 0; i < count; i++) {
    for (int k = 0; k < i; k++) right[i] -= matrix[i * count + k] * right[k];
    right[i] /= matrix[i * count + i];
  }
  for (int i = count - 1; i >= 0; i--) {
    for (int k = i + 1; k < count; k++) right[i] -= matrix[k * count + i] * right[k];
    right[i] /= matrix[i * count + i];
  }
  return true;
}

#define _GNU_SOURCE
#include <link.h>
#include <stddef.h>

#include "CSandbox.h"

struct visit {
  void (*body)(const char *path, void *context);
  void *context;
};

static int visit_library(struct dl_phdr_info *info, size_t size, void *visit_pointer) {
  (void)size;
  struct visit *visit = visit_pointer;
  // The program itself and the kernel's vDSO have no path.
  if (info->dlpi_name != NULL && info->dlpi_name[0] == '/') visit->body(info->dlpi_name, visit->context);
  return 0;
}

void csandbox_for_each_library(void (*body)(const char *path, void *context), void *context) {
  struct visit visit = {.body = body, .context = context};
  dl_iterate_phdr(visit_library, &visit);
}

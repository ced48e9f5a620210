#include <malloc.h>

#include "CSystem.h"

void csystem_give_back_blocks(int size) { (void)mallopt(M_MMAP_THRESHOLD, size); }

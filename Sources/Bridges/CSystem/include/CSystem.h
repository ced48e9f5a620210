#ifndef CSYSTEM_H
#define CSYSTEM_H

// What Glibc has for programs in C only.

/// Names the calling thread for debuggers and `top`; at most 15 bytes are shown.
void csystem_name_thread(const char *name);

#endif

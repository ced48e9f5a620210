#ifndef OPENCAPTURE_CFFMPEG_CONTAINER_H
#define OPENCAPTURE_CFFMPEG_CONTAINER_H

#include "reader.h"

// Opens what the input is read from as a container, and chooses the stream that is read.
bool cffmpeg_container_open(cffmpeg_reader *reader, cffmpeg_failure *failure);

#endif

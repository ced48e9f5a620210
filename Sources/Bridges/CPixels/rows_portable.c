// The loops compiled for every processor of the architecture: what the others are tested against.
#define ROW_LOOP static
#define ROW_LOOPS row_loops_portable
#include "rows.inc"

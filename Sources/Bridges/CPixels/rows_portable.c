// The loops compiled for every processor of the architecture; the tests compare the others with them.
#define ROW_LOOP static
#define ROW_LOOPS row_loops_portable
#include "rows.inc"

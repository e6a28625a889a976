/* Folders for tests to write in. */
#ifndef TLB_TESTS_TEMPORARY_H
#define TLB_TESTS_TEMPORARY_H

#include "base/arena.h"

/* A new, empty folder under $TMPDIR or /tmp; NULL when there is none to be had. */
const char *make_temporary_folder(tlb_arena *arena);
/* Removes it and all below it; links are not followed. */
void remove_folder(const char *folder);

#endif

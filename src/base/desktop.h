/* What a system with a person before it has: a place for files that may go, and a browser. */
#ifndef TLB_BASE_DESKTOP_H
#define TLB_BASE_DESKTOP_H

#include "base/context.h"

/* A new folder for files that need not last, in `arena`; nobody else may look into it. NULL, and reported,
 * when there is none. */
const char *tlb_temporary_folder(tlb_context *context, tlb_arena *arena);

/* Shows a file to the person at this machine: in the browsers that BROWSER names, else in the system's. False
 * when there is none, or nobody to look. */
bool tlb_browse(const char *path);

#endif

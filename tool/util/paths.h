/* Paths as text: links are not looked at. / and \ separate. */
#ifndef TOOL_UTIL_PATHS_H
#define TOOL_UTIL_PATHS_H

#include "trilobite/arena.h"

/* From the root or drive on, without . and .., with / between names and none at the end; NULL without
 * memory. */
char *path_absolute(tlb_arena *arena, const char *path);
/* Cuts an absolute path down to the folders that it has in common with another. */
void path_cut_to_common(char *path, const char *other);
/* What follows `folder` in an absolute path, NULL when it is not below it. */
const char *path_below(const char *folder, const char *path);

#endif

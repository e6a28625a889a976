/* What a system with a person before it has: a screen, a place for files that may go, a browser. */
#ifndef TOOL_UTIL_DESKTOP_H
#define TOOL_UTIL_DESKTOP_H

#include "trilobite/arena.h"

#include <stdio.h>

/* Whether a person looks at what is printed there. */
bool is_terminal(FILE *stream);
/* The same, and the cursor can be moved in it: TERM is not dumb. */
bool is_drawable(FILE *stream);
/* Whether it shows colors, and the person wants them: NO_COLOR is not set. */
bool use_color(FILE *stream);
/* Columns of a line; 100 where it is not known. */
size_t terminal_width(FILE *stream);

/* A new folder for files that need not last, in `arena`; nobody else may look into it. NULL, and reported,
 * when there is none. */
const char *temporary_folder(tlb_context *context, tlb_arena *arena);

/* Shows a file to the person at this machine: in the browsers that BROWSER names, else in the system's. False
 * when there is none, or nobody to look. */
bool browse(const char *path);

#endif

/* Files that other programs shorten while they are mapped into memory. Touching what is gone then ends a
 * program with SIGBUS; this one reads zeros instead, ends the work, and says so. */
#ifndef TOOL_UTIL_SHORTENED_H
#define TOOL_UTIL_SHORTENED_H

#include <stdbool.h>

/* From here on. */
void shortened_watch(void);
/* Whether it happened to this thread since it was last forgotten. */
bool shortened(void);
void shortened_forget(void);

#endif

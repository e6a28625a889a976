/* Ctrl-C and its like: the first asks the work to end, the second ends the program. */
#ifndef TOOL_UTIL_INTERRUPT_H
#define TOOL_UTIL_INTERRUPT_H

#include <stdbool.h>

/* From here on; signals that are ignored stay so. */
void interrupt_watch(void);
bool interrupted(void);
/* Ends the program as the signal would have, so that a shell's loop ends, too; to a shell that is status 128
 * and the number of the signal. */
int interrupt_exit(void);

#endif

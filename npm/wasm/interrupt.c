/* util/interrupt.h: signals reach the module's host. */
#include "util/interrupt.h"

#define IMPORT(name) __attribute__((import_module("interrupt"), import_name(#name)))

IMPORT(watch) void host_watch(void);
/* The number of the signal; 0: there was none. */
IMPORT(caught) int host_caught(void);

void interrupt_watch(void)
{
    host_watch();
}

bool interrupted(void)
{
    return host_caught() != 0;
}

/* The host ends by the signal. */
int interrupt_exit(void)
{
    enum { SHELL = 128 };
    return SHELL + host_caught();
}

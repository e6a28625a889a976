#ifndef _WIN32
#define _POSIX_C_SOURCE 200809L
#endif

#include "util/interrupt.h"

#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t caught;

static void note(int number)
{
    caught = number;
    signal(number, SIG_DFL);
}

#ifdef _WIN32

static void watch(int number)
{
    signal(number, note);
}

#else

/* Calls of the system that wait are to return. */
static void watch(int number)
{
    struct sigaction before, action = {.sa_handler = note};
    sigemptyset(&action.sa_mask);
    if (sigaction(number, NULL, &before) == 0 && before.sa_handler != SIG_IGN)
        sigaction(number, &action, NULL);
}

#endif

void interrupt_watch(void)
{
    watch(SIGINT);
    watch(SIGTERM);
#ifdef SIGHUP
    watch(SIGHUP);
#endif
#ifdef SIGBREAK
    watch(SIGBREAK);
#endif
}

bool interrupted(void)
{
    return caught;
}

int interrupt_exit(void)
{
    enum { SHELL = 128 };
#ifndef _WIN32
    raise(caught);
#endif
    return SHELL + caught;
}

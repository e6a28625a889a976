#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */

#include "util/shortened.h"

#if defined(_WIN32) || defined(__wasm__)
#define MAPS_NOTHING
#endif

#ifndef MAPS_NOTHING

#include <signal.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

static _Thread_local volatile sig_atomic_t happened;

/* The page that is gone becomes one of zeros, and the program goes on where it was. */
static void replace_page(int number, siginfo_t *info, void *context)
{
    (void)context;
    uintptr_t size = (uintptr_t)sysconf(_SC_PAGESIZE), page = (uintptr_t)info->si_addr & ~(size - 1);
    if (info->si_code != BUS_ADRERR ||
        mmap((void *)page, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == MAP_FAILED)
        signal(number, SIG_DFL);
    else
        happened = 1;
}

void shortened_watch(void)
{
    struct sigaction action = {.sa_sigaction = replace_page, .sa_flags = SA_SIGINFO};
    sigemptyset(&action.sa_mask);
    sigaction(SIGBUS, &action, NULL);
}

bool shortened(void)
{
    return happened;
}

void shortened_forget(void)
{
    happened = 0;
}

#else

void shortened_watch(void)
{
}

bool shortened(void)
{
    return false;
}

void shortened_forget(void)
{
}

#endif

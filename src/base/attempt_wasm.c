/* attempt.h in WebAssembly without setjmp: the host calls the work, and catches what it throws to leave it.
 * The module imports both functions from "trilobite". */
#include "base/attempt.h"

#define IMPORT(name) __attribute__((import_module("trilobite"), import_name(#name)))

/* Calls work(attempt, user); false: the attempt was given up meanwhile. */
IMPORT(attempt) bool tlb_host_attempt(void (*work)(void *attempt, void *user), void *attempt, void *user);
/* Ends that call: does not return. */
IMPORT(give_up) _Noreturn void tlb_host_give_up(void *attempt);

struct tlb_attempt {
    void (*work)(tlb_attempt *attempt, void *user);
};

static void start(void *attempt, void *user)
{
    tlb_attempt *own = attempt;
    own->work(own, user);
}

bool tlb_attempt_run(void (*work)(tlb_attempt *attempt, void *user), void *user)
{
    tlb_attempt attempt = {work};
    return tlb_host_attempt(start, &attempt, user);
}

_Noreturn void tlb_attempt_give_up(tlb_attempt *attempt)
{
    tlb_host_give_up(attempt);
}

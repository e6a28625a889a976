/* base/attempt.h where there is no setjmp: the page catches what it throws. */
#include "base/attempt.h"

#include "imports.h"

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
    return page_attempt(start, &attempt, user);
}

_Noreturn void tlb_attempt_give_up(tlb_attempt *attempt)
{
    page_give_up(attempt);
}

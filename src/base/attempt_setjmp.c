#include "base/attempt.h"

#include <setjmp.h>

struct tlb_attempt {
    jmp_buf start;
};

bool tlb_attempt_run(void (*work)(tlb_attempt *attempt, void *user), void *user)
{
    tlb_attempt attempt;
    if (setjmp(attempt.start))
        return false;
    work(&attempt, user);
    return true;
}

_Noreturn void tlb_attempt_give_up(tlb_attempt *attempt)
{
    longjmp(attempt->start, 1);
}

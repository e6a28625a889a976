/* Work that may be given up from deep within: for libraries that report errors through a callback which must
 * not return. Variables of the functions in between are lost, the memory that they hold too. */
#ifndef TLB_BASE_ATTEMPT_H
#define TLB_BASE_ATTEMPT_H

#include <stdbool.h>

typedef struct tlb_attempt tlb_attempt;

/* False when it was given up. */
bool tlb_attempt_run(void (*work)(tlb_attempt *attempt, void *user), void *user);
_Noreturn void tlb_attempt_give_up(tlb_attempt *attempt);

#endif

/* IQE texts at random, over the whole grammar: models that check finds no error in. */
#ifndef TLB_TESTS_IQE_MAKER_H
#define TLB_TESTS_IQE_MAKER_H

#include "base/buffer.h"

typedef struct iqe_plan {
    uint32_t seed;  /* not 0 */
    bool canonical; /* as the writer spells: no blanks, comments or numbers but the usual */
} iqe_plan;

void iqe_speak(tlb_buffer *out, const iqe_plan *plan);

#endif

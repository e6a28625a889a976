/* Memory that fails: what is made without it must be seen to fail. */
#ifndef TLB_TESTS_FAULT_H
#define TLB_TESTS_FAULT_H

#include "trilobite/base.h"

typedef struct fault {
    uint64_t at, made; /* the allocation that fails, and those so far */
    bool failed;
} fault;

/* Memory by malloc of which one allocation fails; `f` must last as long. */
tlb_allocator fault_allocator(fault *f);
/* Memory by malloc of which so many allocations succeed, then none; `left` must last as long. */
tlb_allocator scarce_allocator(uint64_t *left);

#endif

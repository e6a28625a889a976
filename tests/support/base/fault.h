/* Memory that fails: what is made without it must be seen to fail. */
#ifndef TLB_TESTS_FAULT_H
#define TLB_TESTS_FAULT_H

#include "files.h"

typedef struct fault {
    uint64_t at, made; /* the allocation that fails, and those so far */
    bool failed;
} fault;

/* Memory by malloc of which one allocation fails; `f` must last as long. */
tlb_allocator fault_allocator(fault *f);
/* Memory by malloc of which so many allocations succeed, then none; `left` must last as long. */
tlb_allocator scarce_allocator(uint64_t *left);

/* A job that adds what it makes to `made`. */
typedef tlb_status (*fault_job)(tlb_context *context, const void *subject, collected *made);
/* Does the job with each of its allocations failing alone: it is refused for want of memory, or makes what it
 * makes with it; nothing is left allocated. */
void assert_refused_or_same(fault_job job, const void *subject);

#endif

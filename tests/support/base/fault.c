#include "fault.h"

#include <stdlib.h>

static void *allocate(void *user, size_t size)
{
    fault *f = user;
    f->failed |= f->made == f->at;
    return f->made++ == f->at ? NULL : malloc(size);
}

static void release(void *user, void *memory, size_t size)
{
    (void)user, (void)size;
    free(memory);
}

tlb_allocator fault_allocator(fault *f)
{
    return (tlb_allocator){allocate, release, f};
}

static void *allocate_scarce(void *user, size_t size)
{
    uint64_t *left = user;
    return *left && (*left)-- ? malloc(size) : NULL;
}

tlb_allocator scarce_allocator(uint64_t *left)
{
    return (tlb_allocator){allocate_scarce, release, left};
}

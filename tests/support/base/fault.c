#include "fault.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

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

/* Whether an allocation failed. */
static bool try_job(fault_job job, const void *subject, uint64_t at, const collected *expected,
                    collected *made)
{
    fault f = {.at = at};
    *made = (collected){0};
    tlb_context *context = tlb_context_create(
        &(tlb_context_options){.struct_size = sizeof(tlb_context_options), .allocator = fault_allocator(&f)});
    tlb_status status = context ? job(context, subject, made) : TLB_NO_MEMORY;
    assert_true(status == TLB_OK || (status == TLB_NO_MEMORY && f.failed));
    if (!status && expected) {
        assert_int_equal(made->size, expected->size);
        assert_memory_equal(made->data, expected->data, expected->size);
    }
    if (context) {
        tlb_diagnostics_clear(context);
        assert_int_equal(tlb_memory_now(context), 0);
    }
    tlb_context_free(context);
    return f.failed;
}

void assert_refused_or_same(fault_job job, const void *subject)
{
    collected expected, made;
    assert_false(try_job(job, subject, UINT64_MAX, NULL, &expected));
    assert_true(expected.size > 0);
    bool failed = true;
    for (uint64_t at = 0; failed; at++) {
        failed = try_job(job, subject, at, &expected, &made);
        free(made.data);
    }
    free(expected.data);
}

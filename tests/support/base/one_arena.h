/* A context and an arena for the tests of a program, as cmocka sets them up; the end asserts that all memory
 * is given back. */
#ifndef TLB_TESTS_ONE_ARENA_H
#define TLB_TESTS_ONE_ARENA_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/context.h"

typedef struct fixture {
    tlb_context *context;
    tlb_arena arena;
} fixture;

static int set_up(void **state)
{
    static fixture f;
    f = (fixture){.context = tlb_context_create(NULL)};
    tlb_arena_init(&f.arena, f.context->account);
    *state = &f;
    return 0;
}

static int tear_down(void **state)
{
    fixture *f = *state;
    tlb_arena_release(&f->arena);
    tlb_diagnostics_clear(f->context);
    assert_int_equal(tlb_memory_now(f->context), 0);
    tlb_context_free(f->context);
    return 0;
}

#endif

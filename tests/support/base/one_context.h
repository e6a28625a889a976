/* A context for the tests of a program, as cmocka sets it up; the end asserts that all memory is given back.
 */
#ifndef TLB_TESTS_ONE_CONTEXT_H
#define TLB_TESTS_ONE_CONTEXT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "trilobite/base.h"

static tlb_context *context;

static int set_up(void **state)
{
    (void)state;
    context = tlb_context_create(NULL);
    return !context;
}

static int tear_down(void **state)
{
    (void)state;
    tlb_diagnostics_clear(context);
    assert_int_equal(tlb_memory_now(context), 0);
    tlb_context_free(context);
    return 0;
}

#endif

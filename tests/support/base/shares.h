/* How much of real files comes out as it is in them. */
#ifndef TLB_TESTS_SHARES_H
#define TLB_TESTS_SHARES_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>

#include <cmocka.h>

typedef struct share {
    uint32_t same, all;
} share;

static inline void count(share *s, bool same)
{
    s->same += same;
    s->all++;
}

static inline void require(const char *name, share reached, uint32_t least)
{
    print_message("%s: %u of %u\n", name, reached.same, reached.all);
    assert_true(reached.same >= least);
}

#endif

/* Arguments of public functions that their headers do not allow: reported, and answered with TLB_ARGUMENT. */
#ifndef TLB_BASE_ARGUMENT_H
#define TLB_BASE_ARGUMENT_H

#include "trilobite/base.h"

/* Reports BAD_ARGUMENT; TLB_ARGUMENT. `context` may be NULL: then nothing is reported. */
tlb_status tlb_refuse_argument(tlb_context *context, const char *function, const char *argument,
                               const char *expected);

/* Returns from the function unless the condition holds. `expected`: "must …". */
#define TLB_EXPECT(context, condition, argument, expected)                                                   \
    do {                                                                                                     \
        if (!(condition))                                                                                    \
            return tlb_refuse_argument((context), __func__, #argument, (expected));                          \
    } while (0)
#define TLB_REQUIRE(context, argument) TLB_EXPECT(context, argument, argument, "must not be NULL")
/* Data may be NULL when there is none. */
#define TLB_REQUIRE_LIST(context, data, count)                                                               \
    TLB_EXPECT(context, (data) || !(count), data, "must not be NULL")

#endif

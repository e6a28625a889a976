#include "base/argument.h"

tlb_status tlb_refuse_argument(tlb_context *context, const char *function, const char *argument,
                               const char *expected)
{
    tlb_report(context, TLB_CODE_BAD_ARGUMENT, TLB_NO_OFFSET, NULL, "%s: %s %s", function, argument,
               expected);
    return TLB_ARGUMENT;
}

/* What every writer of scenes looks for and reports. */
#ifndef TLB_CORE_FINDINGS_H
#define TLB_CORE_FINDINGS_H

#include "base/context.h"
#include "trilobite/value.h"

static inline bool tlb_has_members(const tlb_value *table)
{
    return table && table->as.members.first;
}

static inline void tlb_report_not_finite(tlb_context *context, uint64_t count)
{
    if (count)
        tlb_report(context, TLB_CODE_SCENE_NOT_FINITE, TLB_NO_OFFSET, NULL,
                   "%llu numbers that are not finite were replaced", (unsigned long long)count);
}

#endif

/* Diagnostics that all writers of scenes share. */
#ifndef TLB_WRITERS_REPORTS_H
#define TLB_WRITERS_REPORTS_H

#include "base/context.h"
#include "base/text.h"
#include "trilobite/value.h"

static inline bool tlb_has_members(const tlb_value *table)
{
    return table && table->as.members.first;
}

static inline void tlb_report_not_finite(tlb_context *context, uint64_t count)
{
    if (count)
        tlb_report(context, TLB_CODE_SCENE_NOT_FINITE, TLB_NO_OFFSET, NULL, "replaced %llu %s",
                   (unsigned long long)count,
                   tlb_plural(count, "number that is not finite", "numbers that are not finite"));
}

#endif

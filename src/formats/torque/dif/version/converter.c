/* What the steps of a conversion share: new lists, failures, drops. */
#include "formats/torque/dif/version/version.h"

#include "base/text.h"

#include <stdio.h>
#include <string.h>

void tlb_dif_no_memory(dif_converter *r)
{
    if (!r->status)
        r->status = tlb_report_memory(r->made.context, &r->made.arena);
}

void *tlb_dif_replace(dif_converter *r, size_t count, size_t size)
{
    void *data = r->status ? NULL : tlb_alloc_array(&r->made.arena, count, size);
    if (!data)
        tlb_dif_no_memory(r);
    return data;
}

void *tlb_dif_replace_with_copy(dif_converter *r, const void *source, size_t count, size_t size)
{
    void *data = tlb_dif_replace(r, count, size);
    if (data && count)
        memcpy(data, source, count * size);
    return data;
}

void tlb_dif_remark(const dif_converter *r, tlb_code code, const char *field, const char *what)
{
    char path[128];
    snprintf(path, sizeof path, "%s[%u].%s", r->list, r->index, field);
    tlb_report(r->made.context, code, TLB_NO_OFFSET, path, "%s", what);
}

void tlb_dif_dropped(const dif_converter *r, const char *field, uint32_t count)
{
    char what[64];
    if (!count)
        return;
    snprintf(what, sizeof what, "%u left out: version %u does not support %s", count, r->to,
             tlb_plural(count, "it", "them"));
    tlb_dif_remark(r, TLB_CODE_DROPPED, field, what);
}

void tlb_dif_drop_list(const dif_converter *r, const char *field, uint32_t *count)
{
    tlb_dif_dropped(r, field, *count);
    *count = 0;
}

/* What the steps of rebuilding share: memory and reports. */
#include "formats/torque/dif/rebuild/rebuild.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void tlb_dif_rebuild_failed(dif_rebuild *r)
{
    if (!r->status)
        r->status =
            tlb_report_memory(r->document->context, tlb_arena_refused(&r->scratch, &r->document->arena));
}

void *tlb_dif_rebuild_scratch(dif_rebuild *r, size_t count, size_t size)
{
    void *memory = r->status ? NULL : tlb_alloc_array(&r->scratch, count, size);
    if (!memory)
        tlb_dif_rebuild_failed(r);
    else
        memset(memory, 0, count * size);
    return memory;
}

void tlb_dif_rebuild_report(const dif_rebuild *r, tlb_code code, const char *field, const char *format, ...)
{
    char path[128], what[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    snprintf(path, sizeof path, "%s.%s", r->path, field);
    tlb_report(r->document->context, code, TLB_NO_OFFSET, path, "%s", what);
}

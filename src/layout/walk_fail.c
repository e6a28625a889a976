/* How a walk fails: with a path and an offset, once; or, where a visitor fills a document, with all faults of
 * its source. */
#include "layout/walk.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void stop(tlb_walk *w, tlb_status status)
{
    w->failed_at = tlb_walk_offset(w);
    w->failed_in = WALK_NOWHERE;
    w->status = status;
    if (w->direction == WALK_WRITE)
        w->end = w->at;
    else
        w->at = w->end;
}

/* What follows from a value that was reported already is not reported as well. */
static bool is_reported(const tlb_walk *w, const char *path)
{
    size_t count = tlb_diagnostic_count(w->context);
    return w->faults && count && strcmp(tlb_diagnostic_at(w->context, count - 1)->path, path) == 0;
}

static void report_fill(tlb_walk *w, tlb_code code, const char *path, const char *message)
{
    if (code == TLB_CODE_BAD_JSON && w->visitor->edits)
        code = TLB_CODE_BAD_EDIT;
    if (!w->muted && !is_reported(w, path))
        tlb_report(w->context, code, TLB_NO_OFFSET, path, "%s", message);
    w->faults++;
}

static void fail(tlb_walk *w, uint64_t back, tlb_code code, const char *name, const char *format,
                 va_list arguments)
{
    if (w->status)
        return;
    char path[512], message[512];
    tlb_walk_path(w, name, path, sizeof path);
    vsnprintf(message, sizeof message, format, arguments);
    bool fills = walk_fills(w);
    if (fills)
        report_fill(w, code, path, message);
    else
        tlb_report(w->context, code, tlb_walk_offset(w) - back, path, "%s", message);
    stop(w, code == TLB_CODE_NOT_SUPPORTED ? TLB_UNSUPPORTED : TLB_INVALID);
    if (fills && w->visitor->recover && code != TLB_CODE_NESTING_LIMIT)
        w->failed_in = w->depth;
}

void tlb_walk_fault(tlb_walk *w, const char *name, const char *format, ...)
{
    if (w->status)
        return;
    char path[512], message[1024];
    va_list arguments;
    va_start(arguments, format);
    if (walk_fills(w)) {
        vsnprintf(message, sizeof message, format, arguments);
        tlb_walk_path(w, name, path, sizeof path);
        report_fill(w, TLB_CODE_BAD_JSON, path, message);
    } else
        fail(w, 0, TLB_CODE_BAD_JSON, name, format, arguments);
    va_end(arguments);
}

void tlb_walk_fail(tlb_walk *w, tlb_code code, const char *name, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fail(w, 0, code, name, format, arguments);
    va_end(arguments);
}

void tlb_walk_refuse(tlb_walk *w, uint64_t back, tlb_code code, const char *name, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fail(w, back, code, name, format, arguments);
    va_end(arguments);
}

void tlb_walk_no_memory(tlb_walk *w)
{
    if (!w->status)
        stop(w, tlb_report_memory(w->context, w->arena));
}

void tlb_walk_refused(tlb_walk *w, tlb_status failure)
{
    if (!w->status)
        stop(w, tlb_report_failure(w->context, failure));
}

void tlb_walk_short(tlb_walk *w, const char *name, uint64_t wanted)
{
    tlb_walk_fail(w, TLB_CODE_TRUNCATED, name, "needs %llu bytes; only %llu left", (unsigned long long)wanted,
                  (unsigned long long)(w->end - w->at));
}

void tlb_walk_too_large(tlb_walk *w, const char *name, uint32_t value, uint32_t most)
{
    tlb_walk_fail(w, TLB_CODE_VALUE_TOO_LARGE, name, "%u is larger than %u, the maximum in this version",
                  value, most);
}

void tlb_walk_misfit(tlb_walk *w, const char *name, int32_t value)
{
    tlb_walk_fail(w, TLB_CODE_VALUE_TOO_LARGE, name,
                  "%d is outside -32768 to 32767, the range of this version", value);
}

void tlb_walk_recover(tlb_walk *w)
{
    if (!w->status || w->failed_in == WALK_NOWHERE || w->failed_in != w->depth)
        return;
    w->status = TLB_OK;
    w->visitor->recover(w);
}

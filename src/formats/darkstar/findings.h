/* What the rules of this room's formats report with. Paths and messages are made only for findings that are
 * kept. */
#ifndef TLB_DARKSTAR_FINDINGS_H
#define TLB_DARKSTAR_FINDINGS_H

#include "base/context.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

typedef struct finder {
    tlb_context *context;
    tlb_arena arena;   /* what rules have to remember; given back at the end */
    tlb_status status; /* whether there was memory for it; rules without it are skipped */
    char path[128];
} finder;

static inline bool finder_heard(const finder *f, tlb_code code)
{
    bool kept = f->context->totals[code] < f->context->max_per_code;
    if (!kept)
        f->context->totals[code]++;
    return kept;
}

/* The path of a field; good until the next. */
TLB_PRINTF(2, 3) static inline const char *find_at(finder *f, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(f->path, sizeof f->path, format, arguments);
    va_end(arguments);
    return f->path;
}

/* FIND(f, DIG_VERTEX, find_at(f, "verts[%u]", i), "what is wrong", ...) */
#define FIND(f, code, path, ...)                                                                             \
    (finder_heard((f), TLB_CODE_##code)                                                                      \
         ? tlb_report((f)->context, TLB_CODE_##code, TLB_NO_OFFSET, (path), __VA_ARGS__)                     \
         : (void)0)

/* A number below a count, a part of a list, finite numbers. */
#define FIND_INDEX(f, code, index, limit, path, things)                                                      \
    ((index) < (limit)                                                                                       \
         ? (void)0                                                                                           \
         : FIND((f), code, (path), "%u: there are %u %s", (unsigned)(index), (unsigned)(limit), (things)))
#define FIND_RANGE(f, code, start, amount, size, path, list)                                                 \
    ((start) <= (size) && (amount) <= (size) - (start)                                                       \
         ? (void)0                                                                                           \
         : FIND((f), code, (path), "%u from %u on: there are %u %s", (unsigned)(amount), (unsigned)(start),  \
                (unsigned)(size), (list)))
#define FIND_FINITE(f, code, values, amount, path)                                                           \
    (finder_finite((values), (amount)) ? (void)0 : FIND((f), code, (path), "infinite or not a number"))

static inline bool finder_finite(const float *values, uint32_t count)
{
    bool finite = true;
    for (uint32_t i = 0; i < count; i++)
        finite &= isfinite(values[i]) != 0;
    return finite;
}

/* Cleared memory for `count` things, NULL without memory. */
static inline void *finder_scratch(finder *f, size_t count, size_t size)
{
    bool fits = !size || count <= SIZE_MAX / size;
    void *memory = fits ? tlb_zalloc(&f->arena, count * size) : NULL;
    if (!memory && !f->status)
        f->status = tlb_report_memory(f->context);
    return memory;
}

#endif

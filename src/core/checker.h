/* What the rules of a format report with: diagnostics at the path of a field. Paths and messages are
 * formatted only for diagnostics that are kept. */
#ifndef TLB_CORE_CHECKER_H
#define TLB_CORE_CHECKER_H

#include "assets/assets.h"
#include "base/context.h"
#include "base/index.h"
#include "base/range.h"

#include <math.h>

typedef struct tlb_checker {
    tlb_context *context;
    const void *root;   /* the document */
    tlb_arena arena;    /* what rules have to remember; freed at the end */
    tlb_status status;  /* whether there was memory for it; rules without it are skipped */
    char path[256];     /* begins with the path of the part that is checked: "details[0]." */
    size_t part;        /* the length of that beginning */
    tlb_assets *assets; /* those of the document, for tlb_check_file */
    tlb_index files;    /* names that were looked up */
} tlb_checker;

tlb_checker tlb_checker_start(tlb_context *context, const void *root);
/* Frees the memory; returns the status. */
tlb_status tlb_checker_end(tlb_checker *c);

/* The path of a field of the part; good until the next. */
const char *tlb_at(tlb_checker *c, const char *format, ...) TLB_PRINTF(2, 3);
/* Goes into a part of the part; returns what `part` has to be set to afterwards. */
size_t tlb_enter(tlb_checker *c, const char *format, ...) TLB_PRINTF(2, 3);
/* Cleared memory for `count` things, NULL without memory. */
void *tlb_scratch(tlb_checker *c, size_t count, size_t size);

/* Reports ASSET_MISSING for a file that the document names and that is not among the assets; each name is
 * looked up once. `kind` is what the file is ("texture"); `extensions` as in tlb_assets_find. Without assets
 * nothing happens. */
void tlb_check_file(tlb_checker *c, const char *kind, const char *name, const char *const *extensions,
                    const char *path);

/* Reports TRAILING_BYTES for what follows the end of a file. */
void tlb_check_tail(tlb_checker *c, tlb_bytes tail);

/* TLB_FIND(c, DIF_SURFACE_PLANE, tlb_at(c, "surfaces[%u]", i), "what is wrong", ...) */
#define TLB_FIND(c, code, path, ...) TLB_FIND_CODE(c, TLB_CODE_##code, path, __VA_ARGS__)
#define TLB_FIND_CODE(c, code, path, ...)                                                                    \
    (tlb_is_kept((c)->context, (code))                                                                       \
         ? tlb_report((c)->context, (code), TLB_NO_OFFSET, (path), __VA_ARGS__)                              \
         : (void)0)
/* With an option that would help; `value` may be NULL: TLB_FIND_REMEDY(c, ROO_SECURITY, "rebuild", NULL, …)
 */
#define TLB_FIND_REMEDY(c, code, option, value, path, ...)                                                   \
    (tlb_is_kept((c)->context, TLB_CODE_##code)                                                              \
         ? tlb_report_remedy((c)->context, TLB_CODE_##code, TLB_NO_OFFSET, (path),                           \
                             (tlb_remedy){(option), (value)}, __VA_ARGS__)                                   \
         : (void)0)

/* The commonest rules: a number below a count, a part of a list, finite numbers. */
#define TLB_CHECK_INDEX(c, code, index, limit, path, things)                                                 \
    ((index) < (limit) ? (void)0                                                                             \
                       : TLB_FIND((c), code, (path), "index %u out of range; number of %s: %u",              \
                                  (unsigned)(index), (things), (unsigned)(limit)))
#define TLB_CHECK_RANGE(c, code, start, amount, size, path, list)                                            \
    (tlb_within((start), (amount), (size))                                                                   \
         ? (void)0                                                                                           \
         : TLB_FIND((c), code, (path), "range of %u from %u on exceeds %s (length %u)", (unsigned)(amount),  \
                    (unsigned)(start), (list), (unsigned)(size)))

#define TLB_CHECK_FINITE(c, code, values, amount, path)                                                      \
    (tlb_all_finite((values), (amount)) ? (void)0 : TLB_FIND((c), code, (path), "infinite or NaN"))

static inline bool tlb_all_finite(const float *values, uint32_t count)
{
    bool finite = true;
    for (uint32_t i = 0; i < count; i++)
        finite &= isfinite(values[i]) != 0;
    return finite;
}

#endif

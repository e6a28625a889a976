/* What the generators share. */
#ifndef TLB_FORMATS_TORQUE_DIF_GENERATE_GENERATE_H
#define TLB_FORMATS_TORQUE_DIF_GENERATE_GENERATE_H

#include "base/context.h"
#include "core/format.h"
#include "formats/torque/dif/dif.h"

/* Reports why a hull allows nothing to be made from it. */
tlb_status tlb_dif_hull_refused(tlb_document *document, const tlb_dif_interior *interior, uint32_t hull,
                                const char *reason);

/* tlb_dif_make_emit_strings, but for hulls that allow no strings to be made: they keep theirs, and are
 * counted in `kept`. */
tlb_status tlb_dif_renew_emit_strings(tlb_document *document, tlb_dif_interior *interior, uint32_t *kept);

/* How the dot products of a hull's planes are summed: where two pairs of planes are as far apart, this
 * decides which of them a polylist string puts into one group. */
typedef enum dif_sums {
    DIF_SUMS_ROUNDED_ONCE, /* as the exporters of the original files, whose strings come out to the byte */
    DIF_SUMS_SINGLE        /* each step in single precision, as the engine's own code today */
} dif_sums;
/* tlb_dif_make_poly_lists, which rounds once. */
tlb_status tlb_dif_make_poly_lists_with(tlb_document *document, tlb_dif_interior *interior, dif_sums sums);

/* Memory for a generator's own work, counted with the document's. */
static inline tlb_arena dif_scratch_arena(const tlb_document *document)
{
    tlb_arena arena;
    tlb_arena_init(&arena, document->arena.account);
    return arena;
}

/* A copy in the document's arena; NULL without memory. */
void *tlb_dif_keep(tlb_document *document, const void *data, size_t count, size_t size);

/* Replaces a list; `plain` is its width without the flag. The flag stays when its narrow width still fits. */
void tlb_dif_replace_list(tlb_dif_list *list, tlb_type plain, uint32_t *data, uint32_t count);

#endif

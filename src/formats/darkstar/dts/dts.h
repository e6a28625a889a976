/* What the files of the DTS format share. */
#ifndef TLB_FORMATS_DARKSTAR_DTS_DTS_H
#define TLB_FORMATS_DARKSTAR_DTS_DTS_H

#include "core/format.h"
#include "trilobite/dts.h"
#include "trilobite/dts_runtime.h"

extern const tlb_format tlb_format_dts;
extern const tlb_query_info dts_queries[];

void dts_walk(tlb_walk *w, tlb_dts *shape);
tlb_status dts_check(tlb_document *document);
tlb_status dts_describe(tlb_document *document, tlb_value *table);
tlb_status dts_query(tlb_document *document, const char *const *words, size_t word_count, tlb_value *table);
tlb_status dts_to_scene(tlb_document *document, tlb_scene *scene, const tlb_conversion *conversion);

tlb_dts_placement dts_placement(const tlb_dts *shape, const tlb_dts_transform *transform);

/* Whether `count` things from `first` on are all in a list of `size`. */
static inline bool dts_within(int64_t first, int64_t count, uint32_t size)
{
    return first >= 0 && count >= 0 && first + count <= (int64_t)size;
}

static inline bool dts_is_index(int64_t index, uint32_t count)
{
    return index >= 0 && index < (int64_t)count;
}

#endif

/* The rules of terrains. */
#include "formats/darkstar/dtf/dtf.h"

#include "core/checker.h"

#include <stdio.h>

static bool has_block(const tlb_dtf *x, int32_t id)
{
    for (uint32_t i = 0; i < x->blocks.count; i++)
        if (x->blocks.data[i].id == id)
            return true;
    return false;
}

/* Rows of the map name few blocks: those that were found are not looked up again. */
static void check_map(tlb_checker *c, const tlb_dtf *x)
{
    for (uint32_t i = 0; i < x->map.count; i++) {
        bool met = i && x->map.data[i] == x->map.data[i - 1];
        if (!met && !has_block(x, x->map.data[i]))
            TLB_FIND(c, DTF_BLOCK, tlb_at(c, "map[%u][%u]", i / (uint32_t)x->sizeX, i % (uint32_t)x->sizeX),
                     "there is no block %d", x->map.data[i]);
    }
}

static void check_sizes(tlb_checker *c, const tlb_dtf *x)
{
    const float numbers[] = {x->hMin, x->hMax};
    if (x->details < 1 || x->details > DTF_MOST_DETAILS)
        TLB_FIND(c, DTF_SCALE, tlb_at(c, "details"), "%d, expected 1 to %d", x->details, DTF_MOST_DETAILS);
    if (x->scale < 0 || x->scale > DTF_MOST_SCALE)
        TLB_FIND(c, DTF_SCALE, tlb_at(c, "scale"), "%d, expected 0 to %d", x->scale, DTF_MOST_SCALE);
    if (x->version && (x->kind < 0 || x->kind > TLB_DTF_MOSAIC))
        TLB_FIND(c, DTF_KIND, tlb_at(c, "kind"), "unknown kind %d", x->kind);
    if (!tlb_all_finite(numbers, 2) || x->hMin > x->hMax)
        TLB_FIND(c, DTF_HEIGHTS, tlb_at(c, "hMin"), "%g to %g", (double)x->hMin, (double)x->hMax);
    if ((uint32_t)x->lastId != x->blocks.count)
        TLB_FIND(c, DTF_LAST_ID, tlb_at(c, "lastId"), "%d, expected %u", x->lastId, x->blocks.count);
}

tlb_status tlb_dtf_check(tlb_document *document)
{
    static const char *const dml[] = {"dml", NULL};
    const tlb_dtf *x = document->root;
    tlb_checker c = tlb_checker_start(document->context, x);
    char name[256];
    c.assets = document->assets;
    check_sizes(&c, x);
    check_map(&c, x);
    if (x->dmlName.size && x->dmlName.size < sizeof name) {
        snprintf(name, sizeof name, "%.*s", (int)x->dmlName.size, x->dmlName.data);
        tlb_check_file(&c, "material list", name, dml, tlb_at(&c, "dmlName"));
    }
    return tlb_checker_end(&c);
}

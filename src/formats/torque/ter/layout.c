/* The layout of a terrain: docs/formats/ter.md. */
#include "formats/torque/ter/ter.h"

#include "formats/torque/dts/dts.h"
#include "layout/fields.h"

enum { /* versions from which there is something */
       WITH_ALPHA = 2,
       WITH_SCRIPTS = 3,
       WITH_EDGES = 5,
       WITH_SIZE = 7
};

/* `data` in as many rows as a side has samples. */
static void *walk_grid(tlb_walk *w, const char *name, void *data, uint32_t *count, uint32_t side,
                       tlb_type type)
{
    uint32_t rows = w->direction == WALK_READ ? side : *count / side;
    data = tlb_walk_table(w, name, data, &rows, side, type, type);
    *count = rows * side;
    if (rows != side)
        tlb_walk_fail(w, TLB_CODE_BAD_VALUE, name, "number of rows: %u, expected %u", rows, side);
    return data;
}
#define WALK_GRID(w, x, field, side)                                                                         \
    ((x)->field.data =                                                                                       \
         walk_grid((w), #field, (x)->field.data, &(x)->field.count, (side), WALK_TYPE((x)->field.data[0])))

static void walk_names(tlb_walk *w, tlb_ter *x)
{
    if (x->version >= WITH_SIZE)
        walk_count(w, "materialCount", &x->materialNames.count, TLB_U32);
    else if (w->direction == WALK_READ)
        x->materialNames.count = TLB_TER_MATERIALS;
    WALK_BARE(w, x, materialNames, 1, i)
        tlb_torque_walk_string(w, NULL, &x->materialNames.data[i], TLB_U8);
    if (x->version < WITH_SIZE)
        tlb_torque_expect(w, "materialNames", x->materialNames.count, TLB_TER_MATERIALS);
}

static uint32_t count_named(const tlb_ter *x)
{
    uint32_t named = 0;
    for (uint32_t i = 0; i < x->materialNames.count; i++)
        named += x->materialNames.data[i].size != 0;
    return named;
}

static void walk_alpha_maps(tlb_walk *w, tlb_ter *x)
{
    if (w->direction == WALK_READ)
        x->alphaMaps.count = count_named(x);
    WALK_BLOCKS(w, x, alphaMaps, TLB_TER_LEGACY_SIZE * TLB_TER_LEGACY_SIZE, i)
        WALK_GRID(w, &x->alphaMaps.data[i], alpha, TLB_TER_LEGACY_SIZE);
    tlb_torque_expect(w, "alphaMaps", x->alphaMaps.count, count_named(x));
}

static void walk_legacy(tlb_walk *w, tlb_ter *x)
{
    x->size = TLB_TER_LEGACY_SIZE;
    WALK_GRID(w, x, heights, TLB_TER_LEGACY_SIZE);
    WALK_GRID(w, x, baseMaterialMap, TLB_TER_LEGACY_SIZE);
    walk_names(w, x);
    if (x->version >= WITH_ALPHA)
        walk_alpha_maps(w, x);
    if (x->version >= WITH_SCRIPTS) {
        tlb_torque_walk_string(w, "textureScript", &x->textureScript, TLB_U32);
        tlb_torque_walk_string(w, "heightfieldScript", &x->heightfieldScript, TLB_U32);
    }
    if (x->version >= WITH_EDGES) {
        tlb_torque_walk_string(w, "edgePath1", &x->edgePath1, TLB_U8);
        tlb_torque_walk_string(w, "edgePath2", &x->edgePath2, TLB_U8);
    }
}

static void walk_sized(tlb_walk *w, tlb_ter *x)
{
    WALK_DEFAULT(w, x, size, 2);
    WALK(w, x, size);
    bool valid = x->size >= 1 && x->size <= TLB_TER_MOST_SIZE;
    if (!valid && !w->status)
        tlb_walk_refuse(w, sizeof x->size, TLB_CODE_BAD_VALUE, "size", "%u samples a side, expected 1 to %d",
                        x->size, TLB_TER_MOST_SIZE);
    if (!valid || w->status)
        return;
    WALK_GRID(w, x, heights, x->size);
    WALK_GRID(w, x, layerMap, x->size);
    walk_names(w, x);
}

static void walk_file(tlb_walk *w, tlb_ter *x)
{
    WALK_DEFAULT(w, x, version, TLB_TER_LAST_VERSION);
    WALK_AS(w, x, version, TLB_U8);
    if ((x->version < 1 || x->version > TLB_TER_LAST_VERSION) && !w->status)
        tlb_walk_refuse(w, 1, TLB_CODE_BAD_VERSION, "version", "unknown version %u, expected 1 to %d",
                        x->version, TLB_TER_LAST_VERSION);
    if (w->status)
        return;
    if (x->version < WITH_SIZE)
        walk_legacy(w, x);
    else
        walk_sized(w, x);
    tlb_walk_remaining(w, "tail", &x->tail);
}

void tlb_ter_walk(tlb_walk *w, void **root)
{
    if (!*root && !(*root = tlb_zalloc(w->arena, sizeof(tlb_ter))))
        tlb_walk_no_memory(w);
    else
        walk_file(w, *root);
}

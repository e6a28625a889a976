/* The rules of terrains. */
#include "formats/torque/ter/ter.h"
#include "formats/torque/shared/textures.h"

#include "core/checker.h"
#include "base/text.h"

/* Samples of a map that break one rule: how many there are, and the first. */
typedef struct samples {
    uint32_t count, first;
} samples;

static void add_sample(samples *s, uint32_t index)
{
    s->first = s->count++ ? s->first : index;
}

static const char *at_sample(tlb_checker *c, const char *map, const samples *s, uint32_t side)
{
    return tlb_at(c, "%s[%u][%u]", map, s->first / side, s->first % side);
}

static bool has_name(const tlb_ter *x, uint32_t material)
{
    return material < x->materialNames.count && x->materialNames.data[material].size;
}

/* --- maps --------------------------------------------------------------------------------------------- */

static void check_materials(tlb_checker *c, const tlb_ter *x, uint32_t side)
{
    bool legacy = x->version <= TLB_TER_LAST_LEGACY_VERSION;
    const char *map = legacy ? "baseMaterialMap" : "layerMap";
    const uint8_t *values = legacy ? x->baseMaterialMap.data : x->layerMap.data;
    uint32_t count = legacy ? x->baseMaterialMap.count : x->layerMap.count;
    samples used[TER_LAYERS] = {{0}}, flagged = {0};
    for (uint32_t i = 0; i < count; i++) {
        add_sample(&used[legacy ? values[i] & TLB_TER_MATERIAL : values[i]], i);
        if (legacy && values[i] & ~(TLB_TER_MATERIAL | TLB_TER_MODIFIED))
            add_sample(&flagged, i);
    }
    for (uint32_t k = 0; k < TER_LAYERS; k++)
        if (used[k].count && !has_name(x, k) && (legacy || k != TLB_TER_HOLE))
            TLB_FIND(c, TER_MATERIAL, at_sample(c, map, &used[k], side),
                     "%u %s material %u, which has no name", used[k].count,
                     tlb_plural(used[k].count, "sample has", "samples have"), k);
    if (flagged.count)
        TLB_FIND(c, TER_FLAGS, at_sample(c, map, &flagged, side), "%u %s unknown flags, the first 0x%02x",
                 flagged.count, tlb_plural(flagged.count, "sample has", "samples have"),
                 values[flagged.first] & ~(TLB_TER_MATERIAL | TLB_TER_MODIFIED));
}

static uint32_t sum_of(const tlb_ter *x, uint32_t sample)
{
    uint32_t sum = 0;
    for (uint32_t k = 0; k < x->alphaMaps.count; k++) {
        const tlb_ter_alpha_map *map = &x->alphaMaps.data[k];
        sum += sample < map->alpha.count ? map->alpha.data[sample] : 0;
    }
    return sum;
}

/* Exporters round each alpha, so that the sum is a few less than 255. */
static void check_alpha(tlb_checker *c, const tlb_ter *x, uint32_t side)
{
    enum { ROUNDED = 8 };
    samples empty = {0}, uneven = {0};
    if (!x->alphaMaps.count)
        return;
    for (uint32_t i = 0; i < side * side; i++) {
        uint32_t sum = sum_of(x, i);
        if (!sum)
            add_sample(&empty, i);
        else if (sum + ROUNDED < UINT8_MAX || sum > UINT8_MAX + ROUNDED)
            add_sample(&uneven, i);
    }
    if (empty.count)
        TLB_FIND(c, TER_NO_ALPHA, at_sample(c, "alphaMaps[0].alpha", &empty, side),
                 "%u %s no alpha in any map", empty.count,
                 tlb_plural(empty.count, "sample has", "samples have"));
    if (uneven.count)
        TLB_FIND(
            c, TER_ALPHA, at_sample(c, "alphaMaps[0].alpha", &uneven, side),
            "%u %s, the first %u, expected about 255", uneven.count,
            tlb_plural(uneven.count, "sample has another sum of alphas", "samples have other sums of alphas"),
            sum_of(x, uneven.first));
}

/* --- the file ----------------------------------------------------------------------------------------- */

static void check_size(tlb_checker *c, const tlb_ter *x)
{
    if (x->version > TLB_TER_LAST_LEGACY_VERSION && (x->size < 2 || x->size & (x->size - 1)))
        TLB_FIND(c, TER_SIZE, "size", "%u, expected a power of two from 2 on", x->size);
}

/* From version 7 on names are of materials, which scripts define. */
static void check_names(tlb_checker *c, const tlb_ter *x)
{
    for (uint32_t i = 0; i < x->materialNames.count && x->version <= TLB_TER_LAST_LEGACY_VERSION; i++)
        if (x->materialNames.data[i].size)
            tlb_check_file(c, "texture", x->materialNames.data[i].data, tlb_torque_texture_extensions,
                           tlb_at(c, "materialNames[%u]", i));
}

tlb_status tlb_ter_check(tlb_document *document)
{
    const tlb_ter *x = document->root;
    ter_grid grid = tlb_ter_grid(x);
    tlb_checker c = tlb_checker_start(document->context, x);
    c.assets = document->assets;
    check_size(&c, x);
    check_names(&c, x);
    if (grid.side) {
        check_materials(&c, x, grid.side);
        check_alpha(&c, x, grid.side);
    }
    if (x->tail.size)
        TLB_FIND(&c, TRAILING_BYTES, "tail", "%llu %s the terrain", (unsigned long long)x->tail.size,
                 tlb_plural(x->tail.size, "byte follows", "bytes follow"));
    return tlb_checker_end(&c);
}

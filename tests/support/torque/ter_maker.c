#include "ter_maker.h"

#include "trilobite/trilobite.h"

#include <string.h>

#define TAKE(document, list, length)                                                                         \
    ((list).count = (uint32_t)(length), (list).data = made_take(document, (list).count, sizeof *(list).data))

static tlb_text text(const char *string)
{
    return (tlb_text){string, (uint32_t)strlen(string)};
}

uint16_t valley_height(uint32_t size, uint32_t x, uint32_t y)
{
    uint32_t from_middle = x < size / 2 ? size / 2 - x : x - size / 2;
    return (uint16_t)(64 + 3 * from_middle * from_middle + 8 * y + 6 * ((x * x + 3 * y) % 5));
}

static void set_layers(tlb_document *document, tlb_ter *x)
{
    uint32_t size = x->size, hole = valley_hole(size);
    TAKE(document, x->layerMap, size * size);
    for (uint32_t i = 0; i < x->layerMap.count; i++) {
        uint32_t column = i % size;
        bool floor = column > size * 3 / 8 && column < size * 5 / 8;
        x->layerMap.data[i] = floor ? 0 : i / size < size / 2 ? 1 : 2;
    }
    x->layerMap.data[hole * size + hole] = TLB_TER_HOLE;
    TAKE(document, x->materialNames, 3);
    x->materialNames.data[0] = text("pillar");
    x->materialNames.data[1] = text("brass");
    x->materialNames.data[2] = text("moss");
}

/* Floor in the west, brick in the east, and what is between them between. */
static void set_alpha(tlb_document *document, tlb_ter *x)
{
    TAKE(document, x->alphaMaps, 3);
    for (uint32_t k = 0; k < 3; k++)
        TAKE(document, x->alphaMaps.data[k].alpha, x->size * x->size);
    for (uint32_t i = 0; i < x->size * x->size; i++) {
        x->alphaMaps.data[0].alpha.data[i] = (uint8_t)(UINT8_MAX - i % x->size);
        x->alphaMaps.data[1].alpha.data[i] = (uint8_t)(i % x->size);
    }
}

static void set_legacy(tlb_document *document, tlb_ter *x)
{
    TAKE(document, x->baseMaterialMap, x->size * x->size);
    for (uint32_t i = 0; i < x->baseMaterialMap.count; i++)
        x->baseMaterialMap.data[i] = i % x->size < x->size / 2 ? 0 : 2;
    x->baseMaterialMap.data[5] |= TLB_TER_MODIFIED;
    TAKE(document, x->materialNames, TLB_TER_MATERIALS);
    for (uint32_t i = 0; i < TLB_TER_MATERIALS; i++)
        x->materialNames.data[i] = text("");
    x->materialNames.data[0] = text("game/data/terrains/floor");
    x->materialNames.data[2] = text("game/data/terrains/brick");
    x->materialNames.data[7] = text("moss");
    x->textureScript = text("// texture\n");
    x->heightfieldScript = text("// heights\n");
    x->edgePath1 = text("west");
    x->edgePath2 = text("east");
    if (x->version >= 2)
        set_alpha(document, x);
}

void ter_make(tlb_document *document, tlb_context *context, uint32_t version, uint32_t size)
{
    tlb_ter *x = made_begin(document, context, "ter", sizeof *x);
    x->version = version;
    x->size = version == TLB_TER_LAST_VERSION ? size : TLB_TER_LEGACY_SIZE;
    TAKE(document, x->heights, x->size * x->size);
    for (uint32_t i = 0; i < x->heights.count; i++)
        x->heights.data[i] = valley_height(x->size, i % x->size, i / x->size);
    if (version == TLB_TER_LAST_VERSION)
        set_layers(document, x);
    else
        set_legacy(document, x);
}

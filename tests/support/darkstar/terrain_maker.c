#include "terrain_maker.h"

#include <stdio.h>
#include <string.h>

#define TAKE(document, list, length)                                                                         \
    ((list).count = (uint32_t)(length), (list).data = made_take(document, (list).count, sizeof *(list).data))

/* 0 at both ends of a block, 1 in its middle. */
static float rise(uint32_t i)
{
    return (float)(i < HILLS_SIDE - i ? i : HILLS_SIDE - i) / (HILLS_SIDE / 2);
}

float terrain_height(int32_t id, uint32_t x, uint32_t y)
{
    float hill = rise(x) * rise(y), edge = (rise(x) + rise(y)) / 2;
    return id ? 4 + edge - 3 * hill : 4 + edge + 6 * hill;
}

static void set_rows(tlb_document *document, tlb_dtb *x, int32_t id)
{
    uint32_t side = (uint32_t)x->sizeX;
    TAKE(document, x->firstRow, side + 1);
    TAKE(document, x->lastRow, side + 1);
    TAKE(document, x->rows, side - 1);
    for (uint32_t i = 0; i <= side; i++) {
        x->firstRow.data[i] = terrain_height(id, i, 0);
        x->lastRow.data[i] = terrain_height(id, i, side);
    }
    for (uint32_t y = 1; y < side; y++) {
        tlb_dtb_row *row = &x->rows.data[y - 1];
        row->scale = 1.0f / 64;
        row->first = terrain_height(id, 0, y);
        row->last = terrain_height(id, side, y);
        TAKE(document, row->deltas, side - 1);
        for (uint32_t i = 1; i < side; i++)
            row->deltas.data[i - 1] =
                (int8_t)((terrain_height(id, i, y) - terrain_height(id, i - 1, y)) * 64);
    }
}

static void set_heights(tlb_document *document, tlb_dtb *x, int32_t id)
{
    uint32_t side = (uint32_t)x->sizeX;
    TAKE(document, x->heights, (side + 1) * (side + 1));
    for (uint32_t i = 0; i < x->heights.count; i++)
        x->heights.data[i] = terrain_height(id, i % (side + 1), i / (side + 1));
}

/* Brighter where it is higher. */
static void set_light(tlb_document *document, tlb_dtb *x, int32_t id)
{
    uint32_t side = (uint32_t)x->sizeX;
    TAKE(document, x->light, (side + 1) * (side + 1));
    for (uint32_t i = 0; i < x->light.count; i++) {
        uint32_t light = 5 + (uint32_t)terrain_height(id, i % (side + 1), i / (side + 1));
        x->light.data[i] = (uint16_t)(0x1111 * (light < 15 ? light : 15));
    }
}

void terrain_make_dtb(tlb_document *document, tlb_context *context, uint32_t version, int32_t id,
                      uint32_t details)
{
    uint32_t side = 1u << (details - 1);
    tlb_dtb *x = made_begin(document, context, "dtb", sizeof *x);
    x->version = version;
    snprintf(x->id, sizeof x->id, "block-%d", id);
    x->details = (int32_t)details;
    x->hMin = 1;
    x->hMax = 12;
    x->sizeX = x->sizeY = (int32_t)side;
    if (version >= 1 && version <= 3)
        set_rows(document, x, id);
    else
        set_heights(document, x, id);
    TAKE(document, x->squares, side * side);
    for (uint32_t i = 0; i < x->squares.count; i++)
        x->squares.data[i] =
            (tlb_dtb_square){(uint8_t)(i * 5 % 8), (uint8_t)(terrain_height(id, i % side, i / side) / 5)};
    x->squares.data[side + 1].flags |= 0x08; /* a hole */
    set_light(document, x, id);
    if (version >= 2)
        TAKE(document, x->pinMaps[0].bits, 3);
    x->hiresVersion = version >= 4 ? 3 : 0;
}

void terrain_make_dtf(tlb_document *document, tlb_context *context, uint32_t version)
{
    tlb_dtf *x = made_begin(document, context, "dtf", sizeof *x);
    *x = (tlb_dtf){.version = version,
                   .dmlName = {"hall.dml", 8},
                   .lastId = HILLS_BLOCKS,
                   .details = HILLS_DETAILS,
                   .scale = 1,
                   .hMin = 1,
                   .hMax = 12,
                   .sizeX = HILLS_MAP,
                   .sizeY = HILLS_MAP,
                   .kind = version ? TLB_DTF_MOSAIC : 0};
    TAKE(document, x->map, HILLS_MAP * HILLS_MAP);
    TAKE(document, x->blocks, HILLS_BLOCKS);
    for (uint32_t i = 0; i < x->map.count; i++)
        x->map.data[i] = (int32_t)(i % HILLS_BLOCKS);
    for (int32_t i = 0; i < HILLS_BLOCKS; i++)
        x->blocks.data[i].id = i;
}

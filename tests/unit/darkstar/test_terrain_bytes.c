/* Terrains of Darkstar against bytes written by hand: DTF (GFIL 0 and 1) and DTB (GBLK 0 to 5). Order and
 * widths are those of docs/formats/dtf.md. */
#include <stdio.h>
#include <string.h>

#include "pinned.h"

#include "base/context.h"
#include "formats/darkstar/shared/lzh.h"

/* --- terrain -------------------------------------------------------------------------------------------- */

static void dtf(pinned *p, const tlb_dtf *x)
{
    const uint32_t *version = p->variant;
    RAW("GFIL");
    size_t size = p->size;
    pinned_put_integer(p, 4, 0);
    U32(x, version, *version);
    U32(x, dmlName.size, 5);
    BYTES(x, dmlName, "a.dml");
    I32(x, lastId, -101);
    I32(x, details, -102);
    I32(x, scale, -103);
    F32S(x, bounds, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5);
    I32(x, originX, -104);
    I32(x, originY, -105);
    F32(x, hMin, 7.5);
    F32(x, hMax, 8.5);
    I32(x, sizeX, 3);
    I32(x, sizeY, 2);
    if (*version >= 1)
        I32(x, kind, -106);
    PINNED_EACH(I32, x, map.data, -111, -112, -113, -114, -115, -116);
    IS(x, map.count, 6);
    COUNT(x, blocks, 2);
    for (uint32_t i = 0; i < 2; i++) {
        const tlb_dtf_block *block = AT(x, blocks, i);
        I32(block, id, -121 - (int32_t)i);
        U32(block, name.size, 1 + i);
        if (i)
            BYTES(block, name, "bc");
        else
            BYTES(block, name, "a");
    }
    PATCH(size, p->size - size - 4);
    IS(x, size, p->size - size - 4);
    p->may_be_cut = (p->size - size) % 2; /* the byte after a chunk may be missing */
    if (p->may_be_cut)
        BYTES(x, pad, "\xd7");
    TAIL(x, tail);
}

static void terrain_of_each_version(void **state)
{
    (void)state;
    for (uint32_t version = 0; version <= 1; version++) {
        pinned p = {.variant = &version};
        snprintf(p.title, sizeof p.title, "version %u", version);
        PIN(&p, "dtf", tlb_document_dtf, dtf);
    }
}

/* --- block ---------------------------------------------------------------------------------------------- */

/* What was written since `from` as a part that is compressed: its size, a stream, of which the last byte is a
 * zero. */
static void pack(pinned *p, size_t from)
{
    uint8_t values[256];
    tlb_buffer stream = {.account = p->context->account};
    size_t size = p->size - from;
    assert_true(size <= sizeof values);
    memcpy(values, p->data + from, size);
    tlb_darkstar_lzh_encode((tlb_bytes){values, size}, &stream);
    p->size = from;
    pinned_put_integer(p, 4, (int64_t)size);
    pinned_put(p, stream.data, stream.size);
    tlb_buffer_free(&stream);
}

static void rows(pinned *p, const tlb_dtb *x)
{
    F32S(x, firstRow.data, 1.5, 2.5, 3.5);
    IS(x, firstRow.count, 3);
    const tlb_dtb_row *row = AT(x, rows, 0);
    IS(x, rows.count, 1);
    F32(row, scale, 0.25);
    F32(row, first, 4.5);
    I8(row, deltas.data[0], -126);
    F32(row, last, 5.5);
    F32S(x, lastRow.data, 6.5, 7.5, 8.5);
}

static void dtb(pinned *p, const tlb_dtb *x)
{
    const uint32_t version = *(const uint32_t *)p->variant;
    RAW("GBLK");
    size_t size = p->size, part;
    pinned_put_integer(p, 4, 0);
    U32(x, version, version);
    CHARS(x, id, "block-7", 16);
    I32(x, details, -201);
    I32(x, lightScale, 0);
    F32(x, hMin, 0.5);
    F32(x, hMax, 9.5);
    I32(x, sizeX, 2);
    I32(x, sizeY, 2);
    part = p->size;
    if (version >= 1 && version <= 3)
        rows(p, x);
    else {
        F32S(x, heights.data, 11, 12, 13, 14, 15, 16, 17, 18, 19);
        IS(x, heights.count, 9);
    }
    if (version >= 4)
        pack(p, part);
    part = p->size;
    for (uint32_t i = 0; i < 4; i++) {
        const tlb_dtb_square *square = AT(x, squares, i);
        U8(square, flags, 0x81 + i);
        U8(square, index, 0x91 + i);
    }
    IS(x, squares.count, 4);
    if (version >= 4)
        pack(p, part);
    for (uint32_t i = 0; version >= 2 && i < TLB_DTB_PIN_MAPS; i++) {
        const tlb_dtb_pin_map *map = p->reading ? &x->pinMaps[i] : NULL;
        U16(map, bits.count, i % 2);
        if (i % 2)
            U8(map, bits.data[0], 0xa0 + i);
    }
    part = p->size;
    PINNED_EACH(U16, x, light.data, 0x8101, 0x8102, 0x8103, 0x8104, 0x8105, 0x8106, 0x8107, 0x8108, 0x8109);
    IS(x, light.count, 9);
    if (version >= 4)
        pack(p, part);
    if (version >= 5)
        U32(x, hiresSize, 0x80000301);
    if (version >= 3) {
        U32(x, hiresVersion, 3);
        U32(x, hiresCount, 0x80000302);
        U32(x, poolSize, 0x80000303);
        U32(x, indexSize, 0x80000304);
        U32(x, treeSize, 0x80000305);
    }
    PATCH(size, p->size - size - 4);
    IS(x, size, p->size - size - 4);
    p->may_be_cut = (p->size - size) % 2; /* the byte after a chunk may be missing */
    if (p->may_be_cut)
        BYTES(x, pad, "\xd7");
    TAIL(x, tail);
}

static void block_of_each_version(void **state)
{
    (void)state;
    for (uint32_t version = 0; version <= TLB_DTB_LAST_VERSION; version++) {
        pinned p = {.variant = &version};
        snprintf(p.title, sizeof p.title, "version %u", version);
        PIN(&p, "dtb", tlb_document_dtb, dtb);
    }
}

/* Between -126 and 127 a byte is a step of the row's scale; the last value of each row stands for itself. */
static void heights_of_rows(void **state)
{
    (void)state;
    tlb_dtb_row row = {.scale = 0.25f, .first = 4, .deltas = {(int8_t[]){-8, 2}, 2}, .last = 9};
    float first[] = {1, 2, 3, 4}, last[] = {5, 6, 7, 8}, heights[12];
    const float expected[] = {1, 2, 3, 4, 4, 2, 2.5f, 9, 5, 6, 7, 8};
    tlb_dtb block = {.version = 3,
                     .sizeX = 3,
                     .sizeY = 2,
                     .firstRow = {first, 4},
                     .lastRow = {last, 4},
                     .rows = {&row, 1}};
    tlb_dtb_heights(&block, heights);
    assert_memory_equal(heights, expected, sizeof expected);
    block.rows.count = 0;
    block.lastRow.count = 1;
    tlb_dtb_heights(&block, heights);
    assert_true(heights[4] == 0 && heights[8] == 5 && heights[9] == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(terrain_of_each_version),
        cmocka_unit_test(block_of_each_version),
        cmocka_unit_test(heights_of_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Interiors of Darkstar against bytes written by hand: DIS (ITRs 3), DIG (ITRGeometry 4, 5, 7) and DIL
 * (ITRLighting 4 to 7, ITRMissionLighting 7). Order and widths are those of "Tribes 1 Model Formats" and its
 * corrections in docs/formats/dis.md, dig.md and dil.md; of DIL, which that leaves open, those of
 * docs/formats/dil.md. */
#include <stdio.h>

#include "pinned_pers.h"

typedef struct interior_variant {
    int32_t version;
    bool mission, huffman, rest;
} interior_variant;

/* --- index ------------------------------------------------------------------------------------------- */

static void dis(pinned *p, const tlb_dis *x)
{
    const interior_variant *v = p->variant;
    RAW("ITRs");
    size_t size = p->size;
    pinned_put_integer(p, 4, 0);
    I32(x, version, 3);
    COUNT(x, states, 2);
    for (uint32_t i = 0; i < 2; i++) {
        const tlb_dis_state *state = AT(x, states, i);
        U32(state, nameOffset, 0x80000101 + i);
        U32(state, lodIdx, 0x80000111 + i);
        U32(state, numLods, 0x80000121 + i);
    }
    COUNT(x, lods, 3);
    for (uint32_t i = 0; i < 3; i++) {
        const tlb_dis_lod *lod = AT(x, lods, i);
        U32(lod, minPixels, 0x80000131 + i);
        U32(lod, geometryNameOffset, 0x80000141 + i);
        U32(lod, lightStateIdx, 0x80000151 + i);
        U32(lod, linkableFaces, 0x80000161 + i);
    }
    LIST(U32, x, lodLightStates, 0x80000171, 0x80000172, 0x80000173, 0x80000174);
    LIST(U32, x, lightStates, 0x80000181);
    U32(x, names.size, 10);
    BYTES(x, names, "day\0a.dig\0");
    I32(x, materialListOffset, -191);
    U8(x, linkedInterior, 0x81);
    if (v->rest)
        BYTES(x, rest, "\xc1\xc2");
    PATCH(size, p->size - size - 4);
    IS(x, size, p->size - size - 4);
    TAIL(x, tail);
}

static void index_of_levels(void **state)
{
    (void)state;
    for (int rest = 0; rest < 2; rest++) {
        interior_variant v = {.rest = rest};
        pinned p = {.title = "version 3", .variant = &v};
        PIN(&p, "dis", tlb_document_dis, dis);
    }
}

/* --- geometry ---------------------------------------------------------------------------------------- */

static void split_leaves(pinned *p, const tlb_dig *x)
{
    for (uint32_t i = 0; i < 4; i++) {
        const tlb_dig_solid_leaf *leaf = AT(x, solidLeaves, i);
        U32(leaf, surfIdx, 0x80000201 + i);
        U32(leaf, planeIdx, 0x80000211 + i);
        U16(leaf, surfBytes, 0x8221 + i);
        U16(leaf, planeBytes, 0x8231 + i);
    }
    for (uint32_t i = 0; i < 5; i++) {
        const tlb_dig_empty_leaf *leaf = AT(x, emptyLeaves, i);
        U16(leaf, flags, 0x8241 + i);
        U16(leaf, surfBytes, 0x8251 + i);
        U32(leaf, pvsIdx, 0x80000261 + i);
        U32(leaf, surfIdx, 0x80000271 + i);
        U32(leaf, planeIdx, 0x80000281 + i);
        F32S(leaf, box, 1 + i, 11 + i, 21 + i, 31 + i, 41 + i, 51 + i);
        U16(leaf, planeBytes, 0x8291 + i);
        U16(leaf, pad, 0x82a1 + i);
    }
}

static void joint_leaves(pinned *p, const tlb_dig *x)
{
    for (uint32_t i = 0; i < 4; i++) {
        const tlb_dig_leaf *leaf = AT(x, leaves, i);
        U16(leaf, flags, 0x82b1 + i);
        U16(leaf, pvsBytes, 0x82c1 + i);
        U32(leaf, pvsIdx, 0x800002d1 + i);
        U32(leaf, junk, 0x800002e1 + i);
        U16(leaf, surfBytes, 0x82f1 + i);
        U16(leaf, planeBytes, 0x8301 + i);
        U32(leaf, surfIdx, 0x80000311 + i);
        U32(leaf, planeIdx, 0x80000321 + i);
        F32S(leaf, box, 1 + i, 11 + i, 21 + i, 31 + i, 41 + i, 51 + i);
    }
}

static void dig(pinned *p, const tlb_dig *x)
{
    const interior_variant *v = p->variant;
    size_t object = pers_open(p, PART(x, pers), "ITRGeometry", v->version);
    I32(x, buildId, -331);
    F32(x, textureScale, 0.125);
    F32S(x, box, 61.5, 62.5, 63.5, 64.5, 65.5, 66.5);
    U32(x, surfaces.count, 2);
    U32(x, nodes.count, 3);
    if (v->version >= 7) {
        U32(x, solidLeaves.count, 4);
        U32(x, emptyLeaves.count, 5);
    } else
        U32(x, leaves.count, 4);
    U32(x, bits.size, 6);
    U32(x, verts.count, 7);
    U32(x, points3.count, 8);
    U32(x, points2.count, 9);
    U32(x, planes.count, 10);
    for (uint32_t i = 0; i < 2; i++) {
        const tlb_dig_surface *surface = AT(x, surfaces, i);
        U8(surface, flags, 0x81 + i);
        U8(surface, material, 0x91 + i);
        U8(surface, tsX, 0xa1 + i);
        U8(surface, tsY, 0xb1 + i);
        U8(surface, toX, 0xc1 + i);
        U8(surface, toY, 0xd1 + i);
        U16(surface, planeIdx, 0x8331 + i);
        U32(surface, vertIdx, 0x80000341 + i);
        U32(surface, pointIdx, 0x80000351 + i);
        U8(surface, numVerts, 0xe1 + i);
        U8(surface, pointBytes, 0xf1 + i);
        U16(surface, pad, 0x8361 + i);
    }
    for (uint32_t i = 0; i < 3; i++) {
        const tlb_dig_node *node = AT(x, nodes, i);
        U16(node, planeIdx, 0x8371 + i);
        I16(node, front, -381 - (int)i);
        I16(node, back, -391 - (int)i);
        I16(node, fill, -401 - (int)i);
    }
    if (v->version >= 7)
        split_leaves(p, x);
    else
        joint_leaves(p, x);
    BYTES(x, bits, "\x80\0\3\x40\x20\x11");
    for (uint32_t i = 0; i < 7; i++) {
        U16(x, verts.data[i].pIdx, 0x8411 + i);
        U16(x, verts.data[i].tIdx, 0x8421 + i);
    }
    for (uint32_t i = 0; i < 8; i++)
        F32S(x, points3.data[i], 71 + i, 81 + i, 91 + i);
    for (uint32_t i = 0; i < 9; i++)
        F32S(x, points2.data[i], 101 + i, 111 + i);
    for (uint32_t i = 0; i < 10; i++)
        F32S(x, planes.data[i], 121 + i, 131 + i, 141 + i, 151 + i);
    I32(x, highestMip, -431);
    U32(x, flags, 0x80000432);
    if (v->rest)
        BYTES(x, pers.rest, "\xc1");
    pers_close(p, PART(x, pers), object, PERS_WHOLE);
    TAIL(x, tail);
}

static void geometry(void **state)
{
    static const int32_t versions[] = {4, 5, 7};
    (void)state;
    for (int i = 0; i < 3; i++)
        for (int rest = 0; rest < 2; rest++) {
            interior_variant v = {.version = versions[i], .rest = rest};
            pinned p = {.variant = &v};
            snprintf(p.title, sizeof p.title, "version %d", (int)v.version);
            PIN(&p, "dig", tlb_document_dig, dig);
        }
}

/* --- lighting ---------------------------------------------------------------------------------------- */

static void dil(pinned *p, const tlb_dil *x)
{
    const interior_variant *v = p->variant;
    size_t object =
        pers_open(p, PART(x, pers), v->mission ? "ITRMissionLighting" : "ITRLighting", v->version);
    I32(x, geometryBuildId, -501);
    I32(x, lightScaleShift, -502);
    I32(x, lightMapListSize, -503);
    U32(x, states.count, 1);
    U32(x, stateData.count, 2);
    U32(x, lights.count, 3);
    U32(x, surfaces.count, 4);
    U32(x, mapBytes.size, 5);
    const tlb_dil_state *state = AT(x, states, 0);
    U16(state, red, 0x8511);
    U16(state, green, 0x8512);
    U16(state, blue, 0x8513);
    U16(state, mono, 0x8514);
    F32(state, time, 1.5);
    I16(state, dataCount, -515);
    I16(state, dataIndex, -516);
    for (uint32_t i = 0; i < 2; i++) {
        const tlb_dil_state_data *data = AT(x, stateData, i);
        I16(data, surface, -521 - (int)i);
        I16(data, lightIndex, -531 - (int)i);
        I32(data, mapIndex, -541 - (int)i);
    }
    for (uint32_t i = 0; i < 3; i++) {
        const tlb_dil_light *light = AT(x, lights, i);
        I32(light, id, -551 - (int)i);
        I32(light, nameOffset, -561 - (int)i);
        I32(light, stateCount, -571 - (int)i);
        I32(light, stateIndex, -581 - (int)i);
        F32(light, duration, 2.5 + i);
        U32(light, animFlags, 0x80000591 + i);
    }
    for (uint32_t i = 0; i < 4; i++) {
        const tlb_dil_surface *surface = AT(x, surfaces, i);
        U32(surface, map, 0x80000601 + i);
        I16(surface, lightCount, -611 - (int)i);
        I16(surface, lightIndex, -621 - (int)i);
        U8(surface, w, 0x81 + i);
        U8(surface, h, 0x91 + i);
        U8(surface, offX, 0xa1 + i);
        U8(surface, offY, 0xb1 + i);
    }
    BYTES(x, mapBytes, "\xd1\xd2\xd3\xd4\xd5");
    U32(x, names.size, 7);
    BYTES(x, names, "l1\0l22\0");
    if (v->version >= 6) {
        U8(x, huffman, v->huffman);
        if (v->huffman) {
            U32(x, nodes.count, 1);
            U32(x, colors.count, 2);
            I32(x, nodes.data[0].one, -631);
            I32(x, nodes.data[0].zero, -632);
            PINNED_EACH(U32, x, colors.data, 0x80000641, 0x80000642);
        }
    }
    if (v->mission) {
        I32(x, relitCount, -651);
        BYTES(x, relit, "\xe1\xe2\xe3");
    } else if (v->rest)
        BYTES(x, pers.rest, "\xc1");
    pers_close(p, PART(x, pers), object, PERS_WHOLE);
    TAIL(x, tail);
}

static void pin_lighting(interior_variant v)
{
    pinned p = {.variant = &v};
    snprintf(p.title, sizeof p.title, "version %d%s%s", (int)v.version, v.mission ? ", mission" : "",
             v.huffman ? ", huffman" : "");
    PIN(&p, "dil", tlb_document_dil, dil);
}

static void lighting(void **state)
{
    (void)state;
    for (int32_t version = 4; version <= 7; version++)
        for (int huffman = 0; huffman < 2; huffman++)
            pin_lighting(
                (interior_variant){.version = version, .huffman = version >= 6 && huffman, .rest = huffman});
}

static void mission_lighting(void **state)
{
    (void)state;
    for (int huffman = 0; huffman < 2; huffman++)
        pin_lighting((interior_variant){.version = 7, .mission = true, .huffman = huffman});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(index_of_levels),
        cmocka_unit_test(geometry),
        cmocka_unit_test(lighting),
        cmocka_unit_test(mission_lighting),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

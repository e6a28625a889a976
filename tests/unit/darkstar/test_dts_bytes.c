/* Shapes and material lists of Darkstar against bytes written by hand: TS::Shape 1 to 8, TS::CelAnimMesh 1 to
 * 3, TS::MaterialList 1 to 4. Order and widths are those of "Tribes 1 Model Formats" and its corrections in
 * docs/formats/dts.md and dml.md. */
#include <stdio.h>

#include "pinned_pers.h"

typedef struct dts_variant {
    int32_t shape, mesh, list; /* versions; list 0: none */
    bool long_records;         /* of a list of version 1 */
    bool aligned;              /* meshes are padded to 4 bytes */
    bool rest;                 /* the shape's chunk holds more than the shape */
} dts_variant;

/* --- material list ----------------------------------------------------------------------------------- */

static void material(pinned *p, const tlb_dml_material *m, uint32_t i)
{
    const dts_variant *v = p->variant;
    U32(m, flags, 0x80000101 + i);
    F32(m, alpha, 0.25 + i);
    I32(m, index, -102 - (int)i);
    U8(m, red, 0x81 + i);
    U8(m, green, 0x91 + i);
    U8(m, blue, 0xa1 + i);
    U8(m, rgbFlags, 0xb1 + i);
    if (v->list == 1) {
        static const char name[16] = "old.bmp\0garbage";
        pinned_put(p, name, sizeof name);
        if (p->reading)
            pinned_same_bytes(p, m->file, sizeof name, name, sizeof name, "file", __FILE__, __LINE__);
    } else
        CHARS(m, file, "wall.bmp\0garbage after the NUL", 32);
    if (v->list >= 3 || (v->list == 1 && v->long_records)) {
        U32(m, type, 0x80000103 + i);
        F32(m, elasticity, 1.5 + i);
        F32(m, friction, 2.75 + i);
    }
    if (v->list == 4 || (v->list == 1 && v->long_records))
        U32(m, useDefaultProps, 0x80000104 + i);
    else
        IS(m, useDefaultProps, 1);
}

static void material_list(pinned *p, const tlb_dml_list *list, uint32_t step)
{
    const dts_variant *v = p->variant;
    size_t object = pers_open(p, PART(list, pers), "TS::MaterialList", v->list);
    U32(list, numDetails, 2);
    U32(list, numMaterials, 3);
    IS(list, materials.count, 6);
    for (uint32_t i = 0; i < 6; i++)
        material(p, AT(list, materials, i), i);
    pers_close(p, PART(list, pers), object, step);
}

static void dml(pinned *p, const tlb_dml *file)
{
    material_list(p, PART(file, list), PERS_WHOLE);
    TAIL(file, tail);
}

static void every_list(void **state)
{
    (void)state;
    for (int32_t version = 1; version <= 4; version++)
        for (int longer = 0; longer <= (version == 1); longer++) {
            dts_variant v = {.list = version, .long_records = longer};
            pinned p = {.variant = &v};
            snprintf(p.title, sizeof p.title, "version %d%s", (int)version, longer ? ", long records" : "");
            PIN(&p, "dml", tlb_document_dml, dml);
        }
}

/* --- mesh -------------------------------------------------------------------------------------------- */

static void mesh(pinned *p, const tlb_dts_mesh *m)
{
    const dts_variant *v = p->variant;
    size_t object = pers_open(p, PART(m, pers), "TS::CelAnimMesh", v->mesh);
    U32(m, vertices.count, 3);
    I32(m, vertsPerFrame, -201);
    U32(m, textureVerts.count, 2);
    U32(m, faces.count, 1);
    U32(m, frames.count, 4);
    if (v->mesh >= 2)
        I32(m, textureVertsPerFrame, -202);
    if (v->mesh < 3) {
        F32S(m, scale, 1.5, 2.5, 3.5);
        F32S(m, origin, 4.5, 5.5, 6.5);
    }
    F32(m, radius, 7.5);
    for (uint32_t i = 0; i < 3; i++)
        U8S(m, vertices.data[i], 0x81 + i, 0x91 + i, 0xa1 + i, 0xb1 + i);
    F32S(m, textureVerts.data[0], 0.125, 0.25);
    F32S(m, textureVerts.data[1], 0.375, 0.5);
    const tlb_dts_face *face = AT(m, faces, 0);
    I32(face, vertIndex0, -203);
    I32(face, texIndex0, -204);
    I32(face, vertIndex1, -205);
    I32(face, texIndex1, -206);
    I32(face, vertIndex2, -207);
    I32(face, texIndex2, -208);
    I32(face, matIndex, -209);
    for (uint32_t i = 0; i < 4; i++) {
        const tlb_dts_frame *frame = AT(m, frames, i);
        I32(frame, firstVert, -210 - (int)i);
        if (v->mesh >= 3) {
            F32S(frame, scale, 8.5 + i, 18.5 + i, 28.5 + i);
            F32S(frame, origin, 38.5 + i, 48.5 + i, 58.5 + i);
        }
    }
    pers_close(p, PART(m, pers), object, v->aligned ? PERS_WITHIN_ALIGNED : PERS_WITHIN);
}

/* --- shape ------------------------------------------------------------------------------------------- */

/* 16 bits in version 8, else 32. */
#define INDEX(owner, field, value)                                                                           \
    do {                                                                                                     \
        if (v->shape >= 8)                                                                                   \
            I16(owner, field, -(int)(value));                                                                \
        else                                                                                                 \
            I32(owner, field, -(int)(value)-0x12340000);                                                     \
    } while (0)

static void counts(pinned *p, const tlb_dts *dts)
{
    const dts_variant *v = p->variant;
    U32(dts, nodes.count, 3);
    U32(dts, sequences.count, 2);
    U32(dts, subSequences.count, 5);
    U32(dts, keyFrames.count, 4);
    U32(dts, transforms.count, 6);
    U32(dts, names.count, 7);
    U32(dts, objects.count, 8);
    U32(dts, details.count, 9);
    U32(dts, meshes.count, 1);
    if (v->shape >= 2)
        U32(dts, transitions.count, 10);
    if (v->shape >= 4)
        U32(dts, frameTriggers.count, 11);
}

static void transform(pinned *p, const tlb_dts_transform *t, uint32_t i)
{
    const dts_variant *v = p->variant;
    if (v->shape < 7)
        F32S(t, rot, 0.5 + i, 10.5 + i, 20.5 + i, 30.5 + i);
    else
        I16S(t, rot16, -301 - (int)i, 302 + (int)i, -303 - (int)i, 30304 + (int)i);
    F32S(t, pos, 40.5 + i, 50.5 + i, 60.5 + i);
    if (v->shape <= 7)
        F32S(t, scale, 70.5 + i, 80.5 + i, 90.5 + i);
}

static void what_moves(pinned *p, const tlb_dts *dts)
{
    const dts_variant *v = p->variant;
    for (uint32_t i = 0; i < 3; i++) {
        const tlb_dts_node *node = AT(dts, nodes, i);
        INDEX(node, name, 311 + i);
        INDEX(node, parent, 321 + i);
        INDEX(node, numSubSequences, 331 + i);
        INDEX(node, firstSubSequence, 341 + i);
        INDEX(node, defaultTransform, 351 + i);
    }
    for (uint32_t i = 0; i < 2; i++) {
        const tlb_dts_sequence *sequence = AT(dts, sequences, i);
        I32(sequence, name, -361 - (int)i);
        I32(sequence, cyclic, -371 - (int)i);
        F32(sequence, duration, 100.5 + i);
        I32(sequence, priority, -381 - (int)i);
        if (v->shape >= 4) {
            I32(sequence, firstTriggerFrame, -391 - (int)i);
            I32(sequence, numTriggerFrames, -401 - (int)i);
        }
        if (v->shape >= 5) {
            I32(sequence, numIFLSubSequences, -411 - (int)i);
            I32(sequence, firstIFLSubSequence, -421 - (int)i);
        }
    }
    for (uint32_t i = 0; i < 5; i++) {
        const tlb_dts_sub_sequence *track = AT(dts, subSequences, i);
        INDEX(track, sequenceIdx, 431 + i);
        INDEX(track, numKeyFrames, 441 + i);
        INDEX(track, firstKeyFrame, 451 + i);
    }
    for (uint32_t i = 0; i < 4; i++) {
        const tlb_dts_key_frame *key = AT(dts, keyFrames, i);
        F32(key, pos, 110.5 + i);
        if (v->shape >= 8) {
            U16(key, key, 0x8461 + i);
            U16(key, matIndex, 0x8471 + i);
        } else {
            U32(key, key, 0x80000461 + i);
            if (v->shape >= 3)
                U32(key, matIndex, 0x80000471 + i);
        }
    }
    for (uint32_t i = 0; i < 6; i++)
        transform(p, AT(dts, transforms, i), i);
    for (uint32_t i = 0; i < 7; i++)
        CHARS(dts, names.data[i].data, "bounds\0what was there", 24);
}

static void what_is_drawn(pinned *p, const tlb_dts *dts)
{
    const dts_variant *v = p->variant;
    for (uint32_t i = 0; i < 8; i++) {
        const tlb_dts_object *object = AT(dts, objects, i);
        I16(object, name, -501 - (int)i);
        U16(object, flags, 0x8511 + i);
        I32(object, meshIndex, -0x12340521 - (int)i);
        INDEX(object, nodeIndex, 531 + i);
        if (v->shape >= 8)
            U16(object, pad, 0x8541 + i);
        else {
            U32(object, offsetFlags, 0x80000551 + i);
            F32S(object, offsetRot, 201 + i, 211 + i, 221 + i, 231 + i, 241 + i, 251 + i, 261 + i, 271 + i,
                 281 + i);
        }
        F32S(object, offset, 291 + i, 301 + i, 311 + i);
        INDEX(object, numSubSequences, 561 + i);
        INDEX(object, firstSubSequence, 571 + i);
    }
    for (uint32_t i = 0; i < 9; i++) {
        I32(dts, details.data[i].rootNode, -581 - (int)i);
        F32(dts, details.data[i].size, 321 + i);
    }
    if (v->shape >= 2)
        for (uint32_t i = 0; i < 10; i++) {
            const tlb_dts_transition *transition = AT(dts, transitions, i);
            I32(transition, startSequence, -591 - (int)i);
            I32(transition, endSequence, -601 - (int)i);
            F32(transition, startPosition, 331 + i);
            F32(transition, endPosition, 341 + i);
            F32(transition, duration, 351 + i);
            transform(p, PART(transition, transform), 400 + i);
        }
    if (v->shape >= 4)
        for (uint32_t i = 0; i < 11; i++) {
            F32(dts, frameTriggers.data[i].pos, -0.5 - i);
            I32(dts, frameTriggers.data[i].value, -611 - (int)i);
        }
}

static void shape(pinned *p, const tlb_dts *dts)
{
    const dts_variant *v = p->variant;
    size_t object = pers_open(p, PART(dts, pers), "TS::Shape", v->shape);
    counts(p, dts);
    F32(dts, radius, 1.25);
    F32S(dts, center, 2.25, 3.25, 4.25);
    if (v->shape >= 8) {
        F32S(dts, minBounds, 5.25, 6.25, 7.25);
        F32S(dts, maxBounds, 8.25, 9.25, 10.25);
    }
    what_moves(p, dts);
    what_is_drawn(p, dts);
    if (v->shape >= 5)
        I32(dts, defaultMaterials, -621);
    if (v->shape >= 6)
        I32(dts, alwaysNode, -622);
    else
        IS(dts, alwaysNode, -1);
    mesh(p, AT(dts, meshes, 0));
    U32(dts, hasMaterials, v->list ? 0x80000001 : 0);
    if (v->list)
        material_list(p, PART(dts, materialList), PERS_WITHIN);
    if (v->rest)
        BYTES(dts, pers.rest, "\xc1\xc2\xc3");
    pers_close(p, PART(dts, pers), object, PERS_WHOLE);
    TAIL(dts, tail);
}

static void every_shape(void **state)
{
    (void)state;
    for (int32_t version = TLB_DTS_FIRST_VERSION; version <= TLB_DTS_LAST_VERSION; version++)
        for (int32_t mesh_version = 1; mesh_version <= TLB_DTS_LAST_MESH_VERSION; mesh_version++)
            for (int32_t list = 0; list <= TLB_DML_LAST_VERSION; list++) {
                dts_variant v = {.shape = version,
                                 .mesh = mesh_version,
                                 .list = list,
                                 .aligned = list == 3,
                                 .rest = list > 1 && mesh_version == 2};
                pinned p = {.variant = &v};
                snprintf(p.title, sizeof p.title, "shape %d, mesh %d, list %d", (int)version,
                         (int)mesh_version, (int)list);
                PIN(&p, "dts", tlb_document_dts, shape);
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_list),
        cmocka_unit_test(every_shape),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Torque shapes and sequences against bytes written by hand: every version, every type of mesh, both ways in
 * which lists are counted. Order and widths are those of the engine's published source,
 * docs/formats/torque-dts.md. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "torque_bytes.h"

enum { WORDS, HALFWORDS, BYTES_ONLY, STREAMS };

typedef struct variant {
    uint32_t version;
    bool padded; /* what follows in the buffers is not zeros */
} variant;

/* The three buffers while they are written, each as a file of its own. */
typedef struct streams {
    pinned of[STREAMS];
    uint32_t version, guard;
} streams;

/* Lines of another buffer than that of words, which is `p`. */
#define IN(stream, ...)                                                                                      \
    do {                                                                                                     \
        p = &s->of[stream];                                                                                  \
        __VA_ARGS__;                                                                                         \
        p = &s->of[WORDS];                                                                                   \
    } while (0)

#define GUARD()                                                                                              \
    do {                                                                                                     \
        pinned_put_integer(&s->of[WORDS], 4, s->guard);                                                      \
        pinned_put_integer(&s->of[HALFWORDS], 2, s->guard);                                                  \
        pinned_put_integer(&s->of[BYTES_ONLY], 1, s->guard);                                                 \
        s->guard++;                                                                                          \
    } while (0)

/* --- meshes -------------------------------------------------------------------------------------------- */

static void primitives(streams *s, pinned *p, const tlb_torque_primitive *list)
{
    static const uint32_t numbers[2][3] = {{0x8001, 0xfffe, 0xa0000001u}, {3, 4, 0x70000000}};
    for (int i = 0; i < 2; i++) {
        const tlb_torque_primitive *r = p->reading ? &list[i] : NULL;
        if (s->version >= 26) {
            U32(r, start, numbers[i][0]);
            U32(r, numElements, numbers[i][1]);
        } else {
            IN(HALFWORDS, U16(r, start, numbers[i][0]); U16(r, numElements, numbers[i][1]));
        }
        U32(r, matIndex, numbers[i][2]);
    }
}

static void vertices(streams *s, pinned *p, const tlb_torque_mesh *m, bool own)
{
    enum { VERTS = 2, TVERTS = 3, TVERTS2 = 1, COLORS = 2 };
    U32(m, numVerts, VERTS);
    IS(m, verts.count, own ? VERTS : 0);
    if (own)
        EACH_ROW(NF, m, verts, VERTS, 3);
    U32(m, numTVerts, TVERTS);
    IS(m, tverts.count, own ? TVERTS : 0);
    if (own)
        EACH_ROW(NF, m, tverts, TVERTS, 2);
    if (s->version >= 26) {
        U32(m, numTVerts2, TVERTS2);
        if (own)
            EACH_ROW(NF, m, tverts2, TVERTS2, 2);
        U32(m, numColors, COLORS);
        if (own)
            EACH(N32, m, colors.data, COLORS);
    }
    if (own)
        EACH_ROW(NF, m, norms, VERTS, 3);
    IS(m, encodedNorms.count, own && s->version >= 22 ? VERTS : 0);
    if (own && s->version >= 22)
        IN(BYTES_ONLY, PINNED_EACH(U8, m, encodedNorms.data, 200, 17));
}

static void standard(streams *s, pinned *p, const tlb_torque_mesh *m, int32_t parent)
{
    GUARD();
    N32(m, numFrames);
    N32(m, numMatFrames);
    I32(m, parentMesh, parent);
    EACH(NF, m, bounds, 6);
    EACH(NF, m, center, 3);
    I32(m, radius, 0x3f800000);
    if (s->version >= 27) {
        N32(m, vertOffset);
        N32(m, numVertsInBuffer);
        N32(m, vertSize);
    }
    vertices(s, p, m, parent < 0);
    COUNT(m, primitives, 2);
    primitives(s, p, p->reading ? m->primitives.data : NULL);
    COUNT(m, indices, 3);
    if (s->version >= 26)
        PINNED_EACH(U32, m, indices.data, 0x10000, 1, 2);
    else
        IN(HALFWORDS, PINNED_EACH(U16, m, indices.data, 0xffff, 1, 2));
    COUNT(m, mergeIndices, 1);
    IN(HALFWORDS, U16(m, mergeIndices.data[0], 0x8002));
    N32(m, vertsPerFrame);
    U32(m, flags, 0xa0000003u);
    GUARD();
}

static void skin(streams *s, pinned *p, const tlb_torque_skin *k, bool own)
{
    enum { VERTS = 2, BONES = 1, WEIGHTS = 3 };
    if (s->version >= 27)
        N32(k, maxBones);
    else {
        U32(k, numInitialVerts, VERTS);
        if (own) {
            EACH_ROW(NF, k, initialVerts, VERTS, 3);
            EACH_ROW(NF, k, initialNorms, VERTS, 3);
        }
        if (own && s->version >= 22)
            IN(BYTES_ONLY, PINNED_EACH(U8, k, initialEncodedNorms.data, 199, 18));
    }
    U32(k, numInitialTransforms, BONES);
    if (own)
        EACH_ROW(NF, k, initialTransforms, BONES, 16);
    U32(k, numWeights, WEIGHTS);
    if (own) {
        EACH(N32, k, vertexIndex.data, WEIGHTS);
        EACH(N32, k, boneIndex.data, WEIGHTS);
        EACH(NF, k, weight.data, WEIGHTS);
    }
    U32(k, numNodeIndex, BONES);
    if (own)
        EACH(N32, k, nodeIndex.data, BONES);
    GUARD();
}

static void sorted(streams *s, pinned *p, const tlb_torque_sorted *t)
{
    COUNT(t, clusters, 1);
    N32(t, clusters.data[0].startPrimitive);
    N32(t, clusters.data[0].endPrimitive);
    EACH(NF, t, clusters.data[0].normal, 3);
    NF(t, clusters.data[0].k);
    I32(t, clusters.data[0].frontCluster, -1);
    N32(t, clusters.data[0].backCluster);
    LIST(I32, t, startCluster, 1, 2);
    LIST(I32, t, firstVerts, 3);
    LIST(I32, t, numVerts, 4, 5);
    LIST(I32, t, firstTVerts, 6);
    U32(t, alwaysWriteDepth, 1);
    GUARD();
}

static void decal(streams *s, pinned *p, const tlb_torque_decal_mesh *d)
{
    if (s->version < 20) {
        GUARD();
        EACH(N32, d, emptyMesh, 15);
    }
    COUNT(d, primitives, 2);
    primitives(s, p, p->reading ? d->primitives.data : NULL);
    COUNT(d, indices, 2);
    IN(HALFWORDS, PINNED_EACH(U16, d, indices.data, 0xfff0, 1));
    if (s->version < 20) {
        EACH(N32, d, emptyEnd, 3);
        GUARD();
    }
    LIST(I32, d, startPrimitive, 1, 2);
    EACH_ROW(NF, d, texgenS, 2, 4);
    EACH_ROW(NF, d, texgenT, 2, 4);
    N32(d, materialIndex);
    GUARD();
}

/* One of each type, and children, which have numbers in place of lists. */
static void meshes(streams *s, pinned *p, const tlb_torque_shape *x)
{
    const tlb_torque_mesh *m = p->reading ? x->meshes.data : NULL;
#define MESH(i) (p->reading ? &m[i] : NULL)
    U32(MESH(0), meshType, TLB_TORQUE_STANDARD_MESH);
    standard(s, p, MESH(0), -1);
    U32(MESH(1), meshType, TLB_TORQUE_STANDARD_MESH);
    standard(s, p, MESH(1), 0);
    U32(MESH(2), meshType, TLB_TORQUE_NULL_MESH);
    U32(MESH(3), meshType, TLB_TORQUE_DECAL_MESH);
    decal(s, p, p->reading ? m[3].decal : NULL);
    U32(MESH(4), meshType, TLB_TORQUE_SORTED_MESH);
    standard(s, p, MESH(4), -1);
    sorted(s, p, p->reading ? m[4].sorted : NULL);
    U32(MESH(5), meshType, TLB_TORQUE_SKIN_MESH);
    standard(s, p, MESH(5), -1);
    skin(s, p, p->reading ? m[5].skin : NULL, true);
    U32(MESH(6), meshType, TLB_TORQUE_SKIN_MESH);
    standard(s, p, MESH(6), 5);
    skin(s, p, p->reading ? m[6].skin : NULL, false);
    GUARD();
}

/* --- the buffers --------------------------------------------------------------------------------------- */

static void counts(streams *s, pinned *p, const tlb_torque_shape *x)
{
    COUNT(x, nodes, 2);
    COUNT(x, objects, 1);
    COUNT(x, decals, 1);
    COUNT(x, subShapeFirstNode, 2);
    COUNT(x, iflMaterials, 1);
    if (s->version < 22) {
        pinned_put_integer(p, 4, 2 + 3);
        IS(x, nodeRotations.count, 3);
        IS(x, nodeTranslations.count, 3);
    } else {
        COUNT(x, nodeRotations, 3);
        COUNT(x, nodeTranslations, 2);
        COUNT(x, nodeUniformScales, 1);
        COUNT(x, nodeAlignedScales, 2);
        COUNT(x, nodeArbitraryScaleFactors, 1);
    }
    if (s->version >= 24)
        COUNT(x, groundTranslations, 1);
    COUNT(x, objectStates, 2);
    COUNT(x, decalStates, 2);
    COUNT(x, triggers, 1);
    COUNT(x, details, 2);
    COUNT(x, meshes, 7);
    if (s->version < 23)
        COUNT(x, skins, 1);
    COUNT(x, names, 2);
    N32(x, smallestVisibleSize);
    N32(x, smallestVisibleDL);
    GUARD();
    NF(x, radius);
    NF(x, tubeRadius);
    EACH(NF, x, center, 3);
    EACH(NF, x, bounds, 6);
    GUARD();
}

static void structure(streams *s, pinned *p, const tlb_torque_shape *x)
{
    for (int i = 0; i < 2; i++) {
        const tlb_torque_node *n = AT(x, nodes, i);
        I32(n, nameIndex, i);
        I32(n, parentIndex, i - 1);
        N32(n, firstObject);
        N32(n, firstChild);
        N32(n, nextSibling);
    }
    GUARD();
    const tlb_torque_object *o = AT(x, objects, 0);
    N32(o, nameIndex);
    N32(o, numMeshes);
    N32(o, startMeshIndex);
    N32(o, nodeIndex);
    N32(o, nextSibling);
    N32(o, firstDecal);
    GUARD();
    const tlb_torque_decal *d = AT(x, decals, 0);
    N32(d, nameIndex);
    N32(d, numMeshes);
    N32(d, startMeshIndex);
    N32(d, objectIndex);
    N32(d, nextSibling);
    GUARD();
    const tlb_torque_ifl *f = AT(x, iflMaterials, 0);
    N32(f, nameIndex);
    N32(f, materialSlot);
    N32(f, firstFrame);
    N32(f, firstFrameOffTimeIndex);
    N32(f, numFrames);
    GUARD();
    EACH(N32, x, subShapeFirstNode.data, 2);
    EACH(N32, x, subShapeFirstObject.data, 2);
    EACH(N32, x, subShapeFirstDecal.data, 2);
    GUARD();
    EACH(N32, x, subShapeNumNodes.data, 2);
    EACH(N32, x, subShapeNumObjects.data, 2);
    EACH(N32, x, subShapeNumDecals.data, 2);
    GUARD();
}

static void states(streams *s, pinned *p, const tlb_torque_shape *x)
{
    IN(HALFWORDS, EACH_ROW(N16, x, defaultRotations, 2, 4));
    EACH_ROW(NF, x, defaultTranslations, 2, 3);
    EACH_ROW(NF, x, nodeTranslations, s->version < 22 ? 3 : 2, 3);
    IN(HALFWORDS, EACH_ROW(N16, x, nodeRotations, 3, 4));
    GUARD();
    if (s->version >= 22) {
        EACH(NF, x, nodeUniformScales.data, 1);
        EACH_ROW(NF, x, nodeAlignedScales, 2, 3);
        EACH_ROW(NF, x, nodeArbitraryScaleFactors, 1, 3);
        IN(HALFWORDS, EACH_ROW(N16, x, nodeArbitraryScaleRots, 1, 4));
        GUARD();
    }
    if (s->version >= 24) {
        EACH_ROW(NF, x, groundTranslations, 1, 3);
        IN(HALFWORDS, EACH_ROW(N16, x, groundRotations, 1, 4));
        GUARD();
    }
    for (int i = 0; i < 2; i++) {
        NF(x, objectStates.data[i].vis);
        N32(x, objectStates.data[i].frameIndex);
        N32(x, objectStates.data[i].matFrameIndex);
    }
    GUARD();
    EACH(N32, x, decalStates.data, 2);
    GUARD();
    U32(x, triggers.data[0].state, 0x80000002u);
    NF(x, triggers.data[0].pos);
    GUARD();
}

static void details(streams *s, pinned *p, const tlb_torque_shape *x)
{
    for (int i = 0; i < 2; i++) {
        const tlb_torque_detail *d = AT(x, details, i);
        N32(d, nameIndex);
        N32(d, subShapeNum);
        N32(d, objectDetailNum);
        NF(d, size);
        NF(d, averageError);
        NF(d, maxError);
        N32(d, polyCount);
        if (s->version < 26)
            continue;
        N32(d, bbDimension);
        N32(d, bbDetailLevel);
        N32(d, bbEquatorSteps);
        N32(d, bbPolarSteps);
        NF(d, bbPolarAngle);
        N32(d, bbIncludePoles);
    }
    GUARD();
    if (s->version < 27)
        return;
    const tlb_torque_vertex_buffer *b = PART(x, vertexBuffer);
    IN(HALFWORDS, U16(b, texCoordOffset, 0x8010); U16(b, boneOffset, 0x8011); U16(b, colorOffset, 0x8012);
       U16(b, numBoneBlocks, 0x8013); U16(b, vertexSize, 0x8014));
    COUNT(b, data, 5);
    IN(BYTES_ONLY, PINNED_EACH(U8, b, data.data, 1, 2, 3, 4, 250));
}

static void buffers(streams *s, const tlb_torque_shape *x)
{
    pinned *p = &s->of[WORDS];
    counts(s, p, x);
    structure(s, p, x);
    states(s, p, x);
    details(s, p, x);
    meshes(s, p, x);
    IN(BYTES_ONLY, BYTES(x, names.data[0], "root"); RAW("\0"); BYTES(x, names.data[1], "Detail-1");
       RAW("\0"));
    GUARD();
    if (s->version >= 23)
        return;
    EACH(N32, x, detailFirstSkin.data, 2);
    EACH(N32, x, detailNumSkins.data, 2);
    GUARD();
    const tlb_torque_mesh *m = AT(x, skins, 0);
    IS(m, meshType, TLB_TORQUE_SKIN_MESH);
    standard(s, p, m, -1);
    skin(s, p, p->reading ? m->skin : NULL, true);
    GUARD();
}

/* Up to a whole word: zeros, or what was in memory. */
static void pad(pinned *p, bool garbage, const tlb_bytes *kept)
{
    uint8_t bytes[4] = {0};
    size_t size = (4 - p->size % 4) % 4;
    memset(bytes, garbage ? 0xc5 : 0, size);
    pinned_put(p, bytes, size);
    if (p->reading)
        pinned_same_bytes(p, kept->data, kept->size, bytes, garbage ? size : 0, "padding", __FILE__,
                          __LINE__);
}

static void shape(pinned *p, const tlb_torque_shape *x)
{
    const variant *v = p->variant;
    streams all = {.version = v->version}, *s = &all;
    for (int i = 0; i < STREAMS; i++) {
        s->of[i].reading = p->reading;
        memcpy(s->of[i].title, p->title, sizeof p->title);
    }
    buffers(s, x);
    pad(&s->of[HALFWORDS], v->padded, p->reading ? &x->padding16 : NULL);
    pad(&s->of[BYTES_ONLY], v->padded, p->reading ? &x->padding8 : NULL);
    U8(x, version, v->version);
    U8(x, reserved, 0);
    U16(x, exporterVersion, 0x8abc);
    size_t words = s->of[WORDS].size / 4, halfwords = s->of[HALFWORDS].size / 4;
    pinned_put_integer(p, 4, (int64_t)(words + halfwords + s->of[BYTES_ONLY].size / 4));
    pinned_put_integer(p, 4, (int64_t)words);
    pinned_put_integer(p, 4, (int64_t)(words + halfwords));
    for (int i = 0; i < STREAMS; i++) {
        pinned_put(p, s->of[i].data, s->of[i].size);
        free(s->of[i].data);
    }
    COUNT(x, sequences, 1);
    N32(x, sequences.data[0].nameIndex);
    sequence_bytes(p, AT(x, sequences, 0), v->version);
    material_bytes(p, PART(x, materialList), v->version);
    TAIL(x, tail);
}

/* --- tests --------------------------------------------------------------------------------------------- */

static void every_version(void **state)
{
    (void)state;
    for (uint32_t version = 19; version <= TLB_TORQUE_LAST_VERSION; version++)
        for (int padded = 0; padded < 2; padded++) {
            variant v = {version, padded != 0};
            pinned p = {.variant = &v};
            snprintf(p.title, sizeof p.title, "version %u%s", (unsigned)version, padded ? ", padded" : "");
            PIN(&p, "torque-dts", tlb_document_torque_dts, shape);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_version),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

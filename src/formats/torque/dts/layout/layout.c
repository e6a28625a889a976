/* The layout of a shape from version 19 on: three buffers that are walked side by side, then sequences and
 * materials one after the other. */
#include "formats/torque/dts/dts.h"

#include "layout/fields.h"

/* --- names -------------------------------------------------------------------------------------------- */

tlb_text tlb_torque_name_at(const tlb_torque_shape *shape, int32_t nameIndex)
{
    if (!shape)
        return (tlb_text){"", 0};
    return nameIndex >= 0 && (uint32_t)nameIndex < shape->names.count ? shape->names.data[nameIndex]
                                                                      : (tlb_text){"", 0};
}

static bool text_at(const void *shape, uint32_t i, tlb_text *name, uint32_t *next)
{
    *name = tlb_torque_name_at(shape, (int32_t)i);
    *next = i + 1;
    return i < ((const tlb_torque_shape *)shape)->names.count;
}

static bool node_at(const void *shape, uint32_t i, tlb_text *name, uint32_t *next)
{
    const tlb_torque_shape *x = shape;
    *next = i + 1;
    if (i < x->nodes.count)
        *name = tlb_torque_name_at(x, x->nodes.data[i].nameIndex);
    return i < x->nodes.count;
}

static const tlb_naming texts = {"name", .texts = true, .at = text_at};
static const tlb_naming nodes = {"node", .at = node_at, .indirect = true};

#define WALK_NAME_INDEX(w, x, owner) (walk_refers((w), &texts, (x)), WALK((w), (owner), nameIndex))

/* --- guards ------------------------------------------------------------------------------------------- */

void tlb_torque_walk_guard(tlb_walk *w, dts_layout *layout)
{
    static const tlb_type types[] = {[IN_WORDS] = TLB_U32, [IN_HALFWORDS] = TLB_U16, [IN_BYTES] = TLB_U8};
    static const uint32_t masks[] = {
        [IN_WORDS] = UINT32_MAX, [IN_HALFWORDS] = UINT16_MAX, [IN_BYTES] = UINT8_MAX};
    for (uint32_t i = 0; i < WALK_STREAMS; i++) {
        tlb_walk_stream(w, &layout->streams, i);
        uint32_t expected = layout->guard & masks[i], found = expected;
        walk_count(w, "guard", &found, types[i]);
        if (found != expected && !w->status)
            tlb_walk_refuse(w, tlb_type_sizes[types[i]], TLB_CODE_BAD_VALUE, "guard",
                            "guard %u in the buffer of %u-bit values, expected %u: the counts are wrong",
                            found, 8u * tlb_type_sizes[types[i]], expected);
    }
    layout->guard++;
    tlb_walk_stream(w, &layout->streams, IN_WORDS);
}

/* --- small structures --------------------------------------------------------------------------------- */

static void walk_node(tlb_walk *w, const tlb_torque_shape *x, tlb_torque_node *n)
{
    WALK_NAME_INDEX(w, x, n);
    WALK_DEFAULT(w, n, parentIndex, -1);
    walk_refers(w, &nodes, x);
    WALK(w, n, parentIndex);
    WALK_DEFAULT(w, n, firstObject, -1);
    WALK(w, n, firstObject);
    WALK_DEFAULT(w, n, firstChild, -1);
    WALK(w, n, firstChild);
    WALK_DEFAULT(w, n, nextSibling, -1);
    WALK(w, n, nextSibling);
}

static void walk_object(tlb_walk *w, const tlb_torque_shape *x, tlb_torque_object *o)
{
    WALK_NAME_INDEX(w, x, o);
    WALK(w, o, numMeshes);
    WALK(w, o, startMeshIndex);
    walk_refers(w, &nodes, x);
    WALK(w, o, nodeIndex);
    WALK_DEFAULT(w, o, nextSibling, -1);
    WALK(w, o, nextSibling);
    WALK_DEFAULT(w, o, firstDecal, -1);
    WALK(w, o, firstDecal);
}

static void walk_decal(tlb_walk *w, const tlb_torque_shape *x, tlb_torque_decal *d)
{
    WALK_NAME_INDEX(w, x, d);
    WALK(w, d, numMeshes);
    WALK(w, d, startMeshIndex);
    WALK(w, d, objectIndex);
    WALK_DEFAULT(w, d, nextSibling, -1);
    WALK(w, d, nextSibling);
}

static void walk_ifl(tlb_walk *w, const tlb_torque_shape *x, tlb_torque_ifl *f)
{
    WALK_NAME_INDEX(w, x, f);
    WALK(w, f, materialSlot);
    WALK(w, f, firstFrame);
    WALK(w, f, firstFrameOffTimeIndex);
    WALK(w, f, numFrames);
}

static void walk_detail(tlb_walk *w, const tlb_torque_shape *x, tlb_torque_detail *d)
{
    WALK_NAME_INDEX(w, x, d);
    WALK(w, d, subShapeNum);
    WALK(w, d, objectDetailNum);
    WALK(w, d, size);
    WALK_DEFAULT(w, d, averageError, -1);
    WALK(w, d, averageError);
    WALK_DEFAULT(w, d, maxError, -1);
    WALK(w, d, maxError);
    WALK(w, d, polyCount);
    if (x->version < 26)
        return;
    WALK(w, d, bbDimension);
    WALK(w, d, bbDetailLevel);
    WALK(w, d, bbEquatorSteps);
    WALK(w, d, bbPolarSteps);
    WALK(w, d, bbPolarAngle);
    WALK(w, d, bbIncludePoles);
}

static void walk_name(tlb_walk *w, tlb_text *name)
{
    uint32_t end = 0;
    if (w->direction == WALK_READ) {
        size_t left = (size_t)(w->end - w->at);
        const uint8_t *nul = left ? memchr(w->at, 0, left) : NULL;
        if (!nul)
            tlb_walk_fail(w, TLB_CODE_TRUNCATED, NULL, "no zero ends the name before its buffer does");
        name->size = nul ? (uint32_t)(nul - w->at) : 0;
    }
    tlb_walk_text(w, NULL, name);
    if (name->size && memchr(name->data, 0, name->size))
        tlb_walk_fail(w, TLB_CODE_BAD_VALUE, NULL, "the name has a zero, which ends names in this format");
    walk_count(w, "end", &end, TLB_U8);
}

/* --- the buffers -------------------------------------------------------------------------------------- */

/* All counts come first. Until version 21 one number is that of nodes' states, at rest and in sequences. */
static void walk_counts(tlb_walk *w, tlb_torque_shape *x)
{
    DTS_COUNT(w, x, "numNodes", nodes);
    DTS_COUNT(w, x, "numObjects", objects);
    DTS_COUNT(w, x, "numDecals", decals);
    DTS_COUNT(w, x, "numSubShapes", subShapeFirstNode);
    DTS_COUNT(w, x, "numIflMaterials", iflMaterials);
    if (x->version < 22) {
        uint32_t numNodeStates = x->nodes.count + x->nodeRotations.count;
        walk_count(w, "numNodeStates", &numNodeStates, TLB_U32);
        if (numNodeStates < x->nodes.count && !w->status)
            tlb_walk_refuse(w, 4, TLB_CODE_BAD_VALUE, "numNodeStates",
                            "%u, expected at least one for each of %u nodes", numNodeStates, x->nodes.count);
        if (w->direction == WALK_READ)
            x->nodeRotations.count = x->nodeTranslations.count =
                w->status ? 0 : numNodeStates - x->nodes.count;
    } else {
        DTS_COUNT(w, x, "numNodeRotations", nodeRotations);
        DTS_COUNT(w, x, "numNodeTranslations", nodeTranslations);
        DTS_COUNT(w, x, "numNodeUniformScales", nodeUniformScales);
        DTS_COUNT(w, x, "numNodeAlignedScales", nodeAlignedScales);
        DTS_COUNT(w, x, "numNodeArbitraryScales", nodeArbitraryScaleFactors);
    }
    if (x->version >= 24)
        DTS_COUNT(w, x, "numGroundFrames", groundTranslations);
    DTS_COUNT(w, x, "numObjectStates", objectStates);
    DTS_COUNT(w, x, "numDecalStates", decalStates);
    DTS_COUNT(w, x, "numTriggers", triggers);
    DTS_COUNT(w, x, "numDetails", details);
    DTS_COUNT(w, x, "numMeshes", meshes);
    if (x->version < 23)
        DTS_COUNT(w, x, "numSkins", skins);
    DTS_COUNT(w, x, "numNames", names);
}

static void walk_structure(tlb_walk *w, dts_layout *layout, tlb_torque_shape *x)
{
    WALK_ROWS(w, x, nodes, 20, i)
        walk_node(w, x, &x->nodes.data[i]);
    tlb_torque_walk_guard(w, layout);
    WALK_ROWS(w, x, objects, 24, i)
        walk_object(w, x, &x->objects.data[i]);
    tlb_torque_walk_guard(w, layout);
    WALK_ROWS(w, x, decals, 20, i)
        walk_decal(w, x, &x->decals.data[i]);
    tlb_torque_walk_guard(w, layout);
    WALK_ROWS(w, x, iflMaterials, 20, i)
        walk_ifl(w, x, &x->iflMaterials.data[i]);
    tlb_torque_walk_guard(w, layout);
    WALK_VALUES(w, x, subShapeFirstNode);
    uint32_t numSubShapes = x->subShapeFirstNode.count;
    DTS_ALONG(w, x, subShapeFirstObject, numSubShapes, WALK_VALUES);
    DTS_ALONG(w, x, subShapeFirstDecal, numSubShapes, WALK_VALUES);
    tlb_torque_walk_guard(w, layout);
    DTS_ALONG(w, x, subShapeNumNodes, numSubShapes, WALK_VALUES);
    DTS_ALONG(w, x, subShapeNumObjects, numSubShapes, WALK_VALUES);
    DTS_ALONG(w, x, subShapeNumDecals, numSubShapes, WALK_VALUES);
    tlb_torque_walk_guard(w, layout);
}

static void walk_states(tlb_walk *w, dts_layout *layout, tlb_torque_shape *x)
{
    tlb_walk_stream(w, &layout->streams, IN_HALFWORDS);
    DTS_ALONG(w, x, defaultRotations, x->nodes.count, WALK_VECTORS);
    tlb_walk_stream(w, &layout->streams, IN_WORDS);
    DTS_ALONG(w, x, defaultTranslations, x->nodes.count, WALK_VECTORS);
    WALK_VECTORS(w, x, nodeTranslations);
    tlb_walk_stream(w, &layout->streams, IN_HALFWORDS);
    WALK_VECTORS(w, x, nodeRotations);
    if (x->version < 22)
        tlb_torque_expect(w, "nodeRotations", x->nodeRotations.count, x->nodeTranslations.count);
    tlb_torque_walk_guard(w, layout);
    if (x->version >= 22) {
        WALK_VALUES(w, x, nodeUniformScales);
        WALK_VECTORS(w, x, nodeAlignedScales);
        WALK_VECTORS(w, x, nodeArbitraryScaleFactors);
        tlb_walk_stream(w, &layout->streams, IN_HALFWORDS);
        DTS_ALONG(w, x, nodeArbitraryScaleRots, x->nodeArbitraryScaleFactors.count, WALK_VECTORS);
        tlb_torque_walk_guard(w, layout);
    }
    if (x->version >= 24) {
        WALK_VECTORS(w, x, groundTranslations);
        tlb_walk_stream(w, &layout->streams, IN_HALFWORDS);
        DTS_ALONG(w, x, groundRotations, x->groundTranslations.count, WALK_VECTORS);
        tlb_torque_walk_guard(w, layout);
    }
    WALK_ROWS(w, x, objectStates, 12, i)
        tlb_torque_walk_object_state(w, &x->objectStates.data[i]);
    tlb_torque_walk_guard(w, layout);
    WALK_VALUES(w, x, decalStates);
    tlb_torque_walk_guard(w, layout);
    WALK_ROWS(w, x, triggers, 8, i)
        tlb_torque_walk_trigger(w, &x->triggers.data[i]);
    tlb_torque_walk_guard(w, layout);
}

static void walk_vertex_buffer(tlb_walk *w, dts_layout *layout, tlb_torque_vertex_buffer *b)
{
    tlb_walk_open(w, "vertexBuffer", TLB_BLOCK);
    tlb_walk_stream(w, &layout->streams, IN_HALFWORDS);
    WALK(w, b, texCoordOffset);
    WALK(w, b, boneOffset);
    WALK(w, b, colorOffset);
    WALK(w, b, numBoneBlocks);
    WALK(w, b, vertexSize);
    tlb_walk_stream(w, &layout->streams, IN_WORDS);
    DTS_COUNT(w, b, "size", data);
    tlb_walk_stream(w, &layout->streams, IN_BYTES);
    WALK_VALUES(w, b, data);
    tlb_walk_stream(w, &layout->streams, IN_WORDS);
    tlb_walk_close(w, TLB_BLOCK);
}

static void walk_meshes(tlb_walk *w, dts_layout *layout, tlb_torque_shape *x)
{
    WALK_BLOCKS(w, x, meshes, 4, i)
        tlb_torque_walk_typed_mesh(w, layout, &x->meshes.data[i]);
    tlb_torque_walk_guard(w, layout);
    tlb_walk_stream(w, &layout->streams, IN_BYTES);
    WALK_BARE(w, x, names, 1, i)
        walk_name(w, &x->names.data[i]);
    tlb_torque_walk_guard(w, layout);
    if (x->version >= 23)
        return;
    DTS_ALONG(w, x, detailFirstSkin, x->details.count, WALK_VALUES);
    DTS_ALONG(w, x, detailNumSkins, x->details.count, WALK_VALUES);
    tlb_torque_walk_guard(w, layout);
    WALK_BLOCKS(w, x, skins, 100, i) {
        x->skins.data[i].meshType = TLB_TORQUE_SKIN_MESH;
        tlb_torque_walk_mesh(w, layout, &x->skins.data[i]);
    }
    tlb_torque_walk_guard(w, layout);
}

static void walk_buffers(tlb_walk *w, dts_layout *layout, tlb_torque_shape *x)
{
    walk_counts(w, x);
    WALK(w, x, smallestVisibleSize);
    WALK(w, x, smallestVisibleDL);
    tlb_torque_walk_guard(w, layout);
    WALK(w, x, radius);
    WALK(w, x, tubeRadius);
    WALK_ROW(w, x, center);
    WALK_ROW(w, x, bounds);
    tlb_torque_walk_guard(w, layout);
    walk_structure(w, layout, x);
    walk_states(w, layout, x);
    WALK_ROWS(w, x, details, x->version >= 26 ? 52 : 28, i)
        walk_detail(w, x, &x->details.data[i]);
    tlb_torque_walk_guard(w, layout);
    if (x->version >= 27)
        walk_vertex_buffer(w, layout, &x->vertexBuffer);
    walk_meshes(w, layout, x);
    tlb_walk_padding(w, "padding32", &x->padding32);
    tlb_walk_stream(w, &layout->streams, IN_HALFWORDS);
    tlb_walk_padding(w, "padding16", &x->padding16);
    tlb_walk_stream(w, &layout->streams, IN_BYTES);
    tlb_walk_padding(w, "padding8", &x->padding8);
}

/* --- where the buffers are ---------------------------------------------------------------------------- */

typedef struct buffer_sizes {
    uint32_t sizeMem, start16, start8; /* words: of all, and before the second and the third */
} buffer_sizes;

static void walk_sizes(tlb_walk *w, buffer_sizes *sizes)
{
    walk_count(w, "sizeMem", &sizes->sizeMem, TLB_U32);
    walk_count(w, "start16", &sizes->start16, TLB_U32);
    walk_count(w, "start8", &sizes->start8, TLB_U32);
}

/* Writes the buffers, so that their sizes are known. */
static buffer_sizes write_buffers(tlb_walk *w, dts_layout *layout, tlb_torque_shape *x)
{
    size_t sizes[WALK_STREAMS];
    tlb_walk writer = tlb_walk_writer(w->context, &layout->streams.at[IN_WORDS].buffer);
    for (int i = 0; i < WALK_STREAMS; i++)
        layout->streams.at[i].buffer.account = w->context->account;
    walk_buffers(&writer, layout, x);
    w->status = tlb_walk_finish(&writer);
    for (int i = 0; i < WALK_STREAMS; i++) {
        if (layout->streams.at[i].buffer.status)
            tlb_walk_refused(w, layout->streams.at[i].buffer.status);
        sizes[i] = layout->streams.at[i].buffer.size / 4;
    }
    return (buffer_sizes){.sizeMem = (uint32_t)(sizes[IN_WORDS] + sizes[IN_HALFWORDS] + sizes[IN_BYTES]),
                          .start16 = (uint32_t)sizes[IN_WORDS],
                          .start8 = (uint32_t)(sizes[IN_WORDS] + sizes[IN_HALFWORDS])};
}

static void read_streams(tlb_walk *w, tlb_torque_shape *x)
{
    dts_layout layout = {.version = x->version};
    buffer_sizes sizes;
    walk_sizes(w, &sizes);
    if (sizes.start16 > sizes.start8 || sizes.start8 > sizes.sizeMem)
        tlb_walk_refuse(w, 12, TLB_CODE_BAD_VALUE, "sizeMem",
                        "buffers of %u words begin at words %u and %u, which do not ascend", sizes.sizeMem,
                        sizes.start16, sizes.start8);
    if (sizes.sizeMem > (size_t)(w->end - w->at) / 4)
        tlb_walk_short(w, "sizeMem", 4 * (uint64_t)sizes.sizeMem);
    if (w->status)
        return;
    const uint8_t *start = w->at, *after = start + 4 * (size_t)sizes.sizeMem, *end = w->end;
    layout.streams.at[IN_HALFWORDS].next = w->end = start + 4 * (size_t)sizes.start16;
    layout.streams.at[IN_HALFWORDS].end = layout.streams.at[IN_BYTES].next = start + 4 * (size_t)sizes.start8;
    layout.streams.at[IN_BYTES].end = after;
    walk_buffers(w, &layout, x);
    if (!w->status) {
        w->at = after;
        w->end = end;
    }
}

static void write_streams(tlb_walk *w, tlb_torque_shape *x)
{
    dts_layout layout = {.version = x->version};
    buffer_sizes sizes = write_buffers(w, &layout, x);
    walk_sizes(w, &sizes);
    for (int i = 0; i < WALK_STREAMS && !w->status; i++)
        tlb_walk_bytes(w, NULL,
                       &(tlb_bytes){layout.streams.at[i].buffer.data, layout.streams.at[i].buffer.size});
    tlb_streams_free(&layout.streams);
}

static void visit_streams(tlb_walk *w, tlb_torque_shape *x)
{
    dts_layout layout = {.version = x->version};
    buffer_sizes sizes = {0};
    if (w->visitor->places) {
        sizes = write_buffers(w, &layout, x);
        tlb_streams_free(&layout.streams);
        layout = (dts_layout){.version = x->version};
    }
    walk_sizes(w, &sizes);
    uint64_t start = w->offset;
    layout.streams.at[IN_HALFWORDS].offset = start + 4 * (uint64_t)sizes.start16;
    layout.streams.at[IN_BYTES].offset = start + 4 * (uint64_t)sizes.start8;
    walk_buffers(w, &layout, x);
    w->offset = start + 4 * (uint64_t)sizes.sizeMem;
}

/* --- the file ----------------------------------------------------------------------------------------- */

void tlb_torque_walk_sequences(tlb_walk *w, tlb_torque_shape *x)
{
    DTS_COUNT(w, x, "numSequences", sequences);
    WALK_BLOCKS(w, x, sequences, 80, i) {
        WALK_NAME_INDEX(w, x, &x->sequences.data[i]);
        tlb_torque_walk_sequence(w, &x->sequences.data[i], x->version);
    }
}

static void walk_new_shape(tlb_walk *w, tlb_torque_shape *x)
{
    if (w->direction == WALK_READ)
        read_streams(w, x);
    else if (w->direction == WALK_WRITE)
        write_streams(w, x);
    else
        visit_streams(w, x);
    tlb_torque_walk_sequences(w, x);
    tlb_walk_open(w, "materialList", TLB_BLOCK);
    tlb_torque_walk_materials(w, &x->materialList, x->version);
    tlb_walk_close(w, TLB_BLOCK);
}

static void walk_file(tlb_walk *w, tlb_torque_shape *x)
{
    WALK_DEFAULT(w, x, version, TLB_TORQUE_VERSION);
    WALK(w, x, version);
    if ((x->version < TLB_TORQUE_FIRST_VERSION || x->version > TLB_TORQUE_LAST_VERSION) && !w->status) {
        tlb_walk_refuse(w, sizeof x->version, TLB_CODE_BAD_VERSION, "version",
                        "unknown version %u, expected %d to %d", x->version, TLB_TORQUE_FIRST_VERSION,
                        TLB_TORQUE_LAST_VERSION);
        return;
    }
    tlb_walk_zeros(w, "reserved", &x->reserved, sizeof x->reserved);
    WALK_DEFAULT(w, x, exporterVersion, USUAL_EXPORTER);
    WALK(w, x, exporterVersion);
    if (x->version < BUFFERS_VERSION)
        tlb_torque_walk_old_shape(w, x);
    else
        walk_new_shape(w, x);
    tlb_walk_remaining(w, "tail", &x->tail);
}

void tlb_torque_dts_walk(tlb_walk *w, void **root)
{
    if (!*root && !(*root = tlb_zalloc(w->arena, sizeof(tlb_torque_shape))))
        tlb_walk_no_memory(w);
    else
        walk_file(w, *root);
}

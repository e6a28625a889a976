/* The layout of a shape: TS::Shape 1 to 8, TS::CelAnimMesh 1 to 3. */
#include "formats/darkstar/dts/dts.h"

#include "formats/darkstar/dml/dml.h"
#include "formats/darkstar/shared/chunks.h"

static tlb_type index_type(int32_t version)
{
    return version >= 8 ? TLB_I16 : TLB_I32;
}

/* --- names -------------------------------------------------------------------------------------------- */

static bool text_at(const void *shape, uint32_t i, tlb_text *name, uint32_t *next)
{
    *name = tlb_dts_name_at(shape, (int32_t)i);
    *next = i + 1;
    return i < ((const tlb_dts *)shape)->names.count;
}

static bool node_at(const void *shape, uint32_t i, tlb_text *name, uint32_t *next)
{
    const tlb_dts *x = shape;
    *next = i + 1;
    if (i < x->nodes.count)
        *name = tlb_dts_name_at(x, x->nodes.data[i].name);
    return i < x->nodes.count;
}

static bool sequence_at(const void *shape, uint32_t i, tlb_text *name, uint32_t *next)
{
    const tlb_dts *x = shape;
    *next = i + 1;
    if (i < x->sequences.count)
        *name = tlb_dts_name_at(x, x->sequences.data[i].name);
    return i < x->sequences.count;
}

/* Faces name those of the first detail. */
static bool material_at(const void *shape, uint32_t i, tlb_text *name, uint32_t *next)
{
    const tlb_dml_list *list = &((const tlb_dts *)shape)->materialList;
    *next = i + 1;
    if (i >= list->numMaterials || i >= list->materials.count)
        return false;
    const char *file = list->materials.data[i].file, *end = memchr(file, 0, TLB_DML_NAME);
    *name = (tlb_text){file, end ? (uint32_t)(end - file) : TLB_DML_NAME};
    return true;
}

static const tlb_naming texts = {"name", .texts = true, .at = text_at};
static const tlb_naming nodes = {"node", .at = node_at, .indirect = true};
static const tlb_naming sequences = {"sequence", .at = sequence_at, .indirect = true};
static const tlb_naming materials = {"material", .at = material_at};

/* --- what moves --------------------------------------------------------------------------------------- */

static void walk_node(tlb_walk *w, const tlb_dts *x, tlb_dts_node *n)
{
    tlb_type type = index_type(x->pers.version);
    walk_refers(w, &texts, x);
    WALK_AS(w, n, name, type);
    WALK_DEFAULT(w, n, parent, TLB_NONE);
    walk_refers(w, &nodes, x);
    WALK_AS(w, n, parent, type);
    WALK_AS(w, n, numSubSequences, type);
    WALK_AS(w, n, firstSubSequence, type);
    WALK_AS(w, n, defaultTransform, type);
}

static void walk_sequence(tlb_walk *w, const tlb_dts *x, tlb_dts_sequence *s)
{
    int32_t version = x->pers.version;
    walk_refers(w, &texts, x);
    WALK(w, s, name);
    WALK(w, s, cyclic);
    WALK(w, s, duration);
    WALK(w, s, priority);
    if (version >= 4) {
        WALK(w, s, firstTriggerFrame);
        WALK(w, s, numTriggerFrames);
    }
    if (version >= 5) {
        WALK(w, s, numIFLSubSequences);
        WALK(w, s, firstIFLSubSequence);
    }
}

static void walk_sub_sequence(tlb_walk *w, const tlb_dts *x, tlb_dts_sub_sequence *s)
{
    tlb_type type = index_type(x->pers.version);
    walk_refers(w, &sequences, x);
    WALK_AS(w, s, sequenceIdx, type);
    WALK_AS(w, s, numKeyFrames, type);
    WALK_AS(w, s, firstKeyFrame, type);
}

static void walk_key_frame(tlb_walk *w, tlb_dts_key_frame *k, int32_t version)
{
    tlb_type type = version >= 8 ? TLB_U16 : TLB_U32;
    WALK(w, k, pos);
    WALK_AS(w, k, key, type);
    if (version >= 3)
        WALK_AS(w, k, matIndex, type);
}

static void walk_transform(tlb_walk *w, tlb_dts_transform *t, int32_t version)
{
    WALK_DEFAULT(w, t, rot[3], 1);
    WALK_DEFAULT(w, t, rot16[3], INT16_MAX);
    if (version >= 7)
        walk_row(w, "rot", TLB_I16, t->rot16, 4);
    else
        WALK_ROW(w, t, rot);
    WALK_ROW(w, t, pos);
    if (version <= 7)
        WALK_ROW(w, t, scale);
}

static void walk_transition(tlb_walk *w, const tlb_dts *x, tlb_dts_transition *t)
{
    walk_refers(w, &sequences, x);
    WALK(w, t, startSequence);
    walk_refers(w, &sequences, x);
    WALK(w, t, endSequence);
    WALK(w, t, startPosition);
    WALK(w, t, endPosition);
    WALK(w, t, duration);
    tlb_walk_open(w, "transform", TLB_ROW);
    walk_transform(w, &t->transform, x->pers.version);
    tlb_walk_close(w, TLB_ROW);
}

static void walk_frame_trigger(tlb_walk *w, tlb_dts_frame_trigger *t)
{
    WALK(w, t, pos);
    WALK(w, t, value);
}

/* --- what is drawn ------------------------------------------------------------------------------------ */

static const tlb_flag object_flags[] = {{"invisible", TLB_DTS_OBJECT_INVISIBLE, TLB_DTS_OBJECT_INVISIBLE},
                                        {0}};

static void walk_object(tlb_walk *w, const tlb_dts *x, tlb_dts_object *o)
{
    tlb_type type = index_type(x->pers.version);
    walk_refers(w, &texts, x);
    WALK(w, o, name);
    WALK_FLAGS(w, o, flags, object_flags);
    WALK(w, o, meshIndex);
    walk_refers(w, &nodes, x);
    WALK_AS(w, o, nodeIndex, type);
    if (x->pers.version >= 8)
        WALK(w, o, pad);
    else {
        WALK(w, o, offsetFlags);
        WALK_ROW(w, o, offsetRot);
    }
    WALK_ROW(w, o, offset);
    WALK_AS(w, o, numSubSequences, type);
    WALK_AS(w, o, firstSubSequence, type);
}

static void walk_detail(tlb_walk *w, const tlb_dts *x, tlb_dts_detail *d)
{
    walk_refers(w, &nodes, x);
    WALK(w, d, rootNode);
    WALK(w, d, size);
}

static void walk_face(tlb_walk *w, const tlb_dts *x, tlb_dts_face *f)
{
    WALK(w, f, vertIndex0);
    WALK(w, f, texIndex0);
    WALK(w, f, vertIndex1);
    WALK(w, f, texIndex1);
    WALK(w, f, vertIndex2);
    WALK(w, f, texIndex2);
    walk_refers(w, &materials, x);
    WALK(w, f, matIndex);
}

static void walk_frame(tlb_walk *w, tlb_dts_frame *f, int32_t version)
{
    WALK(w, f, firstVert);
    if (version >= 3) {
        WALK_ROW(w, f, scale);
        WALK_ROW(w, f, origin);
    }
}

static void walk_mesh(tlb_walk *w, const tlb_dts *x, tlb_dts_mesh *m)
{
    enum { FACE = 28, FRAME = 28, OLD_FRAME = 4 };
    WALK_DEFAULT(w, &m->pers, version, TLB_DTS_LAST_MESH_VERSION);
    pers_chunk chunk = tlb_darkstar_pers_open(w, &m->pers);
    tlb_darkstar_pers_class(w, &m->pers, "TS::CelAnimMesh");
    tlb_darkstar_pers_versions(w, &m->pers, 1, TLB_DTS_LAST_MESH_VERSION);
    if (w->status)
        return;
    int32_t version = m->pers.version;
    walk_count(w, "numVerts", &m->vertices.count, TLB_U32);
    WALK(w, m, vertsPerFrame);
    walk_count(w, "numTextureVerts", &m->textureVerts.count, TLB_U32);
    walk_count(w, "numFaces", &m->faces.count, TLB_U32);
    walk_count(w, "numFrames", &m->frames.count, TLB_U32);
    if (version >= 2)
        WALK(w, m, textureVertsPerFrame);
    if (version < 3) {
        WALK_ROW(w, m, scale);
        WALK_ROW(w, m, origin);
    }
    WALK(w, m, radius);
    WALK_VECTORS(w, m, vertices);
    WALK_VECTORS(w, m, textureVerts);
    WALK_ROWS(w, m, faces, FACE, i)
        walk_face(w, x, &m->faces.data[i]);
    WALK_ROWS(w, m, frames, version >= 3 ? FRAME : OLD_FRAME, i)
        walk_frame(w, &m->frames.data[i], version);
    tlb_darkstar_pers_close(w, &m->pers, &chunk);
    tlb_darkstar_pers_pad(w, &m->pers);
}

void tlb_dts_default_mesh(tlb_document *document, tlb_dts_mesh *mesh)
{
    tlb_walk w = tlb_walk_defaults(document->context, &document->arena);
    walk_mesh(&w, document->root, mesh);
}

/* --- the shape ---------------------------------------------------------------------------------------- */

static void walk_counts(tlb_walk *w, tlb_dts *x)
{
    walk_count(w, "numNodes", &x->nodes.count, TLB_U32);
    walk_count(w, "numSequences", &x->sequences.count, TLB_U32);
    walk_count(w, "numSubSequences", &x->subSequences.count, TLB_U32);
    walk_count(w, "numKeyFrames", &x->keyFrames.count, TLB_U32);
    walk_count(w, "numTransforms", &x->transforms.count, TLB_U32);
    walk_count(w, "numNames", &x->names.count, TLB_U32);
    walk_count(w, "numObjects", &x->objects.count, TLB_U32);
    walk_count(w, "numDetails", &x->details.count, TLB_U32);
    walk_count(w, "numMeshes", &x->meshes.count, TLB_U32);
    if (x->pers.version >= 2)
        walk_count(w, "numTransitions", &x->transitions.count, TLB_U32);
    if (x->pers.version >= 4)
        walk_count(w, "numFrameTriggers", &x->frameTriggers.count, TLB_U32);
}

/* The bytes an element takes in a version. */
typedef struct sizes {
    size_t node, sequence, subSequence, keyFrame, transform, object, transition;
} sizes;

static sizes sizes_of(int32_t version)
{
    size_t transform = version >= 8 ? 20 : version == 7 ? 32 : 40;
    return (sizes){
        .node = version >= 8 ? 10 : 20,
        .sequence = version >= 5   ? 32
                    : version == 4 ? 24
                                   : 16,
        .subSequence = version >= 8 ? 6 : 12,
        .keyFrame = version >= 8 || version < 3 ? 8 : 12,
        .transform = transform,
        .object = version >= 8 ? 28 : 72,
        .transition = 20 + transform,
    };
}

static void walk_lists(tlb_walk *w, tlb_dts *x)
{
    int32_t version = x->pers.version;
    sizes size = sizes_of(version);
    WALK_ROWS(w, x, nodes, size.node, i)
        walk_node(w, x, &x->nodes.data[i]);
    WALK_ROWS(w, x, sequences, size.sequence, i)
        walk_sequence(w, x, &x->sequences.data[i]);
    WALK_ROWS(w, x, subSequences, size.subSequence, i)
        walk_sub_sequence(w, x, &x->subSequences.data[i]);
    WALK_ROWS(w, x, keyFrames, size.keyFrame, i)
        walk_key_frame(w, &x->keyFrames.data[i], version);
    WALK_ROWS(w, x, transforms, size.transform, i)
        walk_transform(w, &x->transforms.data[i], version);
    WALK_ROWS(w, x, names, TLB_DTS_NAME, i)
        WALK_NAME(w, &x->names.data[i], data);
    WALK_ROWS(w, x, objects, size.object, i)
        walk_object(w, x, &x->objects.data[i]);
    WALK_ROWS(w, x, details, 8, i)
        walk_detail(w, x, &x->details.data[i]);
    if (version >= 2)
        WALK_ROWS(w, x, transitions, size.transition, i)
            walk_transition(w, x, &x->transitions.data[i]);
    if (version >= 4)
        WALK_ROWS(w, x, frameTriggers, 8, i)
            walk_frame_trigger(w, &x->frameTriggers.data[i]);
}

static void walk_shape(tlb_walk *w, tlb_dts *x)
{
    /* A mesh without anything: tag and size, the class name, version, six numbers (five and a box before). */
    enum { LEAST_MESH = 8 + 18 + 4 + 28 };
    WALK(w, x, radius);
    WALK_ROW(w, x, center);
    if (x->pers.version >= 8) {
        WALK_ROW(w, x, minBounds);
        WALK_ROW(w, x, maxBounds);
    }
    walk_lists(w, x);
    if (x->pers.version >= 5)
        WALK(w, x, defaultMaterials);
    if (x->pers.version >= 6) {
        WALK_DEFAULT(w, x, alwaysNode, TLB_NONE);
        walk_refers(w, &nodes, x);
        WALK(w, x, alwaysNode);
    } else
        x->alwaysNode = TLB_NONE;
    WALK_BLOCKS(w, x, meshes, LEAST_MESH, i)
        walk_mesh(w, x, &x->meshes.data[i]);
    tlb_dml_default_list(w, &x->materialList);
    WALK(w, x, hasMaterials);
    if (x->hasMaterials) {
        tlb_walk_open(w, "materialList", TLB_BLOCK);
        tlb_dml_walk_list(w, &x->materialList);
        tlb_darkstar_pers_pad(w, &x->materialList.pers);
        tlb_walk_close(w, TLB_BLOCK);
    }
}

void tlb_dts_walk(tlb_walk *w, tlb_dts *x)
{
    WALK_DEFAULT(w, &x->pers, version, TLB_DTS_LAST_VERSION);
    pers_chunk chunk = tlb_darkstar_pers_open(w, &x->pers);
    tlb_darkstar_pers_class(w, &x->pers, "TS::Shape");
    tlb_darkstar_pers_versions(w, &x->pers, TLB_DTS_FIRST_VERSION, TLB_DTS_LAST_VERSION);
    if (w->status)
        return;
    walk_counts(w, x);
    walk_shape(w, x);
    tlb_darkstar_pers_close(w, &x->pers, &chunk);
    tlb_walk_remaining(w, "tail", &x->tail);
}

bool tlb_dts_is_old(tlb_bytes source)
{
    static const uint32_t old_tag = 0x00140008;
    return source.size >= 8 && tlb_get_le32(source.data) == old_tag;
}

void tlb_dts_walk_file(tlb_walk *w, void **root)
{
    if (w->direction == WALK_READ && tlb_dts_is_old((tlb_bytes){w->start, (size_t)(w->end - w->start)}))
        tlb_walk_fail(w, TLB_CODE_NOT_SUPPORTED, NULL,
                      "a shape of an engine before Darkstar (tag 08 00 14 00), which is undocumented and not "
                      "supported");
    else if (!*root && !(*root = tlb_zalloc(w->arena, sizeof(tlb_dts))))
        tlb_walk_no_memory(w);
    else
        tlb_dts_walk(w, *root);
}

tlb_dts *tlb_document_dts(tlb_document *document)
{
    return document && document->format && document->format->walk == tlb_dts_walk_file ? document->root
                                                                                       : NULL;
}

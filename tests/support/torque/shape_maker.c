#include "shape_maker.h"

#include "trilobite/trilobite.h"

#include <assert.h>
#include <string.h>

enum { ONE = 32767, DIAGONAL = 23170 /* sin 45 degrees */ };
enum { BUFFERS = 19, FLAGS = 22, GROUND = 24 }; /* versions that began with these */

static void *lay(tlb_arena *arena, const void *data, size_t size)
{
    void *copy = tlb_alloc(arena, size ? size : 1);
    assert(copy);
    return memcpy(copy, data, size);
}

/* A list of a copy of these elements. */
#define LAY(arena, list, ...)                                                                                \
    do {                                                                                                     \
        (list).count = (uint32_t)(sizeof(__VA_ARGS__) / sizeof *(list).data);                                \
        (list).data = lay((arena), &(__VA_ARGS__), sizeof(__VA_ARGS__));                                     \
    } while (0)

/* As many zeros. */
#define CLEAR(arena, list, length)                                                                           \
    ((list).count = (length), (list).data = tlb_zalloc_array((arena), length, sizeof *(list).data))

static tlb_text text(const char *string)
{
    return (tlb_text){string, (uint32_t)strlen(string)};
}

/* --- meshes -------------------------------------------------------------------------------------------- */

typedef struct box {
    tlb_vec3 low, high;
} box;

/* Six faces of four corners each, clockwise seen from outside. */
static void box_mesh(tlb_arena *arena, tlb_torque_mesh *m, const box *b, uint32_t material)
{
    static const int axes[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 2, 0}, {1, 0, 2}, {2, 0, 1}, {2, 1, 0}};
    static const uint32_t order[6] = {0, 1, 2, 2, 1, 3};
    enum { FACES = 6, CORNERS = 4 };
    m->numFrames = m->numMatFrames = 1;
    m->parentMesh = -1;
    CLEAR(arena, m->verts, FACES * CORNERS);
    CLEAR(arena, m->norms, FACES * CORNERS);
    CLEAR(arena, m->tverts, FACES * CORNERS);
    CLEAR(arena, m->indices, FACES * 6);
    for (uint32_t f = 0; f < FACES; f++) {
        bool high = f % 2 == 0;
        const int *axis = axes[f];
        for (uint32_t c = 0; c < CORNERS; c++) {
            float *vertex = m->verts.data[f * CORNERS + c];
            vertex[axis[0]] = high ? b->high[axis[0]] : b->low[axis[0]];
            vertex[axis[1]] = c / 2 ? b->high[axis[1]] : b->low[axis[1]];
            vertex[axis[2]] = c % 2 ? b->high[axis[2]] : b->low[axis[2]];
            m->norms.data[f * CORNERS + c][axis[0]] = high ? 1 : -1;
            m->tverts.data[f * CORNERS + c][0] = c / 2 ? 1.0f : 0.0f;
            m->tverts.data[f * CORNERS + c][1] = c % 2 ? 0.0f : 1.0f;
        }
        for (uint32_t i = 0; i < 6; i++)
            m->indices.data[f * 6 + i] = f * CORNERS + order[i];
    }
    m->numVerts = m->verts.count;
    m->numTVerts = m->tverts.count;
    m->vertsPerFrame = (int32_t)m->verts.count;
    memcpy(m->bounds, b, sizeof *b);
    LAY(arena, m->primitives, (tlb_torque_primitive[]){{0, 36, TLB_TORQUE_INDEXED | material}});
}

/* A square that stands in X and Z: a strip seen from -Y. */
static void square_mesh(tlb_arena *arena, tlb_torque_mesh *m, const box *b, uint32_t material)
{
    const tlb_vec3 corners[] = {{b->low[0], b->low[1], b->low[2]},
                                {b->low[0], b->low[1], b->high[2]},
                                {b->high[0], b->high[1], b->low[2]},
                                {b->high[0], b->high[1], b->high[2]}};
    m->numFrames = m->numMatFrames = 1;
    m->parentMesh = -1;
    LAY(arena, m->verts, corners);
    LAY(arena, m->norms, (tlb_vec3[]){{0, -1, 0}, {0, -1, 0}, {0, -1, 0}, {0, -1, 0}});
    LAY(arena, m->tverts, (tlb_vec2[]){{0, 1}, {0, 0}, {1, 1}, {1, 0}});
    LAY(arena, m->indices, (uint32_t[]){0, 1, 2, 3});
    LAY(arena, m->primitives,
        (tlb_torque_primitive[]){{0, 4, TLB_TORQUE_INDEXED | TLB_TORQUE_STRIP | material}});
    m->numVerts = m->numTVerts = 4;
    m->vertsPerFrame = 4;
    memcpy(m->bounds, b, sizeof *b);
}

/* The vertices of an earlier mesh; only its top. */
static void child_mesh(tlb_arena *arena, tlb_torque_mesh *m, const tlb_torque_mesh *parent, int32_t index)
{
    *m = *parent;
    m->parentMesh = index;
    m->verts.count = m->tverts.count = m->norms.count = 0;
    m->vertsPerFrame = (int32_t)m->numVerts;
    LAY(arena, m->indices, (uint32_t[]){16, 17, 18, 18, 17, 19});
    LAY(arena, m->primitives, (tlb_torque_primitive[]){{0, 6, TLB_TORQUE_INDEXED | 1}});
}

/* The second frame has the square a meter to the right. */
static void add_frame(tlb_arena *arena, tlb_torque_mesh *m)
{
    tlb_vec3 verts[8], norms[8];
    for (int i = 0; i < 8; i++) {
        memcpy(verts[i], m->verts.data[i % 4], sizeof verts[i]);
        memcpy(norms[i], m->norms.data[i % 4], sizeof norms[i]);
        verts[i][0] += i / 4 ? 1.0f : 0.0f;
    }
    LAY(arena, m->verts, verts);
    LAY(arena, m->norms, norms);
    m->numFrames = 2;
    m->numVerts = 8;
}

/* Left corners hang on the pole, right ones on its tip, the last on both. */
static void flag_mesh(tlb_arena *arena, tlb_torque_mesh *m, const box *b, uint32_t version)
{
    square_mesh(arena, m, b, 2);
    tlb_torque_skin *skin = m->skin = tlb_zalloc(arena, sizeof *m->skin);
    assert(skin);
    m->meshType = TLB_TORQUE_SKIN_MESH;
    if (version < 27) {
        skin->initialVerts.data = m->verts.data;
        skin->initialNorms.data = m->norms.data;
        skin->initialVerts.count = skin->initialNorms.count = skin->numInitialVerts = 4;
    }
    if (version >= BUFFERS && version < 27)
        m->verts.count = m->norms.count = m->numVerts = 0;
    if (version >= FLAGS && version < 27)
        CLEAR(arena, skin->initialEncodedNorms, 4);
    LAY(arena, skin->initialTransforms,
        (tlb_matrix4[]){{1, 0, 0, -1, 0, 1, 0, 0, 0, 0, 1, -2, 0, 0, 0, 1},
                        {1, 0, 0, -2, 0, 1, 0, 0, 0, 0, 1, -2, 0, 0, 0, 1}});
    LAY(arena, skin->nodeIndex, (int32_t[]){SHAPE_POLE, SHAPE_TIP});
    LAY(arena, skin->vertexIndex, (int32_t[]){0, 1, 2, 3, 3});
    LAY(arena, skin->boneIndex, (int32_t[]){0, 0, 1, 0, 1});
    LAY(arena, skin->weight, (float[]){1, 1, 1, 0.25f, 0.75f});
    skin->numInitialTransforms = skin->numNodeIndex = 2;
    skin->numWeights = 5;
}

/* Two squares; the nearer is drawn last. */
static void glass_mesh(tlb_arena *arena, tlb_torque_mesh *m, const box *b)
{
    square_mesh(arena, m, b, 3);
    m->meshType = TLB_TORQUE_SORTED_MESH;
    m->vertsPerFrame = 0;
    m->sorted = tlb_zalloc(arena, sizeof *m->sorted);
    assert(m->sorted);
    LAY(arena, m->indices, (uint32_t[]){0, 1, 2, 2, 1, 3});
    LAY(arena, m->primitives,
        (tlb_torque_primitive[]){{0, 3, TLB_TORQUE_INDEXED | 3}, {3, 3, TLB_TORQUE_INDEXED | 3}});
    LAY(arena, m->sorted->clusters,
        (tlb_torque_cluster[]){{0, 1, {0, -1, 0}, 0, 1, 1}, {1, 2, {0, 0, 0}, 0, -1, -1}});
    LAY(arena, m->sorted->startCluster, (int32_t[]){0});
    LAY(arena, m->sorted->firstVerts, (int32_t[]){0});
    LAY(arena, m->sorted->numVerts, (int32_t[]){4});
    LAY(arena, m->sorted->firstTVerts, (int32_t[]){0});
}

static void make_meshes(tlb_arena *arena, tlb_torque_shape *x)
{
    static const box tower = {{-1, -1, 0}, {1, 1, 2}}, cock = {{0, 0, 0}, {1, 0, 1}},
                     flag = {{1, 0, 1}, {2, 0, 2}}, glass = {{-0.5f, -1.25f, 0.5f}, {0.5f, -1.25f, 1.5f}},
                     lamp = {{-0.25f, 0, -0.25f}, {0.25f, 0, 0.25f}};
    CLEAR(arena, x->meshes, 7);
    tlb_torque_mesh *m = x->meshes.data;
    box_mesh(arena, &m[0], &tower, 0);
    child_mesh(arena, &m[1], &m[0], 0);
    box_mesh(arena, &m[2], &tower, 0);
    m[2].primitives.data[0].matIndex = TLB_TORQUE_INDEXED | TLB_TORQUE_NO_MATERIAL;
    square_mesh(arena, &m[3], &cock, 1);
    add_frame(arena, &m[3]);
    flag_mesh(arena, &m[4], &flag, x->version);
    glass_mesh(arena, &m[5], &glass);
    square_mesh(arena, &m[6], &lamp, 4);
    m[6].flags = TLB_TORQUE_BILLBOARD | TLB_TORQUE_BILLBOARD_Z;
    if (x->version < BUFFERS) { /* which has neither parents nor sorted meshes */
        box_mesh(arena, &m[1], &tower, 1);
        m[5] = (tlb_torque_mesh){.parentMesh = -1, .meshType = TLB_TORQUE_NULL_MESH};
    }
    for (uint32_t i = 0; i < x->meshes.count; i++)
        if (x->version >= FLAGS && m[i].parentMesh < 0)
            CLEAR(arena, m[i].encodedNorms, m[i].norms.count);
    if (x->version >= FLAGS || x->version < BUFFERS)
        return;
    CLEAR(arena, x->skins, 1); /* skins have a list of their own */
    x->skins.data[0] = m[4];
    m[4] = (tlb_torque_mesh){.parentMesh = -1, .meshType = TLB_TORQUE_NULL_MESH};
}

/* --- structure ----------------------------------------------------------------------------------------- */

enum {
    NAME_MAST,
    NAME_COCK,
    NAME_POLE,
    NAME_TIP,
    NAME_TOWER,
    NAME_COCK_ON,
    NAME_FLAG,
    NAME_GLASS,
    NAME_LAMP,
    NAME_FINE,
    NAME_COARSE,
    NAME_COLLISION,
    NAME_TURN,
    NAME_BLINK,
    NAME_NOD,
    NAME_IFL
};

static void make_structure(tlb_arena *arena, tlb_torque_shape *x)
{
    static const char *const names[] = {"mast", "cock",  "pole", "tip",      "tower", "cockOn",
                                        "flag", "glass", "lamp", "fine",     "low",   "Collision-1",
                                        "turn", "blink", "nod",  "lampflash"};
    CLEAR(arena, x->names, sizeof names / sizeof *names);
    for (uint32_t i = 0; i < x->names.count; i++)
        x->names.data[i] = text(names[i]);
    LAY(arena, x->nodes,
        (tlb_torque_node[]){{NAME_MAST, -1, -1, -1, -1},
                            {NAME_COCK, SHAPE_MAST, -1, -1, -1},
                            {NAME_POLE, SHAPE_MAST, -1, -1, -1},
                            {NAME_TIP, SHAPE_POLE, -1, -1, -1}});
    LAY(arena, x->objects,
        (tlb_torque_object[]){{NAME_TOWER, 3, 0, SHAPE_MAST, -1, -1},
                              {NAME_COCK_ON, 1, 3, SHAPE_COCK, -1, -1},
                              {NAME_FLAG, 1, 4, -1, -1, -1},
                              {NAME_GLASS, 1, 5, SHAPE_MAST, -1, -1},
                              {NAME_LAMP, 1, 6, SHAPE_COCK, -1, -1}});
    LAY(arena, x->iflMaterials, (tlb_torque_ifl[]){{NAME_IFL, 4, 0, 0, 0}});
    LAY(arena, x->details,
        (tlb_torque_detail[]){{NAME_FINE, 0, 0, 64, -1, -1, 24, 0, 0, 0, 0, 0, 0},
                              {NAME_COARSE, 0, 1, 8, -1, -1, 2, 0, 0, 0, 0, 0, 0},
                              {NAME_COLLISION, 0, 2, -1, -1, -1, 12, 0, 0, 0, 0, 0, 0}});
    LAY(arena, x->subShapeFirstNode, (int32_t[]){0});
    LAY(arena, x->subShapeFirstObject, (int32_t[]){0});
    LAY(arena, x->subShapeFirstDecal, (int32_t[]){0});
    if (x->version < BUFFERS)
        return;
    LAY(arena, x->subShapeNumNodes, (int32_t[]){SHAPE_NODES});
    LAY(arena, x->subShapeNumObjects, (int32_t[]){SHAPE_OBJECTS});
    LAY(arena, x->subShapeNumDecals, (int32_t[]){0});
    if (x->version >= FLAGS + 1)
        return;
    LAY(arena, x->detailFirstSkin, (int32_t[]){0, 0, 0});
    LAY(arena, x->detailNumSkins, (int32_t[]){1, 0, 0});
}

/* --- sequences ----------------------------------------------------------------------------------------- */

/* A quarter turn after the other, about Z. */
#define QUARTER_TURNS                                                                                        \
    {0, 0, 0, ONE}, {0, 0, DIAGONAL, DIAGONAL}, {0, 0, ONE, 0},                                              \
    {                                                                                                        \
        0, 0, DIAGONAL, -DIAGONAL                                                                            \
    }

static tlb_torque_set set_of(tlb_arena *arena, uint32_t bits)
{
    tlb_torque_set set = {0};
    if (bits)
        LAY(arena, set.words, (uint32_t[]){bits});
    return set;
}

/* The cock turns and the tip goes up and down; the right foot comes down in the middle. */
static tlb_torque_sequence turn(tlb_arena *arena, uint32_t version)
{
    tlb_torque_sequence q = {.nameIndex = NAME_TURN,
                             .name = text("turn"),
                             .flags = version >= FLAGS ? TLB_TORQUE_CYCLIC : 0,
                             .cyclic = version < FLAGS,
                             .numKeys = 4,
                             .duration = 2,
                             .priority = 5,
                             .numGround = version >= GROUND ? 2 : 0,
                             .numTriggers = 2,
                             .rotationMatters = set_of(arena, 1 << SHAPE_COCK)};
    if (version >= FLAGS)
        q.translationMatters = set_of(arena, 1 << SHAPE_TIP);
    return q;
}

/* The lamp goes out for the second half and the cock shows its other frame. */
static tlb_torque_sequence blink(tlb_arena *arena, uint32_t version)
{
    return (tlb_torque_sequence){.nameIndex = NAME_BLINK,
                                 .flags = version >= FLAGS ? TLB_TORQUE_CYCLIC : 0,
                                 .cyclic = version < FLAGS,
                                 .numKeys = 2,
                                 .duration = 1,
                                 .baseObjectState = SHAPE_OBJECTS,
                                 .iflMatters = set_of(arena, 1),
                                 .visMatters = set_of(arena, 1 << SHAPE_LAMP),
                                 .frameMatters = set_of(arena, 1 << SHAPE_COCK_ON)};
}

/* The cock leans, on top of whatever else it does, and grows. */
static tlb_torque_sequence nod(tlb_arena *arena, uint32_t version)
{
    tlb_torque_sequence q = {.nameIndex = NAME_NOD,
                             .flags = version >= FLAGS ? TLB_TORQUE_BLEND | TLB_TORQUE_UNIFORM_SCALE : 0,
                             .blend = version < FLAGS,
                             .numKeys = 2,
                             .duration = 0.5f,
                             .priority = 7,
                             .firstGround = version >= GROUND ? 2 : 0,
                             .firstTrigger = 2,
                             .baseRotation = 4,
                             .baseTranslation = 4,
                             .rotationMatters = set_of(arena, 1 << SHAPE_COCK)};
    if (version >= FLAGS)
        q.scaleMatters = set_of(arena, 1 << SHAPE_COCK);
    return q;
}

static void make_states(tlb_arena *arena, tlb_torque_shape *x)
{
    static const tlb_quat16 rest[] = {{0, 0, 0, ONE}, {0, 0, 0, ONE}, {0, 0, 0, ONE}, {0, 0, 0, ONE}};
    static const tlb_vec3 places[] = {{0, 0, 0}, {0, 0, 2}, {1, 0, 2}, {1, 0, 0}};
    static const tlb_quat16 turns[] = {QUARTER_TURNS, {0, 0, 0, ONE}, {DIAGONAL, 0, 0, DIAGONAL}};
    static const tlb_vec3 ways[] = {{1, 0, 0}, {1, 0, 0.5f}, {1, 0, 0}, {1, 0, -0.5f}, {0, 0, 0}, {0, 0, 0}};
    LAY(arena, x->sequences,
        (tlb_torque_sequence[]){turn(arena, x->version), blink(arena, x->version), nod(arena, x->version)});
    for (uint32_t i = 0; i < x->sequences.count && x->version < FLAGS; i++) {
        x->sequences.data[i].baseRotation += SHAPE_NODES; /* states at rest are counted */
        x->sequences.data[i].baseTranslation += SHAPE_NODES;
    }
    LAY(arena, x->objectStates,
        (tlb_torque_object_state[]){{1, 0, 0},
                                    {1, 0, 0},
                                    {1, 0, 0},
                                    {1, 0, 0},
                                    {1, 0, 0},
                                    {1, 0, 0},
                                    {1, 1, 0},
                                    {1, 0, 0},
                                    {0, 0, 0}});
    LAY(arena, x->triggers, (tlb_torque_trigger[]){{TLB_TORQUE_TRIGGER_ON | 1, 0.25f}, {2, 0.5f}});
    if (x->version < BUFFERS) {
        CLEAR(arena, x->nodeStates, SHAPE_NODES + 6);
        for (uint32_t i = 0; i < x->nodeStates.count; i++) {
            bool at_rest = i < SHAPE_NODES;
            memcpy(x->nodeStates.data[i].rotation, at_rest ? rest[i] : turns[i - SHAPE_NODES], 8);
            memcpy(x->nodeStates.data[i].translation, at_rest ? places[i] : ways[i - SHAPE_NODES], 12);
        }
        return;
    }
    LAY(arena, x->defaultRotations, rest);
    LAY(arena, x->defaultTranslations, places);
    LAY(arena, x->nodeRotations, turns);
    LAY(arena, x->nodeTranslations, ways);
    if (x->version >= FLAGS)
        LAY(arena, x->nodeUniformScales, (float[]){1, 2});
    if (x->version < GROUND)
        return;
    LAY(arena, x->groundTranslations, (tlb_vec3[]){{0, 1, 0}, {0, 2, 0}});
    LAY(arena, x->groundRotations, (tlb_quat16[]){{0, 0, 0, ONE}, {0, 0, 0, ONE}});
}

static void make_materials(tlb_arena *arena, tlb_torque_material_list *m, uint32_t version)
{
    static const char *const names[] = {"brick", "base.wood", "cloth", "sky", "lampflash"};
    m->version = 1;
    CLEAR(arena, m->names, sizeof names / sizeof *names);
    for (uint32_t i = 0; i < m->names.count; i++)
        m->names.data[i] = text(names[i]);
    LAY(arena, m->flags, (uint32_t[]){0x43, 0x43, 0x40, 0x47, 0x0800006f});
    LAY(arena, m->reflectanceMaps, (int32_t[]){0, 1, 2, 3, 4});
    LAY(arena, m->bumpMaps, (int32_t[]){-1, -1, -1, -1, -1});
    LAY(arena, m->detailMaps, (int32_t[]){-1, -1, -1, -1, -1});
    LAY(arena, m->detailScales, (float[]){1, 1, 1, 1, 1});
    if (version == 25)
        LAY(arena, m->lightMaps, (uint32_t[]){0, 0, 0, 0, 0});
    if (version > 20)
        LAY(arena, m->reflectionAmounts, (float[]){0, 0, 0, 0.5f, 0});
}

/* --- documents ----------------------------------------------------------------------------------------- */

void shape_make(tlb_document *document, tlb_context *context, uint32_t version)
{
    enum { EXPORTER = 124 };
    tlb_torque_shape *x = made_begin(document, context, "torque-dts", sizeof *x);
    tlb_arena *arena = &document->arena;
    x->version = (uint8_t)version;
    x->exporterVersion = EXPORTER;
    x->smallestVisibleSize = version < BUFFERS ? 0 : 8;
    x->smallestVisibleDL = version < BUFFERS ? 0 : SHAPE_COARSE;
    x->radius = 2.5f;
    x->tubeRadius = 2;
    x->center[2] = 1.5f;
    memcpy(x->bounds, (float[]){-1, -1.25f, 0, 2, 1, 3}, sizeof x->bounds);
    make_structure(arena, x);
    make_states(arena, x);
    make_meshes(arena, x);
    x->gotMaterials = version < BUFFERS;
    make_materials(arena, &x->materialList, version);
}

void dsq_make(tlb_document *document, tlb_context *context, uint32_t version)
{
    static const char *const names[] = {"mast", "cock", "Pole", "tip", "elsewhere"};
    static const tlb_quat16 turns[] = {QUARTER_TURNS};
    static const tlb_vec3 ways[] = {{1, 0, 0}, {1, 0, 1}, {1, 0, 0}, {1, 0, -1}};
    tlb_dsq *x = made_begin(document, context, "dsq", sizeof *x);
    tlb_arena *arena = &document->arena;
    x->version = version;
    CLEAR(arena, x->nodeNames, sizeof names / sizeof *names);
    for (uint32_t i = 0; i < x->nodeNames.count; i++)
        x->nodeNames.data[i] = text(names[i]);
    LAY(arena, x->sequences, (tlb_torque_sequence[]){turn(arena, version)});
    x->sequences.data[0].name = text("Spin");
    LAY(arena, x->triggers, (tlb_torque_trigger[]){{TLB_TORQUE_TRIGGER_ON | 1, 0.25f}, {2, 0.5f}});
    if (version < FLAGS) {
        CLEAR(arena, x->nodeStates, 4);
        for (uint32_t i = 0; i < 4; i++)
            memcpy(x->nodeStates.data[i].rotation, turns[i], sizeof turns[i]);
        return;
    }
    LAY(arena, x->nodeRotations, turns);
    LAY(arena, x->nodeTranslations, ways);
    LAY(arena, x->groundTranslations, (tlb_vec3[]){{0, 1, 0}, {0, 2, 0}});
    LAY(arena, x->groundRotations, (tlb_quat16[]){{0, 0, 0, ONE}, {0, 0, 0, ONE}});
    x->sequences.data[0].numGround = 2;
}

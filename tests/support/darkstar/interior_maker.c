#include "interior_maker.h"

#include "formats/darkstar/shared/lzh.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* --- the room ------------------------------------------------------------------------------------------ */

enum { TEXELS = 16, LIGHT_SHIFT = 4, STEP = 1 << LIGHT_SHIFT }; /* TEXELS: a meter */

/* A rectangle, from its corner along u and v, in meters. Seen from its visible side u goes right and v
 * down. */
typedef struct face {
    int corner[3], u[3], v[3];
    uint8_t plane, material, flags;
} face;

enum { S = ROOM_SIZE, H = ROOM_HEIGHT, P = ROOM_PILLAR, DOOR = 2 };
enum { NULL_FACE = TLB_DIG_NULL_MATERIAL, FRONT = TLB_DIG_PLANE_FRONT };
enum { FLOOR = 6, CEILING, FACES = 12 };

static const face faces[FACES] = {
    {{-S, -S, H}, {0, 2 * S, 0}, {0, 0, -H}, 0, ROOM_WALL, FRONT},
    {{S, S, H}, {0, DOOR - S, 0}, {0, 0, -H}, 1, ROOM_WALL, FRONT},
    {{S, DOOR, H}, {0, -2 * DOOR, 0}, {0, 0, -H}, 1, ROOM_WALL, FRONT | TLB_DIG_LINK},
    {{S, -DOOR, H}, {0, DOOR - S, 0}, {0, 0, -H}, 1, ROOM_WALL, FRONT},
    {{S, -S, H}, {-2 * S, 0, 0}, {0, 0, -H}, 2, ROOM_WALL, FRONT},
    {{-S, S, H}, {2 * S, 0, 0}, {0, 0, -H}, 3, ROOM_WALL, 0},
    {{-S, S, 0}, {2 * S, 0, 0}, {0, -2 * S, 0}, 4, ROOM_FLOOR, FRONT | TLB_DIG_VISIBLE_TO_OUTSIDE},
    {{-S, -S, H}, {2 * S, 0, 0}, {0, 2 * S, 0}, 5, NULL_FACE, FRONT},
    {{P, -P, H}, {0, 2 * P, 0}, {0, 0, -H}, 6, ROOM_COLUMN, FRONT | TLB_DIG_APPLY_AMBIENT},
    {{-P, P, H}, {0, -2 * P, 0}, {0, 0, -H}, 7, ROOM_COLUMN, FRONT | TLB_DIG_APPLY_AMBIENT},
    {{P, P, H}, {-2 * P, 0, 0}, {0, 0, -H}, 8, ROOM_COLUMN, FRONT | TLB_DIG_APPLY_AMBIENT},
    {{-P, -P, H}, {2 * P, 0, 0}, {0, 0, -H}, 9, ROOM_COLUMN, FRONT | TLB_DIG_APPLY_AMBIENT},
};

enum { PLANES = 10 };
static const tlb_vec4 planes[PLANES] = {
    {1, 0, 0, S},  {-1, 0, 0, S}, {0, 1, 0, S},   {0, 1, 0, -S}, {0, 0, 1, 0},
    {0, 0, -1, H}, {1, 0, 0, -P}, {-1, 0, 0, -P}, {0, 1, 0, -P}, {0, -1, 0, -P},
};

/* The walls, floor and ceiling cut off a solid each; the sides of the pillar an empty leaf each, what is left
 * is the pillar. */
enum { SOLIDS = 7, FIRST_SOLID = TLB_DIG_OUTSIDE_LEAVES, EMPTIES = 4, FIRST_EMPTY = FIRST_SOLID + SOLIDS };
enum { UPPER_OUTSIDE = 5 }; /* in PVS lists: the outside seen upwards */

typedef struct number_list {
    uint32_t count, numbers[12];
} number_list;

static const number_list solid_faces[SOLIDS] = {
    {1, {0}}, {3, {1, 2, 3}}, {1, {4}}, {1, {5}}, {1, {6}}, {1, {7}}, {4, {8, 9, 10, 11}},
};
static const number_list solid_planes[SOLIDS] = {
    {1, {0}}, {1, {1}}, {1, {2}}, {1, {3}}, {1, {4}}, {1, {5}}, {4, {6, 7, 8, 9}},
};
static const number_list empty_faces[EMPTIES] = {
    {8, {1, 2, 3, 4, 5, 6, 7, 8}},
    {6, {0, 4, 5, 6, 7, 9}},
    {4, {5, 6, 7, 10}},
    {4, {4, 6, 7, 11}},
};
static const number_list empty_planes[EMPTIES] = {
    {6, {1, 2, 3, 4, 5, 6}},
    {6, {0, 2, 3, 4, 5, 7}},
    {4, {3, 4, 5, 8}},
    {4, {2, 4, 5, 9}},
};
static const float empty_boxes[EMPTIES][6] = {
    {P, -S, 0, S, S, H},
    {-S, -S, 0, -P, S, H},
    {-P, P, 0, P, S, H},
    {-P, -S, 0, P, -P, H},
};
static const number_list seen_inside = {
    5, {UPPER_OUTSIDE, FIRST_EMPTY, FIRST_EMPTY + 1, FIRST_EMPTY + 2, FIRST_EMPTY + 3}};
static const number_list seen_outside = {4, {FIRST_EMPTY, FIRST_EMPTY + 1, FIRST_EMPTY + 2, FIRST_EMPTY + 3}};

static int length_of(const int edge[3])
{
    return abs(edge[0] + edge[1] + edge[2]); /* along an axis */
}

/* --- documents ----------------------------------------------------------------------------------------- */

#define TAKE(document, list, length)                                                                         \
    ((list).count = (length), (list).data = made_take((document), (length), sizeof *(list).data))

static tlb_text text_of(const char *words, size_t size)
{
    return (tlb_text){words, (uint32_t)size};
}

/* --- geometry ------------------------------------------------------------------------------------------ */

typedef struct dig_maker {
    tlb_document *document;
    tlb_dig *dig;
    uint8_t *bits;
    size_t bit_bytes;
} dig_maker;

enum { MOST_BITS = 4096 };

static uint32_t put_list(dig_maker *m, const number_list *list, uint32_t *bytes)
{
    uint32_t start = (uint32_t)m->bit_bytes;
    *bytes = (uint32_t)tlb_bit_list_encode(list->numbers, list->count, m->bits + start);
    m->bit_bytes += *bytes;
    assert(m->bit_bytes <= MOST_BITS);
    return start;
}

static uint16_t point_at(tlb_dig *dig, int x, int y, int z)
{
    const tlb_vec3 wanted = {(float)x, (float)y, (float)z};
    for (uint32_t i = 0; i < dig->points3.count; i++)
        if (memcmp(dig->points3.data[i], wanted, sizeof wanted) == 0)
            return (uint16_t)i;
    memcpy(dig->points3.data[dig->points3.count], wanted, sizeof wanted);
    return (uint16_t)dig->points3.count++;
}

static int compare(const void *a, const void *b)
{
    const uint32_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static void make_surface(dig_maker *m, uint32_t i, int32_t mip)
{
    static const uint8_t corners[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    const face *f = &faces[i];
    tlb_dig_surface *s = &m->dig->surfaces.data[i];
    number_list listed = {4, {0}};
    uint32_t bytes;
    for (uint32_t k = 0; k < 4; k++) {
        int at[3];
        for (int axis = 0; axis < 3; axis++)
            at[axis] = f->corner[axis] + corners[k][0] * f->u[axis] + corners[k][1] * f->v[axis];
        uint16_t point = point_at(m->dig, at[0], at[1], at[2]);
        m->dig->verts.data[4 * i + k] = (tlb_dig_vertex){point, (uint16_t)k};
        listed.numbers[k] = point;
    }
    qsort(listed.numbers, 4, sizeof *listed.numbers, compare);
    *s = (tlb_dig_surface){
        .flags = f->flags, .material = f->material, .planeIdx = f->plane, .vertIdx = 4 * i, .numVerts = 4};
    s->tsX = (uint8_t)((length_of(f->u) * TEXELS >> mip) - 1);
    s->tsY = (uint8_t)((length_of(f->v) * TEXELS >> mip) - 1);
    s->toX = (uint8_t)(i * 2);
    s->toY = (uint8_t)i;
    s->pointIdx = put_list(m, &listed, &bytes);
    s->pointBytes = (uint8_t)bytes;
}

static void make_surfaces(dig_maker *m, int32_t mip)
{
    static const tlb_vec2 corners[] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    tlb_dig *dig = m->dig;
    TAKE(m->document, dig->surfaces, FACES);
    TAKE(m->document, dig->verts, 4 * FACES);
    TAKE(m->document, dig->points3, 4 * FACES);
    TAKE(m->document, dig->points2, 4);
    TAKE(m->document, dig->planes, PLANES);
    memcpy(dig->points2.data, corners, sizeof corners);
    memcpy(dig->planes.data, planes, sizeof planes);
    dig->points3.count = 0;
    for (uint32_t i = 0; i < FACES; i++)
        make_surface(m, i, mip);
}

static int16_t leaf_child(int leaf)
{
    return (int16_t)(-leaf - 1);
}

static void make_nodes(dig_maker *m)
{
    TAKE(m->document, m->dig->nodes, PLANES);
    for (int i = 0; i < PLANES; i++) {
        tlb_dig_node *node = &m->dig->nodes.data[i];
        bool wall = i < SOLIDS - 1, last = i == PLANES - 1;
        int16_t leaf = leaf_child(wall ? FIRST_SOLID + i : FIRST_EMPTY + i - (SOLIDS - 1));
        int16_t on = last ? leaf_child(FIRST_SOLID + SOLIDS - 1) : (int16_t)(i + 1);
        bool leaf_in_front = !wall || i == 3; /* the plane that faces outwards */
        *node = (tlb_dig_node){(uint16_t)i, leaf_in_front ? leaf : on, leaf_in_front ? on : leaf, 0};
    }
}

/* A leaf in the terms of versions 4 and 5, which have all that the others have. */
static tlb_dig_leaf make_leaf(dig_maker *m, uint32_t number)
{
    static const number_list none = {0, {0}};
    bool outside = number < TLB_DIG_OUTSIDE_LEAVES, solid = !outside && number < FIRST_EMPTY;
    uint32_t i = solid ? number - FIRST_SOLID : number - FIRST_EMPTY, bytes;
    const float *box = outside || solid ? m->dig->box : empty_boxes[i];
    tlb_dig_leaf leaf = {.flags = solid     ? TLB_DIG_OLD_SOLID
                                  : outside ? TLB_DIG_OLD_EXTERNAL
                                            : 0,
                         .junk = 0x00426078};
    memcpy(leaf.box, box, sizeof leaf.box);
    leaf.surfIdx = put_list(m, outside ? &none : solid ? &solid_faces[i] : &empty_faces[i], &bytes);
    leaf.surfBytes = (uint16_t)bytes;
    leaf.planeIdx = put_list(m, outside ? &none : solid ? &solid_planes[i] : &empty_planes[i], &bytes);
    leaf.planeBytes = (uint16_t)bytes;
    leaf.pvsIdx = put_list(m, outside ? &seen_outside : solid ? &none : &seen_inside, &bytes);
    leaf.pvsBytes = (uint16_t)bytes;
    return leaf;
}

static void split_leaf(tlb_dig *dig, uint32_t number, const tlb_dig_leaf *leaf)
{
    if (leaf->flags & TLB_DIG_OLD_SOLID) {
        dig->solidLeaves.data[number - FIRST_SOLID] =
            (tlb_dig_solid_leaf){leaf->surfIdx, leaf->planeIdx, leaf->surfBytes, leaf->planeBytes};
        return;
    }
    uint32_t i = number < TLB_DIG_OUTSIDE_LEAVES ? number : number - SOLIDS;
    uint16_t external = leaf->flags & TLB_DIG_OLD_EXTERNAL ? 1 : 0;
    tlb_dig_empty_leaf *empty = &dig->emptyLeaves.data[i];
    *empty = (tlb_dig_empty_leaf){.flags = (uint16_t)(leaf->pvsBytes << 1 | external),
                                  .surfBytes = leaf->surfBytes,
                                  .pvsIdx = leaf->pvsIdx,
                                  .surfIdx = leaf->surfIdx,
                                  .planeIdx = leaf->planeIdx,
                                  .planeBytes = leaf->planeBytes,
                                  .pad = 0x5a5a};
    memcpy(empty->box, leaf->box, sizeof empty->box);
}

static void make_leaves(dig_maker *m)
{
    tlb_dig *dig = m->dig;
    bool old = dig->pers.version < 7;
    TAKE(m->document, dig->leaves, old ? FIRST_EMPTY + EMPTIES : 0);
    TAKE(m->document, dig->solidLeaves, old ? 0 : SOLIDS);
    TAKE(m->document, dig->emptyLeaves, old ? 0 : TLB_DIG_OUTSIDE_LEAVES + EMPTIES);
    for (uint32_t i = 0; i < FIRST_EMPTY + EMPTIES; i++) {
        tlb_dig_leaf leaf = make_leaf(m, i);
        if (old)
            dig->leaves.data[i] = leaf;
        else
            split_leaf(dig, i, &leaf);
    }
}

enum { BUILD_ID = 20261121 };

void interior_make_dig(tlb_document *document, tlb_context *context, const interior_plan *plan)
{
    dig_maker m = {.document = document, .dig = made_begin(document, context, "dig", sizeof(tlb_dig))};
    tlb_dig *dig = m.dig;
    dig->pers.className = text_of("ITRGeometry", 11);
    dig->pers.version = plan->version ? plan->version : 7;
    dig->buildId = BUILD_ID;
    dig->textureScale = 1.0f / TEXELS;
    memcpy(dig->box, (const float[]){-S, -S, 0, S, S, H}, sizeof dig->box);
    dig->highestMip = plan->mip;
    dig->flags = plan->mip ? TLB_DIG_LOW_DETAIL : 0;
    m.bits = made_take(document, MOST_BITS, 1);
    make_surfaces(&m, plan->mip);
    make_nodes(&m);
    make_leaves(&m);
    dig->bits = (tlb_bytes){m.bits, m.bit_bytes};
}

/* --- lighting ------------------------------------------------------------------------------------------ */

/* Which of the pillar's sides are stored in other ways. */
enum { CONSTANT_FACE = 9, RAW_FACE = 10, MOST_LUXELS = 64 * 64 };

static uint16_t color_of(uint32_t r, uint32_t g, uint32_t b)
{
    return (uint16_t)((r * 3 + g * 6 + b) / 10 << 12 | r << 8 | g << 4 | b);
}

/* The light at a place, in texels: a lamp beside the pillar, or a mission's evening sun from the west. */
static uint16_t light_at(const int64_t at[3], bool mission)
{
    static const int64_t lamp[3] = {4 * TEXELS, 3 * TEXELS, 3 * TEXELS};
    int64_t far = 0, reach = (int64_t)14 * 14 * TEXELS * TEXELS;
    for (int axis = 0; axis < 3; axis++)
        far += (at[axis] - lamp[axis]) * (at[axis] - lamp[axis]);
    uint32_t b = (uint32_t)(far < reach ? 2 + 13 * (reach - far) / reach : 2);
    if (mission)
        b = (uint32_t)((at[0] + S * TEXELS) * 15 / (2 * S * TEXELS + STEP));
    return mission ? color_of(b, b * 2 / 3, b / 3) : color_of(b, b * 9 / 10, b * 7 / 10);
}

typedef struct dil_maker {
    tlb_document *document;
    tlb_dil *dil;
    bool mission;
    uint8_t *bytes;
    size_t size;
    uint16_t luxels[FACES][MOST_LUXELS];
    uint32_t counts[FACES];
} dil_maker;

/* The luxels that a face needs, and their light. */
static void light_face(dil_maker *m, uint32_t i)
{
    const face *f = &faces[i];
    tlb_dil_surface *s = &m->dil->surfaces.data[i];
    int lengths[2] = {length_of(f->u), length_of(f->v)};
    s->offX = (uint8_t)(i * 3 % STEP);
    s->offY = (uint8_t)(i * 5 % STEP);
    s->w = (uint8_t)((lengths[0] * TEXELS + s->offX + STEP - 1) / STEP + 1);
    s->h = (uint8_t)((lengths[1] * TEXELS + s->offY + STEP - 1) / STEP + 1);
    assert(s->w * s->h <= MOST_LUXELS);
    for (int y = 0; y < s->h; y++)
        for (int x = 0; x < s->w; x++) {
            int64_t at[3];
            for (int axis = 0; axis < 3; axis++)
                at[axis] = f->corner[axis] * TEXELS +
                           (int64_t)(x * STEP - s->offX) * f->u[axis] / lengths[0] +
                           (int64_t)(y * STEP - s->offY) * f->v[axis] / lengths[1];
            m->luxels[i][m->counts[i]++] = light_at(at, m->mission);
        }
}

typedef struct weight {
    uint32_t count;
    int32_t child; /* as nodes have it, but that inner nodes are numbered from the last one made */
} weight;

static uint32_t take_least(weight *weights, uint32_t *count, weight *least)
{
    uint32_t at = 0;
    for (uint32_t i = 1; i < *count; i++)
        if (weights[i].count < weights[at].count)
            at = i;
    *least = weights[at];
    weights[at] = weights[--*count];
    return least->count;
}

/* Huffman's: the two rarest become one, until there is one. */
static void make_tree(dil_maker *m)
{
    tlb_dil *dil = m->dil;
    static uint32_t counts[65536];
    memset(counts, 0, sizeof counts);
    for (uint32_t i = 0; i < FACES; i++)
        for (uint32_t k = 0; k < m->counts[i]; k++)
            counts[m->luxels[i][k]]++;
    uint32_t colors = 0;
    for (uint32_t c = 0; c < 65536; c++)
        colors += counts[c] != 0;
    assert(colors > 1);
    weight *weights = made_take(m->document, colors, sizeof *weights);
    TAKE(m->document, dil->colors, colors);
    TAKE(m->document, dil->nodes, colors - 1);
    uint32_t left = 0;
    for (uint32_t c = 0; c < 65536; c++)
        if (counts[c]) {
            dil->colors.data[left] = c;
            weights[left] = (weight){counts[c], -(int32_t)left - 1};
            left++;
        }
    for (uint32_t node = colors - 1; node--;) { /* the last one made is the root, node 0 */
        weight zero, one;
        uint32_t sum = take_least(weights, &left, &zero);
        sum += take_least(weights, &left, &one);
        dil->nodes.data[node] = (tlb_dil_huffman_node){one.child, zero.child};
        weights[left++] = (weight){sum, (int32_t)node};
    }
    dil->huffman = 1;
}

static uint32_t store_raw(dil_maker *m, uint32_t i)
{
    uint32_t start = (uint32_t)m->size;
    for (uint32_t k = 0; k < m->counts[i]; k++, m->size += 2)
        tlb_put_le16(m->bytes + m->size, m->luxels[i][k]);
    return start;
}

static void store_maps(dil_maker *m)
{
    tlb_dil_coder *coder = NULL;
    tlb_status status = m->dil->huffman ? tlb_dil_coder_create(m->document, &coder) : TLB_OK;
    assert(status == TLB_OK), (void)status;
    for (uint32_t i = 0; i < FACES; i++) {
        tlb_dil_surface *s = &m->dil->surfaces.data[i];
        bool coded = false;
        if (i == CEILING)
            s->map = TLB_DIL_NO_MAP;
        else if (i == CONSTANT_FACE)
            s->map = TLB_DIL_CONSTANT | m->luxels[i][0];
        else if (!coder || i == RAW_FACE)
            s->map = store_raw(m, i);
        else {
            s->map = (uint32_t)m->size;
            m->size += tlb_dil_store(coder, m->luxels[i], m->counts[i], m->bytes + m->size, &coded);
            s->map |= coded ? TLB_DIL_CODED : 0;
        }
    }
}

/* A lamp that flickers on the floor, and one without a name that does nothing. */
static void make_lights(dil_maker *m)
{
    tlb_dil *dil = m->dil;
    tlb_dil_surface *floor = &dil->surfaces.data[FLOOR];
    int32_t map = (int32_t)m->size;
    for (int i = 0; i < floor->w * floor->h; i++)
        m->bytes[m->size++] = (uint8_t)(i % floor->w * 255 / floor->w);
    TAKE(m->document, dil->states, 3);
    TAKE(m->document, dil->stateData, 3);
    TAKE(m->document, dil->lights, 2);
    dil->states.data[0] = (tlb_dil_state){0x8000, 0x7000, 0x4000, 0x6e66, 0, 1, 0};
    dil->states.data[1] = (tlb_dil_state){0x1000, 0x0800, 0, 0x0980, 0.5f, 1, 1};
    dil->states.data[2] = (tlb_dil_state){0, 0, 0, 0, 0, 1, 2};
    dil->stateData.data[0] = (tlb_dil_state_data){FLOOR, 0, map};
    dil->stateData.data[1] = (tlb_dil_state_data){FLOOR, 0, map};
    dil->stateData.data[2] = (tlb_dil_state_data){FLOOR, 1, -1};
    dil->lights.data[0] = (tlb_dil_light){1, 0, 2, 0, 1, TLB_DIL_AUTOSTART | TLB_DIL_LOOP};
    dil->lights.data[1] = (tlb_dil_light){2, -1, 1, 2, 2, TLB_DIL_RANDOM};
    dil->names = text_of("lamp", 5);
    floor->lightCount = 2;
    dil->lightMapListSize = 2;
}

static int compare_pairs(const void *a, const void *b)
{
    const tlb_dil_relit *x = a, *y = b;
    return (x->srcMapOffset > y->srcMapOffset) - (x->srcMapOffset < y->srcMapOffset);
}

/* Every map of the interior's own lighting by that of the same surface. */
static void make_relit(dil_maker *m, tlb_context *context, const interior_plan *plan)
{
    interior_plan own = *plan;
    tlb_document base;
    tlb_dil_relit pairs[FACES];
    uint8_t bytes[FACES * 8];
    tlb_buffer out = {.account = context->account};
    own.mission = false;
    interior_make_dil(&base, context, &own);
    const tlb_dil *dil = base.root;
    for (uint32_t i = 0; i < FACES; i++) {
        uint32_t dst = m->dil->surfaces.data[i].map & ~TLB_DIL_CODED;
        bool none = i == CEILING || i == CONSTANT_FACE;
        pairs[i] =
            (tlb_dil_relit){(int32_t)(dil->surfaces.data[i].map & ~TLB_DIL_CODED), none ? 0 : (int32_t)dst};
    }
    qsort(pairs, FACES, sizeof *pairs, compare_pairs);
    for (uint32_t i = 0; i < FACES; i++) {
        tlb_put_le32(bytes + 8 * i, (uint32_t)pairs[i].srcMapOffset);
        tlb_put_le32(bytes + 8 * i + 4, (uint32_t)pairs[i].dstMapOffset);
    }
    tlb_darkstar_lzh_encode((tlb_bytes){bytes, sizeof bytes}, &out);
    uint8_t *stream = made_take(m->document, out.size, 1);
    memcpy(stream, out.data, out.size);
    m->dil->relitCount = FACES;
    m->dil->relit = (tlb_bytes){stream, out.size};
    tlb_buffer_free(&out);
    made_end(&base);
}

void interior_make_dil(tlb_document *document, tlb_context *context, const interior_plan *plan)
{
    tlb_dil *dil = made_begin(document, context, "dil", sizeof *dil);
    dil_maker *m = made_take(document, 1, sizeof *m);
    *m = (dil_maker){.document = document, .dil = dil, .mission = plan->mission};
    dil->pers.className = plan->mission ? text_of("ITRMissionLighting", 18) : text_of("ITRLighting", 11);
    dil->pers.version = plan->version ? plan->version : 7;
    dil->geometryBuildId = BUILD_ID;
    dil->lightScaleShift = LIGHT_SHIFT;
    TAKE(document, dil->surfaces, FACES);
    m->bytes = made_take(document, (size_t)FACES * MOST_LUXELS, 2);
    for (uint32_t i = 0; i < FACES; i++)
        light_face(m, i);
    if (dil->pers.version >= 6)
        make_tree(m);
    store_maps(m);
    if (plan->mission)
        make_relit(m, context, plan);
    else
        make_lights(m);
    dil->mapBytes = (tlb_bytes){m->bytes, m->size};
    dil->names.data = dil->names.data ? dil->names.data : "";
}

/* --- index --------------------------------------------------------------------------------------------- */

typedef struct name_maker {
    char *data;
    uint32_t size;
} name_maker;

static uint32_t put_name(name_maker *n, const char *name)
{
    uint32_t start = n->size;
    assert(name);
    memcpy(n->data + n->size, name, strlen(name) + 1);
    n->size += (uint32_t)strlen(name) + 1;
    return start;
}

enum { LEVELS = 2 };

void interior_make_dis(tlb_document *document, tlb_context *context, const interior_plan *plan)
{
    static const uint32_t pixels[LEVELS] = {200, 0};
    tlb_dis *dis = made_begin(document, context, "dis", sizeof *dis);
    name_maker n = {made_take(document, 1024, 1), 0};
    tlb_arena *arena = &document->arena;
    const char *mission = plan->mission_name ? plan->mission_name : "";
    dis->version = 3;
    TAKE(document, dis->states, 1);
    TAKE(document, dis->lods, LEVELS);
    TAKE(document, dis->lodLightStates, LEVELS);
    TAKE(document, dis->lightStates, 1);
    dis->states.data[0] = (tlb_dis_state){put_name(&n, "State 0"), 0, LEVELS};
    for (uint32_t i = 0; i < LEVELS; i++) {
        uint32_t geometry = put_name(&n, tlb_arena_printf(arena, "%s-0%u.dig", plan->name, i));
        dis->lods.data[i] = (tlb_dis_lod){pixels[i], geometry, i, 0xfc};
        dis->lodLightStates.data[i] =
            put_name(&n, tlb_arena_printf(arena, "%s-0%u0%s.dil", plan->name, i, mission));
    }
    dis->materialListOffset = (int32_t)put_name(&n, tlb_arena_printf(arena, "%s.dml", plan->name));
    dis->lightStates.data[0] = put_name(&n, "default");
    dis->names = text_of(n.data, n.size);
}

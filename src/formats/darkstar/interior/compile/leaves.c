/* The tree of a solid in the order of interiors, and what its empty leaves see. Node and leaf numbers rise
 * in pre-order, the front first; solid leaves are numbered before empty ones. */
#include "formats/darkstar/interior/compile/compile.h"

#include "base/context.h"
#include "level/vector.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- nodes and leaves ---------------------------------------------------------------------------------- */

enum { MOST_NODES = INT16_MAX - TLB_DIG_OUTSIDE_LEAVES };

/* A child that is still to be numbered. */
typedef struct waiting {
    uint32_t child; /* of the solid */
    int16_t *at;    /* what refers to it */
    double low[3], high[3];
} waiting;

typedef struct tree_maker {
    interior_compiler *c;
    uint32_t *spaces; /* of zones */
    uint32_t *planes; /* 1 + their numbers in the geometry, 0: not used so far */
    TLB_LIST(waiting) waiting;
    TLB_LIST(int16_t *) empty; /* what refers to each empty leaf */
    uint32_t solid_count;
} tree_maker;

/* The first of the zones that portals connect. */
static uint32_t find_space(uint32_t *spaces, uint32_t zone)
{
    while (spaces[zone] != zone)
        zone = spaces[zone] = spaces[spaces[zone]];
    return zone;
}

/* Unreached leaves are one space, the last. */
static bool find_spaces(tree_maker *t)
{
    const tlb_solid *solid = t->c->solid;
    uint32_t count = solid->zones.count;
    t->spaces = tlb_alloc_array(&t->c->work, (size_t)count + 1, sizeof *t->spaces);
    if (!t->spaces)
        return false;
    for (uint32_t i = 0; i <= count; i++)
        t->spaces[i] = i;
    for (uint32_t i = 0; i < solid->portals.count; i++) {
        const uint32_t *zones = solid->portals.data[i].zones;
        if (zones[0] < count && zones[1] < count) {
            uint32_t a = find_space(t->spaces, zones[0]), b = find_space(t->spaces, zones[1]);
            t->spaces[a > b ? a : b] = a > b ? b : a;
        }
    }
    t->c->outside = 0;
    return true;
}

static bool number_plane(tree_maker *t, uint32_t plane, uint16_t *number)
{
    uint32_t *known = &t->planes[plane];
    if (!*known) {
        uint32_t *added = TLB_PUSH(&t->c->work, &t->c->planes);
        if (!added)
            return false;
        *added = plane;
        *known = t->c->planes.count;
    }
    *number = (uint16_t)(*known - 1);
    return true;
}

static bool put_off(tree_maker *t, uint32_t child, int16_t *at, const double low[3], const double high[3])
{
    waiting *added = TLB_PUSH(&t->c->work, &t->waiting);
    if (!added)
        return false;
    *added = (waiting){.child = child, .at = at};
    memcpy(added->low, low, sizeof added->low);
    memcpy(added->high, high, sizeof added->high);
    return true;
}

/* What planes across an axis leave of a box; others are as if they were not there. */
static void narrow(const tlb_solid_plane *plane, bool front, double low[3], double high[3])
{
    for (int axis = 0; axis < 3; axis++) {
        double along = plane->normal[axis];
        if (fabs(along) != 1)
            continue;
        if ((along > 0) == front)
            low[axis] = fmax(low[axis], fmin(along * plane->distance, high[axis]));
        else
            high[axis] = fmin(high[axis], fmax(along * plane->distance, low[axis]));
    }
}

static bool number_node(tree_maker *t, const waiting *w)
{
    interior_compiler *c = t->c;
    const tlb_solid_node *from = &c->solid->nodes.data[w->child];
    tlb_dig_node *node = &c->dig.nodes.data[c->dig.nodes.count];
    if (w->at)
        *w->at = (int16_t)c->dig.nodes.count;
    c->dig.nodes.count++;
    if (!number_plane(t, from->plane, &node->planeIdx))
        return false;
    for (int side = 1; side >= 0; side--) { /* the front is taken first */
        waiting child = *w;
        narrow(&c->solid->planes.data[from->plane], !side, child.low, child.high);
        if (!put_off(t, from->children[side], side ? &node->back : &node->front, child.low, child.high))
            return false;
    }
    return true;
}

static bool number_leaf(tree_maker *t, const waiting *w)
{
    interior_compiler *c = t->c;
    if (!(w->child & TLB_SOLID_EMPTY)) {
        *w->at = (int16_t)(-(int32_t)(TLB_DIG_OUTSIDE_LEAVES + t->solid_count++) - 1);
        return true;
    }
    uint32_t zone = c->solid->empty_zones.data[w->child & ~(uint32_t)(TLB_SOLID_LEAF | TLB_SOLID_EMPTY)];
    interior_leaf *leaf = TLB_PUSH(&c->work, &c->leaves);
    int16_t **at = TLB_PUSH(&c->work, &t->empty);
    if (!leaf || !at)
        return false;
    uint32_t zone_count = c->solid->zones.count;
    *leaf = (interior_leaf){.space = zone < zone_count ? find_space(t->spaces, zone) : zone_count};
    memcpy(leaf->low, w->low, sizeof leaf->low);
    memcpy(leaf->high, w->high, sizeof leaf->high);
    *at = w->at;
    return true;
}

static bool make_tree(tree_maker *t)
{
    interior_compiler *c = t->c;
    tlb_dig *dig = &c->dig;
    double low[3], high[3];
    for (int axis = 0; axis < 3; axis++) {
        low[axis] = dig->box[axis];
        high[axis] = dig->box[axis + 3];
    }
    dig->nodes.data = tlb_zalloc_array(&c->work, c->solid->nodes.count, sizeof *dig->nodes.data);
    t->planes = tlb_zalloc_array(&c->work, c->solid->planes.count, sizeof *t->planes);
    if (!dig->nodes.data || !t->planes || !find_spaces(t) || !put_off(t, 0, NULL, low, high))
        return false;
    while (t->waiting.count) {
        waiting next = t->waiting.data[--t->waiting.count];
        if (!(next.child & TLB_SOLID_LEAF ? number_leaf : number_node)(t, &next))
            return false;
    }
    for (uint32_t i = 0; i < c->leaves.count; i++)
        *t->empty.data[i] = (int16_t)(-(int32_t)(TLB_DIG_OUTSIDE_LEAVES + t->solid_count + i) - 1);
    dig->solidLeaves.count = t->solid_count;
    dig->solidLeaves.data = tlb_zalloc_array(&c->work, t->solid_count, sizeof *dig->solidLeaves.data);
    c->solid_leaves = tlb_zalloc_array(&c->work, t->solid_count, sizeof *c->solid_leaves);
    return dig->solidLeaves.data && c->solid_leaves;
}

/* --- surfaces of leaves -------------------------------------------------------------------------------- */

/* A part of a piece on its way down. */
typedef struct falling {
    int16_t child;
    tlb_winding ring;
} falling;

typedef struct sorter {
    interior_compiler *c;
    tlb_arena work; /* of a piece */
    TLB_LIST(falling) falling;
    bool behind; /* what is looked for: solid leaves behind the piece, not empty ones before it */
    TLB_LIST(uint32_t) found;
} sorter;

static bool fall(sorter *s, int16_t child, const tlb_winding *ring)
{
    falling *added = ring->count ? TLB_PUSH(&s->work, &s->falling) : NULL;
    if (added)
        *added = (falling){child, *ring};
    return added || !ring->count;
}

/* A piece in the plane of a node looks to one child, and is around what is in the other. */
static bool pass_node(sorter *s, const tlb_solid_face *face, const falling *part)
{
    const interior_compiler *c = s->c;
    const tlb_dig_node *node = &c->dig.nodes.data[part->child];
    uint32_t number = c->planes.data[node->planeIdx];
    const tlb_solid_plane *plane = &c->solid->planes.data[number];
    unsigned sides = number == face->plane ? 0 : tlb_winding_sides(&part->ring, plane);
    tlb_winding above, below;
    if (sides == (TLB_WINDING_ABOVE | TLB_WINDING_BELOW))
        return tlb_interior_split(&part->ring, plane, &s->work, &above, &below) &&
               fall(s, node->back, &below) && fall(s, node->front, &above);
    bool front = sides == TLB_WINDING_ABOVE;
    if (!sides)
        front = ((tlb_dot(plane->normal, c->solid->planes.data[face->plane].normal) > 0) != face->reversed) !=
                s->behind;
    return fall(s, front ? node->front : node->back, &part->ring);
}

static bool find_leaves_of(sorter *s, const interior_piece *piece, bool behind)
{
    const interior_compiler *c = s->c;
    const uint32_t first_empty = TLB_DIG_OUTSIDE_LEAVES + c->dig.solidLeaves.count;
    s->behind = behind;
    s->falling.count = s->falling.capacity = s->found.count = s->found.capacity = 0;
    if (!fall(s, 0, &piece->ring))
        return false;
    while (s->falling.count) {
        falling part = s->falling.data[--s->falling.count];
        uint32_t leaf = (uint32_t)(-(part.child + 1));
        if (part.child >= 0) {
            if (!pass_node(s, interior_face_of(c, piece), &part))
                return false;
        } else if ((leaf < first_empty) == behind) {
            uint32_t *added = TLB_PUSH(&s->work, &s->found);
            if (!added)
                return false;
            *added = leaf - (behind ? TLB_DIG_OUTSIDE_LEAVES : first_empty);
        }
    }
    return true;
}

static int compare_pieces(const void *a, const void *b)
{
    const interior_piece *one = a, *other = b;
    if (one->material != other->material)
        return one->material < other->material ? -1 : 1;
    return one->order < other->order ? -1 : one->order > other->order;
}

static bool add_surface(interior_compiler *c, interior_surfaces *surfaces, uint32_t number)
{
    uint32_t *added = TLB_PUSH(&c->work, surfaces);
    if (added)
        *added = number;
    return added != NULL;
}

/* Enters the next piece that is kept as surface `number`. What is drawn and before no empty leaf is hidden,
 * by details for example. */
static bool enter(sorter *s, interior_piece *piece, uint32_t number, bool *is_kept)
{
    interior_compiler *c = s->c;
    bool is_null = piece->material == TLB_DIG_NULL_MATERIAL;
    if (!is_null && !find_leaves_of(s, piece, false))
        return false;
    for (uint32_t i = 0; i < s->found.count && !is_null; i++) {
        interior_leaf *leaf = &c->leaves.data[s->found.data[i]];
        if (!add_surface(c, &leaf->surfaces, number))
            return false;
        piece->is_outside |= leaf->space == c->outside;
    }
    *is_kept = is_null || s->found.count;
    if (!*is_kept)
        return true;
    if (!find_leaves_of(s, piece, true))
        return false;
    for (uint32_t i = 0; i < s->found.count; i++)
        if (!add_surface(c, &c->solid_leaves[s->found.data[i]], number))
            return false;
    return true;
}

static bool enter_pieces(sorter *s)
{
    interior_compiler *c = s->c;
    uint32_t kept = 0;
    if (c->pieces.count)
        qsort(c->pieces.data, c->pieces.count, sizeof *c->pieces.data, compare_pieces);
    for (uint32_t i = 0; i < c->pieces.count; i++) {
        bool is_kept;
        tlb_mark mark = tlb_arena_mark(&s->work);
        if (!enter(s, &c->pieces.data[i], kept, &is_kept))
            return false;
        tlb_arena_rewind(&s->work, mark);
        if (is_kept)
            c->pieces.data[kept++] = c->pieces.data[i];
    }
    c->pieces.count = kept;
    return true;
}

/* --- all ----------------------------------------------------------------------------------------------- */

static void find_box(interior_compiler *c)
{
    float *box = c->dig.box;
    for (int axis = 0; axis < 3; axis++) {
        box[axis] = INFINITY;
        box[axis + 3] = -INFINITY;
    }
    for (uint32_t i = 0; i < c->pieces.count; i++)
        for (uint32_t k = 0; k < c->pieces.data[i].ring.count; k++)
            for (int axis = 0; axis < 3; axis++) {
                float at = (float)c->pieces.data[i].ring.corners[k].at[axis] + 0.0f;
                box[axis] = fminf(box[axis], at);
                box[axis + 3] = fmaxf(box[axis + 3], at);
            }
}

tlb_status tlb_interior_find_leaves(interior_compiler *c)
{
    enum { MOST_PLANES = UINT16_MAX };
    tree_maker t = {.c = c};
    sorter s = {.c = c};
    find_box(c);
    if (c->solid->nodes.count > MOST_NODES)
        return tlb_interior_refuse(c, "nodes", c->solid->nodes.count, MOST_NODES, UINT32_MAX);
    tlb_arena_init(&s.work, c->context->account);
    bool done = make_tree(&t) && enter_pieces(&s);
    for (uint32_t i = 0; done && i < c->pieces.count; i++) {
        uint16_t number;
        done = number_plane(&t, interior_face_of(c, &c->pieces.data[i])->plane, &number);
    }
    tlb_arena_release(&s.work);
    if (done && c->planes.count > MOST_PLANES)
        return tlb_interior_refuse(c, "planes", c->planes.count, MOST_PLANES, UINT32_MAX);
    return done ? TLB_OK : tlb_report_memory(c->context, tlb_arena_refused(&s.work, &c->work));
}

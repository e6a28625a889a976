/* The BSP tree of a level, split along its faces. Structural faces and portals are first and leave cells;
 * detail faces split what is in a cell, so that all of it is in one zone.
 *
 * A face that lies in a node's plane stays with the cells on both of its sides, and is cut with them: what
 * bounds a leaf tells whether it is solid, and which faces it lies behind. */
#include "level/bsp.h"
#include "level/bsp_pieces.h"
#include "level/box_tree.h"
#include "level/vector.h"

#include "base/context.h"

#include <math.h>
#include <string.h>

typedef struct builder {
    tlb_solid_maker *m;
    tlb_solid *solid;
    tlb_arena pieces;     /* of the cells from the root to the one at hand */
    tlb_box_tree details; /* of the detail hulls */
    uint32_t *detail_hulls;
    tlb_box_list near;
    tlb_solid_pairs behind; /* solid leaves and faces */
    bool failed;
} builder;

#define NO_CELL UINT32_MAX

/* The children that are made of a cell: in the tree, and in that of the cells. */
typedef struct child {
    uint32_t tree, cells;
} child;

/* Deeper, a cell becomes a leaf whatever is in it: real levels have 40 at most. */
enum { MOST_DEPTH = 512 };

/* --- pieces ------------------------------------------------------------------------------------------ */

static void append(piece_list *list, piece *p)
{
    p->next = NULL;
    if (list->last)
        list->last->next = p;
    else
        list->first = p;
    list->last = p;
}

static piece *add_piece(builder *b, piece_list *list, const piece *like)
{
    piece *added = tlb_alloc(&b->pieces, sizeof *added);
    b->failed |= !added;
    if (!added)
        return NULL;
    *added = *like;
    append(list, added);
    return added;
}

static double area_of(const piece *p)
{
    double area[3];
    tlb_winding_area(&p->winding, area);
    return sqrt(tlb_dot(area, area)) / 2;
}

/* Cosine of the angle between where the piece looks and the plane's normal. */
static double facing(const builder *b, const piece *p, uint32_t plane)
{
    const tlb_solid_plane *planes = b->solid->planes.data;
    double cosine = tlb_dot(planes[p->plane].normal, planes[plane].normal);
    return p->reversed ? -cosine : cosine;
}

/* --- splitting --------------------------------------------------------------------------------------- */

/* A piece in the node's plane bounds the cells on both sides. */
static void split_coplanar(builder *b, piece *p, uint32_t plane, piece_list *front, piece_list *back)
{
    bool is_up = facing(b, p, plane) > 0, is_new = p->place == INSIDE;
    piece *above = add_piece(b, front, p);
    append(back, p);
    if (!above || !is_new)
        return;
    above->place = is_up ? LOOKING_IN : LOOKING_AWAY;
    p->place = is_up ? LOOKING_AWAY : LOOKING_IN;
}

static void add_half(builder *b, const piece *p, const tlb_winding *winding, piece_list *list)
{
    static const double least = 1e-8;
    piece half = *p;
    half.winding = *winding;
    if (winding->count && area_of(&half) > least)
        add_piece(b, list, &half);
}

static void split(builder *b, piece_list *list, uint32_t plane, piece_list *front, piece_list *back)
{
    tlb_winding above, below;
    for (piece *p = list->first, *next; p && !b->failed; p = next) {
        next = p->next;
        switch (tlb_bsp_sides_of(b->solid, p, plane)) {
        case 0:
            split_coplanar(b, p, plane, front, back);
            break;
        case TLB_WINDING_ABOVE:
            append(front, p);
            break;
        case TLB_WINDING_BELOW:
            append(back, p);
            break;
        default:
            if (!tlb_winding_split(&p->winding, b->solid->planes.data, p->plane, plane, &b->pieces, &above,
                                   &below)) {
                b->failed = true;
                return;
            }
            add_half(b, p, &above, front);
            add_half(b, p, &below, back);
        }
    }
}

/* --- leaves ------------------------------------------------------------------------------------------ */

static void add_pair(builder *b, tlb_solid_pairs *pairs, uint32_t group, uint32_t member)
{
    tlb_solid_pair *added = TLB_PUSH(&b->m->scratch, pairs);
    if (added)
        *added = (tlb_solid_pair){group, member};
    b->failed |= !added;
}

/* Whether most of what bounds it, of structural or of detail faces, looks away from it. */
static bool is_behind(const piece_list *list, bool of_details)
{
    double area = 0;
    for (const piece *p = list->first; p; p = p->next)
        if (p->place != INSIDE && p->kind != PORTAL && of_details == (p->kind == DETAIL))
            area += p->place == LOOKING_AWAY ? area_of(p) : -area_of(p);
    return area > 0;
}

static uint32_t add_solid_leaf(builder *b, const piece_list *list)
{
    uint32_t leaf = b->solid->leaves.count;
    tlb_solid_leaf *added = TLB_PUSH(&b->solid->arena, &b->solid->leaves);
    b->failed |= !added;
    if (added)
        *added = (tlb_solid_leaf){0};
    for (const piece *p = list->first; p && !b->failed; p = p->next)
        if (p->place == LOOKING_AWAY && p->kind != PORTAL)
            add_pair(b, &b->behind, leaf, p->face);
    return leaf | TLB_SOLID_LEAF;
}

static uint32_t add_empty_leaf(builder *b, uint32_t cell)
{
    uint32_t leaf = b->solid->empty_zones.count;
    uint16_t *zone = TLB_PUSH(&b->solid->arena, &b->solid->empty_zones);
    uint32_t *of_leaf = TLB_PUSH(&b->m->scratch, &b->m->cells.of_leaves);
    if (zone && of_leaf) {
        *zone = TLB_SOLID_NO_ZONE;
        *of_leaf = cell;
    }
    b->failed |= !zone || !of_leaf;
    return leaf | TLB_SOLID_LEAF | TLB_SOLID_EMPTY;
}

/* --- cells ------------------------------------------------------------------------------------------- */

static bool is_in_hull(const tlb_solid *solid, const tlb_solid_hull *hull, const double at[3])
{
    for (uint32_t i = 0; i < hull->plane_count; i++) {
        tlb_solid_plane_ref ref = solid->hull_planes.data[hull->first_plane + i];
        double above = tlb_plane_above(&solid->planes.data[ref.plane], at);
        if ((ref.reversed ? -above : above) > 0)
            return false;
    }
    return true;
}

/* Whether a cell without detail faces is inside a detail brush: a point of it is, a little off the largest
 * of the pieces in its bounds. */
static bool is_in_detail(builder *b, const piece_list *list)
{
    const piece *largest = NULL;
    double most = 0, depth = 1e-3, at[3] = {0};
    for (const piece *p = list->first; b->details.nodes.count && p; p = p->next) {
        double area = area_of(p);
        if (area > most) {
            most = area;
            largest = p;
        }
    }
    if (!largest)
        return false;
    if (largest->reversed != (largest->place == LOOKING_AWAY))
        depth = -depth;
    for (int axis = 0; axis < 3; axis++) {
        for (uint32_t i = 0; i < largest->winding.count; i++)
            at[axis] += largest->winding.corners[i].at[axis] / largest->winding.count;
        at[axis] += depth * b->solid->planes.data[largest->plane].normal[axis];
    }
    tlb_level_box box;
    memcpy(box.low, at, sizeof at);
    memcpy(box.high, at, sizeof at);
    b->failed |= !tlb_box_tree_find(&b->details, &box, &b->m->scratch, &b->near);
    bool is_in = false;
    for (uint32_t i = 0; !b->failed && i < b->near.count; i++)
        is_in |= is_in_hull(b->solid, &b->solid->hulls.data[b->detail_hulls[b->near.data[i]]], at);
    return is_in;
}

/* Lists the faces that look into a cell, and leaves its detail faces alone in the list. */
static void begin_cell(builder *b, piece_list *list, uint32_t cell)
{
    piece_list details = {0};
    for (piece *p = list->first, *next; p && !b->failed; p = next) {
        next = p->next;
        if (p->kind != PORTAL && (p->place == LOOKING_IN || (p->kind == DETAIL && p->place == INSIDE)))
            add_pair(b, &b->m->cells.faces, cell, p->face);
        if (p->kind == DETAIL)
            append(&details, p);
    }
    *list = details;
}

static child build(builder *b, piece_list list, uint32_t cell, uint32_t depth);

static child build_cell(builder *b, piece_list list, uint32_t depth)
{
    uint32_t cell = b->m->cells.count++;
    child made = {.cells = cell | TLB_SOLID_LEAF | TLB_SOLID_EMPTY};
    bool is_in = is_in_detail(b, &list);
    begin_cell(b, &list, cell);
    if (list.first)
        made.tree = build(b, list, cell, depth).tree;
    else
        made.tree = is_in ? add_solid_leaf(b, &list) : add_empty_leaf(b, cell);
    return made;
}

/* --- nodes ------------------------------------------------------------------------------------------- */

static uint32_t add_node(builder *b, tlb_solid_nodes *nodes, tlb_arena *arena, uint32_t plane)
{
    tlb_solid_node *added = TLB_PUSH(arena, nodes);
    b->failed |= !added;
    if (!added)
        return 0;
    *added = (tlb_solid_node){.plane = plane};
    return nodes->count - 1;
}

static child build_leaf(builder *b, piece_list list, uint32_t cell, uint32_t depth)
{
    bool is_solid = is_behind(&list, cell != NO_CELL);
    if (is_solid)
        return (child){add_solid_leaf(b, &list), TLB_SOLID_LEAF};
    return cell == NO_CELL ? build_cell(b, list, depth) : (child){add_empty_leaf(b, cell), NO_CELL};
}

/* `cell`: the one whose detail faces these are; NO_CELL: structural faces and portals are first. */
static child build(builder *b, piece_list list, uint32_t cell, uint32_t depth)
{
    tlb_solid_nodes *nodes = &b->solid->nodes, *cells = &b->m->cells.nodes;
    piece_list halves[2] = {0};
    uint32_t plane = 0;
    tlb_mark mark = tlb_arena_mark(&b->pieces);
    b->failed |= tlb_work(b->m->context->account, 1);
    if (b->failed)
        return (child){TLB_SOLID_LEAF, TLB_SOLID_LEAF};
    if (depth == MOST_DEPTH || !tlb_bsp_choose_plane(b->solid, &list, cell != NO_CELL, &plane))
        return build_leaf(b, list, cell, depth);
    split(b, &list, plane, &halves[0], &halves[1]);
    child made = {.tree = add_node(b, nodes, &b->solid->arena, plane)};
    if (cell == NO_CELL)
        made.cells = add_node(b, cells, &b->m->scratch, plane);
    for (int side = 0; side < 2 && !b->failed; side++) {
        child below = build(b, halves[side], cell, depth + 1);
        nodes->data[made.tree].children[side] = below.tree;
        if (cell == NO_CELL)
            cells->data[made.cells].children[side] = below.cells;
    }
    tlb_arena_rewind(&b->pieces, mark);
    return made;
}

/* --- faces ------------------------------------------------------------------------------------------- */

static bool make_face(builder *b, uint32_t face, tlb_winding *winding)
{
    b->failed |= !tlb_solid_face_winding(b->m, face, winding);
    return !b->failed && winding->count >= 3;
}

static void add_faces(builder *b, piece_list *list)
{
    for (uint32_t i = 0; i < b->solid->faces.count && !b->failed; i++) {
        const tlb_solid_face *face = &b->solid->faces.data[i];
        piece p = {.face = i,
                   .plane = face->plane,
                   .reversed = face->reversed,
                   .kind = face->is_detail ? DETAIL : STRUCTURAL};
        if (make_face(b, i, &p.winding))
            add_piece(b, list, &p);
    }
}

static void add_portals(builder *b, piece_list *list)
{
    for (uint32_t i = 0; i < b->solid->portals.count; i++) {
        const tlb_solid_portal *portal = &b->solid->portals.data[i];
        for (uint32_t j = 0; j < portal->polygon_count && !b->failed; j++) {
            const tlb_solid_polygon *polygon = &b->solid->portal_polygons.data[portal->first_polygon + j];
            piece p = {.face = i, .plane = portal->plane, .reversed = portal->reversed, .kind = PORTAL};
            b->failed |=
                !tlb_solid_winding(b->m, polygon->first_corner, polygon->corner_count, 0, &p.winding);
            if (!b->failed)
                add_piece(b, list, &p);
        }
    }
}

static bool find_details(builder *b)
{
    const tlb_solid *solid = b->solid;
    tlb_level_box *boxes = tlb_alloc_array(&b->m->scratch, solid->hulls.count, sizeof *boxes);
    b->detail_hulls = tlb_alloc_array(&b->m->scratch, solid->hulls.count, sizeof *b->detail_hulls);
    uint32_t count = 0;
    if (!boxes || !b->detail_hulls)
        return false;
    for (uint32_t i = 0; i < solid->hulls.count; i++) {
        const tlb_solid_hull *hull = &solid->hulls.data[i];
        if (hull->kind != TLB_BRUSH_DETAIL)
            continue;
        memcpy(boxes[count].low, hull->low, sizeof hull->low);
        memcpy(boxes[count].high, hull->high, sizeof hull->high);
        b->detail_hulls[count++] = i;
    }
    return !count || tlb_box_tree_make(&b->details, boxes, count, &b->m->scratch);
}

/* --- the tree ---------------------------------------------------------------------------------------- */

static bool list_leaf_faces(builder *b)
{
    tlb_solid *solid = b->solid;
    tlb_solid_sort_pairs(&b->behind);
    if (!TLB_RESERVE(&solid->arena, &solid->leaf_faces, b->behind.count))
        return false;
    for (uint32_t i = 0; i < b->behind.count; i++) {
        tlb_solid_leaf *leaf = &solid->leaves.data[b->behind.data[i].group];
        if (!leaf->face_count++)
            leaf->first_face = i;
        solid->leaf_faces.data[solid->leaf_faces.count++] = b->behind.data[i].member;
    }
    return true;
}

tlb_status tlb_solid_make_tree(tlb_solid_maker *m)
{
    builder b = {.m = m, .solid = m->solid};
    piece_list list = {0};
    tlb_arena_init(&b.pieces, m->context->account);
    b.failed = !find_details(&b);
    add_portals(&b, &list);
    add_faces(&b, &list);
    child root = build(&b, list, NO_CELL, 0);
    tlb_arena_release(&b.pieces);
    tlb_arena_fail(&m->scratch, b.pieces.failure);
    m->cells.root = root.cells;
    /* The root is a node even where nothing splits. */
    if (!b.failed && root.tree & TLB_SOLID_LEAF) {
        uint32_t node = add_node(&b, &m->solid->nodes, &m->solid->arena, 0);
        if (!b.failed)
            m->solid->nodes.data[node] = (tlb_solid_node){0, {root.tree, root.tree}};
    }
    b.failed = b.failed || !tlb_solid_find_lost(m, &m->solid->nodes, 0, TLB_SOLID_LEAF, &b.behind) ||
               !tlb_solid_find_lost(m, &m->cells.nodes, root.cells, TLB_SOLID_LEAF | TLB_SOLID_EMPTY,
                                    &m->cells.faces);
    return !b.failed && list_leaf_faces(&b)
               ? TLB_OK
               : tlb_report_memory(m->context, tlb_arena_refused(&m->scratch, &m->solid->arena));
}

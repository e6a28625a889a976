/* A room's walls made into a BSP tree. */
#include "formats/meridian/roo/tree.h"

#include <math.h>
#include <string.h>

/* --- the wall of a node ------------------------------------------------------------------------------- */

/* Each wall of the list is compared with each other, so this is where time goes. */

/* How many walls are counted before a candidate is given up that cannot win any more. */
enum { BLOCK = 64 };

/* x0, y0, x1, y1 of a list's walls, an array each, in the arithmetic's own numbers. */
typedef struct columns {
    double *real[4];
    int32_t *whole[4];
} columns;

typedef struct tally {
    uint32_t positive, negative, cut;
} tally;

static uint32_t fuller(const tally *t)
{
    return t->positive > t->negative ? t->positive : t->negative;
}

static bool is_better(const tally *t, const tally *best)
{
    return fuller(t) < fuller(best) || (fuller(t) == fuller(best) && t->cut < best->cut);
}

static void add(tally *t, uint32_t positive, uint32_t negative, uint32_t cut)
{
    t->positive += positive;
    t->negative += negative;
    t->cut += cut;
}

static inline uint64_t bits_of(double number)
{
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

/* Comparisons by the sign of a difference: compilers then make vector code. */
static void count_real(const columns *c, const roo_line *line, uint32_t from, uint32_t to, tally *t)
{
    const double a = line->a, b = line->b, k = line->c;
    const double *x0 = c->real[0] + from, *y0 = c->real[1] + from, *x1 = c->real[2] + from,
                 *y1 = c->real[3] + from;
    uint64_t positive = 0, negative = 0, cut = 0;
    for (uint32_t i = 0; i < to - from; i++) {
        double start = a * x0[i] + b * y0[i] + k, end = a * x1[i] + b * y1[i] + k;
        uint64_t right = (bits_of(ROO_ON_LINE - start) | bits_of(ROO_ON_LINE - end)) >> 63,
                 left = (bits_of(ROO_ON_LINE + start) | bits_of(ROO_ON_LINE + end)) >> 63;
        positive += right;
        negative += left;
        cut += right & left;
    }
    add(t, (uint32_t)positive, (uint32_t)negative, (uint32_t)cut);
}

static void count_whole(const columns *c, const roo_line *line, uint32_t from, uint32_t to, tally *t)
{
    const int32_t a = (int32_t)line->a, b = (int32_t)line->b, k = (int32_t)line->c;
    int32_t positive = 0, negative = 0, cut = 0;
    for (uint32_t i = from; i < to; i++) {
        int32_t start = roo_wrapped_side(a, b, k, c->whole[0][i], c->whole[1][i]);
        int32_t end = roo_wrapped_side(a, b, k, c->whole[2][i], c->whole[3][i]);
        int32_t right = (start > 0) | (end > 0), left = (start < 0) | (end < 0);
        positive += right;
        negative += left;
        cut += right & left;
    }
    add(t, (uint32_t)positive, (uint32_t)negative, (uint32_t)cut);
}

static void set_column(columns *c, roo_arithmetic arithmetic, uint32_t i, const roo_tree_wall *wall)
{
    for (int axis = 0; axis < 2; axis++)
        if (arithmetic == ROO_INTEGER) {
            c->whole[axis][i] = (int32_t)wall->start[axis];
            c->whole[axis + 2][i] = (int32_t)wall->end[axis];
        } else {
            c->real[axis][i] = wall->start[axis];
            c->real[axis + 2][i] = wall->end[axis];
        }
}

static bool make_columns(columns *c, tlb_arena *scratch, roo_arithmetic arithmetic,
                         const roo_tree_wall *walls, const uint32_t *list, uint32_t count)
{
    bool whole = arithmetic == ROO_INTEGER;
    for (int k = 0; k < 4; k++) {
        void *column = tlb_alloc_array(scratch, count, whole ? sizeof **c->whole : sizeof **c->real);
        if (!column)
            return false;
        c->whole[k] = whole ? column : NULL;
        c->real[k] = whole ? NULL : column;
    }
    for (uint32_t i = 0; i < count; i++)
        set_column(c, arithmetic, i, &walls[list[i]]);
    return true;
}

/* Counts until it is clear that the line is no better than the best so far. */
static tally tally_line(const columns *c, roo_arithmetic arithmetic, const roo_line *line, uint32_t count,
                        const tally *best, uint64_t *cost)
{
    tally t = {0};
    uint32_t to;
    for (uint32_t from = 0; from < count && fuller(&t) <= fuller(best); from = to) {
        to = count - from > BLOCK ? from + BLOCK : count;
        (arithmetic == ROO_INTEGER ? count_whole : count_real)(c, line, from, to, &t);
        *cost += to - from;
    }
    return t;
}

bool tlb_roo_choose_root(tlb_arena *scratch, roo_arithmetic arithmetic, const roo_tree_wall *walls,
                         const uint32_t *list, uint32_t count, uint32_t *root, uint64_t *cost)
{
    columns c;
    tally best = {.positive = UINT32_MAX};
    if (!make_columns(&c, scratch, arithmetic, walls, list, count))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        roo_line line = tlb_roo_line_through(arithmetic, walls[list[i]].start, walls[list[i]].end);
        tally t = tally_line(&c, arithmetic, &line, count, &best, cost);
        if (is_better(&t, &best)) {
            best = t;
            *root = list[i];
        }
    }
    return true;
}

/* --- dividing walls ----------------------------------------------------------------------------------- */

/* The parts fill their arrays from the end: what comes last stands first. */
typedef struct splitter {
    tlb_arena *arena;
    roo_arithmetic arithmetic;
    roo_wall_list *walls;
    const roo_line *line;
    roo_parts *parts;
} splitter;

static void prepend(uint32_t **list, uint32_t *count, uint32_t wall)
{
    *--*list = wall;
    ++*count;
}

static void to_positive(splitter *s, uint32_t wall)
{
    prepend(&s->parts->positive, &s->parts->positive_count, wall);
}

static void to_negative(splitter *s, uint32_t wall)
{
    prepend(&s->parts->negative, &s->parts->negative_count, wall);
}

/* --- in the plane ------------------------------------------------------------------------------------- */

static bool keeps_y(roo_arithmetic arithmetic)
{
    return arithmetic == ROO_INTEGER || arithmetic == ROO_REAL_KEEPS_Y ||
           arithmetic == ROO_REAL_EXACT_KEEPS_Y;
}

static void turn_around(roo_arithmetic arithmetic, roo_tree_wall *wall)
{
    roo_tree_wall was = *wall;
    for (int axis = 0; axis < 2; axis++) {
        wall->start[axis] = was.end[axis];
        wall->end[axis] = was.start[axis];
    }
    wall->positive = was.negative;
    wall->negative = was.positive;
    if (keeps_y(arithmetic)) {
        wall->positive.yoffset = was.positive.yoffset;
        wall->negative.yoffset = was.negative.yoffset;
    }
}

static void to_plane(splitter *s, uint32_t index)
{
    roo_tree_wall *wall = &s->walls->data[index];
    roo_line own = tlb_roo_line_through(s->arithmetic, wall->start, wall->end);
    if (!tlb_roo_line_same(s->arithmetic, &own, s->line) &&
        tlb_roo_line_opposite(s->arithmetic, &own, s->line))
        turn_around(s->arithmetic, wall);
    prepend(&s->parts->plane, &s->parts->plane_count, index);
}

/* --- cutting ------------------------------------------------------------------------------------------ */

static double length_of(roo_arithmetic arithmetic, const roo_tree_wall *wall)
{
    double dx = wall->end[0] - wall->start[0], dy = wall->end[1] - wall->start[1];
    if (arithmetic != ROO_INTEGER)
        return sqrt(dx * dx + dy * dy) / 16;
    dx = trunc(dx / 16);
    dy = trunc(dy / 16);
    return (uint16_t)(uint32_t)(sqrt(dx * dx + dy * dy) + 0.5);
}

static bool has_extent(const roo_tree_wall *wall)
{
    return wall->start[0] != wall->end[0] || wall->start[1] != wall->end[1];
}

static void shift(int16_t *offset, double by)
{
    *offset = (int16_t)(uint16_t)(uint32_t)(*offset + (int64_t)round(by));
}

/* Textures go on where they were: a side is read from the left to the right of who looks at it, so on the
 * positive side what comes second is moved by the length before it, and on the negative side what comes first
 * by the length after it; a texture drawn backwards, the other way round. */
static void move_textures(roo_tree_wall *first, roo_tree_wall *second)
{
    bool backwards = first->positive.backwards;
    shift(backwards ? &first->positive.xoffset : &second->positive.xoffset,
          backwards ? second->length : first->length);
    backwards = first->negative.backwards;
    shift(backwards ? &second->negative.xoffset : &first->negative.xoffset,
          backwards ? first->length : second->length);
}

/* The record keeps what is on the positive side. */
static bool cut(splitter *s, uint32_t index, double start_side, double end_side)
{
    roo_tree_wall *other = TLB_PUSH(s->arena, s->walls);
    if (!other)
        return false;
    roo_tree_wall *wall = &s->walls->data[index];
    roo_point point;
    tlb_roo_line_cross(s->arithmetic, start_side, end_side, wall->start, wall->end, point);
    *other = *wall;
    roo_tree_wall *first = start_side > 0 ? wall : other, *second = start_side > 0 ? other : wall;
    for (int axis = 0; axis < 2; axis++)
        first->end[axis] = second->start[axis] = point[axis];
    first->length = length_of(s->arithmetic, first);
    second->length = length_of(s->arithmetic, second);
    move_textures(first, second);
    if (has_extent(wall))
        to_positive(s, index);
    if (has_extent(other))
        to_negative(s, s->walls->count - 1);
    return true;
}

static bool sort_wall(splitter *s, uint32_t index)
{
    const roo_tree_wall *wall = &s->walls->data[index];
    double start = tlb_roo_line_side(s->arithmetic, s->line, wall->start),
           end = tlb_roo_line_side(s->arithmetic, s->line, wall->end);
    if (start == 0 && end == 0)
        to_plane(s, index);
    else if (start >= 0 && end >= 0)
        to_positive(s, index);
    else if (start <= 0 && end <= 0)
        to_negative(s, index);
    else
        return cut(s, index, start, end);
    return true;
}

bool tlb_roo_split_walls(tlb_arena *scratch, tlb_arena *arena, roo_arithmetic arithmetic,
                         roo_wall_list *walls, const uint32_t *list, uint32_t count, const roo_line *line,
                         roo_parts *parts)
{
    uint32_t *room = tlb_alloc_array(scratch, count, 3 * sizeof *room);
    if (!room)
        return false;
    *parts = (roo_parts){
        .plane = room + count, .positive = room + 2 * (size_t)count, .negative = room + 3 * (size_t)count};
    splitter s = {arena, arithmetic, walls, line, parts};
    for (uint32_t i = 0; i < count; i++)
        if (!sort_wall(&s, list[i]))
            return false;
    return true;
}

/* --- the tree ----------------------------------------------------------------------------------------- */

/* Numbers of nodes and walls are 16 bits wide. */
enum { MOST = UINT16_MAX };
typedef struct builder {
    tlb_context *context;
    tlb_arena *arena, scratch;
    const roo_tree_plan *plan;
    roo_wall_list walls; /* those given and what was cut off them */
    roo_tree *tree;
    uint64_t work;
    tlb_status status;
} builder;

static void no_memory(builder *b)
{
    if (!b->status)
        b->status = tlb_report_memory(b->context, tlb_arena_refused(&b->scratch, b->arena));
}

static void too_much(builder *b, const char *what)
{
    if (!b->status) {
        tlb_report(b->context, TLB_CODE_ROO_REBUILD_LIMIT, TLB_NO_OFFSET, NULL, "number of walls: %u; %s",
                   b->plan->wall_count, what);
        b->status = TLB_LIMIT;
    }
}

/* The index of a new node, ROO_NO_NODE after a failure. */
static uint32_t add_node(builder *b)
{
    if (b->tree->nodes.count == MOST)
        too_much(b, "they need more nodes than indices allow");
    roo_tree_node *node = b->status ? NULL : TLB_PUSH(b->arena, &b->tree->nodes);
    if (!node) {
        no_memory(b);
        return ROO_NO_NODE;
    }
    *node = (roo_tree_node){.positive = ROO_NO_NODE, .negative = ROO_NO_NODE};
    return b->tree->nodes.count - 1;
}

static uint32_t make_leaf(builder *b, roo_polygon polygon, uint16_t sector)
{
    uint32_t index = add_node(b);
    roo_point *points = b->status ? NULL : tlb_alloc_array(b->arena, polygon.count, sizeof *points);
    if (!points) {
        no_memory(b);
        return ROO_NO_NODE;
    }
    memcpy(points, polygon.points, polygon.count * sizeof *points);
    roo_tree_node *leaf = &b->tree->nodes.data[index];
    leaf->is_leaf = true;
    leaf->sector = sector;
    leaf->polygon = (roo_polygon){points, polygon.count};
    tlb_roo_polygon_box(leaf->polygon, leaf->box);
    return index;
}

static void place_walls(builder *b, uint32_t node, const roo_parts *parts)
{
    uint32_t first = b->tree->walls.count;
    if (MOST - first < parts->plane_count)
        too_much(b, "they are split into more walls than indices allow");
    else if (!TLB_RESERVE(b->arena, &b->tree->walls, parts->plane_count))
        no_memory(b);
    for (uint32_t i = 0; !b->status && i < parts->plane_count; i++)
        b->tree->walls.data[b->tree->walls.count++] = b->walls.data[parts->plane[i]];
    b->tree->nodes.data[node].first_wall = first;
    b->tree->nodes.data[node].wall_count = parts->plane_count;
}

static void unite_boxes(builder *b, roo_tree_node *node)
{
    const uint32_t children[] = {node->positive, node->negative};
    bool any = false;
    for (int i = 0; i < 2; i++) {
        if (children[i] == ROO_NO_NODE)
            continue;
        const double *box = b->tree->nodes.data[children[i]].box;
        for (int k = 0; k < 4; k++) {
            bool farther = k < 2 ? box[k] < node->box[k] : box[k] > node->box[k];
            if (!any || farther)
                node->box[k] = box[k];
        }
        any = true;
    }
}

static uint32_t grow(builder *b, const uint32_t *list, uint32_t count, roo_polygon polygon, uint16_t sector);

static uint32_t make_internal(builder *b, const uint32_t *list, uint32_t count, roo_polygon polygon)
{
    roo_arithmetic arithmetic = b->plan->arithmetic;
    roo_parts parts;
    roo_polygon positive, negative;
    uint32_t root = 0, index = add_node(b);
    if (b->status)
        return ROO_NO_NODE;
    if (!tlb_roo_choose_root(&b->scratch, arithmetic, b->walls.data, list, count, &root, &b->work)) {
        no_memory(b);
        return ROO_NO_NODE;
    }
    const roo_tree_wall wall = b->walls.data[root];
    roo_line line = tlb_roo_line_through(arithmetic, wall.start, wall.end);
    if (!tlb_roo_split_walls(&b->scratch, b->arena, arithmetic, &b->walls, list, count, &line, &parts) ||
        !tlb_roo_polygon_split(&b->scratch, arithmetic, polygon, &line, &positive, &negative)) {
        no_memory(b);
        return ROO_NO_NODE;
    }
    /* So each level has a wall less than the one above it. */
    if (!parts.plane_count)
        too_much(b, "they are too far from the corner of the room for exact lines");
    if (b->work > b->plan->most_work)
        too_much(b, "they need far more work than any known room");
    place_walls(b, index, &parts);
    uint32_t right = grow(b, parts.positive, parts.positive_count, positive, wall.positive.sector);
    uint32_t left = grow(b, parts.negative, parts.negative_count, negative, wall.negative.sector);
    roo_tree_node *node = &b->tree->nodes.data[index];
    node->line = line;
    node->positive = right;
    node->negative = left;
    unite_boxes(b, node);
    return index;
}

/* The tree of a list of walls within a polygon. Without walls it is a leaf of `sector`, that which the
 * parent's wall has on this side. */
static uint32_t grow(builder *b, const uint32_t *list, uint32_t count, roo_polygon polygon, uint16_t sector)
{
    if (!polygon.count)
        b->tree->lost += count;
    if (!polygon.count || b->status || (!count && !sector && !b->plan->keep_outside))
        return ROO_NO_NODE;
    if (!count)
        return make_leaf(b, polygon, sector);
    tlb_mark mark = tlb_arena_mark(&b->scratch);
    uint32_t node = make_internal(b, list, count, polygon);
    tlb_arena_rewind(&b->scratch, mark);
    return node;
}

tlb_status tlb_roo_tree_make(tlb_context *context, tlb_arena *arena, const roo_tree_plan *plan,
                             roo_tree *tree)
{
    builder b = {.context = context, .arena = arena, .plan = plan, .tree = tree};
    *tree = (roo_tree){0};
    tlb_arena_init(&b.scratch, context->account);
    uint32_t *list = tlb_alloc_array(&b.scratch, plan->wall_count, sizeof *list);
    if (!list || !TLB_RESERVE(arena, &b.walls, plan->wall_count))
        no_memory(&b);
    else {
        for (uint32_t i = 0; i < plan->wall_count; i++) {
            list[i] = i;
            b.walls.data[b.walls.count++] = plan->walls[i];
        }
        grow(&b, list, plan->wall_count, plan->whole, 0);
    }
    tlb_arena_release(&b.scratch);
    return b.status;
}

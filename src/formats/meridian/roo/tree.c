#include "formats/meridian/roo/tree.h"

#include <string.h>

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
        b->status = tlb_report_memory(b->context);
}

static void too_much(builder *b, const char *what)
{
    if (!b->status) {
        tlb_report(b->context, TLB_CODE_ROO_REBUILD_LIMIT, TLB_NO_OFFSET, NULL, "%u walls %s",
                   b->plan->wall_count, what);
        b->status = TLB_LIMIT;
    }
}

/* The index of a new node, ROO_NO_NODE after a failure. */
static uint32_t add_node(builder *b)
{
    if (b->tree->nodes.count == MOST)
        too_much(b, "make more nodes than can be numbered");
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
    roo_polygon_box(leaf->polygon, leaf->box);
    return index;
}

static void place_walls(builder *b, uint32_t node, const roo_parts *parts)
{
    uint32_t first = b->tree->walls.count;
    if (MOST - first < parts->plane_count)
        too_much(b, "are cut into more than can be numbered");
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
    if (!roo_choose_root(&b->scratch, arithmetic, b->walls.data, list, count, &root, &b->work)) {
        no_memory(b);
        return ROO_NO_NODE;
    }
    const roo_tree_wall wall = b->walls.data[root];
    roo_line line = roo_line_through(arithmetic, wall.start, wall.end);
    if (!roo_split_walls(&b->scratch, b->arena, arithmetic, &b->walls, list, count, &line, &parts) ||
        !roo_polygon_split(&b->scratch, arithmetic, polygon, &line, &positive, &negative)) {
        no_memory(b);
        return ROO_NO_NODE;
    }
    /* So each level has a wall less than the one above it. */
    if (!parts.plane_count)
        too_much(b, "stand too far from the room's corner for their lines to be reckoned");
    if (b->work > b->plan->most_work)
        too_much(b, "take far more work than any room known");
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
    if (!polygon.count || b->status || (!count && !sector && !b->plan->keep_outside))
        return ROO_NO_NODE;
    if (!count)
        return make_leaf(b, polygon, sector);
    tlb_mark mark = tlb_arena_mark(&b->scratch);
    uint32_t node = make_internal(b, list, count, polygon);
    tlb_arena_rewind(&b->scratch, mark);
    return node;
}

tlb_status roo_tree_make(tlb_context *context, tlb_arena *arena, const roo_tree_plan *plan, roo_tree *tree)
{
    builder b = {.context = context, .arena = arena, .plan = plan, .tree = tree};
    *tree = (roo_tree){0};
    tlb_arena_init(&b.scratch, &context->account);
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
    tlb_arena_free(&b.scratch);
    return b.status;
}

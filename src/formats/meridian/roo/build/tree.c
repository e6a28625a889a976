/* From editor walls to the tree's, and from the tree to nodes and client walls. */
#include "formats/meridian/roo/build/build.h"

#include <math.h>
#include <string.h>

/* --- in ----------------------------------------------------------------------------------------------- */

static double client(bool whole, double editor_units)
{
    double units = editor_units * TLB_ROO_EDITOR_UNIT;
    return whole ? roo_wrap((int64_t)units) : units;
}

static bool is_backwards(const tlb_roo *room, uint16_t sidedef)
{
    return room->sidedefs.data[sidedef - 1].flags & TLB_ROO_WALL_BACKWARDS;
}

/* A side without sidedef is nothing at all, whatever else the editor left there. */
static roo_tree_side side_of(const tlb_roo *room, uint16_t sidedef, int16_t sector, int16_t xoffset,
                             int16_t yoffset)
{
    if (!sidedef)
        return (roo_tree_side){0};
    return (roo_tree_side){.sidedef = sidedef,
                           .sector = (uint16_t)(sector < 0 ? 0 : sector + 1),
                           .xoffset = xoffset,
                           .yoffset = yoffset,
                           .backwards = is_backwards(room, sidedef)};
}

static roo_tree_wall wall_of(const tlb_roo *room, const tlb_roo_box *box, const tlb_roo_editor_wall *w)
{
    bool whole = !tlb_roo_is_float(room);
    double dx = (double)w->x1 - w->x0, dy = (double)w->y1 - w->y0;
    return (roo_tree_wall){
        .start = {client(whole, (double)w->x0 - box->left), client(whole, (double)box->top - w->y0)},
        .end = {client(whole, (double)w->x1 - box->left), client(whole, (double)box->top - w->y1)},
        .length = (uint16_t)(uint32_t)(sqrt(dx * dx + dy * dy) + 0.5),
        .positive =
            side_of(room, w->positiveSidedef, w->positiveSector, w->positiveXOffset, w->positiveYOffset),
        .negative =
            side_of(room, w->negativeSidedef, w->negativeSector, w->negativeXOffset, w->negativeYOffset)};
}

/* The last wall of the file is the first of the list. */
static tlb_status collect_walls(const roo_building *b, roo_tree_plan *plan)
{
    const tlb_roo *room = b->room;
    tlb_roo_box box = tlb_roo_box_of(room);
    roo_tree_wall *walls = tlb_alloc_array(b->arena, room->editorWalls.count, sizeof *walls);
    if (!walls)
        return tlb_report_memory(b->context, b->arena);
    plan->walls = walls;
    for (uint32_t i = room->editorWalls.count; i-- > 0;) {
        roo_tree_wall wall = wall_of(room, &box, &room->editorWalls.data[i]);
        if (wall.start[0] != wall.end[0] || wall.start[1] != wall.end[1])
            walls[plan->wall_count++] = wall;
    }
    return TLB_OK;
}

/* The rectangle that all walls' ends fit into. */
static tlb_status set_whole(const roo_building *b, roo_tree_plan *plan)
{
    double least[2] = {0}, most[2] = {0};
    roo_point *corners = tlb_alloc_array(b->arena, 4, sizeof *corners);
    if (!corners)
        return tlb_report_memory(b->context, b->arena);
    for (uint32_t i = 0; i < plan->wall_count; i++)
        for (int axis = 0; axis < 2; axis++) {
            double start = plan->walls[i].start[axis], end = plan->walls[i].end[axis];
            least[axis] = i ? fmin(least[axis], fmin(start, end)) : fmin(start, end);
            most[axis] = i ? fmax(most[axis], fmax(start, end)) : fmax(start, end);
        }
    const roo_point made[4] = {
        {least[0], least[1]}, {most[0], least[1]}, {most[0], most[1]}, {least[0], most[1]}};
    memcpy(corners, made, sizeof made);
    plan->whole = (roo_polygon){corners, 4};
    return TLB_OK;
}

/* --- out ---------------------------------------------------------------------------------------------- */

typedef struct output {
    const roo_building *b;
    const roo_tree *tree;
} output;

static uint16_t number(uint32_t index)
{
    return (uint16_t)(index == ROO_NO_NODE ? 0 : index + 1);
}

static bool set_leaf(const output *o, const roo_tree_node *from, tlb_roo_node *node)
{
    node->type = TLB_ROO_LEAF;
    node->sector = from->sector ? from->sector : 1;
    node->points.count = from->polygon.count;
    node->points.data = tlb_alloc_array(o->b->arena, node->points.count, sizeof *node->points.data);
    for (uint32_t i = 0; node->points.data && i < node->points.count; i++)
        for (int axis = 0; axis < 2; axis++)
            node->points.data[i][axis] = from->polygon.points[i][axis];
    return node->points.data != NULL;
}

static void set_internal(const roo_tree_node *from, tlb_roo_node *node)
{
    node->type = TLB_ROO_INTERNAL;
    node->a = from->line.a;
    node->b = from->line.b;
    node->c = from->line.c;
    node->positiveChild = number(from->positive);
    node->negativeChild = number(from->negative);
    node->firstWall = from->wall_count ? number(from->first_wall) : 0;
}

static tlb_status put_nodes(const output *o)
{
    tlb_roo *room = o->b->room;
    uint32_t count = o->tree->nodes.count;
    tlb_roo_node *nodes = tlb_alloc_array(o->b->arena, count, sizeof *nodes);
    for (uint32_t i = 0; nodes && i < count; i++) {
        const roo_tree_node *from = &o->tree->nodes.data[i];
        nodes[i] = (tlb_roo_node){0};
        for (int k = 0; k < 4; k++)
            nodes[i].box[k] = from->box[k];
        if (!from->is_leaf)
            set_internal(from, &nodes[i]);
        else if (!set_leaf(o, from, &nodes[i]))
            nodes = NULL;
    }
    if (!nodes)
        return tlb_report_memory(o->b->context, o->b->arena);
    room->nodes.data = nodes;
    room->nodes.count = count;
    return TLB_OK;
}

static tlb_roo_client_wall client_wall(const roo_tree_wall *from)
{
    tlb_roo_client_wall wall = {
        .positiveSidedef = from->positive.sidedef,
        .negativeSidedef = from->negative.sidedef,
        .length = from->length,
        .positiveXOffset = from->positive.xoffset,
        .negativeXOffset = from->negative.xoffset,
        .positiveYOffset = from->positive.yoffset,
        .negativeYOffset = from->negative.yoffset,
        .positiveSector = from->positive.sector,
        .negativeSector = from->negative.sector,
    };
    for (int axis = 0; axis < 2; axis++) {
        wall.start[axis] = from->start[axis];
        wall.end[axis] = from->end[axis];
    }
    return wall;
}

static tlb_status put_walls(const output *o)
{
    tlb_roo *room = o->b->room;
    uint32_t count = o->tree->walls.count;
    tlb_roo_client_wall *walls = tlb_alloc_array(o->b->arena, count, sizeof *walls);
    if (!walls)
        return tlb_report_memory(o->b->context, o->b->arena);
    for (uint32_t i = 0; i < count; i++)
        walls[i] = client_wall(&o->tree->walls.data[i]);
    for (uint32_t n = 0; n < o->tree->nodes.count; n++) {
        const roo_tree_node *node = &o->tree->nodes.data[n];
        for (uint32_t i = 1; i < node->wall_count; i++)
            walls[node->first_wall + i - 1].next = number(node->first_wall + i);
    }
    room->clientWalls.data = walls;
    room->clientWalls.count = count;
    room->clientWallsMissing = 0;
    return TLB_OK;
}

tlb_status tlb_roo_make_tree(const roo_building *b, bool keep_outside)
{
    roo_arithmetic real = b->arithmetic == ROO_INTEGER ? ROO_REAL : b->arithmetic;
    roo_tree_plan plan = {.arithmetic = tlb_roo_is_float(b->room) ? real : ROO_INTEGER,
                          .keep_outside = keep_outside,
                          .most_work = ROO_MOST_WORK};
    roo_tree tree;
    output o = {b, &tree};
    tlb_status status = collect_walls(b, &plan);
    if (!status)
        status = set_whole(b, &plan);
    if (!status)
        status = tlb_roo_tree_make(b->context, b->arena, &plan, &tree);
    if (!status)
        status = put_nodes(&o);
    if (!status && b->lost)
        *b->lost = tree.lost;
    return status ? status : put_walls(&o);
}

/* --- rounding ----------------------------------------------------------------------------------------- */

static void round_all(double *values, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        values[i] = (float)values[i];
}

void tlb_roo_round_tree(tlb_roo *room)
{
    for (uint32_t i = 0; i < room->nodes.count; i++) {
        tlb_roo_node *node = &room->nodes.data[i];
        double *line[] = {&node->a, &node->b, &node->c};
        round_all(node->box, 4);
        for (int k = 0; k < 3; k++)
            round_all(line[k], 1);
        for (uint32_t k = 0; k < node->points.count; k++)
            round_all(node->points.data[k], 2);
    }
    for (uint32_t i = 0; i < room->clientWalls.count; i++) {
        tlb_roo_client_wall *wall = &room->clientWalls.data[i];
        round_all(wall->start, 2);
        round_all(wall->end, 2);
        round_all(&wall->length, 1);
    }
}

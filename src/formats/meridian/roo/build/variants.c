/* Which of roomedit's builders made a room's tree: nothing in the file names it, so it is found by trying. */
#include "formats/meridian/roo/build/build.h"

/* Of doubles and of the floats that they were rounded to. */
static bool rounds_to(const double *made, const double *stored, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if ((double)(float)made[i] != stored[i])
            return false;
    return true;
}

static bool is_same_leaf(const tlb_roo_node *made, const tlb_roo_node *stored)
{
    bool same = made->sector == stored->sector && made->points.count == stored->points.count;
    for (uint32_t i = 0; same && i < made->points.count; i++)
        same = rounds_to(made->points.data[i], stored->points.data[i], 2);
    return same;
}

static bool is_same_node(const tlb_roo_node *made, const tlb_roo_node *stored)
{
    if (made->type != stored->type || !rounds_to(made->box, stored->box, 4))
        return false;
    if (made->type == TLB_ROO_LEAF)
        return is_same_leaf(made, stored);
    return made->positiveChild == stored->positiveChild && made->negativeChild == stored->negativeChild &&
           made->firstWall == stored->firstWall && rounds_to(&made->a, &stored->a, 1) &&
           rounds_to(&made->b, &stored->b, 1) && rounds_to(&made->c, &stored->c, 1);
}

/* Sidedefs may have other numbers since. */
static bool is_same_wall(const tlb_roo_client_wall *made, const tlb_roo_client_wall *stored)
{
    return rounds_to(made->start, stored->start, 2) && rounds_to(made->end, stored->end, 2) &&
           made->positiveYOffset == stored->positiveYOffset &&
           made->negativeYOffset == stored->negativeYOffset;
}

static bool is_same_tree(const tlb_roo *made, const tlb_roo *stored)
{
    bool same =
        made->nodes.count == stored->nodes.count && made->clientWalls.count == stored->clientWalls.count;
    for (uint32_t i = 0; same && i < made->nodes.count; i++)
        same = is_same_node(&made->nodes.data[i], &stored->nodes.data[i]);
    for (uint32_t i = 0; same && i < made->clientWalls.count; i++)
        same = is_same_wall(&made->clientWalls.data[i], &stored->clientWalls.data[i]);
    return same;
}

/* In one of the earlier arithmetics; what differs is given back. */
static tlb_status try_arithmetic(const roo_building *b, bool keep_outside, roo_arithmetic arithmetic,
                                 tlb_roo *made, bool *is_found)
{
    roo_building tried = *b;
    tlb_mark mark = tlb_arena_mark(b->arena);
    tried.room = made;
    tried.arithmetic = arithmetic;
    tlb_status status = tlb_roo_make_tree(&tried, keep_outside);
    *is_found = !status && is_same_tree(made, b->room);
    if (!*is_found)
        tlb_arena_rewind(b->arena, mark);
    return status;
}

tlb_status tlb_roo_make_tree_as_built(const roo_building *b, bool keep_outside, roo_arithmetic *found)
{
    tlb_roo now = *b->room;
    roo_building usual = *b;
    bool is_found = false;
    usual.room = &now;
    tlb_status status = tlb_roo_make_tree(&usual, keep_outside);
    *found = ROO_INTEGER;
    if (!status && tlb_roo_is_float(b->room) && b->room->nodes.count && !is_same_tree(&now, b->room))
        for (int i = ROO_REAL_KEEPS_Y; i < ROO_ARITHMETICS && !status && !is_found; i++) {
            tlb_roo made = *b->room;
            status = try_arithmetic(b, keep_outside, (roo_arithmetic)i, &made, &is_found);
            if (is_found) {
                now = made;
                *found = (roo_arithmetic)i;
            }
        }
    if (!status)
        *b->room = now;
    return status;
}

#include "formats/meridian/roo/tree.h"

#include <math.h>

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

/* Roomedit's integers left the y offsets where they were. */
static void turn_around(roo_arithmetic arithmetic, roo_tree_wall *wall)
{
    roo_tree_wall was = *wall;
    for (int axis = 0; axis < 2; axis++) {
        wall->start[axis] = was.end[axis];
        wall->end[axis] = was.start[axis];
    }
    wall->positive = was.negative;
    wall->negative = was.positive;
    if (arithmetic == ROO_INTEGER) {
        wall->positive.yoffset = was.positive.yoffset;
        wall->negative.yoffset = was.negative.yoffset;
    }
}

static void to_plane(splitter *s, uint32_t index)
{
    roo_tree_wall *wall = &s->walls->data[index];
    roo_line own = roo_line_through(s->arithmetic, wall->start, wall->end);
    if (!roo_line_same(s->arithmetic, &own, s->line) && roo_line_opposite(s->arithmetic, &own, s->line))
        turn_around(s->arithmetic, wall);
    prepend(&s->parts->plane, &s->parts->plane_count, index);
}

/* --- cutting ------------------------------------------------------------------------------------------ */

static double length_of(roo_arithmetic arithmetic, const roo_tree_wall *wall)
{
    double dx = wall->end[0] - wall->start[0], dy = wall->end[1] - wall->start[1];
    if (arithmetic == ROO_REAL)
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
 * by the length behind it; a texture drawn backwards, the other way round. */
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
    roo_line_cross(s->arithmetic, start_side, end_side, wall->start, wall->end, point);
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
    double start = roo_line_side(s->arithmetic, s->line, wall->start),
           end = roo_line_side(s->arithmetic, s->line, wall->end);
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

bool roo_split_walls(tlb_arena *scratch, tlb_arena *arena, roo_arithmetic arithmetic, roo_wall_list *walls,
                     const uint32_t *list, uint32_t count, const roo_line *line, roo_parts *parts)
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

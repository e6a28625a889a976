#include "formats/meridian/roo/automap.h"

#include "formats/meridian/roo/locate.h"
#include "formats/meridian/roo/shape.h"

#include <math.h>

/* Clients put a wall on the map when they draw a part of it: one that has a bitmap and height. */
static bool can_be_seen(const tlb_roo *room, const tlb_roo_client_wall *wall)
{
    for (int positive = 0; positive < 2; positive++) {
        roo_side side;
        bool there = roo_side_of(room, wall, positive, &side) == ROO_SIDE;
        for (int part = 0; there && part < ROO_PARTS; part++) {
            roo_span span = roo_part_seen(&side, (roo_part)part);
            roo_spot corners[ROO_CORNERS];
            if (roo_part_bitmap(side.sidedef, (roo_part)part) && roo_span_corners(&span, INFINITY, corners))
                return true;
        }
    }
    return false;
}

/* The flags of either side count, as in roomedit, which sets them on both. */
static uint32_t flags_of(const tlb_roo *room, const tlb_roo_client_wall *wall)
{
    const tlb_roo_sidedef *positive = roo_sidedef(room, wall->positiveSidedef),
                          *negative = roo_sidedef(room, wall->negativeSidedef);
    return (positive ? positive->flags : 0) | (negative ? negative->flags : 0);
}

static void include(roo_automap *map, const double at[2])
{
    for (int axis = 0; axis < 2; axis++) {
        map->low[axis] = fmin(map->low[axis], at[axis]);
        map->high[axis] = fmax(map->high[axis], at[axis]);
    }
}

bool roo_make_automap(tlb_arena *arena, const tlb_roo *room, roo_automap *map)
{
    *map = (roo_automap){.high = {fmax(room->width, 0), fmax(room->height, 0)}};
    for (uint32_t i = 0; i < room->clientWalls.count; i++) {
        const tlb_roo_client_wall *w = &room->clientWalls.data[i];
        uint32_t flags = flags_of(room, w);
        bool always = flags & TLB_ROO_WALL_MAP_ALWAYS;
        bool finite = isfinite(w->start[0] + w->start[1] + w->end[0] + w->end[1]);
        if (flags & TLB_ROO_WALL_MAP_NEVER || !finite || !(always || can_be_seen(room, w)))
            continue;
        roo_map_line *line = TLB_PUSH(arena, &map->lines);
        if (!line)
            return false;
        *line = (roo_map_line){{w->start[0], w->start[1]}, {w->end[0], w->end[1]}, always};
        include(map, line->start);
        include(map, line->end);
    }
    return true;
}

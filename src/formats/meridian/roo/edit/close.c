/* Sectors whose walls do not go all around them, closed. */
#include "formats/meridian/roo/edit/edit.h"

#include "base/argument.h"
#include "formats/meridian/roo/check/check.h"
#include "trilobite/formats/roo_build.h"

#include <stdlib.h>

/* Going around with the sector on the right, walls are missing that lead from places where more walls end
 * than start to places where more start. */

/* A side that lacks a sector, by where it starts: it looks to where the sector is to be. */
typedef struct free_side {
    int16_t at[2];
    uint32_t index; /* twice the wall's, one more on its negative side */
} free_side;

typedef struct closer {
    const roo_edit *edit;
    free_side *sides;
    uint32_t side_count;
    uint64_t work; /* walls that new ones were held against */
    /* The sector at hand: */
    roo_open_end *ends;
    uint32_t count;
    int16_t sector;
    uint16_t sidedef;         /* for walls that are new */
    TLB_LIST(uint32_t) given; /* the sides that it was given */
} closer;

static roo_edit_side side_at(const closer *c, uint32_t index)
{
    return tlb_roo_edit_side(c->edit->room, index / 2, index % 2 == 0);
}

static bool is_at(const int16_t place[2], const roo_open_end *end)
{
    return place[0] == end->x && place[1] == end->y;
}

static double square_between(const roo_open_end *a, const roo_open_end *b)
{
    double dx = a->x - b->x, dy = a->y - b->y;
    return dx * dx + dy * dy;
}

/* --- sides that have no sector ------------------------------------------------------------------------ */

static int compare_sides(const void *left, const void *right)
{
    const free_side *a = left, *b = right;
    for (int axis = 0; axis < 2; axis++)
        if (a->at[axis] != b->at[axis])
            return a->at[axis] - b->at[axis];
    return a->index < b->index ? -1 : a->index > b->index;
}

/* The back of a wall that has a sector in front is none, unless something is drawn there. */
static bool is_free(const closer *c, const roo_edit_side *side)
{
    int16_t other = side->positive ? side->wall->negativeSector : side->wall->positiveSector;
    return *roo_side_sector(side) < 0 &&
           (other < 0 || roo_sidedef(c->edit->room, *roo_side_sidedef(side)) != NULL);
}

static bool list_free_sides(closer *c)
{
    uint32_t count = c->edit->room->editorWalls.count;
    c->sides = tlb_alloc_array(&c->edit->document->arena, count, 2 * sizeof *c->sides);
    for (uint32_t i = 0; c->sides && i < 2 * count; i++) {
        roo_edit_side side = side_at(c, i);
        if (is_free(c, &side))
            c->sides[c->side_count++] = (free_side){{side.left[0], side.left[1]}, i};
    }
    if (c->sides)
        qsort(c->sides, c->side_count, sizeof *c->sides, compare_sides);
    return c->sides;
}

/* The only free side that starts at a place. False: there is none, or there are several. */
static bool find_free_side(const closer *c, const int16_t at[2], uint32_t *found)
{
    const free_side first = {{at[0], at[1]}, 0};
    uint32_t low = 0, high = c->side_count, count = 0;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (compare_sides(&c->sides[middle], &first) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    for (; count < 2 && low < c->side_count && c->sides[low].at[0] == at[0] && c->sides[low].at[1] == at[1];
         low++) {
        roo_edit_side side = side_at(c, c->sides[low].index);
        if (*roo_side_sector(&side) >= 0)
            continue;
        *found = c->sides[low].index;
        count++;
    }
    return count == 1;
}

/* The place that one gets to. */
static roo_open_end *start_at(const closer *c, const int16_t at[2])
{
    for (uint32_t i = 0; i < c->count; i++)
        if (c->ends[i].sum > 0 && is_at(at, &c->ends[i]))
            return &c->ends[i];
    return NULL;
}

/* Gives the sector to the free sides that lead from one place to another. */
static roo_open_end *close_by_sides(closer *c, const roo_open_end *from)
{
    enum { MOST = 64 };
    uint32_t sides[MOST], count = 0;
    int16_t at[2] = {(int16_t)from->x, (int16_t)from->y};
    roo_open_end *to;
    while (!(to = start_at(c, at))) {
        if (count == MOST || !find_free_side(c, at, &sides[count]))
            return NULL;
        roo_edit_side side = side_at(c, sides[count++]);
        at[0] = side.right[0];
        at[1] = side.right[1];
    }
    for (uint32_t i = 0; i < count; i++) {
        roo_edit_side side = side_at(c, sides[i]);
        uint32_t *given = TLB_PUSH(&c->edit->document->arena, &c->given);
        if (!given)
            return NULL;
        *given = sides[i];
        *roo_side_sector(&side) = c->sector;
    }
    return to;
}

/* --- new walls ---------------------------------------------------------------------------------------- */

/* Twice the area of a triangle, positive when it runs counter-clockwise. */
static double area(const double a[2], const double b[2], const double c[2])
{
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

/* A point of a line, other than its ends, is on the other, or they cross. */
static bool do_meet(const double a[2][2], const double b[2][2])
{
    double a0 = area(b[0], b[1], a[0]), a1 = area(b[0], b[1], a[1]), b0 = area(a[0], a[1], b[0]),
           b1 = area(a[0], a[1], b[1]);
    if (a0 * a1 < 0 && b0 * b1 < 0)
        return true;
    for (int i = 0; i < 2; i++) {
        const double *p = b[i];
        double along = (p[0] - a[0][0]) * (a[1][0] - a[0][0]) + (p[1] - a[0][1]) * (a[1][1] - a[0][1]);
        double square = (a[1][0] - a[0][0]) * (a[1][0] - a[0][0]) + (a[1][1] - a[0][1]) * (a[1][1] - a[0][1]);
        if ((i ? b1 : b0) == 0 && along > 0 && along < square)
            return true;
    }
    bool same = (a[0][0] == b[0][0] && a[0][1] == b[0][1] && a[1][0] == b[1][0] && a[1][1] == b[1][1]) ||
                (a[0][0] == b[1][0] && a[0][1] == b[1][1] && a[1][0] == b[0][0] && a[1][1] == b[0][1]);
    return same;
}

static bool crosses_any(closer *c, const roo_open_end *from, const roo_open_end *to)
{
    static const uint64_t most_work = 1 << 28;
    const tlb_roo *room = c->edit->room;
    const double new[2][2] = {{from->x, from->y}, {to->x, to->y}};
    c->work += room->editorWalls.count;
    for (uint32_t i = 0; i < room->editorWalls.count; i++) {
        const tlb_roo_editor_wall *w = &room->editorWalls.data[i];
        const double old[2][2] = {{w->x0, w->y0}, {w->x1, w->y1}};
        if (do_meet(new, old) || do_meet(old, new))
            return true;
    }
    return c->work > most_work;
}

/* The nearest open place of the other kind; NULL: there is none. */
static roo_open_end *nearest(const closer *c, const roo_open_end *end)
{
    roo_open_end *best = NULL;
    for (uint32_t i = 0; i < c->count; i++) {
        roo_open_end *other = &c->ends[i];
        if ((end->sum < 0 ? other->sum > 0 : other->sum < 0) &&
            (!best || square_between(end, other) < square_between(end, best)))
            best = other;
    }
    return best;
}

static roo_open_end *close_by_wall(closer *c, const roo_open_end *from)
{
    const int16_t start[2] = {(int16_t)from->x, (int16_t)from->y};
    roo_open_end *to = nearest(c, from);
    if (!to || nearest(c, to) != from || crosses_any(c, from, to))
        return NULL;
    const int16_t end[2] = {(int16_t)to->x, (int16_t)to->y};
    return tlb_roo_add_wall(c->edit->document, start, end, c->sidedef, c->sector) ? to : NULL;
}

/* --- a sector ----------------------------------------------------------------------------------------- */

/* One step; false when none can be done. */
static bool close_one(closer *c)
{
    for (int way = 0; way < 2; way++)
        for (uint32_t i = 0; i < c->count; i++) {
            roo_open_end *from = &c->ends[i];
            roo_open_end *to = from->sum < 0 ? (way ? close_by_wall : close_by_sides)(c, from) : NULL;
            if (!to)
                continue;
            from->sum++;
            to->sum--;
            return true;
        }
    return false;
}

static bool is_closed(const closer *c)
{
    for (uint32_t i = 0; i < c->count; i++)
        if (c->ends[i].sum)
            return false;
    return true;
}

/* The first sidedef around the sector with a bitmap from floor to ceiling; 0: none has. */
static uint16_t sidedef_around(const closer *c)
{
    const tlb_roo *room = c->edit->room;
    for (uint32_t i = 0; i < 2 * room->editorWalls.count; i++) {
        roo_edit_side side = side_at(c, i);
        const tlb_roo_sidedef *sidedef = roo_sidedef(room, *roo_side_sidedef(&side));
        if (*roo_side_sector(&side) == c->sector && sidedef && sidedef->normalBitmap)
            return *roo_side_sidedef(&side);
    }
    return 0;
}

/* Wholly, or not at all. */
static bool close_sector(closer *c)
{
    enum { MOST_PLACES = 64 };
    tlb_roo *room = c->edit->room;
    uint32_t walls = room->editorWalls.count;
    if (c->count > MOST_PLACES || (uint32_t)c->sector >= room->sectors.count)
        return false;
    c->sidedef = sidedef_around(c);
    c->given.count = 0;
    while (!is_closed(c) && close_one(c))
        ;
    if (is_closed(c))
        return true;
    room->editorWalls.count = walls;
    for (uint32_t i = 0; i < c->given.count; i++) {
        roo_edit_side side = side_at(c, c->given.data[i]);
        *roo_side_sector(&side) = -1;
    }
    return false;
}

static tlb_status close_all(const roo_edit *edit, uint32_t *closed, uint32_t *open)
{
    closer c = {.edit = edit};
    roo_open_end *ends;
    uint32_t count, counts[2] = {0, 0};
    tlb_arena *arena = &edit->document->arena;
    if (!tlb_roo_open_ends(arena, edit->room, &ends, &count) || !list_free_sides(&c))
        return tlb_report_memory(edit->document->context, arena);
    for (uint32_t i = 0; i < count; i += c.count) {
        c.ends = ends + i;
        c.sector = (int16_t)ends[i].sector;
        for (c.count = 1; i + c.count < count && ends[i + c.count].sector == c.sector;)
            c.count++;
        counts[close_sector(&c)]++;
    }
    if (closed)
        *closed = counts[1];
    if (open)
        *open = counts[0];
    return TLB_OK;
}

tlb_status tlb_roo_close_sectors(tlb_document *document, uint32_t *closed, uint32_t *open)
{
    TLB_REQUIRE(NULL, document);
    roo_edit edit;
    tlb_status status = tlb_roo_edit_begin(document, &edit);
    return status ? status : tlb_roo_edit_end(&edit, close_all(&edit, closed, open));
}

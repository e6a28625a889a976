/* Sectors whose walls do not go all around them, closed. */
#include "formats/meridian/roo/edit/edit.h"

#include "base/argument.h"
#include "formats/meridian/roo/check/check.h"
#include "trilobite/formats/roo_build.h"

#include <stdlib.h>
#include <string.h>

/* Going around with the sector on the right, walls are missing that lead from places where more walls end
 * than start to places where more start. */

/* A side that lacks a sector, by where it starts: it looks to where the sector is to be. */
typedef struct free_side {
    int16_t at[2];
    uint32_t index; /* twice the wall's, one more on its negative side */
} free_side;

/* What a side had. */
typedef struct old_side {
    uint32_t index;
    int16_t sector;
    uint16_t sidedef;
} old_side;

typedef struct closer {
    const roo_edit *edit;
    free_side *sides;
    uint32_t side_count;
    uint64_t work;           /* walls looked at */
    const roo_open_end *all; /* of all sectors */
    uint32_t all_count;
    /* The sector at hand: */
    roo_open_end *ends;
    uint32_t count;
    int16_t sector;
    uint16_t sidedef; /* for walls that are new */
    TLB_LIST(old_side) changed;
} closer;

static const uint64_t most_work = 1 << 28;

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

/* Gives a side a sector, and a sidedef if it has none: that behind it. One that gets no sector has none. */
static bool set_sector(closer *c, uint32_t index, int16_t sector)
{
    roo_edit_side side = side_at(c, index);
    old_side *old = TLB_PUSH(&c->edit->document->arena, &c->changed);
    if (!old)
        return false;
    *old = (old_side){index, *roo_side_sector(&side), *roo_side_sidedef(&side)};
    *roo_side_sector(&side) = sector;
    roo_edit_side back = side_at(c, index ^ 1);
    if (sector < 0)
        *roo_side_sidedef(&side) = 0;
    else if (!*roo_side_sidedef(&side))
        *roo_side_sidedef(&side) = *roo_side_sidedef(&back) ? *roo_side_sidedef(&back) : c->sidedef;
    return true;
}

static void undo(closer *c)
{
    while (c->changed.count) {
        const old_side *old = &c->changed.data[--c->changed.count];
        roo_edit_side side = side_at(c, old->index);
        *roo_side_sector(&side) = old->sector;
        *roo_side_sidedef(&side) = old->sidedef;
    }
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
    for (uint32_t i = 0; i < count; i++)
        if (!set_sector(c, sides[i], c->sector))
            return NULL;
    return to;
}

/* --- walls that are there ----------------------------------------------------------------------------- */

/* The side of a wall that starts at one place and ends at another; UINT32_MAX: it does not. */
static uint32_t side_between(const closer *c, uint32_t wall, const roo_open_end *from, const roo_open_end *to)
{
    for (uint32_t i = 2 * wall; i < 2 * wall + 2; i++) {
        roo_edit_side side = side_at(c, i);
        if (is_at(side.left, from) && is_at(side.right, to))
            return i;
    }
    return UINT32_MAX;
}

static bool is_open_at(const closer *c, int16_t sector, const int16_t place[2])
{
    for (uint32_t i = 0; i < c->all_count; i++)
        if (c->all[i].sector == sector && is_at(place, &c->all[i]))
            return true;
    return false;
}

/* Where `along` should have the sector: it gets it where it has none, or that which is behind it, too, and is
 * open there. Where the sector is behind it, that side has it by mistake, as in walls that part it from
 * nothing.
 */
static bool mend_wall(closer *c, uint32_t along)
{
    roo_edit_side side = side_at(c, along), back = side_at(c, along ^ 1);
    int16_t own = *roo_side_sector(&side), behind = *roo_side_sector(&back);
    bool wrong =
        own == behind && own != c->sector && is_open_at(c, own, side.left) && is_open_at(c, own, side.right);
    if (own < 0 || wrong)
        return set_sector(c, along, c->sector);
    return behind == c->sector && set_sector(c, along ^ 1, -1);
}

static roo_open_end *close_at_wall(closer *c, const roo_open_end *from)
{
    const tlb_roo *room = c->edit->room;
    for (uint32_t i = 0; i < c->count; i++) {
        roo_open_end *to = &c->ends[i];
        if (to->sum <= 0 || (c->work += room->editorWalls.count) > most_work)
            continue;
        for (uint32_t wall = 0; wall < room->editorWalls.count; wall++) {
            uint32_t along = side_between(c, wall, from, to);
            if (along != UINT32_MAX && mend_wall(c, along))
                return to;
        }
    }
    return NULL;
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

typedef roo_open_end *close_way(closer *c, const roo_open_end *from);

/* One step; false when none can be done. */
static bool close_one(closer *c)
{
    static close_way *const ways[] = {close_by_sides, close_at_wall, close_by_wall};
    for (size_t way = 0; way < sizeof ways / sizeof *ways; way++)
        for (uint32_t i = 0; i < c->count; i++) {
            roo_open_end *from = &c->ends[i];
            roo_open_end *to = from->sum < 0 ? ways[way](c, from) : NULL;
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
static void close_sector(closer *c)
{
    enum { MOST_PLACES = 64 };
    tlb_roo *room = c->edit->room;
    uint32_t walls = room->editorWalls.count;
    if (c->count > MOST_PLACES || (uint32_t)c->sector >= room->sectors.count)
        return;
    c->sidedef = sidedef_around(c);
    c->changed.count = 0;
    while (!is_closed(c) && close_one(c))
        ;
    if (is_closed(c))
        return;
    room->editorWalls.count = walls;
    undo(c);
}

/* Tries all sectors that are open; *open is how many there were. */
static bool close_once(const roo_edit *edit, uint32_t *open)
{
    closer c = {.edit = edit};
    roo_open_end *ends;
    uint32_t count;
    *open = 0;
    if (!tlb_roo_open_ends(&edit->document->arena, edit->room, &ends, &count) || !list_free_sides(&c))
        return false;
    roo_open_end *own = tlb_alloc_array(&edit->document->arena, count, sizeof *own);
    if (!own)
        return false;
    memcpy(own, ends, count * sizeof *own);
    c.all = ends;
    c.all_count = count;
    for (uint32_t i = 0; i < count; i += c.count) {
        c.ends = own + i;
        c.sector = (int16_t)ends[i].sector;
        for (c.count = 1; i + c.count < count && ends[i + c.count].sector == c.sector;)
            c.count++;
        close_sector(&c);
        ++*open;
    }
    return true;
}

/* One may be closed by what another lost: as long as there are fewer. */
static tlb_status close_all(const roo_edit *edit, uint32_t *closed, uint32_t *open)
{
    uint32_t first = UINT32_MAX, last = UINT32_MAX, now = UINT32_MAX;
    do {
        last = now;
        if (!close_once(edit, &now))
            return tlb_report_memory(edit->document->context, &edit->document->arena);
        first = first == UINT32_MAX ? now : first;
    } while (now && now < last);
    if (closed)
        *closed = now < first ? first - now : 0;
    if (open)
        *open = now;
    return TLB_OK;
}

tlb_status tlb_roo_close_sectors(tlb_document *document, uint32_t *closed, uint32_t *open)
{
    TLB_REQUIRE(NULL, document);
    roo_edit edit;
    tlb_status status = tlb_roo_edit_begin(document, &edit);
    return status ? status : tlb_roo_edit_end(&edit, close_all(&edit, closed, open));
}

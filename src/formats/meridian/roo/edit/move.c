/* Sectors moved, scaled, sloped. */
#include "formats/meridian/roo/edit/edit.h"

#include "base/argument.h"
#include "trilobite/formats/roo_build.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- moving and scaling ------------------------------------------------------------------------------- */

/* Seen from above by a factor about a point, then by so much, up too. */
typedef struct transform {
    double factor, about[2];
    const int32_t *by;
} transform;

typedef struct corner {
    int16_t x, y;
} corner;

typedef struct mover {
    const roo_edit *edit;
    transform t;
    uint8_t *chosen; /* by sector; NULL: all */
    corner *corners; /* of the chosen sectors, in order */
    uint32_t corner_count;
} mover;

static int compare_corners(const void *left, const void *right)
{
    const corner *a = left, *b = right;
    return a->x != b->x ? a->x - b->x : a->y - b->y;
}

static double moved(const mover *m, int axis, double value)
{
    return round(m->t.about[axis] + (value - m->t.about[axis]) * m->t.factor + m->t.by[axis]);
}

static bool is_chosen(const mover *m, int64_t sector)
{
    return !m->chosen || (sector >= 0 && sector < m->edit->room->sectors.count && m->chosen[sector]);
}

static bool list_corners(mover *m, const uint32_t *sectors, uint32_t count)
{
    const tlb_roo *room = m->edit->room;
    tlb_arena *arena = &m->edit->document->arena;
    if (!sectors)
        return true;
    m->chosen = tlb_zalloc_array(arena, room->sectors.count, 1);
    m->corners = tlb_alloc_array(arena, room->editorWalls.count, 2 * sizeof *m->corners);
    if (!m->chosen || !m->corners)
        return false;
    for (uint32_t i = 0; i < count; i++)
        m->chosen[sectors[i]] = 1;
    for (uint32_t i = 0; i < room->editorWalls.count; i++) {
        const tlb_roo_editor_wall *w = &room->editorWalls.data[i];
        if (!is_chosen(m, w->positiveSector) && !is_chosen(m, w->negativeSector))
            continue;
        m->corners[m->corner_count++] = (corner){w->x0, w->y0};
        m->corners[m->corner_count++] = (corner){w->x1, w->y1};
    }
    qsort(m->corners, m->corner_count, sizeof *m->corners, compare_corners);
    return true;
}

static bool moves(const mover *m, const corner *c)
{
    return !m->chosen || bsearch(c, m->corners, m->corner_count, sizeof *c, compare_corners);
}

/* The rounded place of a corner that moves. With all of the room the box moves, too. */
static tlb_status move_corner(const mover *m, const tlb_roo_box *box, const char *path, corner *c)
{
    if (!moves(m, c))
        return TLB_OK;
    double x = moved(m, 0, c->x), y = moved(m, 1, c->y);
    if (!(fabs(x) <= INT16_MAX && fabs(y) <= INT16_MAX))
        return tlb_roo_edit_refuse(m->edit, path, "(%.0f, %.0f) is no place in a room", x, y);
    if (m->chosen && (x < box->left || x > box->right || y < box->bottom || y > box->top))
        return tlb_roo_edit_refuse(m->edit, path,
                                   "(%.0f, %.0f) is outside of the room's box, (%d, %d) to (%d, %d); move "
                                   "things[0] and things[1], its corners, first",
                                   x, y, box->left, box->bottom, box->right, box->top);
    *c = (corner){(int16_t)x, (int16_t)y};
    return TLB_OK;
}

static tlb_status move_walls(const mover *m)
{
    tlb_roo *room = m->edit->room;
    tlb_roo_box box = tlb_roo_box_of(room);
    tlb_status status = TLB_OK;
    for (uint32_t i = 0; !status && i < room->editorWalls.count; i++) {
        tlb_roo_editor_wall *w = &room->editorWalls.data[i];
        corner start = {w->x0, w->y0}, end = {w->x1, w->y1};
        bool had_length = compare_corners(&start, &end) != 0;
        char path[32];
        snprintf(path, sizeof path, "editorWalls[%u]", i);
        status = move_corner(m, &box, path, &start);
        if (!status)
            status = move_corner(m, &box, path, &end);
        if (!status && had_length && compare_corners(&start, &end) == 0)
            status =
                tlb_roo_edit_refuse(m->edit, path, "it would have no length, at (%d, %d)", start.x, start.y);
        tlb_roo_edit_set_start(w, start.x, start.y);
        tlb_roo_edit_set_end(w, end.x, end.y);
    }
    return status;
}

static bool raise(uint16_t *height, int32_t by)
{
    int64_t raised = (int64_t)*height + by;
    *height = (uint16_t)raised;
    return raised >= 0 && raised <= UINT16_MAX;
}

static bool move_slope(const mover *m, tlb_roo_slope *slope)
{
    bool fits = true;
    for (int i = 0; i < 3; i++) {
        tlb_roo_slope_vertex *v = &slope->vertices[i];
        double x = moved(m, 0, v->x), y = moved(m, 1, v->y), z = (double)v->z + m->t.by[2];
        fits &= fabs(x) <= INT16_MAX && fabs(y) <= INT16_MAX && fabs(z) <= INT16_MAX;
        if (fits)
            *v = (tlb_roo_slope_vertex){(int16_t)x, (int16_t)y, (int16_t)z};
    }
    return fits;
}

static tlb_status move_floors(const mover *m)
{
    tlb_roo *room = m->edit->room;
    for (uint32_t i = 0; i < room->sectors.count; i++) {
        tlb_roo_sector *s = &room->sectors.data[i];
        if (!is_chosen(m, i))
            continue;
        bool fits = raise(&s->floorHeight, m->t.by[2]) && raise(&s->ceilingHeight, m->t.by[2]);
        if (fits && s->flags & TLB_ROO_SECTOR_SLOPED_FLOOR)
            fits = move_slope(m, &s->floorSlope);
        if (fits && s->flags & TLB_ROO_SECTOR_SLOPED_CEILING)
            fits = move_slope(m, &s->ceilingSlope);
        char path[32];
        snprintf(path, sizeof path, "sectors[%u]", i);
        if (!fits)
            return tlb_roo_edit_refuse(m->edit, path, "its heights or slopes have no place there");
    }
    return TLB_OK;
}

/* The corners of the box are things. */
static tlb_status move_things(const mover *m)
{
    tlb_roo *room = m->edit->room;
    for (uint32_t i = 0; !m->chosen && i < room->things.count; i++) {
        tlb_roo_thing *thing = &room->things.data[i];
        double x = moved(m, 0, thing->x), y = moved(m, 1, thing->y);
        char path[32];
        snprintf(path, sizeof path, "things[%u]", i);
        if (!(fabs(x) <= INT32_MAX && fabs(y) <= INT32_MAX))
            return tlb_roo_edit_refuse(m->edit, path, "(%.0f, %.0f) is no place in a room", x, y);
        thing->x = (int32_t)x;
        thing->y = (int32_t)y;
    }
    return TLB_OK;
}

static tlb_status move_all(const roo_edit *edit, const uint32_t *sectors, uint32_t count, const transform *t)
{
    mover m = {.edit = edit, .t = *t};
    tlb_status status = tlb_roo_edit_has_sectors(edit, sectors, count);
    if (status)
        return status;
    if (!list_corners(&m, sectors, count))
        return tlb_report_memory(edit->document->context, &edit->document->arena);
    status = move_walls(&m);
    if (!status)
        status = move_floors(&m);
    return status ? status : move_things(&m);
}

static tlb_status transform_sectors(tlb_document *document, const uint32_t *sectors, uint32_t count,
                                    const transform *t)
{
    roo_edit edit;
    tlb_status status = tlb_roo_edit_begin(document, &edit);
    return status ? status : tlb_roo_edit_end(&edit, move_all(&edit, sectors, count, t));
}

tlb_status tlb_roo_move_sectors(tlb_document *document, const uint32_t *sectors, uint32_t count,
                                const int32_t by[3])
{
    TLB_REQUIRE(NULL, document);
    TLB_REQUIRE(document->context, by);
    return transform_sectors(document, sectors, count, &(transform){.factor = 1, .by = by});
}

tlb_status tlb_roo_scale_sectors(tlb_document *document, const uint32_t *sectors, uint32_t count,
                                 double factor, const double about[2])
{
    static const int32_t nowhere[3];
    TLB_REQUIRE(NULL, document);
    TLB_REQUIRE(document->context, about);
    TLB_EXPECT(document->context, isfinite(factor) && factor > 0, factor, "must be a number above 0");
    TLB_EXPECT(document->context, isfinite(about[0]) && isfinite(about[1]), about, "must be finite");
    return transform_sectors(document, sectors, count, &(transform){factor, {about[0], about[1]}, nowhere});
}

/* --- slopes ------------------------------------------------------------------------------------------- */

static tlb_status set_slope(const roo_edit *edit, uint32_t index, bool ceiling, const tlb_roo_slope *slope)
{
    tlb_status status = tlb_roo_edit_has_sectors(edit, &index, 1);
    if (status)
        return status;
    tlb_roo_sector *sector = &edit->room->sectors.data[index];
    uint32_t flag = ceiling ? TLB_ROO_SECTOR_SLOPED_CEILING : TLB_ROO_SECTOR_SLOPED_FLOOR;
    tlb_roo_slope *sloped = ceiling ? &sector->ceilingSlope : &sector->floorSlope;
    tlb_roo_box box = tlb_roo_box_of(edit->room);
    if (!slope) {
        sector->flags &= ~flag;
        memset(sloped, 0, sizeof *sloped);
        return TLB_OK;
    }
    sector->flags |= flag;
    memcpy(sloped->vertices, slope->vertices, sizeof sloped->vertices);
    char path[48];
    snprintf(path, sizeof path, "sectors[%u].%sSlope", index, ceiling ? "ceiling" : "floor");
    bool made = tlb_roo_make_slope(&box, ceiling, !tlb_roo_is_float(edit->room), sloped);
    if (!made || sloped->plane[2] == 0)
        return tlb_roo_edit_refuse(edit, path, "the three points are on a line, seen from above");
    return TLB_OK;
}

tlb_status tlb_roo_slope_sector(tlb_document *document, uint32_t sector, bool ceiling,
                                const tlb_roo_slope *slope)
{
    TLB_REQUIRE(NULL, document);
    roo_edit edit;
    tlb_status status = tlb_roo_edit_begin(document, &edit);
    return status ? status : tlb_roo_edit_end(&edit, set_slope(&edit, sector, ceiling, slope));
}

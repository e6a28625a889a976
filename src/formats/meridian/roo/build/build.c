/* Rebuilding a room from the editor's walls: sidedefs, slopes, and the order of the steps. */
#include "formats/meridian/roo/build/build.h"
#include "base/argument.h"

#include "formats/meridian/roo/roo.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* --- sidedefs ----------------------------------------------------------------------------------------- */

/* Sidedefs by content: open addressing over a power of two of places. */
typedef struct pool {
    TLB_LIST(tlb_roo_sidedef) list;
    uint32_t *places, mask; /* numbers, from 1; 0: free */
} pool;

enum { MOST_SIDEDEFS = UINT16_MAX, MAP_FLAGS = TLB_ROO_WALL_MAP_NEVER | TLB_ROO_WALL_MAP_ALWAYS };

static bool equal(const tlb_roo_sidedef *a, const tlb_roo_sidedef *b)
{
    return a->id == b->id && a->aboveBitmap == b->aboveBitmap && a->belowBitmap == b->belowBitmap &&
           a->normalBitmap == b->normalBitmap && a->flags == b->flags &&
           a->animationSpeed == b->animationSpeed;
}

static uint32_t hash(const tlb_roo_sidedef *s)
{
    const uint32_t words[] = {s->id,           s->aboveBitmap, s->belowBitmap,
                              s->normalBitmap, s->flags,       s->animationSpeed};
    uint32_t h = 2166136261u;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        h = (h ^ words[i]) * 16777619u;
    return h ^ h >> 15;
}

/* Its number; 0 without memory. */
static uint32_t number_of(tlb_arena *arena, pool *p, const tlb_roo_sidedef *sidedef)
{
    uint32_t at = hash(sidedef) & p->mask;
    while (p->places[at] && !equal(&p->list.data[p->places[at] - 1], sidedef))
        at = (at + 1) & p->mask;
    if (!p->places[at]) {
        tlb_roo_sidedef *made = TLB_PUSH(arena, &p->list);
        if (!made)
            return 0;
        *made = *sidedef;
        p->places[at] = p->list.count;
    }
    return p->places[at];
}

static const tlb_roo_sidedef *sidedef_of(const tlb_roo *room, uint16_t number)
{
    return number ? &room->sidedefs.data[number - 1] : NULL;
}

/* What one side says of the map counts for both. */
static bool renumber(const roo_building *b, pool *p, tlb_roo_editor_wall *wall)
{
    uint16_t *numbers[] = {&wall->positiveSidedef, &wall->negativeSidedef};
    const tlb_roo_sidedef *sides[] = {sidedef_of(b->room, *numbers[0]), sidedef_of(b->room, *numbers[1])};
    uint32_t map = ((sides[0] ? sides[0]->flags : 0) | (sides[1] ? sides[1]->flags : 0)) & MAP_FLAGS;
    for (int i = 0; i < 2; i++) {
        *numbers[i] = 0;
        if (!sides[i])
            continue;
        tlb_roo_sidedef sidedef = *sides[i];
        sidedef.flags |= map;
        uint32_t number = number_of(b->arena, p, &sidedef);
        if (!number)
            return false;
        *numbers[i] = (uint16_t)number;
    }
    return true;
}

static bool make_pool(tlb_arena *arena, uint32_t most, pool *p)
{
    uint32_t size = 16;
    while (size < 2 * most)
        size *= 2;
    p->mask = size - 1;
    p->places = tlb_zalloc_array(arena, size, sizeof *p->places);
    return p->places != NULL;
}

/* Sidedefs in the order of their first use, equal ones once; editor walls refer to them. */
static tlb_status merge_sidedefs(const roo_building *b)
{
    tlb_roo *room = b->room;
    uint32_t count = room->editorWalls.count;
    tlb_roo_editor_wall *walls = tlb_alloc_array(b->arena, count, sizeof *walls);
    pool p = {0};
    if (!walls || !make_pool(b->arena, 2 * count, &p))
        return tlb_report_memory(b->context, b->arena);
    for (uint32_t i = 0; i < count; i++) {
        walls[i] = room->editorWalls.data[i];
        if (!renumber(b, &p, &walls[i]))
            return tlb_report_memory(b->context, b->arena);
    }
    if (p.list.count > MOST_SIDEDEFS) {
        tlb_report(b->context, TLB_CODE_ROO_REBUILD_LIMIT, TLB_NO_OFFSET, "sidedefs",
                   "the walls have too many different sides: %u", p.list.count);
        return TLB_LIMIT;
    }
    room->editorWalls.data = walls;
    room->sidedefs.data = p.list.data;
    room->sidedefs.count = p.list.count;
    room->sidedefsMissing = room->editorWallsMissing = 0;
    return TLB_OK;
}

/* --- slopes ------------------------------------------------------------------------------------------- */

bool tlb_roo_make_slope(const tlb_roo_box *box, bool ceiling, bool whole, tlb_roo_slope *slope)
{
    if (!box || !slope)
        return false;
    double p[3][3], u[3], v[3];
    for (int i = 0; i < 3; i++) {
        const tlb_roo_slope_vertex *vertex = &slope->vertices[i];
        roo_to_client(box, vertex->x, vertex->y, p[i]);
        p[i][2] = (double)vertex->z * TLB_ROO_EDITOR_UNIT;
    }
    for (int axis = 0; axis < 3; axis++) {
        u[axis] = p[1][axis] - p[0][axis];
        v[axis] = p[2][axis] - p[0][axis];
    }
    double plane[4] = {u[2] * v[1] - u[1] * v[2], u[0] * v[2] - u[2] * v[0], u[1] * v[0] - u[0] * v[1], 0};
    double length = sqrt(plane[0] * plane[0] + plane[1] * plane[1] + plane[2] * plane[2]);
    if (!(length > 0))
        return false;
    for (int axis = 0; axis < 3; axis++)
        plane[axis] = plane[axis] * TLB_ROO_SQUARE / length;
    for (int axis = 0; axis < 3 && whole; axis++)
        plane[axis] = trunc(plane[axis]);
    plane[3] = -(plane[0] * p[0][0] + plane[1] * p[0][1] + plane[2] * p[0][2]);
    bool flip = ceiling ? plane[2] > 0 : plane[2] < 0;
    for (int k = 0; k < 4; k++) {
        double value = flip ? -plane[k] : plane[k];
        slope->plane[k] = whole ? value + 0.0 : (float)value; /* integers have no -0 */
    }
    slope->textureOrigin[0] = p[0][0];
    slope->textureOrigin[1] = p[0][1];
    return true;
}

/* Builders of floats did not agree on the last digits: a plane that differs in no others stays as it is. */
static bool is_same_plane(const double a[4], const double b[4])
{
    static const double last_digits[] = {0.001, 0.001, 0.001, 8};
    for (int k = 0; k < 4; k++)
        if (!(fabs(a[k] - b[k]) <= last_digits[k]))
            return false;
    return true;
}

static void remake(const tlb_roo_box *box, bool ceiling, bool whole, tlb_roo_slope *slope)
{
    tlb_roo_slope made = *slope;
    if (!tlb_roo_make_slope(box, ceiling, whole, &made))
        return;
    if (!whole && is_same_plane(made.plane, slope->plane))
        memcpy(made.plane, slope->plane, sizeof made.plane);
    *slope = made;
}

static tlb_status make_slopes(const roo_building *b)
{
    tlb_roo *room = b->room;
    tlb_roo_sector *sectors = tlb_alloc_array(b->arena, room->sectors.count, sizeof *sectors);
    tlb_roo_box box = tlb_roo_box_of(room);
    bool whole = !tlb_roo_is_float(room);
    if (!sectors)
        return tlb_report_memory(b->context, b->arena);
    for (uint32_t i = 0; i < room->sectors.count; i++) {
        sectors[i] = room->sectors.data[i];
        if (sectors[i].flags & TLB_ROO_SECTOR_SLOPED_FLOOR)
            remake(&box, false, whole, &sectors[i].floorSlope);
        if (sectors[i].flags & TLB_ROO_SECTOR_SLOPED_CEILING)
            remake(&box, true, whole, &sectors[i].ceilingSlope);
    }
    room->sectors.data = sectors;
    return TLB_OK;
}

/* --- the steps ---------------------------------------------------------------------------------------- */

static void set_size(tlb_roo *room)
{
    tlb_roo_box box = tlb_roo_box_of(room);
    room->width = roo_wrap(((int64_t)box.right - box.left) * TLB_ROO_EDITOR_UNIT);
    room->height = roo_wrap(((int64_t)box.top - box.bottom) * TLB_ROO_EDITOR_UNIT);
}

/* Whether leaves outside are to be in the tree. No builder of floats kept them. */
static tlb_status decide(const roo_building *b, tlb_roo_outside outside, bool *keep)
{
    *keep = outside == TLB_ROO_OUTSIDE_KEEP;
    if (outside != TLB_ROO_OUTSIDE_AS_IT_WAS || tlb_roo_is_float(b->room))
        return TLB_OK;
    const uint8_t *marks = tlb_roo_find_outside(b->arena, b->room);
    if (!marks)
        return tlb_report_memory(b->context, b->arena);
    for (uint32_t i = 0; i < b->room->nodes.count; i++)
        *keep |= marks[i];
    return TLB_OK;
}

static bool misses(const roo_building *b, uint32_t wall, const char *field, int64_t number, const char *list,
                   uint32_t count)
{
    char path[64];
    snprintf(path, sizeof path, "editorWalls[%u].%s", wall, field);
    tlb_report(b->context, TLB_CODE_ROO_WALL_REFERENCE, TLB_NO_OFFSET, path,
               "index %lld out of range; number of %s: %u; the room cannot be rebuilt from its walls",
               (long long)number, list, count);
    return true;
}

/* Whether a side of a wall names a sidedef that is not there, or, having one, such a sector. */
static bool side_misses(const roo_building *b, uint32_t wall, const char *const *fields, uint16_t sidedef,
                        int16_t sector)
{
    const tlb_roo *x = b->room;
    return sidedef > x->sidedefs.count ? misses(b, wall, fields[0], sidedef, "sidedefs", x->sidedefs.count)
           : sidedef && (sector < -1 || sector >= (int64_t)x->sectors.count)
               ? misses(b, wall, fields[1], sector, "sectors", x->sectors.count)
               : false;
}

static tlb_status check_references(const roo_building *b)
{
    static const char *const positive[] = {"positiveSidedef", "positiveSector"}, *const negative[] = {
                                                                                     "negativeSidedef",
                                                                                     "negativeSector"};
    bool missing = false;
    for (uint32_t i = 0; i < b->room->editorWalls.count; i++) {
        const tlb_roo_editor_wall *w = &b->room->editorWalls.data[i];
        missing |= side_misses(b, i, positive, w->positiveSidedef, w->positiveSector);
        missing |= side_misses(b, i, negative, w->negativeSidedef, w->negativeSector);
    }
    return missing ? TLB_INVALID : TLB_OK;
}

void tlb_roo_report_lost(const roo_building *b, tlb_code code, uint32_t lost)
{
    bool wraps = !tlb_roo_is_float(b->room);
    tlb_report_remedy(b->context, code, TLB_NO_OFFSET, "clientWalls",
                      (tlb_remedy){wraps ? "roo-version" : NULL, wraps ? "13m" : NULL},
                      "number of walls that the tree has lost: %u%s", lost,
                      wraps ? "; lines that cross are too long for the integers of this version" : "");
}

/* A room that an early builder made stays as that made it, as long as its walls do. */
static tlb_status make_tree(const roo_building *b, bool keep_outside)
{
    roo_arithmetic found;
    uint32_t lost = 0;
    roo_building counted = *b;
    if (!b->lost)
        counted.lost = &lost;
    tlb_status status = tlb_roo_make_tree_as_built(&counted, keep_outside, &found);
    if (!status && lost)
        tlb_roo_report_lost(b, TLB_CODE_ROO_WALLS_LOST, lost);
    if (!status && found != ROO_INTEGER)
        tlb_report(b->context, TLB_CODE_ROO_BUILDER, TLB_NO_OFFSET, "nodes",
                   "rebuilt as the builder of this room did:%s%s",
                   found == ROO_REAL_EXACT ? "" : " walls that are turned around keep their y offsets;",
                   found == ROO_REAL_KEEPS_Y ? "" : " corners are on a line only exactly;");
    return status;
}

tlb_status tlb_roo_build(const roo_building *b, tlb_roo_outside outside)
{
    tlb_roo was = *b->room;
    bool keep;
    if (was.clientWalls.count && !was.editorWalls.count) {
        tlb_report(b->context, TLB_CODE_NOT_SUPPORTED, TLB_NO_OFFSET, "editorWalls",
                   "the room cannot be rebuilt: it has no editor walls; number of client walls: %u",
                   was.clientWalls.count);
        return TLB_UNSUPPORTED;
    }
    tlb_status status = check_references(b);
    if (!status)
        status = decide(b, outside, &keep);
    if (status)
        return status;
    set_size(b->room);
    status = merge_sidedefs(b);
    if (!status)
        status = make_tree(b, keep);
    if (!status)
        status = make_slopes(b);
    if (!status && was.server.present)
        status = tlb_roo_build_grids(b);
    if (status) {
        *b->room = was;
        return status;
    }
    if (tlb_roo_is_float(b->room))
        tlb_roo_round_tree(b->room);
    b->room->security = tlb_roo_security(b->room);
    return TLB_OK;
}

tlb_status tlb_roo_rebuild_if_wanted(const roo_building *b, const tlb_roo_write_options *options)
{
    return options->rebuild ? tlb_roo_build(b, options->outside) : TLB_OK;
}

/* --- the public calls --------------------------------------------------------------------------------- */

static tlb_status enter(tlb_document *document, roo_building *b)
{
    *b = (roo_building){
        .context = document->context, .arena = &document->arena, .room = tlb_document_roo(document)};
    if (b->room)
        return TLB_OK;
    tlb_report(document->context, TLB_CODE_NOT_SUPPORTED, TLB_NO_OFFSET, NULL, "expected a room, found %s",
               document->format->info.title);
    return TLB_ARGUMENT;
}

tlb_status tlb_roo_rebuild(tlb_document *document, tlb_roo_outside outside)
{
    TLB_REQUIRE(NULL, document);
    TLB_EXPECT(document->context, (unsigned)outside <= TLB_ROO_OUTSIDE_KEEP, outside,
               "must be a tlb_roo_outside");
    roo_building b;
    tlb_status status = enter(document, &b);
    return status ? status : tlb_roo_build(&b, outside);
}

tlb_status tlb_roo_make_grids(tlb_document *document)
{
    TLB_REQUIRE(NULL, document);
    roo_building b;
    tlb_status status = enter(document, &b);
    return status ? status : tlb_roo_build_grids(&b);
}

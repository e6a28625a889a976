/* The room of a map, built as roomedit builds it when it saves. */
#include "formats/meridian/udmf/room.h"

#include "base/text.h"
#include "formats/meridian/roo/build/build.h"
#include "formats/meridian/roo/roo.h"

#include <stdio.h>

typedef struct reader {
    tlb_context *context;
    tlb_arena *arena;
    const tlb_mission *map;
    tlb_roo *room;
    udmf_room named;
    uint32_t counts[UDMF_KINDS];
    int16_t (*vertices)[2];
    udmf_line *lines;
    udmf_side *sides;
    udmf_sector *sectors;
    int32_t *numbers; /* of sectors in the room; -1: the void */
    bool keeps_planes;
    bool reports_lost;
    tlb_index lost; /* names of blocks, or of fields of those that are read, that rooms do not have */
    tlb_status status;
} reader;

/* The next block of a kind from *at on; NULL: there is none. */
static const tlb_mission_object *next_block(const reader *x, udmf_kind kind, uint32_t *at, udmf_fields *f)
{
    while (*at < x->map->objects.count && tlb_udmf_kind_of(&x->map->objects.data[*at]) != kind)
        ++*at;
    if (*at == x->map->objects.count)
        return NULL;
    *f = (udmf_fields){.context = x->context, .block = &x->map->objects.data[*at]};
    snprintf(f->path, sizeof f->path, "objects[%u].fields", *at);
    ++*at;
    return f->block;
}

static void *list_of(reader *x, udmf_kind kind, size_t size)
{
    void *list = tlb_zalloc_array(x->arena, x->counts[kind], size);
    if (!list && x->counts[kind])
        x->status = tlb_report_memory(x->context, x->arena);
    return list;
}

static void take(reader *x, const udmf_fields *f)
{
    if (!x->status)
        x->status = f->status;
    if (!x->status && x->reports_lost && !tlb_udmf_count_unread(f, x->arena, &x->lost))
        x->status = tlb_report_memory(x->context, x->arena);
}

/* After all blocks were counted, and after the last of a kind was read. */
static void report_lost(reader *x, const char *one, const char *many)
{
    for (uint32_t i = 0; !x->status && i < x->lost.entries.count; i++) {
        const tlb_index_entry *entry = &x->lost.entries.data[i];
        tlb_report(x->context, TLB_CODE_DROPPED, TLB_NO_OFFSET, NULL,
                   "%.60s left out, as a room has no place for it: %d %s", (const char *)entry->key,
                   entry->value, tlb_plural((uint64_t)entry->value, one, many));
    }
    x->lost = (tlb_index){0};
}

static void count_blocks(reader *x)
{
    for (uint32_t i = 0; i < x->map->objects.count; i++) {
        const tlb_mission_object *block = &x->map->objects.data[i];
        udmf_kind kind = tlb_udmf_kind_of(block);
        if (kind < UDMF_KINDS)
            x->counts[kind]++;
        else if (x->reports_lost && !tlb_udmf_count_name(block->className.data, x->arena, &x->lost))
            x->status = tlb_report_memory(x->context, x->arena);
    }
    report_lost(x, "block", "blocks");
}

/* --- blocks ------------------------------------------------------------------------------------------- */

static void read_globals(reader *x, int target)
{
    tlb_mission_object globals = {.className = {"the map", 7}};
    globals.fields.data = x->map->statements.data;
    globals.fields.count = x->map->statements.count;
    udmf_fields f = {.context = x->context, .block = &globals, .path = "statements"};
    tlb_udmf_walk_room(&f, &x->named);
    take(x, &f);
    report_lost(x, "field outside of blocks", "fields outside of blocks");
    tlb_roo *room = x->room;
    uint32_t version = x->named.version;
    if (x->named.builder >= ROO_ARITHMETICS)
        x->named.builder = ROO_INTEGER;
    if (target) {
        room->version = target == TLB_ROO_TO_13M ? 13 : (uint32_t)target;
        room->dialect = target == TLB_ROO_TO_13M ? TLB_ROO_M : TLB_ROO_O;
    } else {
        room->version = version ? version : TLB_ROO_LAST_VERSION;
        room->dialect = x->named.dialect;
    }
    x->keeps_planes = version == room->version && (version != 13 || x->named.dialect == room->dialect);
    room->hasRoomId = true;
    room->roomId = x->named.id;
    room->server.present = room->version < 14 || (room->version == 14 && x->named.has_grids);
}

static void read_vertices(reader *x)
{
    udmf_fields f;
    x->vertices = list_of(x, UDMF_VERTEX, sizeof *x->vertices);
    for (uint32_t i = 0, at = 0; !x->status && next_block(x, UDMF_VERTEX, &at, &f); i++) {
        tlb_udmf_walk_vertex(&f, x->vertices[i]);
        take(x, &f);
    }
    report_lost(x, "vertex", "vertices");
}

static void read_sides(reader *x)
{
    udmf_fields f;
    x->sides = list_of(x, UDMF_SIDEDEF, sizeof *x->sides);
    for (uint32_t i = 0, at = 0; !x->status && next_block(x, UDMF_SIDEDEF, &at, &f); i++) {
        tlb_udmf_walk_side(&f, &x->sides[i]);
        x->sides[i].owner = at;
        take(x, &f);
    }
    report_lost(x, "sidedef", "sidedefs");
}

static void read_lines(reader *x)
{
    udmf_fields f;
    x->lines = list_of(x, UDMF_LINEDEF, sizeof *x->lines);
    for (uint32_t i = 0, at = 0; !x->status && next_block(x, UDMF_LINEDEF, &at, &f); i++) {
        tlb_udmf_walk_line(&f, &x->lines[i]);
        x->lines[i].owner = at;
        take(x, &f);
    }
    report_lost(x, "linedef", "linedefs");
}

static void read_sectors(reader *x)
{
    udmf_fields f;
    x->sectors = list_of(x, UDMF_SECTOR, sizeof *x->sectors);
    x->numbers = list_of(x, UDMF_SECTOR, sizeof *x->numbers);
    x->room->sectors.data = list_of(x, UDMF_SECTOR, sizeof *x->room->sectors.data);
    for (uint32_t i = 0, at = 0; !x->status && next_block(x, UDMF_SECTOR, &at, &f); i++) {
        udmf_sector *s = &x->sectors[i];
        tlb_udmf_walk_sector(&f, NULL, s);
        take(x, &f);
        x->numbers[i] = s->is_void ? -1 : (int32_t)x->room->sectors.count;
        if (!s->is_void)
            x->room->sectors.data[x->room->sectors.count++] = s->sector;
    }
    report_lost(x, "sector", "sectors");
}

/* Things that are neither a corner of the box nor one of a room's own are an editor's. */
static void read_things(reader *x)
{
    udmf_fields f;
    uint32_t others = 0;
    x->room->things.data = list_of(x, UDMF_THING, sizeof *x->room->things.data);
    for (uint32_t at = 0; !x->status && next_block(x, UDMF_THING, &at, &f);) {
        tlb_roo_thing *thing = &x->room->things.data[x->room->things.count];
        char *text = tlb_alloc_array(x->arena, UDMF_COMMENT, 2);
        int32_t type = 0;
        if (!text) {
            x->status = tlb_report_memory(x->context, x->arena);
            return;
        }
        tlb_udmf_integer(&f, "type", TLB_I32, &type, UDMF_REQUIRED);
        if (type != 1 && type != 2) {
            others++;
            continue;
        }
        tlb_udmf_walk_thing(&f, true, thing, text);
        take(x, &f);
        x->room->things.count++;
    }
    report_lost(x, "thing", "things");
    if (others && !x->status && x->reports_lost)
        tlb_report(x->context, TLB_CODE_DROPPED, TLB_NO_OFFSET, NULL,
                   "%u %s of types other than 1 and 2 left out: a room has no place for objects of a game",
                   others, tlb_plural(others, "thing", "things"));
}

/* --- walls -------------------------------------------------------------------------------------------- */

/* `owner` is the block that refers, from 1. */
static bool refers(reader *x, uint32_t owner, const char *field, int32_t number, uint32_t count)
{
    char path[48];
    if (number >= 0 && (uint32_t)number < count)
        return true;
    snprintf(path, sizeof path, "objects[%u]", owner - 1);
    tlb_report(x->context, TLB_CODE_UDMF_REFERENCE, TLB_NO_OFFSET, path,
               "%s %d out of range; number of them: %u", field, number, count);
    x->status = TLB_INVALID;
    return false;
}

/* A side as a sidedef of its own; building makes one of equal ones. 0: it is absent. */
static uint16_t add_side(reader *x, int32_t number, int16_t *sector, int16_t *x_offset, int16_t *y_offset)
{
    const udmf_side *side = &x->sides[number];
    *sector = -1;
    if (side->is_absent || !refers(x, side->owner, "sector", side->sector, x->counts[UDMF_SECTOR]))
        return 0;
    *sector = (int16_t)x->numbers[side->sector];
    *x_offset = side->x_offset;
    *y_offset = side->y_offset;
    x->room->sidedefs.data[x->room->sidedefs.count++] = side->sidedef;
    return (uint16_t)x->room->sidedefs.count;
}

/* Of a wall that goes from start to stop. */
static tlb_roo_editor_wall make_wall(const udmf_line *line, const int16_t start[2], const int16_t stop[2])
{
    const int16_t lower[4] = {start[0], start[1], stop[0], stop[1]};
    uint16_t upper[4];
    for (int i = 0; i < 4; i++)
        upper[i] = line->has_upper && line->upper[i] >= 0 && line->upper[i] <= UINT16_MAX
                       ? (uint16_t)line->upper[i]
                       : udmf_sign(lower[i]);
    return (tlb_roo_editor_wall){.positiveSector = -1,
                                 .negativeSector = -1,
                                 .x0 = lower[0],
                                 .y0 = lower[1],
                                 .x1 = lower[2],
                                 .y1 = lower[3],
                                 .x0Upper = upper[0],
                                 .y0Upper = upper[1],
                                 .x1Upper = upper[2],
                                 .y1Upper = upper[3]};
}

static void add_wall(reader *x, uint32_t i)
{
    const udmf_line *line = &x->lines[i];
    tlb_roo_editor_wall *w = &x->room->editorWalls.data[i];
    uint32_t vertices = x->counts[UDMF_VERTEX], sides = x->counts[UDMF_SIDEDEF];
    if (!refers(x, line->owner, "v1", line->v1, vertices) ||
        !refers(x, line->owner, "v2", line->v2, vertices) ||
        !refers(x, line->owner, "sidefront", line->front, sides) ||
        (line->back != -1 && !refers(x, line->owner, "sideback", line->back, sides)))
        return;
    const int16_t *start = x->vertices[line->is_flipped ? line->v2 : line->v1];
    const int16_t *stop = x->vertices[line->is_flipped ? line->v1 : line->v2];
    int32_t positive = line->is_flipped ? line->back : line->front;
    int32_t negative = line->is_flipped ? line->front : line->back;
    *w = make_wall(line, start, stop);
    if (positive >= 0)
        w->positiveSidedef =
            add_side(x, positive, &w->positiveSector, &w->positiveXOffset, &w->positiveYOffset);
    if (negative >= 0)
        w->negativeSidedef =
            add_side(x, negative, &w->negativeSector, &w->negativeXOffset, &w->negativeYOffset);
}

/* Numbers of sidedefs and sectors have 16 bits; there may be twice as many sidedefs as walls before equal
 * ones become one. */
static bool fits(reader *x)
{
    enum { MOST = INT16_MAX };
    if (x->counts[UDMF_LINEDEF] > MOST || x->counts[UDMF_SECTOR] > MOST) {
        tlb_report(x->context, TLB_CODE_ROO_REBUILD_LIMIT, TLB_NO_OFFSET, NULL,
                   "linedefs: %u, sectors: %u; a room has at most %d of each", x->counts[UDMF_LINEDEF],
                   x->counts[UDMF_SECTOR], (int)MOST);
        x->status = TLB_LIMIT;
    }
    return !x->status;
}

static void add_walls(reader *x)
{
    tlb_roo *room = x->room;
    room->editorWalls.data = list_of(x, UDMF_LINEDEF, sizeof *room->editorWalls.data);
    room->sidedefs.data =
        tlb_zalloc_array(x->arena, x->counts[UDMF_LINEDEF], 2 * sizeof *room->sidedefs.data);
    room->editorWalls.count = x->counts[UDMF_LINEDEF];
    if (!room->sidedefs.data) {
        if (!x->status && x->counts[UDMF_LINEDEF])
            x->status = tlb_report_memory(x->context, x->arena);
        return;
    }
    for (uint32_t i = 0; !x->status && i < x->counts[UDMF_LINEDEF]; i++)
        add_wall(x, i);
}

/* --- slopes ------------------------------------------------------------------------------------------- */

static void make_plane(reader *x, uint32_t index, const tlb_roo_box *box, bool ceiling, tlb_roo_slope *slope)
{
    char path[48];
    if (tlb_roo_make_slope(box, ceiling, !tlb_roo_is_float(x->room), slope))
        return;
    snprintf(path, sizeof path, "sectors[%u]", index);
    tlb_report(x->context, TLB_CODE_ROO_SLOPE_VERTICES, TLB_NO_OFFSET, path,
               "the three points of its sloped %s lie on a line", ceiling ? "ceiling" : "floor");
    x->status = TLB_INVALID;
}

static void make_planes(reader *x)
{
    tlb_roo_box box = tlb_roo_box_of(x->room);
    for (uint32_t i = 0; !x->status && i < x->counts[UDMF_SECTOR]; i++) {
        const udmf_sector *s = &x->sectors[i];
        if (s->is_void)
            continue;
        tlb_roo_sector *sector = &x->room->sectors.data[x->numbers[i]];
        if ((sector->flags & TLB_ROO_SECTOR_SLOPED_FLOOR) && !(s->has_plane[0] && x->keeps_planes))
            make_plane(x, i, &box, false, &sector->floorSlope);
        if ((sector->flags & TLB_ROO_SECTOR_SLOPED_CEILING) && !(s->has_plane[1] && x->keeps_planes))
            make_plane(x, i, &box, true, &sector->ceilingSlope);
    }
}

/* The editor's part of the room. */
static tlb_status read_room(reader *x, int target)
{
    *x->room = (tlb_roo){0};
    count_blocks(x);
    read_globals(x, target);
    read_vertices(x);
    read_sides(x);
    read_lines(x);
    read_sectors(x);
    read_things(x);
    if (!x->status && fits(x))
        add_walls(x);
    if (!x->status)
        make_planes(x);
    return x->status;
}

tlb_status tlb_udmf_try_room(tlb_context *context, tlb_arena *arena, const tlb_mission *map)
{
    tlb_roo room;
    reader x = {.context = context, .arena = arena, .map = map, .room = &room};
    return read_room(&x, 0);
}

tlb_status tlb_udmf_to_room(tlb_context *context, tlb_arena *arena, const tlb_mission *map, int target,
                            tlb_roo *room)
{
    reader x = {.context = context, .arena = arena, .map = map, .room = room, .reports_lost = true};
    tlb_status status = read_room(&x, target);
    if (status)
        return status;
    roo_building b = {.context = context,
                      .arena = arena,
                      .room = room,
                      .arithmetic = (roo_arithmetic)x.named.builder,
                      .slopes = x.named.has_flat_grids ? ROO_SLOPES_NO : ROO_SLOPES_AS_BUILT};
    return tlb_roo_build(&b, x.named.has_outside && !tlb_roo_is_float(room) ? TLB_ROO_OUTSIDE_KEEP
                                                                            : TLB_ROO_OUTSIDE_DROP);
}

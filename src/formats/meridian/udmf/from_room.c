/* The map of a room. Walls are linedefs, in their order, as the tree depends on it; each side of a wall is a
 * sidedef of its own. A side that faces no sector gets one that stands for the void, after the others. */
#include "formats/meridian/udmf/room.h"

#include "formats/meridian/roo/build/build.h"
#include "formats/meridian/roo/roo.h"

typedef struct writer {
    tlb_context *context;
    tlb_arena arena;
    const tlb_roo *room;
    tlb_buffer *out;
    tlb_index vertices; /* by place */
    uint32_t vertex_count, side_count;
    bool needs_void;
} writer;

static udmf_fields begin(const writer *x, udmf_kind kind)
{
    tlb_buffer_text(x->out, tlb_udmf_kinds[kind]);
    tlb_buffer_text(x->out, " {\n");
    return (udmf_fields){.context = x->context, .out = x->out, .indent = "\t"};
}

static void end(const writer *x)
{
    tlb_buffer_text(x->out, "}\n");
}

/* Whether the walls' sidedefs are all there, as building takes for granted. */
static bool can_be_built(const tlb_roo *room)
{
    for (uint32_t i = 0; i < room->editorWalls.count; i++)
        if (room->editorWalls.data[i].positiveSidedef > room->sidedefs.count ||
            room->editorWalls.data[i].negativeSidedef > room->sidedefs.count)
            return false;
    return tlb_roo_is_float(room);
}

/* The early builder that made the room's tree. Rooms that cannot be built have none. */
static uint32_t builder_of(writer *x)
{
    tlb_roo room = *x->room;
    roo_arithmetic found = ROO_INTEGER;
    tlb_report_mark reports = tlb_report_mark_get(x->context);
    roo_building b = {.context = x->context, .arena = &x->arena, .room = &room};
    if (can_be_built(&room) && tlb_roo_make_tree_as_built(&b, false, &found))
        tlb_report_rewind(x->context, &reports);
    return found;
}

static bool write_globals(writer *x)
{
    const tlb_roo *room = x->room;
    const tlb_roo_server *s = &room->server;
    const uint8_t *outside = tlb_roo_find_outside(&x->arena, room);
    if (!outside)
        return false;
    udmf_fields f = {.context = x->context, .out = x->out, .indent = ""};
    udmf_room named = {.version = room->version,
                       .dialect = room->dialect,
                       .id = room->roomId,
                       .has_grids = s->present || room->version > 14,
                       .has_flat_grids = room->version == 14 && s->present && !tlb_roo_grids_slope(room)};
    for (uint32_t i = 0; i < room->nodes.count && !tlb_roo_is_float(room); i++)
        named.has_outside |= outside[i];
    named.builder = builder_of(x);
    tlb_udmf_walk_room(&f, &named);
    return true;
}

/* --- vertices ----------------------------------------------------------------------------------------- */

/* The number of the vertex at a place, -1 without memory. */
static int32_t vertex_at(writer *x, int16_t px, int16_t py, bool is_written)
{
    int16_t *place = tlb_alloc_array(&x->arena, 2, sizeof *place);
    if (!place)
        return -1;
    place[0] = px;
    place[1] = py;
    int32_t *number = tlb_index_find(&x->vertices, &x->arena, place, 2 * sizeof *place);
    if (!number)
        return -1;
    if (*number == TLB_INDEX_NEW) {
        *number = (int32_t)x->vertex_count++;
        if (is_written) {
            udmf_fields f = begin(x, UDMF_VERTEX);
            tlb_udmf_walk_vertex(&f, place);
            end(x);
        }
    }
    return *number;
}

static bool write_vertices(writer *x)
{
    for (uint32_t i = 0; i < x->room->editorWalls.count; i++) {
        const tlb_roo_editor_wall *w = &x->room->editorWalls.data[i];
        if (vertex_at(x, w->x0, w->y0, true) < 0 || vertex_at(x, w->x1, w->y1, true) < 0)
            return false;
    }
    return true;
}

/* --- walls -------------------------------------------------------------------------------------------- */

static const tlb_roo_sidedef *front_of(const writer *x, const tlb_roo_editor_wall *w)
{
    return roo_sidedef(x->room, w->positiveSidedef);
}

static const tlb_roo_sidedef *back_of(const writer *x, const tlb_roo_editor_wall *w)
{
    return roo_sidedef(x->room, w->negativeSidedef);
}

/* The upper halves of coordinates, where they are not their signs'. */
static void take_upper(const tlb_roo_editor_wall *w, udmf_line *line)
{
    const int16_t lower[4] = {w->x0, w->y0, w->x1, w->y1};
    const uint16_t upper[4] = {w->x0Upper, w->y0Upper, w->x1Upper, w->y1Upper};
    for (int i = 0; i < 4; i++) {
        line->upper[i] = upper[i];
        line->has_upper |= upper[i] != udmf_sign(lower[i]);
    }
}

/* Walls without a side get an absent one. */
static bool write_line(writer *x, const tlb_roo_editor_wall *w)
{
    const tlb_roo_sidedef *front = front_of(x, w), *back = back_of(x, w);
    int32_t start = vertex_at(x, w->x0, w->y0, false), stop = vertex_at(x, w->x1, w->y1, false);
    if (start < 0 || stop < 0)
        return false;
    uint32_t flags = (front ? front->flags : 0) | (back ? back->flags : 0);
    bool flipped = !front && back;
    udmf_line line = {
        .v1 = flipped ? stop : start,
        .v2 = flipped ? start : stop,
        .front = (int32_t)x->side_count++,
        .back = front && back ? (int32_t)x->side_count++ : -1,
        .is_flipped = flipped,
        .is_blocking = !(!front || (front->flags & TLB_ROO_WALL_PASSABLE)) ||
                       !(!back || (back->flags & TLB_ROO_WALL_PASSABLE)),
        .is_hidden = flags & TLB_ROO_WALL_MAP_NEVER,
        .is_mapped = flags & TLB_ROO_WALL_MAP_ALWAYS,
    };
    take_upper(w, &line);
    udmf_fields f = begin(x, UDMF_LINEDEF);
    tlb_udmf_walk_line(&f, &line);
    end(x);
    return true;
}

static void write_side(writer *x, const tlb_roo_sidedef *sidedef, int16_t sector, int16_t x_offset,
                       int16_t y_offset)
{
    bool has_sector = sidedef && sector >= 0 && (uint32_t)sector < x->room->sectors.count;
    x->needs_void |= !has_sector;
    udmf_side side = {.sector = has_sector ? sector : (int32_t)x->room->sectors.count, .is_absent = !sidedef};
    if (sidedef) {
        side.sidedef = *sidedef;
        side.x_offset = x_offset;
        side.y_offset = y_offset;
    }
    udmf_fields f = begin(x, UDMF_SIDEDEF);
    tlb_udmf_walk_side(&f, &side);
    end(x);
}

static void write_sides(writer *x, const tlb_roo_editor_wall *w)
{
    const tlb_roo_sidedef *front = front_of(x, w), *back = back_of(x, w);
    if (front || !back)
        write_side(x, front, w->positiveSector, w->positiveXOffset, w->positiveYOffset);
    if (back)
        write_side(x, back, w->negativeSector, w->negativeXOffset, w->negativeYOffset);
}

static bool write_walls(writer *x)
{
    const tlb_roo *room = x->room;
    for (uint32_t i = 0; i < room->editorWalls.count; i++)
        if (!write_line(x, &room->editorWalls.data[i]))
            return false;
    for (uint32_t i = 0; i < room->editorWalls.count; i++)
        write_sides(x, &room->editorWalls.data[i]);
    return true;
}

/* --- sectors, things ---------------------------------------------------------------------------------- */

static void write_sectors(writer *x)
{
    tlb_roo_box box = tlb_roo_box_of(x->room);
    for (uint32_t i = 0; i < x->room->sectors.count; i++) {
        udmf_sector sector = {.sector = x->room->sectors.data[i]};
        udmf_fields f = begin(x, UDMF_SECTOR);
        tlb_udmf_walk_sector(&f, &box, &sector);
        end(x);
    }
    if (!x->needs_void)
        return;
    udmf_sector sector = {.is_void = true};
    udmf_fields f = begin(x, UDMF_SECTOR);
    tlb_udmf_walk_sector(&f, &box, &sector);
    end(x);
}

/* The first two are the corners of the room's box. */
static void write_things(writer *x)
{
    for (uint32_t i = 0; i < x->room->things.count; i++) {
        tlb_roo_thing thing = x->room->things.data[i];
        char text[2 * UDMF_COMMENT];
        udmf_fields f = begin(x, UDMF_THING);
        if (thing.comment.size > UDMF_COMMENT)
            thing.comment.size = UDMF_COMMENT;
        int32_t type = i < 2 ? 1 : 2;
        tlb_udmf_integer(&f, "type", TLB_I32, &type, UDMF_REQUIRED);
        tlb_udmf_walk_thing(&f, x->room->things.count > 2, &thing, text);
        end(x);
    }
}

/* What a map has no place for. */
static void report_lost(const writer *x)
{
    const tlb_roo *room = x->room;
    uint32_t offsets = 0;
    for (uint32_t i = 0; i < room->editorWalls.count; i++) {
        const tlb_roo_editor_wall *w = &room->editorWalls.data[i];
        offsets += !front_of(x, w) && (w->positiveXOffset || w->positiveYOffset);
        offsets += !back_of(x, w) && (w->negativeXOffset || w->negativeYOffset);
    }
    if (offsets)
        tlb_report(x->context, TLB_CODE_DROPPED, TLB_NO_OFFSET, "editorWalls",
                   "texture offsets of sides that are not there left out: %u", offsets);
    if (room->encryption != TLB_ROO_PLAIN)
        tlb_report(x->context, TLB_CODE_DROPPED, TLB_NO_OFFSET, NULL, "maps are not encrypted");
}

tlb_status tlb_udmf_from_room(tlb_context *context, const tlb_roo *room, tlb_buffer *out)
{
    writer x = {.context = context, .room = room, .out = out};
    tlb_arena_init(&x.arena, context->account);
    bool made = write_globals(&x) && write_vertices(&x) && write_walls(&x);
    if (made) {
        write_sectors(&x);
        write_things(&x);
        report_lost(&x);
    }
    tlb_arena_release(&x.arena);
    return made && !out->status ? TLB_OK : tlb_report_failure(context, made ? out->status : x.arena.failure);
}

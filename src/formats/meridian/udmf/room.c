/* Each kind of block of a room's map: its fields in the order that they are written. */
#include "formats/meridian/udmf/room.h"

#include "base/text.h"
#include "formats/meridian/roo/tree.h"

#include <math.h>

void tlb_udmf_walk_room(udmf_fields *f, udmf_room *room)
{
    tlb_text name = {UDMF_NAMESPACE, sizeof UDMF_NAMESPACE - 1};
    tlb_text dialect = {room->dialect == TLB_ROO_M ? "M" : "O", 1};
    tlb_udmf_text(f, "namespace", &name);
    tlb_udmf_integer(f, "user_roo_version", TLB_U32, &room->version, 0);
    if (!f->out || room->version == 13)
        tlb_udmf_text(f, "user_roo_dialect", &dialect);
    room->dialect = dialect.size == 1 && tlb_lower(*dialect.data) == 'm' ? TLB_ROO_M : TLB_ROO_O;
    tlb_udmf_integer(f, "user_room_id", TLB_I32, &room->id, 0);
    tlb_udmf_integer(f, "user_builder", TLB_U32, &room->builder, ROO_INTEGER);
    tlb_udmf_flag(f, "user_grids", &room->has_grids, true);
    tlb_udmf_flag(f, "user_flatgrids", &room->has_flat_grids, false);
    tlb_udmf_flag(f, "user_outside", &room->has_outside, false);
}

void tlb_udmf_walk_vertex(udmf_fields *f, int16_t at[2])
{
    tlb_udmf_coordinate(f, "x", TLB_I16, &at[0]);
    tlb_udmf_coordinate(f, "y", TLB_I16, &at[1]);
}

void tlb_udmf_walk_line(udmf_fields *f, udmf_line *line)
{
    tlb_udmf_integer(f, "v1", TLB_I32, &line->v1, UDMF_REQUIRED);
    tlb_udmf_integer(f, "v2", TLB_I32, &line->v2, UDMF_REQUIRED);
    tlb_udmf_integer(f, "sidefront", TLB_I32, &line->front, UDMF_REQUIRED);
    tlb_udmf_integer(f, "sideback", TLB_I32, &line->back, -1);
    tlb_udmf_flag(f, "user_flipped", &line->is_flipped, false);
    line->has_upper = tlb_udmf_numbers(f, "user_upper", line->upper, 4, line->has_upper);
    if (!f->out)
        return;
    bool is_two_sided = line->back >= 0;
    tlb_udmf_flag(f, "twosided", &is_two_sided, false);
    tlb_udmf_flag(f, "blocking", &line->is_blocking, false);
    tlb_udmf_flag(f, "dontdraw", &line->is_hidden, false);
    tlb_udmf_flag(f, "mapped", &line->is_mapped, false);
}

void tlb_udmf_walk_side(udmf_fields *f, udmf_side *side)
{
    tlb_roo_sidedef *s = &side->sidedef;
    tlb_udmf_integer(f, "sector", TLB_I32, &side->sector, UDMF_REQUIRED);
    tlb_udmf_flag(f, "user_absent", &side->is_absent, false);
    tlb_udmf_integer(f, "offsetx", TLB_I16, &side->x_offset, 0);
    tlb_udmf_integer(f, "offsety", TLB_I16, &side->y_offset, 0);
    tlb_udmf_bitmap(f, "texturetop", &s->aboveBitmap, false);
    tlb_udmf_bitmap(f, "texturemiddle", &s->normalBitmap, false);
    tlb_udmf_bitmap(f, "texturebottom", &s->belowBitmap, false);
    tlb_udmf_integer(f, "user_id", TLB_U16, &s->id, 0);
    static const char *const names[] = {"user_backwards",     "user_transparent",  "user_passable",
                                        "user_mapnever",      "user_mapalways",    "user_nolookthrough",
                                        "user_abovebottomup", "user_belowtopdown", "user_normaltopdown",
                                        "user_novtile"};
    for (int i = 0; i < (int)(sizeof names / sizeof *names); i++)
        tlb_udmf_bits(f, names[i], &s->flags, i, 1);
    tlb_udmf_bits(f, "user_nohtile", &s->flags, 17, 1);
    tlb_udmf_bits(f, "user_scrollspeed", &s->flags, TLB_ROO_WALL_SCROLL_SPEED_SHIFT, 2);
    tlb_udmf_bits(f, "user_scrolldir", &s->flags, TLB_ROO_WALL_SCROLL_DIRECTION_SHIFT, 3);
    tlb_udmf_other_bits(f, &s->flags);
    tlb_udmf_integer(f, "user_animspeed", TLB_U8, &s->animationSpeed, 0);
}

/* --- sectors ------------------------------------------------------------------------------------------ */

static void walk_vertices(udmf_fields *f, const char *name, tlb_roo_sector *s, uint32_t flag,
                          tlb_roo_slope *slope)
{
    int16_t *values[9];
    double numbers[9];
    for (int i = 0; i < 3; i++) {
        values[3 * i] = &slope->vertices[i].x;
        values[3 * i + 1] = &slope->vertices[i].y;
        values[3 * i + 2] = &slope->vertices[i].z;
    }
    for (int i = 0; i < 9; i++)
        numbers[i] = *values[i];
    f->known |= flag;
    if (!tlb_udmf_numbers(f, name, numbers, 9, s->flags & flag))
        return;
    s->flags |= flag;
    for (int i = 0; i < 9; i++)
        *values[i] = (int16_t)fmax(INT16_MIN, fmin(INT16_MAX, floor(numbers[i] + 0.5)));
}

/* The plane as editors have it: in units of the map, y north, above the map's origin. */
static void write_editor_plane(udmf_fields *f, const char *const names[4], const tlb_roo_box *box,
                               const double plane[4])
{
    double a = plane[0], b = plane[1];
    const double values[4] = {a, -b, plane[2], plane[3] / TLB_ROO_EDITOR_UNIT - a * box->left + b * box->top};
    for (int i = 0; i < 4; i++)
        tlb_udmf_number_out(f, names[i], values[i] / TLB_ROO_SQUARE);
}

static void walk_slope(udmf_fields *f, const tlb_roo_box *box, bool ceiling, udmf_sector *sector)
{
    static const char *const planes[2][4] = {
        {"floorplane_a", "floorplane_b", "floorplane_c", "floorplane_d"},
        {"ceilingplane_a", "ceilingplane_b", "ceilingplane_c", "ceilingplane_d"}};
    tlb_roo_sector *s = &sector->sector;
    tlb_roo_slope *slope = ceiling ? &s->ceilingSlope : &s->floorSlope;
    uint32_t flag = ceiling ? TLB_ROO_SECTOR_SLOPED_CEILING : TLB_ROO_SECTOR_SLOPED_FLOOR;
    walk_vertices(f, ceiling ? "user_ceilingslope" : "user_floorslope", s, flag, slope);
    if (!(s->flags & flag))
        return;
    double numbers[6];
    memcpy(numbers, slope->plane, sizeof slope->plane);
    memcpy(numbers + 4, slope->textureOrigin, sizeof slope->textureOrigin);
    tlb_udmf_integer(f, ceiling ? "user_ceilingangle" : "user_floorangle", TLB_I32, &slope->textureAngle, 0);
    sector->has_plane[ceiling] =
        tlb_udmf_numbers(f, ceiling ? "user_ceilingplane" : "user_floorplane", numbers, 6, true);
    if (sector->has_plane[ceiling]) {
        memcpy(slope->plane, numbers, sizeof slope->plane);
        memcpy(slope->textureOrigin, numbers + 4, sizeof slope->textureOrigin);
    }
    if (box)
        write_editor_plane(f, planes[ceiling], box, slope->plane);
}

void tlb_udmf_walk_sector(udmf_fields *f, const tlb_roo_box *box, udmf_sector *sector)
{
    tlb_roo_sector *s = &sector->sector;
    tlb_udmf_flag(f, "user_void", &sector->is_void, false);
    tlb_udmf_integer(f, "heightfloor", TLB_U16, &s->floorHeight, 0);
    tlb_udmf_integer(f, "heightceiling", TLB_U16, &s->ceilingHeight, 0);
    tlb_udmf_bitmap(f, "texturefloor", &s->floorBitmap, true);
    tlb_udmf_bitmap(f, "textureceiling", &s->ceilingBitmap, true);
    tlb_udmf_integer(f, "lightlevel", TLB_U8, &s->light, 160);
    tlb_udmf_integer(f, "id", TLB_U16, &s->id, 0);
    tlb_udmf_integer(f, "user_tx", TLB_U16, &s->textureX, 0);
    tlb_udmf_integer(f, "user_ty", TLB_U16, &s->textureY, 0);
    walk_slope(f, box, false, sector);
    walk_slope(f, box, true, sector);
    tlb_udmf_bits(f, "user_depth", &s->flags, 0, 2);
    tlb_udmf_bits(f, "user_scrollspeed", &s->flags, TLB_ROO_SECTOR_SCROLL_SPEED_SHIFT, 2);
    tlb_udmf_bits(f, "user_scrolldir", &s->flags, TLB_ROO_SECTOR_SCROLL_DIRECTION_SHIFT, 3);
    tlb_udmf_bits(f, "user_scrollfloor", &s->flags, 7, 1);
    tlb_udmf_bits(f, "user_scrollceiling", &s->flags, 8, 1);
    tlb_udmf_bits(f, "user_flicker", &s->flags, 9, 1);
    tlb_udmf_bits(f, "user_nomove", &s->flags, 13, 1);
    tlb_udmf_other_bits(f, &s->flags);
    tlb_udmf_integer(f, "user_speed", TLB_U8, &s->animationSpeed, 0);
}

/* --- things ------------------------------------------------------------------------------------------- */

static void write_hex(tlb_text comment, char *out)
{
    static const char digits[] = "0123456789abcdef";
    for (uint32_t i = 0; i < comment.size; i++) {
        out[2 * i] = digits[(uint8_t)comment.data[i] >> 4];
        out[2 * i + 1] = digits[(uint8_t)comment.data[i] & 15];
    }
}

/* Digits that are none end it. */
static void read_hex(tlb_text digits, char *out, tlb_text *comment)
{
    comment->data = out;
    comment->size = 0;
    for (uint32_t i = 0; i + 1 < digits.size && comment->size < UDMF_COMMENT; i += 2) {
        uint8_t high = tlb_words_hex_digits[(uint8_t)digits.data[i]];
        uint8_t low = tlb_words_hex_digits[(uint8_t)digits.data[i + 1]];
        if (!high || !low)
            return;
        out[comment->size++] = (char)((high - 1) << 4 | (low - 1));
    }
}

void tlb_udmf_walk_thing(udmf_fields *f, bool is_full, tlb_roo_thing *thing, char text[2 * UDMF_COMMENT])
{
    tlb_udmf_coordinate(f, "x", TLB_I32, &thing->x);
    tlb_udmf_coordinate(f, "y", TLB_I32, &thing->y);
    if (f->out && !is_full)
        return;
    tlb_text comment = {text, 2 * thing->comment.size};
    if (f->out)
        write_hex(thing->comment, text);
    tlb_udmf_integer(f, "angle", TLB_I32, &thing->angle, 0);
    tlb_udmf_integer(f, "user_type", TLB_I32, &thing->type, 0);
    tlb_udmf_integer(f, "user_when", TLB_I32, &thing->when, 0);
    tlb_udmf_integer(f, "user_exitx", TLB_I32, &thing->exitX, 0);
    tlb_udmf_integer(f, "user_exity", TLB_I32, &thing->exitY, 0);
    tlb_udmf_integer(f, "user_flags", TLB_I32, &thing->flags, 0);
    if (!f->out || comment.size)
        tlb_udmf_text(f, "user_comment", &comment);
    if (!f->out && comment.data != text)
        read_hex(comment, text, &thing->comment);
}

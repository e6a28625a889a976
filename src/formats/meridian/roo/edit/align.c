/* Textures that go on from wall to wall. */
#include "formats/meridian/roo/edit/edit.h"

#include "base/argument.h"
#include "formats/meridian/roo/shape.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* An end of a side that carries the bitmap. */
typedef struct side_end {
    int16_t x, y;
    uint32_t wall;
    bool positive;
} side_end;

typedef struct aligner {
    const roo_edit *edit;
    tlb_roo_box box;
    uint16_t bitmap;
    side_end *ends[2]; /* the left ends, the right ends, by their places */
    uint32_t count;
    uint8_t *done; /* by wall, a bit for each side */
    uint32_t aligned;
} aligner;

static int compare_ends(const void *left, const void *right)
{
    const side_end *a = left, *b = right;
    if (a->x != b->x)
        return a->x < b->x ? -1 : 1;
    if (a->y != b->y)
        return a->y < b->y ? -1 : 1;
    return a->wall != b->wall ? (a->wall < b->wall ? -1 : 1) : a->positive - b->positive;
}

/* A side as clients draw it, from the editor's wall. False: nothing is drawn. */
static bool shape_of(const aligner *a, const roo_edit_side *side, roo_side *shape)
{
    const tlb_roo_editor_wall *w = side->wall;
    tlb_roo_client_wall wall = {.positiveSidedef = w->positiveSidedef,
                                .negativeSidedef = w->negativeSidedef,
                                .positiveSector = (uint16_t)(w->positiveSector + 1),
                                .negativeSector = (uint16_t)(w->negativeSector + 1)};
    roo_to_client(&a->box, w->x0, w->y0, wall.start);
    roo_to_client(&a->box, w->x1, w->y1, wall.end);
    return tlb_roo_side_of(a->edit->room, &wall, side->positive, shape) == ROO_SIDE;
}

/* The part that has the bitmap: the normal one, if several have. */
static bool find_part(const roo_side *shape, uint16_t bitmap, roo_part *part)
{
    static const roo_part order[] = {ROO_NORMAL, ROO_BELOW, ROO_ABOVE};
    for (int i = 0; i < ROO_PARTS; i++) {
        *part = order[i];
        if (bitmap ? roo_part_bitmap(shape->sidedef, *part) == bitmap
                   : roo_part_bitmap(shape->sidedef, *part))
            return true;
    }
    return false;
}

/* Where a texture without an offset begins, in editor units of height. */
static double anchor_of(const roo_side *shape, roo_part part)
{
    static const roo_texture any = {1, 1, 1};
    return tlb_roo_map_wall(shape, part, &any).anchor / TLB_ROO_EDITOR_UNIT;
}

static bool list_ends(aligner *a)
{
    tlb_arena *arena = &a->edit->document->arena;
    const tlb_roo *room = a->edit->room;
    uint32_t count = room->editorWalls.count;
    for (int i = 0; i < 2; i++)
        a->ends[i] = tlb_alloc_array(arena, count, 2 * sizeof *a->ends[i]);
    a->done = tlb_zalloc_array(arena, count, sizeof *a->done);
    if (!a->ends[0] || !a->ends[1] || !a->done)
        return false;
    for (uint32_t i = 0; i < 2 * count; i++) {
        roo_edit_side side = tlb_roo_edit_side(room, i / 2, i % 2 == 0);
        roo_side shape;
        roo_part part;
        if (!shape_of(a, &side, &shape) || !find_part(&shape, a->bitmap, &part))
            continue;
        a->ends[0][a->count] = (side_end){side.left[0], side.left[1], i / 2, side.positive};
        a->ends[1][a->count++] = (side_end){side.right[0], side.right[1], i / 2, side.positive};
    }
    for (int i = 0; i < 2; i++)
        qsort(a->ends[i], a->count, sizeof *a->ends[i], compare_ends);
    return true;
}

static bool is_done(const aligner *a, const side_end *end)
{
    return a->done[end->wall] >> end->positive & 1;
}

/* The side that goes on at the right end, or the left one, of another: of the same sector if there is one,
 * else the first in the file. NULL: none that was not met before. */
static const side_end *find_next(const aligner *a, const roo_edit_side *side, bool rightwards)
{
    const int16_t *at = rightwards ? side->right : side->left;
    const side_end *ends = a->ends[!rightwards], *best = NULL;
    uint32_t low = 0, high = a->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (ends[middle].x < at[0] || (ends[middle].x == at[0] && ends[middle].y < at[1]))
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < a->count && ends[low].x == at[0] && ends[low].y == at[1]; low++) {
        if (is_done(a, &ends[low]))
            continue;
        roo_edit_side next = tlb_roo_edit_side(a->edit->room, ends[low].wall, ends[low].positive);
        if (*roo_side_sector(&next) == *roo_side_sector(side))
            return &ends[low];
        best = best ? best : &ends[low];
    }
    return best;
}

/* How far along the texture the two ends of a side are, less its offset. */
static double along(const roo_edit_side *side, const roo_side *shape, bool right)
{
    bool backwards = shape->sidedef->flags & TLB_ROO_WALL_BACKWARDS;
    return right != backwards ? side->length : 0;
}

static bool fits(double offset)
{
    return offset >= INT16_MIN && offset <= INT16_MAX;
}

/* Goes on from a side until no other joins, or offsets have no place. */
static void follow(aligner *a, roo_edit_side side, bool rightwards)
{
    roo_side shape, other;
    roo_part part, other_part;
    if (!shape_of(a, &side, &shape) || !find_part(&shape, a->bitmap, &part))
        return;
    double x = *roo_side_x_offset(&side), y = *roo_side_y_offset(&side) - anchor_of(&shape, part);
    for (const side_end *end; (end = find_next(a, &side, rightwards)) != NULL;) {
        roo_edit_side next = tlb_roo_edit_side(a->edit->room, end->wall, end->positive);
        if (!shape_of(a, &next, &other) || !find_part(&other, a->bitmap, &other_part))
            return;
        x += along(&side, &shape, rightwards) - along(&next, &other, !rightwards);
        double down = y + anchor_of(&other, other_part);
        if (!fits(x) || !fits(down))
            return;
        a->done[end->wall] |= (uint8_t)(1 << end->positive);
        *roo_side_x_offset(&next) = (int16_t)lround(x);
        *roo_side_y_offset(&next) = (int16_t)lround(down);
        a->aligned++;
        side = next;
        shape = other;
    }
}

static tlb_status align(const roo_edit *edit, uint32_t wall, bool positive, uint32_t *aligned)
{
    roo_edit_side side = tlb_roo_edit_side(edit->room, wall, positive);
    aligner a = {.edit = edit, .box = tlb_roo_box_of(edit->room)};
    roo_side shape;
    roo_part part;
    char path[32];
    snprintf(path, sizeof path, "editorWalls[%u]", wall);
    if (!shape_of(&a, &side, &shape) || !find_part(&shape, 0, &part))
        return tlb_roo_edit_refuse(edit, path, "it has no texture on its %s side",
                                   positive ? "positive" : "negative");
    a.bitmap = roo_part_bitmap(shape.sidedef, part);
    if (!list_ends(&a))
        return tlb_report_memory(edit->document->context, &edit->document->arena);
    a.done[wall] = (uint8_t)(1 << positive);
    a.aligned = 1;
    follow(&a, side, true);
    follow(&a, side, false);
    if (aligned)
        *aligned = a.aligned;
    return TLB_OK;
}

tlb_status tlb_roo_align_textures(tlb_document *document, uint32_t wall, bool positive, uint32_t *aligned)
{
    TLB_REQUIRE(NULL, document);
    roo_edit edit;
    tlb_status status = tlb_roo_edit_begin(document, &edit);
    if (status)
        return status;
    status = tlb_roo_edit_has_wall(&edit, wall);
    return tlb_roo_edit_end(&edit, status ? status : align(&edit, wall, positive, aligned));
}

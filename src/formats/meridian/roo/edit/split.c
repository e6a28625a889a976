#include "formats/meridian/roo/edit/edit.h"

#include "base/argument.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* How far along a wall the point next to a place is; whether that is between its ends, and near. */
static bool is_on(const tlb_roo_editor_wall *w, int16_t x, int16_t y)
{
    double dx = w->x1 - w->x0, dy = w->y1 - w->y0, square = dx * dx + dy * dy;
    double along = (x - w->x0) * dx + (y - w->y0) * dy, across = (x - w->x0) * dy - (y - w->y0) * dx;
    return along > 0 && along < square && across * across <= square;
}

/* A texture begins at the left end of a side, or at the right one where it is mirrored. A half that begins
 * where the other ends begins that much further on. */
static int16_t offset_of_half(const tlb_roo *room, const roo_edit_side *whole, bool is_left, double other)
{
    const tlb_roo_sidedef *sidedef = roo_sidedef(room, *roo_side_sidedef(whole));
    bool backwards = sidedef && sidedef->flags & TLB_ROO_WALL_BACKWARDS;
    double offset = *roo_side_x_offset(whole) + (is_left == backwards ? other : 0);
    return (int16_t)lround(fmin(fmax(offset, INT16_MIN), INT16_MAX));
}

static tlb_status split(const roo_edit *edit, uint32_t wall, int16_t x, int16_t y)
{
    tlb_roo *room = edit->room;
    char path[32];
    snprintf(path, sizeof path, "editorWalls[%u]", wall);
    const tlb_roo_editor_wall *w = &room->editorWalls.data[wall];
    if (!is_on(w, x, y))
        return tlb_roo_edit_refuse(
            edit, path, "(%d, %d) is not between its ends, (%d, %d) and (%d, %d), at most a unit away", x, y,
            w->x0, w->y0, w->x1, w->y1);
    if (room->editorWalls.count >= UINT16_MAX)
        return tlb_roo_edit_refuse(edit, "editorWalls", "there is no place for more of them");
    if (!TLB_APPEND(edit->document, &room->editorWalls))
        return tlb_report_memory(edit->document->context, &edit->document->arena);
    tlb_roo_editor_wall *halves = &room->editorWalls.data[wall];
    memmove(halves + 1, halves, (room->editorWalls.count - 1 - wall) * sizeof *halves);
    tlb_roo_edit_set_end(&halves[0], x, y);
    tlb_roo_edit_set_start(&halves[1], x, y);
    tlb_roo_editor_wall whole = halves[0];
    for (int positive = 0; positive < 2; positive++) {
        roo_edit_side first = tlb_roo_edit_side(room, wall, positive),
                      second = tlb_roo_edit_side(room, wall + 1, positive), old = first;
        old.wall = &whole;
        *roo_side_x_offset(&first) = offset_of_half(room, &old, positive, second.length);
        *roo_side_x_offset(&second) = offset_of_half(room, &old, !positive, first.length);
    }
    return TLB_OK;
}

tlb_status tlb_roo_split_wall(tlb_document *document, uint32_t wall, int16_t x, int16_t y)
{
    TLB_REQUIRE(NULL, document);
    roo_edit edit;
    tlb_status status = tlb_roo_edit_begin(document, &edit);
    if (status)
        return status;
    status = tlb_roo_edit_has_wall(&edit, wall);
    return tlb_roo_edit_end(&edit, status ? status : split(&edit, wall, x, y));
}

#include "formats/meridian/roo/edit/edit.h"

#include "base/argument.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* --- edits that happen or do not ---------------------------------------------------------------------- */

static bool copy_list(tlb_document *document, void *data_pointer, uint32_t count, size_t size)
{
    void *old, *copy = tlb_alloc_array(&document->arena, count, size);
    if (!copy)
        return false;
    memcpy(&old, data_pointer, sizeof old);
    if (count)
        memcpy(copy, old, count * size);
    memcpy(data_pointer, &copy, sizeof copy);
    return true;
}

#define COPY_LIST(document, list) copy_list(document, &(list)->data, (list)->count, sizeof *(list)->data)

tlb_status tlb_roo_edit_begin(tlb_document *document, roo_edit *edit)
{
    tlb_roo *room = tlb_document_roo(document);
    if (!room) {
        tlb_report(document->context, TLB_CODE_NOT_SUPPORTED, TLB_NO_OFFSET, NULL,
                   "expected a room, found %s", document->format->info.title);
        return TLB_ARGUMENT;
    }
    tlb_roo copy = *room;
    if (!COPY_LIST(document, &copy.editorWalls) || !COPY_LIST(document, &copy.sidedefs) ||
        !COPY_LIST(document, &copy.sectors) || !COPY_LIST(document, &copy.things))
        return tlb_report_memory(document->context, &document->arena);
    *edit = (roo_edit){document, room, *room};
    *room = copy;
    return TLB_OK;
}

tlb_status tlb_roo_edit_end(const roo_edit *edit, tlb_status status)
{
    if (status)
        *tlb_document_roo(edit->document) = edit->was;
    return status;
}

tlb_status tlb_roo_edit_refuse(const roo_edit *edit, const char *path, const char *message, ...)
{
    char text[256];
    va_list values;
    va_start(values, message);
    vsnprintf(text, sizeof text, message, values);
    va_end(values);
    tlb_report(edit->document->context, TLB_CODE_ROO_EDIT, TLB_NO_OFFSET, path, "%s", text);
    return TLB_INVALID;
}

static tlb_status refuse_number(const roo_edit *edit, const char *list, uint32_t number, uint32_t count)
{
    tlb_report(edit->document->context, TLB_CODE_BAD_OPTION, TLB_NO_OFFSET, list,
               "there is no number %u; they count from 0, number of %s: %u", number, list, count);
    return TLB_ARGUMENT;
}

tlb_status tlb_roo_edit_has_wall(const roo_edit *edit, uint32_t wall)
{
    uint32_t count = edit->room->editorWalls.count;
    return wall < count ? TLB_OK : refuse_number(edit, "editorWalls", wall, count);
}

tlb_status tlb_roo_edit_has_sectors(const roo_edit *edit, const uint32_t *sectors, uint32_t count)
{
    for (uint32_t i = 0; sectors && i < count; i++)
        if (sectors[i] >= edit->room->sectors.count)
            return refuse_number(edit, "sectors", sectors[i], edit->room->sectors.count);
    return TLB_OK;
}

/* --- sides of walls ----------------------------------------------------------------------------------- */

roo_edit_side tlb_roo_edit_side(const tlb_roo *room, uint32_t wall, bool positive)
{
    tlb_roo_editor_wall *w = &room->editorWalls.data[wall];
    roo_edit_side side = {.wall = w, .positive = positive, .length = hypot(w->x1 - w->x0, w->y1 - w->y0)};
    int16_t *start = positive ? side.left : side.right, *end = positive ? side.right : side.left;
    start[0] = w->x0;
    start[1] = w->y0;
    end[0] = w->x1;
    end[1] = w->y1;
    return side;
}

tlb_status tlb_roo_edit_own_sidedef(const roo_edit *edit, const roo_edit_side *side,
                                    tlb_roo_sidedef **sidedef)
{
    tlb_roo *room = edit->room;
    uint16_t *number = roo_side_sidedef(side);
    if (room->sidedefs.count >= UINT16_MAX) {
        tlb_report(edit->document->context, TLB_CODE_ROO_EDIT, TLB_NO_OFFSET, "sidedefs",
                   "there is no place for more of them; rebuild the room, which merges equal ones");
        return TLB_LIMIT;
    }
    *sidedef = TLB_APPEND(edit->document, &room->sidedefs);
    if (!*sidedef)
        return tlb_report_memory(edit->document->context, &edit->document->arena);
    const tlb_roo_sidedef *old = roo_sidedef(room, *number);
    if (old)
        **sidedef = *old;
    *number = (uint16_t)room->sidedefs.count;
    return TLB_OK;
}

/* The upper half of a coordinate's word is its sign's. */
static uint16_t upper_half(int16_t value)
{
    return value < 0 ? UINT16_MAX : 0;
}

void tlb_roo_edit_set_start(tlb_roo_editor_wall *wall, int16_t x, int16_t y)
{
    wall->x0 = x;
    wall->y0 = y;
    wall->x0Upper = upper_half(x);
    wall->y0Upper = upper_half(y);
}

void tlb_roo_edit_set_end(tlb_roo_editor_wall *wall, int16_t x, int16_t y)
{
    wall->x1 = x;
    wall->y1 = y;
    wall->x1Upper = upper_half(x);
    wall->y1Upper = upper_half(y);
}

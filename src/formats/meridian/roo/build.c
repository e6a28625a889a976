#include "formats/meridian/roo/build.h"

#include "formats/meridian/roo/locate.h"

#include <stdio.h>
#include <string.h>

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
    const uint8_t *marks = roo_find_outside(b->arena, b->room);
    if (!marks)
        return tlb_report_memory(b->context);
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
               "%lld, there are %u %s: the room cannot be rebuilt from its walls", (long long)number, count,
               list);
    return true;
}

/* Whether a side of a wall names a sidedef that is not there, or, having one, such a sector. */
static bool side_misses(const roo_building *b, uint32_t wall, const char *const *fields, uint16_t sidedef,
                        int16_t sector)
{
    const tlb_roo *x = b->room;
    return sidedef > x->sidedefs.count ? misses(b, wall, fields[0], sidedef, "sidedefs", x->sidedefs.count)
           : sidedef && (sector < -1 || sector >= (int64_t)x->sectors.count)
               ? misses(b, wall, fields[1], sector, "sectors, from 0 on", x->sectors.count)
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

static tlb_status rebuild(const roo_building *b, tlb_roo_outside outside)
{
    tlb_roo was = *b->room;
    bool keep;
    if (was.clientWalls.count && !was.editorWalls.count) {
        tlb_report(b->context, TLB_CODE_NOT_SUPPORTED, TLB_NO_OFFSET, "editorWalls",
                   "there are none to rebuild the room from, only the %u of clients", was.clientWalls.count);
        return TLB_UNSUPPORTED;
    }
    tlb_status status = check_references(b);
    if (!status)
        status = decide(b, outside, &keep);
    if (status)
        return status;
    set_size(b->room);
    status = roo_merge_sidedefs(b);
    if (!status)
        status = roo_make_tree(b, keep);
    if (!status)
        status = roo_make_slopes(b);
    if (!status && was.server.present)
        status = roo_make_grids(b);
    if (status) {
        *b->room = was;
        return status;
    }
    if (tlb_roo_is_float(b->room))
        roo_round_tree(b->room);
    b->room->security = tlb_roo_security(b->room);
    return TLB_OK;
}

tlb_status roo_rebuild_if_asked(const roo_building *b, const tlb_conversion *conversion)
{
    const char *text = tlb_choice_text(conversion, "outside");
    bool keep = text && strcmp(text, "keep") == 0, drop = text && strcmp(text, "drop") == 0;
    if (text && !keep && !drop) {
        tlb_report(b->context, TLB_CODE_BAD_OPTION, TLB_NO_OFFSET, NULL,
                   "--outside is keep or drop, not \"%s\"", text);
        return TLB_ARGUMENT;
    }
    if (!tlb_choice_made(conversion, "rebuild"))
        return TLB_OK;
    return rebuild(b, keep ? TLB_ROO_OUTSIDE_KEEP : drop ? TLB_ROO_OUTSIDE_DROP : TLB_ROO_OUTSIDE_AS_IT_WAS);
}

/* --- the public calls --------------------------------------------------------------------------------- */

static tlb_status enter(tlb_document *document, roo_building *b)
{
    *b = (roo_building){
        .context = document->context, .arena = &document->arena, .room = tlb_document_roo(document)};
    if (b->room)
        return TLB_OK;
    tlb_report(document->context, TLB_CODE_NOT_SUPPORTED, TLB_NO_OFFSET, NULL, "%s is no room",
               document->format->info.title);
    return TLB_ARGUMENT;
}

tlb_status tlb_roo_rebuild(tlb_document *document, tlb_roo_outside outside)
{
    roo_building b;
    tlb_status status = enter(document, &b);
    return status ? status : rebuild(&b, outside);
}

tlb_status tlb_roo_make_grids(tlb_document *document)
{
    roo_building b;
    tlb_status status = enter(document, &b);
    return status ? status : roo_make_grids(&b);
}

#include "formats/meridian/roo_build.h"

#include "formats/format.h"
#include "formats/meridian/roo_locate.h"

static void set_size(tlb_roo *room)
{
    tlb_roo_box box = tlb_roo_box_of(room);
    room->width = roo_wrap(((int64_t)box.right - box.left) * TLB_ROO_EDITOR_UNIT);
    room->height = roo_wrap(((int64_t)box.top - box.bottom) * TLB_ROO_EDITOR_UNIT);
}

static bool is_outside_leaf(const tlb_roo *room, const tlb_roo_node *parent, uint16_t child, bool positive,
                            uint32_t *steps)
{
    const tlb_roo_node *node = roo_node(room, child);
    return node && node->type == TLB_ROO_LEAF && roo_is_outside(room, parent, positive, steps);
}

/* Each wall is in one plane, which has two sides. */
static bool has_outside_leaves(const tlb_roo *room)
{
    uint32_t steps = 2 * room->clientWalls.count;
    for (uint32_t i = 0; i < room->nodes.count; i++) {
        const tlb_roo_node *node = &room->nodes.data[i];
        if (node->type == TLB_ROO_INTERNAL &&
            (is_outside_leaf(room, node, node->positiveChild, true, &steps) ||
             is_outside_leaf(room, node, node->negativeChild, false, &steps)))
            return true;
    }
    return false;
}

tlb_status roo_rebuild(const roo_building *b, tlb_roo_outside outside)
{
    tlb_roo was = *b->room;
    bool keep =
        outside == TLB_ROO_OUTSIDE_AS_IT_WAS ? has_outside_leaves(&was) : outside == TLB_ROO_OUTSIDE_KEEP;
    set_size(b->room);
    tlb_status status = roo_merge_sidedefs(b);
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

/* --- the public calls --------------------------------------------------------------------------------- */

static tlb_status enter(tlb_document *document, roo_building *b)
{
    *b = (roo_building){document->context, &document->arena, tlb_document_roo(document)};
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
    return status ? status : roo_rebuild(&b, outside);
}

tlb_status tlb_roo_make_grids(tlb_document *document)
{
    roo_building b;
    tlb_status status = enter(document, &b);
    return status ? status : roo_make_grids(&b);
}

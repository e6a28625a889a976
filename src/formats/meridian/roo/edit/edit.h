/* What the operations on a room share. */
#ifndef TLB_FORMATS_MERIDIAN_ROO_EDIT_EDIT_H
#define TLB_FORMATS_MERIDIAN_ROO_EDIT_EDIT_H

#include "core/query.h"
#include "formats/meridian/roo/roo.h"
#include "trilobite/formats/roo_edit.h"

/* --- edits that happen or do not (edit.c) ------------------------------------------------------------- */

typedef struct roo_edit {
    tlb_document *document;
    tlb_roo *room; /* whose lists are copies of the document's */
    tlb_roo was;
} roo_edit;

/* Reports why not. */
tlb_status tlb_roo_edit_begin(tlb_document *document, roo_edit *edit);
/* Puts the room back that was there, unless the status is TLB_OK. */
tlb_status tlb_roo_edit_end(const roo_edit *edit, tlb_status status);
/* Reports ROO_EDIT at a part of the room. TLB_INVALID. */
tlb_status tlb_roo_edit_refuse(const roo_edit *edit, const char *path, const char *message, ...)
    TLB_PRINTF(3, 4);
/* Reports an argument: TLB_ARGUMENT unless there is such a wall, or such sectors. */
tlb_status tlb_roo_edit_has_wall(const roo_edit *edit, uint32_t wall);
tlb_status tlb_roo_edit_has_sectors(const roo_edit *edit, const uint32_t *sectors, uint32_t count);

/* --- sides of walls ----------------------------------------------------------------------------------- */

/* A wall's side, as one looks at it: its ends, and how long it is. */
typedef struct roo_edit_side {
    tlb_roo_editor_wall *wall;
    bool positive;
    int16_t left[2], right[2];
    double length;
} roo_edit_side;

roo_edit_side tlb_roo_edit_side(const tlb_roo *room, uint32_t wall, bool positive);

static inline uint16_t *roo_side_sidedef(const roo_edit_side *side)
{
    return side->positive ? &side->wall->positiveSidedef : &side->wall->negativeSidedef;
}

static inline int16_t *roo_side_sector(const roo_edit_side *side)
{
    return side->positive ? &side->wall->positiveSector : &side->wall->negativeSector;
}

static inline int16_t *roo_side_x_offset(const roo_edit_side *side)
{
    return side->positive ? &side->wall->positiveXOffset : &side->wall->negativeXOffset;
}

static inline int16_t *roo_side_y_offset(const roo_edit_side *side)
{
    return side->positive ? &side->wall->positiveYOffset : &side->wall->negativeYOffset;
}

/* A sidedef of the side's own, like the one it had; zeros when it had none. */
tlb_status tlb_roo_edit_own_sidedef(const roo_edit *edit, const roo_edit_side *side,
                                    tlb_roo_sidedef **sidedef);

/* Moves an end of a wall. */
void tlb_roo_edit_set_start(tlb_roo_editor_wall *wall, int16_t x, int16_t y);
void tlb_roo_edit_set_end(tlb_roo_editor_wall *wall, int16_t x, int16_t y);

/* --- which, and what of them (select.c) --------------------------------------------------------------- */

/* The words before "where", whose count is returned, and the conditions after it. */
size_t tlb_roo_split_where(const tlb_query_call *q, const char *const **conditions, size_t *count);

/* The sectors for which all conditions hold; `sectors` NULL: there are no conditions, which is all. What is
 * wrong with a condition, or that nothing meets them, is reported. */
tlb_status tlb_roo_select_sectors(const tlb_query_call *q, const char *const *conditions, size_t count,
                                  uint32_t **sectors, uint32_t *sector_count);

/* The operations "sectors" and "walls": fields of all that are selected. */
tlb_status tlb_roo_set_sectors(const tlb_query_call *q);
tlb_status tlb_roo_set_walls(const tlb_query_call *q);

#endif

/* The rules of rooms, one file a subject. Each function looks at one part and reports what is wrong at the
 * path of the field. Parts may be anything: no rule relies on another having held.
 *
 * Messages name places in the editor's units, and its walls and sectors by the editor's numbers, from 0. */
#ifndef TLB_FORMATS_MERIDIAN_ROO_CHECK_CHECK_H
#define TLB_FORMATS_MERIDIAN_ROO_CHECK_CHECK_H

#include "core/checker.h"
#include "formats/meridian/roo/roo.h"

typedef struct roo_checker {
    tlb_checker base;
    const tlb_roo *room;
    tlb_roo_box box;
} roo_checker;

/* Editor units of client coordinates, for messages. */
static inline double roo_editor_x(const roo_checker *c, double x)
{
    return x / TLB_ROO_EDITOR_UNIT + c->box.left;
}

static inline double roo_editor_y(const roo_checker *c, double y)
{
    return c->box.top - y / TLB_ROO_EDITOR_UNIT;
}

/* Of an element of `list` that both scrolls and is animated. */
void tlb_roo_report_scroll(roo_checker *c, const char *list, uint32_t index, uint8_t speed);

void tlb_roo_check_tree(roo_checker *c);
void tlb_roo_check_sectors(roo_checker *c);
void tlb_roo_check_grids(roo_checker *c);
/* What roomedit compiles against the editor's walls. */
void tlb_roo_check_leaves(roo_checker *c);
void tlb_roo_check_stale(roo_checker *c);
void tlb_roo_check_stale_grids(roo_checker *c);

#endif

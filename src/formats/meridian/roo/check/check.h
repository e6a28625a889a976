/* The rules of rooms, one file a subject. Each function looks at one part and reports what is wrong at the
 * path of the field. Parts may be anything: no rule relies on another having held.
 *
 * Messages name places in the editor's units, and its walls and sectors by the editor's numbers, from 0. */
#ifndef TLB_FORMATS_MERIDIAN_ROO_CHECK_CHECK_H
#define TLB_FORMATS_MERIDIAN_ROO_CHECK_CHECK_H

#include "core/checker.h"
#include "formats/meridian/roo/roo.h"
#include "formats/meridian/roo/shape.h"

typedef struct roo_checker {
    tlb_checker base;
    const tlb_roo *room;
    tlb_roo_box box;
    uint64_t looks, counted; /* at nodes and walls; those that are counted as work */
} roo_checker;

/* Of rules that compare many nodes and walls with each other. False: the call is to end. */
bool tlb_roo_looked(roo_checker *c, uint64_t things);

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

/* How far the height of a slope may be off at a point, in client units: its plane is rounded. */
double tlb_roo_slope_error(const tlb_roo *room, const tlb_roo_slope *s, const double at[2]);

/* A vertex at which the walls around a sector are not closed: `sum` more of them start there than end, going
 * around with the sector on the right. */
typedef struct roo_open_end {
    int32_t sector, x, y, sum;
} roo_open_end;

/* By sector, in the arena. False without memory. */
bool tlb_roo_open_ends(tlb_arena *arena, const tlb_roo *room, roo_open_end **ends, uint32_t *count);

/* A part of an editor's wall that is seen from a side and has no texture there; its height is in client
 * units. */
typedef struct roo_bare_part {
    uint32_t wall;
    bool positive;
    roo_part part;
    double height;
} roo_bare_part;

void tlb_roo_each_bare_part(const tlb_roo *room, void (*see)(void *user, const roo_bare_part *bare),
                            void *user);

void tlb_roo_check_tree(roo_checker *c);
void tlb_roo_check_sectors(roo_checker *c);
void tlb_roo_check_bare_parts(roo_checker *c);
void tlb_roo_check_grids(roo_checker *c);
/* What roomedit compiles against the editor's walls. */
void tlb_roo_check_leaves(roo_checker *c);
void tlb_roo_check_stale(roo_checker *c);
void tlb_roo_check_stale_grids(roo_checker *c);

/* How many places of the tree are not what the editor's walls say, without a report of them; of a tree that
 * was just made of these, walls cross or sectors overlap there. `first` gets what would be said of the first,
 * if there is one. */
enum { ROO_FINDING = 256 };
tlb_status tlb_roo_count_stale(tlb_context *context, const tlb_roo *room, uint64_t *count,
                               char first[ROO_FINDING]);

#endif

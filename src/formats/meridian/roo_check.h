/* The rules of rooms, one file a subject. Each function looks at one part and reports what is wrong at the
 * path of the field. Parts may be anything: no rule relies on another having held.
 *
 * Messages name places in the editor's units, and its walls and sectors by the editor's numbers, from 0. */
#ifndef TLB_MERIDIAN_ROO_CHECK_H
#define TLB_MERIDIAN_ROO_CHECK_H

#include "formats/meridian/roo_room.h"

typedef struct roo_checker {
    tlb_context *context;
    const tlb_roo *room;
    tlb_roo_box box;
    tlb_arena arena;   /* what rules have to remember; given back at the end */
    tlb_status status; /* whether there was memory for it; rules without it are skipped */
    char path[128];
} roo_checker;

/* The path of a field; good until the next. */
const char *roo_at(roo_checker *c, const char *format, ...) TLB_PRINTF(2, 3);
/* Whether the context keeps another finding of the code; it is counted when not. */
bool roo_heard(const roo_checker *c, tlb_code code);
/* Cleared memory for `count` things, NULL without memory. */
void *roo_scratch(roo_checker *c, size_t count, size_t size);

/* ROO_FIND(c, ROO_GAP, roo_at(c, "nodes[%u]", i), "what is wrong", ...): path and message are made only for
 * findings that are kept. */
#define ROO_FIND(c, code, path, ...)                                                                         \
    (roo_heard((c), TLB_CODE_##code)                                                                         \
         ? tlb_report((c)->context, TLB_CODE_##code, TLB_NO_OFFSET, (path), __VA_ARGS__)                     \
         : (void)0)

/* Editor units of client coordinates, for messages. */
static inline double roo_editor_x(const roo_checker *c, double x)
{
    return x / TLB_ROO_EDITOR_UNIT + c->box.left;
}

static inline double roo_editor_y(const roo_checker *c, double y)
{
    return c->box.top - y / TLB_ROO_EDITOR_UNIT;
}

void roo_check_tree(roo_checker *c);
void roo_check_client_walls(roo_checker *c);
void roo_check_editor_walls(roo_checker *c);
void roo_check_sectors(roo_checker *c);
void roo_check_outlines(roo_checker *c);
void roo_check_textures(roo_checker *c);
void roo_check_grids(roo_checker *c);

#endif

/* What roomedit compiles from a room's editor walls, sectors and sidedefs, made again: the BSP tree, the
 * client's walls, the server's grids, slopes. The version and dialect of the room select roomedit's
 * arithmetic: wrapping 32-bit integers (up to 12, and 13-O) or doubles (13-M, 14, 15). The results are those
 * in real files to the byte, with the exceptions in docs/formats/roo.md. */
#ifndef TRILOBITE_FORMATS_ROO_BUILD_H
#define TRILOBITE_FORMATS_ROO_BUILD_H

#include "trilobite/formats/roo.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What happens to leaves outside every sector. Builders before March 2015 kept them, with sector 1. */
typedef enum tlb_roo_outside {
    TLB_ROO_OUTSIDE_AS_IT_WAS, /* kept if the room has such leaves and is of integers */
    TLB_ROO_OUTSIDE_DROP,
    TLB_ROO_OUTSIDE_KEEP
} tlb_roo_outside;

/* Replaces nodes, client walls, sidedefs (equal ones become one, unused ones go) and with them the editor
 * walls' references, slopes, width and height, the grids of a room that has them, and the security value. All
 * new memory is the document's. The room is unchanged when it fails. TLB_LIMIT: the tree cannot be numbered
 * or takes too much work; TLB_UNSUPPORTED: there are client walls, but none of the editor's; TLB_ARGUMENT:
 * the document is not a room. */
TLB_API tlb_status tlb_roo_rebuild(tlb_document *document, tlb_roo_outside outside);

/* Replaces the grids, from nodes, walls, sectors and sidedefs as they are: those that the room's version has,
 * the hi-res grid where version 14 had one; none in version 15. TLB_LIMIT: the box is larger than any editor
 * can make it, or the walls are so dense that it takes too much work. */
TLB_API tlb_status tlb_roo_make_grids(tlb_document *document);

/* Plane and texture origin of a slope from its three vertices. False, and nothing is changed, when they lie
 * on a line. `whole`: numbers are cut to integers, as versions up to 12 and 13-O hold them, else rounded to
 * floats. */
TLB_API bool tlb_roo_make_slope(const tlb_roo_box *box, bool ceiling, bool whole, tlb_roo_slope *slope);

#ifdef __cplusplus
}
#endif
#endif

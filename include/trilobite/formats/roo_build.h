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

/* --- adding parts ------------------------------------------------------------------------------------- */

/* Each adds a part to the document's room and returns it to be filled further; its address is good until the
 * next of its kind is added. NULL: the document is not a room, has no place for more, or has no sidedef or
 * sector of that number; or memory is refused (tlb_report_memory). What a game needs besides,
 * tlb_document_update makes of editor walls, sectors and sidedefs. */

/* Heights in editor units; without bitmaps, and lit neutrally. */
TLB_API tlb_roo_sector *tlb_roo_add_sector(tlb_document *document, uint16_t floorHeight,
                                           uint16_t ceilingHeight);
TLB_API tlb_roo_sidedef *tlb_roo_add_sidedef(tlb_document *document, uint16_t normalBitmap);
/* From x, y to x, y, in editor units. On its + side, which is on the right, are a sidedef (from 1; 0: none)
 * and a sector (from 0; -1: none), on the other nothing. */
TLB_API tlb_roo_editor_wall *tlb_roo_add_wall(tlb_document *document, const int16_t from[2],
                                              const int16_t to[2], uint16_t sidedef, int16_t sector);
/* Such a wall from each corner to the next, and from the last to the first: `corners` has `count` times x, y.
 * Clockwise seen from above, the sector is within. False, and no wall: as NULL above, or less than 3 corners.
 */
TLB_API bool tlb_roo_add_loop(tlb_document *document, const int16_t *corners, uint32_t count,
                              uint16_t sidedef, int16_t sector);
/* In editor units. Two things are opposite corners of the room. */
TLB_API tlb_roo_thing *tlb_roo_add_thing(tlb_document *document, int32_t x, int32_t y);

/* --- what follows from them --------------------------------------------------------------------------- */

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

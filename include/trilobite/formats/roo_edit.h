/* Operations of room builders: on the editor's walls, sidedefs and sectors of a document's room. What
 * roomedit compiles from these is made anew by tlb_document_update, or by tlb_operate, which runs the same
 * operations by words and updates the room itself.
 *
 * Numbers of walls and sectors count from 0, as the editor's walls count sectors; coordinates and heights are
 * editor units, y NORTH. Errors of all: TLB_ARGUMENT, the document is not a room, or has no such wall or
 * sector; TLB_INVALID, reported as ROO_EDIT, the operation does not fit the room; TLB_LIMIT, a list would
 * have over 65535 elements; TLB_NO_MEMORY. The room is then unchanged. */
#ifndef TRILOBITE_FORMATS_ROO_EDIT_H
#define TRILOBITE_FORMATS_ROO_EDIT_H

#include "trilobite/formats/roo.h"

#ifdef __cplusplus
extern "C" {
#endif

/* --- walls -------------------------------------------------------------------------------------------- */

/* Splits a wall at a point, at most a unit away from it: the second half follows it in the list. Textures
 * stay where they are. */
TLB_API tlb_status tlb_roo_split_wall(tlb_document *document, uint32_t wall, int16_t x, int16_t y);

/* Moves the textures of walls that join one to the left and to the right and have the same bitmap, until its
 * picture goes on without a seam from wall to wall and at the same height. Where several join, the one of the
 * same sector counts. `aligned` (may be NULL): how many sides were moved, or were in their place. */
TLB_API tlb_status tlb_roo_align_textures(tlb_document *document, uint32_t wall, bool positive,
                                          uint32_t *aligned);

/* Gives a bitmap to each part of a wall that can be seen and has none, as ROO_TEXTURE_MISSING of tlb_check
 * finds them. `bitmap` 0: the one that most sides of the same sector have; a sector without any is left as it
 * is. `filled` (may be NULL): how many parts. */
TLB_API tlb_status tlb_roo_fill_textures(tlb_document *document, uint16_t bitmap, uint32_t *filled);

/* --- sectors ------------------------------------------------------------------------------------------ */

/* Slopes a floor or ceiling through the three vertices of `slope`, which are on no line seen from above;
 * NULL: levels it. What else is in `slope` is not looked at. */
TLB_API tlb_status tlb_roo_slope_sector(tlb_document *document, uint32_t sector, bool ceiling,
                                        const tlb_roo_slope *slope);

/* Moves sectors: the ends of all walls along them, so that walls of other sectors which end there are
 * stretched; floors, ceilings and slopes. `sectors` NULL: all, with the things. Corners must stay within the
 * room's box, heights within 0 to 65535. */
TLB_API tlb_status tlb_roo_move_sectors(tlb_document *document, const uint32_t *sectors, uint32_t count,
                                        const int32_t by[3]);
/* Scales sectors likewise, seen from above, about a point. Heights stay. No wall may lose its length. */
TLB_API tlb_status tlb_roo_scale_sectors(tlb_document *document, const uint32_t *sectors, uint32_t count,
                                         double factor, const double about[2]);

/* Closes sectors whose walls do not go all around them (ROO_SECTOR_OPEN of tlb_check): by sides of walls that
 * lack a sector, though they have a sidedef or no sector is behind them, and lead from one open place to
 * another, else, between two places that are each other's nearest, by a new wall that crosses no other.
 * `closed`, `open` (may be NULL): how many sectors were closed, and how many still are open. */
TLB_API tlb_status tlb_roo_close_sectors(tlb_document *document, uint32_t *closed, uint32_t *open);

#ifdef __cplusplus
}
#endif
#endif

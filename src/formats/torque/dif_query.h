/* The questions that can be asked of an interior. */
#ifndef TLB_TORQUE_DIF_QUERY_H
#define TLB_TORQUE_DIF_QUERY_H

#include "formats/torque/dif_room.h"

/* Answers about one convex hull: its points, planes, what its strings say. False when there is no such
 * hull. */
bool dif_answer_hull(tlb_arena *arena, tlb_value *table, const tlb_dif_interior *interior, uint32_t hull);

/* `surface` or `nullSurface`, an index. */
void dif_add_surface(tlb_arena *arena, tlb_value *table, tlb_dif_surface_ref surface);

#endif

/* The questions that can be asked of an interior. */
#ifndef TLB_FORMATS_TORQUE_DIF_QUERY_H
#define TLB_FORMATS_TORQUE_DIF_QUERY_H

#include "core/query.h"
#include "formats/torque/dif/dif.h"

/* Answers about one convex hull: its points, planes, what its strings say. False when there is no such
 * hull. */
bool dif_answer_hull(tlb_arena *arena, tlb_value *table, const tlb_dif_interior *interior, uint32_t hull);

/* An animated light: its type and states, and which of them it is in at a time. */
tlb_status dif_answer_light(const tlb_query_call *q);

/* `surface` or `nullSurface`, an index. */
void dif_add_surface(tlb_arena *arena, tlb_value *table, tlb_dif_surface_ref surface);

#endif

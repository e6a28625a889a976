/* Turns and moves. */
#ifndef TLB_FORMATS_DARKSTAR_DTS_PLACEMENT_H
#define TLB_FORMATS_DARKSTAR_DTS_PLACEMENT_H

#include "trilobite/dts.h"

#define DTS_NO_MOVE ((tlb_dts_placement){.rotation = {0, 0, 0, 1}})

/* `inner` within `outer`: a child's placement becomes one in its parent's parent. */
tlb_dts_placement dts_place_within(const tlb_dts_placement *outer, const tlb_dts_placement *inner);
/* What leads from a back to b: within a it gives b. */
tlb_dts_placement dts_way(const tlb_dts_placement *a, const tlb_dts_placement *b);
/* `way` gone `times` times. */
tlb_dts_placement dts_repeat(tlb_dts_placement way, uint64_t times);
/* Between two: lerp of the places, slerp of the turns by the shorter arc; lerp where they are nearly the
 * same. */
tlb_dts_placement dts_blend(const tlb_dts_placement *a, const tlb_dts_placement *b, float part);
void dts_turn(const float rotation[4], const float v[3], float out[3]);
/* The identity for what is no rotation. */
void dts_make_unit(float rotation[4]);

#endif

/* How the files of an interior are called: NAME.dis, NAME.dml, NAME-SL.dig for level L of state S,
 * NAME-SLN.dil for its light N, NAME-SLN-K.dil for the light of mission K. All give NULL without memory. */
#ifndef TLB_FORMATS_DARKSTAR_INTERIOR_NAMES_H
#define TLB_FORMATS_DARKSTAR_INTERIOR_NAMES_H

#include "base/arena.h"
#include "base/text.h"

/* Of a mission's lighting, that of the interior. */
const char *interior_base_name(tlb_arena *arena, const char *mission);
/* Of a lighting, that of mission K. */
const char *interior_mission_name(tlb_arena *arena, const char *lighting, const char *k);
/* Of geometry, its materials and its light. */
const char *interior_materials_name(tlb_arena *arena, const char *geometry);
const char *interior_lighting_name(tlb_arena *arena, const char *geometry, const char *light_state);
/* Of a lighting, its geometry. */
const char *interior_geometry_name(tlb_arena *arena, const char *lighting, bool mission);

#endif

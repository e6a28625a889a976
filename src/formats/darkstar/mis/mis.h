/* What the files of Tribes' .mis share. The public part is trilobite/formats/mission.h. */
#ifndef TLB_FORMATS_DARKSTAR_MIS_MIS_H
#define TLB_FORMATS_DARKSTAR_MIS_MIS_H

#include "core/mission.h"

extern const tlb_format tlb_format_tmis;

/* The fields that name files; the last one has none. */
extern const tlb_mission_file tlb_tmis_files[];
extern const tlb_mission_shapes tlb_tmis_shapes;
extern const tlb_mission_grammar tlb_tmis_grammar;

tlb_status tlb_tmis_check(tlb_document *document);
tlb_status tlb_tmis_to_scene(tlb_document *document, tlb_scene *scene, const tlb_conversion *conversion);

/* What missions of Starsiege show in the same way. */
extern const tlb_place_kind tlb_tmis_interior, tlb_tmis_shape, tlb_tmis_terrain;
void tlb_tmis_place(const tlb_mission_object *object, tlb_node *node);
/* With --lights, its sun. */
tlb_status tlb_tmis_add_planet(tlb_mission_scene *s, uint32_t object);

#endif

/* What the files of Torque's .mis share. The public part is trilobite/formats/mission.h. */
#ifndef TLB_FORMATS_TORQUE_MIS_MIS_H
#define TLB_FORMATS_TORQUE_MIS_MIS_H

#include "core/mission.h"

extern const tlb_format tlb_format_mis;

/* The fields that name files; the last one has none. */
extern const tlb_mission_file tlb_mis_files[];
extern const tlb_mission_shapes tlb_mis_shapes;
extern const tlb_mission_grammar tlb_mis_grammar;

tlb_status tlb_mis_check(tlb_document *document);
tlb_status tlb_mis_to_scene(tlb_document *document, tlb_scene *scene, const tlb_conversion *conversion);

/* The shape of a data block of Marble Blast (marble_blast.c), for games without scripts; NULL: it has none.
 */
const char *tlb_mis_marble_blast_shape(const char *name);

/* --- moving interiors (paths.c) ----------------------------------------------------------------------- */

/* Gives the scene an animation in which the moving interiors go along the paths of their groups. */
tlb_status tlb_mis_add_paths(tlb_mission_scene *s);

/* --- the sky (sky.c) ----------------------------------------------------------------------------------- */

/* Puts the first sky's box around all that the scene has. What is missing of it is reported and left out. */
tlb_status tlb_mis_add_sky(tlb_mission_scene *s);

#endif

/* The light of lamps on faces, as interiors of Torque have it baked: a color that falls off with the
 * distance, whatever the angle, and hard shadows. No light is reflected. The sun, which those have not,
 * shines by the cosine. */
#ifndef TLB_LEVEL_LAMPS_H
#define TLB_LEVEL_LAMPS_H

#include "level/box_tree.h"
#include "level/solid.h"
#include "trilobite/options.h"

/* All of its light up to the first distance, less and less up to the second. */
typedef struct tlb_level_lamp {
    bool is_sun;
    double place[3];           /* meters; of the sun: the direction to it, of length 1 */
    double color[3];           /* R, G, B, 0 to 255 */
    double falloff1, falloff2; /* meters */
} tlb_level_lamp;

typedef TLB_LIST(tlb_level_lamp) tlb_lamp_list;

/* What the options ask for: the lamps of a detail, its entities light_omni, and the sun. False: no memory. */
bool tlb_lamps_find(const tlb_level_detail *detail, tlb_baked_light light, const tlb_sun_options *sun,
                    tlb_arena *arena, tlb_lamp_list *lamps);

/* Texels on a face: parallelograms, the first from `origin` on, in its plane. */
typedef struct tlb_light_grid {
    double origin[3];
    double steps[2][3]; /* from texel to texel, and from row to row */
    uint32_t size[2];
} tlb_light_grid;

/* Lamps and what is in their way. */
typedef struct tlb_lighting {
    const tlb_solid *solid;
    tlb_lamp_list lamps;
    double ambient[3]; /* R, G, B, 0 to 255: everywhere */
    tlb_box_tree faces;
} tlb_lighting;

/* What lights the faces of a solid that was made of the detail, by the options; `solid` must last as long.
 * False: no memory. */
bool tlb_lighting_make(const tlb_solid *solid, const tlb_level_detail *detail, tlb_baked_light light,
                       const tlb_sun_options *sun, tlb_arena *arena, tlb_lighting *lighting);
/* Whether there is any light. */
bool tlb_lighting_shines(const tlb_lighting *lighting);

/* The light on a face: R, G, B of each texel, row after row. A texel gets the share of it that no face
 * darkens, as if the face's plane went on, of what the lamp gives at its middle; only what darkens some of
 * the face itself counts. A face that looks away from a lamp gets nothing of it. `work` is for what is needed
 * on the way. False: no memory. */
bool tlb_light_face(const tlb_lighting *lighting, uint32_t face, const tlb_light_grid *grid, tlb_arena *work,
                    uint8_t (*rgb)[3]);

#endif

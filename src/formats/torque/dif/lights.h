/* The animated lights of an interior: what they are, and how they shine at a time. */
#ifndef TLB_FORMATS_TORQUE_DIF_LIGHTS_H
#define TLB_FORMATS_TORQUE_DIF_LIGHTS_H

#include "trilobite/dif.h"

/* flags of an animated light */
enum { DIF_LIGHT_AMBIENT = 1, DIF_LIGHT_LOOP = 2, DIF_LIGHT_FLICKER = 4, DIF_LIGHT_ALARM = 8 };

const char *dif_light_type(const tlb_dif_animated_light *light);
/* Empty when the interior has no such name. */
tlb_text dif_light_name(const tlb_dif_interior *interior, const tlb_dif_animated_light *light);
/* One of its states; NULL when the interior has no such state. */
const tlb_dif_light_state *dif_light_state(const tlb_dif_interior *interior,
                                           const tlb_dif_animated_light *light, uint32_t i);

/* The surface of a state's datum, and how brightly the state lights it: a byte a texel of its light map's
 * rectangle. NULL: the datum has no map, or the interior has no such surface or map. */
const uint8_t *dif_light_map(const tlb_dif_interior *interior, const tlb_dif_state_data *data,
                             const tlb_dif_surface **surface);

typedef struct dif_light_moment {
    uint32_t state;
    uint8_t color[3];
} dif_light_moment;
/* The state so long after the light began, and its color, which goes over into that of the next state: of a
 * loop the first follows the last. A ramp ends in its last state. Flickers, of which engines choose a state
 * at random, go through theirs in order, each in its own color. False: the light has no states. */
bool dif_light_at(const tlb_dif_interior *interior, const tlb_dif_animated_light *light, double seconds,
                  dif_light_moment *moment);

#endif

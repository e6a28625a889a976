/* The options of baked light, for formats that write it. */
#ifndef TLB_WRITERS_LIGHT_H
#define TLB_WRITERS_LIGHT_H

#include "core/format.h"
#include "scene/light/light.h"

/* The rule for the scene's light maps, with the floor of the options where it is set. */
tlb_status tlb_conversion_light(const tlb_conversion *conversion, const tlb_scene *scene,
                                const tlb_light_map *maps, tlb_light_rule *rule);

/* Whether `light`, where it is set, is a word for levels or else one for glTF; else BAD_OPTION is reported.
 */
bool tlb_option_light_is_for(tlb_context *context, const tlb_convert_options *options, bool levels);

#endif

/* How much of a scene's baked light is shown, where the user may say so. */
#ifndef TLB_CORE_LIGHT_OPTION_H
#define TLB_CORE_LIGHT_OPTION_H

#include "core/format.h"
#include "scene/light.h"

/* The rule for the scene's light maps with --light-floor. */
tlb_status tlb_choose_light(const tlb_conversion *conversion, const tlb_scene *scene, tlb_light_rule *rule);

#endif

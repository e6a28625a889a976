/* How much of a scene's baked light is shown, where the user may say so. */
#ifndef TLB_CORE_LIGHT_OPTION_H
#define TLB_CORE_LIGHT_OPTION_H

#include "core/format.h"
#include "scene/light.h"

/* The option, for the list of a format that asks. */
#define TLB_LIGHT_FLOOR_OPTION                                                                               \
    {                                                                                                        \
        "light-floor", "A", "how bright baked light is where it is dark, 0 (as the engine had it) to 1"      \
    }

/* The rule for the scene's light maps with --light-floor. */
tlb_status tlb_choose_light(const tlb_conversion *conversion, const tlb_scene *scene, tlb_light_rule *rule);

#endif

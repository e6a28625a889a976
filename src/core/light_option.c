#include "core/light_option.h"

tlb_status tlb_choose_light(const tlb_conversion *conversion, const tlb_scene *scene, tlb_light_rule *rule)
{
    tlb_status status = tlb_scene_light(conversion->context, scene, rule);
    if (status)
        return status;
    const tlb_optional_real *floor = &conversion->options->light_floor;
    if (floor->is_set && !rule->black)
        rule->floor = (float)floor->value;
    return TLB_OK;
}

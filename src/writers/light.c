#include "writers/light.h"

tlb_status tlb_conversion_light(const tlb_conversion *conversion, const tlb_scene *scene,
                                const tlb_light_map *maps, tlb_light_rule *rule)
{
    tlb_status status = tlb_choose_light(conversion->context, scene, maps, rule);
    const tlb_optional_real *floor = &conversion->options->light_floor;
    if (!status && floor->is_set && !rule->black)
        rule->floor = (float)floor->value;
    return status;
}

bool tlb_option_light_is_for(tlb_context *context, const tlb_convert_options *options, bool levels)
{
    tlb_baked_light light = options->light;
    bool of_level = light == TLB_BAKED_LAMPS || light == TLB_BAKED_SUN;
    if (light == TLB_BAKED_DEFAULT || light == TLB_BAKED_NONE || of_level == levels)
        return true;
    tlb_refuse_option(context, "light", "invalid value, expected %s",
                      levels ? "none, lamps or sun" : "vertex, none, map or atlas");
    return false;
}

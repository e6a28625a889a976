#include "core/light_option.h"

#include "base/number.h"

#include <string.h>

static bool choose_floor(const tlb_conversion *conversion, float *floor)
{
    const char *text = tlb_choice_text(conversion, "light-floor");
    if (!text)
        return true;
    float value;
    const char *end = text + strlen(text);
    if (tlb_read_f32(text, end, &value) == end && value >= 0 && value <= 1) {
        *floor = value;
        return true;
    }
    tlb_report(conversion->context, TLB_CODE_BAD_OPTION, TLB_NO_OFFSET, NULL,
               "--light-floor is a number from 0 to 1, not \"%s\"", text);
    return false;
}

tlb_status tlb_choose_light(const tlb_conversion *conversion, const tlb_scene *scene, tlb_light_rule *rule)
{
    tlb_status status = tlb_scene_light(conversion->context, scene, rule);
    if (status)
        return status;
    float floor = rule->floor;
    if (!choose_floor(conversion, &floor))
        return TLB_ARGUMENT;
    if (!rule->black)
        rule->floor = floor;
    return TLB_OK;
}

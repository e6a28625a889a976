#include "scene/color.h"

#include <stdbool.h>

float tlb_srgb(float linear)
{
    enum { STEPS = 24 };
    float low = 0, high = 1;
    for (int i = 0; i < STEPS; i++) {
        float middle = (low + high) / 2;
        if (tlb_linear(middle) <= linear)
            low = middle;
        else
            high = middle;
    }
    return high;
}

uint8_t tlb_srgb_byte(float linear)
{
    uint32_t low = 0, high = 255; /* the value lies between these two */
    if (!(linear > 0))
        return 0;
    while (high - low > 1) {
        uint32_t middle = (low + high) / 2;
        if (tlb_linear_byte((uint8_t)middle) <= linear)
            low = middle;
        else
            high = middle;
    }
    bool upper = linear - tlb_linear_byte((uint8_t)low) > tlb_linear_byte((uint8_t)high) - linear;
    return (uint8_t)(upper ? high : low);
}

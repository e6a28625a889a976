/* The animated lights of an interior: what they are, and how they shine at a time. */
#include "formats/torque/dif/dif.h"

#include <math.h>

const char *tlb_dif_light_type(const tlb_dif_animated_light *light)
{
    static const char *const names[] = {"triggerable ramp",    "ambient",
                                        "triggerable loop",    "ambient loop",
                                        "triggerable flicker", "ambient flicker"};
    uint32_t type = light->flags & (DIF_LIGHT_AMBIENT | DIF_LIGHT_LOOP | DIF_LIGHT_FLICKER);
    return type < sizeof names / sizeof *names ? names[type] : "unknown";
}

tlb_text tlb_dif_light_name(const tlb_dif_interior *interior, const tlb_dif_animated_light *light)
{
    uint32_t index = light->nameIndex, end = index, count = interior->nameBuffers.count;
    if (index >= count)
        return (tlb_text){"", 0};
    while (end < count && interior->nameBuffers.data[end])
        end++;
    return (tlb_text){(const char *)interior->nameBuffers.data + index, end - index};
}

/* How many of its states there are. */
static uint32_t count_states(const tlb_dif_interior *interior, const tlb_dif_animated_light *light)
{
    uint32_t all = interior->lightStates.count;
    uint32_t left = light->stateIndex < all ? all - light->stateIndex : 0;
    return light->stateCount < left ? light->stateCount : left;
}

const tlb_dif_light_state *tlb_dif_light_state_at(const tlb_dif_interior *interior,
                                                  const tlb_dif_animated_light *light, uint32_t i)
{
    return i < count_states(interior, light) ? &interior->lightStates.data[light->stateIndex + i] : NULL;
}

const uint8_t *tlb_dif_state_map(const tlb_dif_interior *interior, const tlb_dif_state_data *data,
                                 const tlb_dif_surface **surface)
{
    if (data->mapIndex == UINT32_MAX || data->surfaceIndex >= interior->surfaces.count ||
        data->mapIndex >= interior->stateDataBuffers.count)
        return NULL;
    *surface = &interior->surfaces.data[data->surfaceIndex];
    uint64_t texels = (uint64_t)(*surface)->mapSizeX * (*surface)->mapSizeY;
    return texels <= interior->stateDataBuffers.count - data->mapIndex
               ? interior->stateDataBuffers.data + data->mapIndex
               : NULL;
}

/* The last of the states, which are in the order of their times, that is active: the first before all. */
static uint32_t find_state(const tlb_dif_light_state *states, uint32_t count, double milliseconds)
{
    uint32_t found = 0, end = count;
    while (end - found > 1) {
        uint32_t middle = found + (end - found) / 2;
        if (states[middle].activeTime <= milliseconds)
            found = middle;
        else
            end = middle;
    }
    return found;
}

static uint8_t mix(uint8_t from, uint8_t to, double share)
{
    return (uint8_t)(from * (1 - share) + to * share + 0.5);
}

bool tlb_dif_light_at(const tlb_dif_interior *interior, const tlb_dif_animated_light *light, double seconds,
                      dif_light_moment *moment)
{
    const uint32_t count = count_states(interior, light);
    const bool flickers = light->flags & DIF_LIGHT_FLICKER, loops = light->flags & DIF_LIGHT_LOOP;
    double now = seconds * 1000, until = light->duration;
    if (!count)
        return false;
    if ((flickers || loops) && light->duration)
        now = fmod(now, light->duration);
    else
        now = fmin(now, light->duration);
    const tlb_dif_light_state *states = interior->lightStates.data + light->stateIndex;
    uint32_t found = find_state(states, count, now);
    const tlb_dif_light_state *state = &states[found], *next = state;
    if (!flickers && found + 1 < count) {
        next = &states[found + 1];
        until = next->activeTime;
    } else if (loops)
        next = states;
    double length = until - state->activeTime, into = now - state->activeTime;
    double share = length > 0 ? fmin(fmax(into / length, 0), 1) : 0;
    *moment = (dif_light_moment){found,
                                 {mix(state->red, next->red, share), mix(state->green, next->green, share),
                                  mix(state->blue, next->blue, share)}};
    return true;
}

/* Animated lights: which state one is in, what colour it has, and where it falls. */
#include "formats/darkstar/dil/dil.h"

#include <math.h>

static const float FULL = 65280; /* 255 in 8.8 fixed point */

static const tlb_dil_state *states_of(const tlb_dil *dil, const tlb_dil_light *light)
{
    int64_t end = (int64_t)light->stateIndex + light->stateCount;
    bool there = light->stateIndex >= 0 && light->stateCount > 0 && end <= (int64_t)dil->states.count;
    return there ? &dil->states.data[light->stateIndex] : NULL;
}

/* The colour between a state and the next; behind the last comes the first again, when the light has run its
 * duration. */
static void blend(const tlb_dil_state *a, const tlb_dil_state *b, double part, float color[3])
{
    const uint16_t from[3] = {a->red, a->green, a->blue}, to[3] = {b->red, b->green, b->blue};
    for (int i = 0; i < 3; i++)
        color[i] = (float)((double)from[i] + part * ((double)to[i] - (double)from[i])) / FULL;
}

bool tlb_dil_light_at(const tlb_dil *dil, uint32_t light, double seconds, tlb_dil_moment *moment)
{
    const tlb_dil_light *l = light < dil->lights.count ? &dil->lights.data[light] : NULL;
    const tlb_dil_state *states = l ? states_of(dil, l) : NULL;
    if (!states || !isfinite(seconds) || seconds < 0)
        return false;
    double duration = l->duration > 0 && isfinite(l->duration) ? (double)l->duration : 0;
    double at = duration > 0 ? fmod(seconds, duration) : 0;
    int32_t state = 0;
    while (state + 1 < l->stateCount && (double)states[state + 1].time <= at)
        state++;
    int32_t next = state + 1 < l->stateCount ? state + 1 : 0;
    double begin = (double)states[state].time, end = next ? (double)states[next].time : duration;
    double part = end > begin ? (at - begin) / (end - begin) : 0;
    *moment = (tlb_dil_moment){.state = (uint32_t)(l->stateIndex + state)};
    blend(&states[state], &states[next], part > 0 ? part : 0, moment->color);
    return true;
}

bool tlb_dil_state_map(const tlb_dil *dil, uint32_t state, uint32_t number, uint32_t *surface,
                       const uint8_t **map)
{
    const tlb_dil_state *s = state < dil->states.count ? &dil->states.data[state] : NULL;
    if (!s || s->dataIndex < 0 || s->dataCount < 0 || number >= (uint32_t)s->dataCount ||
        (uint32_t)s->dataIndex + number >= dil->stateData.count)
        return false;
    const tlb_dil_state_data *d = &dil->stateData.data[(uint32_t)s->dataIndex + number];
    *map = NULL;
    *surface = (uint32_t)d->surface;
    if (d->surface < 0 || *surface >= dil->surfaces.count || d->mapIndex < 0)
        return true;
    const tlb_dil_surface *to = &dil->surfaces.data[d->surface];
    if ((uint64_t)d->mapIndex + (uint32_t)(to->w * to->h) <= dil->mapBytes.size)
        *map = dil->mapBytes.data + d->mapIndex;
    return true;
}

/* The rules of interior lighting. Parts may be anything: no rule relies on another having held. */
#include "formats/darkstar/dil/check.h"

#include "base/text.h"

#include "formats/darkstar/dil/dil.h"

/* --- animated lights ---------------------------------------------------------------------------------- */

static void check_states(tlb_checker *c, const tlb_dil *dil, uint32_t i)
{
    const tlb_dil_light *light = &dil->lights.data[i];
    uint32_t count = dil->states.count;
    if (light->stateIndex < 0 || light->stateCount < 0 || (uint32_t)light->stateIndex > count ||
        (uint32_t)light->stateCount > count - (uint32_t)light->stateIndex) {
        TLB_FIND(c, DIL_LIGHT, tlb_at(c, "lights[%u].stateIndex", i), "%d from %d on: there are %u states",
                 light->stateCount, light->stateIndex, count);
        return;
    }
    float before = 0;
    for (int32_t k = 0; k < light->stateCount; k++) {
        float time = dil->states.data[light->stateIndex + k].time;
        if (time < before || time > light->duration) {
            TLB_FIND(c, DIL_STATE_ORDER, tlb_at(c, "states[%d].time", light->stateIndex + k),
                     "%g after %g, of a duration of %g", (double)time, (double)before,
                     (double)light->duration);
            return;
        }
        before = time;
    }
}

static void check_lights(tlb_checker *c, const tlb_dil *dil)
{
    const uint32_t known = TLB_DIL_AUTOSTART | TLB_DIL_LOOP | TLB_DIL_RANDOM | TLB_DIL_MANAGED;
    /* States belong to one light each: those of many may not be walked again and again. */
    uint64_t budget = (uint64_t)dil->states.count * 4;
    for (uint32_t i = 0; i < dil->lights.count; i++) {
        const tlb_dil_light *light = &dil->lights.data[i];
        if (light->nameOffset != -1 && !tlb_dil_name(dil, light->nameOffset))
            TLB_FIND(c, DIL_LIGHT, tlb_at(c, "lights[%u].nameOffset", i), "%d is no name within %u bytes",
                     light->nameOffset, dil->names.size);
        TLB_CHECK_FINITE(c, DIL_NOT_FINITE, &light->duration, 1, tlb_at(c, "lights[%u].duration", i));
        if (light->animFlags & ~known)
            TLB_FIND(c, DIL_LIGHT_FLAGS, tlb_at(c, "lights[%u].animFlags", i), "0x%08x", light->animFlags);
        if (light->stateCount <= 0 || (uint64_t)light->stateCount <= budget) {
            budget -= light->stateCount > 0 ? (uint64_t)light->stateCount : 0;
            check_states(c, dil, i);
        }
    }
}

static void check_state_list(tlb_checker *c, const tlb_dil *dil)
{
    uint32_t count = dil->stateData.count;
    for (uint32_t i = 0; i < dil->states.count; i++) {
        const tlb_dil_state *state = &dil->states.data[i];
        TLB_CHECK_FINITE(c, DIL_NOT_FINITE, &state->time, 1, tlb_at(c, "states[%u].time", i));
        if (state->dataIndex < 0 || state->dataCount < 0 ||
            (uint32_t)state->dataIndex + (uint32_t)state->dataCount > count)
            TLB_FIND(c, DIL_STATE, tlb_at(c, "states[%u].dataIndex", i), "%d from %d on: there are %u",
                     state->dataCount, state->dataIndex, count);
    }
}

static void check_state_data(tlb_checker *c, const tlb_dil *dil)
{
    for (uint32_t i = 0; i < dil->stateData.count; i++) {
        const tlb_dil_state_data *d = &dil->stateData.data[i];
        if (d->surface < 0 || (uint32_t)d->surface >= dil->surfaces.count) {
            TLB_FIND(c, DIL_STATE_DATA, tlb_at(c, "stateData[%u].surface", i), "%d: there are %u", d->surface,
                     dil->surfaces.count);
            continue;
        }
        if (d->lightIndex < 0 || d->lightIndex >= dil->lightMapListSize)
            TLB_FIND(c, DIL_STATE_DATA, tlb_at(c, "stateData[%u].lightIndex", i), "%d: the list has %d",
                     d->lightIndex, dil->lightMapListSize);
        const tlb_dil_surface *s = &dil->surfaces.data[d->surface];
        uint64_t end = (uint64_t)(uint32_t)d->mapIndex + (uint32_t)(s->w * s->h);
        if (d->mapIndex != -1 && (d->mapIndex < 0 || end > dil->mapBytes.size))
            TLB_FIND(c, DIL_STATE_DATA, tlb_at(c, "stateData[%u].mapIndex", i),
                     "%u x %u from %d on: there are %zu bytes", s->w, s->h, d->mapIndex, dil->mapBytes.size);
    }
}

static void check_surface_lights(tlb_checker *c, const tlb_dil *dil)
{
    int32_t needed = 0;
    for (uint32_t i = 0; i < dil->surfaces.count; i++) {
        const tlb_dil_surface *s = &dil->surfaces.data[i];
        if (!s->lightCount)
            continue;
        int32_t end = s->lightIndex + s->lightCount;
        if (s->lightIndex < 0 || s->lightCount < 0 || end > dil->lightMapListSize)
            TLB_FIND(c, DIL_SURFACE_LIGHTS, tlb_at(c, "surfaces[%u].lightIndex", i),
                     "%d from %d on: the list has %d", s->lightCount, s->lightIndex, dil->lightMapListSize);
        needed = end > needed ? end : needed;
    }
    if (dil->lightMapListSize > needed)
        TLB_FIND(c, DIL_LIST_SIZE, "lightMapListSize", "%d, the surfaces need %d", dil->lightMapListSize,
                 needed);
}

/* ------------------------------------------------------------------------------------------------------ */

tlb_status dil_check(tlb_document *document)
{
    const tlb_dil *dil = document->root;
    tlb_checker c = tlb_checker_start(document->context, document->root);
    if (dil->lightScaleShift < 0 || dil->lightScaleShift > DIL_LAST_SHIFT)
        TLB_FIND(&c, DIL_SCALE, "lightScaleShift", "%d is not one of 0 to %d", dil->lightScaleShift,
                 DIL_LAST_SHIFT);
    check_lights(&c, dil);
    check_state_list(&c, dil);
    check_state_data(&c, dil);
    check_surface_lights(&c, dil);
    dil_check_tree(&c, dil);
    dil_check_maps(&c, dil);
    if (tlb_dil_is_mission(dil))
        dil_check_relit(&c, dil);
    dil_check_geometry(&c, document);
    if (dil->pers.rest.size + dil->tail.size)
        tlb_report(c.context, TLB_CODE_TRAILING_BYTES, TLB_NO_OFFSET, dil->pers.rest.size ? "rest" : "tail",
                   "%zu %s that no engine reads", dil->pers.rest.size + dil->tail.size,
                   tlb_plural(dil->pers.rest.size + dil->tail.size, "byte", "bytes"));
    return tlb_checker_end(&c);
}

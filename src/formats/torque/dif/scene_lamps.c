/* Animated lights as lamps. The file has no places for them, only what they give to surfaces: that tells
 * about where they stand. */
#include "base/text.h"
#include "formats/torque/dif/lights.h"
#include "formats/torque/dif/scene.h"
#include "image/image.h"
#include "scene/lamp.h"

/* Files that share maps without end are not followed. */
enum { USES = 4 };

typedef struct lamps {
    const tlb_dif_interior *interior;
    uint64_t states, data, texels; /* how many may still be looked at */
    uint32_t dark;                 /* lights that fall on nothing */
} lamps;

/* What a datum of a state says of the lamp. */
static void light_surface(lamps *l, const tlb_dif_state_data *data, float color, tlb_lamp *lamp)
{
    const tlb_dif_interior *x = l->interior;
    const tlb_dif_surface *surface;
    const uint8_t *map = dif_light_map(x, data, &surface);
    uint32_t points[TLB_DIF_MAX_WINDING], width, height;
    tlb_lit_corner corners[TLB_DIF_MAX_WINDING];
    float plane[4], uv[2];
    if (!map || data->surfaceIndex >= x->normalLMapIndices.count || dif_axes_of(surface) > DIF_LAST_AXES ||
        !tlb_dif_plane_of(x, surface->planeIndex, true, plane))
        return;
    uint32_t sheet = x->normalLMapIndices.data[data->surfaceIndex];
    uint64_t texels = (uint64_t)surface->mapSizeX * surface->mapSizeY;
    if (sheet >= x->lightMaps.count || texels > l->texels ||
        tlb_image_size(x->lightMaps.data[sheet].lightMap, &width, &height))
        return;
    l->texels -= texels;
    tlb_lit_surface lit = {map, surface->mapSizeX, surface->mapSizeY, .corners = corners};
    lit.corner_count = tlb_dif_surface_polygon(x, surface, false, points);
    dif_turn_axes(lit.normal, plane);
    for (uint32_t i = 0; i < lit.corner_count; i++) {
        const float *point = x->points.data[points[i]];
        dif_turn_axes(corners[i].position, point);
        tlb_dif_light_map_uv(surface, point, uv);
        corners[i].luxel[0] = uv[0] * (float)width - (float)surface->mapOffsetX - 0.5f;
        corners[i].luxel[1] = uv[1] * (float)height - (float)surface->mapOffsetY - 0.5f;
    }
    tlb_lamp_lights(lamp, &lit, color);
}

static void light_surfaces(lamps *l, const tlb_dif_light_state *state, float color, tlb_lamp *lamp)
{
    if (!tlb_within(state->dataIndex, state->dataCount, l->interior->stateDatas.count))
        return;
    for (uint32_t i = 0; i < state->dataCount && l->data; i++, l->data--)
        light_surface(l, &l->interior->stateDatas.data[state->dataIndex + i], color, lamp);
}

static uint8_t strength(const uint8_t color[3])
{
    uint8_t most = color[0] > color[1] ? color[0] : color[1];
    return most > color[2] ? most : color[2];
}

/* The moment of --light-time; without it that of the strongest state. */
static bool choose_moment(const dif_scene *s, lamps *l, const tlb_dif_animated_light *light,
                          dif_light_moment *moment)
{
    const tlb_dif_interior *x = l->interior;
    if (s->animated)
        return dif_light_at(x, light, s->seconds, moment);
    const tlb_dif_light_state *state;
    *moment = (dif_light_moment){0};
    for (uint32_t i = 0; l->states && (state = dif_light_state(x, light, i)) != NULL; i++, l->states--) {
        const uint8_t color[3] = {state->red, state->green, state->blue};
        if (!i || strength(color) > strength(moment->color))
            *moment = (dif_light_moment){i, {color[0], color[1], color[2]}};
    }
    return dif_light_state(x, light, 0) != NULL;
}

static bool add_lamp(dif_scene *s, lamps *l, uint32_t index, int32_t parent)
{
    const tlb_dif_animated_light *light = &l->interior->animatedLights.data[index];
    dif_light_moment moment;
    tlb_lamp lamp = {0};
    if (((light->flags & DIF_LIGHT_ALARM) != 0) != dif_is_alarmed(s, l->interior))
        return true;
    float color[3] = {0};
    dif_turn_axes(lamp.box[0], l->interior->boundingBox);
    dif_turn_axes(lamp.box[1], l->interior->boundingBox + 3);
    if (choose_moment(s, l, light, &moment)) {
        for (int i = 0; i < 3; i++)
            color[i] = (float)moment.color[i] / UINT8_MAX;
        light_surfaces(l, dif_light_state(l->interior, light, moment.state), tlb_lamp_strength(color), &lamp);
    }
    const char *name = dif_name(s, dif_light_name(l->interior, light), "light");
    l->dark += lamp.weight == 0;
    return name && tlb_add_lamp(s->scene, &lamp, name, index, parent, color);
}

bool dif_add_lamps(dif_scene *s, const dif_subject *subject, int32_t node)
{
    const tlb_dif_interior *x = subject->interior;
    lamps l = {.interior = x,
               .states = (uint64_t)x->lightStates.count * USES,
               .data = (uint64_t)x->stateDatas.count * USES,
               .texels = (uint64_t)x->stateDataBuffers.count * USES};
    for (uint32_t i = 0; i < x->animatedLights.count; i++)
        if (!add_lamp(s, &l, i, node))
            return false;
    if (l.dark)
        tlb_report(s->conversion->context, TLB_CODE_DROPPED, TLB_NO_OFFSET, subject->path,
                   "%u animated %s on no surface and %s no lamp", l.dark,
                   tlb_plural(l.dark, "light falls", "lights fall"), tlb_plural(l.dark, "becomes", "become"));
    return true;
}

/* Animated lights as point lights. The files have no places for them, only what they give to surfaces, from
 * which their approximate positions follow. */
#include "formats/darkstar/interior/interior.h"

#include "base/text.h"
#include "scene/light/lamp.h"
#include "scene/geometry/unit.h"

/* Real files list each map once. What shares its bytes with others is looked at this often. */
enum { MOST_SHARED = 4 };

typedef struct lamps {
    const tlb_dig *dig;
    const tlb_dil *dil;
    uint64_t states, data, luxels; /* how many may still be looked at */
    uint32_t dark;                 /* lights that fall on nothing */
} lamps;

static void light_surface(lamps *l, uint32_t index, const uint8_t *map, float color, tlb_lamp *lamp)
{
    const tlb_dig_surface *surface = index < l->dig->surfaces.count ? &l->dig->surfaces.data[index] : NULL;
    tlb_lit_corner corners[UINT8_MAX];
    uint32_t texels[2];
    float plane[4];
    if (!surface || !tlb_dig_has_polygon(l->dig, surface))
        return;
    const tlb_dil_surface *to = &l->dil->surfaces.data[index];
    uint32_t luxels = (uint32_t)to->w * to->h;
    if (luxels > l->luxels)
        return;
    l->luxels -= luxels;
    tlb_lit_surface lit = {map, to->w, to->h, .corners = corners, .corner_count = surface->numVerts};
    tlb_dig_texels(l->dig, surface, texels);
    tlb_dig_surface_plane(l->dig, surface, plane);
    interior_turn_axes(lit.normal, plane);
    tlb_make_unit(lit.normal);
    for (uint32_t i = 0; i < surface->numVerts; i++) {
        const float *point2 = l->dig->points2.data[l->dig->verts.data[surface->vertIdx + i].tIdx];
        interior_turn_axes(corners[i].position, dig_corner(l->dig, surface, i));
        tlb_dil_luxel_uv(l->dil, to, point2, texels, corners[i].luxel);
    }
    tlb_lamp_lights(lamp, &lit, color);
}

/* The moment of --light-time; without it that of the strongest state. */
static bool choose_moment(const interior_scene *s, lamps *l, uint32_t light, tlb_dil_moment *moment)
{
    const tlb_dil *dil = l->dil;
    const tlb_dil_light *of = &dil->lights.data[light];
    tlb_dil_moment at;
    if (s->animated || !tlb_dil_light_at(dil, light, 0, moment))
        return tlb_dil_light_at(dil, light, s->seconds, moment);
    for (int32_t i = 1; i < of->stateCount && l->states; i++, l->states--) {
        const tlb_dil_state *state = &dil->states.data[of->stateIndex + i];
        const float full = 65280; /* 255 in 8.8 fixed point */
        at = (tlb_dil_moment){
            (uint32_t)(of->stateIndex + i),
            {(float)state->red / full, (float)state->green / full, (float)state->blue / full}};
        if (tlb_lamp_strength(at.color) > tlb_lamp_strength(moment->color))
            *moment = at;
    }
    return true;
}

static bool add_lamp(interior_scene *s, lamps *l, uint32_t light, int32_t parent)
{
    const char *name = tlb_dil_name(l->dil, l->dil->lights.data[light].nameOffset);
    tlb_dil_moment moment = {0};
    tlb_lamp lamp = {0};
    const uint8_t *map;
    uint32_t surface;
    interior_turn_axes(lamp.box[0], l->dig->box);
    interior_turn_axes(lamp.box[1], l->dig->box + 3);
    if (choose_moment(s, l, light, &moment))
        for (uint32_t i = 0; l->data && tlb_dil_state_map(l->dil, moment.state, i, &surface, &map);
             i++, l->data--)
            if (map)
                light_surface(l, surface, map, tlb_lamp_strength(moment.color), &lamp);
    l->dark += lamp.weight == 0;
    return tlb_add_lamp(s->scene, &lamp, name && *name ? name : "light", light, parent, moment.color);
}

bool tlb_interior_add_lamps(interior_scene *s, const interior_level *level, int32_t parent)
{
    const tlb_dil *dil = level->lighting.base;
    lamps l = {.dig = level->dig,
               .dil = dil,
               .states = (uint64_t)dil->states.count * MOST_SHARED,
               .data = (uint64_t)dil->stateData.count * MOST_SHARED,
               .luxels = (uint64_t)dil->mapBytes.size * MOST_SHARED};
    for (uint32_t i = 0; i < dil->lights.count; i++)
        if (!add_lamp(s, &l, i, parent))
            return false;
    if (l.dark)
        tlb_report(s->conversion->context, TLB_CODE_DROPPED, TLB_NO_OFFSET, NULL,
                   "%s: %u animated %s no surface and %s left out", level->name, l.dark,
                   tlb_plural(l.dark, "light reaches", "lights reach"), tlb_plural(l.dark, "was", "were"));
    return true;
}

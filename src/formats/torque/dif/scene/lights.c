/* Light that changes: the interior as it is in the alarm state, or with the light of its animated lights
 * added to the light maps that they reach; and animated lights as lamps. */
#include "formats/torque/dif/scene/scene.h"
#include "base/text.h"
#include "image/image.h"
#include "image/quantize.h"
#include "scene/light/lamp.h"

#include <stdlib.h>

/* Each state has surfaces and maps of its own; files that share them without end are not followed. */
enum { USES = 4 };

/* The map of one state for one surface. */
typedef struct addition {
    uint32_t sheet;
    const tlb_dif_surface *surface;
    const uint8_t *map; /* as large as the surface's rectangle */
    uint8_t color[3];
} addition;

typedef struct lighting {
    dif_scene *s;
    const dif_subject *subject;
    tlb_dif_interior *lit;
    addition *additions;
    uint32_t count;
    uint64_t visits, texels; /* how many are left */
    bool cut;
} lighting;

/* --- the alarm ----------------------------------------------------------------------------------------- */

static bool use_alarm_maps(dif_scene *s, tlb_dif_interior *lit)
{
    tlb_dif_list *list = &lit->normalLMapIndices;
    uint32_t *sheets = tlb_alloc_array(&s->work, list->count, sizeof *sheets);
    for (uint32_t i = 0; sheets && i < list->count; i++) {
        uint32_t alarm = i < lit->alarmLMapIndices.count ? lit->alarmLMapIndices.data[i] : UINT32_MAX;
        bool shared =
            i < lit->surfaces.count && lit->surfaces.data[i].surfaceFlags & TLB_DIF_SURFACE_SHARED_LIGHT_MAPS;
        sheets[i] = !shared && alarm < lit->lightMaps.count ? alarm : list->data[i];
    }
    list->data = sheets;
    return sheets != NULL;
}

/* --- animated lights ----------------------------------------------------------------------------------- */

static void collect_data(lighting *l, const tlb_dif_state_data *data, const uint8_t color[3])
{
    const tlb_dif_interior *x = l->lit;
    const tlb_dif_surface *surface;
    const uint8_t *map = tlb_dif_state_map(x, data, &surface);
    if (!map || data->surfaceIndex >= x->normalLMapIndices.count)
        return;
    uint64_t texels = (uint64_t)surface->mapSizeX * surface->mapSizeY;
    uint32_t sheet = x->normalLMapIndices.data[data->surfaceIndex];
    if (sheet >= x->lightMaps.count)
        return;
    l->cut |= texels > l->texels;
    if (l->cut)
        return;
    l->texels -= texels;
    l->additions[l->count++] = (addition){sheet, surface, map, {color[0], color[1], color[2]}};
}

/* Whether an interior is lit as its alarm does. */
static bool is_alarmed(const dif_scene *s, const tlb_dif_interior *interior)
{
    return s->alarm && interior->hasAlarmState;
}

static void collect_light(lighting *l, const tlb_dif_animated_light *light)
{
    const tlb_dif_interior *x = l->lit;
    dif_light_moment moment;
    bool of_alarm = light->flags & DIF_LIGHT_ALARM;
    if (of_alarm != is_alarmed(l->s, x) || !tlb_dif_light_at(x, light, l->s->seconds, &moment))
        return;
    const tlb_dif_light_state *state = tlb_dif_light_state_at(x, light, moment.state);
    if (!tlb_within(state->dataIndex, state->dataCount, x->stateDatas.count))
        return;
    l->cut |= state->dataCount > l->visits;
    for (uint32_t i = 0; i < state->dataCount && !l->cut; i++, l->visits--)
        collect_data(l, &x->stateDatas.data[state->dataIndex + i], moment.color);
}

/* Adds a map to the pixels of a sheet, as engines do. */
static void add_map(const addition *from, uint8_t (*pixels)[4], uint32_t width, uint32_t height)
{
    enum { HALF = 0x80, SHIFT = 8 };
    const tlb_dif_surface *surface = from->surface;
    for (uint32_t y = 0; y < surface->mapSizeY && (uint64_t)surface->mapOffsetY + y < height; y++)
        for (uint32_t x = 0; x < surface->mapSizeX && (uint64_t)surface->mapOffsetX + x < width; x++) {
            uint8_t *pixel = pixels[(size_t)(surface->mapOffsetY + y) * width + surface->mapOffsetX + x];
            uint32_t intensity = from->map[(size_t)y * surface->mapSizeX + x];
            for (int c = 0; c < 3; c++) {
                uint32_t sum = pixel[c] + ((from->color[c] * intensity + HALF) >> SHIFT);
                pixel[c] = (uint8_t)(sum < UINT8_MAX ? sum : UINT8_MAX);
            }
        }
}

/* Puts another PNG in the place of a sheet; one that cannot be read, which is reported, is left as it is. */
static tlb_status light_sheet(lighting *l, tlb_arena *scratch, const addition *additions, uint32_t count)
{
    tlb_context *context = l->s->conversion->context;
    tlb_bytes *png = &l->lit->lightMaps.data[additions->sheet].lightMap;
    tlb_image image = {.name =
                           tlb_arena_printf(scratch, "%s light map %u", l->subject->name, additions->sheet),
                       .encoded = *png};
    const uint8_t(*before)[4];
    if (!image.name)
        return TLB_NO_MEMORY;
    tlb_status status = tlb_image_rgba(context, scratch, &image, &before, &image.width, &image.height);
    if (status)
        return tlb_memory_status(context, scratch, status);
    size_t pixels = (size_t)image.width * image.height;
    image.pixels = tlb_alloc_array(scratch, pixels, sizeof *before);
    if (!image.pixels)
        return TLB_NO_MEMORY;
    memcpy(image.pixels, before, pixels * sizeof *before);
    for (uint32_t i = 0; i < count; i++)
        add_map(&additions[i], (uint8_t(*)[4])image.pixels, image.width, image.height);
    tlb_buffer made = {.account = scratch->account};
    image.encoded = (tlb_bytes){0};
    image.format = TLB_PIXELS_RGBA;
    status = tlb_png_encode(&image, &made);
    tlb_arena_fail(scratch, made.status);
    uint8_t *copy = status ? NULL : tlb_alloc(&l->s->work, made.size);
    if (copy)
        *png = (tlb_bytes){memcpy(copy, made.data, made.size), made.size};
    tlb_buffer_free(&made);
    return copy ? TLB_OK : TLB_NO_MEMORY;
}

static int by_sheet(const void *a, const void *b)
{
    uint32_t first = ((const addition *)a)->sheet, second = ((const addition *)b)->sheet;
    return (first > second) - (first < second);
}

static bool light_sheets(lighting *l)
{
    tlb_arena scratch;
    tlb_arena_init(&scratch, l->s->arena->account);
    tlb_status status = TLB_OK;
    qsort(l->additions, l->count, sizeof *l->additions, by_sheet);
    for (uint32_t from = 0, to; from < l->count && !status; from = to) {
        for (to = from + 1; to < l->count && l->additions[to].sheet == l->additions[from].sheet;)
            to++;
        tlb_mark memory = tlb_arena_mark(&scratch);
        status = light_sheet(l, &scratch, l->additions + from, to - from);
        tlb_arena_rewind(&scratch, memory);
    }
    tlb_arena_release(&scratch);
    tlb_arena_fail(l->s->arena, scratch.failure);
    return !status;
}

static bool add_lights(lighting *l)
{
    tlb_dif_interior *lit = l->lit;
    l->visits = (uint64_t)lit->stateDatas.count * USES;
    l->texels = (uint64_t)lit->stateDataBuffers.count * USES;
    l->additions = tlb_alloc_array(&l->s->work, (size_t)l->visits, sizeof *l->additions);
    tlb_dif_light_map *maps = tlb_alloc_array(&l->s->work, lit->lightMaps.count, sizeof *maps);
    if (!l->additions || !maps)
        return false;
    if (lit->lightMaps.count)
        memcpy(maps, lit->lightMaps.data, lit->lightMaps.count * sizeof *maps);
    lit->lightMaps.data = maps;
    for (uint32_t i = 0; i < lit->animatedLights.count && !l->cut; i++)
        collect_light(l, &lit->animatedLights.data[i]);
    if (l->cut)
        tlb_report(l->s->conversion->context, TLB_CODE_DROPPED, TLB_NO_OFFSET, l->subject->path,
                   "animated lights share too much of their light maps: some are left out");
    return !l->count || light_sheets(l);
}

bool tlb_dif_light_interior(dif_scene *s, const dif_subject *subject, tlb_dif_interior *lit)
{
    const tlb_dif_interior *x = subject->interior;
    lighting l = {.s = s, .subject = subject, .lit = lit};
    bool baked = s->conversion->options->light != TLB_BAKED_NONE;
    *lit = *x;
    if (baked && x->animatedLights.count && !s->animated && !s->lights)
        tlb_report_remedy(s->conversion->context, TLB_CODE_DROPPED, TLB_NO_OFFSET, subject->path,
                          (tlb_remedy){"light-time", "SECONDS"}, "%u animated %s left out",
                          x->animatedLights.count,
                          tlb_plural(x->animatedLights.count, "light is", "lights are"));
    if (baked && x->hasAlarmState && !s->alarm)
        tlb_report_remedy(s->conversion->context, TLB_CODE_DROPPED, TLB_NO_OFFSET, subject->path,
                          (tlb_remedy){"alarm", NULL}, "the light maps of the alarm are left out");
    return (!is_alarmed(s, x) || use_alarm_maps(s, lit)) && (!s->animated || add_lights(&l));
}

/* --- what the file says of them ------------------------------------------------------------------------ */

static void describe_state(dif_scene *s, tlb_value *list, const tlb_dif_light_state *state)
{
    tlb_value *table = tlb_value_add_table(s->arena, list, NULL);
    tlb_value *color = tlb_value_add_list(s->arena, table, "color");
    tlb_value_add_integer(s->arena, color, NULL, state->red);
    tlb_value_add_integer(s->arena, color, NULL, state->green);
    tlb_value_add_integer(s->arena, color, NULL, state->blue);
    tlb_value_add_integer(s->arena, table, "activeTime", state->activeTime);
}

bool tlb_dif_describe_lights(dif_scene *s, const tlb_dif_interior *x, int32_t node)
{
    uint64_t budget = (uint64_t)x->lightStates.count * USES;
    tlb_value *extras = s->scene->nodes[node].extras;
    if (!x->animatedLights.count)
        return true;
    if (!extras)
        extras = tlb_dif_node_extras(s, node);
    tlb_value *list = tlb_value_add_list(s->arena, extras, "animatedLights");
    for (uint32_t i = 0; i < x->animatedLights.count; i++) {
        const tlb_dif_animated_light *light = &x->animatedLights.data[i];
        tlb_value *table = tlb_value_add_table(s->arena, list, NULL);
        tlb_value_add_bytes_text(s->arena, table, "name", tlb_dif_light_name(x, light));
        tlb_value_add_text(s->arena, table, "type", tlb_dif_light_type(light));
        tlb_value_add_bool(s->arena, table, "alarm", (light->flags & DIF_LIGHT_ALARM) != 0);
        tlb_value_add_integer(s->arena, table, "duration", light->duration);
        tlb_value *states = tlb_value_add_list(s->arena, table, "states");
        const tlb_dif_light_state *state;
        for (uint32_t k = 0; k < light->stateCount && budget && (state = tlb_dif_light_state_at(x, light, k));
             k++, budget--)
            describe_state(s, states, state);
    }
    return extras != NULL;
}

/* --- lamps ------------------------------------------------------------------------------------------ */

/* The file has no places for animated lights, only what they give to surfaces: that tells about where they
 * stand. */

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
    const uint8_t *map = tlb_dif_state_map(x, data, &surface);
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
        return tlb_dif_light_at(x, light, s->seconds, moment);
    const tlb_dif_light_state *state;
    *moment = (dif_light_moment){0};
    for (uint32_t i = 0; l->states && (state = tlb_dif_light_state_at(x, light, i)) != NULL;
         i++, l->states--) {
        const uint8_t color[3] = {state->red, state->green, state->blue};
        if (!i || strength(color) > strength(moment->color))
            *moment = (dif_light_moment){i, {color[0], color[1], color[2]}};
    }
    return tlb_dif_light_state_at(x, light, 0) != NULL;
}

static bool add_lamp(dif_scene *s, lamps *l, uint32_t index, int32_t parent)
{
    const tlb_dif_animated_light *light = &l->interior->animatedLights.data[index];
    dif_light_moment moment;
    tlb_lamp lamp = {0};
    if (((light->flags & DIF_LIGHT_ALARM) != 0) != is_alarmed(s, l->interior))
        return true;
    float color[3] = {0};
    dif_turn_axes(lamp.box[0], l->interior->boundingBox);
    dif_turn_axes(lamp.box[1], l->interior->boundingBox + 3);
    if (choose_moment(s, l, light, &moment)) {
        for (int i = 0; i < 3; i++)
            color[i] = (float)moment.color[i] / UINT8_MAX;
        light_surfaces(l, tlb_dif_light_state_at(l->interior, light, moment.state), tlb_lamp_strength(color),
                       &lamp);
    }
    const char *name = tlb_dif_name(s, tlb_dif_light_name(l->interior, light), "light");
    l->dark += lamp.weight == 0;
    return name && tlb_add_lamp(s->scene, &lamp, name, index, parent, color);
}

bool tlb_dif_add_lamps(dif_scene *s, const dif_subject *subject, int32_t node)
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
                   "%u animated %s no surface and %s left out", l.dark,
                   tlb_plural(l.dark, "light reaches", "lights reach"), tlb_plural(l.dark, "was", "were"));
    return true;
}

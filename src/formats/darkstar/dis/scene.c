/* An interior with its files: a node for the state, below it the levels. */
#include "formats/darkstar/dis/dis.h"

#include "base/text.h"
#include "formats/darkstar/interior/interior.h"
#include "scene/build/name.h"

enum { MOST_LEVELS = 64 }; /* real interiors have nine at most */

/* Which part of an interior is wanted. */
typedef struct selection {
    uint32_t state, light_state, first, count; /* first, count: of the lods */
    bool finest;                               /* only the first of them whose geometry is there */
    int32_t found;                             /* levels with geometry, so far */
} selection;

static const char *name_at(interior_scene *s, const tlb_dis *dis, uint32_t offset, const char *otherwise)
{
    const char *name = tlb_dis_name(dis, offset);
    return name && *name ? tlb_scene_name(&s->work, name, strlen(name)) : otherwise;
}

/* --- options ------------------------------------------------------------------------------------------ */

/* The number of a state or light state that is chosen by its name or number; 0 when none is. */
static bool choose(interior_scene *s, const tlb_dis *dis, const char *option, const char *wanted,
                   const uint32_t *names, size_t stride, uint32_t count, uint32_t *chosen)
{
    *chosen = 0;
    if (!wanted || tlb_dis_find(dis, names, stride, count, wanted, chosen))
        return true;
    tlb_name_list known = {0};
    for (uint32_t i = 0; i < count; i++)
        tlb_name_list_add(&known, name_at(s, dis, names[i * stride], "unnamed"));
    tlb_refuse_option(s->conversion->context, option,
                      "invalid value \"%s\", expected a name in the interior or an integer from 0 to %u%s%s",
                      wanted, count ? count - 1 : 0, count ? "; names: " : "", known.text);
    return false;
}

static bool choose_lods(const interior_scene *s, const tlb_dis *dis, selection *chosen)
{
    tlb_optional_integer lod = s->conversion->options->lod;
    const tlb_dis_state *state = chosen->state < dis->states.count ? &dis->states.data[chosen->state] : NULL;
    chosen->first = state && state->lodIdx < dis->lods.count ? state->lodIdx : 0;
    chosen->count = state && state->lodIdx < dis->lods.count ? dis->lods.count - state->lodIdx : 0;
    if (state && state->numLods < chosen->count)
        chosen->count = state->numLods;
    chosen->finest = !lod.is_set;
    if (!lod.is_set || lod.value == TLB_LOD_ALL)
        return true;
    if (!tlb_option_is_within(s->conversion->context, "lod", lod, 0,
                              chosen->count ? (int64_t)chosen->count - 1 : 0))
        return false;
    chosen->first += (uint32_t)lod.value;
    chosen->count = chosen->count ? 1 : 0;
    return true;
}

static bool select_parts(interior_scene *s, const tlb_dis *dis, selection *chosen)
{
    const uint32_t *states = dis->states.count ? &dis->states.data[0].nameOffset : NULL;
    const tlb_dis_read_options *options = s->options;
    return choose(s, dis, "state", options->state, states, DIS_STATE_WORDS, dis->states.count,
                  &chosen->state) &&
           choose(s, dis, "light-state", options->light_state, dis->lightStates.data, 1,
                  dis->lightStates.count, &chosen->light_state) &&
           choose_lods(s, dis, chosen);
}

/* --- levels ------------------------------------------------------------------------------------------- */

static tlb_status find_light(interior_scene *s, const tlb_dis *dis, uint32_t lod, uint32_t light_state,
                             interior_lighting *lighting)
{
    const char *name = tlb_dis_lighting(dis, lod, light_state);
    uint32_t place = dis->lods.data[lod].lightStateIdx + light_state;
    const char *field = tlb_arena_printf(&s->work, "lodLightStates[%u]", place);
    *lighting = (interior_lighting){0};
    if (!field)
        return TLB_NO_MEMORY;
    return name && *name ? tlb_interior_find_lighting(s, name, field, lighting) : TLB_OK;
}

/* One whose geometry is missing is no level: coarser ones take its place. */
static tlb_status add_level(interior_scene *s, const tlb_dis *dis, selection *chosen, uint32_t lod)
{
    const tlb_dis_lod *of = &dis->lods.data[lod];
    const char *file = tlb_dis_name(dis, of->geometryNameOffset);
    const char *field = tlb_arena_printf(&s->work, "lods[%u].geometryNameOffset", lod);
    interior_level level = {.name = name_at(s, dis, of->geometryNameOffset, "level")};
    if (!level.name || !field)
        return TLB_NO_MEMORY;
    tlb_status status = file ? tlb_interior_find_geometry(s, file, field, &level.dig) : TLB_OK;
    if (status || !level.dig)
        return status;
    status = find_light(s, dis, lod, chosen->light_state, &level.lighting);
    int32_t index = (int32_t)s->scene->node_count;
    tlb_node *node = status ? NULL : tlb_scene_add_node(s->scene, level.name, 0);
    if (!node)
        return status ? status : TLB_NO_MEMORY;
    if (chosen->count > 1 && !chosen->finest) {
        node->level = chosen->found;
        node->level_size = (float)of->minPixels;
    }
    chosen->found++;
    tlb_value *extras = node->extras = tlb_value_table(s->arena);
    tlb_value_add_integer(s->arena, extras, "minPixels", of->minPixels);
    tlb_value_add_integer(s->arena, extras, "linkableFaces", of->linkableFaces);
    tlb_interior_describe_level(s, &level, extras);
    return tlb_interior_draw(s, &level, index);
}

static tlb_status add_interior(interior_scene *s, const tlb_dis *dis)
{
    selection chosen = {0};
    if (!select_parts(s, dis, &chosen))
        return TLB_ARGUMENT;
    uint32_t state_name =
        chosen.state < dis->states.count ? dis->states.data[chosen.state].nameOffset : UINT32_MAX;
    const char *name = name_at(s, dis, state_name, "interior");
    const char *materials = tlb_dis_name(dis, (uint32_t)dis->materialListOffset);
    if (!name || !tlb_scene_add_node(s->scene, name, TLB_NONE))
        return TLB_NO_MEMORY;
    tlb_value *extras = s->scene->extras = tlb_value_table(s->arena);
    tlb_value_add_bool(s->arena, extras, "linkedInterior", dis->linkedInterior != 0);
    tlb_status status = materials ? tlb_interior_find_materials(s, materials, "materialListOffset") : TLB_OK;
    if (chosen.count > MOST_LEVELS) {
        if (!chosen.finest)
            tlb_report(s->conversion->context, TLB_CODE_DROPPED, TLB_NO_OFFSET, "lods",
                       "only the first %d levels are converted", MOST_LEVELS);
        chosen.count = MOST_LEVELS;
    }
    for (uint32_t i = 0; !status && i < chosen.count && !(chosen.finest && chosen.found); i++)
        status = add_level(s, dis, &chosen, chosen.first + i);
    return status;
}

tlb_status tlb_dis_to_scene(tlb_document *document, tlb_scene *scene, const tlb_conversion *conversion)
{
    interior_scene s;
    tlb_interior_begin(&s, scene, conversion);
    return tlb_interior_finish(&s, add_interior(&s, document->root));
}

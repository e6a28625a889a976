/* The scene of an interior: beginning and end, extras, and the scenes of one level or one lighting. */
#include "formats/darkstar/interior/interior.h"

#include "base/text.h"
#include "scene/build/name.h"

void tlb_interior_begin(interior_scene *s, tlb_scene *scene, const tlb_conversion *conversion)
{
    const tlb_convert_options *options = conversion->options;
    *s = (interior_scene){.conversion = conversion,
                          .options = conversion->from,
                          .scene = scene,
                          .arena = tlb_scene_arena(scene),
                          .placeholder = TLB_NONE,
                          .glass = TLB_NONE,
                          .collision = options->collision,
                          .zones = options->zones,
                          .animated = options->light_time.is_set,
                          .seconds = options->light_time.value,
                          .lights = options->lights};
    tlb_arena_init(&s->work, conversion->context->account);
}

tlb_status tlb_interior_finish(interior_scene *s, tlb_status status)
{
    tlb_arena_release(&s->work);
    tlb_arena_fail(s->arena, s->work.failure);
    return status;
}

static void describe_lights(interior_scene *s, const tlb_dil *dil, tlb_value *extras)
{
    tlb_value *list = dil->lights.count ? tlb_value_add_list(s->arena, extras, "lights") : NULL;
    for (uint32_t i = 0; i < dil->lights.count; i++) {
        const tlb_dil_light *light = &dil->lights.data[i];
        const char *name = tlb_dil_name(dil, light->nameOffset);
        tlb_value *row = tlb_value_add_table(s->arena, list, NULL);
        tlb_value_add_integer(s->arena, row, "id", light->id);
        if (name)
            tlb_value_add_bytes_text(s->arena, row, "name", (tlb_text){name, (uint32_t)strlen(name)});
        tlb_value_add_single(s->arena, row, "duration", light->duration);
        tlb_value_add_integer(s->arena, row, "animFlags", light->animFlags);
        tlb_value_add_integer(s->arena, row, "stateIndex", light->stateIndex);
        tlb_value_add_integer(s->arena, row, "stateCount", light->stateCount);
    }
    list = dil->states.count ? tlb_value_add_list(s->arena, extras, "states") : NULL;
    for (uint32_t i = 0; i < dil->states.count; i++) {
        const tlb_dil_state *state = &dil->states.data[i];
        tlb_value *row = tlb_value_add_table(s->arena, list, NULL);
        tlb_value_add_single(s->arena, row, "time", state->time);
        tlb_value_add_integer(s->arena, row, "red", state->red);
        tlb_value_add_integer(s->arena, row, "green", state->green);
        tlb_value_add_integer(s->arena, row, "blue", state->blue);
    }
}

void tlb_interior_describe_level(interior_scene *s, const interior_level *level, tlb_value *extras)
{
    const tlb_dig *dig = level->dig;
    const tlb_dil *dil = level->lighting.base;
    tlb_value_add_integer(s->arena, extras, "buildId", dig->buildId);
    tlb_value_add_single(s->arena, extras, "textureScale", dig->textureScale);
    tlb_value_add_integer(s->arena, extras, "highestMip", dig->highestMip);
    tlb_value_add_integer(s->arena, extras, "flags", dig->flags);
    if (!dil)
        return;
    tlb_value_add_integer(s->arena, extras, "lightScaleShift", dil->lightScaleShift);
    describe_lights(s, dil, extras);
    bool baked = s->conversion->options->light != TLB_BAKED_NONE;
    if (baked && dil->stateData.count && !s->animated && !s->lights)
        tlb_report_remedy(s->conversion->context, TLB_CODE_DROPPED, TLB_NO_OFFSET, NULL,
                          (tlb_remedy){"light-time", "SECONDS"}, "%s: animated lights left out: %u",
                          level->name, dil->lights.count);
}

/* --- one level, one lighting -------------------------------------------------------------------------- */

/* A name without folder and extension. */
static const char *stem_of(tlb_arena *arena, const char *path)
{
    return tlb_scene_name(arena, tlb_path_base(path), tlb_path_stem(path));
}

static tlb_status add_geometry(interior_scene *s, const tlb_document *document)
{
    interior_level level = {.dig = document->root};
    const char *light_state = s->options->light_state;
    const char *base = tlb_path_base(document->name);
    const char *materials = tlb_interior_materials_name(&s->work, base);
    const char *light = tlb_interior_lighting_name(&s->work, base, light_state ? light_state : "0");
    level.name = stem_of(&s->work, document->name);
    if (!materials || !light || !level.name)
        return TLB_NO_MEMORY;
    tlb_status status = tlb_interior_find_materials(s, materials, NULL);
    if (!status)
        status = tlb_interior_find_lighting(s, light, NULL, &level.lighting);
    tlb_node *node =
        status ? NULL : tlb_scene_add_node(s->scene, *level.name ? level.name : "interior", TLB_NONE);
    if (!node)
        return status ? status : TLB_NO_MEMORY;
    tlb_interior_describe_level(s, &level, s->scene->nodes[0].extras = tlb_value_table(s->arena));
    return tlb_interior_draw(s, &level, 0);
}

tlb_status tlb_dig_to_scene(tlb_document *document, tlb_scene *scene, const tlb_conversion *conversion)
{
    interior_scene s;
    tlb_interior_begin(&s, scene, conversion);
    return tlb_interior_finish(&s, add_geometry(&s, document));
}

static tlb_status add_lighting(interior_scene *s, const tlb_document *document)
{
    const tlb_dil *dil = document->root;
    interior_lighting lighting = {.base = dil, .animated = s->animated, .seconds = s->seconds};
    interior_sheets sheets;
    int32_t first;
    const char *name = stem_of(&s->work, document->name);
    if (!name || !tlb_interior_make_sheets(&lighting, NULL, dil->surfaces.count, s->arena, &s->work, &sheets))
        return TLB_NO_MEMORY;
    tlb_interior_report_sheets(s, &sheets, name);
    return tlb_interior_add_sheets(s, &sheets, name, &first);
}

tlb_status tlb_dil_to_scene(tlb_document *document, tlb_scene *scene, const tlb_conversion *conversion)
{
    interior_scene s;
    tlb_interior_begin(&s, scene, conversion);
    return tlb_interior_finish(&s, add_lighting(&s, document));
}

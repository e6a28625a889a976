#include "core/mission.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

bool tlb_mission_numbers_of(const tlb_mission_object *object, const char *field, double *numbers,
                            uint32_t count)
{
    enum { MOST = 16 };
    double found[MOST];
    const tlb_mission_field *f = tlb_mission_find(object, field);
    if (!f || tlb_mission_read_numbers(f->value, found, count) < count)
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (!isfinite(found[i]))
            return false;
    memcpy(numbers, found, count * sizeof *numbers);
    return true;
}

void tlb_mission_field_path(const tlb_mission_scene *s, uint32_t object, const tlb_mission_field *field,
                            char path[MISSION_FIELD_PATH])
{
    uint32_t index = (uint32_t)(field - s->mission->objects.data[object].fields.data);
    if (s->paths)
        snprintf(path, MISSION_FIELD_PATH, "%s.%.60s", s->paths[object], field->name.data);
    else
        snprintf(path, MISSION_FIELD_PATH, "objects[%u].fields[%u].value", object, index);
}

tlb_status tlb_mission_open_file(tlb_mission_scene *s, uint32_t object, const char *field,
                                 const tlb_place_kind *kind, tlb_placed *placed)
{
    char name[MISSION_FILE_NAME], path[MISSION_FIELD_PATH];
    const char *file = NULL;
    const tlb_mission_field *f;
    for (const tlb_mission_file *rule = s->files; rule->field && !file; rule++)
        if (strcmp(rule->field, field) == 0)
            file = tlb_mission_file_of(&s->mission->objects.data[object], rule, name, &f);
    *placed = (tlb_placed){.found = false};
    if (!file || !*file)
        return TLB_OK;
    tlb_mission_field_path(s, object, f, path);
    return tlb_place_open(&s->placer, kind, file, path, placed);
}

tlb_status tlb_mission_add_shape(tlb_mission_scene *s, uint32_t object)
{
    const tlb_mission_field *field = tlb_mission_find(&s->mission->objects.data[object], "dataBlock");
    char path[MISSION_FIELD_PATH];
    const char *file;
    tlb_placed placed;
    if (!field)
        return TLB_OK;
    tlb_mission_field_path(s, object, field, path);
    tlb_status status = tlb_mission_find_shape(&s->blocks, &s->mission->objects.data[object], path, &file);
    if (status || !file)
        return status;
    status = tlb_place_open(&s->placer, s->blocks.shapes->kind, file, path, &placed);
    return status ? status : tlb_place_nodes(&s->placer, &placed, s->nodes[object], NULL);
}

/* --- nodes ------------------------------------------------------------------------------------------- */

/* A light shines along -Z. */
static void turn_to(const float way[3], float rotation[4])
{
    double turn[4] = {way[1], -way[0], 0, 1 - way[2]}, square = 0;
    for (int i = 0; i < 4; i++)
        square += turn[i] * turn[i];
    for (int i = 0; i < 4 && square > 1e-12; i++)
        rotation[i] = (float)(turn[i] / sqrt(square));
}

tlb_status tlb_mission_add_sun(tlb_mission_scene *s, uint32_t object, const double way[3],
                               const double color[3])
{
    double length = sqrt(way[0] * way[0] + way[1] * way[1] + way[2] * way[2]), unit[3];
    double most = fmax(fmax(color[0], color[1]), fmax(color[2], 1e-6));
    float turned[3];
    if (!s->placer.conversion->options->lights)
        return TLB_OK;
    tlb_scene_light *light = tlb_scene_add_light(s->scene, "sun");
    if (!light)
        return tlb_report_memory(s->placer.conversion->context, tlb_scene_arena(s->scene));
    light->kind = TLB_LIGHT_DIRECTIONAL;
    light->intensity = (float)(most * 3.14159265358979323846);
    for (int i = 0; i < 3; i++) {
        light->color[i] = (float)(fmax(color[i], 0) / most);
        unit[i] = way[i] / (length > 0 ? length : 1);
    }
    tlb_node *node = &s->scene->nodes[s->nodes[object]];
    node->light = (int32_t)s->scene->light_count - 1;
    mission_turn_axes(unit, turned);
    turn_to(turned, node->rotation);
    return TLB_OK;
}

/* The class, and what it says; code is not run. */
static void describe(tlb_arena *arena, const tlb_mission_object *object, tlb_value *extras)
{
    tlb_value_add_bytes_text(arena, extras, "class", object->className);
    for (uint32_t i = 0; i < object->fields.count; i++) {
        const tlb_mission_field *field = &object->fields.data[i];
        tlb_text key = tlb_copy_text(arena, field->name.data, field->name.size);
        if (field->kind != TLB_MISSION_CODE && key.data)
            tlb_value_add_bytes_text(arena, extras, key.data, field->value);
    }
}

static bool add_node(tlb_mission_scene *s, uint32_t index, const tlb_mission_stage *stage)
{
    tlb_arena *arena = tlb_scene_arena(s->scene);
    const tlb_mission_object *object = &s->mission->objects.data[index];
    const char *name = object->name.size ? object->name.data : object->className.data;
    int32_t parent = s->parents[index];
    tlb_node *node = tlb_scene_add_node(s->scene, name, parent == TLB_NONE ? TLB_NONE : s->nodes[parent]);
    tlb_value *extras = tlb_value_table(arena);
    if (!node || !extras)
        return false;
    node->extras = extras;
    describe(arena, object, extras);
    stage->place(object, node);
    s->nodes[index] = (int32_t)s->scene->node_count - 1;
    return true;
}

static bool find_parents(tlb_mission_scene *s)
{
    int32_t open[MISSION_MOST_DEPTH + 1] = {0};
    uint32_t count = s->mission->objects.count;
    s->parents = tlb_alloc_array(&s->work, count, sizeof *s->parents);
    s->nodes = tlb_alloc_array(&s->work, count, sizeof *s->nodes);
    s->shares = tlb_alloc_array(&s->work, count, sizeof *s->shares);
    for (uint32_t i = 0; i < count && s->parents && s->nodes && s->shares; i++) {
        uint32_t depth = s->mission->objects.data[i].depth;
        depth = depth < MISSION_MOST_DEPTH ? depth : MISSION_MOST_DEPTH;
        s->parents[i] = depth ? open[depth - 1] : TLB_NONE;
        s->nodes[i] = TLB_NONE;
        for (uint32_t d = depth; d <= MISSION_MOST_DEPTH; d++)
            open[d] = (int32_t)i;
    }
    return s->parents && s->nodes && s->shares;
}

static tlb_status no_memory(tlb_mission_scene *s)
{
    return tlb_report_memory(s->placer.conversion->context,
                             tlb_arena_refused(&s->work, tlb_scene_arena(s->scene)));
}

static tlb_status fill(tlb_mission_scene *s, const tlb_mission_stage *stage)
{
    if (!find_parents(s))
        return no_memory(s);
    tlb_status status = tlb_mission_choose(s);
    for (uint32_t i = 0; i < s->mission->objects.count && !status; i++) {
        if (s->shares[i] < MISSION_AROUND)
            continue;
        if (!add_node(s, i, stage))
            return no_memory(s);
        if (s->shares[i] == MISSION_SHOWN)
            status = stage->add(s, i);
    }
    return status || !stage->finish ? status : stage->finish(s);
}

tlb_status tlb_mission_to_scene(tlb_document *document, const tlb_mission *mission, tlb_scene *scene,
                                const tlb_conversion *conversion, const tlb_mission_stage *stage)
{
    tlb_mission_scene s = {.mission = mission, .scene = scene, .files = stage->files, .paths = stage->paths};
    tlb_arena_init(&s.work, conversion->context->account);
    tlb_placer_begin(&s.placer, document, scene, conversion, &s.work);
    s.blocks = (tlb_mission_blocks){.shapes = stage->shapes,
                                    .context = conversion->context,
                                    .assets = conversion->assets,
                                    .work = &s.work};
    tlb_status status = fill(&s, stage);
    tlb_arena_release(&s.work);
    tlb_arena_fail(tlb_scene_arena(scene), s.work.failure);
    return status;
}

#include "formats/interchange/gltf/from_scene/from_scene.h"

#include "scene/light/atlas.h"
#include "scene/light/bake.h"
#include "scene/animation/flip_frames.h"
#include "scene/transform/gather.h"
#include "scene/materials/materials.h"
#include "scene/transform/prune.h"
#include "scene/transform/rig.h"
#include "scene/transform/short_names.h"
#include "trilobite/formats/gltf.h"
#include "writers/light.h"
#include "writers/reports.h"

#include <stdio.h>
#include <string.h>

/* --- options ------------------------------------------------------------------------------------------ */

static const tlb_option_word details[] = {{"model", TLB_DETAIL_MODEL}, {"fine", TLB_DETAIL_FINE}, {NULL, 0}},
                             placeholders[] = {
                                 {"image", TLB_PLACEHOLDER_IMAGE}, {"uri", TLB_PLACEHOLDER_URI}, {NULL, 0}};

#define SHARED_OPTIONS                                                                                       \
    TLB_OPTION_LIGHT,                                                                                        \
        {"light-detail", "model|fine",                                                                       \
         "triangles for baked light in vertex colors: the model's, or finer ones (default: model)",          \
         TLB_SETS_TO(tlb_gltf_write_options, WORD, light_detail, TLB_CAN_IMPORT_SCENE), .words = details},   \
        TLB_OPTION_LIGHT_FLOOR,                                                                              \
        {"rig", "yes|no", "moving parts become one mesh on a skeleton, instead of nodes (default: yes)",     \
         TLB_SETS_TO(tlb_gltf_write_options, WORD, rig, TLB_CAN_IMPORT_SCENE), .words = tlb_words_switch},   \
    {                                                                                                        \
        "editable", NULL,                                                                                    \
            "for editing and converting back: all levels, collision and zones, parts as nodes, no light",    \
            TLB_SETS_TO(tlb_gltf_write_options, FLAG, editable, TLB_CAN_IMPORT_SCENE)                        \
    }

const tlb_option_info tlb_glb_option_list[] = {SHARED_OPTIONS, {0}};
const tlb_option_info tlb_gltf_option_list[] = {
    SHARED_OPTIONS,
    {"placeholder", "image|uri",
     "missing textures: gray images, or references to their files (default: image)",
     TLB_SETS_TO(tlb_gltf_write_options, WORD, placeholder, TLB_CAN_IMPORT_SCENE), .words = placeholders},
    {0},
};

tlb_gltf_options tlb_gltf_choose(const tlb_conversion *conversion)
{
    const tlb_convert_options *common = conversion->options;
    const tlb_gltf_write_options *options = conversion->to;
    tlb_baked_light light = options->editable ? TLB_BAKED_NONE : TLB_BAKED_VERTEX;
    return (tlb_gltf_options){.light = common->light ? common->light : light,
                              .fine = options->light_detail == TLB_DETAIL_FINE,
                              .rig = options->rig ? options->rig == TLB_SWITCH_YES : !options->editable,
                              .editable = options->editable,
                              .levels = common->lod.is_set && common->lod.value == TLB_LOD_ALL,
                              .placeholder_uris = options->placeholder == TLB_PLACEHOLDER_URI,
                              .page = options->page};
}

void tlb_gltf_scene_defaults(const void *to, tlb_convert_options *options)
{
    if (!((const tlb_gltf_write_options *)to)->editable)
        return;
    tlb_options_take_levels(to, options);
    options->collision = options->zones = true;
}

/* --- steps -------------------------------------------------------------------------------------------- */

/* The glass of a layer: that of a material without texture is kept, all others become one. */
static bool add_glass(tlb_scene *scene, tlb_arena *arena, const char *name, const tlb_material *like,
                      uint32_t *capacity)
{
    if (!tlb_list_reserve(arena, &scene->materials, scene->material_count, capacity, 1,
                          sizeof *scene->materials))
        return false;
    tlb_material *glass = &scene->materials[scene->material_count++];
    if (like)
        *glass = *like;
    else
        *glass = (tlb_material){.name = name,
                                .color = {1, 0.35f, 0.1f, 1},
                                .texture = {.image = TLB_NONE},
                                .lightmap = {.image = TLB_NONE}};
    glass->color[3] = 0.25f;
    glass->alpha_mode = TLB_ALPHA_BLEND;
    glass->double_sided = true;
    return true;
}

static bool glaze_mesh(tlb_scene *scene, tlb_arena *arena, const char *layer, uint32_t *capacity,
                       tlb_mesh *mesh)
{
    tlb_part *parts = tlb_alloc_array(arena, mesh->part_count, sizeof *parts);
    if (!parts)
        return false;
    for (uint32_t i = 0; i < mesh->part_count; i++) {
        int32_t old = mesh->parts[i].material;
        bool clear = old >= 0 && scene->materials[old].texture.image < 0 &&
                     scene->materials[old].alpha_mode == TLB_ALPHA_BLEND;
        tlb_material like = clear ? scene->materials[old] : (tlb_material){0};
        if (!add_glass(scene, arena, layer, clear ? &like : NULL, capacity))
            return false;
        parts[i] = mesh->parts[i];
        parts[i].material = (int32_t)scene->material_count - 1;
    }
    mesh->parts = parts;
    return true;
}

/* What is hidden is seen through where it is written, whatever it was: programs show all they find. */
static bool glaze(tlb_layers *layers, tlb_arena *arena)
{
    tlb_scene *scene = &layers->scene;
    const tlb_material *materials = scene->materials;
    const tlb_mesh *meshes = scene->meshes;
    uint32_t capacity = scene->material_count, mesh_capacity = scene->mesh_count;
    scene->materials = tlb_alloc_array(arena, capacity, sizeof *materials);
    scene->meshes = tlb_alloc_array(arena, mesh_capacity, sizeof *meshes);
    if (!scene->materials || !scene->meshes)
        return false;
    if (scene->material_count)
        memcpy(scene->materials, materials, scene->material_count * sizeof *materials);
    if (scene->mesh_count)
        memcpy(scene->meshes, meshes, scene->mesh_count * sizeof *meshes);
    for (uint32_t i = 0; i < scene->node_count; i++) {
        tlb_node *node = &scene->nodes[i];
        const char *layer = layers->names[layers->of_node[i]];
        if (!layer || strncmp(layer, "level ", 6) == 0 || node->mesh < 0)
            continue;
        tlb_mesh copy = scene->meshes[node->mesh];
        if (!glaze_mesh(scene, arena, layer, &capacity, &copy) ||
            !tlb_list_reserve(arena, &scene->meshes, scene->mesh_count, &mesh_capacity, 1, sizeof *meshes))
            return false;
        node->mesh = (int32_t)scene->mesh_count;
        scene->meshes[scene->mesh_count++] = copy;
    }
    return true;
}

static tlb_status light_with(const tlb_conversion *conversion, const tlb_gltf_options *options,
                             const tlb_light_map *maps, tlb_arena *arena, tlb_gltf_prepared *p)
{
    tlb_scene *scene = &p->layers.scene, before = *scene;
    tlb_status status = tlb_conversion_light(conversion, &before, maps, &p->rule);
    if (status || !p->rule.lit)
        return status;
    bool done, keep_maps = options->light != TLB_BAKED_NONE && !p->rule.black;
    if (options->page && keep_maps)
        return TLB_OK;
    if (keep_maps && options->light == TLB_BAKED_ATLAS)
        return tlb_draw_atlas(conversion->context, &before, maps, p->rule.floor, arena, scene);
    if (keep_maps && options->light == TLB_BAKED_VERTEX) {
        tlb_bake_options how = options->fine ? tlb_bake_fine : tlb_bake_usual;
        how.floor = p->rule.floor;
        done = tlb_bake_light(&before, maps, &how, arena, scene);
    } else {
        done = tlb_leave_light(&before, keep_maps, arena, scene);
    }
    return done ? TLB_OK : tlb_report_memory(conversion->context, arena);
}

static tlb_status light(const tlb_conversion *conversion, const tlb_gltf_options *options, tlb_arena *arena,
                        tlb_gltf_prepared *p)
{
    tlb_light_map *maps;
    tlb_arena work;
    if (options->light == TLB_BAKED_NONE && !options->page) {
        tlb_scene before = p->layers.scene;
        return tlb_leave_light(&before, false, arena, &p->layers.scene)
                   ? TLB_OK
                   : tlb_report_memory(conversion->context, arena);
    }
    tlb_arena_init(&work, conversion->context->account);
    tlb_status status = tlb_decode_light_maps(conversion->context, &p->layers.scene, &work, &maps);
    if (!status)
        status = light_with(conversion, options, maps, arena, p);
    tlb_arena_release(&work);
    return status;
}

tlb_status tlb_gltf_prepare(const tlb_conversion *conversion, const tlb_scene *scene,
                            const tlb_gltf_options *options, const char *name, tlb_arena *arena,
                            tlb_gltf_prepared *p)
{
    *p = (tlb_gltf_prepared){.layers = {.scene = *scene, .count = 1}};
    if (options->page)
        return light(conversion, options, arena, p);
    unsigned kinds = TLB_WITH_HIDDEN | (options->levels ? TLB_WITH_LEVELS : 0);
    bool split =
        options->editable || (tlb_scene_layers(scene, kinds, arena, &p->layers) && glaze(&p->layers, arena));
    if (!split)
        return tlb_report_memory(conversion->context, arena);
    tlb_status status = light(conversion, options, arena, p);
    if (status)
        return status;
    tlb_layers layers = p->layers, baked;
    if (options->rig &&
        (!tlb_bake_flip_frames(&layers, arena, &baked) || !tlb_rig_layers(&baked, name, arena, &p->layers)))
        return tlb_report_memory(conversion->context, arena);
    tlb_scene named, pruned, merged, separated;
    if (!tlb_name_placeholders(&p->layers.scene, arena, &named) || !tlb_scene_prune(&named, arena, &pruned))
        return tlb_report_memory(conversion->context, arena);
    merged = pruned;
    if (!(options->editable ? tlb_gltf_mark_editable(arena, &merged)
                            : tlb_merge_materials(&pruned, arena, &merged)) ||
        !tlb_separate_triangles(&merged, arena, &separated) ||
        !tlb_shorten_names(&separated, arena, &p->layers.scene, &p->shortened))
        return tlb_report_memory(conversion->context, arena);
    return TLB_OK;
}

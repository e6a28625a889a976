/* The document as a scene. */
#include "formats/interchange/gltf/scene/scene.h"

#include "base/text.h"
#include "base/value.h"
#include "layout/directions.h"
#include "scene/build/name.h"

#include <stdio.h>

/* --- extensions --------------------------------------------------------------------------------------- */

static const char *const known_extensions[] = {"KHR_lights_punctual",
                                               "KHR_materials_unlit",
                                               "KHR_texture_transform",
                                               "KHR_mesh_quantization",
                                               "KHR_materials_anisotropy",
                                               "KHR_materials_clearcoat",
                                               "KHR_materials_dispersion",
                                               "KHR_materials_emissive_strength",
                                               "KHR_materials_ior",
                                               "KHR_materials_iridescence",
                                               "KHR_materials_pbrSpecularGlossiness",
                                               "KHR_materials_sheen",
                                               "KHR_materials_specular",
                                               "KHR_materials_transmission",
                                               "KHR_materials_variants",
                                               "KHR_materials_volume",
                                               "KHR_materials_diffuse_transmission",
                                               "KHR_animation_pointer",
                                               "KHR_node_visibility",
                                               "KHR_xmp_json_ld",
                                               "EXT_mesh_gpu_instancing",
                                               "MOZ_lightmap",
                                               "EXT_meshopt_compression",
                                               "KHR_meshopt_compression",
                                               "KHR_draco_mesh_compression",
                                               NULL};

static bool is_known(tlb_text name)
{
    bool known = false;
    for (const char *const *k = known_extensions; *k && !known; k++)
        known = gltf_is(name, *k);
    return known;
}

static tlb_status check_extensions(gltf_scene *s)
{
    tlb_status status = TLB_OK;
    for (uint32_t i = 0; i < s->x->extensionsRequired.count; i++) {
        tlb_text name = s->x->extensionsRequired.data[i];
        char path[64];
        if (is_known(name))
            continue;
        snprintf(path, sizeof path, "extensionsRequired[%u]", i);
        tlb_report(s->context, TLB_CODE_GLTF_EXTENSION_REQUIRED, TLB_NO_OFFSET, path,
                   "the file requires %.*s, which is not supported", (int)(name.size < 80 ? name.size : 80),
                   name.data);
        status = TLB_UNSUPPORTED;
    }
    return status;
}

/* --- the scene ---------------------------------------------------------------------------------------- */

static void set_scene(gltf_scene *s)
{
    static const char *const own[] = {"facing", "lightFloor", "longName", "animations", NULL};
    uint32_t index = s->x->scene < 0 ? 0 : (uint32_t)s->x->scene;
    const tlb_value *format = s->x->asset ? tlb_value_get(s->x->asset->extras, "format") : NULL;
    if (format && format->kind == TLB_VALUE_TEXT)
        s->scene->generator_format =
            tlb_scene_name(tlb_scene_arena(s->scene), format->as.text.data, format->as.text.size);
    if (index >= s->x->scenes.count)
        return;
    const tlb_gltf_scene *scene = &s->x->scenes.data[index];
    float facing[3];
    if (tlb_gltf_numbers_of(tlb_value_get(scene->extras, "facing"), facing, 3) == 3) {
        s->scene->facing[0] = facing[0];
        s->scene->facing[1] = facing[2];
    }
    s->scene->name = tlb_gltf_name_of(s, scene->name, scene->extras);
    s->scene->extras = tlb_gltf_extras_of(s, scene->extras, own);
}

static tlb_status make(gltf_scene *s)
{
    tlb_status status = check_extensions(s);
    set_scene(s);
    if (!status)
        status = tlb_gltf_add_materials(s);
    if (!status)
        status = tlb_gltf_add_meshes(s);
    if (!status)
        status = tlb_gltf_add_nodes(s);
    if (!status)
        status = tlb_gltf_add_animations(s);
    tlb_arena_fail(tlb_scene_arena(s->scene), s->work.failure);
    if (!status && tlb_scene_arena(s->scene)->failure)
        status = tlb_report_memory(s->context, tlb_scene_arena(s->scene));
    return status;
}

tlb_status tlb_gltf_to_scene(tlb_document *document, tlb_scene *scene, const tlb_conversion *conversion)
{
    gltf_root *root = document->root;
    tlb_context *context = document->context;
    gltf_scene s = {.context = context, .x = &root->gltf, .scene = scene};
    size_t first = tlb_diagnostic_count(context);
    tlb_arena_init(&s.work, context->account);
    bool begun = tlb_gltf_data_init(&s.data, context, &s.work, s.x, conversion->assets);
    tlb_status status = begun ? make(&s) : s.work.failure;
    tlb_arena_release(&s.work);
    tlb_status located = tlb_locate_diagnostics(context, document->format->walk, root, first);
    return status ? status : located;
}

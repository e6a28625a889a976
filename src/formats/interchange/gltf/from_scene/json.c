/* The JSON of a glTF file. */
#include "formats/interchange/gltf/from_scene/from_scene.h"

#define WORD(number)    TEXT_OF(number)
#define TEXT_OF(number) #number
#define VERSION         WORD(TLB_VERSION_MAJOR) "." WORD(TLB_VERSION_MINOR) "." WORD(TLB_VERSION_PATCH)

static void write_asset(tlb_gltf_writer *g)
{
    tlb_json_open(&g->json, "asset", '{', true);
    tlb_gltf_text(g, "version", "2.0");
    tlb_gltf_text(g, "generator", "Trilobite " VERSION);
    if (*g->scene->generator_format) {
        tlb_gltf_open_extras(g, NULL);
        tlb_gltf_text(g, "format", g->scene->generator_format);
        tlb_json_close(&g->json);
    }
    tlb_json_close(&g->json);
}

/* And the direction in which it looks, as vectors of glTF are; how dark the page may show its light maps. */
static void write_scene_extras(tlb_gltf_writer *g)
{
    const float *facing = g->scene->facing;
    bool faces = facing[0] != 0 || facing[1] != 0, floor = g->options->page && g->prepared->rule.floor > 0;
    if (!faces && !floor) {
        tlb_gltf_extras(g, g->scene->extras);
        return;
    }
    tlb_gltf_open_extras(g, g->scene->extras);
    if (faces)
        tlb_gltf_numbers(g, "facing", (const float[]){facing[0], 0, facing[1]}, 3);
    if (floor)
        tlb_gltf_number(g, "lightFloor", g->prepared->rule.floor);
    tlb_json_close(&g->json);
}

static void write_scenes(tlb_gltf_writer *g)
{
    const tlb_layers *layers = &g->prepared->layers;
    const uint32_t *roots = g->tree.root_count;
    bool opened = false;
    tlb_json_integer(&g->json, "scene", 0);
    for (uint32_t i = 0; i < layers->count; i++) {
        tlb_gltf_open_member(g, "scenes", &opened);
        tlb_gltf_name(g, i ? layers->names[i] : g->scene->name);
        if (roots[i + 1] > roots[i])
            tlb_gltf_indices(g, "nodes", g->tree.children + roots[i], roots[i + 1] - roots[i]);
        if (!i)
            write_scene_extras(g);
        tlb_json_close(&g->json);
    }
    tlb_gltf_close_list(g, opened);
}

static void write_accessors(tlb_gltf_writer *g)
{
    static const char *const shapes[] = {[GLTF_SCALAR] = "\"count\":#,\"type\":\"SCALAR\"",
                                         [GLTF_VEC2] = "\"count\":#,\"type\":\"VEC2\"",
                                         [GLTF_VEC3] = "\"count\":#,\"type\":\"VEC3\"",
                                         [GLTF_VEC4] = "\"count\":#,\"type\":\"VEC4\"",
                                         [GLTF_MAT4] = "\"count\":#,\"type\":\"MAT4\""};
    bool opened = false;
    for (uint32_t i = 0; i < g->binary.accessors.count; i++) {
        const tlb_gltf_out_accessor *accessor = &g->binary.accessors.data[i];
        tlb_gltf_open_member(g, "accessors", &opened);
        const uint64_t count = accessor->count;
        const uint64_t place[] = {(uint64_t)accessor->view, accessor->offset, (uint64_t)accessor->component};
        if (accessor->offset)
            tlb_json_members(&g->json, "\"bufferView\":#,\"byteOffset\":#,\"componentType\":#", place, 3);
        else {
            if (accessor->view >= 0)
                tlb_json_integer(&g->json, "bufferView", accessor->view);
            tlb_json_integer(&g->json, "componentType", accessor->component);
        }
        if (accessor->normalized)
            tlb_json_bool(&g->json, "normalized", true);
        tlb_json_members(&g->json, shapes[accessor->shape], &count, 1);
        if (accessor->bounds) {
            tlb_gltf_numbers(g, "min", accessor->low, accessor->bounds);
            tlb_gltf_numbers(g, "max", accessor->high, accessor->bounds);
        }
        tlb_json_close(&g->json);
    }
    tlb_gltf_close_list(g, opened);
}

static void write_views(tlb_gltf_writer *g)
{
    bool opened = false;
    for (uint32_t i = 0; i < g->binary.views.count; i++) {
        const tlb_gltf_out_view *view = &g->binary.views.data[i];
        tlb_gltf_open_member(g, "bufferViews", &opened);
        tlb_json_integer(&g->json, "buffer", 0);
        if (view->offset)
            tlb_json_unsigned(&g->json, "byteOffset", view->offset);
        tlb_json_unsigned(&g->json, "byteLength", view->size);
        if (view->target)
            tlb_json_integer(&g->json, "target", view->target);
        tlb_json_close(&g->json);
    }
    tlb_gltf_close_list(g, opened);
}

static void write_buffer(tlb_gltf_writer *g, const char *file)
{
    bool opened = false;
    if (!g->binary.size)
        return;
    tlb_gltf_open_member(g, "buffers", &opened);
    if (!g->embeds)
        tlb_gltf_uri(g, file);
    tlb_json_unsigned(&g->json, "byteLength", g->binary.size);
    tlb_json_close(&g->json);
    tlb_gltf_close_list(g, opened);
}

static void write_extensions(tlb_gltf_writer *g)
{
    const struct {
        bool used;
        const char *name;
    } extensions[] = {{g->pointer, "KHR_animation_pointer"},
                      {g->scene->light_count > 0, "KHR_lights_punctual"},
                      {g->strength, "KHR_materials_emissive_strength"},
                      {g->unlit, "KHR_materials_unlit"},
                      {g->transform, "KHR_texture_transform"}};
    bool opened = false;
    for (size_t i = 0; i < sizeof extensions / sizeof *extensions; i++) {
        if (!extensions[i].used)
            continue;
        if (!opened)
            tlb_json_open(&g->json, "extensionsUsed", '[', true);
        opened = true;
        tlb_gltf_text(g, NULL, extensions[i].name);
    }
    tlb_gltf_close_list(g, opened);
}

bool tlb_gltf_write_json(tlb_gltf_writer *g, tlb_buffer *out, const char *binary_file)
{
    if (!tlb_gltf_plan_meshes(g) || !tlb_gltf_plan_materials(g) || !tlb_gltf_plan_tree(g))
        return false;
    g->json = (tlb_json){.out = out, .compact = g->embeds};
    tlb_json_open(&g->json, NULL, '{', false);
    write_asset(g);
    write_scenes(g);
    tlb_gltf_write_nodes(g);
    tlb_gltf_write_meshes(g);
    tlb_gltf_write_skins(g);
    tlb_gltf_write_cameras(g);
    tlb_gltf_write_lights(g);
    tlb_gltf_write_animations(g);
    tlb_gltf_write_materials(g);
    write_accessors(g);
    write_views(g);
    write_buffer(g, binary_file);
    write_extensions(g);
    tlb_json_close(&g->json);
    return !g->binary.failed && !out->status;
}

#include "formats/modern/glb.h"
#include "formats/modern/gltf.h"

#include "base/bytes.h"
#include "base/text.h"
#include "image/image.h"

enum {
    GLB_MAGIC = 0x46546c67,
    GLB_JSON = 0x4e4f534a,
    GLB_BIN = 0x004e4942,
    GLB_HEADER = 12,
    CHUNK_HEADER = 8
};

#define WORD(number)    TEXT_OF(number)
#define TEXT_OF(number) #number
#define VERSION         WORD(TLB_VERSION_MAJOR) "." WORD(TLB_VERSION_MINOR) "." WORD(TLB_VERSION_PATCH)

static void write_asset(tlb_gltf *g)
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

/* And the direction in which it looks, as vectors of glTF are. */
static void write_scene_extras(tlb_gltf *g)
{
    const float *facing = g->scene->facing;
    if (facing[0] == 0 && facing[1] == 0) {
        tlb_gltf_extras(g, g->scene->extras);
        return;
    }
    tlb_gltf_open_extras(g, g->scene->extras);
    tlb_gltf_numbers(g, "facing", (const float[]){facing[0], 0, facing[1]}, 3);
    tlb_json_close(&g->json);
}

static void write_scene(tlb_gltf *g)
{
    bool opened = false;
    tlb_json_integer(&g->json, "scene", 0);
    tlb_gltf_open_member(g, "scenes", &opened);
    tlb_gltf_name(g, g->scene->name);
    if (g->tree.root_count)
        tlb_gltf_indices(g, "nodes", g->tree.children, g->tree.root_count);
    write_scene_extras(g);
    tlb_json_close(&g->json);
    tlb_gltf_close_list(g, opened);
}

static void write_accessors(tlb_gltf *g)
{
    static const char *const shapes[] = {[GLTF_SCALAR] = "SCALAR",
                                         [GLTF_VEC2] = "VEC2",
                                         [GLTF_VEC3] = "VEC3",
                                         [GLTF_VEC4] = "VEC4",
                                         [GLTF_MAT4] = "MAT4"};
    bool opened = false;
    for (uint32_t i = 0; i < g->binary.accessors.count; i++) {
        const tlb_gltf_accessor *accessor = &g->binary.accessors.data[i];
        tlb_gltf_open_member(g, "accessors", &opened);
        if (accessor->view >= 0)
            tlb_json_integer(&g->json, "bufferView", accessor->view);
        if (accessor->offset)
            tlb_json_unsigned(&g->json, "byteOffset", accessor->offset);
        tlb_json_integer(&g->json, "componentType", accessor->component);
        if (accessor->normalized)
            tlb_json_bool(&g->json, "normalized", true);
        tlb_json_unsigned(&g->json, "count", accessor->count);
        tlb_gltf_text(g, "type", shapes[accessor->shape]);
        if (accessor->bounds) {
            tlb_gltf_numbers(g, "min", accessor->low, accessor->bounds);
            tlb_gltf_numbers(g, "max", accessor->high, accessor->bounds);
        }
        tlb_json_close(&g->json);
    }
    tlb_gltf_close_list(g, opened);
}

static void write_views(tlb_gltf *g)
{
    bool opened = false;
    for (uint32_t i = 0; i < g->binary.views.count; i++) {
        const tlb_gltf_view *view = &g->binary.views.data[i];
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

static void write_buffer(tlb_gltf *g, const char *file)
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

static void write_extensions(tlb_gltf *g)
{
    if (!g->unlit && !g->levels && !g->visibility)
        return;
    tlb_json_open(&g->json, "extensionsUsed", '[', true);
    if (g->unlit)
        tlb_gltf_text(g, NULL, "KHR_materials_unlit");
    if (g->visibility)
        tlb_gltf_text(g, NULL, "KHR_node_visibility");
    if (g->levels)
        tlb_gltf_text(g, NULL, "MSFT_lod");
    tlb_json_close(&g->json);
}

/* About what the JSON will have. */
static size_t guess_size(const tlb_scene *scene)
{
    enum { WHOLE = 1024, NODE = 128, MESH = 1024, CHANNEL = 288 };
    size_t size = WHOLE + (size_t)scene->node_count * NODE + (size_t)scene->mesh_count * MESH;
    for (uint32_t i = 0; i < scene->animation_count; i++)
        size += (size_t)scene->animations[i].channel_count * CHANNEL;
    return size;
}

/* The whole of the JSON; it plans the binary part as it goes. False without memory. */
static bool write_json(tlb_gltf *g, tlb_buffer *out, const char *binary_file)
{
    if (!tlb_gltf_plan_meshes(g) || !tlb_gltf_plan_materials(g) || !tlb_gltf_plan_tree(g))
        return false;
    tlb_buffer_reserve(out, guess_size(g->scene));
    g->json = (tlb_json){.out = out, .compact = g->embeds};
    tlb_json_open(&g->json, NULL, '{', false);
    write_asset(g);
    write_scene(g);
    tlb_gltf_write_nodes(g);
    tlb_gltf_write_meshes(g);
    tlb_gltf_write_skins(g);
    tlb_gltf_write_animations(g);
    tlb_gltf_write_materials(g);
    write_accessors(g);
    write_views(g);
    write_buffer(g, binary_file);
    write_extensions(g);
    tlb_json_close(&g->json);
    return !g->binary.failed && !out->status;
}

static uint8_t *put_words(uint8_t *out, const uint32_t *words, size_t count)
{
    tlb_put_array_le32(out, words, count);
    return out + 4 * count;
}

/* The JSON is written apart: the length of the file is known when it is there. */
static tlb_status write_glb(tlb_gltf *g, tlb_buffer *json, tlb_buffer *out)
{
    if (!write_json(g, json, NULL))
        return tlb_report_memory(g->context);
    tlb_buffer_append(json, "   ", (4 - json->size % 4) % 4);
    uint64_t total = GLB_HEADER + CHUNK_HEADER + (uint64_t)json->size +
                     (g->binary.size ? CHUNK_HEADER + g->binary.size : 0);
    if (total > UINT32_MAX) {
        tlb_report(g->context, TLB_CODE_VALUE_TOO_LARGE, TLB_NO_OFFSET, NULL,
                   "the GLB would have %llu bytes; its length field ends at 4 GiB",
                   (unsigned long long)total);
        return TLB_UNSUPPORTED;
    }
    uint8_t *at = json->status ? NULL : tlb_buffer_grow(out, (size_t)total);
    if (!at)
        return tlb_report_memory(g->context);
    at = put_words(at, (uint32_t[]){GLB_MAGIC, 2, (uint32_t)total, (uint32_t)json->size, GLB_JSON}, 5);
    memcpy(at, json->data, json->size);
    if (!g->binary.size)
        return TLB_OK;
    at = put_words(at + json->size, (uint32_t[]){(uint32_t)g->binary.size, GLB_BIN}, 2);
    g->replaced += tlb_gltf_fill(&g->binary, at);
    return TLB_OK;
}

static tlb_status write_gltf(tlb_gltf *g, tlb_output *output)
{
    tlb_buffer *out = tlb_output_file(output, tlb_output_name(output));
    const char *binary_file = tlb_print(g->arena, "%s.bin", tlb_output_stem(output));
    if (!out || !binary_file || !write_json(g, out, binary_file))
        return tlb_report_memory(g->context);
    if (g->binary.size) {
        tlb_buffer *binary = tlb_output_file(output, binary_file);
        bool fits = binary && g->binary.size <= SIZE_MAX;
        uint8_t *place = fits ? tlb_buffer_grow(binary, (size_t)g->binary.size) : NULL;
        if (!place)
            return tlb_report_memory(g->context);
        g->replaced += tlb_gltf_fill(&g->binary, place);
    }
    return tlb_put_image_files(g->context, g->image_files, g->scene->image_count, output);
}

static void report_losses(const tlb_gltf *g)
{
    tlb_report_not_finite(g->context, g->replaced);
    if (g->keys_left_out)
        tlb_report(g->context, TLB_CODE_SCENE_KEYS, TLB_NO_OFFSET, NULL,
                   "%llu animation %s ascend from 0: left out", (unsigned long long)g->keys_left_out,
                   tlb_plural(g->keys_left_out, "key whose time does not", "keys whose times do not"));
    if (g->tracks_left_out)
        tlb_report(g->context, TLB_CODE_DROPPED, TLB_NO_OFFSET, NULL,
                   "%llu animation %s what another already moves: left out",
                   (unsigned long long)g->tracks_left_out,
                   tlb_plural(g->tracks_left_out, "channel that moves", "channels that move"));
}

static tlb_status make_images_plain(tlb_gltf *g)
{
    for (uint32_t i = 0; i < g->scene->image_count; i++) {
        tlb_image_file *file = &g->image_files[i];
        if (file->name && tlb_image_sniff(file->bytes) == TLB_IMAGE_PNG &&
            !tlb_png_for_gltf(g->arena, &file->bytes))
            return tlb_report_memory(g->context);
    }
    return TLB_OK;
}

/* Begins writing; the arena is freed by end. */
static tlb_status begin(tlb_gltf *g, tlb_context *context, const tlb_scene *scene, const char *stem,
                        tlb_arena *arena)
{
    tlb_arena_init(arena, &context->account);
    *g = (tlb_gltf){.context = context, .scene = scene, .arena = arena, .binary = {.arena = arena}};
    tlb_status status = tlb_make_image_files(context, arena, scene, NULL, stem, &g->image_files);
    return status ? status : make_images_plain(g);
}

static tlb_status end(tlb_gltf *g, tlb_status status)
{
    if (!status)
        report_losses(g);
    tlb_arena_free(g->arena);
    return status;
}

tlb_status tlb_glb_write(tlb_context *context, const tlb_scene *scene, tlb_buffer *out)
{
    tlb_gltf g;
    tlb_arena arena;
    tlb_buffer json = {.account = &context->account};
    tlb_status status = begin(&g, context, scene, "", &arena);
    g.embeds = true;
    if (!status)
        status = write_glb(&g, &json, out);
    tlb_buffer_free(&json);
    return end(&g, status);
}

static tlb_status receive_glb(const tlb_scene *scene, const tlb_conversion *conversion, tlb_output *output)
{
    tlb_buffer *out = tlb_output_file(output, tlb_output_name(output));
    return out ? tlb_glb_write(conversion->context, scene, out) : tlb_report_memory(conversion->context);
}

static tlb_status receive_gltf(const tlb_scene *scene, const tlb_conversion *conversion, tlb_output *output)
{
    tlb_gltf g;
    tlb_arena arena;
    tlb_status status = begin(&g, conversion->context, scene, tlb_output_stem(output), &arena);
    return end(&g, status ? status : write_gltf(&g, output));
}

const tlb_format tlb_format_glb = {
    .info = {.name = "glb",
             .title = "glTF binary",
             .family = "modern",
             .versions = "2.0",
             .extensions = (const char *const[]){"glb", NULL},
             .abilities = TLB_CAN_RECEIVE},
    .receive = receive_glb,
};

const tlb_format tlb_format_gltf = {
    .info = {.name = "gltf",
             .title = "glTF with files beside it",
             .family = "modern",
             .versions = "2.0",
             .extensions = (const char *const[]){"gltf", NULL},
             .abilities = TLB_CAN_RECEIVE},
    .receive = receive_gltf,
};

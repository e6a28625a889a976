/* GLB and glTF: the files, their images, and what is lost. */
#include "formats/interchange/gltf/from_scene/from_scene.h"

#include "formats/interchange/gltf/document.h"

#include "base/bytes.h"
#include "base/text.h"
#include "image/image.h"
#include "scene/transform/short_names.h"
#include "writers/light.h"

static uint8_t *put_words(uint8_t *out, const uint32_t *words, size_t count)
{
    tlb_put_array_le32(out, words, count);
    return out + 4 * count;
}

/* About what the JSON will have. */
static size_t guess_json(const tlb_scene *scene)
{
    enum { WHOLE = 1024, NODE = 128, MESH = 1024, CHANNEL = 288 };
    size_t size = WHOLE + (size_t)scene->node_count * NODE + (size_t)scene->mesh_count * MESH;
    for (uint32_t i = 0; i < scene->animation_count; i++)
        size += (size_t)scene->animations[i].channel_count * CHANNEL;
    return size;
}

/* About what the binary part will have, but for morphs: of a vertex a position, normal, UV, joints and
 * weights. */
static size_t guess_binary(const tlb_gltf_writer *g)
{
    enum { VERTEX = 44, INDEX = 2, KEY = 20 };
    size_t size = 0;
    for (uint32_t i = 0; i < g->scene->mesh_count; i++) {
        const tlb_mesh *mesh = &g->scene->meshes[i];
        size += (size_t)mesh->vertex_count * VERTEX + (size_t)mesh->index_count * INDEX;
    }
    for (uint32_t i = 0; i < g->scene->animation_count; i++)
        for (uint32_t k = 0; k < g->scene->animations[i].channel_count; k++)
            size += (size_t)g->scene->animations[i].channels[k].key_count * KEY;
    for (uint32_t i = 0; i < g->scene->image_count; i++)
        size += g->image_files[i].bytes.size;
    return size;
}

/* The headers are filled in when what they tell the sizes of is there. */
static tlb_status write_glb(tlb_gltf_writer *g, tlb_buffer *out)
{
    enum {
        HEADERS = GLB_HEADER + GLB_CHUNK_HEADER,
        MOST_RESERVED = 16 << 20 /* in larger ones it costs nothing that the JSON is copied */
    };
    size_t guess = HEADERS + guess_json(g->scene) + guess_binary(g);
    tlb_buffer_reserve(out, guess < MOST_RESERVED ? guess : MOST_RESERVED);
    if (!tlb_buffer_grow(out, HEADERS) || !tlb_gltf_write_json(g, out, NULL))
        return out->status ? tlb_report_failure(g->context, out->status)
                           : tlb_report_memory(g->context, g->arena);
    tlb_buffer_append(out, "   ", (4 - out->size % 4) % 4);
    const size_t json = out->size - HEADERS;
    uint64_t total = out->size + (g->binary.size ? GLB_CHUNK_HEADER + g->binary.size : 0);
    if (total > UINT32_MAX) {
        tlb_report(g->context, TLB_CODE_VALUE_TOO_LARGE, TLB_NO_OFFSET, NULL,
                   "the GLB would have %llu bytes; a GLB is limited to 4 GiB", (unsigned long long)total);
        return TLB_UNSUPPORTED;
    }
    uint8_t *binary = tlb_buffer_grow(out, (size_t)total - out->size);
    if (!binary)
        return tlb_report_failure(g->context, out->status);
    put_words(out->data, (uint32_t[]){GLB_MAGIC, 2, (uint32_t)total, (uint32_t)json, GLB_JSON}, 5);
    if (!g->binary.size)
        return TLB_OK;
    binary = put_words(binary, (uint32_t[]){(uint32_t)g->binary.size, GLB_BIN}, 2);
    g->replaced += tlb_gltf_fill(&g->binary, binary);
    return TLB_OK;
}

/* Names textures that were not found as files that are to be found. Gives the images that are written. */
static const tlb_image_file *name_missing(tlb_gltf_writer *g)
{
    uint32_t count = g->scene->image_count;
    tlb_image_file *named = tlb_alloc_array(g->arena, count, sizeof *named);
    tlb_image_file *written = tlb_alloc_array(g->arena, count, sizeof *written);
    if (!named || !written)
        return NULL;
    for (uint32_t i = 0; i < count; i++)
        named[i] = written[i] = g->image_files[i];
    for (uint32_t i = 0; i < g->scene->material_count; i++) {
        const tlb_material *material = &g->scene->materials[i];
        if (!material->placeholder)
            continue;
        int32_t image = material->texture.image;
        const char *base = tlb_path_base(material->placeholder);
        named[image].name = *tlb_path_extension(base) ? base : tlb_arena_printf(g->arena, "%s.png", base);
        written[image].name = NULL;
        if (!named[image].name)
            return NULL;
    }
    g->image_files = named;
    return written;
}

static tlb_status write_gltf(tlb_gltf_writer *g, tlb_output *output)
{
    tlb_buffer *out = tlb_output_file(output, tlb_output_name(output));
    const char *binary_file = tlb_arena_printf(g->arena, "%s.bin", tlb_output_stem(output));
    const tlb_image_file *files = g->image_files;
    if (g->options->placeholder_uris && !(files = name_missing(g)))
        return tlb_report_memory(g->context, g->arena);
    if (out)
        tlb_buffer_reserve(out, guess_json(g->scene));
    if (!out || !binary_file || !tlb_gltf_write_json(g, out, binary_file))
        return tlb_report_output(g->context, output, g->arena);
    if (g->binary.size) {
        tlb_buffer *binary = tlb_output_file(output, binary_file);
        bool fits = binary && g->binary.size <= SIZE_MAX;
        uint8_t *place = fits ? tlb_buffer_grow(binary, (size_t)g->binary.size) : NULL;
        if (!place)
            return tlb_report_output(g->context, output, g->arena);
        g->replaced += tlb_gltf_fill(&g->binary, place);
    }
    return tlb_put_image_files(g->context, files, g->scene->image_count, output);
}

static bool draws_triangles(const tlb_scene *scene)
{
    for (uint32_t i = 0; i < scene->mesh_count; i++)
        if (scene->meshes[i].index_count >= 3)
            return true;
    return false;
}

static void report_losses(const tlb_gltf_writer *g)
{
    if (!draws_triangles(g->scene))
        tlb_report(g->context, TLB_CODE_SCENE_EMPTY, TLB_NO_OFFSET, NULL, "no triangles to write");
    tlb_report_not_finite(g->context, g->replaced);
    if (g->keys_left_out)
        tlb_report(g->context, TLB_CODE_SCENE_KEYS, TLB_NO_OFFSET, NULL, "%llu animation %s ascend from 0",
                   (unsigned long long)g->keys_left_out,
                   tlb_plural(g->keys_left_out, "key was left out: its time does not",
                              "keys were left out: their times do not"));
    uint32_t shortened = g->prepared->shortened;
    if (shortened)
        tlb_report(g->context, TLB_CODE_SCENE_LONG_NAME, TLB_NO_OFFSET, NULL, "%u %s than %d bytes and cut",
                   (unsigned)shortened, tlb_plural(shortened, "name is longer", "names are longer"),
                   TLB_NAME_MOST);
    uint32_t hidden = g->prepared->layers.left_out;
    if (hidden)
        tlb_report(g->context, TLB_CODE_DROPPED, TLB_NO_OFFSET, NULL, "%u hidden %s left out",
                   (unsigned)hidden, tlb_plural(hidden, "node is", "nodes are"));
    if (g->tracks_left_out)
        tlb_report(g->context, TLB_CODE_DROPPED, TLB_NO_OFFSET, NULL,
                   "%llu animation %s what another already moves", (unsigned long long)g->tracks_left_out,
                   tlb_plural(g->tracks_left_out, "channel was left out: it moves",
                              "channels were left out: they move"));
}

static tlb_status make_images_plain(tlb_gltf_writer *g, tlb_image_file *files)
{
    for (uint32_t i = 0; i < g->scene->image_count; i++) {
        tlb_image_file *file = &files[i];
        if (file->name && tlb_image_sniff(file->bytes) == TLB_IMAGE_PNG &&
            !tlb_png_for_gltf(g->arena, &file->bytes))
            return tlb_report_memory(g->context, g->arena);
    }
    return TLB_OK;
}

/* One glTF being made. */
typedef struct job {
    tlb_gltf_writer g;
    tlb_arena arena;
    tlb_gltf_options options;
    tlb_gltf_prepared prepared;
} job;

/* Begins writing; the arena is freed by end. */
static tlb_status begin(job *j, const tlb_conversion *conversion, const tlb_scene *scene, const char *name,
                        bool embeds)
{
    tlb_gltf_writer *g = &j->g;
    tlb_arena_init(&j->arena, conversion->context->account);
    *g = (tlb_gltf_writer){.context = conversion->context,
                           .arena = &j->arena,
                           .binary = {.arena = &j->arena},
                           .prepared = &j->prepared,
                           .options = &j->options,
                           .scene = &j->prepared.layers.scene,
                           .embeds = embeds};
    if (!tlb_option_light_is_for(conversion->context, conversion->options, false))
        return TLB_ARGUMENT;
    j->options = tlb_gltf_choose(conversion);
    tlb_image_file *files;
    tlb_status status = tlb_gltf_prepare(conversion, scene, &j->options, *scene->name ? scene->name : name,
                                         &j->arena, &j->prepared);
    if (!status)
        status = tlb_make_image_files(g->context, g->arena, g->scene, NULL, embeds ? "" : name, &files);
    if (status)
        return status;
    g->image_files = files;
    return make_images_plain(g, files);
}

static tlb_status end(job *j, tlb_status status)
{
    if (!status)
        report_losses(&j->g);
    tlb_arena_release(&j->arena);
    return status;
}

tlb_status tlb_glb_write(const tlb_conversion *conversion, const tlb_scene *scene, const char *name,
                         tlb_buffer *out)
{
    job j;
    tlb_status status = begin(&j, conversion, scene, name, true);
    return end(&j, status ? status : write_glb(&j.g, out));
}

static tlb_status glb_from_scene(const tlb_scene *scene, const tlb_conversion *conversion, tlb_output *output)
{
    tlb_buffer *out = tlb_output_file(output, tlb_output_name(output));
    return out ? tlb_glb_write(conversion, scene, tlb_output_stem(output), out)
               : tlb_report_output(conversion->context, output, NULL);
}

static tlb_status gltf_from_scene(const tlb_scene *scene, const tlb_conversion *conversion,
                                  tlb_output *output)
{
    job j;
    tlb_status status = begin(&j, conversion, scene, tlb_output_stem(output), false);
    return end(&j, status ? status : write_gltf(&j.g, output));
}

/* --- documents ---------------------------------------------------------------------------------------- */

tlb_gltf *tlb_document_gltf(tlb_document *document)
{
    bool ours = document && (document->format == &tlb_format_glb || document->format == &tlb_format_gltf);
    return ours ? &((gltf_root *)document->root)->gltf : NULL;
}

/* An object that has a member "asset". */
static int probe_gltf(tlb_bytes source)
{
    enum { LIKELY = 80, UNLIKELY = 5 };
    static const char mark[] = "\xef\xbb\xbf", member[] = "\"asset\"";
    size_t at = source.size >= 3 && memcmp(source.data, mark, 3) == 0 ? 3 : 0;
    while (at < source.size && strchr(" \t\r\n", source.data[at]) && source.data[at])
        at++;
    if (at == source.size || source.data[at] != '{')
        return 0;
    for (size_t end = source.size - (sizeof member - 1); source.size >= sizeof member && at < end; at++) {
        const uint8_t *quote = memchr(source.data + at, '"', end - at);
        if (!quote)
            break;
        at = (size_t)(quote - source.data);
        if (memcmp(quote, member, sizeof member - 1) == 0)
            return LIKELY;
    }
    return UNLIKELY;
}

static void walk(tlb_walk *w, void **root, bool binary)
{
    if (!*root && (*root = tlb_zalloc(w->arena, sizeof(gltf_root)))) {
        ((gltf_root *)*root)->binary = binary;
        ((gltf_root *)*root)->gltf.scene = TLB_NONE;
    }
    if (!*root)
        tlb_walk_no_memory(w);
    else if (w->visitor->places)
        tlb_gltf_trace(w, *root);
    else
        tlb_gltf_walk_document(w, *root);
}

static void walk_glb(tlb_walk *w, void **root)
{
    walk(w, root, true);
}

static void walk_gltf(tlb_walk *w, void **root)
{
    walk(w, root, false);
}

#define ABILITIES                                                                                            \
    TLB_IS_MODEL | TLB_CAN_READ | TLB_CAN_WRITE | TLB_CAN_CHECK | TLB_CAN_EXPORT_SCENE | TLB_CAN_IMPORT_SCENE

const tlb_format tlb_format_glb = {
    .info = {.name = "glb",
             .title = "glTF binary",
             .family = "interchange",
             .versions = "2.0",
             .extensions = (const char *const[]){"glb", NULL},
             .signatures = TLB_SIGNATURES(TLB_SIGNATURE("glTF")),
             .options = tlb_glb_option_list,
             .write_options = TLB_OPTIONS_TYPE(tlb_gltf_write_options),
             .abilities = ABILITIES},
    .rewrites = true,
    .read = tlb_glb_read,
    .walk = walk_glb,
    .write = tlb_gltf_write,
    .check = tlb_gltf_check,
    .describe = tlb_gltf_describe,
    .to_scene = tlb_gltf_to_scene,
    .scene_defaults = tlb_gltf_scene_defaults,
    .from_scene = glb_from_scene,
};

const tlb_format tlb_format_gltf = {
    .info = {.name = "gltf",
             .title = "glTF with files beside it",
             .family = "interchange",
             .versions = "2.0",
             .extensions = (const char *const[]){"gltf", NULL},
             .options = tlb_gltf_option_list,
             .write_options = TLB_OPTIONS_TYPE(tlb_gltf_write_options),
             .abilities = ABILITIES},
    .rewrites = true,
    .probe = probe_gltf,
    .read = tlb_gltf_read,
    .walk = walk_gltf,
    .write = tlb_gltf_write,
    .check = tlb_gltf_check,
    .describe = tlb_gltf_describe,
    .to_scene = tlb_gltf_to_scene,
    .scene_defaults = tlb_gltf_scene_defaults,
    .from_scene = gltf_from_scene,
};

/* What a file has. */
#include "base/context.h"
#include "formats/interchange/gltf/document.h"
#include "trilobite/convert.h"

static const tlb_gltf_accessor *accessor_at(const tlb_gltf *x, int64_t index)
{
    return index >= 0 && index < x->accessors.count ? &x->accessors.data[index] : NULL;
}

static void count_primitive(tlb_summary *summary, const tlb_gltf *x, const tlb_gltf_primitive *p)
{
    const tlb_gltf_accessor *position = NULL, *indices = accessor_at(x, p->indices);
    for (uint32_t i = 0; i < p->attributes.count && !position; i++)
        if (gltf_is(p->attributes.data[i].semantic, "POSITION"))
            position = accessor_at(x, p->attributes.data[i].accessor);
    if (!position)
        return;
    uint32_t count = indices ? indices->count : position->count;
    summary->vertices += position->count;
    if (p->mode == 4)
        summary->triangles += count / 3;
    else if (p->mode > 4 && count > 2)
        summary->triangles += count - 2;
}

/* What is drawn, by the scene. Where none can be made, as buffers are missing, by what is said of the meshes,
 * which does not tell where they are. What the scene misses is for those who convert it. */
static tlb_status measure(tlb_document *document, const tlb_gltf *x, tlb_summary *summary)
{
    tlb_scene *scene;
    tlb_scene_stats stats;
    const tlb_report_mark mark = tlb_report_mark_get(document->context);
    tlb_status status = tlb_document_scene(document, NULL, &scene);
    if (!status)
        status = tlb_scene_measure(document->context, scene, &stats);
    tlb_scene_free(scene);
    if (tlb_is_fatal(status))
        return status;
    tlb_report_rewind(document->context, &mark);
    if (!status) {
        summary->vertices = stats.vertices;
        summary->triangles = stats.triangles;
        memcpy(summary->bounds.low, stats.low, sizeof stats.low);
        memcpy(summary->bounds.high, stats.high, sizeof stats.high);
        return TLB_OK;
    }
    for (uint32_t i = 0; i < x->meshes.count; i++)
        for (uint32_t k = 0; k < x->meshes.data[i].primitives.count; k++)
            count_primitive(summary, x, &x->meshes.data[i].primitives.data[k]);
    return TLB_OK;
}

static float duration_of(const tlb_gltf *x, const tlb_gltf_animation *animation)
{
    double seconds = 0;
    for (uint32_t i = 0; i < animation->samplers.count; i++) {
        const tlb_gltf_accessor *input = accessor_at(x, animation->samplers.data[i].input);
        if (input && input->max.count && input->max.data[0] > seconds)
            seconds = input->max.data[0];
    }
    return (float)seconds;
}

static void add_names(tlb_summary *summary, const tlb_gltf *x)
{
    for (uint32_t i = 0; i < x->materials.count; i++)
        tlb_summary_add_name(summary, &summary->materials, x->materials.data[i].name.data,
                             x->materials.data[i].name.size);
    for (uint32_t i = 0; i < x->images.count; i++) {
        const tlb_gltf_image *image = &x->images.data[i];
        bool embedded = !image->uri.data || (image->uri.size > 5 && memcmp(image->uri.data, "data:", 5) == 0);
        tlb_text name = image->name.size || embedded ? image->name : image->uri;
        tlb_summary_add_name(summary, &summary->textures, name.data, name.size);
        if (!embedded)
            tlb_summary_add_name(summary, &summary->files, image->uri.data, image->uri.size);
    }
    for (uint32_t i = 0; i < x->buffers.count; i++) {
        tlb_text uri = x->buffers.data[i].uri;
        if (uri.data && (uri.size < 5 || memcmp(uri.data, "data:", 5) != 0))
            tlb_summary_add_name(summary, &summary->files, uri.data, uri.size);
    }
}

static void list_texts(tlb_arena *arena, tlb_value *table, const char *key, const tlb_text *texts,
                       uint32_t count)
{
    tlb_value *list = count ? tlb_value_add_list(arena, table, key) : NULL;
    for (uint32_t i = 0; i < count; i++)
        tlb_value_add_bytes_text(arena, list, NULL, texts[i]);
}

tlb_status tlb_gltf_describe(tlb_document *document, tlb_summary *summary, tlb_value *table)
{
    const tlb_gltf *x = &((gltf_root *)document->root)->gltf;
    tlb_arena *arena = &document->arena;
    if (x->asset)
        summary->version = x->asset->version.data;
    if (x->asset && x->asset->generator.size)
        tlb_value_add_bytes_text(arena, table, "generator", x->asset->generator);
    tlb_status status = measure(document, x, summary);
    add_names(summary, x);
    for (uint32_t i = 0; i < x->animations.count; i++) {
        const tlb_gltf_animation *animation = &x->animations.data[i];
        tlb_summary_add_animation(summary, animation->name, duration_of(x, animation));
    }
    const struct {
        const char *name;
        uint32_t count;
    } counts[] = {{"scenes", x->scenes.count},   {"nodes", x->nodes.count},
                  {"meshes", x->meshes.count},   {"skins", x->skins.count},
                  {"cameras", x->cameras.count}, {"images", x->images.count},
                  {"buffers", x->buffers.count}, {"accessors", x->accessors.count}};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        tlb_value_add_integer(arena, table, counts[i].name, counts[i].count);
    list_texts(arena, table, "extensionsUsed", x->extensionsUsed.data, x->extensionsUsed.count);
    list_texts(arena, table, "extensionsRequired", x->extensionsRequired.data, x->extensionsRequired.count);
    return status;
}

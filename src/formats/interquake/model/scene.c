/* A scene as a model, and what is lost on the way. */
#include "formats/interquake/model/scene.h"

#include "core/findings.h"
#include "core/losses.h"
#include "scene/matrix.h"
#include "scene/shown.h"

static tlb_status make_images(iq_scene_maker *s, const char *stem)
{
    const tlb_scene *scene = s->scene;
    bool *wanted = tlb_zalloc(s->arena, scene->image_count * sizeof *wanted);
    if (!wanted)
        return tlb_report_memory(s->context);
    for (uint32_t i = 0; i < scene->material_count; i++)
        if (scene->materials[i].texture.image >= 0 && !scene->materials[i].placeholder)
            wanted[scene->materials[i].texture.image] = true;
    return tlb_make_image_files(s->context, s->arena, scene, wanted, stem, &s->images);
}

/* The scene at rest, but what rests at no size and grows in an animation has its full one: from flat vertices
 * it could not grow. */
static bool make_base(iq_scene_maker *s)
{
    const tlb_scene *scene = s->scene;
    tlb_node *nodes = tlb_alloc_array(s->arena, scene->node_count, sizeof *nodes);
    s->world = tlb_alloc_array(s->arena, scene->node_count, sizeof *s->world);
    if (!nodes || !s->world)
        return false;
    for (uint32_t i = 0; i < scene->node_count; i++)
        nodes[i] = scene->nodes[i];
    for (uint32_t i = 0; i < scene->animation_count; i++)
        for (uint32_t c = 0; c < scene->animations[i].channel_count; c++) {
            const tlb_channel *channel = &scene->animations[i].channels[c];
            float *scale = nodes[channel->node].scale;
            for (int k = 0; k < 3 && channel->target == TLB_TARGET_SCALE; k++)
                scale[k] = scale[k] == 0 ? 1 : scale[k];
        }
    s->base = *scene;
    s->base.nodes = nodes;
    tlb_scene_world_matrices(&s->base, s->world);
    return true;
}

static bool make_model(iq_scene_maker *s)
{
    iq_source *source = tlb_zalloc(s->arena, sizeof *source);
    s->shown = tlb_scene_shown(s->scene, s->arena);
    if (!source || !s->shown || !make_base(s))
        return false;
    source->name = s->context->file;
    s->model->sources.data = source;
    s->model->sources.count = 1;
    return iq_make_skeleton(s) && iq_make_scene_meshes(s) && iq_sample_animations(s);
}

static void report_losses(const iq_scene_maker *s)
{
    tlb_writing writing = {.context = s->context,
                           .scene = s->scene,
                           .shown = s->shown,
                           .title = s->title,
                           .moves = true,
                           .uv_sets = true,
                           .attributes = true};
    uint64_t glowing = 0, blended = 0;
    for (uint32_t i = 0; i < s->scene->material_count; i++) {
        const tlb_material *m = &s->scene->materials[i];
        glowing += m->emissive[0] > 0 || m->emissive[1] > 0 || m->emissive[2] > 0;
        blended += m->alpha_mode != TLB_ALPHA_OPAQUE || m->double_sided;
    }
    tlb_report_losses(&writing);
    tlb_report_loss(&writing, s->crowded, "more than ten custom vertex attributes, each of its own name");
    tlb_report_loss(&writing, glowing, "materials that glow");
    tlb_report_loss(&writing, blended, "materials that are see-through or have two sides");
    tlb_report_not_finite(s->context, s->replaced);
}

tlb_status
iq_from_scene(const tlb_scene *scene, const tlb_conversion *conversion, tlb_output *output, const char *title,
              tlb_status (*write)(const iq_model *model, const tlb_conversion *conversion, tlb_buffer *out))
{
    tlb_context *context = conversion->context;
    tlb_arena arena;
    iq_model model = {0};
    iq_scene_maker s = {.scene = scene, .context = context, .arena = &arena, .title = title, .model = &model};
    tlb_arena_init(&arena, &context->account);
    tlb_status status = make_images(&s, tlb_output_stem(output));
    if (!status && !make_model(&s))
        status = tlb_report_memory(context);
    tlb_buffer *out = status ? NULL : tlb_output_file(output, tlb_output_name(output));
    if (!status)
        status = out ? write(&model, conversion, out) : tlb_report_memory(context);
    if (!status && out && out->status)
        status = tlb_report_memory(context);
    if (!status)
        status = tlb_put_image_files(context, s.images, scene->image_count, output);
    if (!status)
        report_losses(&s);
    tlb_arena_free(&arena);
    return status;
}

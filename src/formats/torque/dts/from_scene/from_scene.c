/* A scene as a shape: the steps, the file, and what is not kept. */
#include "formats/torque/dts/from_scene/from_scene.h"

#include "base/text.h"
#include "scene/inspect/losses.h"
#include "writers/reports.h"

#include <math.h>

/* --- the shape ------------------------------------------------------------------------------------------ */

#define MOVE_LIST(shape_list, made) ((shape_list).data = (made).data, (shape_list).count = (made).count)

static void list_values(shape_maker *m)
{
    tlb_torque_shape *x = m->shape;
    MOVE_LIST(x->names, m->names);
    MOVE_LIST(x->nodeRotations, m->rotations);
    MOVE_LIST(x->nodeTranslations, m->translations);
    MOVE_LIST(x->nodeUniformScales, m->uniform_scales);
    MOVE_LIST(x->nodeAlignedScales, m->aligned_scales);
    MOVE_LIST(x->groundTranslations, m->ground);
    MOVE_LIST(x->groundRotations, m->ground_turns);
    MOVE_LIST(x->objectStates, m->states);
    MOVE_LIST(x->triggers, m->triggers);
}

/* The box of a scene that came from a shape is its author's; where things come out of it, it grows. */
static void take_told_bounds(shape_maker *m)
{
    const tlb_value *extras = m->scene->extras;
    tlb_torque_shape *x = m->shape;
    float bounds[6], center[3];
    double radius, tube;
    bool told = tlb_shape_read_numbers(tlb_value_get(extras, "bounds"), bounds, 6) &&
                tlb_shape_read_numbers(tlb_value_get(extras, "center"), center, 3) &&
                tlb_hint_number(tlb_value_get(extras, "radius"), &radius) &&
                tlb_hint_number(tlb_value_get(extras, "tubeRadius"), &tube);
    for (int i = 0; i < 3 && told; i++)
        told = bounds[i] <= bounds[3 + i];
    if (!told || m->scale != 1 || m->turn[3] < 1)
        return;
    memcpy(x->bounds, bounds, sizeof bounds);
    memcpy(x->center, center, sizeof center);
    x->radius = (float)fmax(radius, 0);
    x->tubeRadius = (float)fmax(tube, 0);
}

static tlb_status failure_of(const shape_maker *m)
{
    return m->status ? m->status : tlb_report_memory(m->context, m->arena);
}

static tlb_status make_shape(shape_maker *m)
{
    uint32_t count = m->scene->node_count;
    m->hints = tlb_zalloc_array(m->arena, (size_t)count + 1, sizeof *m->hints);
    m->frames = tlb_zalloc_array(m->arena, count, sizeof *m->frames);
    if (!m->hints || !m->frames)
        return failure_of(m);
    tlb_shape_find_hints(m);
    if (!tlb_shape_plan_details(m) || !tlb_shape_find_materials(m) || !tlb_shape_make_nodes(m))
        return failure_of(m);
    tlb_status status = tlb_shape_make_materials(m);
    if (status)
        return status;
    if (!tlb_shape_plan_sequences(m) || !tlb_shape_plan_frames(m) || !tlb_shape_make_objects(m))
        return failure_of(m);
    if (!m->objects.count) {
        tlb_report(m->context, TLB_CODE_NOT_SUPPORTED, TLB_NO_OFFSET, NULL,
                   "the scene has no triangles to write");
        return TLB_UNSUPPORTED;
    }
    if (!tlb_shape_make_rest_states(m) || !tlb_shape_make_sequences(m))
        return failure_of(m);
    list_values(m);
    take_told_bounds(m);
    return tlb_shape_update(m->shape, m->arena) ? TLB_OK : failure_of(m);
}

static tlb_status write_shape(shape_maker *m, tlb_output *output)
{
    void *root = m->shape;
    tlb_buffer *out = tlb_output_file(output, tlb_output_name(output));
    if (!out)
        return tlb_report_output(m->context, output, NULL);
    tlb_walk w = tlb_walk_writer(m->context, out);
    tlb_torque_dts_walk(&w, &root);
    return tlb_walk_finish(&w) ? w.status : tlb_report_failure(m->context, out->status);
}

/* --- what is changed and lost --------------------------------------------------------------------------- */

static uint64_t count_blends(const shape_maker *m)
{
    uint64_t count = 0;
    for (uint32_t i = 0; i < m->scene->animation_count; i++)
        for (uint32_t k = 0; k < m->scene->animations[i].channel_count; k++) {
            const tlb_channel *c = &m->scene->animations[i].channels[k];
            count += c->target == TLB_TARGET_MORPHS && c->interpolation == TLB_LINEAR && c->key_count > 1;
        }
    return count;
}

/* How often a scene has what a shape has not. */
typedef struct shape_losses {
    uint64_t hidden, switches, morphs, uv_sets, colors, attributes;
    uint64_t lightmaps, double_sided, emissive, pbr;
    uint64_t material_channels;
} shape_losses;

static void count_nodes(const shape_maker *m, shape_losses *lost)
{
    const tlb_scene *scene = m->scene;
    for (uint32_t i = 0; i < scene->node_count; i++) {
        const tlb_node *node = &scene->nodes[i];
        lost->hidden += node->mesh >= 0 && m->hints[i].left_out;
        lost->switches += m->hints[i].is_joint && m->hints[i].switches;
        lost->morphs += node->mesh >= 0 && scene->meshes[node->mesh].morph_count &&
                        (m->frames[i].weights.count < 2 || tlb_shape_is_skinned(scene, node));
    }
}

static void count_meshes(const tlb_scene *scene, bool wide, shape_losses *lost)
{
    const uint32_t kept = wide ? 2 : 1;
    for (uint32_t i = 0; i < scene->mesh_count; i++) {
        const tlb_mesh *mesh = &scene->meshes[i];
        uint32_t sets = 0;
        for (int k = 0; k < TLB_UV_SETS; k++)
            sets += mesh->uv[k] != NULL;
        lost->uv_sets += sets > kept ? sets - kept : 0;
        lost->colors += mesh->colors && !wide;
        lost->attributes += mesh->attribute_count;
    }
}

static void count_materials(const shape_maker *m, shape_losses *lost)
{
    for (uint32_t i = 0; i < m->material_count; i++) {
        const tlb_material *material = &m->scene->materials[m->material_sources[i]];
        const float *emissive = material->emissive;
        lost->lightmaps += material->lightmap.image >= 0;
        lost->double_sided += material->double_sided;
        lost->emissive += emissive[0] > 0 || emissive[1] > 0 || emissive[2] > 0;
        lost->pbr += material->pbr != NULL;
    }
    for (uint32_t i = 0; i < m->scene->animation_count; i++)
        lost->material_channels += m->scene->animations[i].material_channel_count;
}

static void report_losses(const shape_maker *m)
{
    const tlb_scene *scene = m->scene;
    const tlb_writing writing = {.context = m->context, .scene = scene, .title = "DTS"};
    const bool wide = m->shape->version >= SHAPE_WIDE_VERSION;
    shape_losses lost = {0};
    count_nodes(m, &lost);
    count_meshes(scene, wide, &lost);
    count_materials(m, &lost);
    const struct {
        uint64_t count;
        const char *what;
    } rows[] = {
        {lost.hidden, "hidden nodes of layers other than collision"},
        {lost.switches, "visibility of joints of skins (meshes on nodes have it)"},
        {m->flat, "triangles without an area"},
        {lost.morphs, "morph targets that no animation uses, or of skins"},
        {count_blends(m), "blends of morph targets (engines show one frame at a time)"},
        {m->held,
         "frames of morph targets beyond 4096 of a mesh or 4194304 of its vertices (these keys show the "
         "frame before)"},
        {m->sheared, "turns below scales that differ by axis (they are scaled as at rest)"},
        {lost.uv_sets, wide ? "third UV sets" : "second UV sets before version 26"},
        {lost.colors, "vertex colors before version 26"},
        {m->tinted,
         "colors and opacities of textured materials before version 26 (paint them into the textures)"},
        {m->mixed, "colors and opacities of textured materials at corners that other materials share"},
        {lost.double_sided, "double-sided materials"},
        {lost.emissive, "emissive materials (without texture they get a brighter color)"},
        {lost.pbr, "physically based properties of materials"},
        {lost.lightmaps, "light maps"},
        {lost.attributes, "custom vertex attributes from scenes"},
        {lost.material_channels, "animated materials"},
        {scene->camera_count, "cameras"},
        {scene->light_count, "lights"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        tlb_report_loss(&writing, rows[i].count, rows[i].what);
    tlb_report_not_finite(m->context, m->replaced);
}

tlb_status tlb_torque_dts_from_scene(const tlb_scene *scene, const tlb_conversion *conversion,
                                     tlb_output *output)
{
    const tlb_torque_dts_write_options *options = conversion->to;
    tlb_arena arena;
    tlb_arena_init(&arena, conversion->context->account);
    tlb_torque_shape shape = {.version = options->version.is_set ? (uint8_t)options->version.value
                                                                 : TLB_TORQUE_VERSION,
                              .exporterVersion = USUAL_EXPORTER};
    shape_maker m = {.conversion = conversion,
                     .options = options,
                     .context = conversion->context,
                     .scene = scene,
                     .arena = &arena,
                     .shape = &shape,
                     .scale = options->scale.is_set ? (float)options->scale.value : 1};
    tlb_turn_along_z(scene->facing, m.turn);
    tlb_status status = make_shape(&m);
    if (!status)
        status = write_shape(&m, output);
    if (!status)
        status = tlb_shape_write_textures(&m, output);
    if (!status)
        report_losses(&m);
    tlb_arena_release(&arena);
    return status;
}

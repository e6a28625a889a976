/* IQE as the registry knows it: what a file is at a glance, as a scene, from a scene and from IQM. */
#include "formats/interquake/iqm_compiler/compile.h"
#include "formats/interquake/iqe/iqe.h"
#include "formats/interquake/iqm/iqm.h"
#include "formats/interquake/model/model.h"

/* --- info -------------------------------------------------------------------------------------------- */

static void summarize(tlb_summary *summary, const tlb_iqe *x, const iq_model *m)
{
    bool textured = false;
    summary->vertices = m->vertex_count;
    summary->triangles = m->triangle_count;
    for (uint32_t i = 0; i < x->vp.count; i++)
        tlb_box_add(&summary->bounds, x->vp.data[i]);
    for (uint32_t i = 0; i < x->vt.count && !textured; i++)
        textured = x->vt.data[i][0] != 0 || x->vt.data[i][1] != 0;
    for (uint32_t i = 0; i < m->meshes.count; i++) {
        tlb_text material = m->meshes.data[i].material;
        tlb_summary_add_name(summary, &summary->materials, material.data, material.size);
        if (textured)
            tlb_summary_add_name(summary, &summary->textures, material.data, material.size);
    }
    for (uint32_t i = 0; i < m->animations.count; i++) {
        const iq_animation *a = &m->animations.data[i];
        tlb_iqm_anim compiled = {
            .num_frames = a->frame_count, .framerate = a->framerate, .flags = a->loop ? TLB_IQM_LOOP : 0};
        tlb_summary_add_animation(summary, a->name, tlb_iqm_seconds(&compiled));
    }
}

static void describe_meshes(tlb_arena *arena, tlb_value *table, const iq_model *m, const uint32_t *triangles)
{
    tlb_value *list = tlb_value_add_list(arena, table, "meshes");
    for (uint32_t i = 0; i < m->meshes.count; i++) {
        tlb_value *mesh = tlb_value_add_table(arena, list, NULL);
        tlb_value_add_bytes_text(arena, mesh, "name", m->meshes.data[i].name);
        tlb_value_add_bytes_text(arena, mesh, "material", m->meshes.data[i].material);
        tlb_value_add_integer(arena, mesh, "triangles", triangles[i]);
    }
}

static void describe_formats(tlb_arena *arena, tlb_value *table, const iq_model *m)
{
    tlb_value *list = tlb_value_add_list(arena, table, "vertexarrays");
    for (uint32_t i = 0; i < IQ_TYPES; i++) {
        if (!m->formats[i].given)
            continue;
        tlb_value *array = tlb_value_add_table(arena, list, NULL);
        tlb_value_add_text(arena, array, "type", tlb_iqe_type_name(i));
        tlb_value_add_text(arena, array, "format", tlb_iqe_component_name(m->formats[i].format));
        tlb_value_add_integer(arena, array, "size", m->formats[i].size);
        if (i >= IQ_ATTRIBUTES)
            tlb_value_add_bytes_text(arena, array, "name", m->formats[i].name);
    }
}

static void describe_animations(tlb_arena *arena, tlb_value *table, const iq_model *m)
{
    tlb_value *list = tlb_value_add_list(arena, table, "animations");
    for (uint32_t i = 0; i < m->animations.count; i++) {
        tlb_value *animation = tlb_value_add_table(arena, list, NULL);
        tlb_value_add_bytes_text(arena, animation, "name", m->animations.data[i].name);
        tlb_value_add_integer(arena, animation, "frames", m->animations.data[i].frame_count);
        tlb_value_add_single(arena, animation, "framerate", m->animations.data[i].framerate);
        tlb_value_add_bool(arena, animation, "loop", m->animations.data[i].loop);
    }
}

static bool describe_model(tlb_arena *arena, tlb_value *table, const tlb_iqe *x, const iq_model *m,
                           tlb_arena *work)
{
    uint32_t *triangles = tlb_zalloc_array(work, m->meshes.count, sizeof *triangles);
    if (!triangles)
        return false;
    for (uint32_t i = 0; i < m->runs.count; i++)
        triangles[m->runs.data[i].mesh] += m->runs.data[i].triangle_count;
    tlb_value_add_integer(arena, table, "commands", x->command_count);
    tlb_value_add_integer(arena, table, "joints", m->joints.count);
    tlb_value_add_integer(arena, table, "frames", m->frame_count);
    tlb_value_add_bool(arena, table, "normals", m->normals != NULL);
    describe_meshes(arena, table, m, triangles);
    describe_formats(arena, table, m);
    describe_animations(arena, table, m);
    if (m->has_comment)
        tlb_value_add_bytes_text(arena, table, "comment", m->comment);
    return true;
}

static tlb_status describe(tlb_document *document, tlb_summary *summary, tlb_value *table)
{
    const tlb_iqe *x = &((const iqe_root *)document->root)->iqe;
    tlb_context *context = document->context;
    tlb_report_mark mark = tlb_report_mark_get(context); /* what is wrong is for check to say */
    tlb_arena work;
    iq_model model;
    tlb_arena_init(&work, context->account);
    tlb_status status = tlb_iq_model_of_iqe(&model, context, &work, &x, &document->name, 1);
    if (!status) {
        tlb_report_rewind(context, &mark);
        summarize(summary, x, &model);
        if (!describe_model(&document->arena, table, x, &model, &work))
            status = tlb_report_memory(context, tlb_arena_refused(&work, &document->arena));
    }
    tlb_arena_release(&work);
    return status;
}

/* --- to scene ---------------------------------------------------------------------------------------- */

/* By way of the IQM that it is compiled to, so that both are shown alike. */
static tlb_status to_scene(tlb_document *document, tlb_scene *scene, const tlb_conversion *conversion)
{
    tlb_context *context = document->context;
    const tlb_iqe *iqe = &((iqe_root *)document->root)->iqe;
    tlb_arena work;
    iq_model model;
    tlb_iqm compiled;
    tlb_arena_init(&work, context->account);
    tlb_status status = tlb_iq_model_of_iqe(&model, context, &work, &iqe, &document->name, 1);
    /* A scene has alpha, whatever the file has. */
    model.formats[TLB_IQM_COLOR] = tlb_iqe_default_format(TLB_IQM_COLOR);
    if (!status)
        status =
            tlb_iq_compile(&compiled, context, &work, &model, &(iq_placement){.scale = 1, .joints = true});
    if (!status)
        status = tlb_iqm_scene(&compiled, document->name, scene, conversion);
    tlb_arena_release(&work);
    return status;
}

/* --- the format -------------------------------------------------------------------------------------- */

/* The first line has the signature. */
static int probe(tlb_bytes source)
{
    enum { SURE = 95, SIZE = sizeof IQE_SIGNATURE - 1 };
    const char *at = source.data ? (const char *)source.data : "", *end = at + source.size;
    while (at < end && *at && *at != '#' && *at != '\n' && *at != '\r') /* in binary files not to their end */
        at++;
    return end - at >= SIZE && memcmp(at, IQE_SIGNATURE, SIZE) == 0 ? SURE : 0;
}

static void walk(tlb_walk *w, void **root)
{
    if (!*root && !(*root = tlb_zalloc(w->arena, sizeof(iqe_root))))
        tlb_walk_no_memory(w);
    else if (w->visitor->places)
        tlb_iqe_trace(w, *root);
    else
        tlb_iqe_walk(w, *root);
}

static tlb_status write(tlb_context *context, void **root, tlb_buffer *out)
{
    return tlb_iqe_write_text(context, *root, out);
}

tlb_iqe *tlb_document_iqe(tlb_document *document)
{
    return document && document->format == &tlb_format_iqe ? &((iqe_root *)document->root)->iqe : NULL;
}

static tlb_status translate(tlb_document *source, const tlb_conversion *conversion, tlb_buffer *out)
{
    tlb_arena work;
    iq_model model;
    tlb_arena_init(&work, conversion->context->account);
    tlb_status status = tlb_iq_model_of_iqm(&model, conversion->context, &work, tlb_document_iqm(source));
    if (!status)
        status = tlb_iq_write_iqe(&model, conversion->context, out);
    tlb_arena_release(&work);
    return status;
}

static tlb_status write_model(const iq_model *model, const tlb_conversion *conversion, tlb_buffer *out)
{
    return tlb_iq_write_iqe(model, conversion->context, out);
}

static tlb_status from_scene(const tlb_scene *scene, const tlb_conversion *conversion, tlb_output *output)
{
    return tlb_iq_from_scene(scene, conversion, output, "IQE", false, write_model);
}

static const char *const extensions[] = {"iqe", NULL};

const tlb_format tlb_format_iqe = {
    .info = {.name = "iqe",
             .title = "Inter-Quake export",
             .family = "interquake",
             .versions = "0, with \"vx\"",
             .extensions = extensions,
             .signatures = TLB_SIGNATURES(TLB_SIGNATURE(IQE_SIGNATURE)),
             .abilities = TLB_IS_MODEL | TLB_CAN_READ | TLB_CAN_WRITE | TLB_CAN_CHECK | TLB_CAN_EXPORT_SCENE |
                          TLB_CAN_IMPORT_SCENE},
    .probe = probe,
    .read = tlb_iqe_read,
    .walk = walk,
    .write = write,
    .check = tlb_iqe_check,
    .describe = describe,
    .to_scene = to_scene,
    .copies_meshes = true,
    .from_scene = from_scene,
    .translates = (const char *const[]){"iqm", NULL},
    .translate = translate,
};

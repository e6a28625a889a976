/* What a file says, at a glance. */
#include "formats/interquake/iqe/formats.h"
#include "formats/interquake/iqe/iqe.h"

#include "scene/box.h"

static void describe_box(tlb_arena *arena, tlb_value *table, const tlb_iqe *x)
{
    tlb_box box = tlb_box_empty();
    for (uint32_t i = 0; i < x->vp.count; i++)
        tlb_box_take(&box, x->vp.data[i]);
    tlb_add_box(arena, table, &box);
}

static void describe_meshes(tlb_arena *arena, tlb_value *table, const iq_model *m, const uint32_t *triangles)
{
    tlb_value *list = tlb_add_list(arena, table, "meshes");
    for (uint32_t i = 0; i < m->meshes.count; i++) {
        tlb_value *mesh = tlb_add_table(arena, list, NULL);
        tlb_add_bytes_text(arena, mesh, "name", m->meshes.data[i].name);
        tlb_add_bytes_text(arena, mesh, "material", m->meshes.data[i].material);
        tlb_add_integer(arena, mesh, "triangles", triangles[i]);
    }
}

static void describe_formats(tlb_arena *arena, tlb_value *table, const iq_model *m)
{
    tlb_value *list = tlb_add_list(arena, table, "vertexarrays");
    for (uint32_t i = 0; i < IQ_TYPES; i++) {
        if (!m->formats[i].asked)
            continue;
        tlb_value *array = tlb_add_table(arena, list, NULL);
        tlb_add_text(arena, array, "type", iqe_type_name(i));
        tlb_add_text(arena, array, "format", iqe_component_name(m->formats[i].format));
        tlb_add_integer(arena, array, "size", m->formats[i].size);
        if (i >= IQ_ATTRIBUTES)
            tlb_add_bytes_text(arena, array, "name", m->formats[i].name);
    }
}

static void describe_animations(tlb_arena *arena, tlb_value *table, const iq_model *m)
{
    tlb_value *list = tlb_add_list(arena, table, "animations");
    for (uint32_t i = 0; i < m->animations.count; i++) {
        tlb_value *animation = tlb_add_table(arena, list, NULL);
        tlb_add_bytes_text(arena, animation, "name", m->animations.data[i].name);
        tlb_add_integer(arena, animation, "frames", m->animations.data[i].frame_count);
        tlb_add_single(arena, animation, "framerate", m->animations.data[i].framerate);
        tlb_add_bool(arena, animation, "loop", m->animations.data[i].loop);
    }
}

static bool describe_model(tlb_arena *arena, tlb_value *table, const tlb_iqe *x, const iq_model *m,
                           tlb_arena *work)
{
    uint32_t *triangles = tlb_zalloc(work, m->meshes.count * sizeof *triangles);
    if (!triangles)
        return false;
    for (uint32_t i = 0; i < m->runs.count; i++)
        triangles[m->runs.data[i].mesh] += m->runs.data[i].triangle_count;
    tlb_add_integer(arena, table, "commands", x->command_count);
    tlb_add_integer(arena, table, "vertexes", m->vertex_count);
    tlb_add_integer(arena, table, "triangles", m->triangle_count);
    tlb_add_integer(arena, table, "joints", m->joints.count);
    tlb_add_integer(arena, table, "frames", m->frame_count);
    describe_box(arena, table, x);
    tlb_add_bool(arena, table, "normals", m->normals != NULL);
    describe_meshes(arena, table, m, triangles);
    describe_formats(arena, table, m);
    describe_animations(arena, table, m);
    if (m->has_comment)
        tlb_add_bytes_text(arena, table, "comment", m->comment);
    return !arena->account->failure;
}

tlb_status iqe_describe(tlb_document *document, tlb_value *table)
{
    const tlb_iqe *x = &((const iqe_root *)document->root)->iqe;
    tlb_context *context = document->context;
    tlb_report_mark mark = tlb_report_mark_get(context); /* what is wrong is for check to say */
    tlb_arena work;
    iq_model model;
    tlb_arena_init(&work, &context->account);
    context->account.failure = TLB_OK;
    tlb_status status = iq_model_of_iqe(&model, context, &work, &x, &document->name, 1);
    if (!status) {
        tlb_report_rewind(context, &mark);
        if (!describe_model(&document->arena, table, x, &model, &work))
            status = tlb_report_memory(context);
    }
    tlb_arena_free(&work);
    return status;
}

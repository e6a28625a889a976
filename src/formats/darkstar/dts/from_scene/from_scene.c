/* A scene as a shape of version 8: what is kept, what is not, and the file. */
#include "formats/darkstar/dts/from_scene/from_scene.h"

#include "base/text.h"
#include "formats/darkstar/pbmp/pbmp.h"
#include "scene/inspect/losses.h"
#include "writers/reports.h"
#include "scene/inspect/shown.h"

#include <math.h>
#include <string.h>

/* --- the shape ----------------------------------------------------------------------------------------- */

static bool make_nodes(dts_maker *m)
{
    tlb_dts *shape = m->shape;
    shape->nodes.data = tlb_zalloc_array(m->arena, m->nodes.count, sizeof *shape->nodes.data);
    shape->nodes.count = m->nodes.count;
    for (uint32_t i = 0; shape->nodes.data && i < m->nodes.count; i++) {
        const dts_made_node *from = &m->nodes.data[i];
        tlb_dts_transform *transform = TLB_PUSH(m->arena, &m->transforms);
        int32_t name = tlb_dts_add_name(m, from->name);
        if (!transform || name == TLB_NONE)
            return false;
        *transform = tlb_dts_pack(m, from->translation, from->rotation);
        shape->nodes.data[i] = (tlb_dts_node){name, from->parent, 0, 0, (int32_t)i};
    }
    return shape->nodes.data != NULL;
}

/* The first is the box of the shape, on the first node. */
static bool make_objects(dts_maker *m)
{
    tlb_dts *shape = m->shape;
    shape->objects.data = tlb_zalloc_array(m->arena, m->objects.count, sizeof *shape->objects.data);
    shape->objects.count = m->objects.count;
    for (uint32_t i = 0; shape->objects.data && i < m->objects.count; i++) {
        const dts_made_object *from = &m->objects.data[i];
        int32_t name = tlb_dts_add_name(m, from->name);
        if (name == TLB_NONE)
            return false;
        tlb_dts_object *object = &shape->objects.data[i];
        *object = (tlb_dts_object){.name = (int16_t)name, .meshIndex = (int32_t)i, .nodeIndex = from->node};
        memcpy(object->offset, from->offset, sizeof object->offset);
        if (i && !tlb_dts_is_seen(m, from->host))
            object->flags = TLB_DTS_OBJECT_INVISIBLE;
    }
    return shape->objects.data != NULL;
}

static bool add_bounds_object(dts_maker *m)
{
    dts_made_object *object = TLB_PUSH(m->arena, &m->objects);
    tlb_dts_mesh *mesh = object ? TLB_PUSH(m->arena, &m->meshes) : NULL;
    tlb_dts_packed_vertex *vertices = tlb_zalloc_array(m->arena, TLB_DTS_BOX_VERTICES, sizeof *vertices);
    tlb_dts_frame *frame = tlb_zalloc(m->arena, sizeof *frame);
    if (!mesh || !vertices || !frame)
        return false;
    *object = (dts_made_object){.name = "bounds"};
    *mesh =
        (tlb_dts_mesh){.pers = {.className = {"TS::CelAnimMesh", 15}, .version = TLB_DTS_LAST_MESH_VERSION},
                       .vertsPerFrame = TLB_DTS_BOX_VERTICES};
    memset(vertices[1], UINT8_MAX, 3);
    mesh->vertices.data = vertices;
    mesh->vertices.count = TLB_DTS_BOX_VERTICES;
    mesh->frames.data = frame;
    mesh->frames.count = 1;
    return true;
}

/* --- all ----------------------------------------------------------------------------------------------- */

/* About how large it is: the farthest that a part reaches from its node. */
static void measure_size(dts_maker *m)
{
    for (uint32_t i = 0; i < m->meshes.count; i++)
        m->size = fmaxf(m->size, m->meshes.data[i].radius);
}

#define MOVE_LIST(shape_list, made) ((shape_list).data = (made).data, (shape_list).count = (made).count)

static tlb_status make_shape(dts_maker *m)
{
    tlb_dts *shape = m->shape;
    shape->pers = (tlb_pers){.className = {"TS::Shape", 9}, .version = TLB_DTS_LAST_VERSION};
    if (!tlb_dts_find_materials(m) || !add_bounds_object(m))
        return tlb_report_memory(m->context, m->arena);
    tlb_status status = tlb_dts_plan(m);
    if (status)
        return status;
    if (m->like && !m->one_to_one) {
        return tlb_refuse_option(m->context, "like",
                                 "the details of \"%s\" are not side by side below its first node",
                                 m->options->like);
    }
    if (m->objects.count == 1) {
        tlb_report(m->context, TLB_CODE_NOT_SUPPORTED, TLB_NO_OFFSET, NULL,
                   "the scene has no triangles to write");
        return TLB_UNSUPPORTED;
    }
    if (!make_nodes(m) || !make_objects(m) || !tlb_dts_add_materials(m))
        return m->status ? m->status : tlb_report_memory(m->context, m->arena);
    shape->defaultMaterials = tlb_dts_default_materials(m);
    MOVE_LIST(shape->meshes, m->meshes);
    MOVE_LIST(shape->details, m->details);
    measure_size(m);
    status = tlb_dts_add_sequences(m);
    if (status)
        return status;
    MOVE_LIST(shape->names, m->names);
    MOVE_LIST(shape->transforms, m->transforms);
    MOVE_LIST(shape->subSequences, m->sub_sequences);
    MOVE_LIST(shape->keyFrames, m->key_frames);
    MOVE_LIST(shape->frameTriggers, m->triggers);
    return tlb_dts_find_bounds(m);
}

static tlb_status write_shape(dts_maker *m, tlb_output *output)
{
    tlb_buffer *out = tlb_output_file(output, tlb_output_name(output));
    if (!out)
        return tlb_report_output(m->context, output, NULL);
    tlb_walk w = tlb_walk_writer(m->context, out);
    tlb_dts_walk(&w, m->shape);
    return tlb_walk_finish(&w) ? w.status : tlb_report_failure(m->context, out->status);
}

/* --- the textures beside it ---------------------------------------------------------------------------- */

/* How the materials that show an image draw it. */
static tlb_alpha_mode mode_of(const dts_maker *m, uint32_t image)
{
    for (uint32_t i = 0; i < m->material_count; i++) {
        const tlb_material *material = m->source_of[i] < 0 ? NULL : &m->scene->materials[m->source_of[i]];
        if (material && material->texture.image == (int32_t)image && material->alpha_mode != TLB_ALPHA_OPAQUE)
            return material->alpha_mode;
    }
    return TLB_ALPHA_OPAQUE;
}

static tlb_status write_bitmaps(dts_maker *m, tlb_output *output)
{
    tlb_status status = TLB_OK;
    bool wanted = m->options->bitmaps != TLB_SWITCH_NO;
    for (uint32_t i = 0; wanted && i < m->scene->image_count && !status; i++) {
        tlb_mark mark = tlb_arena_mark(m->arena);
        if (m->files[i])
            status = tlb_darkstar_write_bitmap(&m->scene->images[i], mode_of(m, i), m->conversion, m->arena,
                                               m->files[i], output);
        tlb_arena_rewind(m->arena, mark);
    }
    return status;
}

/* --- what is changed and lost -------------------------------------------------------------------------- */

static void report_changes(const dts_maker *m)
{
    tlb_context *context = m->context;
    if (m->skinned_vertices)
        tlb_report(
            context, TLB_CODE_DTS_SKIN_SPLIT, TLB_NO_OFFSET, NULL,
            "meshes with skins are cut at their joints; %.1f %% of %llu vertices have more than one joint, "
            "%llu %s",
            100 * (double)m->shared_vertices / (double)m->skinned_vertices,
            (unsigned long long)m->skinned_vertices, (unsigned long long)m->shared_triangles,
            tlb_plural(m->shared_triangles, "triangle spans joints", "triangles span joints"));
    if (m->split)
        tlb_report(context, TLB_CODE_DTS_MESH_SPLIT, TLB_NO_OFFSET, NULL,
                   "meshes of more than %d vertices or %d faces are split; the shape has %u meshes",
                   DTS_MOST_VERTICES, DTS_MOST_FACES, m->shape->meshes.count);
    const struct {
        uint64_t count;
        const char *what;
    } lost[] = {
        {m->flat, "triangles without an area once they are packed"},
        {m->tinted, "colors of textured materials"},
        {m->scaled, "animated scales"},
        {m->blended, "blends of morph targets (engines show one frame at a time; some are baked)"},
        {m->sheared, "turns below scales that differ by axis (they are scaled as at rest)"},
    };
    tlb_writing writing = {.context = context, .scene = m->scene, .title = "DTS"};
    for (size_t i = 0; i < sizeof lost / sizeof *lost; i++)
        tlb_report_loss(&writing, lost[i].count, lost[i].what);
    tlb_report_loss(&writing, m->cut_names, "names of more than 23 bytes (they are cut)");
    tlb_report_not_finite(context, m->replaced);
}

/* What records of materials are not for; those of untextured materials have one color, which is opaque. */
static void report_material_losses(const dts_maker *m, const tlb_writing *writing)
{
    uint64_t clear = 0, double_sided = 0, emissive = 0, pbr = 0;
    for (uint32_t i = 0; i < m->material_count; i++) {
        if (m->source_of[i] < 0)
            continue;
        const tlb_material *from = &m->scene->materials[m->source_of[i]];
        uint32_t kind = m->shape->materialList.materials.data[i].flags & TLB_DML_KIND;
        clear += kind == TLB_DML_RGB && from->alpha_mode != TLB_ALPHA_OPAQUE && from->color[3] < 1;
        double_sided += from->double_sided;
        emissive += from->emissive[0] > 0 || from->emissive[1] > 0 || from->emissive[2] > 0;
        pbr += from->pbr != NULL;
    }
    tlb_report_loss(writing, clear, "opacity of materials without texture");
    tlb_report_loss(writing, double_sided, "double-sided materials");
    tlb_report_loss(writing, emissive, "emissive materials (without texture they get a brighter color)");
    tlb_report_loss(writing, pbr, "physically based properties of materials");
}

/* What no part of a shape is for. */
static void report_losses(const dts_maker *m)
{
    const tlb_scene *scene = m->scene;
    tlb_writing writing = {.context = m->context, .scene = scene, .title = "DTS"};
    uint64_t hidden = 0, uv_sets = 0, colors = 0, lightmaps = 0, changes = 0, attributes = 0;
    for (uint32_t i = 0; i < scene->node_count; i++) {
        const tlb_node *node = &scene->nodes[i];
        hidden += node->mesh >= 0 && m->hints[i].hidden && !m->hints[i].collision && !m->hints[i].picture;
    }
    for (uint32_t i = 0; i < scene->mesh_count; i++) {
        const tlb_mesh *mesh = &scene->meshes[i];
        for (int k = 1; k < TLB_UV_SETS; k++)
            uv_sets += mesh->uv[k] != NULL;
        bool textured = false;
        for (uint32_t k = 0; k < mesh->part_count; k++)
            textured |= !tlb_dts_is_colored(m, mesh, mesh->parts[k].material);
        colors += mesh->colors && textured;
        attributes += mesh->attribute_count;
    }
    for (uint32_t i = 0; i < scene->material_count; i++)
        lightmaps += scene->materials[i].lightmap.image >= 0;
    for (uint32_t i = 0; i < scene->animation_count; i++)
        changes += scene->animations[i].material_channel_count;
    tlb_report_loss(&writing, hidden, "hidden nodes");
    tlb_report_loss(&writing, uv_sets, "second UV sets");
    tlb_report_loss(&writing, colors, "vertex colors on textures");
    if (m->material_colors.count)
        tlb_report(m->context, TLB_CODE_DTS_COLORS, TLB_NO_OFFSET, NULL,
                   "vertex colors become %u %s of one color each", m->material_colors.count,
                   tlb_plural(m->material_colors.count, "material", "materials"));
    report_material_losses(m, &writing);
    tlb_report_loss(&writing, lightmaps, "light maps");
    tlb_report_loss(&writing, attributes, "custom vertex attributes from scenes");
    tlb_report_loss(&writing, changes, "animated materials");
    tlb_report_loss(&writing, scene->camera_count, "cameras");
    tlb_report_loss(&writing, scene->light_count, "lights");
}

tlb_status tlb_dts_from_scene(const tlb_scene *scene, const tlb_conversion *conversion, tlb_output *output)
{
    tlb_arena arena;
    tlb_arena_init(&arena, conversion->context->account);
    const tlb_dts_write_options *options = conversion->to;
    tlb_dts shape = {.alwaysNode = TLB_NONE};
    dts_maker m = {.conversion = conversion,
                   .options = options,
                   .context = conversion->context,
                   .scene = scene,
                   .arena = &arena,
                   .shape = &shape,
                   .scale = options->scale.is_set ? (float)options->scale.value : 1};
    tlb_document *document;
    tlb_scene *like;
    tlb_status status = tlb_dts_scene_like(&m, &document, &like);
    if (like) {
        m.scene = like;
        m.scale = 1;
        m.like = &tlb_document_dts(document)->materialList;
    }
    tlb_turn_along_z(m.scene->facing, m.turn);
    if (!status)
        status = make_shape(&m);
    if (!status)
        status = write_shape(&m, output);
    if (!status)
        status = write_bitmaps(&m, output);
    if (!status) {
        report_changes(&m);
        report_losses(&m);
    }
    tlb_scene_free(like);
    tlb_document_free(document);
    tlb_arena_release(&arena);
    return status;
}

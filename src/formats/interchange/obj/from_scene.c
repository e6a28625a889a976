/* Wavefront OBJ, written: meshes in the world, materials, and the images that they name. */
#include "formats/interchange/obj/from_scene.h"
#include "formats/interchange/obj/obj.h"

#include "base/buffer.h"
#include "base/number.h"
#include "writers/reports.h"
#include "writers/image_files.h"
#include "scene/inspect/losses.h"
#include "writers/names.h"
#include "scene/materials/color.h"
#include "scene/materials/materials.h"
#include "scene/geometry/matrix.h"
#include "scene/animation/pose.h"
#include "scene/inspect/shown.h"
#include "scene/materials/texture.h"

#include <math.h>
#include <string.h>

typedef struct obj_writer {
    tlb_context *context;
    const tlb_scene *scene;
    tlb_arena *arena; /* for the time of writing */
    const bool *shown;
    const float (*world)[16];
    tlb_image_file *image_files;
    const char **materials;          /* names, and last that for parts without material */
    bool plain;                      /* there are such parts */
    uint64_t vertices, uvs, normals; /* written so far */
    uint64_t replaced;               /* numbers that were not finite */
} obj_writer;

/* --- lines -------------------------------------------------------------------------------------------- */

/* Lines of text, collected in a small block before they go to a buffer. */
enum { LINE_MOST = 512, LINES_BLOCK = 8192 };

typedef struct text_lines {
    tlb_buffer *out;
    size_t size;
    char text[LINES_BLOCK];
} text_lines;

static void flush(text_lines *lines)
{
    tlb_buffer_append(lines->out, lines->text, lines->size);
    lines->size = 0;
}

/* Where the next line of at most LINE_MOST characters goes; end_line takes its end. */
static char *begin_line(text_lines *lines)
{
    if (lines->size > LINES_BLOCK - LINE_MOST)
        flush(lines);
    return lines->text + lines->size;
}

static void end_line(text_lines *lines, char *end)
{
    *end++ = '\n';
    lines->size = (size_t)(end - lines->text);
}

/* A blank and the number. */
static char *put_number(char *p, float value)
{
    *p++ = ' ';
    return tlb_write_f32(p, value);
}

/* A whole line of a word and a text of any length. */
static void text_line(text_lines *lines, const char *word, const char *text)
{
    flush(lines);
    tlb_buffer_text(lines->out, word);
    tlb_buffer_text(lines->out, text);
    tlb_buffer_byte(lines->out, '\n');
}

/* A blank and the number, 0 when it is not finite. */
static char *put_finite(obj_writer *obj, char *p, float value)
{
    bool finite = isfinite(value);
    obj->replaced += !finite;
    return put_number(p, finite ? value : 0);
}

/* --- meshes ------------------------------------------------------------------------------------------- */

/* Programs take the colors of vertices as sRGB. Four digits are the same with every math library. */
static void make_srgb(float table[256])
{
    for (int i = 0; i < 256; i++) {
        double linear = i / 255.0;
        double coded = linear <= 0.0031308 ? 12.92 * linear : 1.055 * pow(linear, 1 / 2.4) - 0.055;
        table[i] = (float)(floor(coded * 10000 + 0.5) / 10000);
    }
}

static void write_positions(obj_writer *obj, text_lines *lines, uint32_t node)
{
    const tlb_mesh *mesh = &obj->scene->meshes[obj->scene->nodes[node].mesh];
    float srgb[256], points[TLB_POSE_BATCH][3];
    if (mesh->colors)
        make_srgb(srgb);
    for (uint32_t first = 0; first < mesh->vertex_count; first += TLB_POSE_BATCH) {
        uint32_t count = tlb_pose_batch(mesh, first);
        tlb_pose_positions(obj->scene, obj->world, node, first, count, points);
        for (uint32_t i = 0; i < count; i++) {
            char *p = begin_line(lines);
            *p++ = 'v';
            for (int axis = 0; axis < 3; axis++)
                p = put_finite(obj, p, points[i][axis]);
            for (int k = 0; mesh->colors && k < 3; k++)
                p = put_number(p, srgb[tlb_color_byte(mesh->colors[first + i][k])]);
            end_line(lines, p);
        }
    }
}

static void write_uvs(obj_writer *obj, text_lines *lines, const tlb_mesh *mesh, int set)
{
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        char *p = begin_line(lines);
        *p++ = 'v';
        *p++ = 't';
        p = put_finite(obj, p, mesh->uv[set][i][0]);
        p = put_finite(obj, p, 1 - mesh->uv[set][i][1]);
        end_line(lines, p);
    }
}

static void write_normals(obj_writer *obj, text_lines *lines, uint32_t node)
{
    const tlb_mesh *mesh = &obj->scene->meshes[obj->scene->nodes[node].mesh];
    float normals[TLB_POSE_BATCH][3];
    for (uint32_t first = 0; first < mesh->vertex_count; first += TLB_POSE_BATCH) {
        uint32_t count = tlb_pose_batch(mesh, first);
        tlb_pose_normals(obj->scene, obj->world, node, first, count, normals);
        for (uint32_t i = 0; i < count; i++) {
            char *p = begin_line(lines);
            *p++ = 'v';
            *p++ = 'n';
            for (int axis = 0; axis < 3; axis++)
                p = put_finite(obj, p, normals[i][axis]);
            end_line(lines, p);
        }
    }
}

/* position, position/uv, position//normal or position/uv/normal; counted from 1 over the whole file. */
static char *put_corner(const obj_writer *obj, char *p, uint32_t index, bool uv, bool normal)
{
    *p++ = ' ';
    p = tlb_write_u64(p, obj->vertices + index + 1);
    if (uv || normal)
        *p++ = '/';
    if (uv)
        p = tlb_write_u64(p, obj->uvs + index + 1);
    if (normal) {
        *p++ = '/';
        p = tlb_write_u64(p, obj->normals + index + 1);
    }
    return p;
}

static void write_faces(obj_writer *obj, text_lines *lines, const tlb_mesh *mesh, bool uv, bool mirrored)
{
    for (uint32_t i = 0; i < mesh->part_count; i++) {
        const tlb_part *part = &mesh->parts[i];
        if (!part->index_count)
            continue;
        obj->plain |= part->material < 0;
        text_line(lines, "usemtl ",
                  obj->materials[part->material < 0 ? obj->scene->material_count : (uint32_t)part->material]);
        for (uint32_t k = 0; k + 2 < part->index_count; k += 3) {
            const uint32_t *corners = mesh->indices + part->first_index + k;
            char *p = begin_line(lines);
            *p++ = 'f';
            p = put_corner(obj, p, corners[0], uv, mesh->normals != NULL);
            p = put_corner(obj, p, corners[mirrored ? 2 : 1], uv, mesh->normals != NULL);
            p = put_corner(obj, p, corners[mirrored ? 1 : 2], uv, mesh->normals != NULL);
            end_line(lines, p);
        }
    }
}

static void write_mesh(obj_writer *obj, text_lines *lines, uint32_t node)
{
    const tlb_node *source = &obj->scene->nodes[node];
    const tlb_mesh *mesh = &obj->scene->meshes[source->mesh];
    int uv_set = tlb_scene_uv_set(obj->scene, mesh);
    const char *name = *source->name ? source->name : mesh->name;
    text_line(lines, "o ", *name ? name : "unnamed");
    write_positions(obj, lines, node);
    if (uv_set >= 0)
        write_uvs(obj, lines, mesh, uv_set);
    if (mesh->normals)
        write_normals(obj, lines, node);
    write_faces(obj, lines, mesh, uv_set >= 0, tlb_pose_mirrors(obj->scene, obj->world, node));
    obj->vertices += mesh->vertex_count;
    obj->uvs += uv_set >= 0 ? mesh->vertex_count : 0;
    obj->normals += mesh->normals ? mesh->vertex_count : 0;
}

/* --- materials ---------------------------------------------------------------------------------------- */

static void write_materials(obj_writer *obj, text_lines *lines)
{
    static const tlb_material plain = {.color = {1, 1, 1, 1}, .texture = {.image = TLB_NONE}};
    uint32_t count = obj->scene->material_count;
    obj_material_writer writer = {lines->out, &obj->replaced};
    for (uint32_t i = 0; i < count + obj->plain; i++) {
        const tlb_material *material = i < count ? &obj->scene->materials[i] : &plain;
        int32_t image = material->texture.image;
        text_line(lines, "newmtl ", obj->materials[i]);
        flush(lines);
        tlb_obj_write_material(&writer, material, image >= 0 ? obj->image_files[image].name : NULL);
    }
}

/* --- files -------------------------------------------------------------------------------------------- */

static bool name_materials(obj_writer *obj)
{
    uint32_t count = obj->scene->material_count;
    tlb_names names = {.arena = obj->arena};
    obj->materials = tlb_alloc_array(obj->arena, (size_t)count + 1, sizeof *obj->materials);
    if (!obj->materials)
        return false;
    for (uint32_t i = 0; i <= count; i++) {
        const char *name = i < count ? obj->scene->materials[i].name : "default";
        obj->materials[i] = tlb_names_add(&names, "", *name ? name : "material", "", i);
        if (!obj->materials[i])
            return false;
    }
    return true;
}

static bool plan(obj_writer *obj)
{
    float(*world)[16] = tlb_alloc_array(obj->arena, obj->scene->node_count, sizeof *world);
    obj->shown = tlb_scene_seen(obj->scene, obj->arena);
    obj->world = (const float(*)[16])world;
    if (!world || !obj->shown || !name_materials(obj))
        return false;
    tlb_scene_world_matrices(obj->scene, world);
    return true;
}

static void write_nodes(obj_writer *obj, text_lines *lines)
{
    for (uint32_t i = 0; i < obj->scene->node_count; i++)
        if (tlb_shown_mesh(obj->scene, obj->shown, i))
            write_mesh(obj, lines, i);
    flush(lines);
}

/* False without memory. */
static bool write_files(obj_writer *obj, tlb_output *output)
{
    const char *library = tlb_arena_printf(obj->arena, "%s.mtl", tlb_output_stem(output));
    if (!library || !plan(obj))
        return false;
    text_lines lines = {.out = tlb_output_file(output, tlb_output_name(output))};
    if (!lines.out)
        return false;
    text_line(&lines, "mtllib ", library);
    write_nodes(obj, &lines);
    if (lines.out->status)
        return false;
    lines.out = tlb_output_file(output, library);
    if (!lines.out)
        return false;
    write_materials(obj, &lines);
    return lines.out->status == TLB_OK;
}

/* Only the materials' textures: light maps have no place in OBJ. */
static tlb_status make_images(obj_writer *obj, const char *stem)
{
    const tlb_scene *scene = obj->scene;
    bool *wanted = tlb_zalloc_array(obj->arena, scene->image_count, sizeof *wanted);
    if (!wanted)
        return tlb_report_memory(obj->context, obj->arena);
    for (uint32_t i = 0; i < scene->material_count; i++)
        if (scene->materials[i].texture.image >= 0)
            wanted[scene->materials[i].texture.image] = true;
    return tlb_make_image_files(obj->context, obj->arena, scene, wanted, stem, &obj->image_files);
}

static void report_losses(const obj_writer *obj)
{
    const tlb_scene *scene = obj->scene;
    tlb_writing writing = {.context = obj->context, .scene = scene, .shown = obj->shown, .title = "OBJ"};
    for (uint32_t i = 0; i < scene->material_count; i++)
        writing.kept_extras += tlb_obj_keeps_extras(scene->materials[i].extras);
    tlb_report_losses(&writing);
}

tlb_status tlb_obj_from_scene(const tlb_scene *scene, const tlb_conversion *conversion, tlb_output *output)
{
    tlb_context *context = conversion->context;
    tlb_arena arena;
    tlb_arena_init(&arena, context->account);
    tlb_scene named;
    obj_writer obj = {.context = context, .scene = &named, .arena = &arena};
    bool complete = tlb_name_placeholders(scene, &arena, &named);
    tlb_status status = complete ? make_images(&obj, tlb_output_stem(output)) : TLB_OK;
    if (!status && !(complete && write_files(&obj, output)))
        status = tlb_report_output(context, output, &arena);
    if (!status)
        status = tlb_put_image_files(context, obj.image_files, named.image_count, output);
    if (!status) {
        report_losses(&obj);
        tlb_report_not_finite(context, obj.replaced);
    }
    tlb_arena_release(&arena);
    return status;
}

#include "formats/modern/obj/format.h"
#include "scene/color.h"
#include "scene/pose.h"
#include "scene/texture.h"

#include <math.h>

/* Programs take the colours of vertices as sRGB. Four digits are the same with every math library. */
static void make_srgb(float table[256])
{
    for (int i = 0; i < 256; i++) {
        double linear = i / 255.0;
        double coded = linear <= 0.0031308 ? 12.92 * linear : 1.055 * pow(linear, 1 / 2.4) - 0.055;
        table[i] = (float)(floor(coded * 10000 + 0.5) / 10000);
    }
}

static void write_positions(tlb_obj *obj, tlb_lines *lines, uint32_t node)
{
    const tlb_mesh *mesh = &obj->scene->meshes[obj->scene->nodes[node].mesh];
    float srgb[256], points[TLB_POSE_BATCH][3];
    if (mesh->colors)
        make_srgb(srgb);
    for (uint32_t first = 0; first < mesh->vertex_count; first += TLB_POSE_BATCH) {
        uint32_t count = tlb_pose_batch(mesh, first);
        tlb_pose_positions(obj->scene, obj->world, node, first, count, points);
        for (uint32_t i = 0; i < count; i++) {
            char *p = tlb_line(lines);
            *p++ = 'v';
            for (int axis = 0; axis < 3; axis++)
                p = tlb_obj_number(obj, p, points[i][axis]);
            for (int k = 0; mesh->colors && k < 3; k++)
                p = tlb_put_number(p, srgb[tlb_color_byte(mesh->colors[first + i][k])]);
            tlb_line_end(lines, p);
        }
    }
}

static void write_uvs(tlb_obj *obj, tlb_lines *lines, const tlb_mesh *mesh, int set)
{
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        char *p = tlb_line(lines);
        *p++ = 'v';
        *p++ = 't';
        p = tlb_obj_number(obj, p, mesh->uv[set][i][0]);
        p = tlb_obj_number(obj, p, 1 - mesh->uv[set][i][1]);
        tlb_line_end(lines, p);
    }
}

static void write_normals(tlb_obj *obj, tlb_lines *lines, uint32_t node)
{
    const tlb_mesh *mesh = &obj->scene->meshes[obj->scene->nodes[node].mesh];
    float normals[TLB_POSE_BATCH][3];
    for (uint32_t first = 0; first < mesh->vertex_count; first += TLB_POSE_BATCH) {
        uint32_t count = tlb_pose_batch(mesh, first);
        tlb_pose_normals(obj->scene, obj->world, node, first, count, normals);
        for (uint32_t i = 0; i < count; i++) {
            char *p = tlb_line(lines);
            *p++ = 'v';
            *p++ = 'n';
            for (int axis = 0; axis < 3; axis++)
                p = tlb_obj_number(obj, p, normals[i][axis]);
            tlb_line_end(lines, p);
        }
    }
}

/* position, position/uv, position//normal or position/uv/normal; counted from 1 over the whole file. */
static char *put_corner(const tlb_obj *obj, char *p, uint32_t index, bool uv, bool normal)
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

static void write_faces(tlb_obj *obj, tlb_lines *lines, const tlb_mesh *mesh, bool uv, bool mirrored)
{
    for (uint32_t i = 0; i < mesh->part_count; i++) {
        const tlb_part *part = &mesh->parts[i];
        if (!part->index_count)
            continue;
        obj->plain |= part->material < 0;
        tlb_text_line(
            lines, "usemtl ",
            obj->materials[part->material < 0 ? obj->scene->material_count : (uint32_t)part->material]);
        for (uint32_t k = 0; k + 2 < part->index_count; k += 3) {
            const uint32_t *corners = mesh->indices + part->first_index + k;
            char *p = tlb_line(lines);
            *p++ = 'f';
            p = put_corner(obj, p, corners[0], uv, mesh->normals != NULL);
            p = put_corner(obj, p, corners[mirrored ? 2 : 1], uv, mesh->normals != NULL);
            p = put_corner(obj, p, corners[mirrored ? 1 : 2], uv, mesh->normals != NULL);
            tlb_line_end(lines, p);
        }
    }
}

void tlb_obj_write_mesh(tlb_obj *obj, tlb_lines *lines, uint32_t node)
{
    const tlb_node *source = &obj->scene->nodes[node];
    const tlb_mesh *mesh = &obj->scene->meshes[source->mesh];
    int uv_set = tlb_scene_uv_set(obj->scene, mesh);
    const char *name = *source->name ? source->name : mesh->name;
    tlb_text_line(lines, "o ", *name ? name : "unnamed");
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

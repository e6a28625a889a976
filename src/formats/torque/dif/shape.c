#include "formats/torque/dif/shape.h"

bool dif_shape_vertex(dif_shape *shape, const float point[3], uint32_t *vertex)
{
    float *position = (float *)TLB_PUSH(shape->arena, &shape->positions);
    if (!position)
        return false;
    dif_turn_axes(position, point);
    *vertex = shape->positions.count - 1;
    return true;
}

bool dif_shape_admits(dif_shape *shape, uint32_t corners)
{
    uint32_t price = corners ? corners : 1;
    bool enough = price <= *shape->room;
    *shape->room -= enough ? price : *shape->room;
    return enough && corners >= 3;
}

bool dif_shape_fan(dif_shape *shape, const uint32_t *vertices, uint32_t count)
{
    if (!TLB_RESERVE(shape->arena, &shape->indices, (count - 2) * (size_t)3))
        return false;
    const tlb_vec3 *at = (const tlb_vec3 *)shape->positions.data;
    for (uint32_t i = 2; i < count; i++) {
        if (!dif_has_area(at[vertices[0]], at[vertices[i - 1]], at[vertices[i]]))
            continue;
        uint32_t *triangle = &shape->indices.data[shape->indices.count];
        triangle[0] = vertices[0];
        triangle[1] = vertices[i];
        triangle[2] = vertices[i - 1];
        shape->indices.count += 3;
    }
    return true;
}

dif_outlines dif_interior_outlines(const tlb_dif_interior *x)
{
    return (dif_outlines){(const tlb_vec3 *)x->points.data, x->points.count, x->windings.data,
                          x->windings.count};
}

bool dif_shape_polygon(dif_shape *shape, const dif_outlines *outlines, uint32_t start, uint32_t count)
{
    uint32_t vertices[TLB_DIF_MAX_WINDING];
    bool sound = count <= TLB_DIF_MAX_WINDING && tlb_within(start, count, outlines->winding_count);
    for (uint32_t i = 0; sound && i < count; i++)
        sound = outlines->windings[start + i] < outlines->point_count;
    if (!dif_shape_admits(shape, sound ? count : 0))
        return true;
    for (uint32_t i = 0; i < count; i++)
        if (!dif_shape_vertex(shape, outlines->points[outlines->windings[start + i]], &vertices[i]))
            return false;
    return dif_shape_fan(shape, vertices, count);
}

/* No triangle uses a position that is no number; writers shall not meet it either. */
static void copy_positions(float (*out)[3], const tlb_vec3 *positions, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        for (int axis = 0; axis < 3; axis++)
            out[i][axis] = isfinite(positions[i][axis]) ? positions[i][axis] : 0;
}

bool dif_shape_finish(dif_scene *s, const dif_shape *shape, int32_t node, int32_t material)
{
    if (!shape->indices.count)
        return true;
    int32_t index = (int32_t)s->scene->mesh_count;
    tlb_mesh *mesh = tlb_add_mesh(s->scene, s->scene->nodes[node].name);
    if (!mesh ||
        !tlb_mesh_reserve(s->scene, mesh, shape->positions.count, shape->indices.count, 1, TLB_WITH_NORMALS))
        return false;
    copy_positions(mesh->positions, (const tlb_vec3 *)shape->positions.data, shape->positions.count);
    memcpy(mesh->indices, shape->indices.data, shape->indices.count * sizeof *mesh->indices);
    mesh->parts[0] = (tlb_part){material, 0, shape->indices.count};
    tlb_mesh_normals(mesh);
    s->scene->nodes[node].mesh = index;
    return true;
}

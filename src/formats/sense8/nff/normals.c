/* Which polygons can be drawn, and their normals and those of vertices. */
#include "formats/sense8/nff/nff.h"
#include "core/checker.h"
#include "scene/geometry/polygon.h"

bool tlb_nff_can_draw(const tlb_nff_object *x, const tlb_nff_polygon *polygon)
{
    bool good = polygon->indices.count >= 3;
    for (uint32_t i = 0; i < polygon->indices.count && good; i++)
        good = polygon->indices.data[i] < x->vertices.count &&
               tlb_all_finite(x->vertices.data[polygon->indices.data[i]].position, 3);
    return good;
}

void tlb_nff_corners(const tlb_nff_object *x, const tlb_nff_polygon *polygon, float (*corners)[3])
{
    for (uint32_t i = 0; i < polygon->indices.count; i++)
        memcpy(corners[i], x->vertices.data[polygon->indices.data[i]].position, sizeof corners[i]);
}

bool tlb_nff_polygon_normal(const float (*corners)[3], uint32_t count, float normal[3])
{
    double sum[3];
    tlb_polygon_normal(corners, count, sum);
    double length = sqrt(sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2]);
    bool has_area = length > 0 && isfinite(length);
    for (int k = 0; k < 3; k++)
        normal[k] = has_area ? (float)(sum[k] / length) : 0;
    return has_area;
}

uint32_t tlb_nff_most_corners(const tlb_nff_object *x)
{
    uint32_t most = 0;
    for (uint32_t i = 0; i < x->polygons.count; i++)
        most = x->polygons.data[i].indices.count > most ? x->polygons.data[i].indices.count : most;
    return most;
}

/* The sum of unit normals, brought to unit length: of opposite ones remains what rounding left, which is no
 * direction. */
static void make_mean(float n[3])
{
    static const float least = 1e-5f;
    float length = sqrtf(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    for (int axis = 0; axis < 3; axis++)
        n[axis] = length > least ? n[axis] / length : 0;
}

void tlb_nff_automatic_normals(const tlb_nff_object *x, float (*corners)[3], float (*normals)[3])
{
    for (uint32_t i = 0; i < x->vertices.count; i++)
        if (x->vertices.data[i].has & TLB_NFF_AUTO)
            normals[i][0] = normals[i][1] = normals[i][2] = 0;
    for (uint32_t i = 0; i < x->polygons.count; i++) {
        const tlb_nff_polygon *polygon = &x->polygons.data[i];
        float normal[3];
        if (!tlb_nff_can_draw(x, polygon))
            continue;
        tlb_nff_corners(x, polygon, corners);
        tlb_nff_polygon_normal((const float(*)[3])corners, polygon->indices.count, normal);
        for (uint32_t k = 0; k < polygon->indices.count; k++) {
            uint32_t vertex = polygon->indices.data[k];
            for (int axis = 0; axis < 3 && x->vertices.data[vertex].has & TLB_NFF_AUTO; axis++)
                normals[vertex][axis] += normal[axis];
        }
    }
    for (uint32_t i = 0; i < x->vertices.count; i++)
        if (x->vertices.data[i].has & TLB_NFF_AUTO)
            make_mean(normals[i]);
}

#include "scene/build/build.h"

#include <math.h>
#include <string.h>

/* Abramowitz and Stegun 4.4.45, within 0.0001: enough for a weight, and the same on every machine, which the
 * library's acos is not. */
static double arc_cosine(double x)
{
    double a = fabs(x);
    if (a > 1)
        a = 1;
    double angle = sqrt(1 - a) * (1.5707288 + a * (-0.2121144 + a * (0.0742610 - a * 0.0187293)));
    return x < 0 ? 3.14159265358979 - angle : angle;
}

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* False for a vector without direction. */
static bool normalize(double v[3])
{
    double length = sqrt(dot(v, v));
    if (!(length > 0 && length < INFINITY))
        return false;
    for (int i = 0; i < 3; i++)
        v[i] /= length;
    return true;
}

static void add_triangle(tlb_mesh *mesh, const uint32_t corners[3])
{
    double edges[3][3], normal[3]; /* edge i leads from corner i to the next */
    for (int i = 0; i < 3; i++)
        for (int axis = 0; axis < 3; axis++)
            edges[i][axis] = (double)mesh->positions[corners[(i + 1) % 3]][axis] -
                             (double)mesh->positions[corners[i]][axis];
    for (int axis = 0; axis < 3; axis++) {
        int u = (axis + 1) % 3, v = (axis + 2) % 3;
        normal[axis] = edges[0][u] * edges[1][v] - edges[0][v] * edges[1][u];
    }
    if (!normalize(normal) || !normalize(edges[0]) || !normalize(edges[1]) || !normalize(edges[2]))
        return;
    for (int i = 0; i < 3; i++) {
        double angle = arc_cosine(-dot(edges[i], edges[(i + 2) % 3]));
        for (int axis = 0; axis < 3; axis++)
            mesh->normals[corners[i]][axis] += (float)(normal[axis] * angle);
    }
}

void tlb_mesh_compute_normals(tlb_mesh *mesh)
{
    if (!mesh || !mesh->normals || (mesh->index_count && (!mesh->indices || !mesh->positions)))
        return;
    memset(mesh->normals, 0, mesh->vertex_count * sizeof *mesh->normals);
    for (uint32_t i = 0; i + 2 < mesh->index_count; i += 3)
        add_triangle(mesh, mesh->indices + i);
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        float *normal = mesh->normals[i];
        double sum[3] = {normal[0], normal[1], normal[2]};
        if (!normalize(sum))
            memcpy(sum, (double[3]){0, 1, 0}, sizeof sum);
        for (int axis = 0; axis < 3; axis++)
            normal[axis] = (float)sum[axis];
    }
}

#include "scene/geometry/matrix.h"

#include "scene/geometry/unit.h"

#include <math.h>
#include <string.h>

/* 2 for a rotation of length 1; for what packing has left of one as much as makes it one. */
static float twice(const float q[4])
{
    float square = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
    return tlb_is_unit(q, 4) || !(square > 0) ? 2 : 2 / square;
}

/* The node's matrix in its parent. */
static void make_local(const tlb_node *node, float out[16])
{
    float x = node->rotation[0], y = node->rotation[1], z = node->rotation[2], w = node->rotation[3];
    const float *s = node->scale, *t = node->translation;
    float k = twice(node->rotation);
    float matrix[16] = {
        (1 - k * (y * y + z * z)) * s[0],
        k * (x * y + z * w) * s[0],
        k * (x * z - y * w) * s[0],
        0,
        k * (x * y - z * w) * s[1],
        (1 - k * (x * x + z * z)) * s[1],
        k * (y * z + x * w) * s[1],
        0,
        k * (x * z + y * w) * s[2],
        k * (y * z - x * w) * s[2],
        (1 - k * (x * x + y * y)) * s[2],
        0,
        t[0],
        t[1],
        t[2],
        1,
    };
    memcpy(out, matrix, sizeof matrix);
}

void tlb_matrix_multiply(const float a[16], const float b[16], float out[16])
{
    for (int column = 0; column < 4; column++) {
        const float *c = b + column * 4;
        if (column < 3)
            tlb_matrix_direction(a, c, out + column * 4);
        else
            tlb_matrix_point(a, c, out + column * 4);
        out[column * 4 + 3] = c[3];
    }
}

float tlb_matrix_determinant(const float m[16])
{
    float normals[9];
    tlb_matrix_for_normals(m, normals);
    return m[0] * normals[0] + m[1] * normals[1] + m[2] * normals[2];
}

/* The cofactors: the inverse transpose times the determinant, and defined where there is no inverse. A
 * mirroring matrix has them point inwards, together with the winding: the caller turns both. */
void tlb_matrix_for_normals(const float m[16], float out[9])
{
    for (int column = 0; column < 3; column++) {
        const float *a = m + (column + 1) % 3 * 4, *b = m + (column + 2) % 3 * 4;
        out[column * 3] = a[1] * b[2] - a[2] * b[1];
        out[column * 3 + 1] = a[2] * b[0] - a[0] * b[2];
        out[column * 3 + 2] = a[0] * b[1] - a[1] * b[0];
    }
}

bool tlb_matrix_invert(const float m[16], float out[16])
{
    static const float identity[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    float cofactors[9], determinant = tlb_matrix_determinant(m);
    memcpy(out, identity, sizeof identity);
    if (!isfinite(1 / determinant))
        return false;
    tlb_matrix_for_normals(m, cofactors);
    for (int column = 0; column < 3; column++)
        for (int row = 0; row < 3; row++)
            out[column * 4 + row] = cofactors[row * 3 + column] / determinant;
    float moved[3];
    tlb_matrix_direction(out, m + 12, moved);
    for (int row = 0; row < 3; row++)
        out[12 + row] = -moved[row];
    return true;
}

void tlb_scene_world_matrices(const tlb_scene *scene, float (*out)[16])
{
    if (!scene || !out)
        return;
    for (uint32_t i = 0; i < scene->node_count; i++) {
        const tlb_node *node = &scene->nodes[i];
        if (node->parent < 0) {
            make_local(node, out[i]);
        } else {
            float local[16];
            make_local(node, local);
            tlb_matrix_multiply(out[node->parent], local, out[i]);
        }
    }
}

#include "scene/animation/pose.h"

#include "scene/geometry/matrix.h"
#include "scene/geometry/unit.h"

#include <string.h>

static const tlb_mesh *mesh_of(const tlb_scene *scene, uint32_t node)
{
    return &scene->meshes[scene->nodes[node].mesh];
}

static const tlb_skin *skin_of(const tlb_scene *scene, uint32_t node)
{
    int32_t skin = scene->nodes[node].skin;
    const tlb_mesh *mesh = mesh_of(scene, node);
    return skin >= 0 && mesh->joints && mesh->weights && scene->skins[skin].inverse_bind ? &scene->skins[skin]
                                                                                         : NULL;
}

typedef void transform(const float m[16], const float v[3], float out[3]);

/* One vector of vertex `index` through each of its joints. */
static void bend(const tlb_mesh *mesh, const tlb_skin *skin, const float (*world)[16], uint32_t index,
                 transform *apply, float vector[3])
{
    float sum[3] = {0, 0, 0};
    for (int k = 0; k < TLB_INFLUENCES; k++) {
        float weight = mesh->weights[index][k];
        uint32_t joint = mesh->joints[index][k];
        if (weight == 0 || joint >= skin->joint_count)
            continue;
        float bound[3], placed[3];
        apply(skin->inverse_bind[joint], vector, bound);
        apply(world[skin->joints[joint]], bound, placed);
        for (int axis = 0; axis < 3; axis++)
            sum[axis] += weight * placed[axis];
    }
    memcpy(vector, sum, sizeof sum);
}

static void add_morphs(const tlb_scene *scene, uint32_t node, bool normals, uint32_t first, uint32_t count,
                       float (*out)[3])
{
    const tlb_mesh *mesh = mesh_of(scene, node);
    const float *weights = scene->nodes[node].morph_weights;
    for (uint32_t m = 0; weights && m < mesh->morph_count; m++) {
        const float(*deltas)[3] =
            (const float(*)[3])(normals ? mesh->morphs[m].normals : mesh->morphs[m].positions);
        if (!deltas || weights[m] == 0)
            continue;
        for (uint32_t i = 0; i < count; i++)
            for (int axis = 0; axis < 3; axis++)
                out[i][axis] += weights[m] * deltas[first + i][axis];
    }
}

void tlb_pose_positions(const tlb_scene *scene, const float (*world)[16], uint32_t node, uint32_t first,
                        uint32_t count, float (*out)[3])
{
    const tlb_mesh *mesh = mesh_of(scene, node);
    const tlb_skin *skin = skin_of(scene, node);
    memcpy(out, mesh->positions + first, count * sizeof *out);
    add_morphs(scene, node, false, first, count, out);
    for (uint32_t i = 0; i < count; i++) {
        float p[3] = {out[i][0], out[i][1], out[i][2]};
        if (skin)
            bend(mesh, skin, world, first + i, tlb_matrix_point, out[i]);
        else
            tlb_matrix_point(world[node], p, out[i]);
    }
}

void tlb_pose_normals(const tlb_scene *scene, const float (*world)[16], uint32_t node, uint32_t first,
                      uint32_t count, float (*out)[3])
{
    const tlb_mesh *mesh = mesh_of(scene, node);
    const tlb_skin *skin = skin_of(scene, node);
    float turn[9];
    tlb_matrix_for_normals(world[node], turn);
    float side = tlb_matrix_determinant(world[node]) < 0 ? -1.0f : 1.0f;
    memcpy(out, mesh->normals + first, count * sizeof *out);
    add_morphs(scene, node, true, first, count, out);
    for (uint32_t i = 0; i < count; i++) {
        float n[3] = {out[i][0], out[i][1], out[i][2]};
        if (skin)
            bend(mesh, skin, world, first + i, tlb_matrix_direction, out[i]);
        for (int axis = 0; !skin && axis < 3; axis++)
            out[i][axis] = side * (turn[axis] * n[0] + turn[3 + axis] * n[1] + turn[6 + axis] * n[2]);
        if (!tlb_is_unit(out[i], 3))
            tlb_make_unit(out[i]);
    }
}

bool tlb_pose_mirrors(const tlb_scene *scene, const float (*world)[16], uint32_t node)
{
    const tlb_skin *skin = skin_of(scene, node);
    if (!skin || !skin->joint_count)
        return tlb_matrix_determinant(world[node]) < 0;
    float bound[16];
    tlb_matrix_multiply(world[skin->joints[0]], (const float *)skin->inverse_bind[0], bound);
    return tlb_matrix_determinant(bound) < 0;
}

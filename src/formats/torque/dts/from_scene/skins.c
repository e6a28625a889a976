/* Skins: bones are nodes, and what takes the vertices to them is the inverse of their place at rest. */
#include "formats/torque/dts/from_scene/from_scene.h"
#include "scene/geometry/matrix.h"
#include "trilobite/formats/torque_dts_pose.h"

#include <math.h>

/* A matrix of the scene's axes in the file's: what turn_matrix of scene/skin.c undoes. */
static void turn_matrix(const float in[16], float out[16])
{
    static const int axis[4] = {0, 2, 1, 3};
    static const float sign[4] = {1, 1, -1, 1};
    for (int column = 0; column < 4; column++)
        for (int row = 0; row < 4; row++)
            out[axis[column] * 4 + axis[row]] = sign[column] * sign[row] * in[column * 4 + row] + 0.0f;
}

/* From the space of the mesh to the joint's, with the scales at the joint. */
static void find_bind(shape_maker *m, const tlb_skin *skin, uint32_t joint, float out[16])
{
    const float *s = m->hints[skin->joints[joint]].within;
    const float stretch[16] = {s[0], s[1], s[2], 0, s[3], s[4], s[5], 0, s[6], s[7], s[8], 0, 0, 0, 0, 1};
    float bind[16], sane[16];
    for (int i = 0; i < 16; i++)
        sane[i] = skin->inverse_bind && i % 4 < 3 ? tlb_shape_sane(m, skin->inverse_bind[joint][i])
                                                  : (float)(i % 5 == 0);
    tlb_matrix_multiply(stretch, sane, bind);
    turn_matrix(bind, out);
}

static bool is_identity(const float a[16], float slack)
{
    for (int i = 0; i < 16; i++)
        if (!(fabsf(a[i] - (float)(i % 5 == 0)) <= slack))
            return false;
    return true;
}

/* The nodes at rest, as they are read; NULL without memory. */
static const float (*find_world(shape_maker *m))[16]
{
    tlb_torque_pose pose;
    return tlb_torque_pose_at(m->shape, TLB_NONE, 0, m->arena, &pose) ? pose.world : NULL;
}

static const float *world_of(const shape_maker *m, const float (*world)[16], const tlb_skin *skin,
                             uint32_t joint)
{
    int32_t place = m->hints[skin->joints[joint]].place;
    return world[place < 0 ? 0 : place];
}

/* Where the first joint has it at rest; as it is, but for rounding, it stays. */
bool tlb_shape_place_skin(shape_maker *m, const tlb_skin *skin, float place[16])
{
    static const float rounding = 0.01f;
    const float(*world)[16] = find_world(m);
    float bind[16], inverse[16];
    if (!world)
        return false;
    find_bind(m, skin, 0, bind);
    tlb_matrix_multiply(world_of(m, world, skin, 0), bind, place);
    if (is_identity(place, rounding) || !tlb_matrix_invert(place, inverse))
        for (int i = 0; i < 16; i++)
            place[i] = (float)(i % 5 == 0);
    return true;
}

/* What takes vertices in the shape's space to the joint's; where it only differs by rounding from the
 * inverse of the joint's place at rest it is that. */
static bool find_transform(shape_maker *m, const float (*world)[16], const tlb_skin *skin, uint32_t joint,
                           const float place[16], tlb_matrix4 out)
{
    static const float rounding = 1e-3f;
    float bind[16], back[16], transform[16], both[16];
    find_bind(m, skin, joint, bind);
    bool stays = is_identity(place, 0);
    tlb_matrix_invert(place, back);
    if (stays)
        memcpy(transform, bind, sizeof transform);
    else
        tlb_matrix_multiply(bind, back, transform);
    tlb_matrix_multiply(world_of(m, world, skin, joint), transform, both);
    if (!stays && is_identity(both, rounding))
        tlb_matrix_invert(world_of(m, world, skin, joint), transform);
    for (int row = 0; row < 4; row++)
        for (int column = 0; column < 4; column++)
            out[row * 4 + column] = transform[column * 4 + row];
    return true;
}

static bool add_bones(shape_maker *m, const tlb_skin *skin, const float place[16], tlb_torque_skin *to)
{
    const float(*world)[16] = find_world(m);
    to->initialTransforms.data =
        tlb_alloc_array(m->arena, skin->joint_count, sizeof *to->initialTransforms.data);
    to->nodeIndex.data = tlb_alloc_array(m->arena, skin->joint_count, sizeof *to->nodeIndex.data);
    if (!world || !to->initialTransforms.data || !to->nodeIndex.data)
        return false;
    to->initialTransforms.count = to->nodeIndex.count = skin->joint_count;
    for (uint32_t i = 0; i < skin->joint_count; i++) {
        int32_t node = m->hints[skin->joints[i]].place;
        to->nodeIndex.data[i] = node < 0 ? 0 : node;
        find_transform(m, world, skin, i, place, to->initialTransforms.data[i]);
    }
    return true;
}

enum { WHOLE = 1 << 22 }; /* in which weights are counted, so that whoever sums them gets 1 exactly */

/* The weights of a vertex in parts of WHOLE. What has none moves with the first bone. */
static void count_weights(shape_maker *m, const tlb_mesh *mesh, const tlb_skin *skin, uint32_t vertex,
                          int32_t parts[TLB_INFLUENCES])
{
    float sane[TLB_INFLUENCES], sum = 0;
    int32_t left = WHOLE;
    int largest = 0;
    for (int k = 0; k < TLB_INFLUENCES; k++) {
        bool there = mesh->joints[vertex][k] < skin->joint_count;
        sane[k] = there ? fmaxf(0, tlb_shape_sane(m, mesh->weights[vertex][k])) : 0;
        sum += sane[k];
        largest = sane[k] > sane[largest] ? k : largest;
    }
    for (int k = 0; k < TLB_INFLUENCES; k++) {
        parts[k] = sum > 0 ? (int32_t)roundf(sane[k] / sum * WHOLE) : 0;
        left -= parts[k];
    }
    parts[largest] += left;
}

/* By vertex. */
static bool add_weights(shape_maker *m, const tlb_mesh *mesh, const tlb_skin *skin, const uint32_t *vertices,
                        uint32_t count, tlb_torque_skin *to)
{
    size_t most = (size_t)count * TLB_INFLUENCES;
    to->vertexIndex.data = tlb_alloc_array(m->arena, most, sizeof *to->vertexIndex.data);
    to->boneIndex.data = tlb_alloc_array(m->arena, most, sizeof *to->boneIndex.data);
    to->weight.data = tlb_alloc_array(m->arena, most, sizeof *to->weight.data);
    if (!to->vertexIndex.data || !to->boneIndex.data || !to->weight.data)
        return false;
    uint32_t next = 0;
    for (uint32_t i = 0; i < count; i++) {
        int32_t parts[TLB_INFLUENCES];
        count_weights(m, mesh, skin, vertices[i], parts);
        for (int k = 0; k < TLB_INFLUENCES; k++) {
            uint16_t bone = mesh->joints[vertices[i]][k];
            if (parts[k] <= 0)
                continue;
            to->vertexIndex.data[next] = (int32_t)i;
            to->boneIndex.data[next] = bone < skin->joint_count ? bone : 0;
            to->weight.data[next++] = (float)parts[k] / WHOLE;
        }
    }
    to->vertexIndex.count = to->boneIndex.count = to->weight.count = next;
    return true;
}

bool tlb_shape_bind_skin(shape_maker *m, const tlb_mesh *mesh, const tlb_skin *skin, const float place[16],
                         const uint32_t *vertices, uint32_t count, tlb_torque_skin *to)
{
    return add_bones(m, skin, place, to) && add_weights(m, mesh, skin, vertices, count, to);
}

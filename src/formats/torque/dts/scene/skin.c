/* Skins: the weights of vertices, and the bones at rest. */
#include "formats/torque/dts/scene/scene.h"

typedef struct influences {
    float weights[TLB_INFLUENCES];
    uint16_t joints[TLB_INFLUENCES];
    bool more; /* than fit: the largest are kept */
} influences;

static void add_influence(influences *v, float weight, uint16_t joint)
{
    int least = 0;
    for (int k = 1; k < TLB_INFLUENCES; k++)
        if (v->weights[k] < v->weights[least])
            least = k;
    v->more |= v->weights[least] > 0;
    if (!(weight > v->weights[least]))
        return;
    v->weights[least] = weight;
    v->joints[least] = joint;
}

bool tlb_shape_hang(shape_scene *s, const tlb_torque_mesh *mesh, const uint32_t *vertices, tlb_mesh *to)
{
    const tlb_torque_skin *skin = mesh->skin;
    uint32_t last = to->vertex_count ? vertices[to->vertex_count - 1] : 0;
    uint32_t bones = skin->nodeIndex.count < UINT16_MAX ? skin->nodeIndex.count : UINT16_MAX;
    influences *all = tlb_zalloc_array(&s->work, (size_t)last + 1, sizeof *all);
    if (!all)
        return false;
    for (uint32_t i = 0; i < skin->vertexIndex.count; i++) {
        bool there = i < skin->boneIndex.count && i < skin->weight.count && skin->vertexIndex.data[i] >= 0 &&
                     shape_is_index(skin->boneIndex.data[i], bones);
        s->skipped += !there;
        if (there && (uint32_t)skin->vertexIndex.data[i] <= last)
            add_influence(&all[skin->vertexIndex.data[i]], skin->weight.data[i],
                          (uint16_t)skin->boneIndex.data[i]);
    }
    for (uint32_t i = 0; i < to->vertex_count; i++) {
        const influences *v = &all[vertices[i]];
        float sum = 0;
        for (int k = 0; k < TLB_INFLUENCES; k++)
            sum += v->weights[k];
        s->influences += v->more;
        for (int k = 0; k < TLB_INFLUENCES; k++) {
            to->weights[i][k] = sum > 0 ? v->weights[k] / sum : k == 0;
            to->joints[i][k] = v->joints[k];
        }
    }
    return true;
}

/* From rows in the file's axes to columns in the scene's. */
static void turn_matrix(float out[16], const tlb_matrix4 in)
{
    static const int axis[4] = {0, 2, 1, 3};
    static const float sign[4] = {1, 1, -1, 1};
    for (int row = 0; row < 4; row++)
        for (int column = 0; column < 4; column++)
            out[column * 4 + row] = sign[row] * sign[column] * in[axis[row] * 4 + axis[column]];
}

bool tlb_shape_add_skin(shape_scene *s, const tlb_torque_mesh *mesh, const char *name, int32_t *index)
{
    const tlb_torque_skin *from = mesh->skin;
    uint32_t bones = from->nodeIndex.count;
    *index = TLB_NONE;
    if (!bones || !s->shape->nodes.count)
        return true;
    tlb_skin *skin = tlb_scene_add_skin(s->scene, name);
    if (!skin || !tlb_skin_reserve(s->scene, skin, bones))
        return false;
    *index = (int32_t)s->scene->skin_count - 1;
    for (uint32_t i = 0; i < bones; i++) {
        bool there = shape_is_index(from->nodeIndex.data[i], s->shape->nodes.count);
        s->skipped += !there;
        skin->joints[i] = s->nodes[there ? from->nodeIndex.data[i] : 0];
        if (i < from->initialTransforms.count)
            turn_matrix(skin->inverse_bind[i], from->initialTransforms.data[i]);
    }
    return true;
}

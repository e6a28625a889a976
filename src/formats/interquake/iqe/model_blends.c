/* What moves vertexes: weights of the skeleton's joints. */
#include "formats/interquake/iqe/model_skeleton.h"

#include "base/text.h"

static bool is_plain(const iqe_skeleton_maker *k)
{
    const tlb_iqe *x = k->m->documents[0];
    if (k->m->count != 1 || x->vb.count != x->vp.count)
        return false;
    for (uint32_t i = 0; i < k->joint_count; i++)
        if (k->places[0][i] != (int32_t)i)
            return false;
    for (uint32_t i = 0; i < x->weights.count; i++)
        if (x->weights.data[i].index < 0 ||
            (k->joint_count && (uint32_t)x->weights.data[i].index >= k->joint_count))
            return false;
    return true;
}

/* The joint of a weight; less than 0: none. Without joints at all the numbers stay as they are. */
static int32_t joint_of(const iqe_skeleton_maker *k, uint32_t document, int32_t index)
{
    if (index < 0 || !k->joint_count)
        return index;
    return iqe_skeleton_place(k, document, (uint32_t)index);
}

bool iqe_merge_blends(iqe_skeleton_maker *k)
{
    iqe_merge *m = k->m;
    uint64_t count = 0, vertexes = 0;
    for (uint32_t i = 0; i < m->count; i++) {
        vertexes += m->documents[i]->vb.count;
        for (uint32_t v = 0; v < m->documents[i]->vb.count; v++)
            count += m->documents[i]->vb.data[v].count;
    }
    if (!vertexes)
        return true;
    if (is_plain(k)) {
        m->model->blends = m->documents[0]->vb.data;
        m->model->weights = m->documents[0]->weights.data;
        return true;
    }
    tlb_iqe_span *blends = tlb_zalloc(m->arena, m->model->vertex_count * sizeof *blends), *blend = blends;
    tlb_iqe_weight *weights = tlb_alloc_array(m->arena, count, sizeof *weights);
    if (!blends || !weights)
        return false;
    uint32_t used = 0;
    for (uint32_t i = 0; i < m->count; i++) {
        const tlb_iqe *x = m->documents[i];
        uint32_t lost = 0, rows = x->vb.count < x->vp.count ? x->vb.count : x->vp.count;
        if (x->vb.count && x->vb.count != x->vp.count)
            iqe_merge_report(m, i, TLB_CODE_IQE_FILLED, UINT32_MAX, "%u vb for %u vp", x->vb.count,
                             x->vp.count);
        for (uint32_t v = 0; v < rows; v++) {
            tlb_iqe_span from = x->vb.data[v];
            blend[v].first = used;
            for (uint32_t n = 0; n < from.count; n++) {
                tlb_iqe_weight w = x->weights.data[from.first + n];
                int32_t joint = joint_of(k, i, w.index);
                if (joint >= 0)
                    weights[used++] = (tlb_iqe_weight){joint, w.weight};
                lost += joint < 0;
            }
            blend[v].count = used - blend[v].first;
        }
        if (lost)
            iqe_merge_report(m, i, TLB_CODE_IQE_LEFT_OUT, UINT32_MAX, "%u %s of joints that do not exist",
                             lost, tlb_plural(lost, "weight", "weights"));
        blend += x->vp.count;
    }
    m->model->blends = blends;
    m->model->weights = weights;
    return true;
}

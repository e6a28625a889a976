/* The joints that move a vertex: the four strongest. */
#include "formats/interquake/compile/compile.h"

#include <math.h>
#include <string.h>

/* Strongest first; of equals the one given first. */
static void insert(iq_blend *b, uint32_t *count, uint32_t joint, float weight)
{
    uint32_t at = *count;
    while (at > 0 && b->weights[at - 1] < weight)
        at--;
    if (at == TLB_INFLUENCES)
        return;
    uint32_t last = *count < TLB_INFLUENCES ? (*count)++ : TLB_INFLUENCES - 1;
    for (uint32_t i = last; i > at; i--) {
        b->joints[i] = b->joints[i - 1];
        b->weights[i] = b->weights[i - 1];
    }
    b->joints[at] = joint;
    b->weights[at] = weight;
}

static iq_blend choose(const iq_model *m, tlb_iqe_span span)
{
    static const float least = 0.001f;   /* what moves a vertex less does not count */
    static const double rounding = 1e-6; /* what adds up to 1 but for that stays as it is */
    iq_blend b = {{0}, {0}};
    uint32_t count = 0;
    double sum = 0;
    for (uint32_t i = 0; i < span.count; i++) {
        tlb_iqe_weight w = m->weights[span.first + i];
        if (w.weight > least && isfinite(w.weight))
            insert(&b, &count, (uint32_t)w.index, w.weight);
    }
    for (uint32_t i = 0; i < count; i++)
        sum += (double)b.weights[i];
    for (uint32_t i = 0; i < count && fabs(sum - 1) > rounding; i++)
        b.weights[i] = (float)((double)b.weights[i] / sum);
    return b;
}

bool iq_choose_blends(iq_compiler *c)
{
    const iq_model *m = c->model;
    if (!m->blends || !m->triangle_count)
        return true;
    iq_blend *blends = tlb_alloc_array(c->work, m->vertex_count, sizeof *blends);
    for (uint32_t v = 0; blends && v < m->vertex_count; v++)
        blends[v] = choose(m, m->blends[v]);
    c->blends = blends;
    return blends != NULL;
}

/* Model to IQM, step by step. */
#include "formats/interquake/iqm_compiler/compile.h"
#include "formats/interquake/iqm/iqm.h"

#include <math.h>
#include <string.h>

/* --- blends ------------------------------------------------------------------------------------------ */

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

static bool choose_blends(iq_compiler *c)
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

/* --- steps ------------------------------------------------------------------------------------------- */

/* A copy with NULs after it: at least `ends`, and up to a multiple of 4. */
static bool padded(iq_compiler *c, const char *data, uint32_t size, uint32_t ends, tlb_text *out)
{
    enum { WORD = 4 };
    uint64_t whole = ((uint64_t)size + ends + WORD - 1) / WORD * WORD;
    char *text = whole < UINT32_MAX ? tlb_zalloc(c->arena, (size_t)whole) : NULL;
    if (!text)
        return false;
    if (size)
        memcpy(text, data, size);
    *out = (tlb_text){text, (uint32_t)whole};
    return true;
}

static bool make_texts(iq_compiler *c)
{
    const iq_model *m = c->model;
    return padded(c, c->text.data, c->text.count, 0, &c->made->text) &&
           (!m->has_comment || padded(c, m->comment.data, m->comment.size, 1, &c->made->comment));
}

static bool make_all(iq_compiler *c)
{
    static bool (*const steps[])(iq_compiler *) = {
        choose_blends,      tlb_iq_make_corners,   tlb_iq_make_meshes,
        tlb_iq_make_joints, tlb_iq_make_frames,    tlb_iq_make_bounds,
        tlb_iq_make_arrays, tlb_iq_make_adjacency, make_texts};
    uint32_t empty;
    bool done = tlb_iq_pool_name(c, (tlb_text){"", 0}, &empty);
    for (size_t i = 0; i < sizeof steps / sizeof *steps && done; i++)
        done = steps[i](c);
    return done;
}

tlb_status tlb_iq_compile(tlb_iqm *made, tlb_context *context, tlb_arena *arena, const iq_model *model,
                          const iq_placement *placement)
{
    tlb_arena work, pool;
    tlb_arena_init(&work, context->account);
    tlb_arena_init(&pool, context->account);
    *made = (tlb_iqm){.version = TLB_IQM_LAST_VERSION};
    iq_compiler c = {.model = model,
                     .placement = placement,
                     .context = context,
                     .work = &work,
                     .pool = &pool,
                     .arena = arena,
                     .made = made};
    bool done = make_all(&c);
    tlb_arena_release(&pool);
    tlb_arena_release(&work);
    tlb_arena_fail(&work, pool.failure);
    if (!done)
        return tlb_report_memory(context, tlb_arena_refused(&work, arena));
    made->filesize = (uint32_t)tlb_iqm_lay_out(made);
    return TLB_OK;
}

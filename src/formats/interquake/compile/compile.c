/* Model to IQM, step by step. */
#include "formats/interquake/compile/compile.h"
#include "formats/interquake/iqm/iqm.h"

#include <math.h>
#include <string.h>

/* --- moving ------------------------------------------------------------------------------------------ */

static bool turns(const iq_placement *placement)
{
    const float *q = placement->rotate;
    return q[0] != 0 || q[1] != 0 || q[2] != 0 || q[3] != 0;
}

void tlb_iq_move_direction(const iq_placement *placement, const float in[3], float out[3])
{
    const float *q = placement->rotate;
    float x = in[0], y = in[1], z = in[2];
    if (!turns(placement)) {
        out[0] = x, out[1] = y, out[2] = z;
        return;
    }
    /* in + 2 w (q x in) + 2 q x (q x in) */
    float a = 2 * (q[1] * z - q[2] * y), b = 2 * (q[2] * x - q[0] * z), c = 2 * (q[0] * y - q[1] * x);
    out[0] = x + q[3] * a + q[1] * c - q[2] * b;
    out[1] = y + q[3] * b + q[2] * a - q[0] * c;
    out[2] = z + q[3] * c + q[0] * b - q[1] * a;
}

static void scale_point(const iq_placement *placement, const float in[3], float out[3])
{
    for (int i = 0; i < 3; i++)
        out[i] = in[i] * placement->scale;
}

void tlb_iq_move_point(const iq_placement *placement, const float in[3], float out[3])
{
    float scaled[3];
    scale_point(placement, in, scaled);
    tlb_iq_move_direction(placement, scaled, out);
    for (int i = 0; i < 3; i++)
        out[i] += placement->translate[i];
}

static void turn_rotation(const float a[4], const float b[4], float out[4])
{
    float x = a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1];
    float y = a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0];
    float z = a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3];
    float w = a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2];
    out[0] = x, out[1] = y, out[2] = z, out[3] = w;
}

void tlb_iq_move_pose(const iq_placement *placement, bool root, const iq_pose in, iq_pose out)
{
    memcpy(out, in, sizeof(iq_pose));
    if (!root) {
        scale_point(placement, in, out);
        return;
    }
    tlb_iq_move_point(placement, in, out);
    if (turns(placement))
        turn_rotation(placement->rotate, in + 3, out + 3);
}

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

bool tlb_iq_pool_name(iq_compiler *c, tlb_text name, uint32_t *offset)
{
    const char *end = name.size ? memchr(name.data, 0, name.size) : NULL;
    size_t size = end ? (size_t)(end - name.data) : name.size;
    int32_t *at = tlb_index_find(&c->names, c->pool, size ? name.data : "", size);
    if (!at)
        return false;
    if (*at == TLB_INDEX_NEW) {
        if (size >= INT32_MAX - c->text.count) {
            tlb_arena_fail(c->pool, TLB_LIMIT);
            return false;
        }
        if (!TLB_RESERVE(c->pool, &c->text, size + 1))
            return false;
        *at = (int32_t)c->text.count;
        memcpy(c->text.data + c->text.count, size ? name.data : "", size);
        c->text.data[c->text.count + size] = 0;
        c->text.count += (uint32_t)size + 1;
    }
    *offset = (uint32_t)*at;
    return true;
}

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

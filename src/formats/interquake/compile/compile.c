/* Model to IQM, step by step. */
#include "formats/interquake/compile/compile.h"

#include "formats/interquake/iqm/parts.h"

#include <string.h>

bool iq_pool(iq_compiler *c, tlb_text name, uint32_t *offset)
{
    const char *end = name.size ? memchr(name.data, 0, name.size) : NULL;
    size_t size = end ? (size_t)(end - name.data) : name.size;
    int32_t *at = tlb_index_find(&c->names, c->pool, size ? name.data : "", size);
    if (!at)
        return false;
    if (*at == TLB_INDEX_NEW) {
        if (size >= INT32_MAX - c->text.count) {
            c->pool->account->failure = TLB_LIMIT;
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

/* A copy with NULs behind it: at least `ends`, and up to a multiple of 4. */
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
    static bool (*const steps[])(iq_compiler *) = {iq_choose_blends, iq_make_corners,   iq_make_meshes,
                                                   iq_make_joints,   iq_make_frames,    iq_make_bounds,
                                                   iq_make_arrays,   iq_make_adjacency, make_texts};
    uint32_t empty;
    bool done = iq_pool(c, (tlb_text){"", 0}, &empty);
    for (size_t i = 0; i < sizeof steps / sizeof *steps && done; i++)
        done = steps[i](c);
    return done;
}

tlb_status iq_compile(tlb_iqm *made, tlb_context *context, tlb_arena *arena, const iq_model *model,
                      const iq_choices *choices)
{
    tlb_arena work, pool;
    tlb_arena_init(&work, &context->account);
    tlb_arena_init(&pool, &context->account);
    *made = (tlb_iqm){.version = TLB_IQM_LAST_VERSION};
    iq_compiler c = {.model = model,
                     .choices = choices,
                     .context = context,
                     .work = &work,
                     .pool = &pool,
                     .arena = arena,
                     .made = made};
    bool done = make_all(&c);
    tlb_arena_free(&pool);
    tlb_arena_free(&work);
    if (!done)
        return tlb_report_memory(context);
    made->filesize = (uint32_t)iqm_lay_out(made);
    return TLB_OK;
}

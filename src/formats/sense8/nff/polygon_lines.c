/* A polygon's line, the richest of NFF: corners, then words in any order. */
#include "formats/sense8/nff/lines.h"
#include "base/text.h"

bool tlb_nff_allocate_indices(tlb_words *t, uint32_t count)
{
    enum { BLOCK = 1 << 14 };
    nff_reader *r = t->user;
    size_t size = r->ahead > BLOCK ? r->ahead : BLOCK;
    if (size < count)
        size = count;
    r->ahead = 0;
    uint32_t *block = tlb_alloc_array(r->arena, size, sizeof *block);
    if (!block) {
        tlb_walk_refused(t->w, r->arena->failure);
        return false;
    }
    r->indices = r->block = block;
    r->left = r->block_size = size;
    return true;
}

static const tlb_nff_polygon *wanted_polygon(const tlb_words *t)
{
    return (const void *)t->wanted;
}

static void read_indices(tlb_words *t, tlb_nff_polygon *x)
{
    const char *at = t->at;
    words_u32s(t, "corners", &x->indices.count, 1);
    if (t->w->status)
        return;
    if (x->indices.count > (size_t)(t->end - t->at) / 2) { /* a blank and a digit each */
        t->at = at;
        tlb_words_fail(t, TLB_CODE_TRUNCATED, "indices",
                       "polygon claims %u %s (at least %llu bytes); only %llu left", x->indices.count,
                       tlb_plural(x->indices.count, "corner", "corners"), 2ull * x->indices.count,
                       (unsigned long long)(t->end - t->at));
        return;
    }
    x->indices.data = nff_take_indices(t, x->indices.count);
    if (!x->indices.data)
        return;
    bool respells = t->task == WORDS_RESPELL;
    words_part outer =
        words_enter_part(t, x->indices.data, respells ? wanted_polygon(t)->indices.data : NULL);
    words_u32s(t, "indices", x->indices.data, x->indices.count);
    words_leave_part(t, outer);
}

/* _v_name */
static void read_texture(tlb_words *t, tlb_nff_polygon *x)
{
    nff_reader *r = t->user;
    tlb_text word = tlb_words_peek(t);
    char kind = word.size > 1 ? tlb_lower(word.data[1]) : 0;
    if (word.size < 4 || word.data[2] != '_' || !memchr("vstu", kind, 4)) {
        tlb_words_fail(t, TLB_CODE_BAD_WORD, "texture",
                       "\"%.*s\", expected a texture such as _v_name (v, s, t or u)",
                       (int)(word.size < 40 ? word.size : 40), word.data);
        return;
    }
    x->texture = t->lend ? &r->texture : tlb_alloc(r->arena, sizeof *x->texture);
    if (!x->texture) {
        tlb_walk_refused(t->w, r->arena->failure);
        return;
    }
    *x->texture = (tlb_nff_texture){.kind = kind};
    bool respells = t->task == WORDS_RESPELL;
    words_enter(t, "texture");
    const char *from = ++t->at;
    tlb_text letter;
    if (t->task == WORDS_TRACE)
        tlb_words_text(t, "kind", &letter, 1);
    else
        t->at++;
    if (respells && wanted_polygon(t)->texture->kind != kind)
        tlb_words_replace(t, from, &wanted_polygon(t)->texture->kind, 1);
    t->at++;
    words_part outer = words_enter_part(t, x->texture, respells ? wanted_polygon(t)->texture : NULL);
    tlb_words_text(t, "name", &x->texture->name, word.size - 3);
    words_leave(t);
    words_leave_part(t, outer);
}

static bool begin_keyword(tlb_words *t, const tlb_nff_polygon *x, uint8_t has, const char *name)
{
    if (!x->texture) {
        t->at = ((nff_reader *)t->user)->word;
        tlb_words_fail(t, TLB_CODE_BAD_WORD, name, "\"%s\" comes before any texture", name);
    } else if (x->texture->has & has)
        tlb_nff_repeated(t, name);
    else {
        x->texture->has = (uint8_t)(x->texture->has | has);
        return true;
    }
    return false;
}

static void read_texture_numbers(tlb_words *t, tlb_nff_polygon *x, uint8_t has, const char *name,
                                 float *values, uint32_t count)
{
    if (!begin_keyword(t, x, has, name))
        return;
    words_part outer =
        words_enter_part(t, x->texture, t->task == WORDS_RESPELL ? wanted_polygon(t)->texture : NULL);
    words_enter(t, "texture");
    words_f32s(t, name, values, count);
    words_leave(t);
    words_leave_part(t, outer);
}

/* True when the keyword of a texture stood here. */
static bool read_texture_keyword(tlb_words *t, tlb_nff_polygon *x)
{
    tlb_nff_texture none = {0}, *texture = x->texture ? x->texture : &none;
    if (tlb_words_take(t, "rot"))
        read_texture_numbers(t, x, TLB_NFF_ROT, "rot", &texture->rot, 1);
    else if (tlb_words_take(t, "scale"))
        read_texture_numbers(t, x, TLB_NFF_SCALE, "scale", &texture->scale, 1);
    else if (tlb_words_take(t, "trans"))
        read_texture_numbers(t, x, TLB_NFF_TRANS, "trans", texture->trans, 2);
    else if (tlb_words_take(t, "mirror"))
        begin_keyword(t, x, TLB_NFF_MIRROR, "mirror");
    else
        return false;
    return true;
}

static bool begin_word(tlb_words *t, tlb_nff_polygon *x, uint8_t has, const char *name)
{
    if (x->has & has) {
        tlb_nff_repeated(t, name);
        return false;
    }
    x->has = (uint8_t)(x->has | has);
    return true;
}

/* id=5, also with blanks around the sign; false: it is another word. */
static bool take_id(tlb_words *t)
{
    const char *at = t->at;
    if (t->end - at > 2 && tlb_lower(at[0]) == 'i' && tlb_lower(at[1]) == 'd') {
        t->at += 2;
        if (words_more(t) && *t->at == '=') {
            t->at++;
            return true;
        }
    }
    t->at = at;
    return false;
}

static void read_portal(tlb_words *t, tlb_nff_polygon *x)
{
    if (x->portal.size) {
        tlb_nff_repeated(t, "portal");
        return;
    }
    t->at++;
    tlb_text word = words_more(t) ? tlb_words_peek(t) : (tlb_text){0};
    if (word.size)
        tlb_words_text(t, "portal", &x->portal, word.size);
    else
        tlb_words_fail(t, TLB_CODE_BAD_WORD, "portal", "expected the name of a universe after \"-\"");
}

static void read_polygon_word(tlb_words *t, tlb_nff_polygon *x)
{
    nff_reader *r = t->user;
    r->word = t->at;
    if (*t->at == '0') {
        if (begin_word(t, x, TLB_NFF_COLOR, "color"))
            tlb_nff_read_color(t, "color", x->color, true);
    } else if (*t->at == '_') {
        if (x->texture)
            tlb_nff_repeated(t, "texture");
        else
            read_texture(t, x);
    } else if (*t->at == '-')
        read_portal(t, x);
    else if (tlb_words_take(t, "both"))
        begin_word(t, x, TLB_NFF_BOTH, "both");
    else if (tlb_words_take(t, "matid")) {
        if (begin_word(t, x, TLB_NFF_MATID, "matid"))
            words_u32s(t, "matid", &x->matid, 1);
    } else if (take_id(t)) {
        if (begin_word(t, x, TLB_NFF_ID, "id"))
            words_i32s(t, "id", &x->id, 1);
    } else if (!read_texture_keyword(t, x))
        words_end_line(t, NULL); /* refuses the word */
}

void tlb_nff_read_polygon(tlb_words *t, tlb_nff_polygon *x)
{
    if (!tlb_nff_begin_record(t, "corners"))
        return;
    read_indices(t, x);
    while (words_more(t) && !t->w->status)
        read_polygon_word(t, x);
    if (!(x->has & (TLB_NFF_COLOR | TLB_NFF_MATID)) && !t->w->status) {
        tlb_words_no_number(t, "color", "a color such as 0xff8000, or \"matid\"");
        return;
    }
    words_end_line(t, NULL);
}

static void read_polygon(tlb_words *t, void *record)
{
    tlb_nff_polygon *x = record;
    if (t->task == WORDS_READ && tlb_nff_read_plain_polygons(t, x, 1))
        return;
    *x = (tlb_nff_polygon){.spelling = x->spelling};
    if (!t->w->status)
        tlb_nff_read_polygon(t, x);
}

const tlb_record_kind tlb_nff_polygon_kind = {.lead = "",
                                              .size = sizeof(tlb_nff_polygon),
                                              .read = read_polygon,
                                              .compare = tlb_nff_compare_polygons,
                                              .write = tlb_nff_spell_polygon};

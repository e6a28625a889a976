/* NFF as text: how records are compared, their canonical spelling, and each record as it
 * was spelled, as far as that still holds. */
#include "formats/sense8/nff/lines.h"

#include <stdio.h>

#define SAME(a, b, field) (memcmp(&(a)->field, &(b)->field, sizeof(a)->field) == 0)

/* --- header ------------------------------------------------------------------------------------------ */

tlb_likeness tlb_nff_compare_headers(const void *one, const void *other)
{
    const tlb_nff_header *a = one, *b = other;
    return tlb_likeness_of(a->has == b->has,
                           SAME(a, b, version) && SAME(a, b, viewpos) && SAME(a, b, viewdir));
}

void tlb_nff_spell_header(tlb_speller *s, const void *record)
{
    const tlb_nff_header *x = record;
    tlb_spell_word(s, "nff");
    if (x->has & TLB_NFF_VERSION) {
        char text[TLB_NUMBER_MAX];
        tlb_spell_line(s);
        tlb_spell_word(s, "version ");
        tlb_spell_text(s, (tlb_text){text, (uint32_t)(tlb_write_fixed_f32(text, x->version, 1) - text)});
    }
    if (x->has & TLB_NFF_VIEWPOS) {
        tlb_spell_line(s);
        tlb_spell_word(s, "viewpos ");
        tlb_spell_f32s(s, x->viewpos, 3);
    }
    if (x->has & TLB_NFF_VIEWDIR) {
        tlb_spell_line(s);
        tlb_spell_word(s, "viewdir ");
        tlb_spell_f32s(s, x->viewdir, 3);
    }
}

/* --- object ------------------------------------------------------------------------------------------ */

tlb_likeness tlb_nff_compare_objects(const void *one, const void *other)
{
    const tlb_nff_object *a = one, *b = other;
    return tlb_likeness_of(!a->shading.size == !b->shading.size && !a->mtable.size == !b->mtable.size,
                           tlb_same_text(a->name, b->name) && tlb_same_text(a->shading, b->shading) &&
                               tlb_same_text(a->mtable, b->mtable) && a->vertices.count == b->vertices.count);
}

void tlb_nff_spell_object(tlb_speller *s, const void *record)
{
    const tlb_nff_object *x = record;
    tlb_spell_text(s, x->name);
    if (x->shading.size) {
        tlb_spell_word(s, " =");
        tlb_spell_text(s, x->shading);
    }
    tlb_spell_line(s);
    if (x->mtable.size) {
        tlb_spell_word(s, "mtable ");
        tlb_spell_text(s, x->mtable);
        tlb_spell_line(s);
    }
    tlb_spell_u32s(s, &x->vertices.count, 1);
}

tlb_likeness tlb_nff_compare_polygon_counts(const void *one, const void *other)
{
    const tlb_nff_object *a = one, *b = other;
    return tlb_likeness_of(true, a->polygons.count == b->polygons.count);
}

void tlb_nff_spell_polygon_count(tlb_speller *s, const void *record)
{
    const tlb_nff_object *x = record;
    tlb_spell_u32s(s, &x->polygons.count, 1);
}

/* --- vertex ------------------------------------------------------------------------------------------ */

tlb_likeness tlb_nff_compare_vertices(const void *one, const void *other)
{
    const tlb_nff_vertex *a = one, *b = other;
    return tlb_likeness_of(a->has == b->has, memcmp(a, b, offsetof(tlb_nff_vertex, spelling)) == 0);
}

static char *put_hex(char *p, uint32_t value, int digits)
{
    *p++ = '0';
    *p++ = 'x';
    for (int i = digits; i-- > 0;)
        *p++ = "0123456789abcdef"[value >> (4 * i) & 15];
    return p;
}

static char *put_color(char *p, const uint8_t color[3], bool may_be_short)
{
    bool is_short = may_be_short && color[0] % 17 == 0 && color[1] % 17 == 0 && color[2] % 17 == 0;
    if (is_short)
        return put_hex(p, (uint32_t)(color[0] / 17 << 8 | color[1] / 17 << 4 | color[2] / 17), 3);
    return put_hex(p, (uint32_t)color[0] << 16 | (uint32_t)color[1] << 8 | color[2], 6);
}

static void spell_color(tlb_speller *s, const char *word, const uint8_t color[3], bool may_be_short)
{
    char text[TLB_NUMBER_MAX];
    tlb_spell_word(s, word);
    tlb_spell_text(s, (tlb_text){text, (uint32_t)(put_color(text, color, may_be_short) - text)});
}

void tlb_nff_respell_color(tlb_words *t, const char *from, const uint8_t color[3], bool is_short)
{
    const uint8_t *wanted = (const uint8_t *)t->wanted + ((const char *)color - t->read);
    char text[TLB_NUMBER_MAX];
    if (memcmp(wanted, color, 3) != 0)
        tlb_words_replace(t, from, text, (size_t)(put_color(text, wanted, is_short) - text));
}

void tlb_nff_spell_vertex(tlb_speller *s, const void *record)
{
    const tlb_nff_vertex *x = record;
    tlb_spell_f32s(s, x->position, 3);
    if (x->has & TLB_NFF_NORM) {
        tlb_spell_word(s, " norm ");
        tlb_spell_f32s(s, x->norm, 3);
    }
    if (x->has & TLB_NFF_RGB)
        spell_color(s, " rgb ", x->rgb, false);
    if (x->has & TLB_NFF_UV) {
        tlb_spell_word(s, " uv ");
        tlb_spell_f32s(s, x->uv, 2);
    }
    if (x->has & TLB_NFF_AUTO)
        tlb_spell_word(s, " N");
}

/* --- polygon ----------------------------------------------------------------------------------------- */

static bool same_texture_shape(const tlb_nff_texture *a, const tlb_nff_texture *b)
{
    return a && b ? a->has == b->has : !a && !b;
}

static bool same_texture(const tlb_nff_texture *a, const tlb_nff_texture *b)
{
    return !a || (a->kind == b->kind && tlb_same_text(a->name, b->name) && SAME(a, b, rot) &&
                  SAME(a, b, scale) && SAME(a, b, trans));
}

static bool same_indices(const tlb_nff_polygon *a, const tlb_nff_polygon *b)
{
    return !a->indices.count ||
           memcmp(a->indices.data, b->indices.data, a->indices.count * sizeof *a->indices.data) == 0;
}

tlb_likeness tlb_nff_compare_polygons(const void *one, const void *other)
{
    const tlb_nff_polygon *a = one, *b = other;
    bool shape = a->has == b->has && a->indices.count == b->indices.count &&
                 !a->portal.size == !b->portal.size && same_texture_shape(a->texture, b->texture);
    return tlb_likeness_of(shape, shape && same_indices(a, b) && same_texture(a->texture, b->texture) &&
                                      tlb_same_text(a->portal, b->portal) && a->id == b->id &&
                                      a->matid == b->matid && SAME(a, b, color));
}

static void spell_texture(tlb_speller *s, const tlb_nff_texture *x)
{
    char mark[] = {' ', '_', (char)(x->kind - 'a' + 'A'), '_', 0}; /* as WorldToolKit's own files */
    tlb_spell_word(s, mark);
    tlb_spell_text(s, x->name);
    if (x->has & TLB_NFF_ROT) {
        tlb_spell_word(s, " rot ");
        tlb_spell_f32s(s, &x->rot, 1);
    }
    if (x->has & TLB_NFF_SCALE) {
        tlb_spell_word(s, " scale ");
        tlb_spell_f32s(s, &x->scale, 1);
    }
    if (x->has & TLB_NFF_TRANS) {
        tlb_spell_word(s, " trans ");
        tlb_spell_f32s(s, x->trans, 2);
    }
    if (x->has & TLB_NFF_MIRROR)
        tlb_spell_word(s, " mirror");
}

void tlb_nff_spell_polygon(tlb_speller *s, const void *record)
{
    const tlb_nff_polygon *x = record;
    const nff_reader *r = s->words.user;
    tlb_spell_u32s(s, &x->indices.count, 1);
    tlb_spell_word(s, " ");
    tlb_spell_u32s(s, x->indices.data, x->indices.count);
    if (x->has & TLB_NFF_COLOR)
        spell_color(s, x->indices.count ? " " : "", x->color, r->short_colors);
    if (x->has & TLB_NFF_MATID) {
        tlb_spell_word(s, " matid ");
        tlb_spell_u32s(s, &x->matid, 1);
    }
    if (x->has & TLB_NFF_BOTH)
        tlb_spell_word(s, " both");
    if (x->texture)
        spell_texture(s, x->texture);
    if (x->has & TLB_NFF_ID) {
        tlb_spell_word(s, " id=");
        tlb_spell_i32(s, x->id);
    }
    if (x->portal.size) {
        tlb_spell_word(s, " -");
        tlb_spell_text(s, x->portal);
    }
}

void tlb_nff_speller_init(tlb_speller *s, nff_reader *reader, tlb_context *context, const nff_root *root,
                          tlb_arena *work)
{
    *reader = (nff_reader){.arena = work, .short_colors = root->nff.style.shortColors != 0};
    tlb_speller_init(s, context, &root->spellings, NFF_COMMENT);
    s->words.user = reader;
    s->words.decimals = root->nff.style.decimals;
    s->line = root->nff.style.crlf ? "\r\n" : "\n";
}

/* --- the file ---------------------------------------------------------------------------------------- */

/* Whether a text can be one word of a line, after what is before it. */
static bool is_word(tlb_text text)
{
    for (uint32_t i = 0; i < text.size; i++)
        if (words_blank(text.data[i]) || text.data[i] == '\n' || text.data[i] == '\r' ||
            (text.data[i] == '/' && i + 1 < text.size && text.data[i + 1] == '/'))
            return false;
    return text.size > 0;
}

static tlb_status refuse(tlb_context *context, const char *field, uint32_t object, const uint32_t *polygon,
                         tlb_text text)
{
    char path[128];
    if (polygon)
        snprintf(path, sizeof path, "objects[%u].polygons[%u].%s", object, *polygon, field);
    else
        snprintf(path, sizeof path, "objects[%u].%s", object, field);
    tlb_report(context, TLB_CODE_NFF_NAME, TLB_NO_OFFSET, path, "\"%.*s\" cannot be written as a word of NFF",
               (int)(text.size < 80 ? text.size : 80), text.data ? text.data : "");
    return TLB_INVALID;
}

static tlb_status spell_object(tlb_speller *s, tlb_context *context, const tlb_nff_object *x, uint32_t index)
{
    if (!tlb_nff_is_name(x->name, index == 0))
        return refuse(context, "name", index, NULL, x->name);
    if (x->shading.size && !is_word(x->shading))
        return refuse(context, "shading", index, NULL, x->shading);
    if (x->mtable.size && !is_word(x->mtable))
        return refuse(context, "mtable", index, NULL, x->mtable);
    tlb_spell(s, &tlb_nff_object_kind, x, x->spelling);
    for (uint32_t i = 0; i < x->vertices.count; i++)
        tlb_spell(s, &tlb_nff_vertex_kind, &x->vertices.data[i], x->vertices.data[i].spelling);
    tlb_spell(s, &tlb_nff_polygons_kind, x, x->polygonsSpelling);
    for (uint32_t i = 0; i < x->polygons.count; i++) {
        const tlb_nff_polygon *p = &x->polygons.data[i];
        if (p->texture && !is_word(p->texture->name))
            return refuse(context, "texture", index, &i, p->texture->name);
        if (p->portal.size && !is_word(p->portal))
            return refuse(context, "portal", index, &i, p->portal);
        tlb_spell(s, &tlb_nff_polygon_kind, p, p->spelling);
    }
    return TLB_OK;
}

tlb_status tlb_nff_write_text(tlb_context *context, const nff_root *root, tlb_buffer *out)
{
    const tlb_nff *x = &root->nff;
    tlb_status status = TLB_OK;
    tlb_speller s;
    nff_reader reader;
    tlb_arena work;
    tlb_arena_init(&work, context->account);
    tlb_nff_speller_init(&s, &reader, context, root, &work);
    s.out = out;
    tlb_spell(&s, &tlb_nff_header_kind, &x->header, x->header.spelling);
    for (uint32_t i = 0; i < x->objects.count && !status; i++)
        status = spell_object(&s, context, &x->objects.data[i], i);
    tlb_spell_end(&s, x->tail);
    tlb_arena_release(&work);
    return status ? status : s.reader.status;
}

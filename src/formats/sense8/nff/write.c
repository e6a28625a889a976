/* NFF as text: each record as it was spelled, as far as that still holds. */
#include "formats/sense8/nff/lines.h"

#include <stdio.h>

/* Whether a text can stand in a line as one word, behind what stands before it. */
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
    tlb_report(context, TLB_CODE_NFF_NAME, TLB_NO_OFFSET, path, "\"%.*s\" cannot be a word of NFF",
               (int)(text.size < 80 ? text.size : 80), text.data ? text.data : "");
    return TLB_INVALID;
}

static tlb_status spell_object(tlb_speller *s, tlb_context *context, const tlb_nff_object *x, uint32_t index)
{
    if (!nff_is_name(x->name, index == 0))
        return refuse(context, "name", index, NULL, x->name);
    if (x->shading.size && !is_word(x->shading))
        return refuse(context, "shading", index, NULL, x->shading);
    if (x->mtable.size && !is_word(x->mtable))
        return refuse(context, "mtable", index, NULL, x->mtable);
    tlb_spell(s, &nff_object_kind, x, x->spelling);
    for (uint32_t i = 0; i < x->vertices.count; i++)
        tlb_spell(s, &nff_vertex_kind, &x->vertices.data[i], x->vertices.data[i].spelling);
    tlb_spell(s, &nff_polygons_kind, x, x->polygonsSpelling);
    for (uint32_t i = 0; i < x->polygons.count; i++) {
        const tlb_nff_polygon *p = &x->polygons.data[i];
        if (p->texture && !is_word(p->texture->name))
            return refuse(context, "texture", index, &i, p->texture->name);
        if (p->portal.size && !is_word(p->portal))
            return refuse(context, "portal", index, &i, p->portal);
        tlb_spell(s, &nff_polygon_kind, p, p->spelling);
    }
    return TLB_OK;
}

tlb_status nff_write_text(tlb_context *context, const nff_root *root, tlb_buffer *out)
{
    const tlb_nff *x = &root->nff;
    tlb_status status = TLB_OK;
    tlb_speller s;
    nff_reader reader;
    tlb_arena work;
    tlb_arena_init(&work, &context->account);
    nff_speller_init(&s, &reader, context, root, &work);
    s.out = out;
    tlb_spell(&s, &nff_header_kind, &x->header, x->header.spelling);
    for (uint32_t i = 0; i < x->objects.count && !status; i++)
        status = spell_object(&s, context, &x->objects.data[i], i);
    tlb_spell_end(&s, x->tail);
    tlb_arena_free(&work);
    return status ? status : s.reader.status;
}

tlb_status nff_save(tlb_context *context, const tlb_format *format, nff_root *root, tlb_buffer *out)
{
    tlb_document document = {.context = context, .format = format, .root = root};
    return format->write(&document, out);
}

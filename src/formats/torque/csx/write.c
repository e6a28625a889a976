/* .csx as text: each tag and attribute as it was spelled, as far as that still holds, else in the way of
 * Constructor. */
#include "formats/torque/csx/csx.h"

#include <stdio.h>
#include <string.h>

void tlb_csx_speller_init(tlb_speller *s, tlb_context *context, const csx_root *root)
{
    tlb_speller_init(s, context, &root->spellings, CSX_COMMENT);
    s->shares_lines = true;
    s->line = root->csx.crlf ? "\r\n" : "\n";
}

static bool is_name(tlb_text name)
{
    for (uint32_t i = 0; i < name.size; i++)
        if ((uint8_t)name.data[i] <= ' ' || strchr("<>/=\"'&!?", name.data[i]))
            return false;
    return name.size != 0;
}

/* `attribute` is where it is; NULL: the name is that of the element. */
static tlb_status refuse(tlb_context *context, uint32_t element, const uint32_t *attribute, const char *field,
                         tlb_text text)
{
    char path[96];
    if (attribute)
        snprintf(path, sizeof path, "elements[%u].attributes[%u].%s", element, *attribute, field);
    else
        snprintf(path, sizeof path, "elements[%u].%s", element, field);
    tlb_report(context, TLB_CODE_CSX_TEXT, TLB_NO_OFFSET, path, "\"%.*s\" cannot be written in XML",
               (int)(text.size < 80 ? text.size : 80), text.data ? text.data : "");
    return TLB_INVALID;
}

static tlb_status spell_start(tlb_speller *s, tlb_context *context, const tlb_csx *csx, uint32_t index)
{
    const tlb_csx_element *element = &csx->elements.data[index];
    bool is_empty = element->isEmpty && !tlb_csx_has_elements(csx, index);
    csx_tag tag = {element->depth, element->name, is_empty};
    if (!is_name(element->name))
        return refuse(context, index, NULL, "name", element->name);
    tlb_spell(s, &tlb_csx_open_kind, &tag, element->spelling);
    for (uint32_t i = 0; i < element->attributes.count; i++) {
        const tlb_csx_attribute *a = &element->attributes.data[i];
        if (!is_name(a->name))
            return refuse(context, index, &i, "name", a->name);
        if (a->value.size &&
            (memchr(a->value.data, '"', a->value.size) || memchr(a->value.data, '<', a->value.size)))
            return refuse(context, index, &i, "value", a->value);
        tlb_spell(s, &tlb_csx_attribute_kind, a, a->spelling);
    }
    tlb_spell(s, &tlb_csx_close_kind, &tag, element->close);
    return TLB_OK;
}

static void spell_end(tlb_speller *s, const tlb_csx *csx, uint32_t index)
{
    const tlb_csx_element *element = &csx->elements.data[index];
    csx_tag tag = {.depth = element->depth, .name = element->name};
    if (!element->isEmpty || tlb_csx_has_elements(csx, index))
        tlb_spell(s, &tlb_csx_end_kind, &tag, element->end);
}

/* Depths go down by any number, and up by one. */
static tlb_status check_depths(tlb_context *context, const tlb_csx *csx)
{
    for (uint32_t i = 0; i < csx->elements.count; i++) {
        uint32_t depth = csx->elements.data[i].depth;
        uint32_t most = i ? csx->elements.data[i - 1].depth + 1 : 0;
        if (depth <= (most < CSX_MOST_DEPTH ? most : CSX_MOST_DEPTH) && (depth || !i))
            continue;
        char path[64];
        snprintf(path, sizeof path, "elements[%u].depth", i);
        tlb_report(context, TLB_CODE_CSX_DEPTH, TLB_NO_OFFSET, path, "depth %u, expected %u to %u", depth,
                   i ? 1u : 0u, most < CSX_MOST_DEPTH ? most : (unsigned)CSX_MOST_DEPTH);
        return TLB_INVALID;
    }
    return TLB_OK;
}

tlb_status tlb_csx_write_text(tlb_context *context, const csx_root *root, tlb_buffer *out)
{
    const tlb_csx *csx = &root->csx;
    uint32_t open[CSX_MOST_DEPTH + 1], depth = 0;
    tlb_speller s;
    tlb_status status = check_depths(context, csx);
    tlb_csx_speller_init(&s, context, root);
    s.out = out;
    for (uint32_t i = 0; i < csx->elements.count && !status; i++) {
        while (depth > csx->elements.data[i].depth)
            spell_end(&s, csx, open[--depth]);
        status = spell_start(&s, context, csx, i);
        open[depth++] = i;
    }
    while (depth && !status)
        spell_end(&s, csx, open[--depth]);
    tlb_spell_end(&s, csx->tail);
    return status ? status : s.reader.status;
}

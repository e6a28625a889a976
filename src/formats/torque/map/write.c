/* Maps as text: each record as it was spelled, as far as that still holds, else in its canonical spelling. */
#include "formats/torque/map/map.h"

#include <stdio.h>
#include <string.h>

void tlb_map_speller_init(tlb_speller *s, tlb_context *context, const map_root *root)
{
    tlb_speller_init(s, context, &root->spellings, MAP_COMMENT);
    s->shares_lines = true;
    s->line = root->map.crlf ? "\r\n" : "\n";
}

/* A text between quotation marks has none within. */
static tlb_status check_text(tlb_context *context, tlb_text text, const char *path, const char *field)
{
    char whole[160];
    if (!text.size || !memchr(text.data, '"', text.size))
        return TLB_OK;
    snprintf(whole, sizeof whole, "%s.%s", path, field);
    tlb_report(context, TLB_CODE_MAP_TEXT, TLB_NO_OFFSET, whole,
               "\"%.*s\" has a quotation mark, which cannot be written in a map",
               (int)(text.size < 80 ? text.size : 80), text.data);
    return TLB_INVALID;
}

static tlb_status spell_brush(tlb_speller *s, tlb_context *context, const tlb_map_brush *brush,
                              const char *path)
{
    tlb_status status = TLB_OK;
    tlb_spell(s, &tlb_map_open_kind, brush, brush->spelling);
    for (uint32_t i = 0; i < brush->faces.count && !status; i++) {
        const tlb_map_face *face = &brush->faces.data[i];
        char at[128];
        if (face->flagCount > TLB_MAP_FLAGS)
            return tlb_report(context, TLB_CODE_BAD_VALUE, TLB_NO_OFFSET, path,
                              "a face has %u flags; 3 at most", face->flagCount),
                   TLB_INVALID;
        if (tlb_map_needs_quotes(face->texture)) {
            snprintf(at, sizeof at, "%s.faces[%u]", path, i);
            status = check_text(context, face->texture, at, "texture");
        }
        if (!status)
            tlb_spell(s, &tlb_map_face_kind, face, face->spelling);
    }
    tlb_spell(s, &tlb_map_close_kind, brush, brush->end);
    return status;
}

/* Properties are before the brush that they count up to; those that count too far are last. */
static tlb_status spell_properties(tlb_speller *s, tlb_context *context, const tlb_map_entity *entity,
                                   uint32_t index, uint32_t brush, uint32_t *next)
{
    tlb_status status = TLB_OK;
    bool is_last = brush == entity->brushes.count;
    for (; *next < entity->properties.count && !status; ++*next) {
        const tlb_map_property *x = &entity->properties.data[*next];
        char path[80];
        if (x->brush > brush && !is_last)
            break;
        snprintf(path, sizeof path, "entities[%u].properties[%u]", index, *next);
        status = check_text(context, x->key, path, "key");
        if (!status)
            status = check_text(context, x->value, path, "value");
        if (!status)
            tlb_spell(s, &tlb_map_property_kind, x, x->spelling);
    }
    return status;
}

static tlb_status spell_entity(tlb_speller *s, tlb_context *context, const tlb_map_entity *entity,
                               uint32_t index)
{
    uint32_t property = 0;
    tlb_spell(s, &tlb_map_open_kind, entity, entity->spelling);
    tlb_status status = spell_properties(s, context, entity, index, 0, &property);
    for (uint32_t i = 0; i < entity->brushes.count && !status; i++) {
        char path[80];
        snprintf(path, sizeof path, "entities[%u].brushes[%u]", index, i);
        status = spell_brush(s, context, &entity->brushes.data[i], path);
        if (!status)
            status = spell_properties(s, context, entity, index, i + 1, &property);
    }
    tlb_spell(s, &tlb_map_close_kind, entity, entity->end);
    return status;
}

tlb_status tlb_map_write_text(tlb_context *context, const map_root *root, tlb_buffer *out)
{
    tlb_status status = TLB_OK;
    tlb_speller s;
    tlb_map_speller_init(&s, context, root);
    s.out = out;
    for (uint32_t i = 0; i < root->map.entities.count && !status; i++)
        status = spell_entity(&s, context, &root->map.entities.data[i], i);
    tlb_spell_end(&s, root->map.tail);
    return status ? status : s.reader.status;
}

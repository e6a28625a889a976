/* Missions as text: each record as it was spelled, as far as that still holds, else in the way of the engine.
 */
#include "layout/mission.h"

#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

typedef struct level {
    const tlb_mission_object *object; /* NULL: what is outside of all */
    uint32_t index, fields, objects;  /* fields and objects that are written */
} level;

typedef struct writer {
    tlb_context *context;
    const tlb_mission_root *root;
    tlb_speller speller;
    tlb_mission_style style; /* its depth is the number of objects that have not ended */
    tlb_status status;
    level levels[MISSION_MOST_DEPTH + 2];
} writer;

void tlb_mission_speller_init(tlb_speller *s, tlb_context *context, const tlb_mission_root *root,
                              tlb_mission_style *style)
{
    tlb_speller_init(s, context, &root->spellings, MISSION_COMMENT);
    s->shares_lines = true;
    s->line = root->mission.crlf ? "\r\n" : "\n";
    s->user = s->words.user = style;
}

/* --- what cannot be written -------------------------------------------------------------------------- */

static void refuse(writer *x, tlb_text text, const char *format, ...) TLB_PRINTF(3, 4);
static void refuse(writer *x, tlb_text text, const char *format, ...)
{
    char path[96];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(path, sizeof path, format, arguments);
    va_end(arguments);
    tlb_report(x->context, TLB_CODE_BAD_VALUE, TLB_NO_OFFSET, path, "\"%.*s\" cannot be written in a mission",
               (int)(text.size < 80 ? text.size : 80), text.data ? text.data : "");
    x->status = TLB_INVALID;
}

static bool is_word(tlb_text text)
{
    return text.size && tlb_mission_skip_word(text.data, text.data + text.size) == text.data + text.size;
}

/* Whether it is the text of a string between such marks. */
static bool is_string(tlb_text text, char quote)
{
    for (uint32_t i = 0; i < text.size; i++) {
        char c = text.data[i];
        if (c == quote || c == '\n' || c == '\r')
            return false;
        if (c == '\\' && ++i == text.size)
            return false;
    }
    return true;
}

static bool is_expression(tlb_text text)
{
    const char *last, *end = text.data + text.size;
    return text.size && tlb_mission_skip_value(text.data, end, &last) == end && last == end;
}

static bool is_field_name(tlb_text text)
{
    char head[256];
    const char *name;
    if (!text.size || text.size >= sizeof head)
        return false;
    memcpy(head, text.data, text.size);
    head[text.size] = '=';
    return tlb_mission_skip_name(head, head + text.size + 1, &name) == head + text.size && name == head;
}

static bool is_code(tlb_text text)
{
    const char *end = text.data + text.size;
    return text.size && tlb_mission_skip(text.data, end) == text.data &&
           tlb_mission_skip_code(text.data, end) == end;
}

static bool is_value(const tlb_mission_field *field)
{
    switch (field->kind) {
    case TLB_MISSION_STRING:
        return is_string(field->value, '"');
    case TLB_MISSION_TAGGED:
        return is_string(field->value, '\'');
    case TLB_MISSION_BARE:
        return is_expression(field->value);
    case TLB_MISSION_CODE:
        return is_code(field->value);
    default:
        return false;
    }
}

/* --- records ----------------------------------------------------------------------------------------- */

static void spell_field(writer *x, const level *at, const tlb_mission_field *field)
{
    char list[64] = "statements";
    bool is_code = field->kind == TLB_MISSION_CODE;
    if (at->object)
        snprintf(list, sizeof list, "objects[%u].fields", at->index);
    if (!is_code && !is_field_name(field->name))
        refuse(x, field->name, "%s[%u].name", list, at->fields);
    else if (field->type.size && (is_code || !is_word(field->type)))
        refuse(x, field->type, "%s[%u].type", list, at->fields);
    else if (!is_value(field))
        refuse(x, field->value, "%s[%u].value", list, at->fields);
    else
        tlb_spell(&x->speller, &tlb_mission_field_kind, field, field->spelling);
}

/* Fields are before the object that they count up to. */
static void spell_fields(writer *x, uint32_t before)
{
    level *at = &x->levels[x->style.depth];
    const tlb_mission *mission = &x->root->mission;
    const tlb_mission_field *fields = at->object ? at->object->fields.data : mission->statements.data;
    uint32_t count = at->object ? at->object->fields.count : mission->statements.count;
    for (; at->fields < count && fields[at->fields].objects <= before && !x->status; at->fields++)
        spell_field(x, at, &fields[at->fields]);
}

static void spell_end(writer *x)
{
    const tlb_mission_object *object = x->levels[x->style.depth].object;
    spell_fields(x, UINT32_MAX);
    x->style.depth--;
    tlb_spell(&x->speller, &tlb_mission_end_kind, object, object->end);
}

static void spell_object(writer *x, uint32_t index)
{
    const tlb_mission *mission = &x->root->mission;
    tlb_mission_object object = mission->objects.data[index];
    bool has_objects =
        index + 1 < mission->objects.count && mission->objects.data[index + 1].depth > object.depth;
    object.hasBody = object.hasBody || object.fields.count || has_objects || !x->root->grammar->keyword;
    spell_fields(x, x->levels[x->style.depth].objects++);
    if (x->status)
        return;
    if (!is_word(object.className))
        refuse(x, object.className, "objects[%u].className", index);
    else if (x->root->grammar->has_parentheses ? object.name.size && !is_expression(object.name)
                                               : !is_string(object.name, '"'))
        refuse(x, object.name, "objects[%u].name", index);
    else
        tlb_spell(&x->speller, &tlb_mission_open_kind, &object, object.spelling);
    if (object.hasBody)
        x->levels[++x->style.depth] = (level){.object = &mission->objects.data[index], .index = index};
}

/* Depths go down by any number, and up by one. */
static tlb_status check_depths(tlb_context *context, const tlb_mission *mission)
{
    for (uint32_t i = 0; i < mission->objects.count; i++) {
        uint32_t depth = mission->objects.data[i].depth;
        uint32_t most = i ? mission->objects.data[i - 1].depth + 1 : 0;
        if (depth <= (most < MISSION_MOST_DEPTH ? most : MISSION_MOST_DEPTH))
            continue;
        char path[64];
        snprintf(path, sizeof path, "objects[%u].depth", i);
        tlb_report(context, TLB_CODE_BAD_VALUE, TLB_NO_OFFSET, path, "depth %u, expected 0 to %u", depth,
                   most < MISSION_MOST_DEPTH ? most : (unsigned)MISSION_MOST_DEPTH);
        return TLB_INVALID;
    }
    return TLB_OK;
}

tlb_status tlb_mission_write(tlb_context *context, const tlb_mission_root *root, tlb_buffer *out)
{
    const tlb_mission *mission = &root->mission;
    writer x = {.context = context, .root = root, .style = {.grammar = root->grammar}};
    x.status = check_depths(context, mission);
    tlb_mission_speller_init(&x.speller, context, root, &x.style);
    x.speller.out = out;
    for (uint32_t i = 0; i < mission->objects.count && !x.status; i++) {
        while (x.style.depth > mission->objects.data[i].depth && !x.status)
            spell_end(&x);
        if (!x.status)
            spell_object(&x, i);
    }
    while (x.style.depth && !x.status)
        spell_end(&x);
    if (!x.status)
        spell_fields(&x, UINT32_MAX);
    tlb_spell_end(&x.speller, mission->tail);
    return x.status ? x.status : x.speller.reader.status;
}

/* IQE as text: each command as it was spelled, as far as that still holds, else in its canonical spelling. */
#include "formats/interquake/iqe/iqe.h"

#include <stdio.h>

/* --- header ------------------------------------------------------------------------------------------ */

tlb_likeness tlb_iqe_compare_headers(const void *one, const void *other)
{
    const iqe_header *a = one, *b = other;
    return tlb_likeness_of(true, tlb_same_text(a->header, b->header));
}

void tlb_iqe_spell_header(tlb_speller *s, const void *record)
{
    const iqe_header *x = record;
    tlb_spell_word(s, IQE_SIGNATURE);
    tlb_spell_text(s, x->header);
}

/* --- lines ------------------------------------------------------------------------------------------- */

static tlb_likeness compare_spans(const iqe_line *a, const iqe_line *b, size_t size)
{
    uint32_t count = a->as.span.count;
    bool shape = count == b->as.span.count;
    return tlb_likeness_of(shape, shape && tlb_same_bytes(a->items, b->items, count * size));
}

/* `a` was read: numbers that its text does not have cannot be changed there. */
static tlb_likeness compare_vectors(const iqe_line *a, const iqe_line *b)
{
    uint32_t given = a->given, rest = tlb_iqe_commands[a->word].most - given;
    return tlb_likeness_of(tlb_same_bytes(a->as.vector + given, b->as.vector + given, rest * sizeof(float)),
                           tlb_same_bytes(a->as.vector, b->as.vector, given * sizeof(float)));
}

tlb_likeness tlb_iqe_compare_lines(const void *one, const void *other)
{
    const iqe_line *a = one, *b = other;
    if (a->word != b->word)
        return LIKE_NOTHING;
    switch (tlb_iqe_commands[a->word].kind) {
    case IQE_NOTHING:
        return LIKE_SAME;
    case IQE_VECTOR:
        return compare_vectors(a, b);
    case IQE_NUMBER:
    case IQE_INTEGER:
        return tlb_likeness_of(a->given || a->as.integer == b->as.integer, a->as.integer == b->as.integer);
    case IQE_TANGENT:
        return tlb_likeness_of(
            a->as.tangent.count == b->as.tangent.count,
            tlb_same_bytes(a->as.tangent.values, b->as.tangent.values, sizeof(float) * a->as.tangent.count));
    case IQE_POSE:
        return tlb_likeness_of(
            a->as.pose.count == b->as.pose.count,
            tlb_same_bytes(a->as.pose.values, b->as.pose.values, sizeof(float) * a->as.pose.count));
    case IQE_JOINT:
        return tlb_likeness_of(tlb_same_text(a->as.joint.name, b->as.joint.name) &&
                                   (a->given || a->as.joint.parent == b->as.joint.parent),
                               a->as.joint.parent == b->as.joint.parent);
    case IQE_FORMAT:
        return tlb_likeness_of(tlb_same_text(a->as.vertexarray.type, b->as.vertexarray.type) &&
                                   tlb_same_text(a->as.vertexarray.component, b->as.vertexarray.component) &&
                                   a->as.vertexarray.size == b->as.vertexarray.size &&
                                   tlb_same_text(a->as.vertexarray.name, b->as.vertexarray.name),
                               true);
    case IQE_NAME:
    case IQE_LINE:
        return tlb_likeness_of(tlb_same_text(a->as.text, b->as.text), true);
    case IQE_INDICES:
        return compare_spans(a, b, sizeof(int32_t));
    case IQE_WEIGHTS:
        return compare_spans(a, b, sizeof(tlb_iqe_weight));
    }
    return LIKE_NOTHING;
}

/* --- canonical spellings ----------------------------------------------------------------------------- */

static bool has_character(tlb_text text, char c)
{
    return text.size && memchr(text.data, c, text.size);
}

static bool needs_quotes(tlb_text text)
{
    bool blank = !text.size || text.data[0] == '#';
    for (uint32_t i = 0; i < text.size; i++)
        blank |= words_blank(text.data[i]);
    return blank;
}

/* Whether a text can be a name: quoted or, where it holds a quotation mark, not. */
static bool is_name(tlb_text text)
{
    return !has_character(text, '\n') && !has_character(text, '\r') &&
           !(has_character(text, '"') && (needs_quotes(text) || text.data[0] == '"'));
}

static void spell_name(tlb_speller *s, tlb_text text)
{
    const char *mark = has_character(text, '"') ? " " : " \"";
    tlb_spell_word(s, mark);
    tlb_spell_text(s, text);
    tlb_spell_word(s, mark + 1);
}

static bool is_bits(float value, float wanted)
{
    return memcmp(&value, &wanted, sizeof value) == 0;
}

/* Without what the defaults say: at least three numbers of positions and colors, two of texture coordinates.
 */
static void spell_vector(tlb_speller *s, const iqe_line *x)
{
    const iqe_command *command = &tlb_iqe_commands[x->word];
    uint32_t count = command->most, least = x->word == TLB_IQE_VT ? 2 : x->word >= TLB_IQE_V0 ? 1 : 3;
    if (count == 4 && is_bits(x->as.vector[3], command->otherwise))
        count--;
    while (count > least && count < 4 && is_bits(x->as.vector[count - 1], 0))
        count--;
    tlb_spell_word(s, " ");
    tlb_spell_f32s(s, x->as.vector, count);
}

static void spell_numbers(tlb_speller *s, const float *values, uint32_t count)
{
    tlb_spell_word(s, count ? " " : "");
    tlb_spell_f32s(s, values, count);
}

static void spell_integer(tlb_speller *s, int32_t value)
{
    tlb_spell_word(s, " ");
    tlb_spell_i32(s, value);
}

static void spell_vertexarray(tlb_speller *s, const tlb_iqe_vertexarray *x)
{
    bool size = x->size != -1 || x->name.size;
    if (x->type.size || x->component.size || size)
        spell_name(s, x->type);
    if (x->component.size || size)
        spell_name(s, x->component);
    if (size)
        spell_integer(s, x->size);
    if (x->name.size)
        spell_name(s, x->name);
}

static void spell_weights(tlb_speller *s, const iqe_line *x)
{
    const tlb_iqe_weight *weights = x->items;
    for (uint32_t i = 0; i < x->as.span.count; i++) {
        spell_integer(s, weights[i].index);
        spell_numbers(s, &weights[i].weight, 1);
    }
}

void tlb_iqe_spell_line(tlb_speller *s, const void *record)
{
    const iqe_line *x = record;
    const int32_t *indices = x->items;
    tlb_spell_word(s, tlb_iqe_commands[x->word].word);
    switch (tlb_iqe_commands[x->word].kind) {
    case IQE_NOTHING:
        break;
    case IQE_VECTOR:
        spell_vector(s, x);
        break;
    case IQE_NUMBER:
        spell_numbers(s, &x->as.number, 1);
        break;
    case IQE_INTEGER:
        spell_integer(s, x->as.integer);
        break;
    case IQE_NAME:
        spell_name(s, x->as.text);
        break;
    case IQE_TANGENT:
        spell_numbers(s, x->as.tangent.values, x->as.tangent.count);
        break;
    case IQE_POSE:
        spell_numbers(s, x->as.pose.values, x->as.pose.count);
        break;
    case IQE_JOINT:
        spell_name(s, x->as.joint.name);
        spell_integer(s, x->as.joint.parent);
        break;
    case IQE_FORMAT:
        spell_vertexarray(s, &x->as.vertexarray);
        break;
    case IQE_INDICES:
        for (uint32_t i = 0; i < x->as.span.count; i++)
            spell_integer(s, indices[i]);
        break;
    case IQE_WEIGHTS:
        spell_weights(s, x);
        break;
    case IQE_LINE:
        tlb_spell_text(s, x->as.text);
        break;
    }
}

void tlb_iqe_speller_init(tlb_speller *s, iqe_reader *reader, tlb_context *context, const iqe_root *root,
                          tlb_arena *work)
{
    *reader = (iqe_reader){.growth.arena = work};
    tlb_speller_init(s, context, &root->spellings, IQE_COMMENT);
    s->words.user = reader;
    s->line = root->iqe.crlf ? "\r\n" : "\n";
}

/* --- the text ---------------------------------------------------------------------------------------- */

static tlb_status refuse(tlb_context *context, uint32_t command, const char *field, tlb_text text)
{
    char path[64];
    snprintf(path, sizeof path, "commands[%u]%s%s", command, *field ? "." : "", field);
    tlb_report(context, TLB_CODE_IQE_NAME, TLB_NO_OFFSET, path, "\"%.*s\" cannot be written in IQE",
               (int)(text.size < 80 ? text.size : 80), text.data ? text.data : "");
    return TLB_INVALID;
}

/* Whether a line's end would end the text before it is over. */
static bool is_line(tlb_text text)
{
    return !text.size || (!memchr(text.data, '\n', text.size) && !memchr(text.data, '\r', text.size));
}

static tlb_status check_names(tlb_context *context, const iqe_line *x, uint32_t command)
{
    switch (tlb_iqe_commands[x->word].kind) {
    case IQE_NAME:
        return is_name(x->as.text) ? TLB_OK : refuse(context, command, "name", x->as.text);
    case IQE_JOINT:
        return is_name(x->as.joint.name) ? TLB_OK : refuse(context, command, "name", x->as.joint.name);
    case IQE_FORMAT:
        if (!is_name(x->as.vertexarray.type))
            return refuse(context, command, "type", x->as.vertexarray.type);
        if (!is_name(x->as.vertexarray.component))
            return refuse(context, command, "component", x->as.vertexarray.component);
        return is_name(x->as.vertexarray.name) ? TLB_OK
                                               : refuse(context, command, "name", x->as.vertexarray.name);
    case IQE_LINE:
        return is_line(x->as.text) ? TLB_OK : refuse(context, command, "line", x->as.text);
    default:
        return TLB_OK;
    }
}

static tlb_status spell_commands(tlb_speller *s, tlb_context *context, const tlb_iqe *iqe)
{
    iqe_cursor cursor = {.iqe = iqe};
    iqe_line line;
    while (tlb_iqe_next(&cursor, &line)) {
        uint32_t command = cursor.command - 1;
        tlb_status status = check_names(context, &line, command);
        if (status)
            return status;
        tlb_spell(s, &tlb_iqe_line_kind, &line, iqe->spellings[command]);
    }
    return TLB_OK;
}

tlb_status tlb_iqe_write_text(tlb_context *context, const iqe_root *root, tlb_buffer *out)
{
    const tlb_iqe *iqe = &root->iqe;
    tlb_status status = tlb_iqe_check_whole(context, iqe);
    if (status)
        return status;
    tlb_speller s;
    iqe_reader reader;
    tlb_arena work;
    tlb_arena_init(&work, context->account);
    tlb_iqe_speller_init(&s, &reader, context, root, &work);
    s.out = out;
    tlb_spell(&s, &tlb_iqe_header_kind, &(iqe_header){iqe->header}, iqe->header_spelling);
    status = spell_commands(&s, context, iqe);
    bool comment = iqe->command_count && iqe->words[iqe->command_count - 1] == TLB_IQE_COMMENT;
    tlb_spell_end(&s, comment ? iqe->comment : iqe->tail);
    tlb_arena_release(&work);
    return status ? status : s.reader.status;
}

/* OBJ as text: each statement as it was spelled, as far as that still holds, else in its canonical spelling.
 */
#include "formats/interchange/obj/obj.h"

#include <stdio.h>

/* --- lines ------------------------------------------------------------------------------------------- */

tlb_likeness tlb_obj_compare_lines(const void *one, const void *other)
{
    const obj_line *a = one, *b = other;
    if (a->word != b->word)
        return LIKE_NOTHING;
    switch (tlb_obj_statements[a->word].kind) {
    case OBJ_VECTOR:
        return tlb_likeness_of(a->given == b->given,
                               tlb_same_bytes(a->as.vector, b->as.vector, sizeof(float) * a->given));
    case OBJ_ELEMENT: {
        bool equal = a->as.span.count == b->as.span.count &&
                     tlb_same_bytes(a->corners, b->corners, a->as.span.count * sizeof *a->corners);
        return equal ? LIKE_SAME : LIKE_NOTHING;
    }
    case OBJ_NUMBER:
        return tlb_likeness_of(true, a->as.number == b->as.number);
    case OBJ_TEXT:
    case OBJ_LINE:
        return tlb_likeness_of(true, tlb_same_text(a->as.text, b->as.text));
    }
    return LIKE_NOTHING;
}

static void spell_corner(tlb_speller *s, const tlb_obj_corner *x)
{
    tlb_spell_word(s, " ");
    tlb_spell_i32(s, x->v);
    if (!x->vt && !x->vn)
        return;
    tlb_spell_word(s, "/");
    if (x->vt)
        tlb_spell_i32(s, x->vt);
    if (!x->vn)
        return;
    tlb_spell_word(s, "/");
    tlb_spell_i32(s, x->vn);
}

void tlb_obj_spell_line(tlb_speller *s, const void *record)
{
    const obj_line *x = record;
    const obj_statement *statement = &tlb_obj_statements[x->word];
    tlb_spell_word(s, statement->word);
    switch (statement->kind) {
    case OBJ_VECTOR:
        tlb_spell_word(s, " ");
        tlb_spell_f32s(s, x->as.vector, x->given);
        break;
    case OBJ_ELEMENT:
        for (uint32_t i = 0; i < x->as.span.count; i++)
            spell_corner(s, &x->corners[i]);
        break;
    case OBJ_NUMBER:
        tlb_spell_word(s, x->as.number ? " " : " off");
        if (x->as.number)
            tlb_spell_u32s(s, &x->as.number, 1);
        break;
    case OBJ_TEXT:
        tlb_spell_word(s, x->as.text.size ? " " : "");
        tlb_spell_text(s, x->as.text);
        break;
    case OBJ_LINE:
        tlb_spell_text(s, x->as.text);
        break;
    }
}

void tlb_obj_speller_init(tlb_speller *s, obj_reader *reader, tlb_context *context, const obj_root *root,
                          tlb_arena *work)
{
    *reader = (obj_reader){.growth.arena = work};
    tlb_speller_init(s, context, &root->spellings, OBJ_COMMENT);
    s->words.user = reader;
    s->line = root->obj.crlf ? "\r\n" : "\n";
}

/* --- the text ---------------------------------------------------------------------------------------- */

/* Whether it is read again as it is: from a statement of its own, to that one's end. */
static bool is_spelled(const obj_line *line)
{
    tlb_text text = line->as.text;
    obj_line again = {0};
    if (!text.size)
        return line->word != TLB_OBJ_OTHER;
    tlb_walk w = tlb_walk_reader(NULL, NULL, (tlb_bytes){(const uint8_t *)text.data, text.size});
    tlb_words t;
    tlb_words_init(&t, &w, (tlb_bytes){(const uint8_t *)text.data, text.size}, OBJ_COMMENT);
    t.lend = true;
    if (line->word == TLB_OBJ_OTHER && (words_ends(&t, t.at) || tlb_obj_find_word(&t) != TLB_OBJ_OTHER))
        return false;
    tlb_obj_read_text(&t, NULL, &again.as.text);
    return tlb_same_text(again.as.text, text);
}

static tlb_status refuse(tlb_context *context, uint32_t statement, const obj_line *line)
{
    char path[64];
    tlb_text text = line->as.text;
    snprintf(path, sizeof path, "statements[%u].%s", statement, tlb_obj_statements[line->word].field);
    tlb_report(context, TLB_CODE_OBJ_NAME, TLB_NO_OFFSET, path, "\"%.*s\" cannot be written in OBJ",
               (int)(text.size < 80 ? text.size : 80), text.data ? text.data : "");
    return TLB_INVALID;
}

static tlb_status spell_statements(tlb_speller *s, tlb_context *context, const tlb_obj *obj)
{
    obj_cursor cursor = {.obj = obj};
    obj_line line;
    while (tlb_obj_next(&cursor, &line)) {
        uint32_t statement = cursor.statement - 1;
        obj_kind kind = tlb_obj_statements[line.word].kind;
        if ((kind == OBJ_TEXT || kind == OBJ_LINE) && !is_spelled(&line))
            return refuse(context, statement, &line);
        tlb_spell(s, &tlb_obj_line_kind, &line, obj->spellings[statement]);
    }
    return TLB_OK;
}

tlb_status tlb_obj_write_text(tlb_context *context, const obj_root *root, tlb_buffer *out)
{
    tlb_status status = tlb_obj_check_whole(context, &root->obj);
    if (status)
        return status;
    tlb_speller s;
    obj_reader reader;
    tlb_arena work;
    tlb_arena_init(&work, context->account);
    tlb_obj_speller_init(&s, &reader, context, root, &work);
    s.out = out;
    status = spell_statements(&s, context, &root->obj);
    tlb_spell_end(&s, root->obj.tail);
    tlb_arena_release(&work);
    return status ? status : s.reader.status;
}

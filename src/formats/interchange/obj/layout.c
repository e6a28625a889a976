/* OBJ as JSON: a row for each statement. */
#include "formats/interchange/obj/obj.h"

typedef struct walker {
    tlb_walk *w;
    obj_root *root;
    tlb_speller speller;
    obj_reader looked, built;
    tlb_obj held; /* what is looked at; an edit makes the lists of a document anew */
    obj_cursor cursor;
} walker;

/* --- arguments --------------------------------------------------------------------------------------- */

/* As many numbers as were given. */
static void walk_vector(tlb_walk *w, obj_line *line)
{
    const obj_statement *statement = &tlb_obj_statements[line->word];
    struct {
        TLB_ARRAY(float) values;
    } given = {{line->as.vector, line->given}};
    WALK_VALUES(w, &given, values);
    if (w->status || !w->visitor->fills)
        return;
    uint32_t count = given.values.count;
    if (count < statement->least || count > statement->most) {
        tlb_walk_fault(w, "values", "number of values: %u, expected %u to %u", count, statement->least,
                       statement->most);
        return;
    }
    line->given = count;
    memmove(line->as.vector, given.values.data, count * sizeof(float));
    for (uint32_t i = count; i < TLB_OBJ_NUMBERS; i++)
        line->as.vector[i] = 0;
}

/* Corners that were built go after those of the lines before. */
static void walk_corners(walker *x, obj_line *line)
{
    enum { NUMBERS = sizeof(tlb_obj_corner) / sizeof(int32_t) };
    tlb_walk *w = x->w;
    obj_reader *r = &x->built;
    uint32_t count = line->as.span.count;
    const void *items =
        tlb_walk_table(w, "corners", (void *)(uintptr_t)line->corners, &count, NUMBERS, TLB_I32, TLB_I32);
    if (!w->visitor->fills || w->status)
        return;
    line->as.span = (tlb_obj_span){r->corners.count, count};
    if (!tlb_growth_reserve(&r->growth, &r->corners.data, r->corners.count, &r->of_corners, count,
                            sizeof *r->corners.data)) {
        tlb_walk_no_memory(w);
        line->as.span = (tlb_obj_span){0};
        return;
    }
    line->corners = r->corners.data;
    if (!count)
        return;
    line->corners = memcpy(r->corners.data + r->corners.count, items, count * sizeof *r->corners.data);
    r->corners.count += count;
}

static void walk_arguments(walker *x, obj_line *line)
{
    const obj_statement *statement = &tlb_obj_statements[line->word];
    switch (statement->kind) {
    case OBJ_VECTOR:
        walk_vector(x->w, line);
        break;
    case OBJ_ELEMENT:
        walk_corners(x, line);
        break;
    case OBJ_NUMBER:
        walk_u32(x->w, statement->field, &line->as.number);
        break;
    case OBJ_TEXT:
    case OBJ_LINE:
        tlb_walk_text(x->w, statement->field, &line->as.text);
        break;
    }
}

/* --- statements -------------------------------------------------------------------------------------- */

static void walk_word(tlb_walk *w, uint32_t *word)
{
    const char *names[TLB_OBJ_WORDS + 1];
    for (uint32_t i = 0; i < TLB_OBJ_WORDS; i++)
        names[i] = tlb_obj_statements[i].word;
    names[TLB_OBJ_WORDS] = NULL;
    tlb_walk_choice(w, "word", word, names);
}

static void set_default(obj_line *line, uint32_t word)
{
    *line = (obj_line){.word = word, .given = tlb_obj_statements[word].least};
    if (tlb_obj_statements[word].kind == OBJ_TEXT || tlb_obj_statements[word].kind == OBJ_LINE)
        line->as.text = (tlb_text){"", 0};
}

/* Looks at the next statement, or makes it, or both. */
static void walk_statement(walker *x)
{
    tlb_walk *w = x->w;
    bool fills = w->visitor->fills;
    uint32_t word = TLB_OBJ_OTHER, spelling = 0;
    obj_line line;
    set_default(&line, word);
    bool held = !w->fresh && x->cursor.statement < x->held.statement_count && tlb_obj_next(&x->cursor, &line);
    word = line.word;
    walk_word(w, &word);
    if (fills && (!held || word != line.word))
        set_default(&line, word);
    if (held)
        spelling = x->held.spellings[x->cursor.statement - 1];
    walk_arguments(x, &line);
    if (!w->status)
        tlb_walk_spelling(w, &x->speller, &x->root->spellings, &tlb_obj_line_kind, &line, &spelling);
    if (fills && !w->status && !tlb_obj_add(&x->built, &line, spelling))
        tlb_walk_no_memory(w);
}

/* What is after the last statement. */
static void walk_tail(tlb_walk *w, tlb_obj *obj)
{
    bool present = obj->tail.size != 0;
    tlb_walk_has(w, "tail", &present);
    if (!present)
        return;
    tlb_walk_text(w, "tail", &obj->tail);
    tlb_words t;
    tlb_words_init(&t, w, (tlb_bytes){(const uint8_t *)obj->tail.data, obj->tail.size}, OBJ_COMMENT);
    if (!w->status && w->visitor->fills && tlb_obj_next_line(&t))
        tlb_walk_fault(w, "tail", "expected only comments");
}

/* The rows of JSON have no list in memory: they go to that of their word. */
static void walk_all(walker *x)
{
    tlb_walk *w = x->w;
    tlb_obj *obj = &x->root->obj;
    walk_u8(w, "crlf", &obj->crlf);
    struct {
        TLB_ARRAY(char) statements;
    } rows = {{(char *)x->held.words, x->held.statement_count}};
    WALK_ROWS(w, &rows, statements, 1, i)
        walk_statement(x);
    if (w->visitor->fills)
        tlb_obj_finish(&x->built);
    walk_tail(w, obj);
}

void tlb_obj_walk(tlb_walk *w, obj_root *root)
{
    if ((!w->visitor->fills || w->visitor->edits) &&
        (w->status = tlb_obj_check_whole(w->context, &root->obj)))
        return;
    tlb_buffer text = {.account = w->context->account};
    tlb_arena work;
    tlb_arena_init(&work, w->context->account);
    walker x = {
        .w = w, .root = root, .built = {.growth.arena = w->arena, .obj = &root->obj}, .held = root->obj};
    x.cursor.obj = &x.held;
    if (w->visitor->edits)
        root->obj = (tlb_obj){.tail = x.held.tail, .crlf = x.held.crlf};
    tlb_obj_speller_init(&x.speller, &x.looked, w->context, root, &work);
    x.speller.out = &text;
    walk_all(&x);
    tlb_buffer_free(&text);
    tlb_arena_release(&work);
}

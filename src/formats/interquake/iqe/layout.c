/* IQE as JSON: a row a command. */
#include "formats/interquake/iqe/iqe.h"

typedef struct walker {
    tlb_walk *w;
    iqe_root *root;
    tlb_speller speller;
    iqe_reader looked, built;
    tlb_iqe held; /* what is looked at; an edit makes the lists of a document anew */
    iqe_cursor cursor;
} walker;

/* --- arguments --------------------------------------------------------------------------------------- */

/* As many numbers as were given, at most so many. */
static void walk_numbers(tlb_walk *w, float *values, uint32_t *count, uint32_t most)
{
    struct {
        TLB_ARRAY(float) values;
    } given = {{values, *count}};
    WALK_VALUES(w, &given, values);
    if (w->status || !w->visitor->fills)
        return;
    if (given.values.count > most) {
        tlb_walk_fault(w, "values", "number of values: %u, expected at most %u", given.values.count, most);
        return;
    }
    *count = given.values.count;
    if (*count)
        memmove(values, given.values.data, *count * sizeof *values);
}

/* Items that were built go after those of the lines before. */
static void *append(walker *x, void *list, uint32_t *count, tlb_grown *memory, const void *items,
                    tlb_iqe_span *span, size_t size)
{
    char *data;
    if (!tlb_growth_reserve(&x->built.growth, list, *count, memory, span->count, size)) {
        tlb_walk_no_memory(x->w);
        *span = (tlb_iqe_span){0};
        return NULL;
    }
    memcpy(&data, list, sizeof data);
    span->first = *count;
    *count += span->count;
    return span->count ? memcpy(data + span->first * size, items, span->count * size) : data;
}

static void walk_indices(walker *x, iqe_line *line)
{
    tlb_walk *w = x->w;
    uint32_t count = line->as.span.count;
    const void *items = tlb_walk_table(w, tlb_iqe_commands[line->word].field, (void *)(uintptr_t)line->items,
                                       &count, 1, TLB_I32, TLB_I32);
    if (!w->visitor->fills || w->status)
        return;
    line->as.span.count = count;
    line->items = append(x, &x->built.indices.data, &x->built.indices.count, &x->built.of_indices, items,
                         &line->as.span, sizeof(int32_t));
}

static void walk_weights(walker *x, iqe_line *line)
{
    tlb_walk *w = x->w;
    struct {
        TLB_ARRAY(tlb_iqe_weight) weights;
    } given = {{(void *)(uintptr_t)line->items, line->as.span.count}};
    WALK_ROWS(w, &given, weights, 1, i) {
        WALK(w, &given.weights.data[i], index);
        WALK(w, &given.weights.data[i], weight);
    }
    if (!w->visitor->fills || w->status)
        return;
    line->as.span.count = given.weights.count;
    line->items = append(x, &x->built.weights.data, &x->built.weights.count, &x->built.of_weights,
                         given.weights.data, &line->as.span, sizeof(tlb_iqe_weight));
}

static void walk_arguments(walker *x, iqe_line *line)
{
    tlb_walk *w = x->w;
    const iqe_command *command = &tlb_iqe_commands[line->word];
    switch (command->kind) {
    case IQE_NOTHING:
        break;
    case IQE_VECTOR:
        walk_row(w, "values", TLB_F32, line->as.vector, command->most);
        break;
    case IQE_NUMBER:
        walk_f32(w, command->field, &line->as.number);
        break;
    case IQE_INTEGER:
        walk_i32(w, command->field, &line->as.integer);
        break;
    case IQE_NAME:
    case IQE_LINE:
        tlb_walk_text(w, command->field, &line->as.text);
        break;
    case IQE_TANGENT:
        walk_numbers(w, line->as.tangent.values, &line->as.tangent.count, command->most);
        break;
    case IQE_POSE:
        walk_numbers(w, line->as.pose.values, &line->as.pose.count, command->most);
        break;
    case IQE_JOINT:
        tlb_walk_text(w, "name", &line->as.joint.name);
        walk_i32(w, "parent", &line->as.joint.parent);
        break;
    case IQE_FORMAT:
        tlb_walk_text(w, "type", &line->as.vertexarray.type);
        tlb_walk_text(w, "component", &line->as.vertexarray.component);
        walk_i32(w, "size", &line->as.vertexarray.size);
        tlb_walk_text(w, "name", &line->as.vertexarray.name);
        break;
    case IQE_INDICES:
        walk_indices(x, line);
        break;
    case IQE_WEIGHTS:
        walk_weights(x, line);
        break;
    }
}

/* --- commands ---------------------------------------------------------------------------------------- */

static void walk_word(tlb_walk *w, uint32_t *word)
{
    const char *names[TLB_IQE_WORDS + 1];
    for (uint32_t i = 0; i < TLB_IQE_WORDS; i++)
        names[i] = tlb_iqe_commands[i].word;
    names[TLB_IQE_WORDS] = NULL;
    tlb_walk_choice(w, "word", word, names);
}

/* Looks at the next command, or makes it, or both. */
static void walk_command(walker *x)
{
    tlb_walk *w = x->w;
    tlb_iqe *iqe = &x->root->iqe;
    bool fills = w->visitor->fills;
    uint32_t word = TLB_IQE_UNKNOWN, spelling = 0;
    iqe_line line = {.word = word};
    bool held = !w->fresh && x->cursor.command < x->held.command_count && tlb_iqe_next(&x->cursor, &line);
    word = line.word;
    walk_word(w, &word);
    if (fills) {
        if (!held || word != line.word)
            tlb_iqe_line_default(&line, word);
        if (iqe->command_count && iqe->words[iqe->command_count - 1] == TLB_IQE_COMMENT)
            tlb_walk_fault(w, "word", "no command may follow \"comment\"");
    }
    if (held)
        spelling = x->held.spellings[x->cursor.command - 1];
    walk_arguments(x, &line);
    if (fills)
        tlb_iqe_line_complete(&line);
    if (!w->status)
        tlb_walk_spelling(w, &x->speller, &x->root->spellings, &tlb_iqe_line_kind, &line, &spelling);
    if (fills && !w->status && !tlb_iqe_add(&x->built, &line, spelling))
        tlb_walk_no_memory(w);
}

static void walk_header(walker *x)
{
    tlb_walk *w = x->w;
    tlb_iqe *iqe = &x->root->iqe;
    tlb_walk_open(w, "header", TLB_ROW);
    tlb_walk_text(w, "text", &iqe->header);
    if (!w->status)
        tlb_walk_spelling(w, &x->speller, &x->root->spellings, &tlb_iqe_header_kind,
                          &(iqe_header){iqe->header}, &iqe->header_spelling);
    tlb_walk_close(w, TLB_ROW);
}

/* What is after the last command. */
static void walk_end(walker *x)
{
    tlb_walk *w = x->w;
    tlb_iqe *iqe = &x->root->iqe;
    bool comment = iqe->command_count && iqe->words[iqe->command_count - 1] == TLB_IQE_COMMENT;
    bool present = (comment ? iqe->comment.size : iqe->tail.size) != 0;
    const char *name = comment ? "comment" : "tail";
    tlb_walk_has(w, name, &present);
    if (!present)
        return;
    tlb_walk_text(w, name, comment ? &iqe->comment : &iqe->tail);
    tlb_words t;
    tlb_words_init(&t, w, (tlb_bytes){(const uint8_t *)iqe->tail.data, iqe->tail.size}, IQE_COMMENT);
    if (!w->status && w->visitor->fills && words_next_line(&t))
        tlb_walk_fault(w, name, "expected only a comment");
}

/* The rows of JSON have no list in memory: they go to that of their word. */
static void walk_all(walker *x)
{
    tlb_walk *w = x->w;
    tlb_iqe *iqe = &x->root->iqe;
    walk_u8(w, "crlf", &iqe->crlf);
    walk_header(x);
    struct {
        TLB_ARRAY(char) commands;
    } rows = {{(char *)x->held.words, x->held.command_count}};
    WALK_ROWS(w, &rows, commands, 1, i)
        walk_command(x);
    if (w->visitor->fills)
        tlb_iqe_finish(&x->built);
    walk_end(x);
}

static void clear_commands(tlb_iqe *iqe)
{
    *iqe = (tlb_iqe){.header = iqe->header,
                     .header_spelling = iqe->header_spelling,
                     .comment = iqe->comment,
                     .tail = iqe->tail,
                     .crlf = iqe->crlf};
}

void tlb_iqe_walk(tlb_walk *w, iqe_root *root)
{
    if ((!w->visitor->fills || w->visitor->edits) &&
        (w->status = tlb_iqe_check_whole(w->context, &root->iqe)))
        return;
    tlb_buffer text = {.account = w->context->account};
    tlb_arena work;
    tlb_arena_init(&work, w->context->account);
    walker x = {
        .w = w, .root = root, .built = {.growth.arena = w->arena, .iqe = &root->iqe}, .held = root->iqe};
    x.cursor.iqe = &x.held;
    if (w->visitor->edits)
        clear_commands(&root->iqe);
    tlb_iqe_speller_init(&x.speller, &x.looked, w->context, root, &work);
    x.speller.out = &text;
    walk_all(&x);
    tlb_buffer_free(&text);
    tlb_arena_release(&work);
}

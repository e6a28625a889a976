/* IQE from text: its lines, filled, traced or spelled again, as layout/words.h says; all of a document; and
 * where each value of a text stands. */
#include "formats/interquake/iqe/iqe.h"

/* --- names ------------------------------------------------------------------------------------------- */

/* Text between quotation marks, or all up to the next blank. */
static void read_name(tlb_words *t, const char *name, tlb_text *text)
{
    if (!words_more(t))
        return;
    bool quoted = *t->at == '"';
    const char *from = t->at += quoted, *p = from;
    while (p < t->end && *p != '\n' && *p != '\r' && (quoted ? *p != '"' : !words_blank(*p)))
        p++;
    tlb_words_text(t, name, text, (size_t)(p - from));
    t->at += quoted && p < t->end && *p == '"';
}

static uint32_t read_joint(tlb_words *t, tlb_iqe_joint *x)
{
    read_name(t, "name", &x->name);
    return words_i32s_some(t, "parent", &x->parent, 0, 1);
}

/* "Any other value of SIZE is ignored": also one that is no number. */
static void read_size(tlb_words *t, int32_t *size)
{
    int32_t number;
    if (!words_more(t) || *t->at == '"')
        return;
    const char *after = words_read_i32(t->at, t->end, &number);
    if (after && words_break(t, after)) {
        words_i32s(t, "size", size, 1);
        return;
    }
    *size = 0;
    while (!words_break(t, t->at))
        t->at++;
}

/* vertexarray TYPE COMPONENT SIZE NAME */
static void read_vertexarray(tlb_words *t, tlb_iqe_vertexarray *x)
{
    read_name(t, "type", &x->type);
    read_name(t, "component", &x->component);
    read_size(t, &x->size);
    read_name(t, "name", &x->name);
}

/* --- lists ------------------------------------------------------------------------------------------- */

static words_part enter_items(tlb_words *t, const void *read)
{
    const iqe_line *wanted = (const void *)t->wanted;
    return words_enter_part(t, read, wanted ? wanted->items : NULL);
}

/* READ: all numbers of the line to the end of the list. */
static bool take_indices(tlb_words *t, iqe_reader *r, const char *field)
{
    enum { AT_ONCE = 16 };
    do {
        if (!tlb_growth_reserve(&r->growth, &r->indices.data, r->indices.count, &r->of_indices, AT_ONCE,
                                sizeof *r->indices.data)) {
            tlb_walk_refused(t->w, r->growth.arena->failure);
            return false;
        }
        uint32_t left = r->of_indices.capacity - r->indices.count;
        r->indices.count +=
            words_i32s_some(t, field, r->indices.data + r->indices.count, 0, left < AT_ONCE ? left : AT_ONCE);
    } while (!t->w->status && words_more(t));
    return !t->w->status;
}

static void read_indices(tlb_words *t, iqe_line *x)
{
    iqe_reader *r = t->user;
    const char *field = tlb_iqe_commands[x->word].field, *at = t->at;
    tlb_words_task task = t->task;
    if (!r->iqe)
        r->indices.count = 0;
    uint32_t first = r->indices.count;
    t->task = WORDS_READ;
    bool taken = take_indices(t, r, field);
    t->task = task;
    x->as.span = (tlb_iqe_span){first, r->indices.count - first};
    x->items = x->as.span.count ? r->indices.data + first : r->indices.data;
    if (task == WORDS_READ || !taken || !x->as.span.count)
        return;
    t->at = at;
    words_part outer = enter_items(t, r->indices.data);
    words_i32s(t, field, r->indices.data, x->as.span.count);
    words_leave_part(t, outer);
}

static void read_weight(tlb_words *t, tlb_iqe_weight *x)
{
    *x = (tlb_iqe_weight){0};
    words_i32s(t, "index", &x->index, 1);
    words_f32s_some(t, "weight", &x->weight, 0, 1);
}

static void read_weights(tlb_words *t, iqe_line *x)
{
    iqe_reader *r = t->user;
    if (!r->iqe)
        r->weights.count = 0;
    uint32_t first = r->weights.count;
    words_enter(t, "weights");
    while (!t->w->status && words_more(t)) {
        if (!tlb_growth_reserve(&r->growth, &r->weights.data, r->weights.count, &r->of_weights, 1,
                                sizeof *r->weights.data)) {
            tlb_walk_refused(t->w, r->growth.arena->failure);
            break;
        }
        words_element(t, r->weights.count - first);
        tlb_iqe_weight *weight = &r->weights.data[r->weights.count++];
        words_part outer = enter_items(t, r->weights.data);
        read_weight(t, weight);
        words_leave_part(t, outer);
    }
    words_leave(t);
    x->as.span = (tlb_iqe_span){first, r->weights.count - first};
    x->items = x->as.span.count ? r->weights.data + first : r->weights.data;
}

/* --- lines ------------------------------------------------------------------------------------------- */

static bool starts_with(const tlb_words *t, const char *word, size_t size)
{
    return (size_t)(t->end - t->at) >= size && memcmp(t->at, word, size) == 0 && words_break(t, t->at + size);
}

static uint32_t find_long_word(const tlb_words *t)
{
    for (uint32_t word = 0; word < TLB_IQE_UNKNOWN; word++)
        if (starts_with(t, tlb_iqe_commands[word].word, tlb_iqe_commands[word].length))
            return word;
    return TLB_IQE_UNKNOWN;
}

enum { SHORT_WORD = 2 };

/* The word at `at`; most are of two letters. */
static uint32_t find_word(const tlb_words *t)
{
    static const uint8_t vertex[] = {
        ['p'] = TLB_IQE_VP + 1, ['t'] = TLB_IQE_VT + 1, ['n'] = TLB_IQE_VN + 1, ['x'] = TLB_IQE_VX + 1,
        ['b'] = TLB_IQE_VB + 1, ['c'] = TLB_IQE_VC + 1, ['s'] = TLB_IQE_VS + 1};
    if (t->end - t->at < SHORT_WORD || !words_break(t, t->at + SHORT_WORD))
        return find_long_word(t);
    uint8_t a = (uint8_t)t->at[0], b = (uint8_t)t->at[1];
    if (a == 'v' && b < sizeof vertex && vertex[b])
        return vertex[b] - 1u;
    if (a == 'f' && b == 'm')
        return TLB_IQE_FM;
    if (a == 'f' && b == 'a')
        return TLB_IQE_FA;
    return find_long_word(t);
}

/* Past what follows the last argument. */
static void end_line(tlb_words *t)
{
    iqe_reader *r = t->user;
    if (t->w->status)
        return;
    r->extra = words_more(t);
    while (t->at < t->end && *t->at != '\n' && *t->at != '\r' && r->extra)
        t->at++;
    words_end_line(t, NULL);
}

static void read_unknown(tlb_words *t, iqe_line *x)
{
    const char *p = t->at;
    while (p < t->end && *p != '\n' && *p != '\r')
        p++;
    tlb_words_text(t, "line", &x->as.text, (size_t)(p - t->at));
}

static void read_arguments(tlb_words *t, iqe_line *x)
{
    const iqe_command *command = &tlb_iqe_commands[x->word];
    switch (command->kind) {
    case IQE_NOTHING:
        break;
    case IQE_VECTOR:
        x->given = words_f32s_some(t, "values", x->as.vector, 0, command->most);
        break;
    case IQE_NUMBER:
        x->given = words_f32s_some(t, command->field, &x->as.number, 0, 1);
        break;
    case IQE_INTEGER:
        x->given = words_i32s_some(t, command->field, &x->as.integer, 0, 1);
        break;
    case IQE_NAME:
        read_name(t, "name", &x->as.text);
        break;
    case IQE_TANGENT:
        x->as.tangent.count = words_f32s_some(t, "values", x->as.tangent.values, 0, command->most);
        break;
    case IQE_POSE:
        x->as.pose.count = words_f32s_some(t, "values", x->as.pose.values, 0, command->most);
        tlb_iqe_line_complete(x);
        break;
    case IQE_JOINT:
        x->given = read_joint(t, &x->as.joint);
        break;
    case IQE_FORMAT:
        read_vertexarray(t, &x->as.vertexarray);
        break;
    case IQE_INDICES:
        read_indices(t, x);
        break;
    case IQE_WEIGHTS:
        read_weights(t, x);
        break;
    case IQE_LINE:
        read_unknown(t, x);
        break;
    }
}

static void read_line(tlb_words *t, void *record)
{
    iqe_line *x = record;
    if (!words_next_line(t)) {
        tlb_words_fail(t, TLB_CODE_TRUNCATED, NULL, "expected a command, found the end of the file");
        return;
    }
    uint32_t word = find_word(t);
    tlb_iqe_line_default(x, word);
    if (t->task == WORDS_TRACE && word != TLB_IQE_UNKNOWN) {
        tlb_text text;
        tlb_words_text(t, "word", &text, tlb_iqe_commands[word].length);
    } else
        t->at += tlb_iqe_commands[word].length;
    read_arguments(t, x);
    end_line(t);
}

/* --- header ------------------------------------------------------------------------------------------ */

/* The reference compiler ignores what is before the "#". */
static void read_header(tlb_words *t, void *record)
{
    enum { SIZE = sizeof IQE_SIGNATURE - 1 };
    iqe_header *x = record;
    const char *end = t->at, *at = t->at;
    while (end < t->end && *end != '\n' && *end != '\r')
        end++;
    while (at < end && *at != '#')
        at++;
    if (end - at < SIZE || memcmp(at, IQE_SIGNATURE, SIZE) != 0) {
        tlb_words_fail(t, TLB_CODE_BAD_SIGNATURE, NULL, "the first line is not \"" IQE_SIGNATURE "\"");
        return;
    }
    t->at = at + SIZE;
    tlb_words_text(t, "text", &x->header, (size_t)(end - t->at));
    words_end_line(t, NULL);
}

const tlb_record_kind tlb_iqe_header_kind = {.lead = "",
                                             .size = sizeof(iqe_header),
                                             .read = read_header,
                                             .compare = tlb_iqe_compare_headers,
                                             .write = tlb_iqe_spell_header};
const tlb_record_kind tlb_iqe_line_kind = {.lead = "",
                                           .size = sizeof(iqe_line),
                                           .read = read_line,
                                           .compare = tlb_iqe_compare_lines,
                                           .write = tlb_iqe_spell_line};

/* --- reading ----------------------------------------------------------------------------------------- */

static bool is_last(const tlb_iqe *iqe)
{
    return iqe->command_count && iqe->words[iqe->command_count - 1] == TLB_IQE_COMMENT;
}

static void read_commands(tlb_words *t, iqe_root *root)
{
    tlb_iqe *iqe = &root->iqe;
    iqe_reader *r = t->user;
    words_enter(t, "commands");
    while (!t->w->status && !is_last(iqe)) {
        uint32_t spelling = tlb_spelling_here(t);
        const char *at = t->at;
        if (!words_next_line(t)) {
            t->at = at;
            break;
        }
        iqe_line line;
        r->growth.at = t->at;
        words_element(t, iqe->command_count);
        tlb_iqe_line_kind.read(t, &line);
        if (r->extra && !root->extra_count++)
            root->extra_first = iqe->command_count;
        if (!t->w->status && !tlb_iqe_add(r, &line, spelling))
            tlb_walk_refused(t->w, r->growth.arena->failure);
    }
    words_leave(t);
    tlb_iqe_finish(r);
}

static void read_text(tlb_document *document, tlb_walk *w, iqe_root *root)
{
    tlb_words t;
    iqe_header header;
    tlb_iqe *iqe = &root->iqe;
    tlb_words_init(&t, w, document->source, IQE_COMMENT);
    enum { MOST_TIMES = 16 }; /* what is foreseen: see tlb_growth */
    iqe_reader reader = {.growth = {&document->arena, t.start, t.at, t.end, MOST_TIMES}, .iqe = iqe};
    t.user = &reader;
    root->spellings = tlb_spellings_of(document->source);
    iqe->header_spelling = tlb_spelling_here(&t);
    tlb_iqe_header_kind.read(&t, &header);
    if (w->status)
        return;
    iqe->header = header.header;
    iqe->crlf = t.at - t.start > 1 && t.at[-1] == '\n' && t.at[-2] == '\r';
    read_commands(&t, root);
    if (!w->status)
        *(is_last(iqe) ? &iqe->comment : &iqe->tail) = (tlb_text){t.at, (uint32_t)(t.end - t.at)};
}

tlb_status tlb_iqe_read(tlb_document *document)
{
    iqe_root *root = tlb_zalloc(&document->arena, sizeof *root);
    if (!root)
        return tlb_report_memory(document->context, &document->arena);
    document->root = root;
    if (document->source.size >= UINT32_MAX) {
        tlb_report(document->context, TLB_CODE_NOT_SUPPORTED, 0, NULL,
                   "the text has 4 GiB or more, which is not supported");
        return TLB_UNSUPPORTED;
    }
    tlb_walk w = tlb_walk_reader(document->context, &document->arena, document->source);
    read_text(document, &w, root);
    return w.status;
}

/* --- places ------------------------------------------------------------------------------------------ */

static void trace_text(tlb_words *t)
{
    iqe_header header;
    iqe_line line = {.word = TLB_IQE_UNKNOWN};
    words_enter(t, "header");
    tlb_iqe_header_kind.read(t, &header);
    words_leave(t);
    words_enter(t, "commands");
    for (uint32_t i = 0; !t->w->status && line.word != TLB_IQE_COMMENT && words_next_line(t); i++) {
        words_element(t, i);
        tlb_record_trace(t, &tlb_iqe_line_kind, &line);
    }
    words_leave(t);
    tlb_words_show_rest(t, line.word == TLB_IQE_COMMENT ? "comment" : "tail");
}

void tlb_iqe_trace(tlb_walk *w, const iqe_root *root)
{
    tlb_buffer text = {.account = w->context->account};
    tlb_arena work;
    tlb_arena_init(&work, w->context->account);
    enum { MOST_TIMES = 16 }; /* what is foreseen: see tlb_growth */
    iqe_reader reader = {.growth.arena = &work};
    tlb_words_trace(w, tlb_iqe_write_text(w->context, root, &text), &text, IQE_COMMENT, trace_text, &reader);
    tlb_arena_release(&work);
}

/* OBJ from text: its lines, filled, traced or spelled again, as layout/words.h says; all of a document; and
 * where each value of a text stands. */
#include "formats/interchange/obj/obj.h"

#include "base/text.h"

/* --- lines ------------------------------------------------------------------------------------------- */

/* "\" at the end of a line: the statement goes on in the next. */
static const char *skip_continuation(const tlb_words *t, const char *p)
{
    if (p == t->end || *p != '\\')
        return NULL;
    for (p++; p < t->end && words_blank(*p); p++)
        ;
    if (p < t->end && *p == '\r')
        p++;
    if (p < t->end && *p == '\n')
        p++;
    else if (p[-1] != '\r')
        return NULL;
    return p;
}

/* Whether there is another argument of the statement, in this line or one that continues it. */
static bool more_arguments(tlb_words *t)
{
    const char *next;
    while (words_more(t)) {
        next = skip_continuation(t, t->at);
        if (!next)
            return true;
        t->at = next;
    }
    return false;
}

/* Where the statement's last line ends, without its end. */
static const char *statement_end(const tlb_words *t)
{
    const char *p = t->at;
    for (;; p++) {
        const char *next;
        while (p < t->end && *p != '\n' && *p != '\r' && *p != '\\')
            p++;
        if (p == t->end || *p != '\\')
            return p;
        next = skip_continuation(t, p);
        p = next ? next - 1 : p;
    }
}

/* Past what follows the last argument. */
static void end_line(tlb_words *t)
{
    if (t->w->status)
        return;
    if (words_more(t))
        t->at = statement_end(t);
    words_end_line(t, NULL);
}

/* --- numbers ----------------------------------------------------------------------------------------- */

static bool is_continued(const tlb_words *t)
{
    const char *p = t->at;
    while (p < t->end && *p != '\\' && *p != '\n' && *p != '\r')
        p++;
    return p < t->end && *p == '\\';
}

static void read_vector(tlb_words *t, obj_line *x)
{
    const obj_statement *statement = &tlb_obj_statements[x->word];
    if (!is_continued(t))
        x->given = words_f32s_some(t, "values", x->as.vector, statement->least, statement->most);
    else
        while (!t->w->status && x->given < statement->most &&
               (more_arguments(t) || x->given < statement->least)) {
            words_f32s(t, "values", &x->as.vector[x->given], 1);
            x->given++;
        }
}

/* v, v/vt, v//vn or v/vt/vn; a number after a "/" may be missing. */
static const char *read_corner(const char *p, const char *end, tlb_obj_corner *corner)
{
    corner->vt = corner->vn = 0;
    p = words_read_i32(p, end, &corner->v);
    if (!p || p == end || *p != '/')
        return p;
    const char *after = words_read_i32(++p, end, &corner->vt);
    p = after ? after : p;
    if (p == end || *p != '/')
        return p;
    after = words_read_i32(++p, end, &corner->vn);
    return after ? after : p;
}

static void fail_corner(tlb_words *t)
{
    tlb_text word = tlb_words_peek(t);
    tlb_words_fail(t, TLB_CODE_BAD_NUMBER, "corners", "expected v, v/vt, v//vn or v/vt/vn, found \"%.*s\"",
                   (int)(word.size < 40 ? word.size : 40), word.data);
}

static void read_corners(tlb_words *t, obj_line *x)
{
    obj_reader *r = t->user;
    if (!r->obj)
        r->corners.count = 0;
    uint32_t first = r->corners.count;
    const char *from = NULL, *to = NULL;
    while (more_arguments(t)) {
        if (!tlb_growth_reserve(&r->growth, &r->corners.data, r->corners.count, &r->of_corners, 1,
                                sizeof *r->corners.data)) {
            tlb_walk_refused(t->w, r->growth.arena->failure);
            return;
        }
        const char *after = read_corner(t->at, t->end, &r->corners.data[r->corners.count]);
        if (!after || !words_break(t, after)) {
            fail_corner(t);
            return;
        }
        r->corners.count++;
        from = from ? from : t->at;
        t->at = to = after;
    }
    uint32_t count = r->corners.count - first;
    x->as.span = (tlb_obj_span){first, count};
    x->corners = count ? r->corners.data + first : r->corners.data;
    if (t->task == WORDS_TRACE && count) {
        const char *at = t->at;
        t->at = to;
        tlb_words_show(t, "corners", from, TLB_I32, r->corners.data + first, 3 * count);
        t->at = at;
    }
}

/* --- texts ------------------------------------------------------------------------------------------- */

void tlb_obj_read_text(tlb_words *t, const char *name, tlb_text *text)
{
    while (t->at < t->end && words_blank(*t->at))
        t->at++;
    const char *p = statement_end(t);
    while (p > t->at && words_blank(p[-1]))
        p--;
    tlb_words_text(t, name, text, (size_t)(p - t->at));
}

/* A number or "off"; false: neither, then the line is one of others. */
static bool is_smoothing(const tlb_words *t, const char *at)
{
    tlb_words ahead = *t;
    uint32_t number;
    ahead.at = at;
    if (!words_more(&ahead))
        return false;
    if (tlb_words_take(&ahead, "off"))
        return true;
    const char *after = tlb_read_u32(ahead.at, t->end, &number);
    return after && words_break(t, after);
}

static void read_smoothing(tlb_words *t, uint32_t *group)
{
    words_more(t);
    const char *from = t->at;
    if (!tlb_words_take(t, "off")) {
        words_u32s(t, "group", group, 1);
        return;
    }
    *group = 0;
    if (t->task == WORDS_TRACE)
        tlb_words_show(t, "group", from, TLB_U32, group, 1);
    else if (t->task == WORDS_RESPELL)
        tlb_words_respell(t, from, TLB_U32, group);
}

/* --- statements -------------------------------------------------------------------------------------- */

uint32_t tlb_obj_find_word(const tlb_words *t)
{
    for (uint32_t word = 0; word < TLB_OBJ_OTHER; word++) {
        const obj_statement *x = &tlb_obj_statements[word];
        const char *after = t->at + x->length;
        if ((size_t)(t->end - t->at) < x->length || memcmp(t->at, x->word, x->length) != 0 ||
            !(words_break(t, after) || *after == '\\'))
            continue;
        return word == TLB_OBJ_S && !is_smoothing(t, after) ? TLB_OBJ_OTHER : word;
    }
    return TLB_OBJ_OTHER;
}

static void read_arguments(tlb_words *t, obj_line *x)
{
    const obj_statement *statement = &tlb_obj_statements[x->word];
    switch (statement->kind) {
    case OBJ_VECTOR:
        read_vector(t, x);
        break;
    case OBJ_ELEMENT:
        read_corners(t, x);
        break;
    case OBJ_TEXT:
    case OBJ_LINE:
        tlb_obj_read_text(t, statement->field, &x->as.text);
        break;
    case OBJ_NUMBER:
        read_smoothing(t, &x->as.number);
        break;
    }
}

bool tlb_obj_next_line(tlb_words *t)
{
    static const char mark[] = "\xef\xbb\xbf";
    while (words_next_line(t)) {
        if (t->end - t->at < 3 || memcmp(t->at, mark, 3) != 0)
            return true;
        t->at += 3;
    }
    return false;
}

static void read_line(tlb_words *t, void *record)
{
    obj_line *x = record;
    *x = (obj_line){.word = TLB_OBJ_OTHER};
    if (!tlb_obj_next_line(t)) {
        tlb_words_fail(t, TLB_CODE_TRUNCATED, NULL, "expected a statement, found the end of the file");
        return;
    }
    x->word = tlb_obj_find_word(t);
    if (t->task == WORDS_TRACE && x->word != TLB_OBJ_OTHER) {
        tlb_text text;
        tlb_words_text(t, "word", &text, tlb_obj_statements[x->word].length);
    } else
        t->at += tlb_obj_statements[x->word].length;
    read_arguments(t, x);
    end_line(t);
}

const tlb_record_kind tlb_obj_line_kind = {.lead = "",
                                           .size = sizeof(obj_line),
                                           .read = read_line,
                                           .compare = tlb_obj_compare_lines,
                                           .write = tlb_obj_spell_line};

/* --- reading ----------------------------------------------------------------------------------------- */

static void read_statement(tlb_words *t, obj_reader *r, uint32_t spelling)
{
    obj_line line;
    if (tlb_obj_read_plain(t, spelling))
        return;
    words_element(t, r->obj->statement_count);
    tlb_obj_line_kind.read(t, &line);
    if (!t->w->status && !tlb_obj_add(r, &line, spelling))
        tlb_walk_refused(t->w, r->growth.arena->failure);
}

static void read_statements(tlb_words *t, obj_root *root)
{
    obj_reader *r = t->user;
    words_enter(t, "statements");
    while (!t->w->status) {
        uint32_t spelling = tlb_spelling_here(t);
        const char *at = t->at;
        if (!tlb_obj_next_line(t)) {
            t->at = at;
            break;
        }
        r->growth.at = t->at;
        read_statement(t, r, spelling);
    }
    words_leave(t);
    tlb_obj_finish(r);
    root->obj.tail = (tlb_text){t->at, (uint32_t)(t->end - t->at)};
}

/* Object files of compilers are called so, too. */
static tlb_status refuse_binary(tlb_document *document)
{
    enum { LOOKED_AT = 4096 };
    size_t size = document->source.size < LOOKED_AT ? document->source.size : LOOKED_AT;
    if (!size || !memchr(document->source.data, 0, size))
        return TLB_OK;
    tlb_report(document->context, TLB_CODE_NOT_SUPPORTED, 0, NULL,
               "not a text, or one in UTF-16, which is not supported; save it as UTF-8");
    return TLB_UNSUPPORTED;
}

tlb_status tlb_obj_read(tlb_document *document)
{
    obj_root *root = tlb_zalloc(&document->arena, sizeof *root);
    tlb_words t;
    if (!root)
        return tlb_report_memory(document->context, &document->arena);
    document->root = root;
    if (document->source.size >= UINT32_MAX) {
        tlb_report(document->context, TLB_CODE_NOT_SUPPORTED, 0, NULL,
                   "the text has 4 GiB or more, which is not supported");
        return TLB_UNSUPPORTED;
    }
    if (refuse_binary(document))
        return TLB_UNSUPPORTED;
    tlb_walk w = tlb_walk_reader(document->context, &document->arena, document->source);
    tlb_words_init(&t, &w, document->source, OBJ_COMMENT);
    enum { MOST_TIMES = 4 }; /* what is foreseen: see tlb_growth */
    obj_reader reader = {.growth = {&document->arena, t.start, t.at, t.end, MOST_TIMES}, .obj = &root->obj};
    t.user = &reader;
    root->spellings = tlb_spellings_of(document->source);
    const char *line = t.start < t.end ? memchr(t.start, '\n', (size_t)(t.end - t.start)) : NULL;
    root->obj.crlf = line && line > t.start && line[-1] == '\r';
    read_statements(&t, root);
    return w.status;
}

/* --- places ------------------------------------------------------------------------------------------ */

static void trace_text(tlb_words *t)
{
    obj_line line;
    words_enter(t, "statements");
    for (uint32_t i = 0; !t->w->status && tlb_obj_next_line(t); i++) {
        words_element(t, i);
        tlb_record_trace(t, &tlb_obj_line_kind, &line);
    }
    words_leave(t);
    tlb_words_show_rest(t, "tail");
}

void tlb_obj_trace(tlb_walk *w, const obj_root *root)
{
    tlb_buffer text = {.account = w->context->account};
    tlb_arena work;
    tlb_arena_init(&work, w->context->account);
    obj_reader reader = {.growth.arena = &work};
    tlb_words_trace(w, tlb_obj_write_text(w->context, root, &text), &text, OBJ_COMMENT, trace_text, &reader);
    tlb_arena_release(&work);
}

/* --- what a text is ---------------------------------------------------------------------------------- */

/* There is no signature: the first statements must be ones that OBJ has, with the arguments that they have.
 */
int tlb_obj_probe(tlb_bytes source)
{
    enum { ALL = 8, LIKELY = 60, LOOKED_AT = 65536 };
    static const char *const others[] = {"cstype", "deg",   "bmat",       "step",   "curv",   "surf", "mg",
                                         "lod",    "bevel", "shadow_obj", "usemap", "maplib", "s"};
    tlb_words t;
    tlb_bytes head = {source.data, source.size < LOOKED_AT ? source.size : LOOKED_AT};
    tlb_words_init(&t, NULL, head, OBJ_COMMENT);
    if (head.size && memchr(head.data, 0, head.size))
        return 0;
    int known = 0;
    bool is_own = false; /* IQE, too, has vp, vt and vn */
    while (known < ALL && tlb_obj_next_line(&t)) {
        uint32_t word = tlb_obj_find_word(&t);
        bool expected = word != TLB_OBJ_OTHER;
        float number;
        for (size_t i = 0; i < sizeof others / sizeof *others && !expected; i++) {
            tlb_words ahead = t;
            expected = tlb_words_take(&ahead, others[i]);
        }
        if (!expected)
            return 0;
        t.at += tlb_obj_statements[word].length;
        obj_kind kind = tlb_obj_statements[word].kind;
        if ((kind == OBJ_VECTOR || kind == OBJ_ELEMENT) &&
            (!words_more(&t) || (*t.at != '\\' && !tlb_read_f32(t.at, t.end, &number))))
            return 0;
        is_own |= word != TLB_OBJ_OTHER && (word < TLB_OBJ_VT || word > TLB_OBJ_VP);
        t.at = statement_end(&t);
        known++;
    }
    return is_own ? LIKELY : 0;
}

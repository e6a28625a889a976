/* .csx from text, and where each value of a text is. */
#include "formats/torque/csx/csx.h"

#include "base/text.h"

#include <string.h>

typedef struct reader {
    tlb_words *t;
    tlb_arena *work;
    TLB_LIST(tlb_csx_element) elements; /* attributes.data is NULL until all are read */
    TLB_LIST(tlb_csx_attribute) attributes;
    uint32_t open[CSX_MOST_DEPTH + 1], depth;
} reader;

/* The first character of what comes next, without going there. */
static char look(const tlb_words *t)
{
    tlb_words ahead = *t;
    return tlb_csx_next(&ahead);
}

static bool ends_element(const tlb_words *t)
{
    tlb_words ahead = *t;
    return tlb_csx_next(&ahead) == '<' && ahead.end - ahead.at >= 2 && ahead.at[1] == '/';
}

static bool has_attribute(const tlb_words *t)
{
    char next = look(t);
    return next && next != '>' && next != '/' && next != '<';
}

static void read_attributes(reader *r, tlb_csx_element *element)
{
    tlb_words *t = r->t;
    words_enter(t, "attributes");
    while (!t->w->status && has_attribute(t)) {
        words_element(t, element->attributes.count);
        tlb_csx_attribute *x = TLB_PUSH(r->work, &r->attributes);
        if (!x) {
            tlb_walk_refused(t->w, r->work->failure);
            break;
        }
        *x = (tlb_csx_attribute){.spelling = tlb_spelling_here(t)};
        tlb_csx_attribute_kind.read(t, x);
        element->attributes.count++;
    }
    words_leave(t);
}

static void read_start(reader *r)
{
    tlb_words *t = r->t;
    tlb_csx_element element = {.depth = r->depth, .spelling = tlb_spelling_here(t)};
    csx_tag tag = {.depth = r->depth};
    words_element(t, r->elements.count);
    tlb_csx_open_kind.read(t, &tag);
    element.name = tag.name;
    if (!t->w->status)
        read_attributes(r, &element);
    element.close = tlb_spelling_here(t);
    if (!t->w->status)
        tlb_csx_close_kind.read(t, &tag);
    element.isEmpty = tag.is_empty;
    if (!t->w->status && r->depth > CSX_MOST_DEPTH)
        tlb_words_fail(t, TLB_CODE_NESTING_LIMIT, NULL, "elements are nested deeper than %u",
                       (unsigned)CSX_MOST_DEPTH);
    tlb_csx_element *added = t->w->status ? NULL : TLB_PUSH(r->work, &r->elements);
    if (added)
        *added = element;
    else
        tlb_walk_refused(t->w, r->work->failure);
    if (added && !tag.is_empty)
        r->open[r->depth++] = r->elements.count - 1;
}

static void read_end(reader *r)
{
    tlb_words *t = r->t;
    tlb_csx_element *element = &r->elements.data[r->open[--r->depth]];
    const char *at = t->at;
    csx_tag tag = {.depth = r->depth};
    words_element(t, r->open[r->depth]);
    element->end = tlb_spelling_here(t);
    tlb_csx_end_kind.read(t, &tag);
    if (t->w->status || tlb_same_text(tag.name, element->name))
        return;
    t->at = at;
    tlb_csx_next(t);
    tlb_words_fail(t, TLB_CODE_BAD_WORD, NULL, "</%.*s> ends <%.*s>",
                   (int)(tag.name.size < 40 ? tag.name.size : 40), tag.name.data,
                   (int)(element->name.size < 40 ? element->name.size : 40), element->name.data);
}

static void *keep(reader *r, tlb_arena *arena, const void *items, uint32_t count, size_t size)
{
    void *kept = tlb_alloc_array(arena, count, size);
    if (!kept)
        tlb_walk_refused(r->t->w, arena->failure);
    else if (count)
        memcpy(kept, items, count * size);
    return kept;
}

static void read_elements(reader *r, tlb_arena *arena, tlb_csx *csx)
{
    tlb_words *t = r->t;
    words_enter(t, "elements");
    do
        if (r->depth && ends_element(t))
            read_end(r);
        else
            read_start(r);
    while (!t->w->status && r->depth);
    words_leave(t);
    if (!t->w->status && look(t))
        tlb_words_fail(t, TLB_CODE_BAD_WORD, NULL, "expected nothing after the root element");
    if (t->w->status)
        return;
    csx->elements.data = keep(r, arena, r->elements.data, r->elements.count, sizeof *csx->elements.data);
    tlb_csx_attribute *attributes =
        keep(r, arena, r->attributes.data, r->attributes.count, sizeof *attributes);
    if (t->w->status)
        return;
    csx->elements.count = r->elements.count;
    for (uint32_t i = 0; i < csx->elements.count; i++) {
        csx->elements.data[i].attributes.data = attributes;
        attributes += csx->elements.data[i].attributes.count;
    }
    csx->tail = (tlb_text){t->at, (uint32_t)(t->end - t->at)};
}

tlb_status tlb_csx_read(tlb_document *document)
{
    csx_root *root = tlb_zalloc(&document->arena, sizeof *root);
    tlb_words t;
    if (!root)
        return tlb_report_memory(document->context, &document->arena);
    document->root = root;
    if (document->source.size >= UINT32_MAX ||
        (document->source.size && memchr(document->source.data, 0, document->source.size))) {
        tlb_report(document->context, TLB_CODE_NOT_SUPPORTED, 0, NULL,
                   "not a text of less than 4 GiB in UTF-8, as Constructor writes it");
        return TLB_UNSUPPORTED;
    }
    tlb_walk w = tlb_walk_reader(document->context, &document->arena, document->source);
    tlb_words_init(&t, &w, document->source, CSX_COMMENT);
    tlb_arena work;
    tlb_arena_init(&work, document->context->account);
    reader r = {.t = &t, .work = &work};
    root->spellings = tlb_spellings_of(document->source);
    const char *line = t.start < t.end ? memchr(t.start, '\n', (size_t)(t.end - t.start)) : NULL;
    root->csx.crlf = line && line > t.start && line[-1] == '\r';
    read_elements(&r, &document->arena, &root->csx);
    tlb_arena_release(&work);
    return w.status;
}

/* --- places ------------------------------------------------------------------------------------------ */

static void trace_start(tlb_words *t, csx_tag *tag)
{
    tlb_csx_attribute attribute;
    tlb_csx_next(t);
    tlb_record_trace(t, &tlb_csx_open_kind, tag);
    words_enter(t, "attributes");
    for (uint32_t i = 0; !t->w->status && has_attribute(t); i++) {
        words_element(t, i);
        tlb_csx_next(t);
        tlb_record_trace(t, &tlb_csx_attribute_kind, &attribute);
    }
    words_leave(t);
    tlb_csx_close_kind.read(t, tag);
}

static void trace_text(tlb_words *t)
{
    uint32_t depth = 0;
    words_enter(t, "elements");
    for (uint32_t i = 0; !t->w->status && (!i || depth);) {
        csx_tag tag = {.depth = 0};
        if (depth && ends_element(t)) {
            tlb_words plain = *t;
            plain.task = WORDS_READ;
            plain.lend = true;
            tlb_csx_end_kind.read(&plain, &tag);
            t->at = plain.at;
            depth--;
            continue;
        }
        words_element(t, i++);
        trace_start(t, &tag);
        depth += !tag.is_empty;
    }
    words_leave(t);
    tlb_words_show_rest(t, "tail");
}

void tlb_csx_trace(tlb_walk *w, const csx_root *root)
{
    tlb_buffer text = {.account = w->context->account};
    tlb_words_trace(w, tlb_csx_write_text(w->context, root, &text), &text, CSX_COMMENT, trace_text, NULL);
}

/* --- what a text is ---------------------------------------------------------------------------------- */

/* The root is called ConstructorScene. */
int tlb_csx_probe(tlb_bytes source)
{
    enum { SURE = 95, LOOKED_AT = 65536 };
    static const char root[] = "<ConstructorScene";
    tlb_words t;
    tlb_bytes head = {source.data, source.size < LOOKED_AT ? source.size : LOOKED_AT};
    tlb_words_init(&t, NULL, head, CSX_COMMENT);
    bool found = tlb_csx_next(&t) == '<' && (size_t)(t.end - t.at) >= sizeof root &&
                 memcmp(t.at, root, sizeof root - 1) == 0;
    return found ? SURE : 0;
}

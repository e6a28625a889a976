/* .bbg from text, and where each value of a text is. */
#include "formats/meridian/bbg/bbg.h"

#include "base/text.h"

#include <string.h>

bbg_root *tlb_bbg_create(tlb_arena *arena)
{
    bbg_root *root = tlb_zalloc(arena, sizeof *root);
    if (root)
        root->scratch = tlb_alloc(arena, sizeof *root->scratch);
    return root && root->scratch ? root : NULL;
}

/* Whether the next word is an option. */
static bool comes_option(const tlb_words *t)
{
    tlb_words ahead = *t;
    return tlb_bbg_next(&ahead) && *ahead.at == '-';
}

static void read_options(tlb_words *t, bbg_root *root)
{
    TLB_LIST(tlb_bbg_option) options = {0};
    words_enter(t, "options");
    while (!t->w->status && comes_option(t)) {
        words_element(t, options.count);
        tlb_bbg_option *x = TLB_PUSH(t->w->arena, &options);
        if (!x) {
            tlb_walk_no_memory(t->w);
            break;
        }
        *x = (tlb_bbg_option){.spelling = tlb_spelling_here(t)};
        tlb_bbg_option_kind.read(t, x);
    }
    words_leave(t);
    root->bbg.options.data = options.data;
    root->bbg.options.count = options.count;
}

static uint32_t read_count(tlb_words *t, const tlb_record_kind *kind, tlb_bbg_spelling *spelling)
{
    bbg_count number = {0};
    *spelling = tlb_spelling_here(t);
    kind->read(t, &number);
    return number.count;
}

/* The fewest characters of a bitmap or a group: one, and a blank. */
enum { LEAST = 2 };

static void read_text(tlb_words *t, bbg_root *root)
{
    tlb_bbg *bbg = &root->bbg;
    read_options(t, root);
    bbg->bitmaps.count = read_count(t, &tlb_bbg_bitmaps_kind, &bbg->numBitmaps);
    bbg->bitmaps.data =
        tlb_words_open_list(t, "bitmaps", &bbg->bitmaps.count, sizeof *bbg->bitmaps.data, LEAST);
    for (uint32_t i = 0; i < bbg->bitmaps.count && !t->w->status; i++) {
        words_element(t, i);
        bbg->bitmaps.data[i] = (tlb_bbg_bitmap){.spelling = tlb_spelling_here(t)};
        tlb_bbg_bitmap_kind.read(t, &bbg->bitmaps.data[i]);
    }
    words_leave(t);
    if (!t->w->status)
        bbg->groups.count = read_count(t, &tlb_bbg_groups_kind, &bbg->numGroups);
    bbg->groups.data = tlb_words_open_list(t, "groups", &bbg->groups.count, sizeof *bbg->groups.data, LEAST);
    for (uint32_t i = 0; i < bbg->groups.count && !t->w->status; i++) {
        words_element(t, i);
        bbg->groups.data[i] = (tlb_bbg_group){.spelling = tlb_spelling_here(t)};
        tlb_bbg_group_kind.read(t, &bbg->groups.data[i]);
    }
    words_leave(t);
    bbg->tail = (tlb_text){t->at, (uint32_t)(t->end - t->at)};
}

tlb_status tlb_bbg_read(tlb_document *document)
{
    tlb_bytes source = document->source;
    bbg_root *root = tlb_bbg_create(&document->arena);
    tlb_words t;
    if (!root)
        return tlb_report_memory(document->context, &document->arena);
    document->root = root;
    if (source.size >= UINT32_MAX || (source.size && memchr(source.data, 0, source.size))) {
        tlb_report(document->context, TLB_CODE_NOT_SUPPORTED, 0, NULL,
                   "not a text of less than 4 GiB, as command files of makebgf are");
        return TLB_UNSUPPORTED;
    }
    tlb_walk w = tlb_walk_reader(document->context, &document->arena, source);
    tlb_words_init(&t, &w, source, BBG_COMMENT);
    t.whole_lines = true;
    t.user = root->scratch;
    root->spellings = tlb_spellings_of(source);
    const char *line = t.start < t.end ? memchr(t.start, '\n', (size_t)(t.end - t.start)) : NULL;
    root->bbg.crlf = line && line > t.start && line[-1] == '\r';
    read_text(&t, root);
    return w.status;
}

/* --- places ------------------------------------------------------------------------------------------ */

static void trace_list(tlb_words *t, const char *name, const tlb_record_kind *kind, uint32_t count)
{
    union {
        tlb_bbg_bitmap bitmap;
        tlb_bbg_group group;
    } record;
    words_enter(t, name);
    for (uint32_t i = 0; i < count && !t->w->status; i++) {
        words_element(t, i);
        tlb_bbg_next(t);
        tlb_record_trace(t, kind, &record);
    }
    words_leave(t);
}

static void trace_text(tlb_words *t)
{
    tlb_bbg_option option;
    bbg_count bitmaps = {0}, groups = {0};
    t->whole_lines = true;
    words_enter(t, "options");
    for (uint32_t i = 0; !t->w->status && comes_option(t); i++) {
        words_element(t, i);
        tlb_bbg_next(t);
        tlb_record_trace(t, &tlb_bbg_option_kind, &option);
    }
    words_leave(t);
    tlb_bbg_bitmaps_kind.read(t, &bitmaps);
    trace_list(t, "bitmaps", &tlb_bbg_bitmap_kind, bitmaps.count);
    tlb_bbg_groups_kind.read(t, &groups);
    trace_list(t, "groups", &tlb_bbg_group_kind, groups.count);
    tlb_words_show_rest(t, "tail");
}

void tlb_bbg_trace(tlb_walk *w, const bbg_root *root)
{
    tlb_buffer text = {.account = w->context->account};
    tlb_words_trace(w, tlb_bbg_write_text(w->context, root, &text), &text, BBG_COMMENT, trace_text,
                    root->scratch);
}

/* --- what a text is ---------------------------------------------------------------------------------- */

/* Over a number; false: the next word is none. */
static bool take_number(tlb_words *t)
{
    uint32_t number;
    const char *after = tlb_bbg_next(t) ? tlb_read_u32(t->at, t->end, &number) : NULL;
    if (!after || !words_break(t, after))
        return false;
    t->at = after;
    return true;
}

/* Options, a number, and the name of a file that has an extension. */
int tlb_bbg_probe(tlb_bytes source)
{
    enum { LIKELY = 60, LOOKED_AT = 65536 };
    tlb_words t;
    tlb_bytes head = {source.data, source.size < LOOKED_AT ? source.size : LOOKED_AT};
    tlb_words_init(&t, NULL, head, BBG_COMMENT);
    t.whole_lines = true;
    while (comes_option(&t)) {
        tlb_bbg_next(&t);
        tlb_text option = tlb_words_peek(&t);
        t.at += option.size;
        if (bbg_has_value(option) && tlb_bbg_next(&t))
            t.at += tlb_words_peek(&t).size;
    }
    if (!take_number(&t) || !tlb_bbg_next(&t))
        return 0;
    tlb_text file = tlb_words_peek(&t);
    const char *dot = memchr(file.data, '.', file.size);
    char letter = dot && dot + 1 < file.data + file.size ? tlb_lower(dot[1]) : 0;
    return letter >= 'a' && letter <= 'z' ? LIKELY : 0;
}

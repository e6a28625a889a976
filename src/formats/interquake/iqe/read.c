/* IQE from text, and where each value of a text stands. */
#include "formats/interquake/iqe/lines.h"

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
        r->at = t->at;
        words_element(t, iqe->command_count);
        iqe_line_kind.read(t, &line);
        if (r->extra && !root->extra_count++)
            root->extra_first = iqe->command_count;
        if (!t->w->status && !iqe_add(r, &line, spelling))
            walk_no_memory(t->w);
    }
    words_leave(t);
    iqe_finish(r);
}

static void read_text(tlb_document *document, tlb_walk *w, iqe_root *root)
{
    tlb_words t;
    iqe_header header;
    tlb_iqe *iqe = &root->iqe;
    tlb_words_init(&t, w, document->source, IQE_COMMENT);
    iqe_reader reader = {.arena = &document->arena, .iqe = iqe, .start = t.start, .at = t.at, .end = t.end};
    t.user = &reader;
    root->spellings = tlb_spellings_of(document->source);
    iqe->header_spelling = tlb_spelling_here(&t);
    iqe_header_kind.read(&t, &header);
    if (w->status)
        return;
    iqe->header = header.header;
    iqe->crlf = t.at - t.start > 1 && t.at[-1] == '\n' && t.at[-2] == '\r';
    read_commands(&t, root);
    if (!w->status)
        *(is_last(iqe) ? &iqe->comment : &iqe->tail) = (tlb_text){t.at, (uint32_t)(t.end - t.at)};
}

tlb_status iqe_read(tlb_document *document)
{
    iqe_root *root = tlb_zalloc(&document->arena, sizeof *root);
    if (!root)
        return tlb_report_memory(document->context);
    document->root = root;
    if (document->source.size >= UINT32_MAX) {
        tlb_report(document->context, TLB_CODE_NOT_SUPPORTED, 0, NULL, "this is a text of 4 GiB or more");
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
    iqe_header_kind.read(t, &header);
    words_leave(t);
    words_enter(t, "commands");
    for (uint32_t i = 0; !t->w->status && line.word != TLB_IQE_COMMENT && words_next_line(t); i++) {
        words_element(t, i);
        t->w->offset = (uint64_t)(t->at - t->start);
        t->w->visitor->open(t->w, NULL, TLB_ROW);
        iqe_line_kind.read(t, &line);
        t->w->visitor->close(t->w, TLB_ROW);
    }
    words_leave(t);
    words_show_rest(t, line.word == TLB_IQE_COMMENT ? "comment" : "tail");
}

void iqe_trace(tlb_walk *w, const iqe_root *root)
{
    tlb_buffer text = {.account = &w->context->account};
    tlb_arena work;
    tlb_arena_init(&work, &w->context->account);
    iqe_reader reader = {.arena = &work};
    words_trace(w, iqe_write_text(w->context, root, &text), &text, IQE_COMMENT, trace_text, &reader);
    tlb_arena_free(&work);
}

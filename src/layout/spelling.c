#include "layout/spelling.h"

#include <stdalign.h>
#include <string.h>

typedef struct scratch {
    alignas(max_align_t) char bytes[SPELLING_RECORD_MOST];
} scratch;

void tlb_record_trace(tlb_words *t, const tlb_record_kind *kind, void *record)
{
    t->w->offset = (uint64_t)(t->at - t->start);
    t->w->visitor->open(t->w, NULL, TLB_ROW);
    memset(record, 0, kind->size);
    kind->read(t, record);
    t->w->visitor->close(t->w, TLB_ROW);
}

void tlb_speller_init(tlb_speller *s, tlb_context *context, const tlb_spellings *spellings,
                      const char *comment)
{
    const char *data = spellings->data ? spellings->data : "";
    tlb_bytes text = {(const uint8_t *)data, spellings->count};
    *s = (tlb_speller){.reader = tlb_walk_reader(context, NULL, text), .line = "\n"};
    tlb_words_init(&s->words, &s->reader, text, comment);
    s->words.lend = true;
    s->has_lengths = spellings->capacity != 0;
}

static void flush_copy(tlb_speller *s)
{
    if (s->from != s->to)
        tlb_buffer_append(s->out, s->from, (size_t)(s->to - s->from));
    s->from = s->to = NULL;
}

/* Before anything is written that does not follow the old text. */
static void flush(tlb_speller *s)
{
    flush_copy(s);
    const tlb_buffer *out = s->out;
    if (out->size && out->data[out->size - 1] != '\n' && out->data[out->size - 1] != '\r')
        tlb_spell_line(s);
}

/* Before old text that does not follow the old text: it begins where it began, with this character. */
static void flush_within(tlb_speller *s, char first)
{
    if (!s->shares_lines || (s->keeps_apart && !words_blank(first)))
        flush(s);
    else
        flush_copy(s);
}

static void copy(tlb_speller *s, const char *from, const char *to)
{
    bool within = s->shares_lines && from == s->to;
    if (!within && (from != s->to || (from > s->words.start && from[-1] != '\n' && from[-1] != '\r'))) {
        flush_within(s, *from);
        s->from = from;
    }
    s->to = to;
}

/* Reads the old text of a record and leaves the words after it. */
static bool read_old(tlb_speller *s, const tlb_record_kind *kind, const char *from, tlb_words_task task,
                     void *record)
{
    memset(record, 0, kind->size);
    s->words.task = task;
    s->words.at = s->words.from = from;
    kind->read(&s->words, record);
    return !s->reader.status;
}

/* Other words between the lines before them and the comment after them. */
static void reword(tlb_speller *s, const tlb_record_kind *kind, const void *record, const char *from)
{
    const char *last = s->words.last, *end = s->words.at;
    s->words.at = from;
    words_next_line(&s->words);
    tlb_buffer_append(s->out, from, (size_t)(s->words.at - from));
    kind->write(s, record);
    tlb_buffer_append(s->out, last, (size_t)(end - last));
}

static void spell_old(tlb_speller *s, const tlb_record_kind *kind, const void *record, const char *from)
{
    scratch old;
    uint32_t length;
    if (s->has_lengths) {
        memcpy(&length, from - sizeof length, sizeof length);
        s->words.end = from + length;
    }
    read_old(s, kind, from, WORDS_READ, &old);
    switch (kind->compare(&old, record)) {
    case LIKE_SAME:
        copy(s, from, s->words.at);
        break;
    case LIKE_SHAPE:
        flush_within(s, *from);
        s->words.out = s->out;
        s->words.read = old.bytes;
        s->words.wanted = record;
        read_old(s, kind, from, WORDS_RESPELL, &old);
        tlb_buffer_append(s->out, s->words.from, (size_t)(s->words.at - s->words.from));
        break;
    case LIKE_NOTHING:
        flush_within(s, *from);
        reword(s, kind, record, from);
        break;
    }
}

static void spell_new(tlb_speller *s, const tlb_record_kind *kind, const void *record)
{
    for (const char *c = kind->lead; *c; c++)
        tlb_spell_line(s);
    kind->write(s, record);
    if (!kind->is_inline)
        tlb_spell_line(s);
}

void tlb_spell(tlb_speller *s, const tlb_record_kind *kind, const void *record, uint32_t spelling)
{
    if (spelling)
        spell_old(s, kind, record, s->words.start + spelling - 1);
    else {
        if (kind->is_inline)
            flush_copy(s);
        else
            flush(s);
        spell_new(s, kind, record);
    }
}

void tlb_spell_end(tlb_speller *s, tlb_text tail)
{
    if (tail.size && tail.data == s->to)
        s->to += tail.size;
    else if (tail.size) {
        flush_within(s, *tail.data);
        tlb_buffer_append(s->out, tail.data, tail.size);
        return;
    }
    flush_copy(s);
}

/* --- canonical spellings ----------------------------------------------------------------------------- */

void tlb_spell_word(tlb_speller *s, const char *word)
{
    tlb_buffer_text(s->out, word);
}

void tlb_spell_text(tlb_speller *s, tlb_text text)
{
    tlb_buffer_append(s->out, text.data, text.size);
}

void tlb_spell_line(tlb_speller *s)
{
    tlb_buffer_text(s->out, s->line);
}

/* Room for a number and a blank; NULL without memory. */
static char *grow(tlb_speller *s)
{
    return (char *)tlb_buffer_grow(s->out, TLB_NUMBER_MAX + 1);
}

/* Takes back what a number did not need. */
static void shrink(tlb_speller *s, const char *start, char *end, bool more)
{
    *end = ' ';
    s->out->size -= TLB_NUMBER_MAX + 1 - (size_t)(end - start) - more;
}

void tlb_spell_f32s(tlb_speller *s, const float *values, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        char *p = grow(s);
        if (!p)
            return;
        shrink(s, p, tlb_write_fixed_f32(p, values[i], s->words.decimals), i + 1 < count);
    }
}

void tlb_spell_f64s(tlb_speller *s, const double *values, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        char *p = grow(s);
        if (!p)
            return;
        shrink(s, p, tlb_write_f64(p, values[i]), i + 1 < count);
    }
}

void tlb_spell_u32s(tlb_speller *s, const uint32_t *values, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        char *p = grow(s);
        if (!p)
            return;
        shrink(s, p, tlb_write_u64(p, values[i]), i + 1 < count);
    }
}

void tlb_spell_i32(tlb_speller *s, int32_t value)
{
    char text[TLB_NUMBER_MAX];
    tlb_buffer_append(s->out, text, (size_t)(tlb_write_i64(text, value) - text));
}

/* --- JSON -------------------------------------------------------------------------------------------- */

static uint32_t keep(tlb_walk *w, tlb_spellings *spellings, tlb_text text)
{
    size_t size = sizeof text.size + text.size;
    if (!tlb_list_reserve(w->arena, &spellings->data, spellings->count, &spellings->capacity, size, 1)) {
        tlb_walk_no_memory(w);
        return 0;
    }
    char *place = spellings->data + spellings->count;
    memcpy(place, &text.size, sizeof text.size);
    memcpy(place + sizeof text.size, text.data, text.size);
    spellings->count += (uint32_t)size;
    return spellings->count - text.size + 1;
}

/* Whether a text is one record and nothing else. */
static bool is_record(tlb_walk *w, tlb_speller *s, const tlb_record_kind *kind, tlb_text text)
{
    scratch record;
    tlb_report_mark mark = tlb_report_mark_get(w->context);
    tlb_bytes source = {(const uint8_t *)text.data, text.size};
    s->reader = tlb_walk_reader(w->context, NULL, source);
    s->words.start = text.data;
    s->words.end = text.data + text.size;
    bool complete = read_old(s, kind, text.data, WORDS_READ, &record) && s->words.at == s->words.end;
    tlb_report_rewind(w->context, &mark);
    return complete;
}

static const char *field_of(const tlb_record_kind *kind)
{
    return kind->field ? kind->field : "spelling";
}

static void build_spelling(tlb_walk *w, tlb_speller *s, tlb_spellings *spellings, const tlb_record_kind *kind,
                           uint32_t *spelling)
{
    bool present = false;
    tlb_text text = {0};
    const char *field = field_of(kind);
    *spelling = 0;
    tlb_walk_has(w, field, &present);
    if (!present || w->status)
        return;
    tlb_walk_text(w, field, &text);
    if (w->status)
        return;
    if (is_record(w, s, kind, text))
        *spelling = keep(w, spellings, text);
    else if (s->reader.status != TLB_OK && s->reader.status != TLB_INVALID)
        tlb_walk_refused(w, s->reader.status);
    else
        tlb_walk_fault(w, field, "expected the text of exactly one record");
}

static bool begins_line(const tlb_speller *s, uint32_t spelling)
{
    return !s->has_lengths && (spelling == 1 || s->words.start[spelling - 2] == '\n');
}

void tlb_walk_spelling(tlb_walk *w, tlb_speller *s, tlb_spellings *spellings, const tlb_record_kind *kind,
                       const void *record, uint32_t *spelling)
{
    if (w->visitor->edits)
        return;
    if (w->visitor->fills) {
        build_spelling(w, s, spellings, kind, spelling);
        return;
    }
    if (!*spelling)
        return;
    tlb_buffer *out = s->out;
    tlb_spell(s, kind, record, *spelling);
    tlb_spell_end(s, (tlb_text){0});
    size_t middle = out->size;
    spell_new(s, kind, record);
    bool spelled = !out->status && !s->reader.status;
    bool whole = !s->shares_lines || kind->is_inline || begins_line(s, *spelling);
    if (spelled &&
        (!whole || out->size != 2 * middle || memcmp(out->data, out->data + middle, middle) != 0)) {
        tlb_text text = {(const char *)out->data, (uint32_t)middle};
        tlb_walk_text(w, field_of(kind), &text);
    }
    if (!spelled)
        tlb_walk_refused(w, out->status ? out->status : s->reader.status);
    out->size = 0;
}

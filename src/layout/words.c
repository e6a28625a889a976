#include "layout/words.h"

#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>

void tlb_words_init(tlb_words *t, tlb_walk *w, tlb_bytes source, const char *comment)
{
    const char *text = source.data ? (const char *)source.data : "";
    *t = (tlb_words){.w = w, .start = text, .at = text, .from = text, .decimals = -1};
    t->end = text + source.size;
    t->comment[0] = comment[0];
    t->comment[1] = comment[1];
}

void tlb_words_trace(tlb_walk *w, tlb_status written, tlb_buffer *text, const char *comment,
                     void (*trace)(tlb_words *t), void *user)
{
    w->status = written;
    if (!w->status && text->status)
        tlb_walk_refused(w, text->status);
    if (!w->status) {
        tlb_words t;
        tlb_words_init(&t, w, (tlb_bytes){text->data, text->size}, comment);
        t.task = WORDS_TRACE;
        t.lend = true;
        t.user = user;
        trace(&t);
    }
    tlb_buffer_free(text);
}

void tlb_words_fail(tlb_words *t, tlb_code code, const char *name, const char *format, ...)
{
    char message[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    if (t->w->direction == WALK_READ)
        t->w->at = t->w->start + (t->at - t->start);
    tlb_walk_fail(t->w, code, name, "%s", message);
    t->at = t->end;
}

void tlb_words_fail_expected(tlb_words *t, const char *name, const char *wanted)
{
    if (t->at == t->end)
        tlb_words_fail(t, TLB_CODE_TRUNCATED, name, "expected %s, found the end of the file", wanted);
    else {
        tlb_text word = tlb_words_peek(t);
        tlb_words_fail(t, TLB_CODE_BAD_WORD, name, "expected %s, found \"%.*s\"", wanted,
                       (int)(word.size < 40 ? word.size : 40), word.data);
    }
}

/* --- lines and words --------------------------------------------------------------------------------- */

static const char *line_end(const char *p, const char *end)
{
    while (p < end && *p != '\n' && *p != '\r')
        p++;
    return p;
}

bool tlb_words_skip_lines(tlb_words *t)
{
    for (;;) {
        if (words_more(t))
            return true;
        t->at = line_end(t->at, t->end);
        if (t->at == t->end)
            return false;
        t->at++;
    }
}

static void show_text(tlb_words *t, const char *name, const char *to)
{
    if (t->from == to)
        return;
    tlb_text text = {t->from, (uint32_t)(to - t->from)};
    t->w->offset = (uint64_t)(t->from - t->start);
    t->w->visitor->text(t->w, name, &text);
    t->from = to;
}

/* What stands between the last value and `to`: keywords, blanks, comments. */
static void show_gap(tlb_words *t, const char *to)
{
    show_text(t, "(text)", to);
}

void tlb_words_skip_rest(tlb_words *t, const char *name)
{
    if (words_more(t)) {
        tlb_text word = tlb_words_peek(t);
        tlb_words_fail(t, TLB_CODE_BAD_WORD, name, "unexpected \"%.*s\"",
                       (int)(word.size < 40 ? word.size : 40), word.data);
        return;
    }
    const char *p = t->at;
    while (p > t->start && words_blank(p[-1]))
        p--;
    t->last = p;
    p = line_end(t->at, t->end);
    if (p < t->end)
        p += *p == '\r' && p + 1 < t->end && p[1] == '\n' ? 2 : 1;
    t->at = p;
    if (t->task == WORDS_TRACE)
        show_gap(t, p);
}

void tlb_words_end_record(tlb_words *t)
{
    if (t->w->status)
        return;
    const char *at = t->at;
    if (words_more(t))
        t->last = t->at = at;
    else {
        t->at = at;
        tlb_words_skip_rest(t, NULL);
    }
}

tlb_text tlb_words_peek(const tlb_words *t)
{
    const char *p = t->at;
    while (!words_break(t, p))
        p++;
    return (tlb_text){t->at, (uint32_t)(p - t->at)};
}

bool tlb_words_take(tlb_words *t, const char *word)
{
    const char *p = t->at;
    for (; *word; p++, word++)
        if (p == t->end || tlb_lower(*p) != tlb_lower(*word))
            return false;
    if (!words_break(t, p))
        return false;
    t->at = p;
    return true;
}

/* --- values ------------------------------------------------------------------------------------------ */

void tlb_words_show(tlb_words *t, const char *name, const char *from, tlb_type type, void *values,
                    uint32_t count)
{
    show_gap(t, from);
    t->w->offset = (uint64_t)(from - t->start);
    t->w->extent = (uint64_t)(t->at - from);
    t->w->visitor->scalars(t->w, name, type, type, values, count, count > 1);
    t->w->extent = 0;
    t->from = t->at;
}

void *tlb_words_open_list(tlb_words *t, const char *name, uint32_t *count, size_t size, size_t least)
{
    size_t remaining = (size_t)(t->end - t->at);
    uint64_t needed = (uint64_t)*count * least;
    void *data = NULL;
    if (t->w->status)
        *count = 0;
    else if (*count > (remaining + 1) / least) {
        tlb_words_fail(
            t, TLB_CODE_TRUNCATED, name, "header claims %u %s (at least %llu bytes); only %llu left", *count,
            tlb_plural(*count, "line", "lines"), (unsigned long long)needed, (unsigned long long)remaining);
        *count = 0;
    } else if (*count && !(data = tlb_alloc_array(t->w->arena, *count, size))) {
        tlb_walk_no_memory(t->w);
        *count = 0;
    }
    words_enter(t, name);
    return data;
}

void tlb_words_show_rest(tlb_words *t, const char *name)
{
    show_text(t, name, t->end);
}

void tlb_words_replace(tlb_words *t, const char *from, const char *text, size_t size)
{
    tlb_buffer_append(t->out, t->from, (size_t)(from - t->from));
    tlb_buffer_append(t->out, text, size);
    t->from = t->at;
}

void tlb_words_respell(tlb_words *t, const char *from, tlb_type type, const void *value)
{
    char text[TLB_NUMBER_MAX], *end;
    const char *wanted = t->wanted + ((const char *)value - t->read);
    if (memcmp(wanted, value, tlb_type_sizes[type]) == 0)
        return;
    if (type == TLB_F32) {
        float number;
        memcpy(&number, wanted, sizeof number);
        end = tlb_write_fixed_f32(text, number, t->decimals);
    } else if (type == TLB_F64) {
        double number;
        memcpy(&number, wanted, sizeof number);
        end = tlb_write_f64(text, number);
    } else {
        uint32_t number;
        memcpy(&number, wanted, sizeof number);
        end = type == TLB_I32 ? tlb_write_i64(text, (int32_t)number) : tlb_write_u64(text, number);
    }
    tlb_words_replace(t, from, text, (size_t)(end - text));
}

void tlb_words_no_number(tlb_words *t, const char *name, const char *wanted)
{
    bool more = words_more(t);
    if (t->at == t->end)
        tlb_words_fail(t, TLB_CODE_TRUNCATED, name, "expected %s, found the end of the file", wanted);
    else if (!more)
        tlb_words_fail(t, TLB_CODE_BAD_NUMBER, name, "expected %s, found the end of the line", wanted);
    else {
        tlb_text word = tlb_words_peek(t);
        tlb_words_fail(t, TLB_CODE_BAD_NUMBER, name, "expected %s, found \"%.*s\"", wanted,
                       (int)(word.size < 40 ? word.size : 40), word.data);
    }
}

const uint8_t tlb_words_hex_digits[256] = {
    ['0'] = 1,  ['1'] = 2,  ['2'] = 3,  ['3'] = 4,  ['4'] = 5,  ['5'] = 6,  ['6'] = 7,  ['7'] = 8,
    ['8'] = 9,  ['9'] = 10, ['a'] = 11, ['b'] = 12, ['c'] = 13, ['d'] = 14, ['e'] = 15, ['f'] = 16,
    ['A'] = 11, ['B'] = 12, ['C'] = 13, ['D'] = 14, ['E'] = 15, ['F'] = 16,
};

void tlb_words_hex(tlb_words *t, const char *name, uint32_t *value, uint32_t *digits)
{
    const char *p = words_more(t) ? t->at : t->end;
    uint32_t number = 0, count = 0;
    if (t->end - p > 2 && p[0] == '0' && tlb_lower(p[1]) == 'x')
        for (p += 2; p < t->end && tlb_words_hex_digits[(uint8_t)*p] && count <= 8; p++, count++)
            number = number << 4 | (tlb_words_hex_digits[(uint8_t)*p] - 1u);
    if (!count || count > 8 || !words_break(t, p)) {
        tlb_words_no_number(t, name, "a hexadecimal number such as 0xff8000");
        return;
    }
    *value = number;
    *digits = count;
    t->at = p;
}

static uint32_t hash(const char *data, size_t size)
{
    uint32_t h = 2166136261u;
    for (size_t i = 0; i < size; i++)
        h = (h ^ (uint8_t)data[i]) * 16777619u;
    return h;
}

/* A copy; a text that was met lately is copied once. */
static tlb_text keep(tlb_words *t, const char *data, size_t size)
{
    tlb_text *known = &t->lately[hash(data, size) % WORDS_LATELY];
    if (known->data && known->size == size && memcmp(known->data, data, size) == 0)
        return *known;
    *known = tlb_copy_text(t->w->arena, data, size);
    if (known->data)
        return *known;
    tlb_walk_no_memory(t->w);
    return (tlb_text){"", 0};
}

void tlb_words_text(tlb_words *t, const char *name, tlb_text *text, size_t size)
{
    const char *from = t->at;
    t->at += size;
    if (t->task == WORDS_READ && !t->lend) {
        *text = keep(t, from, size);
        return;
    }
    *text = (tlb_text){from, (uint32_t)size};
    if (t->task == WORDS_TRACE) {
        show_gap(t, from);
        show_text(t, name, t->at);
    } else if (t->task == WORDS_RESPELL) {
        tlb_text wanted;
        memcpy(&wanted, t->wanted + ((const char *)text - t->read), sizeof wanted);
        if (wanted.size != size || memcmp(wanted.data, from, size) != 0)
            tlb_words_replace(t, from, wanted.data, wanted.size);
    }
}

/* The layout of lists: lines of a name, and in IFL a number. Texts of a line end where the next begins, so
 * every line is written as it was read. */
#include "formats/torque/lists/lists.h"

#include "base/text.h"
#include "layout/walk.h"

#include <inttypes.h>
#include <stdio.h>

/* --- pieces of a line ----------------------------------------------------------------------------------- */

static bool is_blank(uint8_t c)
{
    return c <= ' ' && c != '\n';
}

static bool is_digit(uint8_t c)
{
    return c >= '0' && c <= '9';
}

static bool is_comment(const uint8_t *at, const uint8_t *end)
{
    return end - at >= 2 && at[0] == '/' && at[1] == '/';
}

static const uint8_t *skip_blanks(const uint8_t *at, const uint8_t *end)
{
    while (at < end && is_blank(*at))
        at++;
    return at;
}

/* In IFL a name has no blanks; in DML it goes on to the last that is none. */
static const uint8_t *end_of_name(const uint8_t *at, const uint8_t *end, bool counts)
{
    if (counts)
        while (at < end && !is_blank(*at) && *at != '\n' && !is_comment(at, end))
            at++;
    else {
        const uint8_t *newline = memchr(at, '\n', (size_t)(end - at)), *start = at;
        at = newline ? newline : end;
        while (at > start && is_blank(at[-1]))
            at--;
    }
    return at;
}

/* What is before a number that ends where a word does; NULL: there is none, or it is too large. */
static const uint8_t *before_number(const uint8_t *at, const uint8_t *end)
{
    enum { MOST_DIGITS = 9 };
    const uint8_t *first = skip_blanks(at, end), *stop = first;
    while (stop < end && is_digit(*stop))
        stop++;
    while (first + 1 < stop && *first == '0')
        first++;
    return first < stop && stop - first <= MOST_DIGITS ? first : NULL;
}

/* A text that ends at `end`, or has the length that it was given. */
static void walk_piece(tlb_walk *w, const char *name, tlb_text *text, const uint8_t *end)
{
    if (w->direction == WALK_READ && !w->status)
        text->size = (uint32_t)(end - w->at);
    tlb_walk_text(w, name, text);
}

/* One that JSON has where it is another than a line that is made has. */
static void walk_usual(tlb_walk *w, const char *name, tlb_text *text, const uint8_t *end, const char *usual)
{
    bool some = text->size != strlen(usual) || (text->size && memcmp(text->data, usual, text->size) != 0);
    if (w->direction == WALK_VISIT) {
        some |= w->visitor->counts;
        tlb_walk_has(w, name, &some);
    }
    if (some || w->direction != WALK_VISIT)
        walk_piece(w, name, text, end);
    else if (w->visitor->fills)
        *text = (tlb_text){usual, (uint32_t)strlen(usual)};
    else
        w->offset += text->size;
}

static void walk_number(tlb_walk *w, tlb_torque_list_line *line)
{
    char digits[16];
    uint32_t read = 0;
    if (w->direction == WALK_READ) {
        while (w->at < w->end && is_digit(*w->at))
            read = read * 10 + (uint32_t)(*w->at++ - '0');
        line->count = read;
        return;
    }
    int length = snprintf(digits, sizeof digits, "%" PRIu32, line->count);
    if (w->direction == WALK_WRITE && line->count > TLB_TORQUE_LIST_MOST_COUNT)
        tlb_walk_fail(w, TLB_CODE_VALUE_TOO_LARGE, "count", "%u, expected at most %d", line->count,
                      TLB_TORQUE_LIST_MOST_COUNT);
    else if (w->direction == WALK_WRITE)
        tlb_walk_bytes(w, "count", &(tlb_bytes){(const uint8_t *)digits, (size_t)length});
    else {
        uint64_t at = w->offset;
        w->extent = (uint64_t)length;
        WALK(w, line, count);
        w->extent = 0;
        w->offset = at + (uint64_t)length;
    }
}

/* --- lines ---------------------------------------------------------------------------------------------- */

static void walk_count_of(tlb_walk *w, tlb_torque_list_line *line)
{
    const uint8_t *digits = NULL;
    if (w->direction == WALK_READ && line->name.size && !w->status)
        line->hasCount = (digits = before_number(w->at, w->end)) != NULL;
    tlb_walk_has(w, "count", &line->hasCount);
    if (!line->hasCount)
        return;
    walk_usual(w, "between", &line->between, digits, " ");
    walk_number(w, line);
}

/* Whether the bytes of a line that was written are read as that line. */
static bool is_read_so(const tlb_torque_list_line *line, const uint8_t *at, const uint8_t *end, bool counts,
                       bool last)
{
    const uint8_t *name = at + line->indent.size, *after = name + line->name.size;
    const uint8_t *number = counts && line->name.size ? before_number(after, end) : NULL;
    const uint8_t *newline = end > at ? memchr(at, '\n', (size_t)(end - at)) : NULL, *rest = number;
    while (rest && rest < end && is_digit(*rest))
        rest++;
    return skip_blanks(at, end) == name && end_of_name(name, end, counts) == after &&
           (number ? line->hasCount && number == after + line->between.size && rest + line->rest.size == end
                   : !line->hasCount) &&
           (newline ? newline + 1 == end : last && end > at);
}

static void walk_line(tlb_walk *w, tlb_torque_list_line *line, bool counts, bool last)
{
    const uint8_t *start = w->at, *end = w->end;
    uint64_t from = tlb_walk_offset(w);
    bool reads = w->direction == WALK_READ && !w->status;
    const uint8_t *name = reads ? skip_blanks(start, end) : NULL;
    walk_usual(w, "indent", &line->indent, name, "");
    walk_piece(w, "name", &line->name, reads ? end_of_name(name, end, counts) : NULL);
    if (counts)
        walk_count_of(w, line);
    const uint8_t *newline = reads ? memchr(w->at, '\n', (size_t)(end - w->at)) : NULL;
    walk_usual(w, "rest", &line->rest, newline ? newline + 1 : end, "\n");
    if (w->direction == WALK_WRITE && !w->status && !w->buffer->status &&
        !is_read_so(line, w->buffer->data + from, w->at, counts, last))
        tlb_walk_fail(
            w, TLB_CODE_TORQUE_LIST_LINE, NULL,
            "the line would be read otherwise: a name has no line's end, no blanks at its ends%s, and "
            "before a count are blanks",
            counts ? ", nor blanks or // in it" : "");
}

bool tlb_is_text(tlb_bytes bytes)
{
    for (size_t i = 0; i < bytes.size; i++)
        if (bytes.data[i] < ' ' && (bytes.data[i] < '\t' || bytes.data[i] > '\r'))
            return false;
    return true;
}

static uint32_t count_lines(const uint8_t *at, const uint8_t *end)
{
    uint32_t count = at < end && end[-1] != '\n';
    for (; at < end; at++)
        count += *at == '\n';
    return count;
}

static void walk_list(tlb_walk *w, tlb_torque_list *list, bool counts)
{
    if (w->direction == WALK_READ) {
        tlb_bytes text = {w->at, (size_t)(w->end - w->at)};
        if (!tlb_is_text(text)) {
            tlb_walk_fail(w, TLB_CODE_BAD_VALUE, NULL, "expected lines of text, found control characters");
            return;
        }
        list->lines.count = count_lines(w->at, w->end);
    }
    WALK_ROWS(w, list, lines, 1, i)
        walk_line(w, &list->lines.data[i], counts, i + 1 == list->lines.count);
}

static void walk_root(tlb_walk *w, void **root, bool counts)
{
    if (!*root && !(*root = tlb_zalloc(w->arena, sizeof(tlb_torque_list))))
        tlb_walk_no_memory(w);
    else
        walk_list(w, *root, counts);
}

void tlb_ifl_walk(tlb_walk *w, void **root)
{
    walk_root(w, root, true);
}

void tlb_torque_dml_walk(tlb_walk *w, void **root)
{
    walk_root(w, root, false);
}

bool tlb_torque_list_read(tlb_context *context, tlb_arena *arena, tlb_bytes bytes, bool counts,
                          tlb_torque_list *list)
{
    *list = (tlb_torque_list){0};
    if (!tlb_is_text(bytes))
        return true;
    tlb_walk w = tlb_walk_reader(context, arena, bytes);
    walk_list(&w, list, counts);
    return !w.status;
}

uint32_t tlb_torque_list_frames(const tlb_torque_list_line *line)
{
    return line->hasCount && line->count ? line->count : 1;
}

/* Text formats: lines of words. A record (a vertex, a header) is one line or a few; its reader is written
 * once, in the order of the format's description, and does three things:
 *
 *   WORDS_READ     fills the record; the first thing that is wrong is reported with its path and offset
 *   WORDS_TRACE    shows a visitor where each value stands, and what stands between values (map, locate)
 *   WORDS_RESPELL  writes the record's text again with other values: a number that still says the same keeps
 *                  its spelling
 *
 * Values are the truth. Of its spelling a record keeps only where its text begins (layout/spelling.h), so
 * that a million lines cost four bytes each and saving reads the old text once more. */
#ifndef TLB_LAYOUT_WORDS_H
#define TLB_LAYOUT_WORDS_H

#include "base/number.h"
#include "layout/walk.h"

typedef enum tlb_words_task { WORDS_READ, WORDS_TRACE, WORDS_RESPELL } tlb_words_task;

enum { WORDS_LATELY = 256 };

typedef struct tlb_words {
    const char *start, *at, *end;
    char comment[2];  /* what goes to the end of its line begins so; the second may be NUL */
    bool whole_lines; /* comments are only where a line begins */
    tlb_words_task task;
    bool lend;        /* READ: texts are not copied and have no NUL after them */
    int decimals;     /* RESPELL: tlb_write_fixed_f32's */
    const char *from; /* TRACE, RESPELL: what is before it is done */
    tlb_walk *w;      /* reports, knows the path; TRACE: its visitor is the one that is shown around */
    tlb_buffer *out;  /* RESPELL */
    const char *read, *wanted;     /* RESPELL: the record that is being read, and the one to write */
    const char *last;              /* where the last line's last word ended */
    void *user;                    /* the format's */
    tlb_text lately[WORDS_LATELY]; /* copies of texts, by hash: names recur */
} tlb_words;

/* The reader of a text in `source`. */
void tlb_words_init(tlb_words *t, tlb_walk *w, tlb_bytes source, const char *comment);

/* Shows the walk's visitor a document's text as it would be saved: where it was not edited that is where it
 * stood. `text` is what writing made of it, and goes; `user` is the words'. */
void tlb_words_trace(tlb_walk *w, tlb_status written, tlb_buffer *text, const char *comment,
                     void (*trace)(tlb_words *t), void *user);

/* Reports at `at` and stops the walk, as tlb_walk_fail. */
void tlb_words_fail(tlb_words *t, tlb_code code, const char *name, const char *format, ...) TLB_PRINTF(4, 5);
/* The same of the word at `at`, or of the end of the text. */
void tlb_words_fail_expected(tlb_words *t, const char *name, const char *wanted);

/* --- lines and words --------------------------------------------------------------------------------- */

WALK_INLINE bool words_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r' && c != '\n' && c != '\r');
}

/* The texts of records that were built have their lengths before them, which end with NUL. */
WALK_INLINE bool words_begins_line(const tlb_words *t, const char *p)
{
    return p == t->start || p[-1] == '\n' || p[-1] == '\r' || !p[-1];
}

WALK_INLINE bool words_comment(const tlb_words *t, const char *p)
{
    return *p == t->comment[0] && (!t->comment[1] || (p + 1 < t->end && p[1] == t->comment[1])) &&
           (!t->whole_lines || words_begins_line(t, p));
}

/* Whether a word ends before p. */
WALK_INLINE bool words_break(const tlb_words *t, const char *p)
{
    return p == t->end || words_blank(*p) || *p == '\n' || *p == '\r' || words_comment(t, p);
}

/* Whether the line has no more words from p on, where a word would begin. */
WALK_INLINE bool words_ends(const tlb_words *t, const char *p)
{
    return p == t->end || *p == '\n' || *p == '\r' || words_comment(t, p);
}

/* To the next word of this line; false: there is none. */
WALK_INLINE bool words_more(tlb_words *t)
{
    const char *p = t->at;
    while (p < t->end && words_blank(*p))
        p++;
    t->at = p;
    return !words_ends(t, p);
}

/* To the next word, over empty lines and comments; false: the text ends. */
bool tlb_words_skip_lines(tlb_words *t);
WALK_INLINE bool words_next_line(tlb_words *t)
{
    return (t->at < t->end && !words_break(t, t->at)) || tlb_words_skip_lines(t);
}

/* What is left of the line must be blank or a comment: over that and the line's end. */
void tlb_words_skip_rest(tlb_words *t, const char *name);
WALK_INLINE void words_end_line(tlb_words *t, const char *name)
{
    if (t->task == WORDS_READ && t->at < t->end && *t->at == '\n')
        t->last = t->at++;
    else
        tlb_words_skip_rest(t, name);
}

/* Where line ends are blanks: the record's last word is read. Before another word of the line the record ends
 * at once; else it takes what is left of the line with it. */
void tlb_words_end_record(tlb_words *t);

/* The word at `at`; empty when there is none. */
tlb_text tlb_words_peek(const tlb_words *t);
/* Whether it is this one, in whatever case; then goes over it. */
bool tlb_words_take(tlb_words *t, const char *word);

/* --- values ------------------------------------------------------------------------------------------ */

/* TRACE: a value is in [from, at). */
void tlb_words_show(tlb_words *t, const char *name, const char *from, tlb_type type, void *values,
                    uint32_t count);
/* TRACE: the rest of the text. */
void tlb_words_show_rest(tlb_words *t, const char *name);
/* RESPELL: a number is in [from, at); it is written anew when `wanted` has another. */
void tlb_words_respell(tlb_words *t, const char *from, tlb_type type, const void *value);
/* RESPELL: writes what comes before [from, at), and `text` in its place. */
void tlb_words_replace(tlb_words *t, const char *from, const char *text, size_t size);

void tlb_words_no_number(tlb_words *t, const char *name, const char *wanted);

/* Rows of numbers. Those of READ begin with what `read_row` takes; `read` takes each of the others. The first
 * takes as many as the line has, from `least` to `most`, and gives their number. */
#define WORDS_DEFINE_ROW(function, ctype, TYPE, read_row, read, wanted)                                      \
    WALK_INLINE uint32_t function##_some(tlb_words *t, const char *name, ctype *values, uint32_t least,      \
                                         uint32_t most)                                                      \
    {                                                                                                        \
        const char *p = t->at, *from = NULL;                                                                 \
        uint32_t i = 0;                                                                                      \
        if (t->task == WORDS_READ) {                                                                         \
            p += p < t->end && *p == ' ';                                                                    \
            i = read_row(&p, t->end, values, most);                                                          \
        }                                                                                                    \
        for (; i < most; i++) {                                                                              \
            while (p < t->end && words_blank(*p))                                                            \
                p++;                                                                                         \
            if (i >= least && words_ends(t, p))                                                              \
                break;                                                                                       \
            const char *after = read(p, t->end, &values[i]);                                                 \
            if (!after || !words_break(t, after)) {                                                          \
                t->at = p;                                                                                   \
                tlb_words_no_number(t, name, wanted);                                                        \
                return i;                                                                                    \
            }                                                                                                \
            if (t->task == WORDS_RESPELL) {                                                                  \
                t->at = after;                                                                               \
                tlb_words_respell(t, p, TYPE, &values[i]);                                                   \
            }                                                                                                \
            from = from ? from : p;                                                                          \
            p = after;                                                                                       \
        }                                                                                                    \
        t->at = p;                                                                                           \
        if (t->task == WORDS_TRACE && i)                                                                     \
            tlb_words_show(t, name, from, TYPE, values, i);                                                  \
        return i;                                                                                            \
    }                                                                                                        \
    WALK_INLINE void function(tlb_words *t, const char *name, ctype *values, uint32_t count)                 \
    {                                                                                                        \
        function##_some(t, name, values, count, count);                                                      \
    }

WALK_INLINE const char *words_read_i32(const char *p, const char *end, int32_t *value)
{
    bool sign = p < end && (*p == '-' || *p == '+'), negative = sign && *p == '-';
    uint32_t number = 0;
    p = tlb_read_u32(p + sign, end, &number);
    if (number > (uint32_t)INT32_MAX + negative)
        return NULL;
    if (p)
        *value = negative ? (int32_t)(0u - number) : (int32_t)number;
    return p;
}

/* Those of few digits and no sign are the same in both types. */
WALK_INLINE uint32_t words_read_i32_row(const char **at, const char *end, int32_t *values, uint32_t most)
{
    return tlb_read_u32_row(at, end, (uint32_t *)values, most);
}

WORDS_DEFINE_ROW(words_f32s, float, TLB_F32, tlb_read_f32_row, tlb_read_f32, "a number")
WORDS_DEFINE_ROW(words_u32s, uint32_t, TLB_U32, tlb_read_u32_row, tlb_read_u32,
                 "an integer from 0 to 4294967295")
WORDS_DEFINE_ROW(words_i32s, int32_t, TLB_I32, words_read_i32_row, words_read_i32, "a 32-bit integer")

/* 1 + the value of a hexadecimal digit, 0 for other characters. */
extern const uint8_t tlb_words_hex_digits[256];
/* Hexadecimal digits after 0x, as many as 8; `digits` says how many there are. */
void tlb_words_hex(tlb_words *t, const char *name, uint32_t *value, uint32_t *digits);
/* `size` characters from `at` on, which are part of a word. RESPELL takes the text from `wanted`. */
void tlb_words_text(tlb_words *t, const char *name, tlb_text *text, size_t size);

/* --- records ----------------------------------------------------------------------------------------- */

/* A part of a record that stands elsewhere: RESPELL has to know where. `wanted` may be NULL otherwise. */
typedef struct words_part {
    const char *read, *wanted;
} words_part;

WALK_INLINE words_part words_enter_part(tlb_words *t, const void *read, const void *wanted)
{
    words_part outer = {t->read, t->wanted};
    t->read = read;
    t->wanted = wanted;
    return outer;
}

WALK_INLINE void words_leave_part(tlb_words *t, words_part outer)
{
    t->read = outer.read;
    t->wanted = outer.wanted;
}

/* The path goes into the element of a list: frames of the walk, pushed and popped. */
WALK_INLINE void words_enter(tlb_words *t, const char *list)
{
    t->w->frames[t->w->depth++] = (tlb_frame){list, -1};
}

WALK_INLINE void words_element(tlb_words *t, uint32_t index)
{
    t->w->frames[t->w->depth - 1].index = index;
}

/* A list of `count` records in the walk's arena, not cleared, each of at least `least` characters but for the
 * end of the last one's line; the path goes into it. The count becomes 0 when the text cannot hold so
 * many. */
void *tlb_words_open_list(tlb_words *t, const char *name, uint32_t *count, size_t size, size_t least);

WALK_INLINE void words_leave(tlb_words *t)
{
    t->w->depth--;
}

#endif

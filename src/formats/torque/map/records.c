/* The records of a map: braces, properties and faces, filled, traced or spelled again, as layout/words.h
 * says. White space is free: a record ends with its last word, and takes what is left of the line with it if
 * that is blank or a comment. */
#include "formats/torque/map/map.h"

#include "base/text.h"

#include <string.h>

char tlb_map_next(tlb_words *t)
{
    return words_next_line(t) ? *t->at : 0;
}

static void take_mark(tlb_words *t, const char *name, char mark)
{
    char wanted[4] = {'"', mark, '"', 0};
    if (tlb_map_next(t) == mark)
        t->at++;
    else
        tlb_words_fail_expected(t, name, wanted);
}

static void read_numbers(tlb_words *t, const char *name, double *values, uint32_t count)
{
    const char *from = NULL;
    for (uint32_t i = 0; i < count && !t->w->status; i++) {
        words_next_line(t);
        const char *p = t->at, *after = tlb_read_f64(p, t->end, &values[i]);
        if (!after || !(words_break(t, after) || memchr("()[]{}", *after, 6))) {
            tlb_words_fail_expected(t, name, "a number");
            return;
        }
        from = from ? from : p;
        t->at = after;
        if (t->task == WORDS_RESPELL)
            tlb_words_respell(t, p, TLB_F64, &values[i]);
    }
    if (t->task == WORDS_TRACE && from)
        tlb_words_show(t, name, from, TLB_F64, values, count);
}

/* Between quotation marks; there is no way to write one within. */
static void read_quoted(tlb_words *t, const char *name, tlb_text *text)
{
    if (tlb_map_next(t) != '"') {
        tlb_words_fail_expected(t, name, "a text in quotation marks");
        return;
    }
    const char *from = t->at + 1, *to = memchr(from, '"', (size_t)(t->end - from));
    if (!to) {
        tlb_words_fail(t, TLB_CODE_TRUNCATED, name, "the text has no quotation mark at its end");
        return;
    }
    t->at = from;
    tlb_words_text(t, name, text, (size_t)(to - from));
    t->at = to + 1;
}

/* --- braces ------------------------------------------------------------------------------------------ */

typedef struct brace {
    char unused;
} brace;

static void read_open(tlb_words *t, void *record)
{
    (void)record;
    take_mark(t, NULL, '{');
    tlb_words_end_record(t);
}

static void read_close(tlb_words *t, void *record)
{
    (void)record;
    take_mark(t, NULL, '}');
    tlb_words_end_record(t);
}

static tlb_likeness compare_braces(const void *a, const void *b)
{
    (void)a;
    (void)b;
    return LIKE_SAME;
}

static void write_open(tlb_speller *s, const void *record)
{
    (void)record;
    tlb_spell_word(s, "{");
}

static void write_close(tlb_speller *s, const void *record)
{
    (void)record;
    tlb_spell_word(s, "}");
}

const tlb_record_kind tlb_map_open_kind = {
    .lead = "", .size = sizeof(brace), .read = read_open, .compare = compare_braces, .write = write_open};
const tlb_record_kind tlb_map_close_kind = {.lead = "",
                                            .size = sizeof(brace),
                                            .read = read_close,
                                            .compare = compare_braces,
                                            .write = write_close,
                                            .field = "end"};

/* --- properties -------------------------------------------------------------------------------------- */

static void read_property(tlb_words *t, void *record)
{
    tlb_map_property *x = record;
    read_quoted(t, "key", &x->key);
    if (!t->w->status)
        read_quoted(t, "value", &x->value);
    tlb_words_end_record(t);
}

static tlb_likeness compare_properties(const void *one, const void *other)
{
    const tlb_map_property *a = one, *b = other;
    return tlb_likeness_of(true, tlb_same_text(a->key, b->key) && tlb_same_text(a->value, b->value));
}

static void write_property(tlb_speller *s, const void *record)
{
    const tlb_map_property *x = record;
    tlb_spell_word(s, "\"");
    tlb_spell_text(s, x->key);
    tlb_spell_word(s, "\" \"");
    tlb_spell_text(s, x->value);
    tlb_spell_word(s, "\"");
}

const tlb_record_kind tlb_map_property_kind = {.lead = "",
                                               .size = sizeof(tlb_map_property),
                                               .read = read_property,
                                               .compare = compare_properties,
                                               .write = write_property};

/* --- faces ------------------------------------------------------------------------------------------- */

static void read_texture(tlb_words *t, tlb_map_face *x)
{
    char first = tlb_map_next(t);
    const char *p = t->at;
    if (first == '"')
        read_quoted(t, "texture", &x->texture);
    else {
        while (first != '[' && p < t->end && !words_blank(*p) && *p != '\n' && *p != '\r')
            p++;
        tlb_words_text(t, "texture", &x->texture, (size_t)(p - t->at));
    }
}

static void read_axis(tlb_words *t, const char *name, double axis[4])
{
    take_mark(t, name, '[');
    read_numbers(t, name, axis, 4);
    take_mark(t, name, ']');
}

/* Numbers that are left on the line. */
static void read_flags(tlb_words *t, tlb_map_face *x)
{
    static const char *const names[TLB_MAP_FLAGS] = {"flags[0]", "flags[1]", "flags[2]"};
    for (double number; x->flagCount < TLB_MAP_FLAGS && !t->w->status;) {
        tlb_words ahead = *t;
        if (!words_more(&ahead) || !tlb_read_f64(ahead.at, t->end, &number))
            break;
        read_numbers(t, names[x->flagCount], &x->flags[x->flagCount], 1);
        x->flagCount++;
    }
}

static void read_face(tlb_words *t, void *record)
{
    static const char *const names[] = {"points[0]", "points[1]", "points[2]"};
    tlb_map_face *x = record;
    for (int i = 0; i < 3 && !t->w->status; i++) {
        take_mark(t, names[i], '(');
        read_numbers(t, names[i], x->points[i], 3);
        take_mark(t, names[i], ')');
    }
    if (t->w->status)
        return;
    read_texture(t, x);
    x->isValve = tlb_map_next(t) == '[';
    if (x->isValve) {
        read_axis(t, "u", x->u);
        read_axis(t, "v", x->v);
    } else {
        read_numbers(t, "u[3]", &x->u[3], 1);
        read_numbers(t, "v[3]", &x->v[3], 1);
    }
    read_numbers(t, "rotation", &x->rotation, 1);
    read_numbers(t, "scale", x->scale, 2);
    read_flags(t, x);
    tlb_words_end_record(t);
}

bool tlb_map_needs_quotes(tlb_text name)
{
    for (uint32_t i = 0; i < name.size; i++)
        if (words_blank(name.data[i]) || name.data[i] == '\n' || name.data[i] == '\r')
            return true;
    return name.size && (name.data[0] == '[' || name.data[0] == '"' ||
                         (name.data[0] == '/' && name.size > 1 && name.data[1] == '/'));
}

/* Empty names and those that need quotation marks are another shape. */
static tlb_likeness compare_faces(const void *one, const void *other)
{
    const tlb_map_face *a = one, *b = other;
    bool named = tlb_same_text(a->texture, b->texture);
    bool shape = a->isValve == b->isValve && a->flagCount == b->flagCount &&
                 (named || (a->texture.size && b->texture.size && !tlb_map_needs_quotes(a->texture) &&
                            !tlb_map_needs_quotes(b->texture)));
    return tlb_likeness_of(shape, named && tlb_same_bytes(a->points, b->points, sizeof a->points) &&
                                      tlb_same_bytes(a->u, b->u, sizeof a->u) &&
                                      tlb_same_bytes(a->v, b->v, sizeof a->v) &&
                                      tlb_same_bytes(&a->rotation, &b->rotation, sizeof a->rotation) &&
                                      tlb_same_bytes(a->scale, b->scale, sizeof a->scale) &&
                                      tlb_same_bytes(a->flags, b->flags, sizeof a->flags));
}

static void write_axis(tlb_speller *s, const double axis[4])
{
    tlb_spell_word(s, " [ ");
    tlb_spell_f64s(s, axis, 4);
    tlb_spell_word(s, " ]");
}

static void write_face(tlb_speller *s, const void *record)
{
    const tlb_map_face *x = record;
    for (int i = 0; i < 3; i++) {
        tlb_spell_word(s, i ? " ( " : "( ");
        tlb_spell_f64s(s, x->points[i], 3);
        tlb_spell_word(s, " )");
    }
    const char *quote = tlb_map_needs_quotes(x->texture) || (!x->texture.size && !x->isValve) ? "\"" : "";
    tlb_spell_word(s, " ");
    tlb_spell_word(s, quote);
    tlb_spell_text(s, x->texture);
    tlb_spell_word(s, quote);
    if (x->isValve) {
        write_axis(s, x->u);
        write_axis(s, x->v);
    } else {
        tlb_spell_word(s, " ");
        tlb_spell_f64s(s, &x->u[3], 1);
        tlb_spell_word(s, " ");
        tlb_spell_f64s(s, &x->v[3], 1);
    }
    tlb_spell_word(s, " ");
    tlb_spell_f64s(s, &x->rotation, 1);
    tlb_spell_word(s, " ");
    tlb_spell_f64s(s, x->scale, 2);
    for (uint32_t i = 0; i < x->flagCount; i++) {
        tlb_spell_word(s, " ");
        tlb_spell_f64s(s, &x->flags[i], 1);
    }
}

const tlb_record_kind tlb_map_face_kind = {.lead = "",
                                           .size = sizeof(tlb_map_face),
                                           .read = read_face,
                                           .compare = compare_faces,
                                           .write = write_face};

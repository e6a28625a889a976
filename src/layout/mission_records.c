/* The records of a mission: the beginnings and ends of objects, fields and code, filled, traced or spelled
 * again, as layout/words.h says. White space is free: a record ends with its last word, and takes what is
 * left of the line with it if that is blank or a comment. */
#include "layout/mission.h"

#include "base/text.h"

#include <string.h>

/* To the next word: its first character, 0 at the end. */
static char go(tlb_words *t)
{
    t->at = tlb_mission_skip(t->at, t->end);
    return t->at < t->end ? *t->at : 0;
}

static void read_to(tlb_words *t, const char *name, tlb_text *text, const char *to)
{
    tlb_words_text(t, name, text, (size_t)(to - t->at));
}

/* Without its quotation marks. */
static void read_string(tlb_words *t, const char *name, tlb_text *text)
{
    const char *after = tlb_mission_skip_string(t->at, t->end);
    if (!after) {
        tlb_words_fail(t, TLB_CODE_TRUNCATED, name, "the text has no quotation mark at its end");
        return;
    }
    t->at++;
    read_to(t, name, text, after - 1);
    t->at = after;
}

static void indent(tlb_speller *s)
{
    const tlb_mission_style *style = s->user;
    for (uint32_t i = 0; i < style->depth; i++)
        tlb_spell_word(s, style->grammar->indent);
}

/* --- objects ----------------------------------------------------------------------------------------- */

static const char *skip_keyword(const tlb_words *t)
{
    const tlb_mission_style *style = t->user;
    if (!style->grammar->keyword)
        return t->at;
    const char *after = tlb_mission_skip_word(t->at, t->end);
    size_t size = strlen(style->grammar->keyword);
    if ((size_t)(after - t->at) != size)
        return NULL;
    for (size_t i = 0; i < size; i++)
        if (tlb_lower(t->at[i]) != style->grammar->keyword[i])
            return NULL;
    return after;
}

/* "new Class (", "instant Class", "block {" */
static bool begins_object(const tlb_words *t)
{
    const tlb_mission_style *style = t->user;
    const char *p = skip_keyword(t);
    if (!p)
        return false;
    p = tlb_mission_skip(p, t->end);
    const char *after = tlb_mission_skip_word(p, t->end);
    if (after == p)
        return false;
    p = tlb_mission_skip(after, t->end);
    if (p == t->end)
        return false;
    if (!style->grammar->keyword)
        return *p == '{';
    return style->grammar->has_parentheses ? *p == '(' : *p == '"' || *p == '{' || *p == ';';
}

static void read_name(tlb_words *t, tlb_mission_object *x)
{
    const tlb_mission_style *style = t->user;
    char next = go(t);
    if (!style->grammar->has_parentheses) {
        if (next == '"')
            read_string(t, "name", &x->name);
        return;
    }
    const char *last;
    t->at++;
    go(t);
    const char *after = tlb_mission_skip_value(t->at, t->end, &last);
    if (!after || after == t->end || *after != ')') {
        tlb_words_fail(t, TLB_CODE_BAD_WORD, "name", "expected a name and \")\"");
        return;
    }
    read_to(t, "name", &x->name, last);
    t->at = after + 1;
}

static void read_open(tlb_words *t, void *record)
{
    tlb_mission_object *x = record;
    go(t);
    if (!begins_object(t)) {
        tlb_words_fail_expected(t, NULL, "an object");
        return;
    }
    t->at = skip_keyword(t);
    go(t);
    read_to(t, "className", &x->className, tlb_mission_skip_word(t->at, t->end));
    read_name(t, x);
    if (t->w->status)
        return;
    char next = go(t);
    x->hasBody = next == '{';
    if (next != '{' && next != ';')
        tlb_words_fail_expected(t, NULL, "\"{\" or \";\"");
    else
        t->at++;
    tlb_words_end_record(t);
}

static tlb_likeness compare_objects(const void *one, const void *other)
{
    const tlb_mission_object *a = one, *b = other;
    bool shape = a->hasBody == b->hasBody && !a->name.size == !b->name.size;
    return tlb_likeness_of(shape,
                           tlb_same_text(a->className, b->className) && tlb_same_text(a->name, b->name));
}

static void write_open(tlb_speller *s, const void *record)
{
    const tlb_mission_object *x = record;
    const tlb_mission_style *style = s->user;
    bool has_parentheses = style->grammar->has_parentheses;
    indent(s);
    if (!style->grammar->keyword) {
        tlb_spell_text(s, x->className);
        tlb_spell_word(s, " {");
        return;
    }
    tlb_spell_word(s, style->grammar->keyword);
    tlb_spell_word(s, " ");
    tlb_spell_text(s, x->className);
    tlb_spell_word(s, has_parentheses ? "(" : " \"");
    tlb_spell_text(s, x->name);
    tlb_spell_word(s, has_parentheses ? ")" : "\"");
    tlb_spell_word(s, x->hasBody ? " {" : ";");
}

const tlb_record_kind tlb_mission_open_kind = {.lead = "",
                                               .size = sizeof(tlb_mission_object),
                                               .read = read_open,
                                               .compare = compare_objects,
                                               .write = write_open};

static void read_end(tlb_words *t, void *record)
{
    (void)record;
    if (go(t) != '}') {
        tlb_words_fail_expected(t, NULL, "\"}\"");
        return;
    }
    const char *after = ++t->at;
    if (go(t) == ';')
        t->at++;
    else
        t->at = after;
    tlb_words_end_record(t);
}

static tlb_likeness compare_ends(const void *a, const void *b)
{
    (void)a;
    (void)b;
    return LIKE_SAME;
}

static void write_end(tlb_speller *s, const void *record)
{
    const tlb_mission_style *style = s->user;
    (void)record;
    indent(s);
    tlb_spell_word(s, style->grammar->keyword ? "};" : "}");
}

const tlb_record_kind tlb_mission_end_kind = {
    .lead = "", .size = 1, .read = read_end, .compare = compare_ends, .write = write_end, .field = "end"};

/* --- fields ------------------------------------------------------------------------------------------ */

/* Whether a value is one string, up to the ";". */
static bool is_string(const char *p, const char *end, const char *after)
{
    const char *rest = p < end && (*p == '"' || *p == '\'') ? tlb_mission_skip_string(p, end) : NULL;
    return rest && tlb_mission_skip(rest, end) == after;
}

static void read_value(tlb_words *t, tlb_mission_field *x)
{
    const char *last, *after = tlb_mission_skip_value(t->at, t->end, &last);
    if (!after || after == t->end) {
        tlb_words_fail(t, TLB_CODE_TRUNCATED, "value",
                       "a string or bracket of the value, or the value, has no end");
        return;
    }
    if (last == t->at || *after != ';') {
        t->at = after;
        tlb_words_fail_expected(t, "value", last == t->at ? "a value" : "\";\"");
        return;
    }
    if (is_string(t->at, t->end, after)) {
        x->kind = *t->at == '"' ? TLB_MISSION_STRING : TLB_MISSION_TAGGED;
        read_string(t, "value", &x->value);
    } else {
        x->kind = TLB_MISSION_BARE;
        read_to(t, "value", &x->value, last);
    }
    t->at = after + 1;
}

/* A field, or else code. */
static void read_field(tlb_words *t, void *record)
{
    tlb_mission_field *x = record;
    if (!go(t)) {
        tlb_words_fail_expected(t, NULL, "a field");
        return;
    }
    const char *name, *after = tlb_mission_skip_name(t->at, t->end, &name);
    if (!after) {
        x->kind = TLB_MISSION_CODE;
        read_to(t, "value", &x->value, tlb_mission_skip_code(t->at, t->end));
    } else {
        if (name != t->at)
            read_to(t, "type", &x->type, tlb_mission_skip_word(t->at, t->end));
        t->at = name;
        read_to(t, "name", &x->name, after);
        go(t);
        t->at++;
        go(t);
        read_value(t, x);
    }
    tlb_words_end_record(t);
}

static tlb_likeness compare_fields(const void *one, const void *other)
{
    const tlb_mission_field *a = one, *b = other;
    bool shape = a->kind == b->kind && !a->type.size == !b->type.size;
    return tlb_likeness_of(shape, tlb_same_text(a->type, b->type) && tlb_same_text(a->name, b->name) &&
                                      tlb_same_text(a->value, b->value));
}

static void write_field(tlb_speller *s, const void *record)
{
    static const char *const quotes[] = {"\"", "'", "", ""};
    const tlb_mission_field *x = record;
    indent(s);
    if (x->kind == TLB_MISSION_CODE) {
        tlb_spell_text(s, x->value);
        return;
    }
    if (x->type.size) {
        tlb_spell_text(s, x->type);
        tlb_spell_word(s, " ");
    }
    tlb_spell_text(s, x->name);
    tlb_spell_word(s, " = ");
    tlb_spell_word(s, quotes[x->kind]);
    tlb_spell_text(s, x->value);
    tlb_spell_word(s, quotes[x->kind]);
    tlb_spell_word(s, ";");
}

const tlb_record_kind tlb_mission_field_kind = {.lead = "",
                                                .size = sizeof(tlb_mission_field),
                                                .read = read_field,
                                                .compare = compare_fields,
                                                .write = write_field};

/* --- what comes next --------------------------------------------------------------------------------- */

tlb_mission_next tlb_mission_look(tlb_words *t, bool in_object)
{
    const char *at = t->at;
    char next = go(t);
    tlb_mission_next found = !next                      ? MISSION_END
                             : next == '}' && in_object ? MISSION_CLOSE
                             : begins_object(t)         ? MISSION_OBJECT
                                                        : MISSION_FIELD;
    t->at = at;
    return found;
}

/* What the messages of a class have in constants. */
#include "formats/meridian/kod/kod.h"
#include "trilobite/scene.h"

enum { MOST_PARAMETERS = 16 };

/* A message being read. */
typedef struct message {
    tlb_text name;
    tlb_text parameters[MOST_PARAMETERS];
    uint32_t parameter_count;
    uint32_t depth;        /* of braces */
    uint32_t switch_depth; /* where the cases of the switch on `argument` are; 0: there is none */
    tlb_text argument;
    int32_t open_case; /* what the labels since the last break lead to, in the class's `cases`; TLB_NONE */
} message;

static bool is_parameter(const message *m, tlb_text name)
{
    for (uint32_t i = 0; i < m->parameter_count; i++)
        if (tlb_kod_same(m->parameters[i], name))
            return true;
    return false;
}

/* To the end of an argument. */
static void skip_value(kod_reader *r)
{
    while (r->token.kind != KOD_END && !(r->token.kind == KOD_SIGN && strchr(",);", *r->token.text.data)))
        if (tlb_kod_at_sign(r, '(') || tlb_kod_at_sign(r, '['))
            tlb_kod_skip_group(r);
        else
            tlb_kod_next(r);
}

/* #name= ; else what is there is skipped. */
static bool read_name(kod_reader *r, tlb_text *name)
{
    bool is_named = tlb_kod_take_sign(r, '#') && r->token.kind == KOD_WORD;
    *name = r->token.text;
    if (is_named)
        tlb_kod_next(r);
    is_named = is_named && tlb_kod_take_sign(r, '=');
    if (!is_named)
        skip_value(r);
    return is_named;
}

/* A whole argument. */
static kod_value read_value(kod_reader *r)
{
    kod_value value = tlb_kod_value(r);
    if (!tlb_kod_at_sign(r, ',') && !tlb_kod_at_sign(r, ')')) {
        value.kind = KOD_COMPUTED;
        skip_value(r);
    }
    return value;
}

/* --- objects ------------------------------------------------------------------------------------------ */

/* Create(&what, #name=value, …). False: it is computed. */
static bool read_create(kod_reader *r, kod_object *object)
{
    bool is_class = tlb_kod_take_word(r, "Create") && tlb_kod_take_sign(r, '(') &&
                    tlb_kod_take_sign(r, '&') && r->token.kind == KOD_WORD;
    object->what = r->token.text;
    if (!is_class) {
        skip_value(r);
        return false;
    }
    tlb_kod_next(r);
    while (tlb_kod_take_sign(r, ',')) {
        tlb_text name;
        if (!read_name(r, &name))
            continue;
        kod_value value = read_value(r);
        kod_named *argument = TLB_PUSH(r->tree->work, &r->c->arguments);
        if (argument)
            *argument = (kod_named){name, value};
    }
    object->argument_count = r->c->arguments.count - object->first_argument;
    bool ends = tlb_kod_take_sign(r, ')') && (tlb_kod_at_sign(r, ',') || tlb_kod_at_sign(r, ')'));
    if (!ends)
        skip_value(r);
    return ends;
}

static int64_t *place_of(kod_object *object, tlb_text name)
{
    return kod_is(name, "new_row")     ? &object->row
           : kod_is(name, "new_col")   ? &object->col
           : kod_is(name, "fine_row")  ? &object->fine_row
           : kod_is(name, "fine_col")  ? &object->fine_col
           : kod_is(name, "new_angle") ? &object->angle
                                       : NULL;
}

/* After Send(self, @NewHold . */
static void read_object(kod_reader *r, const message *m)
{
    enum { MIDDLE = 32 };
    kod_object object = {.message = m->name,
                         .row = 1,
                         .col = 1,
                         .fine_row = MIDDLE,
                         .fine_col = MIDDLE,
                         .first_argument = r->c->arguments.count};
    bool is_created = false, is_placed = true;
    while (tlb_kod_take_sign(r, ',')) {
        tlb_text name;
        if (!read_name(r, &name)) {
            is_placed = false;
            continue;
        }
        if (kod_is(name, "what")) {
            is_created = read_create(r, &object);
            continue;
        }
        int64_t *place = place_of(&object, name);
        kod_value value = read_value(r);
        if (place && value.kind == KOD_NUMBER)
            *place = value.number;
        is_placed &= !place || value.kind == KOD_NUMBER;
    }
    kod_object *added = is_created && is_placed ? TLB_PUSH(r->tree->work, &r->c->objects) : NULL;
    if (added)
        *added = object;
    else
        r->c->computed_objects++;
}

static void read_send(kod_reader *r, const message *m)
{
    tlb_kod_next(r);
    if (tlb_kod_take_sign(r, '(') && tlb_kod_take_word(r, "self") && tlb_kod_take_sign(r, ',') &&
        tlb_kod_take_sign(r, '@') && tlb_kod_take_word(r, "NewHold"))
        read_object(r, m);
}

/* --- exits -------------------------------------------------------------------------------------------- */

/* After the name of a list: = Cons([value, …], list). */
static void read_exit(kod_reader *r, bool is_edge)
{
    kod_exit found = {.is_edge = is_edge};
    uint32_t needed = is_edge ? 2 : 3;
    bool is_constant = true;
    tlb_kod_next(r);
    if (!tlb_kod_take_sign(r, '=') || !tlb_kod_take_word(r, "Cons") || !tlb_kod_take_sign(r, '('))
        return;
    if (tlb_kod_at_sign(r, '['))
        do {
            tlb_kod_next(r);
            kod_value value = tlb_kod_value(r);
            is_constant &= found.count >= needed || value.kind == KOD_NUMBER;
            if (found.count < KOD_EXIT_VALUES)
                found.values[found.count++] = value;
        } while (tlb_kod_at_sign(r, ','));
    is_constant &= tlb_kod_at_sign(r, ']') && found.count >= needed;
    kod_exit *added = is_constant ? TLB_PUSH(r->tree->work, &r->c->exits) : NULL;
    if (added)
        *added = found;
    else
        r->c->computed_exits++;
}

/* --- pictures ----------------------------------------------------------------------------------------- */

/* switch(parameter) */
static void read_switch(kod_reader *r, message *m)
{
    tlb_kod_next(r);
    if (!tlb_kod_take_sign(r, '('))
        return;
    m->argument = r->token.text;
    m->switch_depth = is_parameter(m, m->argument) ? m->depth + 1 : 0;
    m->open_case = TLB_NONE;
}

static kod_case *case_at(const kod_reader *r, const message *m)
{
    return m->open_case == TLB_NONE ? NULL : &r->c->cases.data[m->open_case];
}

/* A label: what was begun without it goes on with something else, and is computed. False without memory. */
static bool open_case(kod_reader *r, message *m)
{
    kod_case *begun = case_at(r, m);
    if (begun && begun->icon.kind == KOD_NIL && !begun->hanging)
        return true;
    if (begun)
        begun->icon.kind = KOD_COMPUTED;
    m->open_case = (int32_t)r->c->cases.count;
    kod_case *added = TLB_PUSH(r->tree->work, &r->c->cases);
    if (added)
        *added = (kod_case){.icon = {.kind = KOD_NIL}};
    return added != NULL;
}

/* case NUMBER: */
static bool read_case(kod_reader *r, message *m)
{
    char buffer[KOD_LONGEST_NAME];
    tlb_kod_next(r);
    kod_value value = tlb_kod_value(r);
    tlb_text key = tlb_kod_case_key(m->argument, value.number, buffer);
    if (m->switch_depth != m->depth || value.kind != KOD_NUMBER || !key.size)
        return true;
    int32_t *place = tlb_kod_place(r->tree, &r->c->case_names, key);
    if (!place || !open_case(r, m))
        return false;
    if (*place == TLB_INDEX_NEW)
        *place = m->open_case;
    return true;
}

/* vrIcon = value; of a case, or of a parameter of Constructor. What depends on more is computed. */
static void read_icon(kod_reader *r, const message *m)
{
    tlb_kod_next(r);
    if (!tlb_kod_take_sign(r, '='))
        return;
    kod_value value = tlb_kod_value(r);
    bool is_parameters = value.kind == KOD_NAME && is_parameter(m, value.name);
    if (m->switch_depth && m->depth >= m->switch_depth) {
        kod_case *open = case_at(r, m);
        if (m->depth != m->switch_depth || is_parameters)
            value.kind = KOD_COMPUTED;
        if (open)
            open->icon = value;
    } else if (is_parameters && kod_is(m->name, "Constructor"))
        r->c->icon_argument = value.name;
}

/* pbHanging = TRUE; of a case. */
static void read_hanging(kod_reader *r, const message *m)
{
    kod_case *open = m->depth == m->switch_depth ? case_at(r, m) : NULL;
    tlb_kod_next(r);
    if (!open || !tlb_kod_take_sign(r, '='))
        return;
    kod_value value = tlb_kod_value(r);
    open->hanging = value.kind == KOD_NUMBER && value.number;
}

/* { return value; } */
static void read_flags(kod_reader *r)
{
    kod_reader ahead = *r;
    tlb_kod_next(&ahead);
    r->c->has_flags = true;
    r->c->flags = (kod_value){.kind = KOD_COMPUTED};
    if (!tlb_kod_take_word(&ahead, "return"))
        return;
    kod_value value = tlb_kod_value(&ahead);
    if (tlb_kod_take_sign(&ahead, ';') && tlb_kod_at_sign(&ahead, '}'))
        r->c->flags = value;
}

/* --- messages ----------------------------------------------------------------------------------------- */

static bool read_statement(kod_reader *r, message *m)
{
    if (tlb_kod_at_word(r, "Send"))
        read_send(r, m);
    else if (tlb_kod_at_word(r, "plExits") || tlb_kod_at_word(r, "plEdge_Exits"))
        read_exit(r, tlb_kod_at_word(r, "plEdge_Exits"));
    else if (tlb_kod_at_word(r, "switch"))
        read_switch(r, m);
    else if (tlb_kod_at_word(r, "case"))
        return read_case(r, m);
    else if (tlb_kod_at_word(r, "vrIcon"))
        read_icon(r, m);
    else if (tlb_kod_at_word(r, "pbHanging"))
        read_hanging(r, m);
    else {
        if (m->depth == m->switch_depth && (tlb_kod_at_word(r, "break") || tlb_kod_at_word(r, "return")))
            m->open_case = TLB_NONE;
        tlb_kod_next(r);
    }
    return true;
}

/* From { to after its }. */
static bool read_body(kod_reader *r, message *m)
{
    do {
        if (r->token.kind == KOD_WORD) {
            if (!read_statement(r, m))
                return false;
            continue;
        }
        m->depth += tlb_kod_at_sign(r, '{');
        if (tlb_kod_at_sign(r, '}') && m->depth-- == m->switch_depth) {
            m->switch_depth = 0;
            m->open_case = TLB_NONE;
        }
        tlb_kod_next(r);
    } while (m->depth && r->token.kind != KOD_END);
    return !r->tree->work->failure;
}

/* (name = value, …) */
static void read_parameters(kod_reader *r, message *m)
{
    do {
        tlb_kod_next(r);
        if (r->token.kind == KOD_WORD && m->parameter_count < MOST_PARAMETERS)
            m->parameters[m->parameter_count++] = r->token.text;
        skip_value(r);
    } while (tlb_kod_at_sign(r, ','));
    tlb_kod_take_sign(r, ')');
}

bool tlb_kod_read_messages(kod_reader *r)
{
    message m = {.open_case = TLB_NONE};
    while (r->token.kind != KOD_END) {
        if (r->token.kind == KOD_WORD) {
            m = (message){.name = r->token.text, .open_case = TLB_NONE};
            tlb_kod_next(r);
            if (tlb_kod_at_sign(r, '('))
                read_parameters(r, &m);
        } else if (tlb_kod_at_sign(r, '{')) {
            if (kod_is(m.name, "GetObjectFlags"))
                read_flags(r);
            if (!read_body(r, &m))
                return false;
        } else
            tlb_kod_next(r);
    }
    return true;
}

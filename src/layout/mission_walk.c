/* Missions as JSON: the objects in their order, each with its depth. */
#include "layout/mission.h"

#include "base/text.h"

#include <string.h>

typedef struct walker {
    tlb_walk *w;
    tlb_mission_root *root;
    tlb_speller speller;
    tlb_mission_style style;
} walker;

static void walk_spelled(walker *x, const tlb_record_kind *kind, const void *record, uint32_t depth,
                         tlb_mission_spelling *spelling)
{
    x->style.depth = depth;
    if (!x->w->status)
        tlb_walk_spelling(x->w, &x->speller, &x->root->spellings, kind, record, spelling);
}

static void walk_optional_text(tlb_walk *w, const char *name, tlb_text *text)
{
    bool present = text->size != 0;
    tlb_walk_has(w, name, &present);
    if (present)
        tlb_walk_text(w, name, text);
    else
        *text = (tlb_text){0};
}

/* Strings have none. */
static void walk_kind(tlb_walk *w, tlb_mission_field *field)
{
    static const char *const kinds[] = {"string", "tagged", "bare", "code", NULL};
    bool present = field->kind != TLB_MISSION_STRING;
    tlb_walk_has(w, "kind", &present);
    if (present)
        tlb_walk_choice(w, "kind", &field->kind, kinds);
    else
        field->kind = TLB_MISSION_STRING;
}

static void walk_field(walker *x, tlb_mission_field *field, uint32_t depth)
{
    tlb_walk *w = x->w;
    walk_kind(w, field);
    walk_optional_text(w, "type", &field->type);
    walk_optional_text(w, "name", &field->name);
    tlb_walk_text(w, "value", &field->value);
    bool present = field->objects != 0;
    tlb_walk_has(w, "objects", &present);
    if (present)
        WALK(w, field, objects);
    else
        field->objects = 0;
    walk_spelled(x, &tlb_mission_field_kind, field, depth, &field->spelling);
}

static void walk_object(walker *x, tlb_mission_object *object)
{
    tlb_walk *w = x->w;
    WALK(w, object, depth);
    tlb_walk_text(w, "className", &object->className);
    walk_optional_text(w, "name", &object->name);
    WALK_DEFAULT(w, object, hasBody, 1);
    WALK(w, object, hasBody);
    walk_spelled(x, &tlb_mission_open_kind, object, object->depth, &object->spelling);
    WALK_ROWS(w, object, fields, 1, i)
        walk_field(x, &object->fields.data[i], object->depth + 1);
    if (object->hasBody)
        walk_spelled(x, &tlb_mission_end_kind, object, object->depth, &object->end);
}

/* After the last record. */
static void walk_tail(tlb_walk *w, tlb_mission *mission)
{
    walk_optional_text(w, "tail", &mission->tail);
    const tlb_text *tail = &mission->tail;
    if (!w->status && w->visitor->fills && tail->size &&
        tlb_mission_skip(tail->data, tail->data + tail->size) != tail->data + tail->size)
        tlb_walk_fault(w, "tail", "expected only comments");
}

void tlb_mission_walk(tlb_walk *w, tlb_mission_root *root)
{
    if (w->visitor->places) {
        tlb_mission_trace(w, root);
        return;
    }
    tlb_mission *mission = &root->mission;
    tlb_buffer text = {.account = w->context->account};
    walker x = {.w = w, .root = root, .style = {.grammar = root->grammar}};
    tlb_mission_speller_init(&x.speller, w->context, root, &x.style);
    x.speller.out = &text;
    WALK(w, mission, crlf);
    WALK_ROWS(w, mission, statements, 1, i)
        walk_field(&x, &mission->statements.data[i], 0);
    WALK_BLOCKS(w, mission, objects, 1, i)
        walk_object(&x, &mission->objects.data[i]);
    walk_tail(w, mission);
    tlb_buffer_free(&text);
}

const tlb_mission_field *tlb_mission_find(const tlb_mission_object *object, const char *name)
{
    size_t size = strlen(name);
    for (uint32_t i = object->fields.count; i--;) {
        const tlb_mission_field *field = &object->fields.data[i];
        if (field->name.size == size && field->kind != TLB_MISSION_CODE && field->name.data &&
            tlb_same_nocase(field->name.data, name))
            return field;
    }
    return NULL;
}

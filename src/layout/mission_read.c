/* Missions from text, and where each value of a text is. */
#include "layout/mission.h"

#include "base/text.h"

#include <string.h>

/* A field of an object, or of none (0). */
typedef struct owned_field {
    tlb_mission_field field;
    uint32_t owner; /* object and 1 */
} owned_field;

/* An object that has not ended, or what is outside of all. */
typedef struct level {
    uint32_t object, fields, objects;
} level;

typedef struct reader {
    tlb_words *t;
    tlb_arena *work;
    TLB_LIST(tlb_mission_object) objects; /* fields.data is NULL until all are read */
    TLB_LIST(owned_field) fields;
    level levels[MISSION_MOST_DEPTH + 2];
    uint32_t depth;
} reader;

tlb_mission_root *tlb_mission_create(tlb_context *context, tlb_arena *arena,
                                     const tlb_mission_grammar *grammar)
{
    tlb_mission_root *root = tlb_zalloc(arena, sizeof *root);
    if (root)
        root->grammar = grammar;
    else
        tlb_report_memory(context, arena);
    return root;
}

static void enter_fields(tlb_words *t, const level *at, uint32_t depth)
{
    if (depth) {
        words_element(t, at->object);
        words_enter(t, "fields");
    } else {
        words_leave(t);
        words_enter(t, "statements");
    }
    words_element(t, at->fields);
}

static void leave_fields(tlb_words *t, uint32_t depth)
{
    words_leave(t);
    if (!depth)
        words_enter(t, "objects");
}

static void read_field(reader *r)
{
    tlb_words *t = r->t;
    level *at = &r->levels[r->depth];
    owned_field x = {.field = {.objects = at->objects, .spelling = tlb_spelling_here(t)},
                     .owner = r->depth ? at->object + 1 : 0};
    enter_fields(t, at, r->depth);
    tlb_mission_field_kind.read(t, &x.field);
    owned_field *added = t->w->status ? NULL : TLB_PUSH(r->work, &r->fields);
    if (added)
        *added = x;
    else
        tlb_walk_refused(t->w, r->work->failure);
    leave_fields(t, r->depth);
    at->fields++;
}

static void read_object(reader *r)
{
    tlb_words *t = r->t;
    tlb_mission_object x = {.depth = r->depth, .spelling = tlb_spelling_here(t)};
    words_element(t, r->objects.count);
    if (r->depth > MISSION_MOST_DEPTH)
        tlb_words_fail(t, TLB_CODE_NESTING_LIMIT, NULL, "objects are nested deeper than %u",
                       (unsigned)MISSION_MOST_DEPTH);
    else
        tlb_mission_open_kind.read(t, &x);
    tlb_mission_object *added = t->w->status ? NULL : TLB_PUSH(r->work, &r->objects);
    if (!added) {
        tlb_walk_refused(t->w, r->work->failure);
        return;
    }
    *added = x;
    r->levels[r->depth].objects++;
    if (x.hasBody)
        r->levels[++r->depth] = (level){.object = r->objects.count - 1};
}

static void read_end(reader *r)
{
    tlb_words *t = r->t;
    uint32_t object = r->levels[r->depth--].object;
    words_element(t, object);
    r->objects.data[object].end = tlb_spelling_here(t);
    tlb_mission_end_kind.read(t, NULL);
}

static void read_records(reader *r)
{
    tlb_words *t = r->t;
    words_enter(t, "objects");
    for (tlb_mission_next next = MISSION_FIELD; !t->w->status && next != MISSION_END;)
        switch (next = tlb_mission_look(t, r->depth != 0)) {
        case MISSION_OBJECT:
            read_object(r);
            break;
        case MISSION_FIELD:
            read_field(r);
            break;
        case MISSION_CLOSE:
            if (r->depth)
                read_end(r);
            break;
        case MISSION_END:
            if (!r->depth)
                break;
            words_element(t, r->levels[r->depth].object);
            t->at = t->end;
            tlb_words_fail(t, TLB_CODE_TRUNCATED, NULL, "the object has no \"}\" at its end");
            break;
        }
    words_leave(t);
}

/* Each object's fields, in their order, from those of all. */
static void keep(reader *r, tlb_arena *arena, tlb_mission *mission)
{
    tlb_mission_object *objects = tlb_alloc_array(arena, r->objects.count, sizeof *objects);
    tlb_mission_field *fields = tlb_alloc_array(arena, r->fields.count, sizeof *fields);
    if (!objects || !fields) {
        tlb_walk_refused(r->t->w, arena->failure);
        return;
    }
    if (r->objects.count)
        memcpy(objects, r->objects.data, r->objects.count * sizeof *objects);
    mission->objects.data = objects;
    mission->objects.count = r->objects.count;
    for (uint32_t i = 0; i < r->fields.count; i++)
        if (r->fields.data[i].owner)
            objects[r->fields.data[i].owner - 1].fields.count++;
        else
            mission->statements.count++;
    mission->statements.data = fields;
    fields += mission->statements.count;
    mission->statements.count = 0;
    for (uint32_t i = 0; i < r->objects.count; i++) {
        objects[i].fields.data = fields;
        fields += objects[i].fields.count;
        objects[i].fields.count = 0;
    }
    for (uint32_t i = 0; i < r->fields.count; i++) {
        const owned_field *x = &r->fields.data[i];
        if (x->owner)
            objects[x->owner - 1].fields.data[objects[x->owner - 1].fields.count++] = x->field;
        else
            mission->statements.data[mission->statements.count++] = x->field;
    }
}

tlb_status tlb_mission_read(tlb_context *context, tlb_arena *arena, tlb_bytes source, tlb_mission_root *root)
{
    if (source.size >= UINT32_MAX || (source.size && memchr(source.data, 0, source.size))) {
        tlb_report(context, TLB_CODE_NOT_SUPPORTED, 0, NULL,
                   "not a text of less than 4 GiB; missions are texts of objects and fields");
        return TLB_UNSUPPORTED;
    }
    tlb_words t;
    tlb_mission_style style = {.grammar = root->grammar};
    tlb_walk w = tlb_walk_reader(context, arena, source);
    tlb_words_init(&t, &w, source, MISSION_COMMENT);
    t.user = &style;
    tlb_arena work;
    tlb_arena_init(&work, context->account);
    reader r = {.t = &t, .work = &work};
    root->spellings = tlb_spellings_of(source);
    const char *line = t.start < t.end ? memchr(t.start, '\n', (size_t)(t.end - t.start)) : NULL;
    root->mission.crlf = line && line > t.start && line[-1] == '\r';
    read_records(&r);
    if (!w.status) {
        keep(&r, arena, &root->mission);
        root->mission.tail = (tlb_text){t.at, (uint32_t)(t.end - t.at)};
    }
    tlb_arena_release(&work);
    return w.status;
}

bool tlb_mission_begins(tlb_bytes source, const tlb_mission_grammar *grammar)
{
    enum { LOOKED_AT = 65536 };
    tlb_words t;
    tlb_mission_style style = {.grammar = grammar};
    tlb_bytes head = {source.data, source.size < LOOKED_AT ? source.size : LOOKED_AT};
    tlb_words_init(&t, NULL, head, MISSION_COMMENT);
    t.user = &style;
    return tlb_mission_look(&t, false) == MISSION_OBJECT;
}

/* --- places ------------------------------------------------------------------------------------------ */

static void trace_record(tlb_words *t, const tlb_record_kind *kind, void *record)
{
    t->at = tlb_mission_skip(t->at, t->end);
    tlb_record_trace(t, kind, record);
}

static void trace_text(tlb_words *t)
{
    level levels[MISSION_MOST_DEPTH + 2] = {{0}};
    uint32_t depth = 0, count = 0;
    tlb_mission_object object;
    tlb_mission_field field;
    words_enter(t, "objects");
    for (tlb_mission_next next; !t->w->status && (next = tlb_mission_look(t, depth != 0)) != MISSION_END;)
        switch (next) {
        case MISSION_OBJECT:
            words_element(t, count);
            trace_record(t, &tlb_mission_open_kind, &object);
            if (object.hasBody && depth <= MISSION_MOST_DEPTH)
                levels[++depth] = (level){.object = count};
            count++;
            break;
        case MISSION_FIELD:
            enter_fields(t, &levels[depth], depth);
            trace_record(t, &tlb_mission_field_kind, &field);
            leave_fields(t, depth);
            levels[depth].fields++;
            break;
        default:
            tlb_mission_end_kind.read(t, NULL);
            depth--;
        }
    words_leave(t);
    tlb_words_show_rest(t, "tail");
}

void tlb_mission_trace(tlb_walk *w, const tlb_mission_root *root)
{
    tlb_buffer text = {.account = w->context->account};
    tlb_mission_style style = {.grammar = root->grammar};
    tlb_words_trace(w, tlb_mission_write(w->context, root, &text), &text, MISSION_COMMENT, trace_text,
                    &style);
}

/* Maps from text, and where each value of a text is. */
#include "formats/torque/map/map.h"

#include "base/text.h"

#include <string.h>

typedef struct reader {
    tlb_words *t;
    tlb_arena *arena, *work;
    TLB_LIST(tlb_map_property) properties;
    TLB_LIST(tlb_map_brush) brushes;
    TLB_LIST(tlb_map_face) faces;
    TLB_LIST(tlb_map_entity) entities;
} reader;

static void *keep(reader *r, const void *items, uint32_t count, size_t size)
{
    void *kept = tlb_alloc_array(r->arena, count, size);
    if (!kept)
        tlb_walk_refused(r->t->w, r->arena->failure);
    else if (count)
        memcpy(kept, items, count * size);
    return kept;
}

/* Reads a record into a new element of a list. */
#define READ_INTO(r, list, kind, ...)                                                                        \
    do {                                                                                                     \
        uint32_t spelling_ = tlb_spelling_here((r)->t);                                                      \
        words_element((r)->t, (r)->list.count);                                                              \
        if (!TLB_RESERVE((r)->work, &(r)->list, 1))                                                          \
            tlb_walk_refused((r)->t->w, (r)->work->failure);                                                 \
        else {                                                                                               \
            (r)->list.data[(r)->list.count] = (__VA_ARGS__){.spelling = spelling_};                          \
            (kind).read((r)->t, &(r)->list.data[(r)->list.count]);                                           \
            (r)->list.count += !(r)->t->w->status;                                                           \
        }                                                                                                    \
    } while (0)

/* The first character of what comes next, without going there: blanks before it are the next record's. */
static char look(const tlb_words *t)
{
    tlb_words ahead = *t;
    return tlb_map_next(&ahead);
}

static void read_brush(reader *r)
{
    tlb_words *t = r->t;
    tlb_map_brush brush = {.spelling = tlb_spelling_here(t)};
    r->faces.count = 0;
    words_enter(t, "brushes");
    words_element(t, r->brushes.count);
    tlb_map_open_kind.read(t, NULL);
    words_enter(t, "faces");
    while (!t->w->status && look(t) == '(')
        READ_INTO(r, faces, tlb_map_face_kind, tlb_map_face);
    words_leave(t);
    brush.end = tlb_spelling_here(t);
    tlb_map_close_kind.read(t, NULL);
    words_leave(t);
    brush.faces.count = r->faces.count;
    brush.faces.data = keep(r, r->faces.data, r->faces.count, sizeof *brush.faces.data);
    tlb_map_brush *added = TLB_PUSH(r->work, &r->brushes);
    if (added)
        *added = brush;
    else
        tlb_walk_refused(t->w, r->work->failure);
}

static void read_entity(reader *r)
{
    tlb_words *t = r->t;
    tlb_map_entity entity = {.spelling = tlb_spelling_here(t)};
    r->properties.count = r->brushes.count = 0;
    tlb_map_open_kind.read(t, NULL);
    for (char next; !t->w->status && ((next = look(t)) == '"' || next == '{');)
        if (next == '{')
            read_brush(r);
        else {
            words_enter(t, "properties");
            READ_INTO(r, properties, tlb_map_property_kind, tlb_map_property);
            words_leave(t);
            if (!t->w->status)
                r->properties.data[r->properties.count - 1].brush = r->brushes.count;
        }
    entity.end = tlb_spelling_here(t);
    tlb_map_close_kind.read(t, NULL);
    entity.properties.count = r->properties.count;
    entity.properties.data = keep(r, r->properties.data, r->properties.count, sizeof *entity.properties.data);
    entity.brushes.count = r->brushes.count;
    entity.brushes.data = keep(r, r->brushes.data, r->brushes.count, sizeof *entity.brushes.data);
    tlb_map_entity *added = TLB_PUSH(r->work, &r->entities);
    if (added)
        *added = entity;
    else
        tlb_walk_refused(t->w, r->work->failure);
}

static void read_entities(reader *r, tlb_map_file *map)
{
    tlb_words *t = r->t;
    words_enter(t, "entities");
    while (!t->w->status && look(t)) {
        words_element(t, r->entities.count);
        read_entity(r);
    }
    words_leave(t);
    map->entities.count = r->entities.count;
    map->entities.data = keep(r, r->entities.data, r->entities.count, sizeof *map->entities.data);
    map->tail = (tlb_text){t->at, (uint32_t)(t->end - t->at)};
}

/* What else is called .map, and is no text. */
static bool is_binary(tlb_bytes source)
{
    enum { LOOKED_AT = 512 };
    return source.size && memchr(source.data, 0, source.size < LOOKED_AT ? source.size : LOOKED_AT) != NULL;
}

tlb_status tlb_map_read(tlb_document *document)
{
    map_root *root = tlb_zalloc(&document->arena, sizeof *root);
    tlb_words t;
    if (!root)
        return tlb_report_memory(document->context, &document->arena);
    document->root = root;
    if (document->source.size >= UINT32_MAX || is_binary(document->source)) {
        tlb_report(document->context, TLB_CODE_NOT_SUPPORTED, 0, NULL,
                   "not a text of less than 4 GiB; maps are texts of entities and brushes");
        return TLB_UNSUPPORTED;
    }
    tlb_walk w = tlb_walk_reader(document->context, &document->arena, document->source);
    tlb_words_init(&t, &w, document->source, MAP_COMMENT);
    tlb_arena work;
    tlb_arena_init(&work, document->context->account);
    reader r = {.t = &t, .arena = &document->arena, .work = &work};
    root->spellings = tlb_spellings_of(document->source);
    const char *line = t.start < t.end ? memchr(t.start, '\n', (size_t)(t.end - t.start)) : NULL;
    root->map.crlf = line && line > t.start && line[-1] == '\r';
    read_entities(&r, &root->map);
    tlb_arena_release(&work);
    return w.status;
}

/* --- places ------------------------------------------------------------------------------------------ */

/* The brace of a brush or entity, which is where that is. */
static void trace_open(tlb_words *t)
{
    char brace;
    tlb_map_next(t);
    tlb_record_trace(t, &tlb_map_open_kind, &brace);
}

static void trace_brush(tlb_words *t, uint32_t brush)
{
    tlb_map_face face;
    words_enter(t, "brushes");
    words_element(t, brush);
    trace_open(t);
    words_enter(t, "faces");
    for (uint32_t i = 0; !t->w->status && look(t) == '('; i++) {
        words_element(t, i);
        tlb_map_next(t);
        tlb_record_trace(t, &tlb_map_face_kind, &face);
    }
    words_leave(t);
    tlb_map_close_kind.read(t, NULL);
    words_leave(t);
}

static void trace_entity(tlb_words *t)
{
    uint32_t brushes = 0, properties = 0;
    tlb_map_property property;
    trace_open(t);
    for (char next; !t->w->status && ((next = look(t)) == '"' || next == '{');)
        if (next == '{')
            trace_brush(t, brushes++);
        else {
            words_enter(t, "properties");
            words_element(t, properties++);
            tlb_map_next(t);
            tlb_record_trace(t, &tlb_map_property_kind, &property);
            words_leave(t);
        }
    tlb_map_close_kind.read(t, NULL);
}

static void trace_text(tlb_words *t)
{
    words_enter(t, "entities");
    for (uint32_t i = 0; !t->w->status && look(t); i++) {
        words_element(t, i);
        trace_entity(t);
    }
    words_leave(t);
    tlb_words_show_rest(t, "tail");
}

void tlb_map_trace(tlb_walk *w, const map_root *root)
{
    tlb_buffer text = {.account = w->context->account};
    tlb_words_trace(w, tlb_map_write_text(w->context, root, &text), &text, MAP_COMMENT, trace_text, NULL);
}

/* --- what a text is ---------------------------------------------------------------------------------- */

/* The first words of an entity: a brace and a key, or a brush. */
int tlb_map_probe(tlb_bytes source)
{
    enum { LIKELY = 70, LOOKED_AT = 65536 };
    tlb_words t;
    tlb_bytes head = {source.data, source.size < LOOKED_AT ? source.size : LOOKED_AT};
    tlb_words_init(&t, NULL, head, MAP_COMMENT);
    if (is_binary(source) || tlb_map_next(&t) != '{')
        return 0;
    t.at++;
    char first = tlb_map_next(&t);
    if (first == '{') {
        t.at++;
        return tlb_map_next(&t) == '(' ? LIKELY : 0;
    }
    if (!first)
        return 0;
    const char *end =
        *t.at == '"' && t.at + 1 < t.end ? memchr(t.at + 1, '"', (size_t)(t.end - t.at - 1)) : NULL;
    if (!end)
        return 0;
    t.at = end + 1;
    return tlb_map_next(&t) == '"' ? LIKELY : 0;
}

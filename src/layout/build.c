/* From JSON, as dump writes it, to a document: fields that are left out are zero, empty, or what the format's
 * description says. The same visitor edits a document that there is: then they stay as they are, an object
 * whose members are indices ("3", and "+" for an array of new elements) changes elements of a list, and
 * values may be words. Whatever is wrong is reported, and the walk goes on. */
#include "layout/build.h"
#include "layout/directions.h"

#include "base/number.h"
#include "base/text.h"

#include <stdio.h>

enum { MAX_FIELDS = 192 };

/* A table or list that was opened. */
typedef struct level {
    const tlb_value *json;
    const char *fields[MAX_FIELDS]; /* of a table, as they were walked */
    uint32_t field_count;
    const tlb_value **elements; /* of a list, by their indices; NULL: none */
    uint32_t element_count;
    tlb_mark mark;  /* in the arena of elements, before these */
    uint32_t frame; /* the depth of the walk inside */
    uint32_t held;  /* of a list: elements that there were */
    bool is_list;
    bool keeps;  /* what is left out stays */
    bool failed; /* the walk of it ended before its end */
    bool muted;  /* w->muted around it */
} level;

typedef struct build {
    level *stack; /* one for each list and each element; the top is the one being walked */
    uint32_t depth;
    tlb_arena elements;
    tlb_references references;
} build;

static bool is_table(const tlb_value *json)
{
    return tlb_value_is(json, TLB_VALUE_TABLE);
}

static bool is_list(const tlb_value *json)
{
    return tlb_value_is(json, TLB_VALUE_LIST);
}

static level *top(build *b)
{
    return &b->stack[b->depth - 1];
}

static void remember(level *at, const char *name)
{
    bool again = at->field_count && at->fields[at->field_count - 1] == name;
    if (!again && at->field_count < MAX_FIELDS)
        at->fields[at->field_count++] = name;
}

/* The JSON of a field; without a name, of the list's element that was opened. */
static const tlb_value *field(build *b, const char *name)
{
    level *at = top(b);
    if (!name || !at->json)
        return at->json;
    remember(at, name);
    return tlb_value_get(at->json, name);
}

static void enter(tlb_walk *w, const tlb_value *json, bool is_list, bool keeps)
{
    build *b = w->user;
    b->depth++;
    level *at = top(b);
    at->json = json;
    at->field_count = 0;
    at->elements = NULL;
    at->element_count = 0;
    at->mark = tlb_arena_mark(&b->elements);
    at->frame = w->depth + is_list;
    at->is_list = is_list;
    at->keeps = keeps;
    at->failed = false;
    at->muted = w->muted;
    w->fresh = !keeps;
}

static void leave(tlb_walk *w)
{
    build *b = w->user;
    w->muted = top(b)->muted;
    tlb_arena_rewind(&b->elements, top(b)->mark);
    b->depth--;
    w->fresh = b->depth && !top(b)->keeps;
}

static bool is_field(const level *at, const char *key)
{
    bool found = false;
    for (uint32_t i = 0; i < at->field_count && !found; i++)
        found = at->fields[i] == key || strcmp(at->fields[i], key) == 0;
    return found;
}

static bool is_similar(const char *a, const char *b)
{
    enum { ALIKE = 3 };
    size_t same = 0;
    while (same < ALIKE && a[same] && tlb_lower(a[same]) == tlb_lower(b[same]))
        same++;
    return same == ALIKE;
}

/* The names of fields, of those like `key` alone when that is not NULL. How many there are. */
static uint32_t list_fields(const level *at, const char *key, char *out, size_t size)
{
    size_t length = 0;
    uint32_t count = 0;
    *out = 0;
    for (uint32_t i = 0; i < at->field_count && length < size; i++) {
        bool out_of_list = key && !is_similar(key, at->fields[i]);
        for (uint32_t k = 0; k < i && !out_of_list; k++)
            out_of_list = strcmp(at->fields[k], at->fields[i]) == 0;
        if (out_of_list)
            continue;
        int added = snprintf(out + length, size - length, "%s%s", length ? ", " : "", at->fields[i]);
        length += added > 0 ? (size_t)added : 0;
        count++;
    }
    if (length >= size) { /* whole names, and that there are more */
        size_t end = size - sizeof ", ...";
        while (end && strncmp(out + end, ", ", 2) != 0)
            end--;
        memcpy(out + end, ", ...", sizeof ", ...");
    }
    return count;
}

static void refuse_field(tlb_walk *w, const char *key)
{
    enum { FEW = 24 };
    const level *at = top(w->user);
    char fields[600];
    if (at->field_count > FEW && list_fields(at, key, fields, sizeof fields))
        tlb_walk_fault(w, key, "no such field; similar: %s", fields);
    else
        tlb_walk_fault(w, key, "no such field; %s: %s",
                       list_fields(at, NULL, fields, sizeof fields) == 1 ? "the only one" : "there are",
                       fields);
}

/* A member that is no field is a mistake: its value would be lost. */
static void refuse_others(tlb_walk *w)
{
    const level *at = top(w->user);
    if (w->status || at->failed || !tlb_value_is(at->json, TLB_VALUE_TABLE) || at->field_count == MAX_FIELDS)
        return;
    for (const tlb_value *member = at->json->as.members.first; member; member = member->next)
        if (!is_field(at, member->key))
            refuse_field(w, member->key);
}

/* --- structures and lists ----------------------------------------------------------------------------- */

static void build_open(tlb_walk *w, const char *name, tlb_shape shape)
{
    build *b = w->user;
    uint32_t index = (uint32_t)w->frames[w->depth - 1].index;
    bool keeps = top(b)->keeps && (name || index < top(b)->held);
    const tlb_value *json = name                            ? field(b, name)
                            : index < top(b)->element_count ? top(b)->elements[index]
                                                            : NULL;
    bool is_wrong = shape != TLB_BARE && json && !is_table(json);
    if (is_wrong)
        tlb_build_wrong(w, NULL, "an object", json);
    enter(w, is_wrong ? NULL : json, false, keeps);
    w->muted = w->muted || is_wrong;
}

static void build_close(tlb_walk *w, tlb_shape shape)
{
    if (shape != TLB_BARE)
        refuse_others(w);
    leave(w);
}

static void build_open_list(tlb_walk *w, const char *name, uint32_t *count)
{
    build *b = w->user;
    const tlb_value *json = field(b, name);
    uint32_t held = *count;
    bool keeps = top(b)->keeps && !is_list(json);
    if (!tlb_build_length(w, name, json, count, &w->replaces))
        json = NULL;
    enter(w, json, true, keeps);
    level *at = top(b);
    at->held = held;
    at->elements = json ? tlb_build_elements(w, &b->elements, json, held, *count) : NULL;
    at->element_count = at->elements ? *count : 0;
}

static void build_close_list(tlb_walk *w)
{
    leave(w);
}

/* Goes back to the structure whose end the walk has reached. */
static void build_recover(tlb_walk *w)
{
    build *b = w->user;
    while (top(b)->frame > w->depth || top(b)->is_list)
        leave(w);
    top(b)->failed = true;
}

/* --- rows and tables ---------------------------------------------------------------------------------- */

static bool is_row(tlb_walk *w, const char *name, const tlb_value *json, uint32_t count)
{
    bool fits = is_list(json) && tlb_value_list_size(json) == count;
    if (!fits)
        tlb_walk_fault(w, name, "expected an array of %u %s", count, tlb_plural(count, "number", "numbers"));
    return fits;
}

static void build_row(tlb_walk *w, const char *name, const tlb_value *json, tlb_type type, tlb_type disk,
                      void *values, size_t first, uint32_t count)
{
    build *b = w->user;
    bool sparse = w->visitor->edits && is_table(json), good = sparse || is_row(w, name, json, count);
    if (sparse && tlb_build_indices(w, name, json, count))
        tlb_walk_fault(w, name, "a row of %u numbers cannot grow", count);
    tlb_mark mark = tlb_arena_mark(&b->elements);
    const tlb_value **numbers = good ? tlb_build_elements(w, &b->elements, json, count, count) : NULL;
    for (uint32_t i = 0; i < count && numbers && good; i++)
        if (numbers[i] || !sparse)
            good = tlb_build_scalar(w, name, numbers[i], type, disk, values, first + i);
    tlb_arena_rewind(&b->elements, mark);
}

static void build_number(tlb_walk *w, const char *name, const tlb_value *json, tlb_type type, tlb_type disk,
                         void *values, size_t i)
{
    build *b = w->user;
    if (!w->names || !tlb_build_reference(w, &b->references, name, json, type, disk, values, i))
        tlb_build_scalar(w, name, json, type, disk, values, i);
}

static void build_scalars(tlb_walk *w, const char *name, tlb_type type, tlb_type disk, void *values,
                          uint32_t count, bool row)
{
    const tlb_value *json = field(w->user, name);
    if (json && row)
        build_row(w, name, json, type, disk, values, 0, count);
    else if (json)
        build_number(w, name, json, type, disk, values, 0);
}

static void build_element(tlb_walk *w, const tlb_value *json, tlb_type type, tlb_type disk, void *data,
                          size_t index, uint32_t columns)
{
    if (columns > 1)
        build_row(w, NULL, json, type, disk, data, index * columns, columns);
    else
        build_number(w, NULL, json, type, disk, data, index);
}

/* The path goes into the rows. */
static bool enter_table(tlb_walk *w, const char *name)
{
    if (w->depth == WALK_DEPTH) {
        tlb_walk_fail(w, TLB_CODE_NESTING_LIMIT, name, "structures are nested deeper than %d levels",
                      WALK_DEPTH);
        return false;
    }
    w->frames[w->depth++] = (tlb_frame){name, 0};
    return true;
}

/* New values, or a copy of those that are held: they may be the source's own. */
static void *table_values(tlb_walk *w, const void *held, uint32_t kept, uint32_t rows, size_t width)
{
    char *data = rows ? tlb_alloc_array(w->arena, rows, width) : NULL;
    if (rows && !data)
        tlb_walk_no_memory(w);
    if (data && kept)
        memcpy(data, held, kept * width);
    if (data)
        memset(data + kept * width, 0, (rows - kept) * width);
    return data;
}

static void *build_table(tlb_walk *w, const char *name, tlb_type type, tlb_type disk, void *values,
                         uint32_t *rows, uint32_t columns)
{
    build *b = w->user;
    const tlb_value *json = field(b, name);
    uint32_t held = values ? *rows : 0, count = held;
    bool replaces, good = true;
    *rows = held;
    if (!json || !tlb_build_length(w, name, json, &count, &replaces))
        return values;
    if (!enter_table(w, name))
        return values;
    tlb_mark mark = tlb_arena_mark(&b->elements);
    const tlb_value **elements = tlb_build_elements(w, &b->elements, json, held, count);
    for (uint32_t i = 0; elements && columns > 1 && replaces && i < count && good; i++)
        good = tlb_value_list_size(elements[i]) == columns; /* before memory is taken */
    *rows = good && elements ? count : 0;
    void *data = table_values(w, values, replaces ? 0 : held, *rows, (size_t)columns * tlb_type_sizes[type]);
    for (uint32_t i = 0; elements && (data || !good) && i < count; i++) {
        const tlb_value *row = elements[i];
        w->frames[w->depth - 1].index = i;
        if (!good)
            is_row(w, NULL, row, columns);
        else if (row || replaces)
            build_element(w, row, type, disk, data, i, columns);
    }
    tlb_arena_rewind(&b->elements, mark);
    w->depth--;
    *rows = data ? *rows : 0;
    return data;
}

/* --- text and bytes ----------------------------------------------------------------------------------- */

/* {"latin1": …}: every character is a byte. */
static bool from_latin1(tlb_text *text, char *data)
{
    uint32_t size = 0;
    for (uint32_t i = 0; i < text->size; i++) {
        uint8_t c = (uint8_t)data[i];
        if (c >= 0x80) {
            if ((c != 0xc2 && c != 0xc3) || ++i == text->size)
                return false;
            c = (uint8_t)(c << 6 | (data[i] & 0x3f));
        }
        data[size++] = (char)c;
    }
    data[size] = 0;
    text->size = size;
    return true;
}

static void build_text(tlb_walk *w, const char *name, tlb_text *text)
{
    const tlb_value *json = field(w->user, name), *latin1 = tlb_value_get(json, "latin1");
    const tlb_value *string = latin1 ? latin1 : json;
    *text = text->data ? *text : (tlb_text){"", 0};
    if (!json)
        return;
    if (string->kind != TLB_VALUE_TEXT) {
        tlb_build_wrong(w, name, "a string", json);
        return;
    }
    *text = tlb_copy_text(w->arena, string->as.text.data, string->as.text.size);
    if (!text->data) {
        *text = (tlb_text){"", 0};
        tlb_walk_no_memory(w);
    } else if (latin1 && !from_latin1(text, (char *)(uintptr_t)text->data))
        tlb_build_wrong(w, name, "a string of characters up to U+00FF", string);
}

static void build_bytes(tlb_walk *w, const char *name, tlb_bytes *bytes)
{
    const tlb_value *json = field(w->user, name);
    if (!json) {
        *bytes = bytes->data ? *bytes : (tlb_bytes){0};
        return;
    }
    *bytes = (tlb_bytes){0};
    if (json->kind != TLB_VALUE_TEXT) {
        tlb_build_wrong(w, name, "a base64 string", json);
        return;
    }
    tlb_text text = json->as.text;
    uint8_t *data = tlb_alloc(w->arena, (size_t)text.size - text.size / 4 + 1);
    if (!data)
        tlb_walk_no_memory(w);
    else if (!tlb_base64_decode(text.data, text.size, data, &bytes->size))
        tlb_build_wrong(w, name, "a base64 string", json);
    else
        bytes->data = data;
}

/* An edit removes what may be missing with null. */
static bool build_has(tlb_walk *w, const char *name, bool present)
{
    build *b = w->user;
    const tlb_value *json = field(b, name);
    return json ? !(w->visitor->edits && json->kind == TLB_VALUE_NULL) : present && top(b)->keeps;
}

static void build_value(tlb_walk *w, const char *name, tlb_value **value)
{
    const tlb_value *json = field(w->user, name);
    if (!json)
        return;
    if (w->visitor->edits && *value && (*value)->kind == TLB_VALUE_TABLE && is_table(json))
        tlb_build_merge(w, *value, json);
    else if (w->visitor->edits && *value && (*value)->kind == TLB_VALUE_LIST && is_table(json))
        tlb_walk_fault(w, name, "elements of this array cannot be set alone; set the array");
    else
        *value = tlb_build_value(w, json);
    if (w->arena->failure) {
        *value = NULL;
        tlb_walk_no_memory(w);
    }
}

#define BUILD_VISITOR(edit)                                                                                  \
    {                                                                                                        \
        .fills = true, .edits = (edit), .open = build_open, .close = build_close,                            \
        .open_list = build_open_list, .close_list = build_close_list, .scalars = build_scalars,              \
        .table = build_table, .text = build_text, .bytes = build_bytes, .has = build_has,                    \
        .value = build_value, .recover = build_recover,                                                      \
    }
static const tlb_visitor build_visitor = BUILD_VISITOR(false);
static const tlb_visitor edit_visitor = BUILD_VISITOR(true);

static tlb_status fill(tlb_context *context, tlb_arena *arena, const tlb_visitor *visitor,
                       tlb_description *walk, void **root, const tlb_value *table)
{
    tlb_arena work;
    tlb_arena_init(&work, context->account);
    build b = {.stack = tlb_alloc_array(&work, 2 * WALK_DEPTH + 2, sizeof *b.stack),
               .references.arena = &work};
    tlb_arena_init(&b.elements, context->account);
    tlb_walk w = tlb_walk_visitor(context, arena, visitor, &b);
    if (b.stack) {
        enter(&w, table, false, visitor->edits);
        if (!visitor->edits)
            field(&b, "format");
        walk(&w, root);
        while (b.depth > 1)
            leave(&w);
        refuse_others(&w);
        tlb_build_resolve(&w, &b.references);
    } else
        tlb_walk_refused(&w, work.failure);
    tlb_arena_release(&b.elements);
    tlb_arena_release(&work);
    return w.status ? w.status : w.faults ? TLB_INVALID : TLB_OK;
}

tlb_status tlb_build_document(tlb_context *context, tlb_arena *arena, tlb_description *walk, void **root,
                              const tlb_value *table)
{
    return fill(context, arena, &build_visitor, walk, root, table);
}

tlb_status tlb_edit_document(tlb_context *context, tlb_arena *arena, tlb_description *walk, void *root,
                             const tlb_value *changes)
{
    return fill(context, arena, &edit_visitor, walk, &root, changes);
}

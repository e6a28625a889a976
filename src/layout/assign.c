/* Assignments, as the JSON that changes a document: "a.b[3]=5" is {"a": {"b": {"3": 5}}}. */
#include "layout/directions.h"

#include "base/index.h"
#include "base/json_read.h"
#include "base/number.h"
#include "base/text.h"
#include "base/value.h"

#include <stdarg.h>
#include <stdio.h>

/* The members of all tables, by the address of the table and the key. */
typedef struct members {
    tlb_arena *arena;
    TLB_LIST(tlb_value *) list;
    tlb_index index;
} members;

typedef struct assignment {
    tlb_context *context;
    tlb_arena *arena;
    members *members;
    const char *text;
    tlb_value *parent; /* the object that has the last part of the path so far */
    char key[TLB_PATH_MAX];
    uint64_t first, last; /* the last part is [first..last] */
    bool is_range, appends;
    tlb_status status; /* TLB_OK: nothing was reported */
} assignment;

TLB_PRINTF(2, 3) static bool refuse(assignment *a, const char *format, ...)
{
    char message[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    if (a->status)
        return false;
    tlb_report(a->context, TLB_CODE_BAD_EDIT, TLB_NO_OFFSET, NULL, "%.200s%s%s", a->text,
               *a->text ? ": " : "", message);
    a->status = TLB_INVALID;
    return false;
}

static bool out_of_memory(assignment *a)
{
    if (!a->status)
        a->status = tlb_report_memory(a->context, tlb_arena_refused(a->arena, a->members->arena));
    return false;
}

/* --- the path ------------------------------------------------------------------------------------------- */

static bool set_key(assignment *a, const char *from, size_t size)
{
    if (!size || size >= sizeof a->key)
        return refuse(a,
                      size ? "the path is too long" : "expected PATH=VALUE, as in details[0].minPixels=250");
    memcpy(a->key, from, size);
    a->key[size] = 0;
    return true;
}

/* What the index has a member of a table under. Its data is NULL without memory. */
static tlb_bytes member_key(tlb_arena *arena, const tlb_value *table, const char *key)
{
    size_t size = strlen(key);
    uint8_t *data = tlb_alloc(arena, sizeof table + size);
    if (!data)
        return (tlb_bytes){0};
    memcpy(data, &table, sizeof table);
    memcpy(data + sizeof table, key, size);
    return (tlb_bytes){data, sizeof table + size};
}

/* False without memory. */
static bool remember(members *all, const tlb_value *table, tlb_value *member)
{
    tlb_bytes key = member_key(all->arena, table, member->key);
    tlb_value **added = key.data ? TLB_PUSH(all->arena, &all->list) : NULL;
    int32_t *number = added ? tlb_index_find(&all->index, all->arena, key.data, key.size) : NULL;
    if (!number)
        return false;
    *added = member;
    *number = (int32_t)(all->list.count - 1);
    bool done = true;
    if (member->kind == TLB_VALUE_TABLE)
        for (tlb_value *m = member->as.members.first; m && done; m = m->next)
            done = remember(all, member, m);
    return done;
}

/* The member of the object with this key; NULL: none, or no memory. */
static tlb_value *find(assignment *a, const char *key)
{
    members *all = a->members;
    tlb_mark mark = tlb_arena_mark(all->arena);
    tlb_bytes wanted = member_key(all->arena, a->parent, key);
    const int32_t *number = wanted.data ? tlb_index_look(&all->index, wanted.data, wanted.size) : NULL;
    tlb_arena_rewind(all->arena, mark);
    if (!wanted.data)
        out_of_memory(a);
    return number ? all->list.data[*number] : NULL;
}

/* Makes a value, NULL without memory, a member of the object. */
static bool add(assignment *a, const char *key, tlb_value *value)
{
    const char *copy = value && !a->status ? tlb_copy_text(a->arena, key, strlen(key)).data : NULL;
    if (!copy)
        return out_of_memory(a);
    tlb_value_append(a->parent, copy, value);
    return remember(a->members, a->parent, value) || out_of_memory(a);
}

/* Goes into the part that the key names. */
static bool descend(assignment *a)
{
    tlb_value *child = find(a, a->key);
    if (a->is_range || a->appends)
        return refuse(a, "[+] and ranges are the end of a path");
    if (child && child->kind != TLB_VALUE_TABLE)
        return refuse(a, "a part of it is set by another assignment");
    if (!child) {
        child = tlb_value_table(a->arena);
        if (!add(a, a->key, child))
            return false;
    }
    a->parent = child;
    return true;
}

/* "[3]", "[+]", "[0..15]" as a map shows lists. */
static const char *take_index(assignment *a, const char *at)
{
    const char *end = strchr(at, ']');
    if (end && end - at == 1 && *at == '+') {
        a->appends = true;
        return set_key(a, "+", 1) ? end + 1 : NULL;
    }
    const char *after = end ? tlb_read_u64(at, end, &a->first) : NULL;
    a->last = a->first;
    if (after && end - after > 2 && after[0] == '.' && after[1] == '.') {
        a->is_range = true;
        after = tlb_read_u64(after + 2, end, &a->last);
    }
    if (!after || after != end || a->last < a->first) {
        refuse(a, "expected [INDEX], [FIRST..LAST] or [+]");
        return NULL;
    }
    char key[TLB_NUMBER_MAX] = "", *stop = tlb_write_u64(key, a->first);
    return set_key(a, key, (size_t)(stop - key)) ? end + 1 : NULL;
}

/* What is after the =, NULL when there is no path. */
static const char *take_path(assignment *a)
{
    const char *at = a->text;
    size_t size = strcspn(at, ".[=");
    if (!set_key(a, at, size))
        return NULL;
    for (at += size; *at && *at != '=';) {
        if (!descend(a))
            return NULL;
        if (*at == '[') {
            at = take_index(a, at + 1);
            if (!at)
                return NULL;
            continue;
        }
        if (*at != '.') {
            refuse(a, "expected ., [ or = after ]");
            return NULL;
        }
        size = strcspn(++at, ".[=");
        if (!set_key(a, at, size))
            return NULL;
        at += size;
    }
    if (!*at)
        refuse(a, "expected PATH=VALUE, as in details[0].minPixels=250");
    return *at ? at + 1 : NULL;
}

/* --- the value ------------------------------------------------------------------------------------------ */

/* JSON where it begins as such, else a word; null is what it is in JSON. */
static tlb_value *read_value(assignment *a, const char *text)
{
    size_t size = strlen(text);
    tlb_value *value = NULL;
    if (!tlb_is_utf8(text, size)) {
        refuse(a, "the value is not UTF-8");
    } else if (strcmp(text, "null") == 0 || (*text && strchr("[{\"", *text))) {
        tlb_json_error error;
        tlb_status status =
            tlb_json_load(a->context, a->arena, (tlb_bytes){(const uint8_t *)text, size}, &value, &error);
        if (status == TLB_INVALID)
            refuse(a, "column %zu of the value: %s", error.offset + 1, error.message);
        else
            a->status = status;
    } else {
        tlb_value word = {.kind = TLB_VALUE_TEXT, .as.text = {text, (uint32_t)size}};
        value = tlb_value_copy(a->arena, &word);
        if (!value || !value->as.text.data)
            out_of_memory(a);
    }
    return a->status ? NULL : value;
}

static bool put(assignment *a, const char *key, tlb_value *value)
{
    return find(a, key) ? refuse(a, "it is set by another assignment") : add(a, key, value);
}

static void append(assignment *a, tlb_value *value)
{
    tlb_value *list = find(a, "+");
    if (!list && !add(a, "+", list = tlb_value_list(a->arena)))
        return;
    tlb_value_append(list, NULL, value);
}

static void put_range(assignment *a, const tlb_value *values)
{
    bool good = tlb_value_is(values, TLB_VALUE_LIST) && tlb_value_list_size(values) == a->last - a->first + 1;
    if (!good)
        refuse(a, "expected an array of %llu values", (unsigned long long)a->last - a->first + 1);
    tlb_value *value = good ? values->as.members.first : NULL, *next;
    for (uint64_t i = a->first; value && good; i++, value = next) {
        char key[TLB_NUMBER_MAX + 1];
        *tlb_write_u64(key, i) = 0;
        next = value->next;
        value->next = NULL;
        good = put(a, key, value);
    }
}

static void assign(assignment *a)
{
    const char *text = take_path(a);
    tlb_value *value = text ? read_value(a, text) : NULL;
    if (value && a->appends)
        append(a, value);
    else if (value && a->is_range)
        put_range(a, value);
    else if (value)
        put(a, a->key, value);
}

tlb_status tlb_assignments_json(tlb_context *context, tlb_arena *arena, const char *const *assignments,
                                size_t count, tlb_value **changes)
{
    tlb_value *root = tlb_value_table(arena);
    tlb_status status = root ? TLB_OK : tlb_report_memory(context, arena);
    tlb_arena work;
    tlb_arena_init(&work, context->account);
    members all = {.arena = &work};
    for (size_t i = 0; i < count && !tlb_is_fatal(status); i++) {
        assignment a = {
            .context = context, .arena = arena, .members = &all, .text = assignments[i], .parent = root};
        assign(&a);
        status = a.status ? a.status : status;
    }
    tlb_arena_release(&work);
    *changes = status ? NULL : root;
    return status;
}

/* Assignments, as the JSON that changes a document: "a.b[3]=5" is {"a": {"b": {"3": 5}}}. */
#include "layout/directions.h"

#include "base/number.h"
#include "base/text.h"

#include <errno.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>

typedef struct assignment {
    tlb_context *context;
    const char *text;
    json_t *parent; /* the object that has the last part of the path so far; borrowed */
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
    tlb_report(a->context, TLB_CODE_BAD_EDIT, TLB_NO_OFFSET, NULL, "%.200s: %s", a->text, message);
    a->status = TLB_INVALID;
    return false;
}

static bool out_of_memory(assignment *a)
{
    if (!a->status)
        a->status = tlb_report_memory(a->context);
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

/* Goes into the part that the key names. */
static bool descend(assignment *a)
{
    json_t *child = json_object_get(a->parent, a->key);
    if (a->is_range || a->appends)
        return refuse(a, "[+] and ranges are the end of a path");
    if (!child) {
        child = json_object();
        if (!child || json_object_set_new_nocheck(a->parent, a->key, child) != 0)
            return out_of_memory(a);
    } else if (!json_is_object(child))
        return refuse(a, "a part of it is set by another assignment");
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
static json_t *read_value(assignment *a, const char *text)
{
    json_error_t error;
    if (strcmp(text, "null") == 0)
        return json_null();
    if (!*text || !strchr("[{\"", *text)) {
        bool is_text = tlb_is_utf8(text, strlen(text));
        json_t *word = is_text ? json_string_nocheck(text) : NULL;
        if (!is_text)
            refuse(a, "the value is not UTF-8");
        else if (!word)
            out_of_memory(a);
        return word;
    }
    errno = 0;
    json_t *json = json_loads(text, JSON_DECODE_ANY | JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, &error);
    if (!json && errno == ENOMEM)
        out_of_memory(a);
    else if (!json)
        refuse(a, "column %d of the value: %s", error.column, error.text);
    return json;
}

/* Takes the value. */
static bool put(assignment *a, const char *key, json_t *value)
{
    if (json_object_get(a->parent, key)) {
        json_decref(value);
        return refuse(a, "it is set by another assignment");
    }
    return json_object_set_new_nocheck(a->parent, key, value) == 0 || out_of_memory(a);
}

static void append(assignment *a, json_t *value)
{
    json_t *list = json_object_get(a->parent, "+");
    if (!list && json_object_set_new_nocheck(a->parent, "+", list = json_array()) != 0)
        list = NULL;
    if (json_array_append_new(list, value) != 0)
        out_of_memory(a);
}

static void put_range(assignment *a, json_t *values)
{
    size_t count = json_array_size(values);
    bool good = json_is_array(values) && count == a->last - a->first + 1;
    if (!good)
        refuse(a, "expected an array of %llu values", (unsigned long long)a->last - a->first + 1);
    for (size_t i = 0; i < count && good; i++) {
        char key[TLB_NUMBER_MAX + 1];
        *tlb_write_u64(key, a->first + i) = 0;
        good = put(a, key, json_incref(json_array_get(values, i)));
    }
    json_decref(values);
}

static void assign(assignment *a)
{
    const char *text = take_path(a);
    json_t *value = text ? read_value(a, text) : NULL;
    if (value && a->appends)
        append(a, value);
    else if (value && a->is_range)
        put_range(a, value);
    else if (value)
        put(a, a->key, value);
}

tlb_status tlb_assignments_json(tlb_context *context, const char *const *assignments, size_t count,
                                json_t **changes)
{
    json_t *root = json_object();
    tlb_status status = root ? TLB_OK : tlb_report_memory(context);
    for (size_t i = 0; i < count && !tlb_is_fatal(status); i++) {
        assignment a = {.context = context, .text = assignments[i], .parent = root};
        assign(&a);
        status = a.status ? a.status : status;
    }
    *changes = status ? NULL : root;
    if (status)
        json_decref(root);
    return status;
}

#include "layout/directions.h"

#include "base/text.h"

#include <jansson.h>
#include <stdio.h>

enum { ASK_EVERY = 1024 }; /* elements, whether the call is cancelled */

typedef struct diff {
    tlb_buffer *out;
    uint64_t *differences;
    char path[TLB_PATH_MAX];
    size_t length;
} diff;

static void compare(diff *d, const json_t *a, const json_t *b);

/* Goes one step down the path; the value returned goes back up. */
static size_t step_name(diff *d, const char *name)
{
    size_t before = d->length;
    int n = snprintf(d->path + before, sizeof d->path - before, before ? ".%s" : "%s", name);
    d->length = n > 0 && (size_t)n < sizeof d->path - before ? before + (size_t)n : before;
    return before;
}

static size_t step_index(diff *d, size_t index)
{
    size_t before = d->length;
    int n = snprintf(d->path + before, sizeof d->path - before, "[%zu]", index);
    d->length = n > 0 && (size_t)n < sizeof d->path - before ? before + (size_t)n : before;
    return before;
}

static void step_back(diff *d, size_t before)
{
    d->length = before;
    d->path[before] = 0;
}

static void show(diff *d, const json_t *value)
{
    enum { LONGEST = 60 };
    char shown[TLB_PRINTABLE * LONGEST];
    char *text = value ? json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY | JSON_REAL_PRECISION(9)) : NULL;
    size_t size = text ? strlen(text) : 0;
    char *end = tlb_printable(text, size > LONGEST ? LONGEST : size, shown);
    if (text)
        tlb_buffer_append(d->out, shown, (size_t)(end - shown));
    tlb_buffer_text(d->out, !text ? "(absent)" : size > LONGEST ? "..." : "");
    free(text);
}

static void report(diff *d, const json_t *a, const json_t *b)
{
    ++*d->differences;
    tlb_buffer_append(d->out, d->path, d->length);
    tlb_buffer_text(d->out, ": ");
    show(d, a);
    tlb_buffer_text(d->out, " != ");
    show(d, b);
    tlb_buffer_byte(d->out, '\n');
}

static void compare_tables(diff *d, const json_t *a, const json_t *b)
{
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)a, key, value)
    {
        size_t before = step_name(d, key);
        compare(d, value, json_object_get(b, key));
        step_back(d, before);
    }
    json_object_foreach((json_t *)(uintptr_t)b, key, value)
    {
        if (json_object_get(a, key))
            continue;
        size_t before = step_name(d, key);
        compare(d, NULL, value);
        step_back(d, before);
    }
}

static void compare_lists(diff *d, const json_t *a, const json_t *b)
{
    size_t size_a = json_array_size(a), size_b = json_array_size(b);
    size_t most = size_a > size_b ? size_a : size_b;
    for (size_t i = 0; i < most && !d->out->status; i++) {
        if (i % ASK_EVERY == ASK_EVERY - 1 && tlb_is_cancelled(d->out->account))
            d->out->status = TLB_CANCELLED;
        size_t before = step_index(d, i);
        compare(d, json_array_get(a, i), json_array_get(b, i));
        step_back(d, before);
    }
}

static void compare(diff *d, const json_t *a, const json_t *b)
{
    if (json_is_object(a) && json_is_object(b))
        compare_tables(d, a, b);
    else if (json_is_array(a) && json_is_array(b))
        compare_lists(d, a, b);
    else if (!json_equal(a, b))
        report(d, a, b);
}

void tlb_diff_json(const json_t *a, const json_t *b, tlb_buffer *out, uint64_t *differences)
{
    diff d = {.out = out, .differences = differences};
    *differences = 0;
    compare(&d, a, b);
}

#include "layout/directions.h"

#include "base/index.h"
#include "base/text.h"
#include "base/value.h"

#include <stdio.h>

enum { ASK_EVERY = 1024, ELEMENTS_PER_STEP = 8 }; /* whether the call is to end */

typedef struct diff {
    tlb_buffer *out;
    uint64_t *differences;
    char path[TLB_PATH_MAX];
    size_t length;
    tlb_arena work;
} diff;

static void compare(diff *d, const tlb_value *a, const tlb_value *b);

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

/* How much of JSON fits into `most` bytes without half a character or escape at the end, and whether that
 * ends within a string. */
static size_t cut(const char *json, size_t size, size_t most, bool *in_string)
{
    size_t at = 0;
    *in_string = false;
    while (at < size) {
        uint32_t character;
        size_t step = tlb_utf8_read(json + at, size - at, &character);
        if (json[at] == '\\')
            step = at + 1 < size && json[at + 1] == 'u' ? 6 : 2;
        step = step ? step : 1;
        if (at + step > most || at + step > size) /* without memory the text may end anywhere */
            break;
        *in_string ^= json[at] == '"';
        at += step;
    }
    return at;
}

static void show(diff *d, const tlb_value *value)
{
    enum { LONGEST = 60 };
    char shown[TLB_PRINTABLE * LONGEST];
    bool in_string;
    tlb_buffer text = {.account = d->out->account};
    tlb_json json = {.out = &text, .compact = true};
    if (value)
        tlb_value_write(&json, NULL, value);
    if (text.status)
        d->out->status = text.status;
    size_t size = cut((const char *)text.data, text.size, LONGEST, &in_string);
    char *end = tlb_printable((const char *)text.data, size, shown);
    tlb_buffer_append(d->out, shown, (size_t)(end - shown));
    if (text.size > size)
        tlb_buffer_text(d->out, in_string ? "\"..." : "...");
    tlb_buffer_text(d->out, value ? "" : "(absent)");
    tlb_buffer_free(&text);
}

static void report(diff *d, const tlb_value *a, const tlb_value *b)
{
    ++*d->differences;
    tlb_buffer_append(d->out, d->path, d->length);
    tlb_buffer_text(d->out, ": ");
    show(d, a);
    tlb_buffer_text(d->out, " != ");
    show(d, b);
    tlb_buffer_byte(d->out, '\n');
}

/* The members of a table, looked up mostly in their order. */
typedef struct lookup {
    tlb_arena *arena;
    const tlb_value *next;
    const tlb_value **members; /* in `index`, which is made when the order first differs */
    tlb_index index;
} lookup;

static bool make_index(lookup *l, const tlb_value *table)
{
    TLB_LIST(const tlb_value *) list = {0};
    for (const tlb_value *m = table->as.members.first; m; m = m->next) {
        const tlb_value **added = TLB_PUSH(l->arena, &list);
        int32_t *number = added ? tlb_index_find(&l->index, l->arena, m->key, strlen(m->key)) : NULL;
        if (!number)
            return false;
        *added = m;
        *number = (int32_t)(list.count - 1);
    }
    l->members = list.data;
    return true;
}

static const tlb_value *find(diff *d, lookup *l, const tlb_value *table, const char *key)
{
    const tlb_value *found = l->next;
    if (!found || strcmp(found->key, key) != 0) {
        if (!l->members && table->as.members.first && !make_index(l, table)) {
            d->out->status = l->arena->failure;
            return NULL;
        }
        const int32_t *number = l->members ? tlb_index_look(&l->index, key, strlen(key)) : NULL;
        found = number ? l->members[*number] : NULL;
    }
    l->next = found ? found->next : l->next;
    return found;
}

/* The members of `a`, each with that of `b`; then those that only `b` has. */
static void compare_tables(diff *d, const tlb_value *a, const tlb_value *b)
{
    tlb_mark mark = tlb_arena_mark(&d->work);
    lookup in_a = {.arena = &d->work, .next = a->as.members.first};
    lookup in_b = {.arena = &d->work, .next = b->as.members.first};
    for (const tlb_value *m = a->as.members.first; m && !d->out->status; m = m->next) {
        size_t before = step_name(d, m->key);
        compare(d, m, find(d, &in_b, b, m->key));
        d->length = before;
    }
    for (const tlb_value *m = b->as.members.first; m && !d->out->status; m = m->next) {
        if (find(d, &in_a, a, m->key))
            continue;
        size_t before = step_name(d, m->key);
        compare(d, NULL, m);
        d->length = before;
    }
    tlb_arena_rewind(&d->work, mark);
}

static void compare_lists(diff *d, const tlb_value *a, const tlb_value *b)
{
    const tlb_value *of_a = a->as.members.first, *of_b = b->as.members.first;
    for (size_t i = 0; (of_a || of_b) && !d->out->status; i++) {
        if (i % ASK_EVERY == ASK_EVERY - 1)
            d->out->status = tlb_work(d->out->account, ASK_EVERY / ELEMENTS_PER_STEP);
        size_t before = step_index(d, i);
        compare(d, of_a, of_b);
        d->length = before;
        of_a = of_a ? of_a->next : NULL;
        of_b = of_b ? of_b->next : NULL;
    }
}

/* Of values that are neither lists nor tables. */
static bool is_equal(const tlb_value *a, const tlb_value *b)
{
    switch (a->kind) {
    case TLB_VALUE_BOOL:
        return a->as.boolean == b->as.boolean;
    case TLB_VALUE_INTEGER:
        return a->as.integer == b->as.integer;
    case TLB_VALUE_REAL:
        return a->as.real == b->as.real;
    case TLB_VALUE_TEXT:
        return a->as.text.size == b->as.text.size &&
               memcmp(a->as.text.data, b->as.text.data, a->as.text.size) == 0;
    default:
        return true;
    }
}

static void compare(diff *d, const tlb_value *a, const tlb_value *b)
{
    if (!a || !b || a->kind != b->kind)
        report(d, a, b);
    else if (a->kind == TLB_VALUE_TABLE)
        compare_tables(d, a, b);
    else if (a->kind == TLB_VALUE_LIST)
        compare_lists(d, a, b);
    else if (!is_equal(a, b))
        report(d, a, b);
}

void tlb_diff_json(const tlb_value *a, const tlb_value *b, tlb_buffer *out, uint64_t *differences)
{
    diff d = {.out = out, .differences = differences};
    *differences = 0;
    tlb_arena_init(&d.work, out->account);
    compare(&d, a, b);
    tlb_arena_release(&d.work);
}

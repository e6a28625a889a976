#include "base/value.h"
#include "base/argument.h"

#include "base/context.h"

#include <string.h>

void tlb_value_append(tlb_value *parent, const char *key, tlb_value *value)
{
    if (!parent || !value)
        return;
    value->key = key;
    if (parent->as.members.last)
        parent->as.members.last->next = value;
    else
        parent->as.members.first = value;
    parent->as.members.last = value;
}

tlb_value *tlb_value_copy(tlb_arena *arena, const tlb_value *value)
{
    tlb_value *copy = tlb_alloc(arena, sizeof *copy);
    if (!copy)
        return NULL;
    *copy = *value;
    copy->key = NULL;
    copy->next = NULL;
    if (value->kind == TLB_VALUE_TEXT)
        copy->as.text = tlb_copy_text(arena, value->as.text.data, value->as.text.size);
    if (value->kind < TLB_VALUE_LIST)
        return copy;
    copy->as.members.first = copy->as.members.last = NULL;
    for (const tlb_value *v = value->as.members.first; v; v = v->next)
        tlb_value_append(copy, v->key ? tlb_copy_text(arena, v->key, strlen(v->key)).data : NULL,
                         tlb_value_copy(arena, v));
    return copy;
}

size_t tlb_value_list_size(const tlb_value *value)
{
    size_t size = 0;
    if (tlb_value_is(value, TLB_VALUE_LIST))
        for (const tlb_value *member = value->as.members.first; member; member = member->next)
            size++;
    return size;
}

static tlb_value *add(tlb_arena *arena, tlb_value *parent, const char *key, tlb_value_kind kind)
{
    bool takes = parent && (parent->kind == TLB_VALUE_LIST || (parent->kind == TLB_VALUE_TABLE && key));
    tlb_value *value = takes ? tlb_zalloc(arena, sizeof *value) : NULL;
    if (!value)
        return NULL;
    value->kind = kind;
    tlb_value_append(parent, key, value);
    return value;
}

void tlb_value_add_null(tlb_arena *arena, tlb_value *parent, const char *key)
{
    add(arena, parent, key, TLB_VALUE_NULL);
}

static tlb_value *root(tlb_arena *arena, tlb_value_kind kind)
{
    tlb_value *value = tlb_zalloc(arena, sizeof *value);
    if (value)
        value->kind = kind;
    return value;
}

tlb_value *tlb_value_table(tlb_arena *arena)
{
    return root(arena, TLB_VALUE_TABLE);
}

tlb_value *tlb_value_list(tlb_arena *arena)
{
    return root(arena, TLB_VALUE_LIST);
}

tlb_value *tlb_value_add_table(tlb_arena *arena, tlb_value *parent, const char *key)
{
    return add(arena, parent, key, TLB_VALUE_TABLE);
}

tlb_value *tlb_value_add_list(tlb_arena *arena, tlb_value *parent, const char *key)
{
    return add(arena, parent, key, TLB_VALUE_LIST);
}

void tlb_value_add_bool(tlb_arena *arena, tlb_value *parent, const char *key, bool value)
{
    tlb_value *added = add(arena, parent, key, TLB_VALUE_BOOL);
    if (added)
        added->as.boolean = value;
}

void tlb_value_add_integer(tlb_arena *arena, tlb_value *parent, const char *key, int64_t value)
{
    tlb_value *added = add(arena, parent, key, TLB_VALUE_INTEGER);
    if (added)
        added->as.integer = value;
}

static void add_number(tlb_arena *arena, tlb_value *parent, const char *key, double value, bool single)
{
    tlb_value *added = add(arena, parent, key, TLB_VALUE_REAL);
    if (!added)
        return;
    added->as.real = value;
    added->single = single;
}

void tlb_value_add_real(tlb_arena *arena, tlb_value *parent, const char *key, double value)
{
    add_number(arena, parent, key, value, false);
}

void tlb_value_add_single(tlb_arena *arena, tlb_value *parent, const char *key, float value)
{
    add_number(arena, parent, key, (double)value, true);
}

void tlb_value_add_singles(tlb_arena *arena, tlb_value *parent, const char *key, const float *values,
                           size_t count)
{
    if (!values && count)
        return;
    tlb_value *list = tlb_value_add_list(arena, parent, key);
    for (size_t i = 0; i < count; i++)
        tlb_value_add_single(arena, list, NULL, values[i]);
}

void tlb_value_add_text(tlb_arena *arena, tlb_value *parent, const char *key, const char *text)
{
    if (!text)
        return;
    size_t size = strlen(text);
    if (size <= UINT32_MAX)
        tlb_value_add_bytes_text(arena, parent, key, (tlb_text){text, (uint32_t)size});
}

void tlb_value_add_bytes_text(tlb_arena *arena, tlb_value *parent, const char *key, tlb_text text)
{
    tlb_text copy = parent ? tlb_copy_text(arena, text.data, text.size) : (tlb_text){0};
    tlb_value *added = copy.data ? add(arena, parent, key, TLB_VALUE_TEXT) : NULL;
    if (added)
        added->as.text = copy;
}

const tlb_value *tlb_value_get(const tlb_value *table, const char *key)
{
    if (!table || !key || table->kind != TLB_VALUE_TABLE)
        return NULL;
    for (const tlb_value *member = table->as.members.first; member; member = member->next)
        if (strcmp(member->key, key) == 0)
            return member;
    return NULL;
}

/* Numbers are side by side, and the tables of a list a line each, unless they contain something larger. */
static bool fits_row(const tlb_value *value)
{
    for (const tlb_value *member = value->as.members.first; member; member = member->next)
        if (member->kind >= (value->kind == TLB_VALUE_LIST ? TLB_VALUE_TEXT : TLB_VALUE_LIST))
            return false;
    return value->kind == TLB_VALUE_LIST || !value->key;
}

static void write_members(tlb_json *json, const char *key, const tlb_value *value)
{
    tlb_json_open(json, key, value->kind == TLB_VALUE_LIST ? '[' : '{', json->depth && fits_row(value));
    for (const tlb_value *member = value->as.members.first; member && !json->out->status;
         member = member->next) {
        tlb_json_line(json);
        tlb_value_write(json, member->key, member);
    }
    tlb_json_close(json);
}

void tlb_value_write(tlb_json *json, const char *key, const tlb_value *value)
{
    switch (value->kind) {
    case TLB_VALUE_NULL:
        tlb_json_null(json, key);
        break;
    case TLB_VALUE_BOOL:
        tlb_json_bool(json, key, value->as.boolean);
        break;
    case TLB_VALUE_INTEGER:
        tlb_json_integer(json, key, value->as.integer);
        break;
    case TLB_VALUE_REAL:
        if (value->single)
            tlb_json_single(json, key, (float)value->as.real);
        else
            tlb_json_real(json, key, value->as.real);
        break;
    case TLB_VALUE_TEXT:
        tlb_json_text(json, key, value->as.text.data, value->as.text.size);
        break;
    case TLB_VALUE_LIST:
    case TLB_VALUE_TABLE:
        write_members(json, key, value);
        break;
    }
}

tlb_status tlb_value_json(tlb_context *context, const tlb_value *value, bool compact, tlb_sink sink)
{
    TLB_REQUIRE(NULL, context);
    TLB_REQUIRE(context, value);
    TLB_REQUIRE(context, sink.write);
    tlb_buffer out = {.account = context->account, .flush = sink.write, .user = sink.user};
    tlb_json json = {.out = &out, .compact = compact};
    tlb_value_write(&json, NULL, value);
    tlb_status status = tlb_buffer_finish(&out);
    tlb_buffer_free(&out);
    return status;
}

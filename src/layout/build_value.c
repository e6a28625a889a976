/* JSON of any shape as a value: extras, and members that no description names. */
#include "layout/build.h"

#include "base/text.h"
#include "base/value.h"

#include <string.h>

static tlb_value *make_value(tlb_arena *arena, const json_t *json)
{
    tlb_value *value = tlb_zalloc(arena, sizeof *value);
    if (!value)
        return NULL;
    if (json_is_boolean(json)) {
        value->kind = TLB_VALUE_BOOL;
        value->as.boolean = json_is_true(json);
    } else if (json_is_integer(json)) {
        value->kind = TLB_VALUE_INTEGER;
        value->as.integer = json_integer_value(json);
    } else if (json_is_real(json)) {
        value->kind = TLB_VALUE_REAL;
        value->as.real = json_real_value(json);
    } else if (json_is_string(json)) {
        value->kind = TLB_VALUE_TEXT;
        value->as.text = tlb_copy_text(arena, json_string_value(json), json_string_length(json));
    } else if (json_is_array(json)) {
        value->kind = TLB_VALUE_LIST;
        for (size_t i = 0; i < json_array_size(json); i++)
            tlb_value_append(value, NULL, make_value(arena, json_array_get(json, i)));
    } else if (json_is_object(json)) {
        const char *key;
        json_t *member;
        value->kind = TLB_VALUE_TABLE;
        json_object_foreach((json_t *)(uintptr_t)json, key, member)
        {
            tlb_value_append(value, tlb_copy_text(arena, key, strlen(key)).data, make_value(arena, member));
        }
    }
    return value;
}

/* What a word of an assignment means: a number, true or false, or the word. */
static tlb_value *word_value(tlb_arena *arena, const json_t *word)
{
    json_t *json = json_loadb(json_string_value(word), json_string_length(word), JSON_DECODE_ANY, NULL);
    bool means = json_is_number(json) || json_is_boolean(json);
    tlb_value *value = make_value(arena, means ? json : word);
    json_decref(json);
    return value;
}

tlb_value *tlb_build_value(tlb_arena *arena, const json_t *json, bool edits)
{
    return edits && json_is_string(json) ? word_value(arena, json) : make_value(arena, json);
}

static void remove_member(tlb_value *table, const char *key)
{
    tlb_value **link = &table->as.members.first, *last = NULL;
    while (*link)
        if (strcmp((*link)->key, key) == 0)
            *link = (*link)->next;
        else {
            last = *link;
            link = &last->next;
        }
    table->as.members.last = last;
}

void tlb_build_merge(tlb_arena *arena, tlb_value *table, const json_t *json)
{
    const char *key;
    json_t *member;
    json_object_foreach((json_t *)(uintptr_t)json, key, member)
    {
        tlb_value *held = (tlb_value *)(uintptr_t)tlb_value_get(table, key);
        if (held && held->kind == TLB_VALUE_TABLE && json_is_object(member)) {
            tlb_build_merge(arena, held, member);
            continue;
        }
        remove_member(table, key);
        if (!json_is_null(member))
            tlb_value_append(table, tlb_copy_text(arena, key, strlen(key)).data,
                             tlb_build_value(arena, member, true));
    }
}

/* JSON of any shape as a value: extras, and members that no description names. */
#include "layout/build.h"

#include "base/json_read.h"

#include <string.h>

/* What a word of an assignment means: a number, true or false, or the word. */
static tlb_value *word_value(tlb_walk *w, const tlb_value *word)
{
    tlb_value *value;
    tlb_json_error error;
    tlb_bytes text = {(const uint8_t *)word->as.text.data, word->as.text.size};
    tlb_status status = tlb_json_load(w->context, w->arena, text, &value, &error);
    if (tlb_is_fatal(status)) {
        w->status = status;
        return NULL;
    }
    bool means = !status && value->kind >= TLB_VALUE_BOOL && value->kind <= TLB_VALUE_REAL;
    return means ? value : tlb_value_copy(w->arena, word);
}

tlb_value *tlb_build_value(tlb_walk *w, const tlb_value *json)
{
    return w->visitor->edits && json->kind == TLB_VALUE_TEXT ? word_value(w, json)
                                                             : tlb_value_copy(w->arena, json);
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

void tlb_build_merge(tlb_walk *w, tlb_value *table, const tlb_value *json)
{
    for (const tlb_value *member = json->as.members.first; member; member = member->next) {
        tlb_value *held = (tlb_value *)(uintptr_t)tlb_value_get(table, member->key);
        if (held && held->kind == TLB_VALUE_TABLE && member->kind == TLB_VALUE_TABLE) {
            tlb_build_merge(w, held, member);
            continue;
        }
        remove_member(table, member->key);
        if (member->kind != TLB_VALUE_NULL)
            tlb_value_append(table, tlb_copy_text(w->arena, member->key, strlen(member->key)).data,
                             tlb_build_value(w, member));
    }
}

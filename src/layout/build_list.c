/* Lists from JSON: arrays and, in edits, objects whose members are indices. */
#include "layout/build.h"

#include "base/number.h"

uint32_t tlb_build_indices(tlb_walk *w, const char *name, const tlb_value *json, uint32_t count)
{
    for (const tlb_value *member = json->as.members.first; member; member = member->next) {
        const char *key = member->key, *end = key + strlen(key);
        uint64_t index;
        if (strcmp(key, "+") == 0 && tlb_value_is(member, TLB_VALUE_LIST))
            continue;
        if (tlb_read_u64(key, end, &index) != end)
            tlb_walk_fault(w, name, "expected an index in brackets, as in %s[0], found \".%s\"",
                           name ? name : "", key);
        else if (index >= count)
            tlb_walk_fault(w, name, "index %s is out of range; number of elements: %u", key, count);
    }
    return (uint32_t)tlb_value_list_size(tlb_value_get(json, "+"));
}

bool tlb_build_length(tlb_walk *w, const char *name, const tlb_value *json, uint32_t *count, bool *replaces)
{
    bool sparse = w->visitor->edits && tlb_value_is(json, TLB_VALUE_TABLE);
    *replaces = !sparse && tlb_value_is(json, TLB_VALUE_LIST);
    if (sparse)
        *count += tlb_build_indices(w, name, json, *count);
    else if (*replaces)
        *count = (uint32_t)tlb_value_list_size(json); /* fewer than the text has bytes */
    else if (json)
        tlb_build_wrong(w, name, "an array", json);
    return sparse || *replaces;
}

/* Puts the members of a list from `at` on. */
static void put_elements(const tlb_value **elements, uint32_t at, uint32_t count, const tlb_value *list)
{
    const tlb_value *member = tlb_value_is(list, TLB_VALUE_LIST) ? list->as.members.first : NULL;
    for (; member && at < count; member = member->next)
        elements[at++] = member;
}

const tlb_value **tlb_build_elements(tlb_walk *w, tlb_arena *arena, const tlb_value *json, uint32_t held,
                                     uint32_t count)
{
    const tlb_value **elements = tlb_alloc_array(arena, count, sizeof *elements);
    if (!elements) {
        tlb_walk_refused(w, arena->failure);
        return NULL;
    }
    for (uint32_t i = 0; i < count; i++)
        elements[i] = NULL;
    put_elements(elements, 0, count, json);
    for (const tlb_value *m = tlb_value_is(json, TLB_VALUE_TABLE) ? json->as.members.first : NULL; m;
         m = m->next) {
        uint64_t index;
        if (strcmp(m->key, "+") == 0)
            put_elements(elements, held, count, m);
        else if (tlb_read_u64(m->key, m->key + strlen(m->key), &index) && index < held)
            elements[index] = m;
    }
    return elements;
}

/* Names, whose letters have no case, and what they stand for. */
#include "formats/meridian/kod/kod.h"

#include <stdio.h>

bool tlb_kod_same(tlb_text a, tlb_text b)
{
    uint32_t i = 0;
    while (i < a.size && i < b.size && tlb_lower(a.data[i]) == tlb_lower(b.data[i]))
        i++;
    return i == a.size && i == b.size;
}

tlb_text tlb_kod_key(tlb_text name, char key[KOD_LONGEST_NAME])
{
    if (name.size > KOD_LONGEST_NAME)
        return (tlb_text){key, 0};
    for (uint32_t i = 0; i < name.size; i++)
        key[i] = tlb_lower(name.data[i]);
    return (tlb_text){key, name.size};
}

tlb_text tlb_kod_case_key(tlb_text argument, int64_t number, char key[KOD_LONGEST_NAME])
{
    enum { NUMBER = 32 };
    if (argument.size > KOD_LONGEST_NAME - NUMBER)
        return (tlb_text){key, 0};
    tlb_text name = tlb_kod_key(argument, key);
    int size = snprintf(key + name.size, NUMBER, "=%lld", (long long)number);
    return (tlb_text){key, name.size + (uint32_t)size};
}

int32_t *tlb_kod_place(kod_tree *tree, tlb_index *index, tlb_text key)
{
    const int32_t *known = tlb_index_look(index, key.data, key.size);
    tlb_text copy = known ? key : tlb_copy_text(tree->work, key.data, key.size);
    return copy.data ? tlb_index_find(index, tree->work, copy.data, copy.size) : NULL;
}

bool tlb_kod_add_name(kod_tree *tree, kod_names *names, tlb_text name, kod_value value)
{
    char buffer[KOD_LONGEST_NAME];
    tlb_text key = tlb_kod_key(name, buffer);
    int32_t *place = key.size ? tlb_kod_place(tree, &names->index, key) : NULL;
    if (!place || *place != TLB_INDEX_NEW)
        return place || !key.size;
    *place = (int32_t)names->list.count;
    kod_named *added = TLB_PUSH(tree->work, &names->list);
    if (added)
        *added = (kod_named){name, value};
    return added != NULL;
}

const kod_value *tlb_kod_find_name(const kod_names *names, tlb_text name)
{
    char buffer[KOD_LONGEST_NAME];
    tlb_text key = tlb_kod_key(name, buffer);
    const int32_t *place = key.size ? tlb_index_look(&names->index, key.data, key.size) : NULL;
    return place ? &names->list.data[*place].value : NULL;
}

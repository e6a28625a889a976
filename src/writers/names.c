#include "writers/names.h"

static bool is_plain(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
           c == '-' || c == '_';
}

const char *tlb_names_add(tlb_names *names, const char *stem, const char *name, const char *suffix,
                          uint32_t index)
{
    char *plain = tlb_arena_printf(names->arena, "%s", name);
    for (char *c = plain; c && *c; c++)
        if (!is_plain(*c))
            *c = '_';
    while (plain) {
        const char *whole = tlb_arena_printf(names->arena, "%s%s%s", stem, plain, suffix);
        if (!whole)
            return NULL;
        tlb_text key = tlb_name_key(names->arena, whole);
        int32_t *known = key.data ? tlb_index_find(&names->known, names->arena, key.data, key.size) : NULL;
        if (!known)
            return NULL;
        if (*known == TLB_INDEX_NEW) {
            *known = 0;
            return whole;
        }
        plain = tlb_arena_printf(names->arena, "%s_%u", plain, index);
    }
    return NULL;
}

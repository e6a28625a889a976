#include "writers/names.h"

#include "base/text.h"

#include <string.h>

bool tlb_names_init(tlb_names *names, tlb_arena *arena, uint32_t count)
{
    uint64_t size = 16;
    while (size < (uint64_t)count * 2)
        size *= 2;
    *names = (tlb_names){.arena = arena, .mask = (uint32_t)(size - 1)};
    names->slots = tlb_zalloc_array(arena, size, sizeof *names->slots);
    return names->slots != NULL;
}

/* The slot that holds the name, or the empty one where it belongs. */
static const char **slot_of(tlb_names *names, const char *name)
{
    uint32_t at = tlb_hash_nocase(name, strlen(name));
    while (names->slots[at & names->mask] && !tlb_same_nocase(names->slots[at & names->mask], name))
        at++;
    return &names->slots[at & names->mask];
}

static bool is_plain(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
           c == '-' || c == '_';
}

const char *tlb_names_add(tlb_names *names, const char *stem, const char *name, const char *suffix,
                          uint32_t index)
{
    char *plain = tlb_arena_printf(names->arena, "%s", name);
    if (!plain)
        return NULL;
    for (char *c = plain; *c; c++)
        if (!is_plain(*c))
            *c = '_';
    const char *whole = tlb_arena_printf(names->arena, "%s%s%s", stem, plain, suffix);
    while (whole && *slot_of(names, whole)) {
        plain = tlb_arena_printf(names->arena, "%s_%u", plain, index);
        whole = plain ? tlb_arena_printf(names->arena, "%s%s%s", stem, plain, suffix) : NULL;
    }
    if (whole)
        *slot_of(names, whole) = whole;
    return whole;
}

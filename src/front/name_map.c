#include "front/name_map.h"

#include "base/text.h"

struct tlb_name_slot {
    const char *name; /* NULL: free */
    uint32_t hash, number;
};

static char fold(char c)
{
    return c == '\\' ? '/' : tlb_lower(c);
}

static bool same(const char *a, const char *b)
{
    for (; *a && fold(*a) == fold(*b); a++)
        b++;
    return !*a && !*b;
}

/* FNV-1a */
static uint32_t hash_of(const char *name)
{
    uint32_t hash = 2166136261u;
    for (; *name; name++)
        hash = (hash ^ (uint8_t)fold(*name)) * 16777619u;
    return hash;
}

bool tlb_name_map_make(tlb_name_map *map, tlb_arena *arena, uint32_t most)
{
    uint32_t count = 16;
    while (count / 2 <= most && count < UINT32_MAX / 2)
        count *= 2;
    *map = (tlb_name_map){tlb_zalloc(arena, count * sizeof *map->slots), count - 1};
    return map->slots != NULL;
}

static struct tlb_name_slot *slot_of(const tlb_name_map *map, const char *name, uint32_t hash)
{
    uint32_t i = hash & map->mask;
    while (map->slots[i].name && (map->slots[i].hash != hash || !same(map->slots[i].name, name)))
        i = (i + 1) & map->mask;
    return &map->slots[i];
}

uint32_t tlb_name_map_find(const tlb_name_map *map, const char *name)
{
    const struct tlb_name_slot *slot = slot_of(map, name, hash_of(name));
    return slot->name ? slot->number : TLB_NO_NUMBER;
}

uint32_t *tlb_name_map_at(tlb_name_map *map, const char *name)
{
    uint32_t hash = hash_of(name);
    struct tlb_name_slot *slot = slot_of(map, name, hash);
    if (!slot->name)
        *slot = (struct tlb_name_slot){name, hash, TLB_NO_NUMBER};
    return &slot->number;
}

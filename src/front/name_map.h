/* Numbers by name; the case of letters and the way separators lean make no difference. */
#ifndef TLB_FRONT_NAME_MAP_H
#define TLB_FRONT_NAME_MAP_H

#include "base/arena.h"

typedef struct tlb_name_map {
    struct tlb_name_slot *slots;
    uint32_t mask;
} tlb_name_map;

#define TLB_NO_NUMBER UINT32_MAX

/* For at most `most` names. False without memory. */
bool tlb_name_map_make(tlb_name_map *map, tlb_arena *arena, uint32_t most);
/* The number of a name, or TLB_NO_NUMBER. */
uint32_t tlb_name_map_find(const tlb_name_map *map, const char *name);
/* Where it stands, TLB_NO_NUMBER for a name that is added now. The name is not copied. */
uint32_t *tlb_name_map_at(tlb_name_map *map, const char *name);

#endif

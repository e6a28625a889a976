#include "formats/darkstar/interior/names.h"

#include <string.h>

/* How much of a name stands before its extension, and of that before the last hyphen. */
static size_t stem_size(const char *name)
{
    const char *extension = tlb_path_extension(name);
    return *extension ? (size_t)(extension - name) - 1 : strlen(name);
}

static size_t before_hyphen(const char *name)
{
    size_t stem = stem_size(name), size = stem;
    while (size && name[size - 1] != '-')
        size--;
    return size ? size - 1 : stem;
}

const char *interior_base_name(tlb_arena *arena, const char *mission)
{
    return tlb_print(arena, "%.*s.dil", (int)before_hyphen(mission), mission);
}

const char *interior_mission_name(tlb_arena *arena, const char *lighting, const char *k)
{
    return tlb_print(arena, "%.*s-%s.dil", (int)stem_size(lighting), lighting, k);
}

const char *interior_materials_name(tlb_arena *arena, const char *geometry)
{
    return tlb_print(arena, "%.*s.dml", (int)before_hyphen(geometry), geometry);
}

const char *interior_lighting_name(tlb_arena *arena, const char *geometry, const char *light_state)
{
    return tlb_print(arena, "%.*s%s.dil", (int)stem_size(geometry), geometry, light_state);
}

const char *interior_geometry_name(tlb_arena *arena, const char *lighting, bool mission)
{
    size_t size = mission ? before_hyphen(lighting) : stem_size(lighting);
    return tlb_print(arena, "%.*s.dig", (int)(size ? size - 1 : 0), lighting);
}

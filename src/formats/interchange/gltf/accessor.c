#include "formats/interchange/gltf/accessor.h"

#include "formats/interchange/gltf/fields/fields.h"

uint32_t tlb_gltf_component_size(uint32_t component_type)
{
    static const uint8_t sizes[] = {1, 1, 2, 2, 0, 4, 4};
    return component_type >= 5120 && component_type <= 5126 ? sizes[component_type - 5120] : 0;
}

static const struct {
    const char *name;
    uint32_t count, columns;
} types[] = {{"SCALAR", 1, 1}, {"VEC2", 2, 1}, {"VEC3", 3, 1}, {"VEC4", 4, 1},
             {"MAT2", 4, 2},   {"MAT3", 9, 3}, {"MAT4", 16, 4}};

enum { TYPES = sizeof types / sizeof *types };

static uint32_t type_of(tlb_text type)
{
    uint32_t i = 0;
    while (i < TYPES && !gltf_is(type, types[i].name))
        i++;
    return i;
}

uint32_t tlb_gltf_component_count(tlb_text type)
{
    uint32_t i = type_of(type);
    return i < TYPES ? types[i].count : 0;
}

uint32_t tlb_gltf_element_size(const tlb_gltf_accessor *accessor)
{
    uint32_t i = type_of(accessor->type), size = tlb_gltf_component_size(accessor->componentType);
    if (i == TYPES)
        return 0;
    uint32_t column = size * types[i].count / types[i].columns;
    return types[i].columns > 1 ? (column + 3) / 4 * 4 * types[i].columns : column;
}

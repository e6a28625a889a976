#include "render/tints.h"

#include <math.h>

void tlb_tint(uint32_t number, uint8_t out[4])
{
    /* Hues in steps of the golden section never come close to one of the last few. */
    double hue = fmod(0.05 + number * 0.6180339887498949, 1);
    for (int i = 0; i < 3; i++) {
        double distance =
            fabs(fmod(hue + (3 - i) / 3.0, 1) - 0.5) * 6; /* from the opposite of the component */
        double strength = fmin(fmax(distance - 1, 0), 1);
        out[i] = (uint8_t)(90 + 165 * strength);
    }
    out[3] = 255;
}

/* The representative of a vertex's part. */
static uint32_t find(uint32_t *parents, uint32_t vertex)
{
    while (parents[vertex] != vertex)
        vertex = parents[vertex] = parents[parents[vertex]];
    return vertex;
}

/* The smaller vertex represents. */
static void join(uint32_t *parents, uint32_t a, uint32_t b)
{
    a = find(parents, a);
    b = find(parents, b);
    if (a < b)
        parents[b] = a;
    else
        parents[a] = b;
}

uint32_t *tlb_loose_parts(const tlb_mesh *mesh, tlb_arena *arena)
{
    uint32_t *parents = tlb_alloc_array(arena, mesh->vertex_count, sizeof *parents);
    uint32_t *numbers = tlb_alloc_array(arena, mesh->vertex_count, sizeof *numbers);
    if (!parents || !numbers)
        return NULL;
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
        parents[i] = i;
    for (uint32_t i = 0; i + 2 < mesh->index_count; i += 3) {
        join(parents, mesh->indices[i], mesh->indices[i + 1]);
        join(parents, mesh->indices[i], mesh->indices[i + 2]);
    }
    uint32_t count = 0;
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        uint32_t first = find(parents, i);
        numbers[i] = first == i ? count++ : numbers[first];
    }
    return numbers;
}

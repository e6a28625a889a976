/* Splitting the triangles of a mesh where vertex colors cannot follow its light map. */
#ifndef TLB_SCENE_LIGHT_REFINE_H
#define TLB_SCENE_LIGHT_REFINE_H

#include "scene/light/bake.h"

#include <math.h>

/* How light as displays show it becomes linear, which is what vertices hold and what is blended between them.
 */
enum { TLB_LIGHT_STEPS = 1024 };
typedef struct tlb_light_scale {
    /* The last one twice, to look between it and the next. */
    float linear[TLB_LIGHT_STEPS + 2];  /* of n / steps */
    float display[TLB_LIGHT_STEPS + 2]; /* of the linear (n / steps)² */
} tlb_light_scale;

void tlb_light_scale_make(tlb_light_scale *scale);

static inline float tlb_light_look_up(const float table[TLB_LIGHT_STEPS + 2], float at)
{
    float place = at < 0 ? 0 : at > 1 ? TLB_LIGHT_STEPS : at * TLB_LIGHT_STEPS;
    int32_t first = (int32_t)place;
    return table[first] + (table[first + 1] - table[first]) * (place - (float)first);
}

static inline float tlb_light_to_linear(const tlb_light_scale *scale, float display)
{
    return tlb_light_look_up(scale->linear, display);
}

static inline float tlb_light_to_display(const tlb_light_scale *scale, float linear)
{
    return tlb_light_look_up(scale->display, sqrtf(linear));
}

/* A vertex: one of the mesh, or the middle between two earlier ones. */
typedef struct tlb_fine_vertex {
    uint32_t from, to; /* the same: that vertex of the mesh; else earlier vertices of this list */
    bool middle;
    uint32_t place; /* vertices of one place have the same position */
    float uv[2];    /* on the light map */
    float light[3]; /* linear; white without a light map */
} tlb_fine_vertex;

typedef struct tlb_fine_triangle {
    uint32_t corners[3], part;
    bool is_done; /* good enough */
} tlb_fine_triangle;

typedef struct tlb_fine_mesh {
    TLB_LIST(tlb_fine_vertex) vertices;
    TLB_LIST(tlb_fine_triangle) triangles;
} tlb_fine_mesh;

/* By how much what is shown of the map is off of what the light of a triangle's corners shows, at most, and
 * at which side, from corner i to the next, it is to be split; 0 where that is within the options. */
float tlb_light_error(const tlb_light_map *map, const tlb_fine_vertex *const corners[3],
                      const tlb_bake_options *options, const tlb_light_scale *scale, uint32_t *side);

/* The triangles of `mesh`, split as the options say. `part_maps`: the light map of each part, or NULL. False
 * without memory. */
bool tlb_refine(const tlb_mesh *mesh, const tlb_light_map *const *part_maps, const uint32_t *part_uv_sets,
                const tlb_bake_options *options, const tlb_light_scale *scale, tlb_arena *arena,
                tlb_fine_mesh *fine);

#endif

/* Splitting the triangles of a mesh where vertex colors cannot follow its light map. */
#ifndef TLB_SCENE_LIGHT_REFINE_H
#define TLB_SCENE_LIGHT_REFINE_H

#include "scene/light/bake.h"

/* How light as displays show it becomes linear, which is what vertices hold and what is blended between them.
 */
typedef struct tlb_light_scale {
    float linear[1026];  /* of n / 1024; the last one twice, to look between it and the next */
    float display[1026]; /* of the linear (n / 1024)²; likewise */
} tlb_light_scale;

void tlb_light_scale_make(tlb_light_scale *scale);
float tlb_light_to_linear(const tlb_light_scale *scale, float display);
float tlb_light_to_display(const tlb_light_scale *scale, float linear);

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

/* The triangles of `mesh`, split as the options say. `part_maps`: the light map of each part, or NULL. False
 * without memory. */
bool tlb_refine(const tlb_mesh *mesh, const tlb_light_map *const *part_maps, const uint32_t *part_uv_sets,
                const tlb_bake_options *options, const tlb_light_scale *scale, tlb_arena *arena,
                tlb_fine_mesh *fine);

#endif

/* The triangles of a stage, in the world. */
#ifndef TLB_RENDER_TRIANGLES_H
#define TLB_RENDER_TRIANGLES_H

#include "render/stage.h"

/* Counter-clockwise as seen from its front. */
typedef struct tlb_triangle {
    float corners[3][3];
    bool double_sided, ground; /* of a node that is ground */
} tlb_triangle;

typedef struct tlb_triangles {
    tlb_triangle *data;
    size_t count;
} tlb_triangles;

/* From its first corner to the others. */
static inline void tlb_triangle_edges(const tlb_triangle *t, double edges[2][3])
{
    for (int axis = 0; axis < 3; axis++)
        for (int k = 0; k < 2; k++)
            edges[k][axis] = (double)t->corners[k + 1][axis] - (double)t->corners[0][axis];
}

/* Of a triangle with these edges: twice as long as its area is large. */
static inline void tlb_triangle_normal(double edges[2][3], double normal[3])
{
    for (int axis = 0; axis < 3; axis++) {
        int u = (axis + 1) % 3, v = (axis + 2) % 3;
        normal[axis] = edges[0][u] * edges[1][v] - edges[0][v] * edges[1][u];
    }
}

/* Those whose corners are all numbers, but of no backdrop, in `arena`; false without memory. */
bool tlb_stage_triangles(const tlb_stage *stage, tlb_arena *arena, tlb_triangles *triangles);

#endif

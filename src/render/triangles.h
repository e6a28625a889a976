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

/* Those whose corners are all numbers, but of no backdrop, in `arena`; false without memory. */
bool tlb_stage_triangles(const tlb_stage *stage, tlb_arena *arena, tlb_triangles *triangles);

#endif

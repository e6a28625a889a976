/* The box of points. Coordinates that are no numbers count for nothing; without any the box is empty. */
#ifndef TLB_SCENE_GEOMETRY_BOX_H
#define TLB_SCENE_GEOMETRY_BOX_H

#include <math.h>

typedef struct tlb_box {
    float low[3], high[3];
} tlb_box;

static inline tlb_box tlb_box_empty(void)
{
    return (tlb_box){{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
}

static inline void tlb_box_add(tlb_box *box, const float point[3])
{
    for (int axis = 0; axis < 3; axis++) {
        box->low[axis] = point[axis] < box->low[axis] ? point[axis] : box->low[axis];
        box->high[axis] = point[axis] > box->high[axis] ? point[axis] : box->high[axis];
    }
}

#endif

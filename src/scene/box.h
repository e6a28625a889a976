/* The box of points. Coordinates that are no numbers count for nothing; without any the box is empty. */
#ifndef TLB_SCENE_BOX_H
#define TLB_SCENE_BOX_H

#include "base/value.h"

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

/* "low" and "high", as info has them; nothing of an empty box. */
static inline void tlb_add_box(tlb_arena *arena, tlb_value *table, const tlb_box *box)
{
    if (box->low[0] > box->high[0])
        return;
    tlb_value_add_singles(arena, table, "low", box->low, 3);
    tlb_value_add_singles(arena, table, "high", box->high, 3);
}

#endif

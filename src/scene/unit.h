/* Directions and rotations: vectors of length 1. One that is as good as unit keeps its bits. */
#ifndef TLB_SCENE_UNIT_H
#define TLB_SCENE_UNIT_H

#include <math.h>
#include <stdbool.h>

static inline double tlb_square(const float *v, int size)
{
    double square = 0;
    for (int i = 0; i < size; i++)
        square += (double)v[i] * (double)v[i];
    return square;
}

static inline bool tlb_is_unit(const float *v, int size)
{
    return fabs(tlb_square(v, size) - 1) <= 1e-6;
}

#endif

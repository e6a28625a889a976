/* Numbers of a scene come from files as they are. */
#ifndef TLB_SCENE_FINITE_H
#define TLB_SCENE_FINITE_H

#include <math.h>

/* 0 for what is no finite number. */
static inline float tlb_finite(float value)
{
    return isfinite(value) ? value : 0;
}

#endif

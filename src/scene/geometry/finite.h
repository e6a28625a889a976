/* Numbers of a scene come from files as they are. */
#ifndef TLB_SCENE_GEOMETRY_FINITE_H
#define TLB_SCENE_GEOMETRY_FINITE_H

#include <stdint.h>
#include <string.h>

/* 0 for what is no finite number. By its bits: compilers then make code that does not branch. */
static inline float tlb_finite(float value)
{
    enum { EXPONENT = 0x7f800000 };
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    bits = (bits & EXPONENT) == EXPONENT ? 0 : bits;
    memcpy(&value, &bits, sizeof value);
    return value;
}

#endif

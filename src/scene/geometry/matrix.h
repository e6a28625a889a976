/* 4 x 4 matrices, column-major, whose last row is 0 0 0 1. */
#ifndef TLB_SCENE_GEOMETRY_MATRIX_H
#define TLB_SCENE_GEOMETRY_MATRIX_H

#include "trilobite/scene.h"

/* out = a b; out may be neither. */
void tlb_matrix_multiply(const float a[16], const float b[16], float out[16]);
/* False, and the identity, when there is no inverse. */
bool tlb_matrix_invert(const float m[16], float out[16]);
/* Negative: the matrix mirrors. */
float tlb_matrix_determinant(const float m[16]);
/* What turns normals as m turns points: 3 x 3, column-major, lengths not kept. */
void tlb_matrix_for_normals(const float m[16], float out[9]);

static inline void tlb_matrix_point(const float m[16], const float p[3], float out[3])
{
    for (int i = 0; i < 3; i++)
        out[i] = m[i] * p[0] + m[4 + i] * p[1] + m[8 + i] * p[2] + m[12 + i];
}

static inline void tlb_matrix_direction(const float m[16], const float d[3], float out[3])
{
    for (int i = 0; i < 3; i++)
        out[i] = m[i] * d[0] + m[4 + i] * d[1] + m[8 + i] * d[2];
}

#endif

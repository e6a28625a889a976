/* Vectors of three doubles. */
#ifndef TLB_LEVEL_VECTOR_H
#define TLB_LEVEL_VECTOR_H

static inline double tlb_dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline void tlb_cross(const double a[3], const double b[3], double result[3])
{
    result[0] = a[1] * b[2] - a[2] * b[1];
    result[1] = a[2] * b[0] - a[0] * b[2];
    result[2] = a[0] * b[1] - a[1] * b[0];
}

static inline void tlb_subtract(const double a[3], const double b[3], double result[3])
{
    for (int axis = 0; axis < 3; axis++)
        result[axis] = a[axis] - b[axis];
}

static inline double tlb_square_distance(const double a[3], const double b[3])
{
    double d[3];
    tlb_subtract(a, b, d);
    return tlb_dot(d, d);
}

#endif

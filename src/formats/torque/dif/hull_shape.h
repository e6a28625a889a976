/* A convex hull taken apart into faces and edges, from its points and planes alone. */
#ifndef TLB_FORMATS_TORQUE_DIF_HULL_SHAPE_H
#define TLB_FORMATS_TORQUE_DIF_HULL_SHAPE_H

#include "trilobite/dif.h"

enum {
    DIF_NO_FACE = 255,
    DIF_MOST_FACES = DIF_NO_FACE,
    DIF_MOST_CORNERS = 6 * TLB_DIF_HULL_MAX /* twice the edges, which are fewer than three a point */
};

/* Its corners are points of the hull, clockwise seen from outside; a plane with fewer than three has none. */
typedef struct dif_hull_face {
    uint32_t start, count; /* in the shape's corners */
} dif_hull_face;

typedef struct dif_hull_edge {
    uint8_t low, high; /* points */
    uint8_t faces[2];  /* that it is between, one may be DIF_NO_FACE */
} dif_hull_edge;

/* Points are numbered as in the hull, faces as its planes. */
typedef struct dif_hull_shape {
    uint32_t point_count, face_count, corner_count, edge_count;
    const float *points[TLB_DIF_HULL_MAX];
    dif_hull_face faces[DIF_MOST_FACES];
    uint8_t corners[DIF_MOST_CORNERS];
    uint8_t face_at[TLB_DIF_HULL_MAX][TLB_DIF_HULL_MAX]; /* which face goes from one point to another */
    dif_hull_edge edges[DIF_MOST_CORNERS];               /* ascending */
} dif_hull_shape;

/* NULL, or why there is no such shape. */
const char *dif_hull_take_apart(dif_hull_shape *shape, const tlb_dif_interior *interior, uint32_t hull);

#endif

/* A convex hull taken apart into faces and edges, from its points and planes alone. */
#ifndef TLB_FORMATS_TORQUE_DIF_GENERATE_HULL_SHAPE_H
#define TLB_FORMATS_TORQUE_DIF_GENERATE_HULL_SHAPE_H

#include "formats/torque/dif/dif.h"

enum {
    DIF_NO_FACE = 255,
    DIF_MOST_FACES = DIF_NO_FACE,
    DIF_MOST_HULL_CORNERS = 6 * TLB_DIF_HULL_MAX /* twice the edges, which are fewer than three a point */
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
    uint8_t corners[DIF_MOST_HULL_CORNERS];
    uint8_t face_at[TLB_DIF_HULL_MAX][TLB_DIF_HULL_MAX]; /* which face goes from one point to another */
    dif_hull_edge edges[DIF_MOST_HULL_CORNERS];          /* ascending */
} dif_hull_shape;

/* Adds the next face: the points on a plane; fewer than three are no face. False when the capacity is
 * exceeded: no convex hull has so many corners. */
bool tlb_dif_hull_add_face(dif_hull_shape *s, const float plane[4], double near);
/* Notes the edges of a face in face_at; false when another face goes along one in the same direction. */
bool tlb_dif_hull_note_edges(dif_hull_shape *s, uint32_t face);

/* NULL, or why there is no such shape. Each face begins with the corner at which a breadth-first walk from
 * the last face meets it. */
const char *tlb_dif_hull_take_apart(dif_hull_shape *s, const tlb_dif_interior *interior, uint32_t hull);

/* Whether the planes of a hull that was taken apart enclose its points, each of which is on some. */
bool tlb_dif_hull_encloses(const dif_hull_shape *s, const tlb_dif_interior *interior, uint32_t hull);

/* How near a plane a point of the hull is on it. */
double tlb_dif_hull_thickness(const float *const *points, uint32_t count);

#endif

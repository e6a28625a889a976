/* Meshes of what is no drawn surface: hulls, portals, triggers, force fields. Made polygon by polygon. */
#ifndef TLB_FORMATS_TORQUE_DIF_SHAPE_H
#define TLB_FORMATS_TORQUE_DIF_SHAPE_H

#include "formats/torque/dif/scene.h"

typedef struct dif_shape {
    tlb_arena *arena;
    uint64_t *room;               /* corners that may still be looked at: what goes beyond is left out */
    TLB_LIST(tlb_vec3) positions; /* in the scene's axes */
    TLB_LIST(uint32_t) indices;
} dif_shape;

/* Files repeat some of the windings that polygons are made of, but not without end. */
static inline uint64_t dif_room_for(uint32_t windings)
{
    return (uint64_t)windings * 4;
}

/* Takes the corners of a polygon from the room, one for none. False: it is to be left out, as there is no
 * room or it is a line or a point. */
bool dif_shape_admits(dif_shape *shape, uint32_t corners);

/* The others return false when there is no memory. Points are the file's. */
bool dif_shape_vertex(dif_shape *shape, const float point[3], uint32_t *vertex);
/* A convex polygon of vertices, admitted before, clockwise seen from its front. */
bool dif_shape_fan(dif_shape *shape, const uint32_t *vertices, uint32_t count);

/* Points, and the windings that name them. */
typedef struct dif_outlines {
    const tlb_vec3 *points;
    uint32_t point_count;
    const uint32_t *windings;
    uint32_t winding_count;
} dif_outlines;

dif_outlines dif_interior_outlines(const tlb_dif_interior *x);
/* A polygon, clockwise too, with vertices of its own. What is out of range is left out. */
bool dif_shape_polygon(dif_shape *shape, const dif_outlines *outlines, uint32_t start, uint32_t count);

/* Gives the node the shape as a mesh with the node's name. An empty shape gives it none. */
bool dif_shape_finish(dif_scene *s, const dif_shape *shape, int32_t node, int32_t material);

#endif

/* The vertices and triangles of a mesh, wherever the version has them. */
#ifndef TLB_FORMATS_TORQUE_DTS_GEOMETRY_H
#define TLB_FORMATS_TORQUE_DTS_GEOMETRY_H

#include "formats/torque/dts/access.h"

/* Where the vertices of a mesh are: in lists, or in the buffer of version 27 on. */
typedef struct shape_vertices {
    const uint8_t *positions, *normals, *uvs; /* the last two NULL without */
    const uint8_t *uvs2;                      /* the second set; NULL without, as are colors */
    const uint32_t *colors; /* bytes R, G, B, A from the least on; those of the buffer are a device's own */
    size_t stride, uv_stride, uv2_stride;
    uint32_t count, uv_count, uv2_count, color_count;
} shape_vertices;

shape_vertices tlb_shape_vertices(const tlb_torque_shape *shape, const tlb_torque_mesh *mesh);

/* How many frames a mesh has: 1 unless the vertices of all are there. */
uint32_t tlb_shape_frames(const tlb_torque_mesh *mesh, uint32_t vertex_count);

/* The triangles of a primitive that is within the mesh's indices, and the corners of one, clockwise. */
uint32_t tlb_shape_triangle_count(const tlb_torque_primitive *primitive);
void tlb_shape_corners(const tlb_torque_primitive *primitive, const uint32_t *indices, uint32_t triangle,
                       uint32_t out[3]);

/* Calls `each` for the primitives of a mesh; those of a sorted one as they are drawn for an eye that is in
 * front of all of them: each face once. False, and no more calls, when `each` was. */
typedef bool shape_primitive_sink(void *user, const tlb_torque_primitive *primitive);
bool tlb_shape_each_primitive(const tlb_torque_mesh *mesh, shape_primitive_sink *each, void *user);

#endif

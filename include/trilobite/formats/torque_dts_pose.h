/* A Torque shape at a time of one of its sequences: where its nodes are, and the vertices of its meshes.
 *
 *     tlb_torque_pose pose;
 *     if (!tlb_torque_pose_at(shape, tlb_torque_find_sequence(shape, "run"), 0.5, arena, &pose))
 *         return TLB_NO_MEMORY;
 *     const tlb_torque_mesh *mesh = tlb_torque_mesh_of(shape, object, detail);
 *     uint32_t count = tlb_torque_vertices(&pose, object, mesh, NULL, NULL, NULL, 0);
 *     ... arrays of `count` positions, normals, texture coordinates ...
 *     tlb_torque_vertices(&pose, object, mesh, positions, normals, uvs, count);
 *
 * Everything is in the file's axes (torque_dts.h), in the space of the shape. The shape is only read and must
 * stay as it is. */
#ifndef TRILOBITE_FORMATS_TORQUE_DTS_POSE_H
#define TRILOBITE_FORMATS_TORQUE_DTS_POSE_H

#include "trilobite/arena.h"
#include "trilobite/formats/torque_dts.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tlb_torque_pose {
    const tlb_torque_shape *shape; /* that it is of */
    const float (*world)[16];      /* nodes in the shape: matrices, column-major */
    const tlb_torque_object_state *objects;
} tlb_torque_pose;

/* By name, whatever the case of the letters; -1 when there is none. */
TLB_API int32_t tlb_torque_find_sequence(const tlb_torque_shape *shape, const char *name);

/* The shape `seconds` into a sequence, -1: at rest. A cyclic sequence goes on beyond its end, others stay
 * there; a blend is played on the pose at rest; keys of scales along other axes than the node's are taken
 * along the node's. The lists of `pose` are in `arena`. False: no such sequence, no finite time, or no
 * memory. */
TLB_API bool tlb_torque_pose_at(const tlb_torque_shape *shape, int32_t sequence, double seconds,
                                tlb_arena *arena, tlb_torque_pose *pose);

/* What a detail shows of an object; NULL: nothing. Skins of versions 19 to 22 belong to details alone: they
 * are shape->skins, by detailFirstSkin. */
TLB_API const tlb_torque_mesh *tlb_torque_mesh_of(const tlb_torque_shape *shape, uint32_t object,
                                                  uint32_t detail);

/* The first `capacity` vertices of a mesh of the shape, as a pose shows it of an object: in its frame and
 * texture frame, moved by its node, or by the bones of a skin; an object of -1 rests in its first frames.
 * Each array may be NULL. Normals are of unit length, and zero where the file has none, as are texture
 * coordinates. Vertices of a skin that no bone moves stay as they are. Returns how many there are. */
TLB_API uint32_t tlb_torque_vertices(const tlb_torque_pose *pose, int32_t object, const tlb_torque_mesh *mesh,
                                     tlb_vec3 *positions, tlb_vec3 *normals, tlb_vec2 *uvs,
                                     uint32_t capacity);

typedef struct tlb_torque_triangle {
    uint32_t vertices[3]; /* clockwise, seen from outside */
    uint32_t matIndex;    /* of its primitive: TLB_TORQUE_MATERIAL_MASK, TLB_TORQUE_NO_MATERIAL */
} tlb_torque_triangle;

/* The first `capacity` triangles of a mesh, of its lists, strips and fans, as tlb_torque_vertices counts
 * vertices; those of a sorted mesh as an eye sees them that is in front of all. Those without an area,
 * because two corners are one vertex, are left out. `triangles` may be NULL. Returns how many there are. */
TLB_API uint32_t tlb_torque_triangles(const tlb_torque_shape *shape, const tlb_torque_mesh *mesh,
                                      tlb_torque_triangle *triangles, uint32_t capacity);

#ifdef __cplusplus
}
#endif
#endif

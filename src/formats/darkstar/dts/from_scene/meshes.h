/* What the files that make meshes share. Functions return false without memory. */
#ifndef TLB_FORMATS_DARKSTAR_DTS_FROM_SCENE_MESHES_H
#define TLB_FORMATS_DARKSTAR_DTS_FROM_SCENE_MESHES_H

#include "formats/darkstar/dts/from_scene/from_scene.h"

/* A triangle and what it is sorted by. */
typedef struct dts_triangle {
    uint32_t first; /* of its indices */
    int32_t joint, material;
    float middle[3];
} dts_triangle;

typedef struct dts_mesh_maker {
    dts_maker *m;
    uint32_t node, holder;             /* the node, or of a picture the one that it is on */
    const dts_picture_group *pictures; /* NULL: none take turns on it */
    const tlb_mesh *mesh;
    const tlb_skin *skin; /* NULL: none */
    float (*normals)[3];
    int uv_set;
    uint32_t *local;         /* for each vertex of the mesh its number in the part */
    uint32_t *stamp, serial; /* the part that used it last */
    uint32_t parts;          /* that are objects */
    tlb_box *common;         /* for each frame; NULL: each part has its own */
} dts_mesh_maker;

/* What a part is made with: from the mesh's space to that of its node, column-major. */
typedef struct dts_part_maker {
    dts_mesh_maker *mm;
    const dts_triangle *triangles;
    uint32_t triangle_count;
    float matrix[16], for_normals[9];
    bool mirrors;
    uint32_t *used; /* vertices of the mesh, ascending */
    uint32_t used_count;
    uint32_t frame_count;
    uint32_t *vertex, *texture; /* for each used one its vertex and texture vertex */
} dts_part_maker;

/* How many vertices triangles use, which `used` gets, if it is not NULL. */
uint32_t tlb_dts_list_used(dts_mesh_maker *mm, const dts_triangle *triangles, uint32_t count, uint32_t *used);
bool tlb_dts_find_used(dts_part_maker *p);
/* A vertex in a frame, in the shape's axes and the node's space. */
void tlb_dts_pose_vertex(dts_part_maker *p, uint32_t index, uint32_t frame, float position[3],
                         float normal[3]);
/* The vertices that are used, their texture vertices, and the triangles. */
bool tlb_dts_pack_part(dts_part_maker *p, tlb_dts_mesh *to, const tlb_material *material);

#endif

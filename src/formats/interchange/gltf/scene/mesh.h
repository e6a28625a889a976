/* A mesh being made of primitives: what its files share. */
#ifndef TLB_FORMATS_INTERCHANGE_GLTF_SCENE_MESH_H
#define TLB_FORMATS_INTERCHANGE_GLTF_SCENE_MESH_H

#include "formats/interchange/gltf/scene/scene.h"

/* A primitive that is drawn. */
typedef struct gltf_drawn {
    const tlb_gltf_primitive *p;
    uint32_t index;        /* in the mesh of the document */
    uint32_t source_count; /* indices, or vertices without */
    uint32_t index_count;  /* of triangles */
    bool starts;           /* vertices of its own; else those of the one before */
    gltf_uv_transform transform;
    bool transforms;
} gltf_drawn;

/* The vertices of primitives that share them. */
typedef struct gltf_block {
    uint32_t first, count; /* in the mesh */
    uint32_t vertices;     /* of the accessors */
    const uint32_t *used;  /* NULL: all of them, in their order */
} gltf_block;

typedef struct gltf_mesh_maker {
    gltf_scene *s;
    tlb_mesh *mesh;
    const tlb_gltf_mesh *source;
    uint32_t mesh_index;
    gltf_drawn *drawn;
    gltf_block *blocks; /* by drawn; those that start */
    uint32_t count;
    char path[96];
} gltf_mesh_maker;

/* The path of a primitive's member, kept until the next call. */
const char *tlb_gltf_primitive_path(gltf_mesh_maker *m, const gltf_drawn *d, const char *member);

/* vertices.c: the vertices of a block; its normals alone, which the accessor has. */
tlb_status tlb_gltf_fill_vertices(gltf_mesh_maker *m, const gltf_drawn *d, const gltf_block *b);
tlb_status tlb_gltf_fill_normals(gltf_mesh_maker *m, const gltf_drawn *d, const gltf_block *b,
                                 int64_t accessor);

#endif

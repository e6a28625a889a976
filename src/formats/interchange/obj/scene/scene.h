/* OBJ as a scene: what the files of the mapping share. */
#ifndef TLB_FORMATS_INTERCHANGE_OBJ_SCENE_SCENE_H
#define TLB_FORMATS_INTERCHANGE_OBJ_SCENE_SCENE_H

#include "assets/textures.h"
#include "formats/interchange/obj/obj.h"

/* --- material libraries (mtl.c) ---------------------------------------------------------------------- */

/* The options of a texture that a scene has a place for. */
typedef struct obj_map {
    const char *file; /* NULL: none */
    float scale[2], offset[2];
    bool clamp, others; /* others: options that have no place */
} obj_map;

typedef struct obj_material {
    float Kd[3], Ke[3], d, Tr;
    bool has_Kd, has_d, has_Tr;
    uint32_t illum;
    obj_map map_Kd, map_d;
    tlb_value *extras; /* all other lines, by their words */
} obj_material;

typedef struct obj_library {
    tlb_context *context;
    tlb_arena *work, *arena; /* for as long as the scene is made; the scene's */
    TLB_LIST(obj_material) materials;
    tlb_index by_name;
} obj_library;

/* Adds the materials of a file; those whose names are known are left out. Lines that are invalid are reported
 * and ignored. False without memory. `name` is the file's. */
bool tlb_obj_read_library(obj_library *library, const char *name, tlb_bytes file);

/* --- faces (faces.c) --------------------------------------------------------------------------------- */

/* An object, or a group in one: a node. */
typedef struct obj_place {
    int32_t parent; /* a place; TLB_NONE */
    tlb_text name;
    uint32_t corners; /* of its faces */
} obj_place;

/* The faces of a place that have one material. */
typedef struct obj_part {
    int32_t place, material;
    uint32_t faces, triangles;
    uint32_t first; /* of the faces in their order */
} obj_part;

/* Counted from 0, TLB_NONE where there is none; `vn` from the count of vn on: of the normals that are made.
 */
typedef struct obj_resolved {
    int32_t v, vt, vn;
} obj_resolved;

typedef struct obj_face {
    uint32_t first, count; /* corners */
    uint32_t part, smoothing;
} obj_face;

typedef struct obj_scene {
    const tlb_conversion *conversion;
    const tlb_obj *obj;
    const char *name; /* of the document */
    tlb_scene *scene;
    tlb_arena *arena;
    tlb_arena work; /* for as long as the scene is made */

    obj_library library;
    bool is_incomplete; /* a library is missing */
    tlb_textures textures;
    tlb_index by_material;              /* names to materials of the scene */
    TLB_LIST(const obj_material *) own; /* by material of the scene; NULL: it has no definition */

    TLB_LIST(obj_place) places;
    TLB_LIST(obj_part) parts;
    TLB_LIST(obj_face) faces; /* that are drawn */
    TLB_LIST(obj_resolved) corners;
    uint32_t *order; /* of the faces: by part */
    TLB_LIST(tlb_vec3) made;
    uint32_t points, lines, others; /* left out */
} obj_scene;

/* False without memory, both. */
bool tlb_obj_find_faces(obj_scene *s);
/* Normals of the faces whose corners have none: of the smoothing groups, or of the face. */
bool tlb_obj_make_normals(obj_scene *s);

/* materials.c. False without memory. */
bool tlb_obj_load_libraries(obj_scene *s);
bool tlb_obj_find_material(obj_scene *s, tlb_text name, uint32_t statement, int32_t *material);

/* mesh.c: a node for each place and its mesh. False without memory. */
bool tlb_obj_make_meshes(obj_scene *s);

#endif

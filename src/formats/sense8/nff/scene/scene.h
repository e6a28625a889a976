/* NFF as a scene: what the files of the mapping share. */
#ifndef TLB_FORMATS_SENSE8_NFF_SCENE_SCENE_H
#define TLB_FORMATS_SENSE8_NFF_SCENE_SCENE_H

#include "assets/textures.h"
#include "formats/sense8/nff/nff.h"

/* --- tables of materials: the text files that "mtable" names (version 3.0) -------------------------- */

enum { NFF_MAT_AMBIENT = 1, NFF_MAT_SPECULAR = 2, NFF_MAT_SHININESS = 4 };

typedef struct nff_material {
    tlb_text name; /* empty: it has none */
    float ambient[3], diffuse[3], specular[3], emission[3];
    float shininess, opacity;
    uint8_t has; /* NFF_MAT_AMBIENT and so on: what a scene keeps as extras */
} nff_material;

typedef struct nff_material_table {
    TLB_LIST(nff_material) materials; /* numbered in the order of the file */
} nff_material_table;

/* --- the scene -------------------------------------------------------------------------------------- */

/* What a polygon's material depends on. No padding: looks are compared as bytes. */
typedef struct nff_look {
    int32_t texture; /* in `plain` or `cleared`; TLB_NONE: none */
    int32_t table;   /* of materials, when matid is meant */
    uint32_t matid;
    uint8_t color[3];
    uint8_t flags; /* NFF_LOOK_BOTH and so on */
} nff_look;

enum { NFF_LOOK_BOTH = 1, NFF_LOOK_UNLIT = 2, NFF_LOOK_CLEARED = 4, NFF_LOOK_COLORS = 8 };

/* How a polygon is shown, and where its triangles are in its object's mesh. */
typedef struct nff_shown_polygon {
    int32_t material; /* TLB_NONE: it is not drawn */
    uint32_t how;
    uint32_t part, first_triangle; /* of the part's */
} nff_shown_polygon;

/* Which part of the object being made shows a material. */
typedef struct nff_part_slot {
    uint32_t object; /* 1 + the object that used the material last */
    uint32_t part;
} nff_part_slot;

typedef struct nff_scene {
    const tlb_conversion *conversion;
    const tlb_nff *nff;
    tlb_scene *scene;
    tlb_arena *arena;
    tlb_arena work;       /* for as long as the scene is made */
    tlb_textures plain;   /* textures as they are */
    tlb_textures cleared; /* with black made transparent */
    tlb_index tables, looks;
    TLB_LIST(nff_material_table) material_tables;
    TLB_LIST(nff_part_slot) parts;       /* by material */
    const tlb_nff_polygon *last_polygon; /* the one that the last look was of */
    int32_t last_material;
    uint64_t effort; /* left for cutting polygons */
} nff_scene;

static inline void nff_turn_axes(float out[3], const float in[3])
{
    out[0] = in[0];
    out[1] = -in[1];
    out[2] = -in[2];
}

/* materials.c. False without memory. `uses_colors`: the vertices' colors are shown. */
void tlb_nff_scene_materials_init(nff_scene *s);
bool tlb_nff_find_table(nff_scene *s, uint32_t object, int32_t *table);
bool tlb_nff_find_material(nff_scene *s, uint32_t object, uint32_t polygon, int32_t table, bool uses_colors,
                           int32_t *material);
/* mesh.c: an object's polygons as a mesh; TLB_NONE when nothing is to be drawn. `polygons` are in
 * the working memory. */
bool tlb_nff_make_mesh(nff_scene *s, uint32_t object, int32_t *mesh, const nff_shown_polygon **polygons);

#endif

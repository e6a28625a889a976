/* A glTF document as a scene: what the files of the conversion share. */
#ifndef TLB_FORMATS_INTERCHANGE_GLTF_SCENE_SCENE_H
#define TLB_FORMATS_INTERCHANGE_GLTF_SCENE_SCENE_H

#include "formats/interchange/gltf/data.h"

typedef struct gltf_scene {
    tlb_context *context;
    const tlb_gltf *x;
    tlb_scene *scene;
    tlb_arena work; /* until the scene is made */
    gltf_data data;
    int32_t *nodes;  /* by node: that of the scene */
    int32_t *meshes; /* by mesh: TLB_NONE: it has no triangles */
    int32_t *lights; /* by light of KHR_lights_punctual */
    uint32_t *remap; /* scratch of tlb_gltf_add_meshes */
    uint32_t remap_size;
} gltf_scene;

/* Values of extensions and extras. */
double tlb_gltf_number_of(const tlb_value *value, double absent);
/* A list's numbers, as many as there are, at most `most`. How many. */
uint32_t tlb_gltf_numbers_of(const tlb_value *value, float *out, uint32_t most);

/* A copy of extras without members that the scene has a place for (NULL at the end); what is no table becomes
 * the member "extras" of one. NULL when nothing is left. */
tlb_value *tlb_gltf_extras_of(gltf_scene *s, const tlb_value *extras, const char *const *but);
/* true, or 1, which Blender makes of it. */
bool tlb_gltf_is_true(const tlb_value *value);
/* The name of a level without "_LOD1" and what Blender adds to names that it has already. */
const char *tlb_gltf_level_name(gltf_scene *s, const char *name, int32_t level);
/* "wall.001" and "wall (2)" without the number. */
tlb_text tlb_gltf_plain_name(tlb_text name);
/* The name, or, unless it was changed to another since, the one that is kept in the extras. */
const char *tlb_gltf_name_of(gltf_scene *s, tlb_text name, const tlb_value *extras);

/* Each reports what is wrong. */
tlb_status tlb_gltf_add_materials(gltf_scene *s); /* with images */
tlb_status tlb_gltf_add_meshes(gltf_scene *s);
tlb_status tlb_gltf_add_nodes(gltf_scene *s); /* with cameras, lights, skins */
tlb_status tlb_gltf_add_animations(gltf_scene *s);

/* names.c. A level of detail or collision by the name of a node, where its extras do not say; reported. It
 * may add a node. `in_level`: a node above it is a level. */
void tlb_gltf_read_node_name(gltf_scene *s, uint32_t index, bool in_level);

/* What KHR_texture_transform does to the coordinates of a material's texture, but for the offset: it is done
 * to the vertices. False: nothing. */
typedef struct gltf_uv_transform {
    uint32_t set;
    float matrix[4]; /* u' = m0 u + m2 v, v' = m1 u + m3 v */
} gltf_uv_transform;
bool tlb_gltf_uv_transform(const gltf_scene *s, int32_t material, gltf_uv_transform *transform);

#endif

/* A model on its way into a scene. */
#ifndef TLB_FORMATS_INTERQUAKE_IQM_SCENE_H
#define TLB_FORMATS_INTERQUAKE_IQM_SCENE_H

#include "assets/textures.h"
#include "formats/interquake/iqm/iqm.h"

#include <math.h>

typedef struct iqm_scene {
    const tlb_iqm *x;
    tlb_context *context;
    const tlb_conversion *conversion;
    tlb_scene *scene;
    tlb_arena *arena; /* the scene's */
    tlb_arena work;
    tlb_textures textures;
    tlb_index by_material; /* names to the scene's materials */
    tlb_index by_color;    /* those of meshes without texture coordinates that are no textures' names */
    int32_t root;          /* node */
    int32_t first_joint;   /* node of joint 0; joints follow */
    uint32_t joint_count;
    int32_t skin;
} iqm_scene;

/* Z up to Y up. */
static inline void iqm_turn(float out[3], const float in[3])
{
    float y = in[1];
    out[0] = in[0], out[1] = in[2], out[2] = -y;
}

/* 1 for what has no length. */
static inline void iqm_unit(float q[4])
{
    float length = sqrtf(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    for (int i = 0; i < 4; i++)
        q[i] = length > 0 && isfinite(length) ? q[i] / length : i == 3;
}

void iqm_set_pose(tlb_node *node, const float channels[TLB_IQM_CHANNELS]);

/* The arrays that a scene has a place for; NULL: there is none, or it moves nothing. */
typedef struct iqm_arrays {
    const tlb_iqm_vertexarray *position, *texcoord, *normal, *tangent, *indexes, *weights, *color;
} iqm_arrays;

enum { IQM_MOST_JOINTS = UINT16_MAX + 1 }; /* that a scene's vertices can name */

/* Fills what the mesh has of them: those from `first` on are its own from `at` on. */
void iqm_set_vertices(const iqm_scene *s, const iqm_arrays *arrays, uint32_t first, uint32_t total,
                      tlb_mesh *mesh, uint32_t at);

/* Each returns false without memory. */
bool iqm_show_skeleton(iqm_scene *s);
bool iqm_show_meshes(iqm_scene *s);
bool iqm_show_animations(iqm_scene *s);

/* The material of a mesh. */
bool iqm_show_material(iqm_scene *s, uint32_t mesh, int32_t *material);

#endif

/* An IQM on its way into a scene. */
#ifndef TLB_FORMATS_INTERQUAKE_IQM_SCENE_H
#define TLB_FORMATS_INTERQUAKE_IQM_SCENE_H

#include "assets/textures.h"
#include "formats/interquake/iqm/iqm.h"

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

/* scene_meshes.c: meshes with their materials. False without memory. */
bool tlb_iqm_add_meshes(iqm_scene *s);

#endif

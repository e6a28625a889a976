/* What textures need of meshes and samplers. */
#ifndef TLB_SCENE_MATERIALS_TEXTURE_H
#define TLB_SCENE_MATERIALS_TEXTURE_H

#include "trilobite/scene.h"

/* How many UV sets a mesh has, those missing below its last one included. */
static inline uint32_t tlb_mesh_uv_sets(const tlb_mesh *mesh)
{
    uint32_t count = TLB_UV_SETS;
    while (count && !mesh->uv[count - 1])
        count--;
    return count;
}

/* Whether a mesh has what it takes to show a material's texture or light map. */
static inline bool tlb_texture_fits(const tlb_texture *texture, const tlb_mesh *mesh)
{
    return texture->image >= 0 && texture->uv_set < TLB_UV_SETS && mesh->uv[texture->uv_set];
}

/* The UV set that a writer of one set keeps of a mesh: that of its first texture; TLB_NONE without. */
static inline int tlb_scene_uv_set(const tlb_scene *scene, const tlb_mesh *mesh)
{
    for (uint32_t i = 0; i < mesh->part_count; i++) {
        int32_t material = mesh->parts[i].material;
        const tlb_texture *texture = material < 0 ? NULL : &scene->materials[material].texture;
        if (texture && tlb_texture_fits(texture, mesh))
            return (int)texture->uv_set;
    }
    return mesh->uv[0] ? 0 : TLB_NONE;
}

/* The ways of wrapping and blending, numbered. */
enum { TLB_SAMPLERS = 18 };

typedef struct tlb_sampler {
    tlb_wrap wrap_u, wrap_v;
    bool nearest;
} tlb_sampler;

static inline uint32_t tlb_sampler_of(const tlb_texture *texture)
{
    return ((uint32_t)texture->wrap_u * 3 + (uint32_t)texture->wrap_v) * 2 + texture->nearest;
}

static inline tlb_sampler tlb_sampler_at(uint32_t number)
{
    return (tlb_sampler){(tlb_wrap)(number / 6), (tlb_wrap)(number / 2 % 3), number % 2 != 0};
}

#endif

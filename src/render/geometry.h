/* The vertices and indices of all pieces, in the world, in OpenGL's buffers. */
#ifndef TLB_RENDER_GEOMETRY_H
#define TLB_RENDER_GEOMETRY_H

#include "render/draws.h"

typedef struct tlb_geometry {
    GLuint array, vertices, indices;
    GLsizei stride;
} tlb_geometry;

/* `arena` is only used for the time being. Free the geometry whatever comes back. */
tlb_status tlb_geometry_make(tlb_geometry *geometry, tlb_context *context, const tlb_stage *stage,
                             const tlb_draws *draws, tlb_arena *arena);
void tlb_geometry_free(tlb_geometry *geometry);

/* Which UV sets textures and light maps take: those that a drawn mesh has. */
void tlb_geometry_set_uv(const tlb_geometry *geometry, uint32_t texture_set, uint32_t light_set);

#endif

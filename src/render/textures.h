/* The images of a scene as OpenGL's textures. */
#ifndef TLB_RENDER_TEXTURES_H
#define TLB_RENDER_TEXTURES_H

#include "render/gl_context.h"
#include "scene/materials/texture.h"

typedef enum tlb_image_use {
    TLB_NOT_USED,
    TLB_USED_AS_LIGHT_MAP, /* as it is: smaller versions would mix what lies side by side */
    TLB_USED_AS_TEXTURE
} tlb_image_use;

/* By number of the sampler. */
void tlb_samplers_make(GLuint samplers[TLB_SAMPLERS]);

/* One for each image, 0 where the image is not used or cannot be decoded (which is reported). `arena` is only
 * used for the time being. Free the textures whatever comes back. */
tlb_status tlb_textures_make(tlb_context *context, const tlb_scene *scene, const tlb_image_use *uses,
                             tlb_arena *arena, GLuint *textures);

#endif

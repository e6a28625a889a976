#include "render/textures.h"

#include "image/image.h"

#include <string.h>

/* More than any game had, and 512 MiB. */
static const uint64_t most_texels = 1u << 27;

/* --- samplers ---------------------------------------------------------------------------------------- */

void tlb_samplers_make(GLuint samplers[TLB_SAMPLERS])
{
    static const GLint wraps[] = {[TLB_WRAP_REPEAT] = GL_REPEAT,
                                  [TLB_WRAP_CLAMP] = GL_CLAMP_TO_EDGE,
                                  [TLB_WRAP_MIRROR] = GL_MIRRORED_REPEAT};
    glGenSamplers(TLB_SAMPLERS, samplers);
    for (uint32_t i = 0; i < TLB_SAMPLERS; i++) {
        tlb_sampler sampler = tlb_sampler_at(i);
        glSamplerParameteri(samplers[i], GL_TEXTURE_WRAP_S, wraps[sampler.wrap_u]);
        glSamplerParameteri(samplers[i], GL_TEXTURE_WRAP_T, wraps[sampler.wrap_v]);
        glSamplerParameteri(samplers[i], GL_TEXTURE_MAG_FILTER, sampler.nearest ? GL_NEAREST : GL_LINEAR);
        glSamplerParameteri(samplers[i], GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
    }
}

/* --- images ------------------------------------------------------------------------------------------ */

static uint8_t *expand(const tlb_image *image, tlb_arena *arena)
{
    size_t count = (size_t)image->width * image->height;
    uint8_t *pixels = tlb_alloc_array(arena, count, 4);
    for (size_t i = 0; pixels && i < count; i++)
        memcpy(pixels + 4 * i, image->palette[image->pixels[i]], 4);
    return pixels;
}

static GLuint upload(const tlb_image *image, const uint8_t *pixels, bool smaller_too)
{
    GLuint texture;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, (GLsizei)image->width, (GLsizei)image->height, 0, GL_RGBA,
                 GL_UNSIGNED_BYTE, pixels);
    if (smaller_too)
        glGenerateMipmap(GL_TEXTURE_2D);
    else
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
    return texture;
}

typedef struct loader {
    tlb_context *context;
    tlb_arena *arena;
    uint32_t widest;
    uint64_t texels;
} loader;

static tlb_status load_pixels(loader *l, const tlb_image *image, bool smaller_too, GLuint *texture)
{
    if (!image->width || !image->height || (image->format == TLB_PIXELS_INDEXED && !image->palette))
        return TLB_OK;
    if (image->width > l->widest || image->height > l->widest) {
        tlb_image_bad(l->context, image, TLB_LIMIT, "it is too large for this OpenGL");
        return TLB_OK;
    }
    l->texels += (uint64_t)image->width * image->height;
    if (l->texels > most_texels) {
        tlb_report(l->context, TLB_CODE_RENDER_TOO_MUCH, TLB_NO_OFFSET, NULL,
                   "the textures are too large together");
        return TLB_LIMIT;
    }
    const uint8_t *pixels = image->format == TLB_PIXELS_INDEXED ? expand(image, l->arena) : image->pixels;
    if (!pixels)
        return tlb_report_memory(l->context, l->arena);
    *texture = upload(image, pixels, smaller_too);
    return tlb_gl_status(l->context);
}

/* What cannot be decoded is no failure: the material's color is shown. */
static tlb_status load(loader *l, const tlb_image *image, bool smaller_too, GLuint *texture)
{
    tlb_image decoded = *image;
    if (!image->pixels) {
        tlb_status status = tlb_image_decode(l->context, l->arena, image->encoded, &decoded);
        if (status)
            return tlb_memory_status(l->context, l->arena, status);
    }
    return load_pixels(l, &decoded, smaller_too, texture);
}

tlb_status tlb_textures_make(tlb_context *context, const tlb_scene *scene, const tlb_image_use *uses,
                             tlb_arena *arena, GLuint *textures)
{
    GLint widest = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &widest);
    loader l = {context, arena, (uint32_t)widest, 0};
    tlb_status status = TLB_OK;
    for (uint32_t i = 0; i < scene->image_count && !status; i++) {
        tlb_mark mark = tlb_arena_mark(arena);
        if (uses[i] != TLB_NOT_USED)
            status = load(&l, &scene->images[i], uses[i] == TLB_USED_AS_TEXTURE, &textures[i]);
        tlb_arena_rewind(arena, mark);
    }
    return status;
}

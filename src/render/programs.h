/* The shader programs. There is one for each way of looking, made when it is first met. */
#ifndef TLB_RENDER_PROGRAMS_H
#define TLB_RENDER_PROGRAMS_H

#include "render/gl_context.h"
#include "trilobite/scene.h"

typedef enum tlb_paint {
    TLB_PAINT_PLAIN, /* no texture */
    TLB_PAINT_TEXTURE,
    TLB_PAINT_STAND_IN, /* the texture was not found: its light and dark in grays */
    TLB_PAINTS
} tlb_paint;

typedef enum tlb_light {
    TLB_LIGHT_NONE,
    TLB_LIGHT_MAP,
    TLB_LIGHT_STUDIO, /* sky, ground and a lamp */
    TLB_LIGHTS
} tlb_light;

enum { TLB_ALPHA_MODES = TLB_ALPHA_ADD + 1, TLB_LOOKS = TLB_PAINTS * TLB_LIGHTS * TLB_ALPHA_MODES };

static inline uint32_t tlb_look_of(tlb_paint paint, tlb_light light, tlb_alpha_mode alpha)
{
    return ((uint32_t)paint * TLB_LIGHTS + light) * TLB_ALPHA_MODES + alpha;
}

/* Where a vertex's attributes are, and what textures are bound to. */
enum { TLB_AT_POSITION, TLB_AT_NORMAL, TLB_AT_COLOR, TLB_AT_UV, TLB_AT_LIGHT_UV };
enum { TLB_UNIT_TEXTURE, TLB_UNIT_LIGHT_MAP };

typedef struct tlb_program {
    GLuint id;
    GLint color, emissive, cutoff;
    GLint paint_offset; /* added to the UV of the texture */
    GLint light_floor;
    GLint
        nearer; /* how far to the camera, in parts of the way, all is drawn: over what is at the same place */
} tlb_program;

/* What all programs share while a picture is drawn: the block bound to 0. */
typedef struct tlb_frame_block {
    float clip[16];
    float camera[4]; /* where it is */
    float lamp[4];   /* the direction to it */
} tlb_frame_block;

/* Makes program->id if it is 0. */
tlb_status tlb_program_make(tlb_context *context, uint32_t look, tlb_program *program);

#endif

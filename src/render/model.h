/* The inside of devices and models. */
#ifndef TLB_RENDER_MODEL_H
#define TLB_RENDER_MODEL_H

#include "render/canvas.h"
#include "render/geometry.h"
#include "render/device.h"
#include "render/textures.h"

struct tlb_device {
    tlb_account *account;
    tlb_context *context; /* of the use under way */
    tlb_gl_context gl;
    tlb_canvas canvas;
    tlb_program programs[TLB_LOOKS];
    GLuint samplers[TLB_SAMPLERS];
    GLuint frame; /* the buffer of tlb_frame_block; 0: nothing is made yet */
};

struct tlb_model {
    tlb_device *device;
    const tlb_stage *stage;
    tlb_arena arena;
    tlb_light_rule light;
    tlb_draws draws;
    tlb_geometry geometry;
    GLuint *textures; /* by image; 0: not shown */
};

/* Draws all, once, on what is bound. */
tlb_status tlb_model_draw(tlb_model *model, bool wireframe);

#endif

/* Pictures of scenes, drawn off screen. A renderer is OpenGL made ready; from its creation to its end it is
 * the thread's current context, and all that is made with it ends before it does. */
#ifndef TLB_RENDER_RENDERER_H
#define TLB_RENDER_RENDERER_H

#include "base/context.h"
#include "render/backdrop.h"
#include "render/camera.h"
#include "render/stage.h"
#include "scene/light.h"

typedef struct tlb_renderer tlb_renderer;
/* A stage as OpenGL has it. The stage must last as long. */
typedef struct tlb_model tlb_model;

enum { TLB_PICTURE_MOST = 16384 }; /* pixels a side */

typedef struct tlb_picture {
    uint32_t width, height; /* from 1 */
    tlb_backdrop backdrop;
    bool wireframe; /* the edges of all triangles too */
} tlb_picture;

/* Each reports why it fails. TLB_UNSUPPORTED: there is no OpenGL that could be used. */
tlb_status tlb_renderer_create(tlb_context *context, tlb_renderer **renderer);
void tlb_renderer_free(tlb_renderer *renderer);

/* `light`: how light maps are shown. TLB_LIMIT: there is too much to draw. */
tlb_status tlb_model_create(tlb_renderer *renderer, const tlb_stage *stage, const tlb_light_rule *light,
                            tlb_model **model);
void tlb_model_free(tlb_model *model);

/* R, G, B, A in `arena`. */
tlb_status tlb_render(tlb_model *model, const tlb_camera *camera, const tlb_picture *picture,
                      tlb_arena *arena, tlb_image *image);

#endif

/* Pictures of scenes, drawn off screen. A device is an OpenGL context with what is used again from one scene
 * to the next: programs, samplers and the canvas. */
#ifndef TLB_RENDER_DEVICE_H
#define TLB_RENDER_DEVICE_H

#include "base/context.h"
#include "render/backdrop.h"
#include "render/camera.h"
#include "render/stage.h"
#include "scene/light/light.h"

typedef struct tlb_device tlb_device;
/* A stage as OpenGL has it. The stage must last as long. */
typedef struct tlb_model tlb_model;

enum { TLB_PICTURE_MOST = 16384 }; /* pixels a side */

typedef struct tlb_picture {
    uint32_t width, height; /* from 1 */
    tlb_backdrop backdrop;
    bool wireframe; /* the edges of all triangles too */
} tlb_picture;

/* NULL without memory. It must not be in use when it is freed. */
tlb_device *tlb_device_create(tlb_account *account, tlb_status *failure);
void tlb_device_free(tlb_device *device);

/* Between these the device is the thread's current context and reports to `context`; all that is made with
 * it ends before its use does. TLB_UNSUPPORTED, and reported: there is no OpenGL that could be used.
 * `status`: how the use ended; after a failure of OpenGL the next use begins with a new context. */
tlb_status tlb_device_begin(tlb_device *device, tlb_context *context);
void tlb_device_end(tlb_device *device, tlb_status status);

/* `light`: how light maps are shown. TLB_LIMIT: there is too much to draw. */
tlb_status tlb_model_create(tlb_device *device, const tlb_stage *stage, const tlb_light_rule *light,
                            tlb_model **model);
void tlb_model_free(tlb_model *model);

/* R, G, B, A in `arena`. */
tlb_status tlb_render(tlb_model *model, const tlb_camera *camera, const tlb_picture *picture,
                      tlb_arena *arena, tlb_image *image);

#endif

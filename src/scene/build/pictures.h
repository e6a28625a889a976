/* Scenes that are pictures: images and nothing to hang them on. */
#ifndef TLB_SCENE_BUILD_PICTURES_H
#define TLB_SCENE_BUILD_PICTURES_H

#include "base/arena.h"
#include "trilobite/scene.h"

/* A palette as a picture: its colors in 16 rows of 16 squares, as an image that holds it. Colors after
 * `count` are opaque black. False without memory. */
bool tlb_add_swatch(tlb_scene *scene, const char *name, const uint8_t (*colors)[4], uint32_t count,
                    bool with_alpha);

/* A node with a rectangle that faces +Z, its lower left corner at x, y. False without memory. */
bool tlb_add_rectangle(tlb_scene *scene, const char *name, const float corner[2], const float size[2],
                       int32_t material);

/* Width and height of which the longer is 1; for an image whose size is not known 1 and 1. */
void tlb_picture_size(const tlb_image *image, float size[2]);

/* For writers of models: a scene of a rectangle for each picture, side by side and facing +Z, the longer side
 * 1 m. It borrows the images of `scene`, which must outlive it. NULL without memory. */
tlb_scene *tlb_scene_hang_pictures(tlb_context *context, const tlb_scene *scene);

#endif

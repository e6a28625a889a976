/* Scenes that are pictures: images and nothing to hang them on. */
#ifndef TLB_SCENE_PICTURES_H
#define TLB_SCENE_PICTURES_H

#include "base/arena.h"
#include "trilobite/scene.h"

static inline bool tlb_scene_is_pictures(const tlb_scene *scene)
{
    return scene->image_count && !scene->mesh_count;
}

/* For writers of models: a scene of a rectangle for each picture, side by side and facing +Z, the longer side
 * 1 m. It borrows the images of `scene`, which must outlive it. NULL without memory. */
tlb_scene *tlb_scene_hang_pictures(tlb_account *account, const tlb_scene *scene);

#endif

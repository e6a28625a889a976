/* Scenes that are put into another. What they consist of is shared: they must live as long as it. */
#ifndef TLB_SCENE_BUILD_APPEND_H
#define TLB_SCENE_BUILD_APPEND_H

#include "base/index.h"
#include "trilobite/scene_build.h"

/* What a part does all the time, in all places where it stands. */
typedef struct tlb_ambient {
    const tlb_animation *of_part;
    int32_t animation; /* of the scene; TLB_NONE until it is anywhere */
    uint32_t capacity; /* of its channels */
} tlb_ambient;

typedef struct tlb_appender {
    tlb_scene *scene; /* all of its images are of parts, until the last part was added */
    tlb_arena *work;  /* as long as this is used */
    tlb_index images; /* by name: the last of it */
    int32_t *earlier; /* for each image the one before it of the same name */
    uint32_t image_capacity;
    TLB_LIST(tlb_ambient) ambients;
} tlb_appender;

/* Where the things of a scene went: what each is there. */
typedef struct tlb_appended {
    const tlb_scene *part;
    const int32_t *images;
    int32_t meshes, materials, cameras, lights; /* the first ones */
    int32_t ambient;                            /* of the appender, or TLB_NONE */
} tlb_appended;

/* Adds the images, materials, meshes, cameras and lights of `part`; an image that another part had, of the
 * same name and content, is not added again. False: no memory, as below. */
bool tlb_append_things(tlb_appender *a, const tlb_scene *part, tlb_appended *appended);

/* Adds the nodes of a part with their skins below `parent`, as often as it is called; if the part has an
 * animation called "ambient", the scene has it for all of them, in one. `takes` chooses among those that have
 * no parent; NULL: all. */
bool tlb_append_nodes(tlb_appender *a, const tlb_appended *appended, int32_t parent,
                      bool (*takes)(const tlb_node *root));

#endif

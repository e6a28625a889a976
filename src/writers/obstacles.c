#include "writers/obstacles.h"

#include "scene/inspect/shown.h"

const char *tlb_needs_triangles(const tlb_scene *scene)
{
    for (uint32_t i = 0; i < scene->node_count; i++) {
        int32_t mesh = scene->nodes[i].mesh;
        if (mesh != TLB_NONE && !tlb_mesh_is_empty(&scene->meshes[mesh]))
            return NULL;
    }
    return "it has no triangles";
}

const char *tlb_needs_triangles_or_pictures(const tlb_scene *scene)
{
    return tlb_scene_is_pictures(scene) ? NULL : tlb_needs_triangles(scene);
}

const char *tlb_needs_images(const tlb_scene *scene)
{
    return scene->image_count ? NULL : "it has no pictures";
}

const char *tlb_needs_pictures(const tlb_scene *scene)
{
    return tlb_scene_is_pictures(scene) ? NULL : "it is not a picture";
}

const char *tlb_needs_palette(const tlb_scene *scene)
{
    for (uint32_t i = 0; i < scene->image_count; i++)
        if (scene->images[i].format == TLB_PIXELS_INDEXED)
            return NULL;
    return scene->image_count ? "its pictures have no palette" : "it has no pictures";
}

#include "assets/textures.h"

#include "image/image.h"
#include "scene/build.h"

tlb_status tlb_find_placeholder(tlb_context *context, tlb_scene *scene, int32_t *image)
{
    if (*image != TLB_NONE)
        return TLB_OK;
    *image = (int32_t)scene->image_count;
    tlb_image *added = tlb_add_image(scene, "placeholder");
    return added ? tlb_image_placeholder(context, tlb_scene_arena(scene), added) : tlb_report_memory(context);
}

void tlb_report_missing_texture(tlb_context *context, const char *path, const char *name)
{
    tlb_report(context, TLB_CODE_ASSET_MISSING, TLB_NO_OFFSET, path, "no texture \"%s\"", name);
}

#include "drawing.h"

#include "scenes.h"
#include "trilobite/trilobite.h"

bool can_draw(void)
{
    tlb_context *context = tlb_context_create(NULL);
    tlb_scene *scene = make_empty(context);
    tlb_files *files;
    tlb_status status =
        tlb_scene_write(context, scene, tlb_format_by_name("png"), "nothing.png", NULL, &files);
    if (!status)
        tlb_files_free(files);
    tlb_scene_free(scene);
    tlb_context_free(context);
    return status == TLB_OK;
}

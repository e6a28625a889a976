/* OBJ as a scene. */
#include "formats/interchange/obj/scene/scene.h"

#include "base/text.h"

static void report_left_out(const obj_scene *s, uint32_t count, const char *one, const char *many)
{
    if (count)
        tlb_report(s->conversion->context, TLB_CODE_OBJ_SKIPPED, TLB_NO_OFFSET, NULL,
                   "%u %s left out: a scene has faces only", count, tlb_plural(count, one, many));
}

tlb_status tlb_obj_to_scene(tlb_document *document, tlb_scene *scene, const tlb_conversion *conversion)
{
    obj_scene s = {
        .conversion = conversion,
        .obj = &((obj_root *)document->root)->obj,
        .name = document->name,
        .scene = scene,
        .arena = tlb_scene_arena(scene),
    };
    tlb_status status = tlb_obj_check_whole(conversion->context, s.obj);
    if (status)
        return status;
    tlb_arena_init(&s.work, conversion->context->account);
    bool made = tlb_obj_load_libraries(&s) && tlb_obj_find_faces(&s) && tlb_obj_make_normals(&s) &&
                tlb_obj_make_meshes(&s);
    if (made) {
        report_left_out(&s, s.points, "point statement", "point statements");
        report_left_out(&s, s.lines, "line", "lines");
        report_left_out(&s, s.others, "curve or surface", "curves and surfaces");
    }
    tlb_arena_release(&s.work);
    tlb_arena_fail(tlb_scene_arena(scene), s.work.failure);
    return made ? TLB_OK : tlb_report_memory(conversion->context, tlb_scene_arena(scene));
}

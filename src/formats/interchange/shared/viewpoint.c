#include "formats/interchange/shared/viewpoint.h"

#include <math.h>
#include <string.h>

static void look_along(const float m[16], tlb_view_option *view)
{
    static const double degrees = 180 / 3.14159265358979323846;
    double x = (double)-m[8], y = (double)-m[9], z = (double)-m[10];
    *view = (tlb_view_option){.kind = TLB_VIEW_POINT,
                              .yaw = x != 0 || z != 0 ? atan2(-x, -z) * degrees : 0,
                              .pitch = atan2(y, hypot(x, z)) * degrees};
    memcpy(view->point, m + 12, sizeof view->point);
}

tlb_status tlb_view_chosen(const tlb_conversion *conversion, const tlb_scene *scene,
                           const tlb_view_option *wanted, tlb_view_option *view)
{
    uint32_t node = 0;
    *view = *wanted;
    if (wanted->kind != TLB_VIEW_FILE)
        return TLB_OK;
    while (node < scene->node_count && (scene->nodes[node].camera < 0 || !scene->camera_count))
        node++;
    if (node == scene->node_count)
        return tlb_refuse_option(conversion->context, "view",
                                 "no viewpoint in this file; use front, back, left, right, top, "
                                 "three-quarter or inside");
    tlb_arena work;
    tlb_arena_init(&work, conversion->context->account);
    float(*world)[16] = tlb_alloc_array(&work, scene->node_count, sizeof *world);
    if (world) {
        tlb_scene_world_matrices(scene, world);
        look_along(world[node], view);
    }
    tlb_arena_release(&work);
    return world ? TLB_OK : tlb_report_memory(conversion->context, &work);
}

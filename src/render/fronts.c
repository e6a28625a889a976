#include "render/fronts.h"

#include "scene/animation/pose.h"

#include <math.h>

/* The sine of the angle below which a face is only seen as a line. */
static const double grazing = 1e-3;

typedef struct seeker {
    const tlb_stage *stage;
    double back[3]; /* towards the camera */
} seeker;

/* Whether a triangle's front, counter-clockwise, or its back, where that is seen too, looks towards the
 * camera. What is no number looks nowhere. */
static bool is_seen(const seeker *s, uint32_t node, const uint32_t *corners, bool mirrored, bool double_sided)
{
    float p[3][1][3];
    double along = 0, length = 0;
    for (int i = 0; i < 3; i++)
        tlb_pose_positions(&s->stage->scene, s->stage->world, node, corners[i], 1, p[i]);
    for (int axis = 0; axis < 3; axis++) {
        int u = (axis + 1) % 3, v = (axis + 2) % 3;
        const float *a = p[0][0], *b = p[1][0], *c = p[2][0];
        double normal =
            ((double)b[u] - a[u]) * ((double)c[v] - a[v]) - ((double)b[v] - a[v]) * ((double)c[u] - a[u]);
        along += normal * s->back[axis];
        length += normal * normal;
    }
    along = double_sided ? fabs(along) : mirrored ? -along : along;
    return along > grazing * sqrt(length);
}

static bool sees_node(const seeker *s, uint32_t node)
{
    const tlb_scene *scene = &s->stage->scene;
    const tlb_mesh *mesh = tlb_stage_mesh(s->stage, node);
    bool mirrored = mesh && tlb_pose_mirrors(scene, s->stage->world, node);
    for (uint32_t i = 0; mesh && i < mesh->part_count; i++) {
        const tlb_part *part = &mesh->parts[i];
        bool double_sided = part->material >= 0 && scene->materials[part->material].double_sided;
        for (uint32_t k = 0; k + 2 < part->index_count; k += 3)
            if (is_seen(s, node, &mesh->indices[part->first_index + k], mirrored, double_sided))
                return true;
    }
    return false;
}

static bool sees_something(const tlb_stage *stage, double yaw, double pitch)
{
    seeker s = {.stage = stage};
    tlb_view_back(yaw, pitch, s.back);
    for (uint32_t node = 0; node < stage->scene.node_count; node++)
        if (sees_node(&s, node))
            return true;
    return false;
}

void tlb_view_fronts(tlb_view *view, const tlb_stage *stage)
{
    const double yaw = view->yaw, pitch = view->pitch;
    const double choices[][2] = {{yaw, pitch}, {yaw + 180, pitch}, {yaw + 180, -pitch}};
    for (size_t i = 0; i < sizeof choices / sizeof *choices && !view->inside; i++)
        if (sees_something(stage, choices[i][0], choices[i][1])) {
            view->yaw = choices[i][0];
            view->pitch = choices[i][1];
            return;
        }
}

#include "sights.h"

#include "base/context.h"
#include "scene/animation/pose.h"
#include "scene/geometry/matrix.h"
#include "scene/inspect/shown.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void see_triangle(sight *s, const float p[3][3])
{
    double a[3], b[3], n[3];
    for (int i = 0; i < 3; i++) {
        a[i] = (double)p[1][i] - (double)p[0][i];
        b[i] = (double)p[2][i] - (double)p[0][i];
    }
    for (int i = 0; i < 3; i++)
        n[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
    double area = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]) / 2;
    s->area += area;
    s->triangles++;
    for (int c = 0; c < 3; c++)
        for (int i = 0; i < 3; i++) {
            s->low[i] = fmin(s->low[i], (double)p[c][i]);
            s->high[i] = fmax(s->high[i], (double)p[c][i]);
            s->middle[i] += area * (double)p[c][i] / 3;
        }
}

sight see_scene(const tlb_scene *scene, const tlb_animation *animation, float time, int32_t level,
                bool turned)
{
    sight s = no_sight;
    tlb_context *context = tlb_context_create(NULL);
    tlb_arena arena;
    tlb_arena_init(&arena, context->account);
    tlb_scene posed;
    if (!tlb_scene_at(scene, animation, time, &arena, &posed))
        abort();
    float(*world)[16] = tlb_alloc_array(&arena, scene->node_count, sizeof *world);
    bool *hidden = tlb_scene_hidden(&posed, &arena);
    bool *left = tlb_zalloc(&arena, scene->node_count);
    tlb_scene_world_matrices(&posed, world);
    for (uint32_t i = 0; i < scene->node_count; i++) {
        const tlb_node *node = &posed.nodes[i];
        left[i] = (node->level >= 0 && node->level != level) || (node->parent >= 0 && left[node->parent]);
        const tlb_mesh *mesh = node->mesh < 0 || left[i] || hidden[i] ? NULL : &scene->meshes[node->mesh];
        if (!mesh || fabsf(tlb_matrix_determinant(world[i])) < 1e-12f)
            continue;
        float(*at)[3] = tlb_alloc_array(&arena, mesh->vertex_count, sizeof *at);
        for (uint32_t first = 0; first < mesh->vertex_count; first += TLB_POSE_BATCH)
            tlb_pose_positions(&posed, (const float(*)[16])world, i, first, tlb_pose_batch(mesh, first),
                               at + first);
        for (uint32_t k = 0; k + 2 < mesh->index_count; k += 3) {
            float corners[3][3];
            for (uint32_t c = 0; c < 3; c++) {
                memcpy(corners[c], at[mesh->indices[k + c]], sizeof corners[c]);
                corners[c][0] *= turned ? -1.0f : 1.0f;
                corners[c][2] *= turned ? -1.0f : 1.0f;
            }
            see_triangle(&s, (const float(*)[3])corners);
        }
    }
    tlb_arena_release(&arena);
    tlb_context_free(context);
    return s;
}

double sight_difference(const sight *a, const sight *b)
{
    if (!a->triangles && !b->triangles)
        return 0;
    double size = 1e-6, worst = 0;
    for (int i = 0; i < 3; i++)
        size = fmax(size, a->high[i] - a->low[i]);
    for (int i = 0; i < 3; i++) {
        worst = fmax(worst, fabs(a->low[i] - b->low[i]) / size);
        worst = fmax(worst, fabs(a->high[i] - b->high[i]) / size);
        double x = a->area > 0 ? a->middle[i] / a->area : 0, y = b->area > 0 ? b->middle[i] / b->area : 0;
        worst = fmax(worst, fabs(x - y) / size);
    }
    return fmax(worst, fabs(a->area - b->area) / fmax(size * size, a->area));
}

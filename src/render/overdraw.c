#include "render/overdraw.h"

#include "scene/animation/pose.h"
#include "scene/geometry/finite.h"

#include <math.h>
#include <string.h>

enum {
    MOST_LAYERS = 100, /* pictures of real levels and shapes have at most five */
    PIXELS_PER_STEP = 32,
    TRIANGLES_PER_STEP = 8,
    SIDES = 5,        /* that triangles are cut at: the picture's four, and before the camera */
    MOST_CORNERS = 16 /* of what is cut; more than 3 + SIDES if it is not quite convex */
};

typedef struct corner {
    double x, y, w; /* in the picture |x| and |y| are at most w */
} corner;

typedef struct sum {
    const tlb_stage *stage;
    float clip[16];
    double half_width, half_height; /* of the picture, in pixels */
    bool wireframe;
    double pixels;
} sum;

static corner project(const sum *s, const float point[3])
{
    double row[3];
    for (int i = 0; i < 3; i++) {
        const float *m = s->clip + (i < 2 ? i : 3);
        row[i] = (double)m[12];
        for (int k = 0; k < 3; k++)
            row[i] += (double)m[4 * k] * (double)tlb_finite(point[k]);
    }
    return (corner){row[0], row[1], row[2]};
}

/* Positive within one of the sides. */
static double distance_within(const corner *c, int side)
{
    switch (side) {
    case 0:
        return c->w - c->x;
    case 1:
        return c->w + c->x;
    case 2:
        return c->w - c->y;
    case 3:
        return c->w + c->y;
    default:
        return c->w - 1e-6;
    }
}

static uint32_t cut(corner *polygon, uint32_t count, int side)
{
    corner from[MOST_CORNERS];
    uint32_t kept = 0;
    memcpy(from, polygon, count * sizeof *from);
    for (uint32_t i = 0; i < count && kept + 2 <= MOST_CORNERS; i++) {
        const corner *a = &from[i], *b = &from[(i + 1) % count];
        double of_a = distance_within(a, side), of_b = distance_within(b, side);
        if (of_a >= 0)
            polygon[kept++] = *a;
        if ((of_a < 0) != (of_b < 0)) {
            double t = of_a / (of_a - of_b);
            polygon[kept++] =
                (corner){a->x + t * (b->x - a->x), a->y + t * (b->y - a->y), a->w + t * (b->w - a->w)};
        }
    }
    return kept;
}

/* In pixels; what is seen from behind is negative. */
static double area_of(const sum *s, const corner *polygon, uint32_t count)
{
    double twice = 0;
    for (uint32_t i = 0; i < count; i++) {
        const corner *a = &polygon[i], *b = &polygon[(i + 1) % count];
        twice += (a->x / a->w) * (b->y / b->w) - (b->x / b->w) * (a->y / a->w);
    }
    return twice / 2 * s->half_width * s->half_height;
}

static double length_of(const sum *s, const corner *polygon, uint32_t count)
{
    double length = 0;
    for (uint32_t i = 0; i < count; i++) {
        const corner *a = &polygon[i], *b = &polygon[(i + 1) % count];
        length +=
            hypot((b->x / b->w - a->x / a->w) * s->half_width, (b->y / b->w - a->y / a->w) * s->half_height);
    }
    return length;
}

static void add_triangle(sum *s, const corner *const triangle[3], bool double_sided)
{
    corner polygon[MOST_CORNERS] = {*triangle[0], *triangle[1], *triangle[2]};
    uint32_t count = 3;
    for (int side = 0; side < SIDES && count; side++)
        count = cut(polygon, count, side);
    if (!count)
        return;
    double area = area_of(s, polygon, count);
    if (area > 0 || double_sided)
        s->pixels += fabs(area) + (s->wireframe ? length_of(s, polygon, count) : 0);
}

static void add_part(sum *s, const tlb_mesh *mesh, const tlb_part *part, const corner *corners, bool mirrored)
{
    bool double_sided = part->material >= 0 && s->stage->scene.materials[part->material].double_sided;
    const uint32_t *index = mesh->indices + part->first_index;
    for (uint32_t i = 0; i + 2 < part->index_count; i += 3, index += 3)
        add_triangle(s,
                     (const corner *const[]){&corners[index[0]], &corners[index[1 + mirrored]],
                                             &corners[index[2 - mirrored]]},
                     double_sided);
}

static bool add_node(sum *s, uint32_t node, tlb_arena *work)
{
    const tlb_mesh *mesh = tlb_stage_mesh(s->stage, node);
    corner *corners = mesh ? tlb_alloc_array(work, mesh->vertex_count, sizeof *corners) : NULL;
    if (!corners)
        return !mesh;
    for (uint32_t first = 0; first < mesh->vertex_count; first += TLB_POSE_BATCH) {
        float points[TLB_POSE_BATCH][3];
        uint32_t count = tlb_pose_batch(mesh, first);
        tlb_pose_positions(&s->stage->scene, s->stage->world, node, first, count, points);
        for (uint32_t i = 0; i < count; i++)
            corners[first + i] = project(s, points[i]);
    }
    bool mirrored = tlb_pose_mirrors(&s->stage->scene, s->stage->world, node);
    for (uint32_t i = 0; i < mesh->part_count; i++)
        add_part(s, mesh, &mesh->parts[i], corners, mirrored);
    return true;
}

static tlb_status refuse(tlb_context *context, double layers)
{
    tlb_report(context, TLB_CODE_RENDER_TOO_MUCH, TLB_NO_OFFSET, NULL,
               "too much to draw: the triangles would cover the picture %.0f times, more than %d", layers,
               MOST_LAYERS);
    return TLB_LIMIT;
}

tlb_status tlb_overdraw_limit(tlb_context *context, const tlb_stage *stage, const tlb_camera *camera,
                              const tlb_picture *picture)
{
    double size = (double)picture->width * picture->height;
    sum s = {.stage = stage,
             .half_width = picture->width / 2.0,
             .half_height = picture->height / 2.0,
             .wireframe = picture->wireframe};
    tlb_arena work;
    tlb_arena_init(&work, context->account);
    tlb_camera_matrix(camera, (const double[]){-1, -1}, (const double[]){1, 1}, s.clip);
    bool done = true;
    for (uint32_t node = 0; node < stage->scene.node_count && done; node++) {
        tlb_mark mark = tlb_arena_mark(&work);
        done = add_node(&s, node, &work);
        tlb_arena_rewind(&work, mark);
    }
    tlb_status status = done ? TLB_OK : tlb_report_memory(context, &work);
    tlb_arena_release(&work);
    if (!status && !(s.pixels <= size * MOST_LAYERS))
        return refuse(context, s.pixels / size);
    return status ? status
                  : tlb_report_failure(context,
                                       tlb_work(context->account, (uint64_t)(s.pixels / PIXELS_PER_STEP) +
                                                                      stage->indices / TRIANGLES_PER_STEP));
}

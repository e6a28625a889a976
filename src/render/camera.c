#include "render/camera.h"

#include <math.h>

static const double margin = 0.94;      /* how much of the picture the stage fills */
static const double outside_angle = 42; /* across the longer side, in degrees */
static const double inside_angle = 85;
static const double depth_range = 4000; /* the most that is farthest over nearest, outside */
static const double near_inside = 0.5;  /* meters at most: in worlds of kilometers ground is at one's feet */

static double radians(double degrees)
{
    return degrees * (3.14159265358979323846 / 180);
}

/* fmin and fmax ask about NaN, which there is none here. */
static double least(double a, double b)
{
    return a < b ? a : b;
}

static double most(double a, double b)
{
    return a > b ? a : b;
}

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* --- the stage's box --------------------------------------------------------------------------------- */

typedef struct box {
    double low[3], high[3];
} box;

static void grow_box(void *user, const float (*points)[3], uint32_t count)
{
    box *b = user;
    for (uint32_t i = 0; i < count; i++)
        for (int axis = 0; axis < 3; axis++) {
            b->low[axis] = least(b->low[axis], (double)points[i][axis]);
            b->high[axis] = most(b->high[axis], (double)points[i][axis]);
        }
}

/* That of a stage without points is the origin. */
static box find_box(const tlb_stage *stage, bool backdrops)
{
    box b = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    tlb_stage_points(stage, backdrops, grow_box, &b);
    return b.low[0] <= b.high[0] ? b : (box){{0, 0, 0}, {0, 0, 0}};
}

static double middle(const box *b, int axis)
{
    return (b->low[axis] + b->high[axis]) / 2;
}

/* --- directions -------------------------------------------------------------------------------------- */

void tlb_view_back(double yaw, double pitch, double back[3])
{
    back[0] = sin(radians(yaw)) * cos(radians(pitch));
    back[1] = sin(radians(pitch));
    back[2] = cos(radians(yaw)) * cos(radians(pitch));
}

static void set_direction(tlb_camera *camera, double yaw, double pitch)
{
    double s = sin(radians(yaw)), c = cos(radians(yaw)), up = sin(radians(pitch)),
           along = cos(radians(pitch));
    camera->right[0] = c, camera->right[1] = 0, camera->right[2] = -s;
    camera->up[0] = -s * up, camera->up[1] = along, camera->up[2] = -c * up;
    tlb_view_back(yaw, pitch, camera->back);
}

static void set_slopes(tlb_camera *camera, double angle, double aspect)
{
    double longer = tan(radians(angle) / 2);
    camera->slope[0] = aspect > 1 ? longer : longer * aspect;
    camera->slope[1] = aspect > 1 ? longer / aspect : longer;
}

/* --- from outside ------------------------------------------------------------------------------------ */

/* Seen from a camera whose edges have the slopes s, a point at x, y, z on its axes is in the picture when
 * |x - camera x| <= s (camera z - z), and the same for y. So the largest s z + x and s z - x of all points
 * say how near the camera may come, and where it stands then. */
typedef struct fit {
    const tlb_camera *cameras;
    uint32_t count;
    double pivot[3], slope[2];
    double reach[2][2]; /* of s z + x, s z - x; of s z + y, s z - y */
    double low, high;   /* of z */
} fit;

static void fit_points(void *user, const float (*points)[3], uint32_t count)
{
    fit *f = user;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t c = 0; c < f->count; c++) {
            double p[3] = {points[i][0] - f->pivot[0], points[i][1] - f->pivot[1],
                           points[i][2] - f->pivot[2]};
            double z = dot(f->cameras[c].back, p);
            double side[2] = {dot(f->cameras[c].right, p), dot(f->cameras[c].up, p)};
            for (int k = 0; k < 2; k++) {
                f->reach[k][0] = most(f->reach[k][0], f->slope[k] * z + side[k]);
                f->reach[k][1] = most(f->reach[k][1], f->slope[k] * z - side[k]);
            }
            f->low = least(f->low, z);
            f->high = most(f->high, z);
        }
}

static void fit_depth(void *user, const float (*points)[3], uint32_t count)
{
    fit *f = user;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t c = 0; c < f->count; c++) {
            double p[3] = {points[i][0] - f->pivot[0], points[i][1] - f->pivot[1],
                           points[i][2] - f->pivot[2]};
            f->low = least(f->low, dot(f->cameras[c].back, p));
        }
}

static double fit_distance(const fit *f, int k)
{
    return (f->reach[k][0] + f->reach[k][1]) / (2 * f->slope[k]);
}

static void place_outside(tlb_camera *cameras, uint32_t count, const tlb_stage *stage, const box *b)
{
    fit f = {.cameras = cameras,
             .count = count,
             .pivot = {middle(b, 0), middle(b, 1), middle(b, 2)},
             .slope = {cameras->slope[0] * margin, cameras->slope[1] * margin},
             .reach = {{-INFINITY, -INFINITY}, {-INFINITY, -INFINITY}},
             .low = INFINITY,
             .high = -INFINITY};
    tlb_stage_points(stage, false, fit_points, &f);
    if (f.low <= f.high)
        tlb_stage_points(stage, true, fit_depth, &f);
    bool empty = !(f.low <= f.high);
    double distance = empty ? 1 : most(fit_distance(&f, 0), fit_distance(&f, 1));
    double depth = empty ? 1 : distance - f.low;
    if (!(depth > 0)) /* a single point */
        depth = 1, distance = f.low + 1;
    for (uint32_t c = 0; c < count; c++) {
        tlb_camera *camera = &cameras[c];
        for (int axis = 0; axis < 3; axis++) {
            camera->position[axis] = f.pivot[axis] + camera->back[axis] * distance;
            if (!empty)
                camera->position[axis] += camera->right[axis] * (f.reach[0][0] - f.reach[0][1]) / 2 +
                                          camera->up[axis] * (f.reach[1][0] - f.reach[1][1]) / 2;
        }
        camera->farthest = depth * 1.01;
        camera->nearest = most((distance - (empty ? 0 : f.high)) * 0.99, depth / depth_range);
    }
}

/* --- from inside ------------------------------------------------------------------------------------- */

static void place_inside(tlb_camera *cameras, uint32_t count, const tlb_view *view, const box *b)
{
    double reach = 0;
    for (int axis = 0; axis < 3; axis++) {
        double at = (double)view->point[axis];
        double side = most(fabs(b->low[axis] - at), fabs(b->high[axis] - at));
        reach += side * side;
        for (uint32_t c = 0; c < count; c++)
            cameras[c].position[axis] = at;
    }
    for (uint32_t c = 0; c < count; c++) {
        cameras[c].farthest = reach > 0 ? sqrt(reach) * 1.01 : 1;
        cameras[c].nearest = least(cameras[c].farthest / depth_range, near_inside);
    }
}

void tlb_cameras_place(tlb_camera *cameras, uint32_t count, const tlb_stage *stage, const tlb_view *view,
                       double aspect)
{
    box b = find_box(stage, view->inside);
    for (uint32_t c = 0; c < count; c++) {
        set_direction(&cameras[c], view->yaw + 360.0 * c / count, view->inside ? -view->pitch : view->pitch);
        set_slopes(&cameras[c], view->inside ? inside_angle : outside_angle, aspect);
    }
    if (view->inside)
        place_inside(cameras, count, view, &b);
    else
        place_outside(cameras, count, stage, &b);
}

void tlb_camera_matrix(const tlb_camera *camera, const double low[2], const double high[2], float out[16])
{
    /* The rows of the product of projection and view. */
    double rows[4][4], depth = camera->farthest - camera->nearest;
    const double *const axes[] = {camera->right, camera->up, camera->back};
    double view[3][4];
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            view[i][k] = axes[i][k];
        view[i][3] = -dot(axes[i], camera->position);
    }
    for (int k = 0; k < 4; k++) {
        for (int i = 0; i < 2; i++) {
            double wide = high[i] - low[i];
            rows[i][k] = 2 * view[i][k] / (wide * camera->slope[i]) + (low[i] + high[i]) / wide * view[2][k];
        }
        rows[2][k] = -(camera->farthest + camera->nearest) / depth * view[2][k];
        rows[3][k] = -view[2][k];
    }
    rows[2][3] -= 2 * camera->farthest * camera->nearest / depth;
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 4; k++)
            out[k * 4 + i] = (float)rows[i][k];
}

#include "trilobite.h"

#include "iqm_maker.h"

#include <math.h>
#include <string.h>

/* Z up, the head towards -y, about two meters long. */
enum {
    ROWS = 60,
    COLUMNS = 32,
    SEGMENTS = 6, /* joints along the back */
    PAIRS = 7,    /* of legs */
    JOINTS = 1 + SEGMENTS + 2 * PAIRS,
    FRAMES = 24,
    MOST_VERTICES = 8192,
    MOST_TRIANGLES = 16384
};
static const double pi = 3.14159265358979323846;

typedef struct vertex {
    double position[3], normal[3], uv[2];
    uint8_t color[4], joints[4], weights[4];
} vertex;

typedef struct modeller {
    vertex vertices[MOST_VERTICES];
    uint32_t triangles[MOST_TRIANGLES][3];
    uint32_t vertex_count, triangle_count;
    uint32_t first_vertex, first_triangle; /* of the mesh being made */
} modeller;

/* --- the body's shape --------------------------------------------------------------------------------- */

static const double head_end = 0.28, tail_start = 0.8; /* along the body, 0 to 1 */

static double half_width(double t)
{
    if (t < head_end)
        return 0.64 * sqrt(1 - pow((head_end - t) / head_end, 2));
    double thorax = 0.64 - 0.2 * (fmin(t, tail_start) - head_end) / (tail_start - head_end);
    return t < tail_start ? thorax : thorax * sqrt(1 - pow((t - tail_start) / (1 - tail_start), 2));
}

static double groove(double t)
{
    enum { RIBS = 11 };
    if (t < head_end || t > 0.97)
        return 0;
    double phase = (t - head_end) / (1 - head_end) * RIBS;
    return 0.035 * (phase - floor(phase)) * (t < tail_start ? 1 : 0.5);
}

/* Three lobes: an axis and two sides. */
static double height(double t, double s)
{
    double axis = exp(-pow(s / 0.3, 4)) * 0.1, dome = 0.22 * (1 - s * s) * sqrt(half_width(t) / 0.64);
    double glabella = 0.09 * exp(-pow(s / 0.4, 4) - pow((t - 0.17) / 0.1, 4));
    return 0.14 + dome + glabella + (axis + groove(t)) * fmin(half_width(t) * 4, 1) * (1 - pow(s, 8));
}

/* --- vertices ----------------------------------------------------------------------------------------- */

static double joint_y(int segment)
{
    return -0.5 + 1.3 * segment / SEGMENTS;
}

/* Blended between the two nearest joints of the back. */
static void bind_to_back(vertex *v)
{
    double at = (v->position[1] - joint_y(0)) / (joint_y(1) - joint_y(0));
    at = fmin(fmax(at, 0), SEGMENTS - 1);
    int first = (int)at;
    v->joints[0] = (uint8_t)(1 + first);
    v->joints[1] = (uint8_t)(1 + (first + 1 < SEGMENTS ? first + 1 : first));
    v->weights[1] = (uint8_t)lrint((at - first) * UINT8_MAX);
    v->weights[0] = (uint8_t)(UINT8_MAX - v->weights[1]);
}

static void bind_to_joint(vertex *v, int joint)
{
    v->joints[0] = (uint8_t)joint;
    v->weights[0] = UINT8_MAX;
}

static vertex *add_vertex(modeller *m, double x, double y, double z, double u, double v,
                          const uint8_t color[3])
{
    vertex *made = &m->vertices[m->vertex_count++];
    *made = (vertex){.position = {x, y, z}, .uv = {u, v}, .color = {color[0], color[1], color[2], UINT8_MAX}};
    return made;
}

/* The triangles of a grid of vertices added row by row since `first`. */
static void add_grid(modeller *m, uint32_t first, uint32_t rows, uint32_t columns, bool turned)
{
    for (uint32_t i = 0; i + 1 < rows; i++)
        for (uint32_t k = 0; k + 1 < columns; k++) {
            uint32_t a = first + i * columns + k, b = a + 1, c = a + columns, d = c + 1;
            uint32_t both[2][3] = {{a, turned ? b : c, turned ? c : b}, {b, turned ? d : c, turned ? c : d}};
            memcpy(m->triangles[m->triangle_count], both, sizeof both);
            m->triangle_count += 2;
        }
}

static void add_normals(modeller *m)
{
    for (uint32_t i = m->first_triangle; i < m->triangle_count; i++) {
        vertex *v[3];
        double e[2][3];
        for (int k = 0; k < 3; k++)
            v[k] = &m->vertices[m->triangles[i][k]];
        for (int k = 0; k < 3; k++) {
            e[0][k] = v[2]->position[k] - v[0]->position[k]; /* clockwise is the front */
            e[1][k] = v[1]->position[k] - v[0]->position[k];
        }
        for (int k = 0; k < 3; k++) {
            double area = e[0][(k + 1) % 3] * e[1][(k + 2) % 3] - e[0][(k + 2) % 3] * e[1][(k + 1) % 3];
            for (int n = 0; n < 3; n++)
                v[n]->normal[k] += area;
        }
    }
    for (uint32_t i = m->first_vertex; i < m->vertex_count; i++) {
        double *n = m->vertices[i].normal, length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
        for (int k = 0; k < 3; k++)
            n[k] = length > 0 ? n[k] / length : k == 2;
    }
}

/* --- parts -------------------------------------------------------------------------------------------- */

static void shade(uint8_t out[3], const double color[3], double light)
{
    for (int i = 0; i < 3; i++)
        out[i] = (uint8_t)lrint(fmin(fmax(color[i] * light, 0), 1) * UINT8_MAX);
}

static void add_shell(modeller *m, bool top)
{
    static const double brown[3] = {0.52, 0.30, 0.14}, pale[3] = {0.72, 0.58, 0.42};
    uint32_t first = m->vertex_count;
    for (int i = 0; i < ROWS; i++)
        for (int k = 0; k < COLUMNS; k++) {
            double t = (double)i / (ROWS - 1), s = 2.0 * k / (COLUMNS - 1) - 1;
            uint8_t color[3];
            shade(color, top ? brown : pale, top ? 0.75 + 12 * groove(t) + 0.35 * exp(-pow(s / 0.3, 4)) : 1);
            double z = top ? height(t, s) : 0.12;
            bind_to_back(add_vertex(m, s * half_width(t), 2 * t - 1, z, (s + 1) / 2, t, color));
        }
    add_grid(m, first, ROWS, COLUMNS, !top);
}

static void add_ball(modeller *m, const double center[3], double radius, const uint8_t color[3])
{
    enum { RINGS = 9, SIDES = 13 };
    uint32_t first = m->vertex_count;
    for (int i = 0; i < RINGS; i++)
        for (int k = 0; k < SIDES; k++) {
            double a = pi * i / (RINGS - 1), b = 2 * pi * k / (SIDES - 1);
            bind_to_back(add_vertex(m, center[0] + radius * sin(a) * cos(b),
                                    center[1] + radius * sin(a) * sin(b), center[2] + radius * cos(a),
                                    (double)k / (SIDES - 1), (double)i / (RINGS - 1), color));
        }
    add_grid(m, first, RINGS, SIDES, true);
}

/* A tube along points, thinner at each; of one joint, or bound to the back. */
static void add_tube(modeller *m, double (*points)[3], int count, double radius, int joint,
                     const uint8_t color[3])
{
    enum { SIDES = 7 };
    uint32_t first = m->vertex_count;
    for (int i = 0; i < count; i++)
        for (int k = 0; k < SIDES; k++) {
            const double *from = points[i ? i - 1 : 0], *to = points[i + 1 < count ? i + 1 : i];
            double along[3] = {to[0] - from[0], to[1] - from[1], to[2] - from[2]};
            double flat = hypot(along[0], along[1]), length = sqrt(flat * flat + along[2] * along[2]);
            double side[3] = {along[1] / flat, -along[0] / flat, 0};
            double up[3] = {-along[0] * along[2] / (flat * length), -along[1] * along[2] / (flat * length),
                            flat / length};
            double a = 2 * pi * k / (SIDES - 1), r = radius * (1 - 0.8 * i / (count - 1));
            double p[3];
            for (int n = 0; n < 3; n++)
                p[n] = points[i][n] + r * (cos(a) * side[n] + sin(a) * up[n]);
            vertex *v =
                add_vertex(m, p[0], p[1], p[2], (double)k / (SIDES - 1), (double)i / (count - 1), color);
            if (joint)
                bind_to_joint(v, joint);
            else
                bind_to_back(v);
        }
    add_grid(m, first, (uint32_t)count, SIDES, true);
}

static double leg_y(int pair)
{
    return -0.35 + 0.17 * pair;
}

static void add_limbs(modeller *m)
{
    static const uint8_t tan_[3] = {196, 150, 96};
    for (int side = -1; side <= 1; side += 2) {
        for (int pair = 0; pair < PAIRS; pair++) {
            double y = leg_y(pair), reach = 0.86 - 0.05 * pair;
            double points[4][3] = {{0.15 * side, y, 0.1},
                                   {0.6 * reach * side, y + 0.02, 0.1},
                                   {0.85 * reach * side, y + 0.05, 0.08},
                                   {reach * side, y + 0.1, 0}};
            add_tube(m, points, 4, 0.04, 1 + SEGMENTS + 2 * pair + (side > 0), tan_);
        }
        double antenna[5][3] = {{0.1 * side, -0.9, 0.2},
                                {0.18 * side, -1.1, 0.3},
                                {0.3 * side, -1.3, 0.36},
                                {0.46 * side, -1.48, 0.34},
                                {0.66 * side, -1.6, 0.26}};
        add_tube(m, antenna, 5, 0.025, 0, tan_);
    }
}

static void add_eyes(modeller *m)
{
    static const uint8_t green[3] = {40, 92, 64};
    for (int side = -1; side <= 1; side += 2)
        add_ball(m, (double[3]){0.33 * side, -0.62, 0.36}, 0.09, green);
}

/* --- motion ------------------------------------------------------------------------------------------- */

static void set_rotation(float channels[TLB_IQM_CHANNELS], int axis, double angle)
{
    float *q = channels + 3;
    q[0] = q[1] = q[2] = 0;
    q[axis] = (float)sin(angle / 2);
    q[3] = (float)cos(angle / 2);
}

/* Legs go round in a wave from tail to head. */
static void walk_pose(float (*c)[TLB_IQM_CHANNELS], double cycle)
{
    c[0][2] = (float)(0.03 + 0.015 * sin(4 * pi * cycle));
    for (int i = 1; i < SEGMENTS; i++)
        set_rotation(c[1 + i], 2, 0.05 * sin(2 * pi * (cycle - (double)i / SEGMENTS)));
    for (int i = 0; i < 2 * PAIRS; i++) {
        double phase = 2 * pi * (cycle + (double)(i / 2) / PAIRS + 0.5 * (i % 2)), side = i % 2 ? 1 : -1;
        float *q = c[1 + SEGMENTS + i] + 3;
        double swing = 0.35 * sin(phase) * side / 2, lift = -0.12 * fmax(cos(phase), 0) * side / 2;
        q[0] = (float)(sin(lift) * -sin(swing)), q[1] = (float)(sin(lift) * cos(swing));
        q[2] = (float)(cos(lift) * sin(swing)), q[3] = (float)(cos(lift) * cos(swing));
    }
}

/* Rolled up, belly inside. */
static void curl_pose(float (*c)[TLB_IQM_CHANNELS], double amount)
{
    double eased = amount * amount * (3 - 2 * amount);
    c[0][2] = (float)(0.35 * eased);
    for (int i = 1; i < SEGMENTS; i++)
        set_rotation(c[1 + i], 0, -0.75 * eased);
}

static void rest_pose(const tlb_iqm *x, float (*c)[TLB_IQM_CHANNELS])
{
    for (int i = 0; i < JOINTS; i++) {
        memcpy(c[i], x->joints.data[i].translate, 3 * sizeof(float));
        memcpy(c[i] + 3, x->joints.data[i].rotate, 4 * sizeof(float));
        memcpy(c[i] + 7, x->joints.data[i].scale, 3 * sizeof(float));
    }
}

static void add_joint(tlb_document *document, int index, const char *name, int parent, double x, double y,
                      double z)
{
    tlb_iqm *iqm = document->root;
    iqm->joints.data[index] = (tlb_iqm_joint){
        iqm_text(document, name), parent, {(float)x, (float)y, (float)z}, {0, 0, 0, 1}, {1, 1, 1}};
}

static void make_skeleton(tlb_document *document)
{
    static const char *const legs[2 * PAIRS] = {"leg.R.1", "leg.L.1", "leg.R.2", "leg.L.2", "leg.R.3",
                                                "leg.L.3", "leg.R.4", "leg.L.4", "leg.R.5", "leg.L.5",
                                                "leg.R.6", "leg.L.6", "leg.R.7", "leg.L.7"};
    static const char *const back[SEGMENTS] = {"head", "back.1", "back.2", "back.3", "back.4", "tail"};
    tlb_iqm *x = document->root;
    IQM_MAKE_LIST(document, &x->joints, JOINTS);
    add_joint(document, 0, "root", -1, 0, 0, 0);
    for (int i = 0; i < SEGMENTS; i++)
        add_joint(document, 1 + i, back[i], i, 0, i ? joint_y(1) - joint_y(0) : joint_y(0), i ? 0 : 0.15);
    for (int i = 0; i < 2 * PAIRS; i++) {
        int segment = (int)((leg_y(i / 2) - joint_y(0)) / (joint_y(1) - joint_y(0)));
        add_joint(document, 1 + SEGMENTS + i, legs[i], 1 + segment, (i % 2 ? 1 : -1) * 0.15,
                  leg_y(i / 2) - joint_y(segment), -0.01);
    }
}

static void make_animations(tlb_document *document)
{
    tlb_iqm *x = document->root;
    float(*channels)[TLB_IQM_CHANNELS] = iqm_take(document, (size_t)2 * FRAMES * JOINTS, sizeof *channels);
    IQM_MAKE_LIST(document, &x->anims, 2);
    x->anims.data[0] = (tlb_iqm_anim){iqm_text(document, "walk"), 0, FRAMES, 24, TLB_IQM_LOOP};
    x->anims.data[1] = (tlb_iqm_anim){iqm_text(document, "curl"), FRAMES, FRAMES, 16, 0};
    x->num_frames = 2 * FRAMES;
    for (int f = 0; f < 2 * FRAMES; f++) {
        rest_pose(x, channels + f * JOINTS);
        if (f < FRAMES)
            walk_pose(channels + f * JOINTS, (double)f / FRAMES);
        else
            curl_pose(channels + f * JOINTS, (double)(f - FRAMES) / (FRAMES - 1));
    }
    iqm_pack_frames(document, channels);
}

/* --- the model ---------------------------------------------------------------------------------------- */

static void end_mesh(tlb_document *document, modeller *m, const char *name, uint32_t index)
{
    tlb_iqm *x = document->root;
    add_normals(m);
    x->meshes.data[index] = (tlb_iqm_mesh){iqm_text(document, name), 0,
                                           m->first_vertex,          m->vertex_count - m->first_vertex,
                                           m->first_triangle,        m->triangle_count - m->first_triangle};
    m->first_vertex = m->vertex_count;
    m->first_triangle = m->triangle_count;
}

static void store(tlb_document *document, const modeller *m)
{
    tlb_iqm *x = document->root;
    x->num_vertexes = m->vertex_count;
    float *position = iqm_array(document, TLB_IQM_POSITION, TLB_IQM_FLOAT, 3);
    float *texcoord = iqm_array(document, TLB_IQM_TEXCOORD, TLB_IQM_FLOAT, 2);
    float *normal = iqm_array(document, TLB_IQM_NORMAL, TLB_IQM_FLOAT, 3);
    uint8_t *indexes = iqm_array(document, TLB_IQM_BLENDINDEXES, TLB_IQM_UBYTE, 4);
    uint8_t *weights = iqm_array(document, TLB_IQM_BLENDWEIGHTS, TLB_IQM_UBYTE, 4);
    uint8_t *color = iqm_array(document, TLB_IQM_COLOR, TLB_IQM_UBYTE, 4);
    for (uint32_t i = 0; i < m->vertex_count; i++) {
        const vertex *v = &m->vertices[i];
        for (int k = 0; k < 3; k++) {
            /* In 1/4096, so that every machine's mathematics comes to the same. */
            position[i * 3 + (uint32_t)k] = (float)rint(v->position[k] * 4096) / 4096;
            normal[i * 3 + (uint32_t)k] = (float)rint(v->normal[k] * 4096) / 4096;
        }
        texcoord[i * 2] = (float)rint(v->uv[0] * 4096) / 4096;
        texcoord[i * 2 + 1] = (float)rint(v->uv[1] * 4096) / 4096;
        memcpy(indexes + i * 4, v->joints, 4);
        memcpy(weights + i * 4, v->weights, 4);
        memcpy(color + i * 4, v->color, 4);
    }
    tlb_iqm_triangle *triangles = iqm_take(document, m->triangle_count, sizeof *triangles);
    memcpy(triangles, m->triangles, m->triangle_count * sizeof *triangles);
    x->triangles.data = (const tlb_iqm_triangle *)triangles;
    x->triangles.count = m->triangle_count;
}

void make_trilobite(tlb_document *document, tlb_context *context)
{
    static modeller m;
    memset(&m, 0, sizeof m);
    tlb_iqm *x = iqm_begin(document, context, 2);
    IQM_MAKE_LIST(document, &x->meshes, 4);
    add_shell(&m, true);
    end_mesh(document, &m, "shell", 0);
    add_shell(&m, false);
    end_mesh(document, &m, "belly", 1);
    add_eyes(&m);
    end_mesh(document, &m, "eyes", 2);
    add_limbs(&m);
    end_mesh(document, &m, "limbs", 3);
    store(document, &m);
    make_skeleton(document);
    make_animations(document);
    static const char comment[] = "A trilobite, made for Trilobite.";
    x->comment = (tlb_text){comment, sizeof comment};
}

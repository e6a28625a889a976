/* The bounds of each frame: where its joints move the vertices. */
#include "formats/interquake/iqm_compiler/compile.h"

#include "scene/geometry/matrix.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* What a joint adds to a vertex: its matrix is multiplied with the place at rest times the weight. */
typedef struct share {
    float point[4];
    uint32_t joint;
} share;

typedef struct mover {
    const iq_compiler *c;
    uint32_t joints;    /* that there are; one more does not move */
    float (*rest)[16];  /* of the base pose, inverse */
    float (*world)[16]; /* of the frame */
    float (*moves)[16]; /* from rest to the frame */
    uint32_t count;
    uint32_t *ends; /* of each vertex's shares; the first is where the first's begin */
    share *shares;
} mover;

/* --- matrices ---------------------------------------------------------------------------------------- */

static void set_matrix(const iq_pose pose, float m[16])
{
    const float *q = pose + 3, *s = pose + 7;
    float x = q[0], y = q[1], z = q[2], w = q[3];
    float columns[4][4] = {{1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y), 0},
                           {2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x), 0},
                           {2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y), 0},
                           {pose[0], pose[1], pose[2], 1}};
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            columns[i][k] *= s[i];
    memcpy(m, columns, sizeof columns);
}

/* Parents come before their children. */
static void set_world(const mover *s, const iq_pose *poses)
{
    for (uint32_t j = 0; j < s->joints; j++) {
        int32_t parent = s->c->model->joints.data[j].parent;
        float own[16];
        set_matrix(poses[j], own);
        if (parent < 0)
            memcpy(s->world[j], own, sizeof own);
        else
            tlb_matrix_multiply(s->world[parent], own, s->world[j]);
    }
}

static bool take_matrices(mover *s)
{
    tlb_arena *work = s->c->work;
    static const float still[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    s->rest = tlb_alloc_array(work, s->joints, sizeof *s->rest);
    s->world = tlb_alloc_array(work, s->joints, sizeof *s->world);
    s->moves = tlb_alloc_array(work, (size_t)s->joints + 1, sizeof *s->moves);
    if (!s->rest || !s->world || !s->moves)
        return false;
    set_world(s, (const iq_pose *)s->c->base);
    for (uint32_t j = 0; j < s->joints; j++)
        tlb_matrix_invert(s->world[j], s->rest[j]);
    memcpy(s->moves[s->joints], still, sizeof still);
    return true;
}

/* --- vertices ---------------------------------------------------------------------------------------- */

/* For what no joint moves. */
static void add_vertex(mover *s, uint32_t source)
{
    const iq_blend *blend = &s->c->blends[source];
    uint32_t first = s->ends[s->count], end = first;
    float p[3];
    tlb_iq_move_point(s->c->placement, s->c->model->positions[source], p);
    for (int i = 0; i < TLB_INFLUENCES; i++) {
        float w = blend->weights[i];
        if (w > 0 && blend->joints[i] < s->joints)
            s->shares[end++] = (share){{p[0] * w, p[1] * w, p[2] * w, w}, blend->joints[i]};
    }
    if (end == first)
        s->shares[end++] = (share){{p[0], p[1], p[2], 1}, s->joints};
    s->ends[++s->count] = end;
}

static bool take_vertices(mover *s)
{
    const tlb_iqm *x = s->c->made;
    size_t most = (size_t)x->num_vertexes * TLB_INFLUENCES, boxes = ((size_t)s->joints + 1) * 8;
    s->ends = tlb_alloc_array(s->c->work, (most > boxes ? most : boxes) + 1, sizeof *s->ends);
    s->shares = tlb_alloc_array(s->c->work, most > boxes ? most : boxes, sizeof *s->shares);
    if (!s->ends || !s->shares)
        return false;
    s->ends[0] = 0;
    for (uint32_t v = 0; v < x->num_vertexes; v++)
        add_vertex(s, iq_source_of(s->c, v));
    return true;
}

/* Instead of vertices the corners of the box around all that a joint moves: what it moves, alone or with
 * others, stays within what these span. */
static bool take_boxes(mover *s)
{
    float(*boxes)[2][3] = tlb_alloc_array(s->c->work, (size_t)s->joints + 1, sizeof *boxes);
    if (!boxes)
        return false;
    for (uint32_t j = 0; j <= s->joints; j++)
        for (int k = 0; k < 3; k++) {
            boxes[j][0][k] = FLT_MAX;
            boxes[j][1][k] = -FLT_MAX;
        }
    for (const share *p = s->shares, *end = p + s->ends[s->count]; p < end; p++)
        for (int k = 0; k < 3; k++) {
            float at = p->point[k] / p->point[3], *low = &boxes[p->joint][0][k],
                  *high = &boxes[p->joint][1][k];
            *low = at < *low ? at : *low;
            *high = at > *high ? at : *high;
        }
    s->count = 0;
    for (uint32_t j = 0; j <= s->joints; j++)
        for (int i = 0; i < 8 && boxes[j][0][0] <= boxes[j][1][0]; i++) {
            s->shares[s->count] =
                (share){{boxes[j][i & 1][0], boxes[j][i >> 1 & 1][1], boxes[j][i >> 2][2], 1}, j};
            s->ends[s->count + 1] = s->count + 1;
            s->count++;
        }
    return true;
}

/* --- frames ------------------------------------------------------------------------------------------ */

static void set_bounds(const mover *s, tlb_iqm_bounds *bounds)
{
    float low[4] = {FLT_MAX, FLT_MAX, FLT_MAX, 0}, high[4] = {-FLT_MAX, -FLT_MAX, -FLT_MAX, 0}, flat = 0,
          round = 0;
    const share *p = s->shares;
    for (uint32_t v = 0; v < s->count; v++) {
        float at[4] = {0};
        for (const share *end = s->shares + s->ends[v + 1]; p < end; p++) {
            const float *m = s->moves[p->joint];
            for (int i = 0; i < 4; i++)
                at[i] += m[i] * p->point[0] + m[4 + i] * p->point[1] + m[8 + i] * p->point[2] +
                         m[12 + i] * p->point[3];
        }
        for (int i = 0; i < 4; i++) {
            low[i] = at[i] < low[i] ? at[i] : low[i];
            high[i] = at[i] > high[i] ? at[i] : high[i];
        }
        float across = at[0] * at[0] + at[1] * at[1], all = across + at[2] * at[2];
        flat = across > flat ? across : flat;
        round = all > round ? all : round;
    }
    memcpy(bounds->bbmin, low, sizeof bounds->bbmin);
    memcpy(bounds->bbmax, high, sizeof bounds->bbmax);
    bounds->xyradius = sqrtf(flat);
    bounds->radius = sqrtf(round);
}

static bool prepare(mover *s)
{
    static const uint64_t most = (uint64_t)1 << 31;
    const tlb_iqm *x = s->c->made;
    if (!take_matrices(s) || !take_vertices(s))
        return false;
    if ((uint64_t)s->ends[s->count] * x->num_frames <= most)
        return true;
    tlb_report(s->c->context, TLB_CODE_IQE_ROUGH_BOUNDS, TLB_NO_OFFSET, NULL,
               "number of vertices: %u, of frames: %u", x->num_vertexes, x->num_frames);
    return take_boxes(s);
}

bool tlb_iq_make_bounds(iq_compiler *c)
{
    tlb_iqm *x = c->made;
    mover s = {.c = c, .joints = c->model->joints.count};
    if (!x->num_frames || !x->num_vertexes || !c->blends || !s.joints)
        return true;
    tlb_mark mark = tlb_arena_mark(c->work);
    iq_pose *poses = tlb_alloc_array(c->work, s.joints, sizeof *poses); /* as they come out of the file */
    x->bounds.data = tlb_alloc_array(c->arena, x->num_frames, sizeof *x->bounds.data);
    if (!poses || !x->bounds.data || !prepare(&s))
        return false;
    for (; x->bounds.count < x->num_frames; x->bounds.count++) {
        tlb_iqm_frame(x, x->bounds.count, poses);
        set_world(&s, (const iq_pose *)poses);
        for (uint32_t j = 0; j < s.joints; j++)
            tlb_matrix_multiply(s.world[j], s.rest[j], s.moves[j]);
        set_bounds(&s, &x->bounds.data[x->bounds.count]);
    }
    tlb_arena_rewind(c->work, mark);
    return true;
}

/* What of a shape follows from its vertices: boxes, centers and radii, of meshes and of the shape. Exporters
 * made them larger than what is seen, or of a box that authors drew: they only grow. */
#include "formats/torque/dts/dts.h"
#include "formats/torque/dts/geometry.h"
#include "scene/geometry/box.h"
#include "trilobite/formats/torque_dts_pose.h"

#include <string.h>

/* How far rounding puts a vertex out of a box. */
static const float slack = 1e-4f;

static bool is_box(const float bounds[6])
{
    return memcmp(bounds, bounds + 3, 3 * sizeof *bounds) != 0;
}

static bool is_empty(const tlb_box *box)
{
    return !(box->low[0] <= box->high[0]);
}

/* A box that is none yet becomes this one, and the center its middle. */
static void grow(float bounds[6], float center[3], const tlb_box *box)
{
    bool fresh = !is_box(bounds);
    for (int k = 0; k < 3; k++) {
        if (fresh || box->low[k] < bounds[k] - slack)
            bounds[k] = box->low[k];
        if (fresh || box->high[k] > bounds[3 + k] + slack)
            bounds[3 + k] = box->high[k];
        if (fresh)
            center[k] = (bounds[k] + bounds[3 + k]) / 2;
    }
}

static bool is_finite(const float point[3])
{
    return isfinite(point[0]) && isfinite(point[1]) && isfinite(point[2]);
}

/* --- meshes -------------------------------------------------------------------------------------------- */

/* Vertices as they are measured: those in use, or, of a mesh with frames of its own, all. */
static uint32_t point_count(const tlb_torque_mesh *m, uint32_t frames)
{
    return frames > 1 && m->parentMesh < 0 ? frames * (uint32_t)m->vertsPerFrame : m->indices.count;
}

static bool point_at(const tlb_torque_mesh *m, const shape_vertices *from, uint32_t frames, uint32_t i,
                     float out[3])
{
    uint32_t vertex = frames > 1 && m->parentMesh < 0 ? i : m->indices.data[i];
    if (vertex >= from->count)
        return false;
    memcpy(out, from->positions + from->stride * vertex, 3 * sizeof *out);
    return is_finite(out);
}

static float distance(const float a[3], const float b[3], int axes)
{
    float square = 0;
    for (int k = 0; k < axes; k++)
        square += (a[k] - b[k]) * (a[k] - b[k]);
    return sqrtf(square);
}

static void update_mesh(const tlb_torque_shape *x, tlb_torque_mesh *m)
{
    shape_vertices from = tlb_shape_vertices(x, m);
    uint32_t frames = tlb_shape_frames(m, from.count);
    tlb_box box = tlb_box_empty();
    float point[3], radius = 0;
    for (uint32_t i = 0, count = point_count(m, frames); i < count; i++)
        if (point_at(m, &from, frames, i, point))
            tlb_box_add(&box, point);
    if (is_empty(&box))
        return;
    grow(m->bounds, m->center, &box);
    for (uint32_t i = 0, count = point_count(m, frames); i < count; i++)
        if (point_at(m, &from, frames, i, point))
            radius = fmaxf(radius, distance(point, m->center, 3));
    if (radius < (float)INT32_MAX && radius >= (float)m->radius + 1) /* whole meters, rounded either way */
        m->radius = (int32_t)ceilf(radius);
}

/* --- the shape ----------------------------------------------------------------------------------------- */

typedef struct extent {
    tlb_box box;
    const float *center; /* NULL: the box is measured */
    float radius, tube;
} extent;

typedef struct measuring {
    const tlb_torque_pose *pose;
    tlb_arena *arena;
    uint64_t left; /* vertices: files can name the same meshes again and again */
    extent *extent;
} measuring;

static bool add_mesh(measuring *m, int32_t object, const tlb_torque_mesh *mesh)
{
    uint32_t count = mesh ? tlb_torque_vertices(m->pose, object, mesh, NULL, NULL, NULL, 0) : 0;
    uint64_t cost = (uint64_t)count + (mesh ? mesh->indices.count : 0);
    if (!count || cost > m->left)
        return true;
    m->left -= cost;
    tlb_mark mark = tlb_arena_mark(m->arena);
    tlb_vec3 *positions = tlb_alloc_array(m->arena, count, sizeof *positions);
    if (!positions)
        return false;
    tlb_torque_vertices(m->pose, object, mesh, positions, NULL, NULL, count);
    for (uint32_t i = 0; i < mesh->indices.count; i++) {
        const float *point = mesh->indices.data[i] < count ? positions[mesh->indices.data[i]] : NULL;
        if (!point || !is_finite(point))
            continue;
        tlb_box_add(&m->extent->box, point);
        if (!m->extent->center)
            continue;
        m->extent->radius = fmaxf(m->extent->radius, distance(point, m->extent->center, 3));
        m->extent->tube = fmaxf(m->extent->tube, distance(point, m->extent->center, 2));
    }
    tlb_arena_rewind(m->arena, mark);
    return true;
}

/* What is drawn at rest. */
static bool measure(measuring *m, const float *center, extent *e)
{
    const tlb_torque_shape *x = m->pose->shape;
    *e = (extent){.box = tlb_box_empty(), .center = center};
    m->extent = e;
    m->left = (uint64_t)SHAPE_MOST_COPIES * ((1u << 16) + x->vertexBuffer.data.count);
    for (uint32_t i = 0; i < x->meshes.count; i++)
        m->left +=
            SHAPE_MOST_COPIES * ((uint64_t)x->meshes.data[i].verts.count + x->meshes.data[i].indices.count);
    for (uint32_t d = 0; d < x->details.count; d++) {
        if (!(x->details.data[d].size >= 0) || x->details.data[d].subShapeNum < 0)
            continue;
        for (uint32_t i = 0; i < x->objects.count; i++)
            if (!add_mesh(m, (int32_t)i, tlb_torque_mesh_of(x, i, d)))
                return false;
        for (int32_t i = 0; d < x->detailNumSkins.count && i < x->detailNumSkins.data[d]; i++)
            if (d < x->detailFirstSkin.count &&
                shape_is_index((int64_t)x->detailFirstSkin.data[d] + i, x->skins.count) &&
                !add_mesh(m, TLB_NONE, &x->skins.data[x->detailFirstSkin.data[d] + i]))
                return false;
    }
    return true;
}

/* Values are set when nothing can fail any more. */
static bool update_shape(tlb_torque_shape *x, tlb_arena *arena)
{
    tlb_torque_pose pose;
    extent e, around;
    float bounds[6], center[3];
    measuring m = {.pose = &pose, .arena = arena};
    memcpy(bounds, x->bounds, sizeof bounds);
    memcpy(center, x->center, sizeof center);
    if (!tlb_torque_pose_at(x, TLB_NONE, 0, arena, &pose) || !measure(&m, NULL, &e))
        return false;
    if (is_empty(&e.box))
        return true;
    grow(bounds, center, &e.box);
    if (!measure(&m, center, &around))
        return false;
    memcpy(x->bounds, bounds, sizeof bounds);
    memcpy(x->center, center, sizeof center);
    x->radius = around.radius > x->radius + slack ? around.radius : x->radius;
    x->tubeRadius = around.tube > x->tubeRadius + slack ? around.tube : x->tubeRadius;
    return true;
}

bool tlb_shape_update(tlb_torque_shape *x, tlb_arena *work)
{
    if (!update_shape(x, work))
        return false;
    for (uint32_t i = 0; i < x->meshes.count; i++)
        update_mesh(x, &x->meshes.data[i]);
    for (uint32_t i = 0; i < x->skins.count; i++)
        update_mesh(x, &x->skins.data[i]);
    return true;
}

tlb_status tlb_torque_dts_update(tlb_document *document)
{
    tlb_arena work;
    tlb_arena_init(&work, document->context->account);
    bool done = tlb_shape_update(document->root, &work);
    tlb_arena_release(&work);
    return done ? TLB_OK : tlb_report_memory(document->context, &work);
}

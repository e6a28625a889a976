/* What is in a shape, whatever its version; which part of it is drawn, and how far it reaches. */
#include "formats/darkstar/dts/dts.h"
#include "base/argument.h"
#include "scene/geometry/packed_normals.h"

#include <math.h>
#include <string.h>

const float *tlb_dts_normal(uint8_t number)
{
    return tlb_packed_normal(number);
}

uint8_t tlb_dts_pack_normal(const float normal[3])
{
    return normal ? tlb_pack_normal(normal) : 0;
}

tlb_text tlb_dts_name_at(const tlb_dts *shape, int32_t name)
{
    if (!shape)
        return (tlb_text){"", 0};
    if (!dts_is_index(name, shape->names.count))
        return (tlb_text){"", 0};
    const char *data = shape->names.data[name].data, *nul = memchr(data, 0, TLB_DTS_NAME);
    return (tlb_text){data, nul ? (uint32_t)(nul - data) : TLB_DTS_NAME};
}

tlb_dts_key tlb_dts_key_of(const tlb_dts *shape, const tlb_dts_key_frame *frame)
{
    if (!shape || !frame)
        return (tlb_dts_key){0};
    return dts_key_of(shape, frame);
}

uint32_t tlb_dts_frame_count(const tlb_dts_mesh *mesh)
{
    if (!mesh)
        return 0;
    return mesh->frames.count ? mesh->frames.count : 1;
}

bool tlb_dts_frame_of(const tlb_dts_mesh *mesh, uint32_t frame, tlb_dts_frame *out)
{
    if (!mesh || !out)
        return false;
    bool there = frame < mesh->frames.count;
    if (!there && (frame || mesh->frames.count))
        return false;
    *out = there ? mesh->frames.data[frame] : (tlb_dts_frame){0};
    if (mesh->pers.version < 3) {
        memcpy(out->scale, mesh->scale, sizeof out->scale);
        memcpy(out->origin, mesh->origin, sizeof out->origin);
    }
    return dts_within(out->firstVert, mesh->vertsPerFrame, mesh->vertices.count);
}

/* --- details ------------------------------------------------------------------------------------------- */

int32_t tlb_dts_select_detail(const tlb_dts *shape, float pixels)
{
    if (!shape)
        return TLB_NONE;
    if (shape->details.count == 1)
        return 0;
    for (uint32_t i = 0; i < shape->details.count; i++)
        if (shape->details.data[i].size <= pixels)
            return shape->details.data[i].size > 0 ? (int32_t)i : TLB_NONE;
    return TLB_NONE;
}

static void draw(bool *drawn, int64_t node, uint32_t count)
{
    if (dts_is_index(node, count))
        drawn[node] = true;
}

void tlb_dts_drawn_nodes(const tlb_dts *shape, int32_t detail, bool *drawn)
{
    if (!shape || !drawn)
        return;
    uint32_t count = shape->nodes.count;
    for (uint32_t i = 0; i < count; i++)
        drawn[i] = false;
    draw(drawn, shape->alwaysNode, count);
    if (dts_is_index(detail, shape->details.count))
        draw(drawn, shape->details.data[detail].rootNode, count);
    else if (!shape->details.count)
        draw(drawn, 1, count);
    for (uint32_t i = 0; i < count; i++) {
        int32_t parent = shape->nodes.data[i].parent;
        if (parent >= 0 && (uint32_t)parent < i)
            drawn[i] |= drawn[parent];
    }
}

/* --- extent -------------------------------------------------------------------------------------------- */

static void grow(dts_extent *e, const tlb_dts *shape, const tlb_dts_object *o, const tlb_dts_placement *node)
{
    const tlb_dts_mesh *m = &shape->meshes.data[o->meshIndex];
    tlb_dts_frame frame;
    if (!tlb_dts_frame_of(m, 0, &frame))
        return;
    for (int32_t i = TLB_DTS_BOX_VERTICES; i < m->vertsPerFrame; i++) {
        float point[3], square = 0;
        dts_unpack(m, &frame, (uint32_t)i, point);
        tlb_dts_place_vertex(o, node, point);
        for (int axis = 0; axis < 3; axis++)
            square += (point[axis] - shape->center[axis]) * (point[axis] - shape->center[axis]);
        tlb_box_add(&e->box, point);
        e->radius = fmaxf(e->radius, sqrtf(square));
    }
}

static void grow_by_objects(dts_extent *e, const tlb_dts *shape, const tlb_dts_pose *pose, const bool *drawn)
{
    uint64_t left = DTS_LEAST;
    for (uint32_t i = 0; i < shape->meshes.count; i++)
        left += (uint64_t)shape->meshes.data[i].vertices.count * DTS_SHARED;
    for (uint32_t i = 0; i < shape->objects.count; i++) {
        const tlb_dts_object *o = &shape->objects.data[i];
        if (dts_is_index(o->meshIndex, shape->meshes.count) &&
            dts_is_index(o->nodeIndex, shape->nodes.count) && drawn[o->nodeIndex] &&
            dts_afford(&left, shape->meshes.data[o->meshIndex].vertices.count))
            grow(e, shape, o, &pose->world[o->nodeIndex]);
    }
}

tlb_status tlb_dts_measure(tlb_context *context, const tlb_dts *shape, dts_extent *extent)
{
    tlb_dts_instance *instance;
    tlb_arena arena;
    *extent = (dts_extent){.box = tlb_box_empty()};
    tlb_status status = tlb_dts_instance_create(context, shape, 0, &instance);
    if (status)
        return status;
    tlb_arena_init(&arena, context->account);
    bool *drawn = tlb_alloc_array(&arena, shape->nodes.count, sizeof *drawn);
    if (shape->pers.version < 8)
        tlb_dts_set_root(instance, &DTS_NO_MOVE);
    if (drawn) {
        tlb_dts_drawn_nodes(shape, 0, drawn);
        grow_by_objects(extent, shape, tlb_dts_evaluate(instance), drawn);
    }
    tlb_arena_release(&arena);
    tlb_dts_instance_free(instance);
    return drawn ? TLB_OK : tlb_report_memory(context, &arena);
}

/* The box of a box that is turned and moved. */
static void place_box(const tlb_box *box, const tlb_dts_placement *placement, float low[3], float high[3])
{
    enum { CORNERS = 8 };
    tlb_box placed = tlb_box_empty();
    for (int i = 0; i < CORNERS; i++) {
        float corner[3];
        for (int axis = 0; axis < 3; axis++)
            corner[axis] = i >> axis & 1 ? box->high[axis] : box->low[axis];
        tlb_dts_turn(placement->rotation, corner, corner);
        for (int axis = 0; axis < 3; axis++)
            corner[axis] += placement->translation[axis];
        tlb_box_add(&placed, corner);
    }
    memcpy(low, placed.low, sizeof placed.low);
    memcpy(high, placed.high, sizeof placed.high);
}

/* Along each axis what is drawn, as far as the sphere goes; where nothing is, the sphere. */
static tlb_box estimate(const tlb_dts *shape, const dts_extent *e)
{
    tlb_box box;
    for (int axis = 0; axis < 3; axis++) {
        float low = shape->center[axis] - shape->radius, high = shape->center[axis] + shape->radius;
        bool overlap = e->box.low[axis] <= high && low <= e->box.high[axis];
        box.low[axis] = overlap ? fmaxf(low, e->box.low[axis]) : low;
        box.high[axis] = overlap ? fminf(high, e->box.high[axis]) : high;
    }
    return box;
}

tlb_status tlb_dts_bounds(tlb_context *context, const tlb_dts *shape, float minBounds[3], float maxBounds[3])
{
    TLB_REQUIRE(NULL, context);
    TLB_REQUIRE(context, shape);
    TLB_REQUIRE(context, minBounds);
    TLB_REQUIRE(context, maxBounds);
    dts_extent extent;
    memcpy(minBounds, shape->minBounds, sizeof shape->minBounds);
    memcpy(maxBounds, shape->maxBounds, sizeof shape->maxBounds);
    if (shape->pers.version >= 8)
        return TLB_OK;
    tlb_status status = tlb_dts_measure(context, shape, &extent);
    if (status)
        return status;
    tlb_dts_placement root =
        tlb_dts_placement_of(shape, shape->nodes.count ? shape->nodes.data[0].defaultTransform : TLB_NONE);
    tlb_box box = estimate(shape, &extent);
    place_box(&box, &root, minBounds, maxBounds);
    return TLB_OK;
}

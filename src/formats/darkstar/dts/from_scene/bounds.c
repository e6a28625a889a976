/* How far a shape from a scene reaches. */
#include "formats/darkstar/dts/from_scene/from_scene.h"

#include <math.h>

static void grow(tlb_box *box, const tlb_dts *shape, const tlb_dts_pose *pose, const bool *drawn)
{
    for (uint32_t i = 1; i < shape->objects.count; i++) {
        const tlb_dts_object *o = &shape->objects.data[i];
        const tlb_dts_mesh *mesh = &shape->meshes.data[o->meshIndex];
        const tlb_dts_frame *frame = &mesh->frames.data[pose->objects[i].frame];
        const tlb_dts_placement *node = &pose->world[o->nodeIndex];
        for (int32_t k = TLB_DTS_BOX_VERTICES; drawn[o->nodeIndex] && k < mesh->vertsPerFrame; k++) {
            float point[3];
            dts_unpack(mesh, frame, (uint32_t)k, point);
            tlb_dts_place_vertex(o, node, point);
            tlb_box_add(box, point);
        }
    }
}

/* At rest and throughout all sequences: what is culled by its box must not come out of it. */
static tlb_status measure(dts_maker *m, tlb_box *box)
{
    enum { MOST_STEPS = 16, MOST_WORK = 1 << 26 };
    const tlb_dts *shape = m->shape;
    tlb_dts_instance *instance;
    bool *drawn = tlb_zalloc(m->arena, shape->nodes.count),
         *detail = tlb_zalloc(m->arena, shape->nodes.count);
    if (!drawn || !detail)
        return tlb_report_memory(m->context, m->arena);
    tlb_status status = tlb_dts_instance_create(m->context, shape, 1, &instance);
    if (status)
        return status;
    for (uint32_t i = 0; i < shape->details.count; i++)
        if (shape->details.data[i].size > 0 || shape->details.count == 1) {
            tlb_dts_drawn_nodes(shape, (int32_t)i, detail);
            for (uint32_t k = 0; k < shape->nodes.count; k++)
                drawn[k] |= detail[k];
        }
    uint64_t cost = 1, work = 0;
    for (uint32_t i = 0; i < shape->meshes.count; i++)
        cost += (uint64_t)shape->meshes.data[i].vertsPerFrame;
    grow(box, shape, tlb_dts_evaluate(instance), drawn);
    for (uint32_t i = 0; i < shape->sequences.count; i++)
        for (uint32_t step = 0; step <= MOST_STEPS && work < MOST_WORK; step++, work += cost)
            if (tlb_dts_play(instance, 0, (int32_t)i, (double)step / MOST_STEPS))
                grow(box, shape, tlb_dts_evaluate(instance), drawn);
    tlb_dts_instance_free(instance);
    return TLB_OK;
}

static bool vector_of(const tlb_value *extras, const char *key, float out[3])
{
    const tlb_value *list = tlb_value_get(extras, key);
    const tlb_value *of = list && list->kind == TLB_VALUE_LIST ? list->as.members.first : NULL;
    for (int i = 0; i < 3; i++, of = of->next) {
        if (!of || (of->kind != TLB_VALUE_REAL && of->kind != TLB_VALUE_INTEGER))
            return false;
        out[i] = of->kind == TLB_VALUE_REAL ? (float)of->as.real : (float)of->as.integer;
        if (!isfinite(out[i]))
            return false;
    }
    return true;
}

/* The box of a scene that came from a shape is its author's: engines also let things collide with it. */
static bool find_told_box(const dts_maker *m, tlb_box *box)
{
    const tlb_value *extras = m->scene->extras;
    bool told = m->one_to_one && m->scale == 1 && m->turn[3] == 1 &&
                !tlb_value_get(extras, "estimatedBounds") && vector_of(extras, "minBounds", box->low) &&
                vector_of(extras, "maxBounds", box->high);
    for (int axis = 0; axis < 3 && told; axis++)
        told = box->low[axis] <= box->high[axis];
    return told;
}

static void set_bounds(dts_maker *m, const tlb_box *box)
{
    tlb_dts *shape = m->shape;
    float square = 0;
    for (int axis = 0; axis < 3; axis++) {
        shape->minBounds[axis] = box->low[axis];
        shape->maxBounds[axis] = box->high[axis];
        shape->center[axis] = (box->low[axis] + box->high[axis]) / 2;
        square += (box->high[axis] - box->low[axis]) * (box->high[axis] - box->low[axis]);
    }
    shape->radius = sqrtf(square) / 2;
}

/* The box's as far as its author's do not hold what is there at rest. By its radius engines choose details.
 */
static tlb_status set_told_bounds(dts_maker *m, const tlb_box *told)
{
    tlb_dts *shape = m->shape;
    double radius;
    dts_extent extent;
    set_bounds(m, told);
    vector_of(m->scene->extras, "center", shape->center);
    if (tlb_hint_number(tlb_value_get(m->scene->extras, "radius"), &radius) && radius > 0)
        shape->radius = (float)radius;
    tlb_status status = tlb_dts_measure(m->context, shape, &extent);
    if (status || extent.box.low[0] > extent.box.high[0])
        return status;
    shape->radius = fmaxf(shape->radius, extent.radius);
    for (int axis = 0; axis < 3; axis++) {
        shape->minBounds[axis] = fminf(shape->minBounds[axis], extent.box.low[axis]);
        shape->maxBounds[axis] = fmaxf(shape->maxBounds[axis], extent.box.high[axis]);
    }
    return TLB_OK;
}

/* The first mesh is the box, in the space of the first node. */
static void set_box_mesh(tlb_dts *shape)
{
    tlb_dts_frame *frame = &shape->meshes.data[0].frames.data[0];
    tlb_dts_placement root = tlb_dts_placement_of(shape, 0), back = tlb_dts_way(&root, &DTS_NO_MOVE);
    tlb_box own = tlb_box_empty();
    for (int i = 0; i < 8; i++) {
        float corner[3];
        for (int axis = 0; axis < 3; axis++)
            corner[axis] = i >> axis & 1 ? shape->maxBounds[axis] : shape->minBounds[axis];
        tlb_dts_turn(back.rotation, corner, corner);
        for (int axis = 0; axis < 3; axis++)
            corner[axis] += back.translation[axis];
        tlb_box_add(&own, corner);
    }
    for (int axis = 0; axis < 3; axis++) {
        frame->origin[axis] = own.low[axis];
        frame->scale[axis] = (own.high[axis] - own.low[axis]) / UINT8_MAX;
    }
    shape->meshes.data[0].radius = shape->radius;
}

tlb_status tlb_dts_find_bounds(dts_maker *m)
{
    tlb_box box;
    tlb_status status = TLB_OK;
    if (find_told_box(m, &box))
        status = set_told_bounds(m, &box);
    else {
        box = tlb_box_empty();
        status = measure(m, &box);
        for (int axis = 0; axis < 3 && !(box.low[axis] <= box.high[axis]); axis++)
            box.low[axis] = box.high[axis] = 0;
        set_bounds(m, &box);
    }
    set_box_mesh(m->shape);
    return status;
}

/* Checking a shape: nodes, objects, details, sequences, and the way to the other rules. */
#include "formats/darkstar/dts/check.h"

#include "base/text.h"
#include "formats/darkstar/dml/dml.h"
#include "formats/darkstar/shared/chunks.h"

/* --- names -------------------------------------------------------------------------------------------- */

/* Said once: most shapes have it in all their names. */
static void check_name_tails(tlb_checker *c, const tlb_dts *shape)
{
    uint32_t stale = 0, first = 0;
    for (uint32_t i = 0; i < shape->names.count; i++) {
        const char *data = shape->names.data[i].data;
        uint32_t size = tlb_dts_name_at(shape, (int32_t)i).size;
        if (tlb_all_zero((const uint8_t *)data + size, TLB_DTS_NAME - size))
            continue;
        first = stale++ ? first : i;
    }
    if (stale)
        TLB_FIND(c, DTS_NAME_TAIL, tlb_at(c, "names[%u].data", first), "%u of %u names", stale,
                 shape->names.count);
}

static void check_names(tlb_checker *c, const tlb_dts *shape)
{
    check_name_tails(c, shape);
    for (uint32_t i = 0; i < shape->nodes.count; i++)
        DTS_CHECK_INDEX(c, DTS_NAME, shape->nodes.data[i].name, shape->names.count,
                        tlb_at(c, "nodes[%u].name", i), "names");
    for (uint32_t i = 0; i < shape->objects.count; i++)
        DTS_CHECK_INDEX(c, DTS_NAME, shape->objects.data[i].name, shape->names.count,
                        tlb_at(c, "objects[%u].name", i), "names");
    for (uint32_t i = 0; i < shape->sequences.count; i++)
        DTS_CHECK_INDEX(c, DTS_NAME, shape->sequences.data[i].name, shape->names.count,
                        tlb_at(c, "sequences[%u].name", i), "names");
}

/* --- nodes and transforms ----------------------------------------------------------------------------- */

static void check_transform(tlb_checker *c, const tlb_dts *shape, const tlb_dts_transform *t,
                            const char *path)
{
    float length = 0;
    for (int i = 0; i < 4; i++) {
        float value = shape->pers.version >= 7 ? (float)t->rot16[i] / 32767 : t->rot[i];
        length += value * value;
    }
    if (!isfinite(length) || !tlb_all_finite(t->pos, 3) || !tlb_all_finite(t->scale, 3))
        TLB_FIND(c, DTS_NOT_FINITE, path, "infinite or not a number");
    else if (fabsf(sqrtf(length) - 1) > 0.001f)
        TLB_FIND(c, DTS_QUATERNION, path, "its length is %g", (double)sqrtf(length));
    bool scaled = shape->pers.version <= 7 && (t->scale[0] != 1 || t->scale[1] != 1 || t->scale[2] != 1);
    if (scaled)
        TLB_FIND(c, DTS_SCALE, path, "%g %g %g", (double)t->scale[0], (double)t->scale[1],
                 (double)t->scale[2]);
}

/* Engines take node 0 for the shape's own place, whatever it is called; tools look for the name. */
static void check_bounds_node(tlb_checker *c, const tlb_dts *shape)
{
    static const char bounds[] = "bounds";
    tlb_text name = shape->nodes.count ? tlb_dts_name_at(shape, shape->nodes.data[0].name) : (tlb_text){0};
    char known[sizeof bounds] = {0};
    if (name.size && name.size < sizeof known)
        memcpy(known, name.data, name.size);
    if (shape->nodes.count && !tlb_same_nocase(known, bounds))
        TLB_FIND(c, DTS_BOUNDS_NODE, "nodes[0].name", "\"%.*s\"", (int)name.size, name.size ? name.data : "");
}

static void check_nodes(tlb_checker *c, const tlb_dts *shape)
{
    check_bounds_node(c, shape);
    for (uint32_t i = 0; i < shape->nodes.count; i++) {
        const tlb_dts_node *n = &shape->nodes.data[i];
        if (n->parent < -1 || n->parent >= (int64_t)i)
            TLB_FIND(c, DTS_PARENT, tlb_at(c, "nodes[%u].parent", i), "%d does not stand before %u",
                     n->parent, i);
        else if (i && n->parent == -1)
            TLB_FIND(c, DTS_ROOTS, tlb_at(c, "nodes[%u].parent", i), "-1");
        DTS_CHECK_INDEX(c, DTS_TRANSFORM, n->defaultTransform, shape->transforms.count,
                        tlb_at(c, "nodes[%u].defaultTransform", i), "transforms");
    }
    for (uint32_t i = 0; i < shape->transforms.count; i++)
        check_transform(c, shape, &shape->transforms.data[i], tlb_at(c, "transforms[%u]", i));
}

/* --- objects and details ------------------------------------------------------------------------------ */

static void check_objects(tlb_checker *c, const tlb_dts *shape)
{
    for (uint32_t i = 0; i < shape->objects.count; i++) {
        const tlb_dts_object *o = &shape->objects.data[i];
        if (o->meshIndex != -1)
            DTS_CHECK_INDEX(c, DTS_OBJECT_MESH, o->meshIndex, shape->meshes.count,
                            tlb_at(c, "objects[%u].meshIndex", i), "meshes");
        DTS_CHECK_INDEX(c, DTS_OBJECT_NODE, o->nodeIndex, shape->nodes.count,
                        tlb_at(c, "objects[%u].nodeIndex", i), "nodes");
        TLB_CHECK_FINITE(c, DTS_NOT_FINITE, o->offset, 3, tlb_at(c, "objects[%u].offset", i));
    }
}

static void check_details(tlb_checker *c, const tlb_dts *shape)
{
    if (!shape->details.count)
        TLB_FIND(c, DTS_NO_DETAIL, "details", "there is none");
    for (uint32_t i = 0; i < shape->details.count; i++) {
        const tlb_dts_detail *d = &shape->details.data[i];
        DTS_CHECK_INDEX(c, DTS_DETAIL_NODE, d->rootNode, shape->nodes.count,
                        tlb_at(c, "details[%u].rootNode", i), "nodes");
        TLB_CHECK_FINITE(c, DTS_NOT_FINITE, &d->size, 1, tlb_at(c, "details[%u].size", i));
        if (i && d->size > d[-1].size)
            TLB_FIND(c, DTS_DETAIL_ORDER, tlb_at(c, "details[%u].size", i), "%g after %g", (double)d->size,
                     (double)d[-1].size);
    }
    if (shape->alwaysNode != -1)
        DTS_CHECK_INDEX(c, DTS_DETAIL_NODE, shape->alwaysNode, shape->nodes.count, "alwaysNode", "nodes");
}

/* --- sequences ---------------------------------------------------------------------------------------- */

static void check_sequences(tlb_checker *c, const tlb_dts *shape)
{
    for (uint32_t i = 0; i < shape->sequences.count; i++) {
        const tlb_dts_sequence *s = &shape->sequences.data[i];
        TLB_CHECK_FINITE(c, DTS_NOT_FINITE, &s->duration, 1, tlb_at(c, "sequences[%u].duration", i));
        if (s->duration <= 0)
            TLB_FIND(c, DTS_DURATION, tlb_at(c, "sequences[%u].duration", i), "%g", (double)s->duration);
        if (s->numTriggerFrames)
            DTS_CHECK_RANGE(c, DTS_TRIGGERS, s->firstTriggerFrame, s->numTriggerFrames,
                            shape->frameTriggers.count, tlb_at(c, "sequences[%u].firstTriggerFrame", i),
                            "frame triggers");
    }
    for (uint32_t i = 0; i < shape->frameTriggers.count; i++)
        if (!(fabsf(shape->frameTriggers.data[i].pos) <= 1))
            TLB_FIND(c, DTS_TRIGGER_POSITION, tlb_at(c, "frameTriggers[%u].pos", i), "%g",
                     (double)shape->frameTriggers.data[i].pos);
}

static bool is_position(float position)
{
    return position >= 0 && position <= 1;
}

static void check_transitions(tlb_checker *c, const tlb_dts *shape)
{
    for (uint32_t i = 0; i < shape->transitions.count; i++) {
        const tlb_dts_transition *t = &shape->transitions.data[i];
        DTS_CHECK_INDEX(c, DTS_TRANSITION, t->startSequence, shape->sequences.count,
                        tlb_at(c, "transitions[%u].startSequence", i), "sequences");
        DTS_CHECK_INDEX(c, DTS_TRANSITION, t->endSequence, shape->sequences.count,
                        tlb_at(c, "transitions[%u].endSequence", i), "sequences");
        if (!is_position(t->startPosition) || !is_position(t->endPosition))
            TLB_FIND(c, DTS_TRANSITION_POSITION, tlb_at(c, "transitions[%u]", i), "from %g to %g",
                     (double)t->startPosition, (double)t->endPosition);
        TLB_CHECK_FINITE(c, DTS_NOT_FINITE, &t->duration, 1, tlb_at(c, "transitions[%u].duration", i));
        check_transform(c, shape, &t->transform, tlb_at(c, "transitions[%u].transform", i));
    }
}

/* --- the shape ---------------------------------------------------------------------------------------- */

static void check_numbers(tlb_checker *c, const tlb_dts *shape)
{
    TLB_CHECK_FINITE(c, DTS_NOT_FINITE, &shape->radius, 1, "radius");
    TLB_CHECK_FINITE(c, DTS_NOT_FINITE, shape->center, 3, "center");
    TLB_CHECK_FINITE(c, DTS_NOT_FINITE, shape->minBounds, 3, "minBounds");
    TLB_CHECK_FINITE(c, DTS_NOT_FINITE, shape->maxBounds, 3, "maxBounds");
}

/* The shape at rest against what it says of its size. */
static void check_extent(tlb_checker *c, const tlb_dts *shape)
{
    dts_extent e;
    c->status = dts_measure(c->context, shape, &e);
    if (c->status || e.box.low[0] > e.box.high[0])
        return;
    float slack = 0.01f + 0.01f * fabsf(shape->radius); /* packed positions are that coarse */
    if (e.radius > shape->radius + slack)
        TLB_FIND(c, DTS_RADIUS, "radius", "%g: the finest detail reaches %g from the center",
                 (double)shape->radius, (double)e.radius);
    for (int axis = 0; shape->pers.version >= 8 && axis < 3; axis++)
        if (e.box.low[axis] < shape->minBounds[axis] - slack ||
            e.box.high[axis] > shape->maxBounds[axis] + slack)
            TLB_FIND(c, DTS_BOUNDS, "minBounds",
                     "%g to %g on axis %d: the finest detail reaches from %g to %g",
                     (double)shape->minBounds[axis], (double)shape->maxBounds[axis], axis,
                     (double)e.box.low[axis], (double)e.box.high[axis]);
}

static void check_materials(tlb_checker *c, const tlb_dts *shape)
{
    uint32_t count = shape->materialList.materials.count;
    if (shape->pers.version >= 5 &&
        (shape->defaultMaterials < 0 || (uint32_t)shape->defaultMaterials > count))
        TLB_FIND(c, DTS_MATERIALS, "defaultMaterials", "%d: there are %u materials", shape->defaultMaterials,
                 count);
    if (shape->hasMaterials) {
        size_t outer = tlb_enter(c, "materialList.");
        dml_check_list(c, &shape->materialList);
        c->part = outer;
    }
}

tlb_status dts_check(tlb_document *document)
{
    const tlb_dts *shape = document->root;
    tlb_checker c = tlb_checker_start(document->context, document->root);
    c.assets = document->assets;
    check_numbers(&c, shape);
    check_names(&c, shape);
    check_nodes(&c, shape);
    check_objects(&c, shape);
    check_details(&c, shape);
    check_sequences(&c, shape);
    check_transitions(&c, shape);
    dts_check_tracks(&c, shape);
    dts_check_meshes(&c, shape);
    check_extent(&c, shape);
    check_materials(&c, shape);
    if (shape->tail.size)
        TLB_FIND(&c, PERS_STALE_TAIL, "tail", "%zu bytes", shape->tail.size);
    return tlb_checker_end(&c);
}

/* Checking a shape: nodes, objects, details, sequences, and the way to the other rules. */
#include "formats/darkstar/dts_check.h"

#include "formats/darkstar/dml_room.h"
#include "formats/darkstar/pers.h"

/* --- names -------------------------------------------------------------------------------------------- */

/* Said once: most shapes have it in all their names. */
static void check_name_tails(finder *f, const tlb_dts *shape)
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
        FIND(f, DTS_NAME_TAIL, find_at(f, "names[%u].data", first), "%u of %u names", stale, shape->names.count);
}

static void check_names(finder *f, const tlb_dts *shape)
{
    check_name_tails(f, shape);
    for (uint32_t i = 0; i < shape->nodes.count; i++)
        DTS_FIND_INDEX(f, DTS_NAME, shape->nodes.data[i].name, shape->names.count,
                       find_at(f, "nodes[%u].name", i), "names");
    for (uint32_t i = 0; i < shape->objects.count; i++)
        DTS_FIND_INDEX(f, DTS_NAME, shape->objects.data[i].name, shape->names.count,
                       find_at(f, "objects[%u].name", i), "names");
    for (uint32_t i = 0; i < shape->sequences.count; i++)
        DTS_FIND_INDEX(f, DTS_NAME, shape->sequences.data[i].name, shape->names.count,
                       find_at(f, "sequences[%u].name", i), "names");
}

/* --- nodes and transforms ----------------------------------------------------------------------------- */

static void check_transform(finder *f, const tlb_dts *shape, const tlb_dts_transform *t, const char *path)
{
    float length = 0;
    for (int i = 0; i < 4; i++) {
        float value = shape->pers.version >= 7 ? (float)t->rot16[i] / 32767 : t->rot[i];
        length += value * value;
    }
    if (!isfinite(length) || !finder_finite(t->pos, 3) || !finder_finite(t->scale, 3))
        FIND(f, DTS_NOT_FINITE, path, "infinite or not a number");
    else if (fabsf(sqrtf(length) - 1) > 0.001f)
        FIND(f, DTS_QUATERNION, path, "its length is %g", (double)sqrtf(length));
    bool scaled = shape->pers.version <= 7 && (t->scale[0] != 1 || t->scale[1] != 1 || t->scale[2] != 1);
    if (scaled)
        FIND(f, DTS_SCALE, path, "%g %g %g", (double)t->scale[0], (double)t->scale[1], (double)t->scale[2]);
}

static void check_nodes(finder *f, const tlb_dts *shape)
{
    for (uint32_t i = 0; i < shape->nodes.count; i++) {
        const tlb_dts_node *n = &shape->nodes.data[i];
        if (n->parent < -1 || n->parent >= (int64_t)i)
            FIND(f, DTS_PARENT, find_at(f, "nodes[%u].parent", i), "%d does not stand before %u", n->parent,
                 i);
        else if (i && n->parent == -1)
            FIND(f, DTS_ROOTS, find_at(f, "nodes[%u].parent", i), "-1");
        DTS_FIND_INDEX(f, DTS_TRANSFORM, n->defaultTransform, shape->transforms.count,
                       find_at(f, "nodes[%u].defaultTransform", i), "transforms");
    }
    for (uint32_t i = 0; i < shape->transforms.count; i++)
        check_transform(f, shape, &shape->transforms.data[i], find_at(f, "transforms[%u]", i));
}

/* --- objects and details ------------------------------------------------------------------------------ */

static void check_objects(finder *f, const tlb_dts *shape)
{
    for (uint32_t i = 0; i < shape->objects.count; i++) {
        const tlb_dts_object *o = &shape->objects.data[i];
        if (o->meshIndex != -1)
            DTS_FIND_INDEX(f, DTS_OBJECT_MESH, o->meshIndex, shape->meshes.count,
                           find_at(f, "objects[%u].meshIndex", i), "meshes");
        DTS_FIND_INDEX(f, DTS_OBJECT_NODE, o->nodeIndex, shape->nodes.count,
                       find_at(f, "objects[%u].nodeIndex", i), "nodes");
        FIND_FINITE(f, DTS_NOT_FINITE, o->offset, 3, find_at(f, "objects[%u].offset", i));
    }
}

static void check_details(finder *f, const tlb_dts *shape)
{
    if (!shape->details.count)
        FIND(f, DTS_NO_DETAIL, "details", "there is none");
    for (uint32_t i = 0; i < shape->details.count; i++) {
        const tlb_dts_detail *d = &shape->details.data[i];
        DTS_FIND_INDEX(f, DTS_DETAIL_NODE, d->rootNode, shape->nodes.count,
                       find_at(f, "details[%u].rootNode", i), "nodes");
        FIND_FINITE(f, DTS_NOT_FINITE, &d->size, 1, find_at(f, "details[%u].size", i));
        if (i && d->size > d[-1].size)
            FIND(f, DTS_DETAIL_ORDER, find_at(f, "details[%u].size", i), "%g after %g", (double)d->size,
                 (double)d[-1].size);
    }
    if (shape->alwaysNode != -1)
        DTS_FIND_INDEX(f, DTS_DETAIL_NODE, shape->alwaysNode, shape->nodes.count, "alwaysNode", "nodes");
}

/* --- sequences ---------------------------------------------------------------------------------------- */

static void check_sequences(finder *f, const tlb_dts *shape)
{
    for (uint32_t i = 0; i < shape->sequences.count; i++) {
        const tlb_dts_sequence *s = &shape->sequences.data[i];
        FIND_FINITE(f, DTS_NOT_FINITE, &s->duration, 1, find_at(f, "sequences[%u].duration", i));
        if (s->duration <= 0)
            FIND(f, DTS_DURATION, find_at(f, "sequences[%u].duration", i), "%g", (double)s->duration);
        if (s->numTriggerFrames)
            DTS_FIND_RANGE(f, DTS_TRIGGERS, s->firstTriggerFrame, s->numTriggerFrames,
                           shape->frameTriggers.count, find_at(f, "sequences[%u].firstTriggerFrame", i),
                           "frame triggers");
    }
    for (uint32_t i = 0; i < shape->frameTriggers.count; i++)
        if (!(fabsf(shape->frameTriggers.data[i].pos) <= 1))
            FIND(f, DTS_TRIGGER_POSITION, find_at(f, "frameTriggers[%u].pos", i), "%g",
                 (double)shape->frameTriggers.data[i].pos);
}

static bool is_position(float position)
{
    return position >= 0 && position <= 1;
}

static void check_transitions(finder *f, const tlb_dts *shape)
{
    for (uint32_t i = 0; i < shape->transitions.count; i++) {
        const tlb_dts_transition *t = &shape->transitions.data[i];
        DTS_FIND_INDEX(f, DTS_TRANSITION, t->startSequence, shape->sequences.count,
                       find_at(f, "transitions[%u].startSequence", i), "sequences");
        DTS_FIND_INDEX(f, DTS_TRANSITION, t->endSequence, shape->sequences.count,
                       find_at(f, "transitions[%u].endSequence", i), "sequences");
        if (!is_position(t->startPosition) || !is_position(t->endPosition))
            FIND(f, DTS_TRANSITION_POSITION, find_at(f, "transitions[%u]", i), "from %g to %g",
                 (double)t->startPosition, (double)t->endPosition);
        FIND_FINITE(f, DTS_NOT_FINITE, &t->duration, 1, find_at(f, "transitions[%u].duration", i));
        check_transform(f, shape, &t->transform, find_at(f, "transitions[%u].transform", i));
    }
}

/* --- the shape ---------------------------------------------------------------------------------------- */

static void check_numbers(finder *f, const tlb_dts *shape)
{
    FIND_FINITE(f, DTS_NOT_FINITE, &shape->radius, 1, "radius");
    FIND_FINITE(f, DTS_NOT_FINITE, shape->center, 3, "center");
    FIND_FINITE(f, DTS_NOT_FINITE, shape->minBounds, 3, "minBounds");
    FIND_FINITE(f, DTS_NOT_FINITE, shape->maxBounds, 3, "maxBounds");
}

static void check_materials(finder *f, const tlb_dts *shape)
{
    uint32_t count = shape->materialList.materials.count;
    if (shape->pers.version >= 5 &&
        (shape->defaultMaterials < 0 || (uint32_t)shape->defaultMaterials > count))
        FIND(f, DTS_MATERIALS, "defaultMaterials", "%d: there are %u materials", shape->defaultMaterials,
             count);
    if (shape->hasMaterials)
        dml_check_list(f->context, &shape->materialList, "materialList.");
}

tlb_status dts_check(tlb_document *document)
{
    const tlb_dts *shape = document->root;
    finder f = {.context = document->context};
    tlb_arena_init(&f.arena, &document->context->account);
    check_numbers(&f, shape);
    check_names(&f, shape);
    check_nodes(&f, shape);
    check_objects(&f, shape);
    check_details(&f, shape);
    check_sequences(&f, shape);
    check_transitions(&f, shape);
    dts_check_tracks(&f, shape);
    dts_check_meshes(&f, shape);
    dts_check_extent(&f, shape);
    check_materials(&f, shape);
    if (shape->tail.size)
        FIND(&f, PERS_STALE_TAIL, "tail", "%zu bytes", shape->tail.size);
    tlb_arena_free(&f.arena);
    return f.status;
}

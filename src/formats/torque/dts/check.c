/* The rules of shapes. Parts may be anything: no rule relies on another having held. */
#include "formats/torque/dts/check.h"
#include "formats/torque/shared/textures.h"

#define CHECK_INDEX(c, code, index, limit, path, things)                                                     \
    (shape_is_index((index), (limit))                                                                        \
         ? (void)0                                                                                           \
         : TLB_FIND((c), code, (path), "index %d out of range; number of %s: %u", (int)(index), (things),    \
                    (unsigned)(limit)))
#define CHECK_RANGE(c, code, first, amount, size, path, things)                                              \
    (shape_within((first), (amount), (size))                                                                 \
         ? (void)0                                                                                           \
         : TLB_FIND((c), code, (path), "range of %d from %d on exceeds the %s (length %u)", (int)(amount),   \
                    (int)(first), (things), (unsigned)(size)))

/* --- nodes and objects ---------------------------------------------------------------------------------- */

void tlb_torque_check_turn(tlb_checker *c, const tlb_quat16 turn, const char *path)
{
    enum { UNIT = 32767 };
    double squares = 0;
    for (int i = 0; i < 4; i++)
        squares += (double)turn[i] * turn[i];
    double length = sqrt(squares) / UNIT;
    if (fabs(length - 1) > 0.001)
        TLB_FIND(c, SHAPE_QUATERNION, path, "length %.4g, expected 1", length);
}

static void check_name(tlb_checker *c, const tlb_torque_shape *x, int32_t name, const char *list, uint32_t i)
{
    CHECK_INDEX(c, SHAPE_NAME, name, x->names.count, tlb_at(c, "%s[%u].nameIndex", list, i), "names");
}

static void check_nodes(tlb_checker *c, const tlb_torque_shape *x)
{
    for (uint32_t i = 0; i < x->nodes.count; i++) {
        const tlb_torque_node *n = &x->nodes.data[i];
        check_name(c, x, n->nameIndex, "nodes", i);
        if (n->parentIndex < -1 || n->parentIndex >= (int64_t)i)
            TLB_FIND(c, SHAPE_PARENT, tlb_at(c, "nodes[%u].parentIndex", i),
                     "parent %d does not come before node %u", (int)n->parentIndex, i);
    }
    for (uint32_t i = 0; i < x->defaultRotations.count; i++)
        tlb_torque_check_turn(c, x->defaultRotations.data[i], tlb_at(c, "defaultRotations[%u]", i));
    for (uint32_t i = 0; i < x->nodeRotations.count; i++)
        tlb_torque_check_turn(c, x->nodeRotations.data[i], tlb_at(c, "nodeRotations[%u]", i));
    for (uint32_t i = 0; i < x->nodeStates.count; i++)
        tlb_torque_check_turn(c, x->nodeStates.data[i].rotation, tlb_at(c, "nodeStates[%u].rotation", i));
}

static void check_objects(tlb_checker *c, const tlb_torque_shape *x)
{
    for (uint32_t i = 0; i < x->objects.count; i++) {
        const tlb_torque_object *o = &x->objects.data[i];
        check_name(c, x, o->nameIndex, "objects", i);
        if (o->nodeIndex != -1)
            CHECK_INDEX(c, SHAPE_OBJECT_NODE, o->nodeIndex, x->nodes.count,
                        tlb_at(c, "objects[%u].nodeIndex", i), "nodes");
        CHECK_RANGE(c, SHAPE_OBJECT_MESHES, o->startMeshIndex, o->numMeshes, x->meshes.count,
                    tlb_at(c, "objects[%u].numMeshes", i), "meshes");
    }
    if (x->objectStates.count < x->objects.count)
        TLB_FIND(c, SHAPE_OBJECT_STATES, "objectStates", "%u states, number of objects: %u",
                 x->objectStates.count, x->objects.count);
    for (uint32_t i = 0; i < x->iflMaterials.count; i++)
        CHECK_INDEX(c, SHAPE_IFL, x->iflMaterials.data[i].materialSlot, x->materialList.names.count,
                    tlb_at(c, "iflMaterials[%u].materialSlot", i), "materials");
}

static void check_sub_shapes(tlb_checker *c, const tlb_torque_shape *x)
{
    for (uint32_t i = 0; i < x->subShapeNumNodes.count; i++) {
        CHECK_RANGE(c, SHAPE_SUB_SHAPE, x->subShapeFirstNode.data[i], x->subShapeNumNodes.data[i],
                    x->nodes.count, tlb_at(c, "subShapeNumNodes[%u]", i), "nodes");
        CHECK_RANGE(c, SHAPE_SUB_SHAPE, x->subShapeFirstObject.data[i], x->subShapeNumObjects.data[i],
                    x->objects.count, tlb_at(c, "subShapeNumObjects[%u]", i), "objects");
    }
}

static void check_details(tlb_checker *c, const tlb_torque_shape *x)
{
    bool drawn = false;
    for (uint32_t i = 0; i < x->details.count; i++) {
        const tlb_torque_detail *d = &x->details.data[i];
        check_name(c, x, d->nameIndex, "details", i);
        if (d->subShapeNum >= 0 && d->objectDetailNum < 0)
            TLB_FIND(c, SHAPE_DETAIL, tlb_at(c, "details[%u].objectDetailNum", i), "%d",
                     (int)d->objectDetailNum);
        if (d->subShapeNum != -1)
            CHECK_INDEX(c, SHAPE_DETAIL, d->subShapeNum, x->subShapeFirstNode.count,
                        tlb_at(c, "details[%u].subShapeNum", i), "sub-shapes");
        if (i && d->size > x->details.data[i - 1].size)
            TLB_FIND(c, SHAPE_DETAIL_ORDER, tlb_at(c, "details[%u].size", i), "%g, after %g", (double)d->size,
                     (double)x->details.data[i - 1].size);
        drawn |= d->size >= 0;
    }
    if (!drawn && x->details.count)
        TLB_FIND(c, SHAPE_NO_DETAIL, "details", "none of %u", x->details.count);
}

/* --- sequences ------------------------------------------------------------------------------------------ */

/* How many elements a set has below `limit`; a bit beyond is reported. */
static uint32_t count_set(tlb_checker *c, const tlb_torque_set *set, uint32_t limit, const char *name)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < set->words.count; i++)
        for (uint32_t bits = set->words.data[i]; bits; bits &= bits - 1) {
            uint32_t low = 0;
            while (!(bits >> low & 1))
                low++;
            if ((uint64_t)i * 32 + low < limit)
                count++;
            else
                TLB_FIND(c, SHAPE_SET, tlb_at(c, "%s.words[%u]", name, i),
                         "element %llu of %u nodes or objects", (unsigned long long)i * 32 + low, limit);
        }
    return count;
}

static void check_keys(tlb_checker *c, int64_t base, uint64_t elements, int32_t keys, uint32_t size,
                       const char *path)
{
    int64_t wanted = (int64_t)elements * (keys > 0 ? keys : 0);
    if (wanted && !shape_within(base, wanted, size))
        TLB_FIND(c, SHAPE_KEYS, path, "%lld keys from %lld on exceed the list (length %u)", (long long)wanted,
                 (long long)base, size);
}

void tlb_torque_check_sequence(tlb_checker *c, const shape_lists *lists, const tlb_torque_sequence *q,
                               uint32_t index)
{
    size_t part = tlb_enter(c, "sequences[%u].", index);
    const tlb_torque_set *moved = tlb_shape_translated(lists, q);
    uint32_t turned = count_set(c, &q->rotationMatters, lists->node_count, "rotationMatters");
    uint32_t scales = q->flags & TLB_TORQUE_ARBITRARY_SCALE ? lists->factors.count
                      : q->flags & TLB_TORQUE_ALIGNED_SCALE ? lists->aligned.count
                                                            : lists->uniform.count;
    check_keys(c, (int64_t)q->baseRotation - lists->at_rest, turned, q->numKeys, lists->rotation_count,
               tlb_at(c, "baseRotation"));
    if (moved != &q->rotationMatters) {
        check_keys(c, q->baseTranslation, count_set(c, moved, lists->node_count, "translationMatters"),
                   q->numKeys, lists->translation_count, tlb_at(c, "baseTranslation"));
        check_keys(c, q->baseScale, count_set(c, &q->scaleMatters, lists->node_count, "scaleMatters"),
                   q->numKeys, scales, tlb_at(c, "baseScale"));
    }
    uint64_t states = 0;
    for (uint32_t i = 0; i < lists->object_count; i++)
        states += tlb_shape_has_state(q, i);
    check_keys(c, q->baseObjectState, states, q->numKeys, lists->object_states.count,
               tlb_at(c, "baseObjectState"));
    if (q->numKeys < 0)
        TLB_FIND(c, SHAPE_KEYS, tlb_at(c, "numKeys"), "%d keys", (int)q->numKeys);
    if (!(q->duration > 0) || !isfinite(q->duration))
        TLB_FIND(c, SHAPE_DURATION, tlb_at(c, "duration"), "%g, expected a finite number above 0",
                 (double)q->duration);
    if (q->numTriggers)
        CHECK_RANGE(c, SHAPE_TRIGGERS, q->firstTrigger, q->numTriggers, lists->triggers.count,
                    tlb_at(c, "numTriggers"), "triggers");
    if (q->numGround && lists->version >= 22)
        CHECK_RANGE(c, SHAPE_TRIGGERS, q->firstGround, q->numGround, lists->ground.count,
                    tlb_at(c, "numGround"), "ground frames");
    c->part = part;
}

/* --- all ------------------------------------------------------------------------------------------------ */

static void check_textures(tlb_checker *c, const tlb_torque_material_list *m)
{
    for (uint32_t i = 0; i < m->names.count; i++)
        if (i < m->flags.count && !(m->flags.data[i] & TLB_TORQUE_REFLECTANCE_MAP_ONLY) &&
            m->names.data[i].size)
            tlb_check_file(c, "texture", m->names.data[i].data, tlb_torque_texture_extensions,
                           tlb_at(c, "materialList.names[%u]", i));
}

tlb_status tlb_torque_dts_check(tlb_document *document)
{
    const tlb_torque_shape *x = document->root;
    tlb_checker c = tlb_checker_start(document->context, x);
    c.assets = document->assets;
    shape_lists lists = tlb_shape_lists(x);
    check_nodes(&c, x);
    check_objects(&c, x);
    check_sub_shapes(&c, x);
    check_details(&c, x);
    tlb_torque_check_meshes(&c, x);
    for (uint32_t i = 0; i < x->sequences.count; i++) {
        check_name(&c, x, x->sequences.data[i].nameIndex, "sequences", i);
        tlb_torque_check_sequence(&c, &lists, &x->sequences.data[i], i);
    }
    check_textures(&c, &x->materialList);
    return tlb_checker_end(&c);
}

#include "formats/torque/dts/access.h"

#include <math.h>
#include <string.h>

enum { SPLIT_STATES = 22, FLAGS = 22 }; /* versions that began with these */

/* --- lists --------------------------------------------------------------------------------------------- */

#define SAME_LIST(to, from) ((to).data = (from).data, (to).count = (from).count)

shape_lists tlb_shape_lists(const tlb_torque_shape *shape)
{
    shape_lists lists = {.version = shape->version,
                         .node_count = shape->nodes.count,
                         .object_count = shape->objects.count,
                         .at_rest = shape->version < SPLIT_STATES ? shape->nodes.count : 0,
                         .rotations = (const tlb_quat16 *)shape->nodeRotations.data,
                         .translations = (const tlb_vec3 *)shape->nodeTranslations.data,
                         .rotation_count = shape->nodeRotations.count,
                         .translation_count = shape->nodeTranslations.count,
                         .factor_turns = (const tlb_quat16 *)shape->nodeArbitraryScaleRots.data,
                         .ground_turns = (const tlb_quat16 *)shape->groundRotations.data};
    if (shape->version == TLB_TORQUE_FIRST_VERSION && shape->nodeStates.count > shape->nodes.count) {
        lists.states = shape->nodeStates.data + shape->nodes.count;
        lists.rotation_count = lists.translation_count = shape->nodeStates.count - shape->nodes.count;
    }
    SAME_LIST(lists.uniform, shape->nodeUniformScales);
    SAME_LIST(lists.aligned, shape->nodeAlignedScales);
    SAME_LIST(lists.factors, shape->nodeArbitraryScaleFactors);
    SAME_LIST(lists.ground, shape->groundTranslations);
    SAME_LIST(lists.object_states, shape->objectStates);
    SAME_LIST(lists.triggers, shape->triggers);
    return lists;
}

shape_lists tlb_dsq_lists(const tlb_dsq *dsq)
{
    shape_lists lists = {.version = dsq->version,
                         .node_count = dsq->nodeNames.count,
                         .rotations = (const tlb_quat16 *)dsq->nodeRotations.data,
                         .translations = (const tlb_vec3 *)dsq->nodeTranslations.data,
                         .rotation_count = dsq->nodeRotations.count,
                         .translation_count = dsq->nodeTranslations.count,
                         .factor_turns = (const tlb_quat16 *)dsq->nodeArbitraryScaleRots.data,
                         .ground_turns = (const tlb_quat16 *)dsq->groundRotations.data};
    if (dsq->nodeStates.count) {
        lists.states = dsq->nodeStates.data;
        lists.rotation_count = lists.translation_count = dsq->nodeStates.count;
    }
    SAME_LIST(lists.uniform, dsq->nodeUniformScales);
    SAME_LIST(lists.aligned, dsq->nodeAlignedScales);
    SAME_LIST(lists.factors, dsq->nodeArbitraryScaleFactors);
    SAME_LIST(lists.ground, dsq->groundTranslations);
    SAME_LIST(lists.object_states, dsq->objectStates);
    SAME_LIST(lists.triggers, dsq->triggers);
    return lists;
}

/* --- sets ---------------------------------------------------------------------------------------------- */

bool tlb_shape_has(const tlb_torque_set *set, uint32_t element)
{
    return element / 32 < set->words.count && set->words.data[element / 32] >> element % 32 & 1;
}

bool tlb_shape_has_state(const tlb_torque_sequence *q, uint32_t object)
{
    return tlb_shape_has(&q->visMatters, object) || tlb_shape_has(&q->frameMatters, object) ||
           tlb_shape_has(&q->matFrameMatters, object);
}

bool tlb_shape_is_blend(const shape_lists *lists, const tlb_torque_sequence *q)
{
    return lists->version < FLAGS ? q->blend != 0 : (q->flags & TLB_TORQUE_BLEND) != 0;
}

bool tlb_shape_is_cyclic(const shape_lists *lists, const tlb_torque_sequence *q)
{
    return lists->version < FLAGS ? q->cyclic != 0 : (q->flags & TLB_TORQUE_CYCLIC) != 0;
}

/* --- keys ---------------------------------------------------------------------------------------------- */

const tlb_torque_set *tlb_shape_translated(const shape_lists *lists, const tlb_torque_sequence *q)
{
    return lists->version < SPLIT_STATES ? &q->rotationMatters : &q->translationMatters;
}

/* Where in a list of `count` the value is; false: nowhere. */
static bool find(int64_t base, uint32_t rank, const tlb_torque_sequence *q, uint32_t key, uint32_t count,
                 uint32_t *index)
{
    int64_t at = base + (int64_t)rank * q->numKeys + key;
    *index = (uint32_t)at;
    return (int64_t)key < q->numKeys && shape_is_index(at, count);
}

bool tlb_shape_rotation(const shape_lists *lists, const tlb_torque_sequence *q, uint32_t rank, uint32_t key,
                        float rotation[4])
{
    uint32_t index;
    if (!find((int64_t)q->baseRotation - lists->at_rest, rank, q, key, lists->rotation_count, &index))
        return false;
    tlb_shape_turn(lists->states ? lists->states[index].rotation : lists->rotations[index], rotation);
    return true;
}

bool tlb_shape_translation(const shape_lists *lists, const tlb_torque_sequence *q, uint32_t rank,
                           uint32_t key, float translation[3])
{
    uint32_t index;
    if (!find((int64_t)q->baseTranslation - lists->at_rest, rank, q, key, lists->translation_count, &index))
        return false;
    memcpy(translation, lists->states ? lists->states[index].translation : lists->translations[index],
           sizeof(tlb_vec3));
    return true;
}

bool tlb_shape_scale(const shape_lists *lists, const tlb_torque_sequence *q, uint32_t rank, uint32_t key,
                     float scale[3], bool *turned)
{
    uint32_t index;
    *turned = false;
    if (q->flags & TLB_TORQUE_ARBITRARY_SCALE) {
        float turn[4];
        if (!find(q->baseScale, rank, q, key, lists->factors.count, &index))
            return false;
        memcpy(scale, lists->factors.data[index], sizeof(tlb_vec3));
        tlb_shape_turn(lists->factor_turns[index], turn);
        *turned = turn[0] != 0 || turn[1] != 0 || turn[2] != 0;
    } else if (q->flags & TLB_TORQUE_ALIGNED_SCALE) {
        if (!find(q->baseScale, rank, q, key, lists->aligned.count, &index))
            return false;
        memcpy(scale, lists->aligned.data[index], sizeof(tlb_vec3));
    } else {
        if (!find(q->baseScale, rank, q, key, lists->uniform.count, &index))
            return false;
        scale[0] = scale[1] = scale[2] = lists->uniform.data[index];
    }
    return true;
}

const tlb_torque_object_state *tlb_shape_state(const shape_lists *lists, const tlb_torque_sequence *q,
                                               uint32_t rank, uint32_t key)
{
    uint32_t index;
    return find(q->baseObjectState, rank, q, key, lists->object_states.count, &index)
               ? &lists->object_states.data[index]
               : NULL;
}

/* --- rest ---------------------------------------------------------------------------------------------- */

void tlb_shape_turn(const tlb_quat16 packed, float rotation[4])
{
    double squares = 0;
    for (int i = 0; i < 4; i++)
        squares += (double)packed[i] * packed[i];
    double length = squares > 0 ? sqrt(squares) : 1;
    for (int i = 0; i < 3; i++)
        rotation[i] = (float)(-packed[i] / length);
    rotation[3] = squares > 0 ? (float)(packed[3] / length) : 1;
}

void tlb_shape_rest(const tlb_torque_shape *shape, uint32_t node, float translation[3], float rotation[4])
{
    static const tlb_quat16 none;
    bool old = shape->version == TLB_TORQUE_FIRST_VERSION;
    const int16_t *turn = none;
    memset(translation, 0, sizeof(tlb_vec3));
    if (old && node < shape->nodeStates.count) {
        turn = shape->nodeStates.data[node].rotation;
        memcpy(translation, shape->nodeStates.data[node].translation, sizeof(tlb_vec3));
    } else if (!old) {
        if (node < shape->defaultRotations.count)
            turn = shape->defaultRotations.data[node];
        if (node < shape->defaultTranslations.count)
            memcpy(translation, shape->defaultTranslations.data[node], sizeof(tlb_vec3));
    }
    tlb_shape_turn(turn, rotation);
}

/* --- meshes -------------------------------------------------------------------------------------------- */

const tlb_torque_mesh *tlb_shape_owner(const tlb_torque_shape *shape, const tlb_torque_mesh *mesh)
{
    int64_t limit = shape->meshes.count;
    bool listed = mesh >= shape->meshes.data && mesh < shape->meshes.data + shape->meshes.count;
    if (listed)
        limit = mesh - shape->meshes.data;
    while (mesh->parentMesh >= 0) {
        if (mesh->parentMesh >= limit)
            return NULL;
        limit = mesh->parentMesh;
        mesh = &shape->meshes.data[limit];
    }
    return mesh;
}

const tlb_torque_mesh *tlb_shape_mesh_of(const tlb_torque_shape *shape, const tlb_torque_object *object,
                                         const tlb_torque_detail *detail)
{
    int64_t index = (int64_t)object->startMeshIndex + detail->objectDetailNum;
    if (detail->objectDetailNum < 0 || detail->objectDetailNum >= object->numMeshes ||
        !shape_is_index(index, shape->meshes.count))
        return NULL;
    const tlb_torque_mesh *mesh = &shape->meshes.data[index];
    return mesh->meshType == TLB_TORQUE_NULL_MESH ? NULL : mesh;
}

bool tlb_shape_shows(const tlb_torque_shape *shape, const tlb_torque_detail *detail, uint32_t object)
{
    int32_t sub = detail->subShapeNum;
    if (sub < 0 || (uint32_t)sub >= shape->subShapeFirstObject.count)
        return sub == 0;
    int64_t first = shape->subShapeFirstObject.data[sub], end = INT64_MAX;
    if ((uint32_t)sub < shape->subShapeNumObjects.count)
        end = first + shape->subShapeNumObjects.data[sub];
    else if ((uint32_t)sub + 1 < shape->subShapeFirstObject.count)
        end = shape->subShapeFirstObject.data[sub + 1];
    return object >= first && object < end;
}

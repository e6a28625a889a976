/* What is known of the nodes of a scene before those of a shape are made: levels, collision, scales. */
#include "formats/darkstar/dts/from_scene/from_scene.h"

#include "writers/stretch.h"

/* --- what the scene says of its nodes ------------------------------------------------------------------- */

static void find_level(const dts_maker *m, uint32_t node)
{
    const tlb_node *from = &m->scene->nodes[node];
    dts_hint *hint = &m->hints[node];
    hint->in_level =
        from->parent >= 0 && (m->hints[from->parent].in_level || m->hints[from->parent].level >= 0);
    hint->level = tlb_level_of_node(from, hint->in_level, &hint->size);
}

/* --- scales: engines know none ------------------------------------------------------------------------- */

static void find_shape(dts_maker *m, uint32_t node)
{
    const tlb_node *from = &m->scene->nodes[node];
    dts_hint *hint = &m->hints[node];
    float root[9] = {m->scale, 0, 0, 0, m->scale, 0, 0, 0, m->scale}, turn[4];
    const float *above = from->parent < 0 ? root : m->hints[from->parent].shape;
    for (int i = 0; i < 4; i++)
        turn[i] = tlb_dts_sane(m, from->rotation[i]);
    tlb_dts_make_unit(turn);
    tlb_stretch_within(turn, above, hint->scale, hint->shape);
    m->sheared += hint->moves && !tlb_stretch_is_even(above);
}

/* What is not seen at rest has the size with which it is shown. */
static void find_scales(dts_maker *m)
{
    const tlb_scene *scene = m->scene;
    for (uint32_t i = 0; i < scene->node_count; i++)
        for (int axis = 0; axis < 3; axis++)
            m->hints[i].scale[axis] = tlb_dts_sane(m, scene->nodes[i].scale[axis]);
    for (uint32_t i = 0; i < scene->animation_count; i++)
        for (uint32_t k = 0; k < scene->animations[i].channel_count; k++) {
            const tlb_channel *c = &scene->animations[i].channels[k];
            dts_hint *hint = &m->hints[c->node];
            hint->moves |= c->target == TLB_TARGET_TRANSLATION || c->target == TLB_TARGET_ROTATION;
            for (uint32_t key = 0; c->target == TLB_TARGET_SCALE && key < c->key_count; key++)
                for (int axis = 0; axis < 3; axis++)
                    if (hint->scale[axis] == 0)
                        hint->scale[axis] = tlb_dts_sane(m, c->values[key * 3 + (uint32_t)axis]);
        }
    for (uint32_t i = 0; i < scene->node_count; i++) {
        float *scale = m->hints[i].scale;
        m->hints[i].hidden = scale[0] == 0 && scale[1] == 0 && scale[2] == 0;
        for (int axis = 0; axis < 3; axis++)
            scale[axis] = scale[axis] == 0 ? 1 : scale[axis];
    }
}

/* --- hints ---------------------------------------------------------------------------------------------- */

/* A mesh that only hangs on its parent. */
static bool may_be_object(const dts_maker *m, uint32_t node)
{
    const tlb_node *from = &m->scene->nodes[node];
    const dts_hint *hint = &m->hints[node];
    bool skinned = from->skin >= 0 && from->mesh >= 0 && m->scene->meshes[from->mesh].joints;
    if (hint->picture)
        return true;
    bool turned = from->rotation[0] != 0 || from->rotation[1] != 0 || from->rotation[2] != 0;
    return (from->mesh >= 0 || hint->has_picture) && !hint->has_child && hint->level < 0 && !hint->is_joint &&
           (skinned || (from->parent >= 0 && !hint->moves && !turned));
}

void tlb_dts_find_hints(dts_maker *m)
{
    const tlb_scene *scene = m->scene;
    find_scales(m);
    for (uint32_t i = 0; i < scene->skin_count; i++)
        for (uint32_t k = 0; k < scene->skins[i].joint_count; k++)
            m->hints[scene->skins[i].joints[k]].is_joint = true;
    for (uint32_t i = 0; i < scene->node_count; i++) {
        const tlb_node *from = &scene->nodes[i];
        dts_hint *hint = &m->hints[i];
        const dts_hint *above = from->parent >= 0 ? &m->hints[from->parent] : NULL;
        find_level(m, i);
        hint->collision = tlb_is_collision_node(from) || (above && above->collision);
        hint->hidden |= from->hidden || (above && above->hidden);
        if (from->parent >= 0 && hint->picture)
            m->hints[from->parent].has_picture = true;
        else if (from->parent >= 0)
            m->hints[from->parent].has_child = true;
        find_shape(m, i);
    }
    for (uint32_t i = 0; i < scene->node_count; i++)
        m->hints[i].is_object = may_be_object(m, i);
}

/* What is known of the nodes of a scene before those of a shape are made: levels, collision, scales. */
#include "formats/darkstar/dts/from_scene/from_scene.h"

#include "base/text.h"
#include "scene/geometry/finite.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- what the scene says of its nodes ------------------------------------------------------------------- */

static const tlb_value *extra(const tlb_node *node, const char *key)
{
    return tlb_value_get(node->extras, key);
}
size_t tlb_dts_plain_length(const char *name)
{
    size_t size = strlen(name);
    bool numbered = size > 4 && name[size - 4] == '.';
    for (size_t i = size - 3; numbered && i < size; i++)
        numbered = name[i] >= '0' && name[i] <= '9';
    return numbered ? size - 4 : size;
}

/* "_LOD2" at the end: 2; TLB_NONE without. `stem` is the length of what is before it. */
int32_t tlb_dts_level_of_name(const char *name, size_t *stem)
{
    size_t end = tlb_dts_plain_length(name), at = end;
    while (at && name[at - 1] >= '0' && name[at - 1] <= '9')
        at--;
    bool there = at < end && end - at <= 3 && at >= 4 && name[at - 4] == '_' &&
                 tlb_lower(name[at - 3]) == 'l' && tlb_lower(name[at - 2]) == 'o' &&
                 tlb_lower(name[at - 1]) == 'd';
    *stem = there ? at - 4 : end;
    return there ? (int32_t)strtol(name + at, NULL, 10) : TLB_NONE;
}

static bool starts_with(const char *name, const char *prefix)
{
    for (; *prefix; prefix++, name++)
        if (tlb_lower(*name) != *prefix)
            return false;
    return true;
}

static bool ends_with(const char *name, const char *suffix)
{
    size_t size = tlb_dts_plain_length(name), length = strlen(suffix);
    return size >= length && starts_with(name + size - length, suffix);
}

/* Conventions of other engines' tools. */
static bool is_collision_name(const char *name)
{
    static const char *const prefixes[] = {"ucx_", "ubx_", "usp_", "ucp_"};
    static const char *const suffixes[] = {"-col", "-colonly", "-convcol", "-convcolonly"};
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (starts_with(name, prefixes[i]) || ends_with(name, suffixes[i]))
            return true;
    return false;
}

static void find_level(const dts_maker *m, uint32_t node)
{
    const tlb_node *from = &m->scene->nodes[node];
    dts_hint *hint = &m->hints[node];
    double number;
    size_t stem;
    hint->level = from->level;
    hint->size = from->level >= 0 && from->level_size > 0 ? tlb_finite(from->level_size) : 0;
    if (hint->level < 0 &&
        (dts_number_of(extra(from, "lod"), &number) || dts_number_of(extra(from, "level"), &number)))
        hint->level = number >= 0 && number < INT16_MAX ? (int32_t)number : TLB_NONE;
    hint->in_level =
        from->parent >= 0 && (m->hints[from->parent].in_level || m->hints[from->parent].level >= 0);
    if (hint->level < 0 && !hint->in_level)
        hint->level = tlb_dts_level_of_name(from->name, &stem);
    if (hint->level >= 0 && hint->size == 0 &&
        (dts_number_of(extra(from, "minPixels"), &number) ||
         dts_number_of(extra(from, "levelSize"), &number)))
        hint->size = number > 0 ? (float)number : 0;
}

static bool is_collision(const tlb_node *node)
{
    const tlb_value *value = extra(node, "collision");
    bool told = value && !(value->kind == TLB_VALUE_BOOL && !value->as.boolean) &&
                !(value->kind == TLB_VALUE_INTEGER && !value->as.integer);
    return told || (node->layer && strcmp(node->layer, "collision") == 0) || is_collision_name(node->name);
}

/* --- scales: engines know none ------------------------------------------------------------------------- */

/* out = a^-1 b a s, of a turn, a 3 x 3 matrix and a scale. */
static void shape_within(const float turn[4], const float above[9], const float scale[3], float out[9])
{
    const float back[4] = {-turn[0], -turn[1], -turn[2], turn[3]};
    for (int column = 0; column < 3; column++) {
        float axis[3] = {column == 0 ? scale[0] : 0, column == 1 ? scale[1] : 0, column == 2 ? scale[2] : 0};
        float turned[3], scaled[3];
        tlb_dts_turn(turn, axis, turned);
        for (int i = 0; i < 3; i++)
            scaled[i] = above[i] * turned[0] + above[3 + i] * turned[1] + above[6 + i] * turned[2];
        tlb_dts_turn(back, scaled, out + (size_t)column * 3);
    }
}

/* Whether a matrix scales by the same number on each axis: turns below it leave it as it is. */
static bool is_even(const float shape[9])
{
    float most = fmaxf(fabsf(shape[0]), fmaxf(fabsf(shape[4]), fabsf(shape[8]))), slack = most * 1e-4f;
    for (int i = 0; i < 9; i++)
        if (fabsf(shape[i] - (i % 4 == 0 ? shape[0] : 0)) > slack)
            return false;
    return true;
}

static void find_shape(dts_maker *m, uint32_t node)
{
    const tlb_node *from = &m->scene->nodes[node];
    dts_hint *hint = &m->hints[node];
    float root[9] = {m->scale, 0, 0, 0, m->scale, 0, 0, 0, m->scale}, turn[4];
    const float *above = from->parent < 0 ? root : m->hints[from->parent].shape;
    for (int i = 0; i < 4; i++)
        turn[i] = tlb_dts_sane(m, from->rotation[i]);
    tlb_dts_make_unit(turn);
    bool even = is_even(above) && hint->scale[0] == hint->scale[1] && hint->scale[1] == hint->scale[2];
    for (int i = 0; even && i < 9; i++)
        hint->shape[i] = i % 4 == 0 ? above[0] * hint->scale[0] : 0;
    if (!even)
        shape_within(turn, above, hint->scale, hint->shape);
    m->sheared += hint->moves && !is_even(above);
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
        hint->collision = is_collision(from) || (above && above->collision);
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

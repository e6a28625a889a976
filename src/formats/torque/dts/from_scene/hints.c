/* What is known of the nodes of a scene before those of a shape are made: levels, collision, scales. */
#include "base/text.h"
#include "formats/torque/dts/from_scene/from_scene.h"
#include "writers/stretch.h"

#include <math.h>
#include <stdlib.h>

/* --- animations ----------------------------------------------------------------------------------------- */

static const float *rest_of(const shape_maker *m, const tlb_channel *c)
{
    const tlb_node *node = &m->scene->nodes[c->node];
    return c->target == TLB_TARGET_TRANSLATION ? node->translation
           : c->target == TLB_TARGET_ROTATION  ? node->rotation
                                               : m->hints[c->node].scale;
}

bool tlb_shape_channel_changes(const shape_maker *m, const tlb_channel *c)
{
    static const float slack = 1e-6f;
    uint32_t width = c->target == TLB_TARGET_ROTATION ? 4 : 3;
    const float *rest = rest_of(m, c);
    for (uint32_t k = 0; k < c->key_count; k++) {
        const float *value = c->values + (size_t)k * width;
        float apart = 0, opposed = width == 4 ? 0 : INFINITY;
        for (uint32_t i = 0; i < width; i++) {
            float scale = fmaxf(1, fabsf(rest[i]));
            apart = fmaxf(apart, fabsf(value[i] - rest[i]) / scale);
            opposed = fmaxf(opposed, fabsf(value[i] + rest[i]) / scale);
        }
        if (!(fminf(apart, opposed) <= slack))
            return true;
    }
    return false;
}

/* What is not seen at rest has the size with which it is shown. */
static void find_shown_scales(shape_maker *m)
{
    const tlb_scene *scene = m->scene;
    for (uint32_t i = 0; i < scene->node_count; i++) {
        for (int axis = 0; axis < 3; axis++)
            m->hints[i].scale[axis] = tlb_shape_sane(m, scene->nodes[i].scale[axis]);
        m->hints[i].switches = tlb_scale_vanishes(m->hints[i].scale);
    }
    for (uint32_t i = 0; i < scene->animation_count; i++)
        for (uint32_t k = 0; k < scene->animations[i].channel_count; k++) {
            const tlb_channel *c = &scene->animations[i].channels[k];
            shape_hint *hint = &m->hints[c->node];
            for (uint32_t key = 0; c->target == TLB_TARGET_SCALE && key < c->key_count; key++)
                for (int axis = 0; axis < 3; axis++)
                    if (hint->scale[axis] == 0)
                        hint->scale[axis] = tlb_shape_sane(m, c->values[key * 3 + (uint32_t)axis]);
        }
    for (uint32_t i = 0; i < scene->node_count; i++)
        for (int axis = 0; axis < 3; axis++)
            if (m->hints[i].scale[axis] == 0)
                m->hints[i].scale[axis] = 1;
}

static void find_scale_use(shape_maker *m, const tlb_channel *c)
{
    shape_hint *hint = &m->hints[c->node];
    for (uint32_t key = 0; key < c->key_count; key++) {
        const float *scale = c->values + (size_t)key * 3;
        bool vanishes = tlb_scale_vanishes(scale);
        hint->switches |= vanishes;
        for (int axis = 0; axis < 3 && !vanishes; axis++)
            hint->scales |= !(fabsf(scale[axis] - hint->scale[axis]) <= 1e-4f * fabsf(hint->scale[axis]));
    }
}

static void find_motion(shape_maker *m)
{
    for (uint32_t i = 0; i < m->scene->animation_count; i++)
        for (uint32_t k = 0; k < m->scene->animations[i].channel_count; k++) {
            const tlb_channel *c = &m->scene->animations[i].channels[k];
            if (c->target == TLB_TARGET_SCALE)
                find_scale_use(m, c);
            else if (c->target != TLB_TARGET_MORPHS)
                m->hints[c->node].moves |= tlb_shape_channel_changes(m, c);
        }
}

static void find_stretch(shape_maker *m, uint32_t node)
{
    const tlb_node *from = &m->scene->nodes[node];
    shape_hint *hint = &m->hints[node];
    const float root[9] = {m->scale, 0, 0, 0, m->scale, 0, 0, 0, m->scale};
    float turn[4], length = 0;
    memcpy(hint->above, from->parent < 0 ? root : m->hints[from->parent].within, sizeof root);
    for (int i = 0; i < 4; i++) {
        turn[i] = tlb_shape_sane(m, from->rotation[i]);
        length += turn[i] * turn[i];
    }
    length = length > 0 ? sqrtf(length) : 1;
    for (int i = 0; i < 4; i++)
        turn[i] /= length;
    tlb_stretch_within(turn, hint->above, hint->scale, hint->within);
    m->sheared += hint->moves && !tlb_stretch_is_even(hint->above);
}

/* --- levels and collision ------------------------------------------------------------------------------- */

bool tlb_shape_size_of_name(const char *name, int32_t *size, size_t *stem)
{
    enum { DIGITS = 4 };
    size_t end = tlb_plain_name_length(name), at = end;
    while (at && name[at - 1] >= '0' && name[at - 1] <= '9')
        at--;
    if (at == end || end - at > DIGITS)
        return false;
    *size = (int32_t)strtol(name + at, NULL, 10);
    bool negative = at && name[at - 1] == '-';
    *size = negative ? -*size : *size;
    *stem = negative ? at - 1 : at;
    return *stem > 0;
}

/* "Col-1", "LOS-9": names that the games' own tools know. */
static const char *detail_of_name(shape_maker *m, const char *name)
{
    static const struct {
        const char *word, *detail;
    } words[] = {{"collision", "Collision"}, {"col", "Collision"}, {"los", "LOS"}, {"loscol", "LOS"}};
    int32_t size;
    size_t stem;
    if (!tlb_shape_size_of_name(name, &size, &stem) || size >= 0)
        return NULL;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (shape_is_word(name, stem, words[i].word))
            return tlb_arena_printf(m->arena, "%s%d", words[i].detail, (int)size);
    return NULL;
}

/* The parent's; `none` of a root. */
static const shape_hint *hint_above(const shape_maker *m, uint32_t node)
{
    static const shape_hint none = {.level = TLB_NONE};
    int32_t parent = m->scene->nodes[node].parent;
    return parent < 0 ? &none : &m->hints[parent];
}

static void find_collision(shape_maker *m, const tlb_node *from, const shape_hint *above, shape_hint *hint)
{
    const tlb_value *told = tlb_value_get(from->extras, "detail");
    hint->collision = tlb_is_collision_node(from);
    if (hint->collision && told && told->kind == TLB_VALUE_TEXT && told->as.text.size)
        hint->detail = tlb_copy_text(m->arena, told->as.text.data, told->as.text.size).data;
    else if (!tlb_value_get(from->extras, "collision") && from->mesh >= 0) {
        hint->detail = detail_of_name(m, from->name);
        hint->collision |= hint->detail != NULL;
    }
    if (!hint->collision && above->collision) {
        hint->collision = true;
        hint->detail = above->detail;
    }
}

static void find_level(const tlb_node *from, const shape_hint *above, shape_hint *hint)
{
    hint->in_level = above->in_level || above->level >= 0;
    hint->stem = strlen(from->name);
    hint->level = hint->collision ? TLB_NONE : tlb_level_of_node(from, hint->in_level, &hint->level_size);
    size_t stem;
    if (hint->level >= 0 && tlb_level_of_name(from->name, &stem) != TLB_NONE && stem)
        hint->stem = stem;
}

/* --- all ------------------------------------------------------------------------------------------------ */

bool tlb_shape_is_skinned(const tlb_scene *scene, const tlb_node *node)
{
    return node->skin >= 0 && node->mesh >= 0 && scene->skins[node->skin].joint_count &&
           scene->meshes[node->mesh].joints && scene->meshes[node->mesh].weights;
}

/* A mesh that only hangs on its parent. */
static bool is_holder(const shape_maker *m, uint32_t node)
{
    const tlb_node *from = &m->scene->nodes[node];
    const shape_hint *hint = &m->hints[node];
    bool still = from->translation[0] == 0 && from->translation[1] == 0 && from->translation[2] == 0 &&
                 from->rotation[0] == 0 && from->rotation[1] == 0 && from->rotation[2] == 0;
    return from->mesh >= 0 && !hint->has_child && !hint->is_joint && !hint->moves && !hint->scales &&
           (tlb_shape_is_skinned(m->scene, from) || (from->parent >= 0 && still));
}

void tlb_shape_find_hints(shape_maker *m)
{
    const tlb_scene *scene = m->scene;
    find_shown_scales(m);
    find_motion(m);
    for (uint32_t i = 0; i < scene->skin_count; i++)
        for (uint32_t k = 0; k < scene->skins[i].joint_count; k++)
            m->hints[scene->skins[i].joints[k]].is_joint = true;
    for (uint32_t i = 0; i < scene->node_count; i++) {
        const tlb_node *from = &scene->nodes[i];
        shape_hint *hint = &m->hints[i];
        const shape_hint *above = hint_above(m, i);
        hint->place = TLB_NONE;
        find_collision(m, from, above, hint);
        find_level(from, above, hint);
        hint->hidden = !hint->collision && (from->hidden || above->hidden);
        hint->left_out = (from->hidden && from->layer && !hint->collision) || above->left_out;
        if (from->parent >= 0)
            m->hints[from->parent].has_child = true;
        find_stretch(m, i);
    }
    for (uint32_t i = 0; i < scene->node_count; i++)
        m->hints[i].is_holder = is_holder(m, i);
}

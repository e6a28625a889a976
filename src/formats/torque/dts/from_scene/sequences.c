/* Animations as sequences: the keys of nodes, triggers and movement over ground. */
#include "base/text.h"
#include "formats/torque/dts/from_scene/from_scene.h"

#include <math.h>

/* --- sets ----------------------------------------------------------------------------------------------- */

bool tlb_shape_put_in_set(shape_maker *m, tlb_torque_set *set, uint32_t element)
{
    uint32_t words = element / 32 + 1;
    if (!set->words.data || words > set->words.count) {
        uint32_t *grown = tlb_zalloc_array(m->arena, words, sizeof *grown);
        if (!grown)
            return false;
        if (set->words.data)
            memcpy(grown, set->words.data, set->words.count * sizeof *grown);
        set->words.data = grown;
        set->words.count = words;
    }
    set->words.data[element / 32] |= 1u << element % 32;
    return true;
}

/* --- keys of nodes -------------------------------------------------------------------------------------- */

/* What an animation has for a node of the shape, and its keys. */
typedef struct node_use {
    uint32_t node;
    bool turns, moves, scales;
    tlb_quat16 *rotations;
    tlb_vec3 *translations, *factors;
} node_use;

typedef TLB_LIST(node_use) node_uses;

/* To what a blend adds: as it is read of the file. */
static void find_delta(const shape_maker *m, uint32_t node, shape_place *place)
{
    float rest[3], turn[4], moved[3], size = 1;
    tlb_shape_rest(m->shape, node, rest, turn);
    const float back[4] = {-turn[0], -turn[1], -turn[2], turn[3]};
    for (int i = 0; i < 3; i++) {
        moved[i] = place->translation[i] - rest[i];
        size = fmaxf(size, fmaxf(fabsf(place->translation[i]), fabsf(rest[i])));
    }
    tlb_shape_rotate(back, moved, moved);
    tlb_shape_multiply(back, place->rotation, place->rotation);
    float step = ldexpf(1, ilogbf(size) - 18); /* what is read of it gives the same */
    for (int i = 0; i < 3; i++)
        place->translation[i] = roundf(moved[i] / step) * step + 0.0f;
}

static void find_key(shape_maker *m, const made_sequence *q, const tlb_scene *posed, node_use *use,
                     uint32_t key)
{
    uint32_t source = m->sources.data[use->node];
    const tlb_node *node = &posed->nodes[source];
    const float *shown = m->hints[source].scale;
    shape_place place;
    tlb_shape_place_node(m, source, node->translation, node->rotation, &place);
    if (q->blend)
        find_delta(m, use->node, &place);
    if (use->turns)
        tlb_shape_pack_turn(place.rotation, use->rotations[key]);
    if (use->moves)
        memcpy(use->translations[key], place.translation, sizeof place.translation);
    if (!use->scales)
        return;
    static const int axis[3] = {0, 2, 1};
    for (int i = 0; i < 3; i++)
        use->factors[key][axis[i]] = tlb_shape_sane(m, node->scale[i] / shown[i]);
}

/* The nodes that channels of the animation move, by their numbers. */
static bool find_uses(shape_maker *m, const made_sequence *q, node_uses *uses)
{
    enum { TURNS = 1, MOVES = 2, SCALES = 4 };
    uint8_t *marks = tlb_zalloc(m->arena, m->scene->node_count);
    bool rests = q->from->channel_count == 1; /* one channel keeps a sequence that moves nothing */
    if (!marks)
        return false;
    for (uint32_t i = 0; i < q->from->channel_count; i++) {
        const tlb_channel *c = &q->from->channels[i];
        bool changes = c->key_count && c->target != TLB_TARGET_MORPHS && tlb_shape_channel_changes(m, c);
        if (!c->key_count || c->target == TLB_TARGET_MORPHS || (!changes && (!q->told || rests)) ||
            (c->target == TLB_TARGET_SCALE && !m->hints[c->node].scales))
            continue;
        marks[c->node] |= c->target == TLB_TARGET_ROTATION      ? TURNS
                          : c->target == TLB_TARGET_TRANSLATION ? MOVES
                                                                : SCALES;
    }
    for (uint32_t i = 0; i < m->sources.count; i++) {
        uint8_t mark = marks[m->sources.data[i]];
        node_use *use = mark ? TLB_PUSH(m->arena, uses) : NULL;
        if (!mark)
            continue;
        if (!use)
            return false;
        *use = (node_use){.node = i, .turns = mark & TURNS, .moves = mark & MOVES, .scales = mark & SCALES};
        use->rotations = tlb_alloc_array(m->arena, use->turns ? q->keys : 0, sizeof *use->rotations);
        use->translations = tlb_alloc_array(m->arena, use->moves ? q->keys : 0, sizeof *use->translations);
        use->factors = tlb_alloc_array(m->arena, use->scales ? q->keys : 0, sizeof *use->factors);
        if (!use->rotations || !use->translations || !use->factors)
            return false;
    }
    return true;
}

static bool find_keys(shape_maker *m, const made_sequence *q, const node_uses *uses)
{
    tlb_arena work;
    tlb_scene posed;
    bool done = true;
    tlb_arena_init(&work, m->arena->account);
    for (uint32_t k = 0; k < q->keys && uses->count && done; k++) {
        tlb_mark mark = tlb_arena_mark(&work);
        done = tlb_scene_at(m->scene, q->from, q->times[k], &work, &posed);
        for (uint32_t i = 0; i < uses->count && done; i++)
            find_key(m, q, &posed, &uses->data[i], k);
        tlb_arena_rewind(&work, mark);
    }
    tlb_arena_fail(m->arena, work.failure);
    tlb_arena_release(&work);
    return done;
}

/* Whether all scales of the sequence are alike on all axes. */
static bool are_uniform(const made_sequence *q, const node_uses *uses)
{
    static const float slack = 1e-5f;
    for (uint32_t i = 0; i < uses->count; i++)
        for (uint32_t k = 0; uses->data[i].scales && k < q->keys; k++) {
            const float *f = uses->data[i].factors[k];
            if (!(fabsf(f[1] - f[0]) <= slack * fabsf(f[0])) || !(fabsf(f[2] - f[0]) <= slack * fabsf(f[0])))
                return false;
        }
    return true;
}

static bool add_scales(shape_maker *m, const made_sequence *q, const node_use *use, bool uniform)
{
    if (!(uniform ? TLB_RESERVE(m->arena, &m->uniform_scales, q->keys)
                  : TLB_RESERVE(m->arena, &m->aligned_scales, q->keys)))
        return false;
    for (uint32_t k = 0; k < q->keys; k++)
        if (uniform)
            m->uniform_scales.data[m->uniform_scales.count++] = use->factors[k][0];
        else
            memcpy(m->aligned_scales.data[m->aligned_scales.count++], use->factors[k], sizeof(tlb_vec3));
    return true;
}

static bool add_node_keys(shape_maker *m, const made_sequence *q, const node_uses *uses,
                          tlb_torque_sequence *to)
{
    bool uniform = are_uniform(q, uses);
    to->baseRotation = (int32_t)m->rotations.count;
    to->baseTranslation = (int32_t)m->translations.count;
    to->baseScale = (int32_t)(uniform ? m->uniform_scales.count : m->aligned_scales.count);
    for (uint32_t i = 0; i < uses->count; i++) {
        const node_use *use = &uses->data[i];
        if (use->turns) {
            if (!tlb_shape_put_in_set(m, &to->rotationMatters, use->node) ||
                !TLB_RESERVE(m->arena, &m->rotations, q->keys))
                return false;
            memcpy(m->rotations.data + m->rotations.count, use->rotations, q->keys * sizeof(tlb_quat16));
            m->rotations.count += q->keys;
        }
        if (use->moves) {
            if (!tlb_shape_put_in_set(m, &to->translationMatters, use->node) ||
                !TLB_RESERVE(m->arena, &m->translations, q->keys))
                return false;
            memcpy(m->translations.data + m->translations.count, use->translations,
                   q->keys * sizeof(tlb_vec3));
            m->translations.count += q->keys;
        }
        if (!use->scales)
            continue;
        to->flags |= uniform ? TLB_TORQUE_UNIFORM_SCALE : TLB_TORQUE_ALIGNED_SCALE;
        if (!tlb_shape_put_in_set(m, &to->scaleMatters, use->node) || !add_scales(m, q, use, uniform))
            return false;
    }
    return true;
}

/* --- what extras say ------------------------------------------------------------------------------------ */

static const tlb_value *first_of(const tlb_animation *from, const char *name)
{
    const tlb_value *list = tlb_value_get(from->extras, name);
    return list && list->kind == TLB_VALUE_LIST ? list->as.members.first : NULL;
}

static bool add_triggers(shape_maker *m, const tlb_animation *from, tlb_torque_sequence *to)
{
    static const uint32_t most = ~(TLB_TORQUE_TRIGGER_ON | TLB_TORQUE_TRIGGER_INVERT);
    to->firstTrigger = (int32_t)m->triggers.count;
    for (const tlb_value *of = first_of(from, "triggers"); of; of = of->next) {
        const tlb_value *mask = tlb_value_get(of, "mask");
        double pos, bits = 0;
        bool told = tlb_hint_number(tlb_value_get(of, "pos"), &pos) && mask;
        if (mask && mask->kind == TLB_VALUE_INTEGER)
            bits = (double)mask->as.integer;
        else if (mask && mask->kind == TLB_VALUE_REAL)
            bits = mask->as.real;
        if (!told || !(bits >= 0 && bits <= most))
            continue;
        tlb_torque_trigger *trigger = TLB_PUSH(m->arena, &m->triggers);
        if (!trigger)
            return false;
        *trigger = (tlb_torque_trigger){(uint32_t)bits, (float)pos};
        if (tlb_hint_is_true(tlb_value_get(of, "on"), false))
            trigger->state |= TLB_TORQUE_TRIGGER_ON;
        if (tlb_hint_is_true(tlb_value_get(of, "invert"), false))
            trigger->state |= TLB_TORQUE_TRIGGER_INVERT;
    }
    to->numTriggers = (int32_t)m->triggers.count - to->firstTrigger;
    return true;
}

/* Where the shape has moved, in its own axes; a scene that is turned moves that way. */
static bool add_ground(shape_maker *m, const tlb_animation *from, tlb_torque_sequence *to)
{
    float turn[4], back[4];
    shape_axes_from_scene(turn, m->turn);
    turn[3] = m->turn[3];
    for (int i = 0; i < 4; i++)
        back[i] = i < 3 ? -turn[i] : turn[i];
    to->firstGround = (int32_t)m->ground.count;
    for (const tlb_value *of = first_of(from, "ground"); of; of = of->next) {
        float moved[3], rotation[4];
        if (!tlb_shape_read_numbers(tlb_value_get(of, "translation"), moved, 3) ||
            !tlb_shape_read_numbers(tlb_value_get(of, "rotation"), rotation, 4))
            continue;
        tlb_vec3 *place = TLB_PUSH(m->arena, &m->ground);
        tlb_quat16 *packed = TLB_PUSH(m->arena, &m->ground_turns);
        if (!place || !packed)
            return false;
        if (m->turn[3] < 1) {
            tlb_shape_rotate(turn, moved, moved);
            tlb_shape_multiply(turn, rotation, rotation);
            tlb_shape_multiply(rotation, back, rotation);
        }
        memcpy(*place, moved, sizeof *place);
        tlb_shape_pack_turn(rotation, *packed);
    }
    to->numGround = (int32_t)m->ground.count - to->firstGround;
    return true;
}

static bool add_lists(shape_maker *m, const tlb_animation *from, tlb_torque_sequence *to)
{
    const tlb_torque_shape *x = m->shape;
    for (const tlb_value *of = first_of(from, "ifl"); of; of = of->next)
        for (uint32_t i = 0; i < x->iflMaterials.count && of->kind == TLB_VALUE_TEXT; i++)
            if (tlb_same_text(x->materialList.names.data[x->iflMaterials.data[i].materialSlot],
                              of->as.text) &&
                !tlb_shape_put_in_set(m, &to->iflMatters, i))
                return false;
    return true;
}

/* --- all ------------------------------------------------------------------------------------------------ */

static bool make_sequence(shape_maker *m, const made_sequence *q, tlb_torque_sequence *to)
{
    node_uses uses = {0};
    double priority = 0;
    const char *name =
        tlb_shape_distinct_name(m, &m->sequence_names, *q->from->name ? q->from->name : "sequence");
    tlb_hint_number(tlb_value_get(q->from->extras, "priority"), &priority);
    *to = (tlb_torque_sequence){.nameIndex = name ? tlb_shape_name_number(m, name) : TLB_NONE,
                                .flags =
                                    (q->cyclic ? TLB_TORQUE_CYCLIC : 0u) | (q->blend ? TLB_TORQUE_BLEND : 0u),
                                .numKeys = (int32_t)q->keys,
                                .duration = q->duration,
                                .priority = (int32_t)priority};
    return to->nameIndex != TLB_NONE && find_uses(m, q, &uses) && find_keys(m, q, &uses) &&
           add_node_keys(m, q, &uses, to) && tlb_shape_add_states(m, q, to) && add_triggers(m, q->from, to) &&
           add_ground(m, q->from, to) && add_lists(m, q->from, to);
}

bool tlb_shape_make_sequences(shape_maker *m)
{
    enum { MOST_KEYS = 1 << 24 };
    tlb_torque_shape *x = m->shape;
    x->sequences.data = tlb_zalloc_array(m->arena, m->sequences.count, sizeof *x->sequences.data);
    x->sequences.count = m->sequences.count;
    if (!x->sequences.data)
        return false;
    for (uint32_t i = 0; i < m->sequences.count; i++) {
        if (!make_sequence(m, &m->sequences.data[i], &x->sequences.data[i]))
            return false;
        if (m->rotations.count > MOST_KEYS || m->translations.count > MOST_KEYS) {
            tlb_shape_refuse(m, "keys of animations", m->rotations.count, MOST_KEYS);
            return false;
        }
    }
    return true;
}

/* An animation of a model in place of a sequence of a shape: the tracks of its nodes. What objects show, and
 * the triggers, stay those of the sequence. */
#include "formats/darkstar/dts/from_scene/like.h"

#include "base/text.h"

#include <string.h>

/* --- which --------------------------------------------------------------------------------------------- */

static tlb_animation *find_animation(const tlb_scene *scene, const char *name)
{
    for (uint32_t i = 0; i < scene->animation_count; i++)
        if (tlb_same_nocase(scene->animations[i].name, name))
            return &scene->animations[i];
    return NULL;
}

static tlb_status refuse(dts_like *l, const char *where, const tlb_scene *scene, const char *name)
{
    tlb_name_list names = {0};
    for (uint32_t i = 0; i < scene->animation_count; i++)
        tlb_name_list_add(&names, scene->animations[i].name);
    return tlb_refuse_option(l->source.context, "sequence", "%s has no animation \"%s\"; it has: %s", where,
                             name, names.size ? names.text : "none");
}

/* --- channels ------------------------------------------------------------------------------------------ */

/* What leads from a node's place in its parent in the model to its place in its parent in the shape. */
static tlb_dts_placement way_to(const dts_like *l, uint32_t node, int32_t to)
{
    int32_t above = l->source.scene->nodes[node].parent, parent = l->shape->nodes.data[to].parent;
    tlb_dts_placement turn = DTS_NO_MOVE;
    memcpy(turn.rotation, l->source.turn, sizeof turn.rotation);
    bool is_same = above >= 0 && parent >= 0 && l->match[above] == parent;
    if (is_same)
        return DTS_NO_MOVE;
    return tlb_dts_way(parent < 0 ? &DTS_NO_MOVE : &l->rest[parent], above < 0 ? &turn : &l->places[above]);
}

static bool add_channel(dts_like *l, const tlb_channel *from, int32_t to, tlb_channel *channel)
{
    const tlb_node *node = &l->source.scene->nodes[from->node];
    tlb_dts_placement way = way_to(l, (uint32_t)from->node, to);
    bool moves = from->target == TLB_TARGET_TRANSLATION;
    uint32_t width = moves ? 3 : 4;
    *channel = *from;
    channel->node = to;
    if (!tlb_channel_reserve(l->scene, channel, from->key_count))
        return false;
    memcpy(channel->times, from->times, from->key_count * sizeof *channel->times);
    for (uint32_t i = 0; i < from->key_count; i++) {
        const float *value = from->values + (size_t)i * width;
        dts_made_node made = {0};
        tlb_dts_place(&l->source, (uint32_t)from->node, moves ? value : node->translation,
                      moves ? node->rotation : value, &made);
        tlb_dts_placement own = DTS_NO_MOVE;
        memcpy(own.translation, made.translation, sizeof own.translation);
        memcpy(own.rotation, made.rotation, sizeof own.rotation);
        own = tlb_dts_place_within(&way, &own);
        memcpy(channel->values + (size_t)i * width, moves ? own.translation : own.rotation,
               width * sizeof(float));
    }
    return true;
}

/* The node of a detail that the channel moves; TLB_NONE. */
static int32_t target_in(dts_like *l, const tlb_channel *c, int32_t detail)
{
    bool moves = c->key_count && (c->target == TLB_TARGET_TRANSLATION || c->target == TLB_TARGET_ROTATION);
    return moves ? tlb_dts_like_find(l, DTS_NAMED_NODE, detail, false, l->source.scene->nodes[c->node].name)
                 : TLB_NONE;
}

/* The channels of a shape's sequence that are not about where nodes are stay, as parts of the new duration.
 */
static uint32_t keep_channels(const dts_like *l, tlb_animation *sequence, float duration)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < sequence->channel_count; i++) {
        tlb_channel *c = &sequence->channels[i];
        bool of_node = (uint32_t)c->node < l->shape->nodes.count;
        if (of_node && (c->target == TLB_TARGET_TRANSLATION || c->target == TLB_TARGET_ROTATION))
            continue;
        for (uint32_t k = 0; sequence->duration > 0 && k < c->key_count; k++)
            c->times[k] *= duration / sequence->duration;
        sequence->channels[kept++] = *c;
    }
    return kept;
}

/* Every detail has nodes of its own. `unmatched` counts the nodes that none has. */
static bool replace_channels(dts_like *l, const tlb_animation *from, tlb_animation *sequence,
                             uint32_t *unmatched, const char **first)
{
    uint32_t details = l->shape->details.count, kept = keep_channels(l, sequence, from->duration);
    uint64_t most = (uint64_t)from->channel_count * (details + 1) + kept;
    tlb_channel *channels =
        most < UINT32_MAX ? tlb_alloc_array(tlb_scene_arena(l->scene), most, sizeof *channels) : NULL;
    bool *known = tlb_zalloc(l->source.arena, l->source.scene->node_count);
    if (!channels || !known)
        return false;
    memcpy(channels, sequence->channels, kept * sizeof *channels);
    for (uint32_t i = 0; i < from->channel_count; i++) {
        const tlb_channel *c = &from->channels[i];
        bool matched = false;
        for (int32_t detail = TLB_NONE; detail < (int32_t)details; detail++) {
            int32_t to = target_in(l, c, detail);
            if (to == TLB_NONE)
                continue;
            matched = true;
            if (!add_channel(l, c, to, &channels[kept++]))
                return false;
        }
        if (matched || known[c->node] || !c->key_count || c->target == TLB_TARGET_SCALE ||
            c->target == TLB_TARGET_MORPHS)
            continue;
        known[c->node] = true;
        if (!(*unmatched)++)
            *first = l->source.scene->nodes[c->node].name;
    }
    sequence->channels = channels;
    sequence->channel_count = kept;
    return true;
}

/* Triggers of the animation, where it has some, in place of the sequence's. */
static void take_triggers(const tlb_animation *from, tlb_animation *sequence)
{
    const tlb_value *list = tlb_value_get(from->extras, "frameTriggers");
    tlb_value *own = (tlb_value *)tlb_value_get(sequence->extras, "frameTriggers");
    if (!list || list->kind != TLB_VALUE_LIST)
        return;
    if (own)
        own->as = list->as;
    else
        tlb_value_append(sequence->extras, "frameTriggers", (tlb_value *)list);
}

tlb_status tlb_dts_like_sequence(dts_like *l, const char *name)
{
    const tlb_scene *model = l->source.scene;
    tlb_context *context = l->source.context;
    tlb_animation *sequence = find_animation(l->scene, name);
    const tlb_animation *from = find_animation(model, name);
    uint32_t unmatched = 0;
    const char *first = "";
    if (!sequence)
        return refuse(l, tlb_arena_printf(l->source.arena, "\"%s\"", l->title), l->scene, name);
    if (!from && model->animation_count == 1)
        from = &model->animations[0];
    if (!from)
        return refuse(l, "the scene", model, name);
    if (!replace_channels(l, from, sequence, &unmatched, &first))
        return tlb_report_memory(context, l->source.arena);
    sequence->duration = from->duration;
    take_triggers(from, sequence);
    if (unmatched)
        tlb_report(context, TLB_CODE_DTS_LIKE, TLB_NO_OFFSET, NULL, "%u animated %s not in \"%s\": \"%s\"%s",
                   unmatched, tlb_plural(unmatched, "node is", "nodes are"), l->title, first,
                   unmatched > 1 ? " and others" : "");
    return TLB_OK;
}

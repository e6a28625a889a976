#include "scene/animation/flips.h"

#include "scene/build/build.h"
#include "scene/transform/gather.h"

#include <string.h>

/* --- meshes ------------------------------------------------------------------------------------------- */

/* The vertices that parts use, in their order. */
typedef struct selection {
    const tlb_mesh *from;
    uint32_t *places; /* for each vertex of `from` its place among those selected */
    uint32_t *list;
    uint32_t count, index_count, part_count;
} selection;

static const uint32_t unused = UINT32_MAX;

static bool select_vertices(tlb_arena *arena, const bool *taken, selection *s)
{
    const tlb_mesh *from = s->from;
    s->places = tlb_alloc_array(arena, from->vertex_count, sizeof *s->places);
    s->list = tlb_alloc_array(arena, from->vertex_count, sizeof *s->list);
    if (!s->places || !s->list)
        return false;
    memset(s->places, 0xff, from->vertex_count * sizeof *s->places);
    for (uint32_t p = 0; p < from->part_count; p++) {
        const tlb_part *part = &from->parts[p];
        for (uint32_t i = 0; taken[p] && i < part->index_count; i++)
            s->places[from->indices[part->first_index + i]] = 0;
        s->part_count += taken[p];
        s->index_count += taken[p] ? part->index_count : 0;
    }
    for (uint32_t i = 0; i < from->vertex_count; i++)
        if (s->places[i] != unused) {
            s->places[i] = s->count;
            s->list[s->count++] = i;
        }
    return true;
}

static bool gather_parts(tlb_arena *arena, const selection *s, const bool *taken, tlb_mesh *to)
{
    to->parts = tlb_alloc_array(arena, s->part_count, sizeof *to->parts);
    to->indices = tlb_alloc_array(arena, s->index_count, sizeof *to->indices);
    to->part_count = to->index_count = 0;
    if (!to->parts || !to->indices)
        return false;
    for (uint32_t p = 0; p < s->from->part_count; p++) {
        const tlb_part *part = &s->from->parts[p];
        if (!taken[p])
            continue;
        to->parts[to->part_count++] = (tlb_part){part->material, to->index_count, part->index_count};
        for (uint32_t i = 0; i < part->index_count; i++)
            to->indices[to->index_count++] = s->places[s->from->indices[part->first_index + i]];
    }
    return true;
}

bool tlb_mesh_of_parts(tlb_arena *arena, const tlb_mesh *from, const bool *taken, const float (*uv)[2],
                       tlb_mesh *to)
{
    tlb_arena work;
    tlb_arena_init(&work, arena->account);
    selection s = {.from = from};
    bool done = select_vertices(&work, taken, &s);
    done = done && tlb_mesh_gather(arena, from, s.list, s.count, to);
    if (uv)
        done = done && tlb_gather(arena, s.list, s.count, uv, sizeof *uv, &to->uv[0]);
    done = done && gather_parts(arena, &s, taken, to);
    tlb_arena_release(&work);
    tlb_arena_fail(arena, work.failure);
    return done;
}

/* --- nodes and channels --------------------------------------------------------------------------------- */

bool tlb_add_flip_nodes(tlb_scene *scene, int32_t parent, int32_t first_mesh, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        int32_t mesh = first_mesh + (int32_t)i;
        tlb_node *node = tlb_scene_add_node(scene, scene->meshes[mesh].name, parent);
        if (!node)
            return false;
        node->mesh = mesh;
        if (i)
            node->scale[0] = node->scale[1] = node->scale[2] = 0;
    }
    return true;
}

/* How many keys a node has: where it comes or goes. */
static uint32_t count_turns(const tlb_flip_key *keys, uint32_t key_count, uint32_t number)
{
    uint32_t turns = 1;
    for (uint32_t i = 1; i < key_count; i++)
        turns += (keys[i].shown == number) != (keys[i - 1].shown == number);
    return turns;
}

bool tlb_add_flip_channels(tlb_scene *scene, tlb_animation *animation, int32_t first_node, uint32_t count,
                           const tlb_flip_key *keys, uint32_t key_count)
{
    for (uint32_t number = 0; number < count; number++) {
        uint32_t turns = count_turns(keys, key_count, number);
        if (turns == 1 && (keys[0].shown == number) == (number == 0))
            continue;
        tlb_channel *channel = &animation->channels[animation->channel_count++];
        *channel = (tlb_channel){
            .node = first_node + (int32_t)number, .target = TLB_TARGET_SCALE, .interpolation = TLB_STEP};
        if (!tlb_channel_reserve(scene, channel, turns + 1))
            return false;
        channel->key_count = 0;
        for (uint32_t i = 0; i < key_count; i++) {
            bool shown = keys[i].shown == number;
            if (i && shown == (keys[i - 1].shown == number))
                continue;
            float *value = channel->values + (size_t)channel->key_count * 3;
            value[0] = value[1] = value[2] = shown ? 1.0f : 0.0f;
            channel->times[channel->key_count++] = keys[i].time;
        }
    }
    return true;
}

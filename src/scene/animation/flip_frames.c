#include "scene/animation/flip_frames.h"

#include "scene/build/build.h"
#include "scene/geometry/unit.h"

#include <string.h>

enum {
    MOST_MOVERS = 1 << 22, /* animations times nodes */
    MOST_FORMS = 64,
    NO_FORM = MOST_FORMS + 1,
    LEAST_VERTICES = 1 << 16,
    VERTICES_PER_VERTEX = 4
};

/* What moves a node in an animation; NULL: nothing. */
typedef struct movers {
    const tlb_channel *scale, *morphs;
} movers;

typedef struct baker {
    tlb_arena *arena;
    const tlb_scene *from;
    tlb_layers *out;
    movers *movers;    /* by animation, then node */
    bool *bakes;       /* by node */
    uint64_t vertices; /* that may still be added */
    TLB_LIST(tlb_node) nodes;
    TLB_LIST(uint32_t) of_node;
    TLB_LIST(tlb_mesh) meshes;
} baker;

static movers *movers_of(const baker *s, uint32_t animation, uint32_t node)
{
    return &s->movers[(size_t)animation * s->from->node_count + node];
}

/* --- which pictures ------------------------------------------------------------------------------------ */

/* A scale of 0 or 1, in steps. */
static bool is_flip(const tlb_channel *channel)
{
    bool flip = channel->target == TLB_TARGET_SCALE && channel->interpolation == TLB_STEP;
    for (uint32_t i = 0; i < channel->key_count * 3 && flip; i++)
        flip = (channel->values[i] == 0 || channel->values[i] == 1) &&
               channel->values[i] == channel->values[i / 3 * 3];
    return flip;
}

/* Leaves that only flip and morph, both in steps. */
static void look_at_channel(baker *s, uint32_t animation, const tlb_channel *channel, bool *flips)
{
    const tlb_node *node = &s->from->nodes[channel->node];
    bool *bakes = &s->bakes[channel->node];
    movers *m = movers_of(s, animation, (uint32_t)channel->node);
    if (node->mesh < 0 || !s->from->meshes[node->mesh].morph_count) {
        *bakes = false;
    } else if (channel->target == TLB_TARGET_MORPHS) {
        *bakes &= channel->interpolation == TLB_STEP && !m->morphs;
        m->morphs = channel;
    } else if (is_flip(channel)) {
        *bakes &= !m->scale;
        m->scale = channel;
        flips[channel->node] = true;
    } else
        *bakes = false;
}

static bool find_pictures(baker *s)
{
    const tlb_scene *from = s->from;
    bool *flips = tlb_zalloc_array(s->arena, from->node_count, sizeof *flips);
    s->bakes = tlb_alloc_array(s->arena, from->node_count, sizeof *s->bakes);
    s->movers =
        tlb_zalloc_array(s->arena, (size_t)from->animation_count * from->node_count, sizeof *s->movers);
    if (!flips || !s->bakes || !s->movers)
        return false;
    memset(s->bakes, true, from->node_count);
    for (uint32_t i = 0; i < from->animation_count; i++)
        for (uint32_t k = 0; k < from->animations[i].channel_count; k++)
            look_at_channel(s, i, &from->animations[i].channels[k], flips);
    for (uint32_t i = 0; i < from->node_count; i++) {
        const tlb_node *node = &from->nodes[i];
        s->bakes[i] &= flips[i] && node->skin < 0;
        if (node->parent >= 0)
            s->bakes[node->parent] = false;
    }
    return true;
}

/* --- forms --------------------------------------------------------------------------------------------- */

/* A picture on its way: the weights that it is seen with. */
typedef struct picture {
    uint32_t node, width; /* of weights */
    const float *zeros;
    const float *forms[MOST_FORMS];
    uint32_t count;
} picture;

/* The value at a time, which does not descend from call to call; `at`: where the last one was. */
static const float *value_at(const tlb_channel *channel, float time, uint32_t width, uint32_t *at)
{
    while (*at + 1 < channel->key_count && channel->times[*at + 1] <= time)
        ++*at;
    return channel->values + (size_t)*at * width;
}

/* The number of a form; MOST_FORMS: there are too many. */
static uint32_t form_of(picture *p, const float *weights)
{
    uint32_t i = 0;
    while (i < p->count && memcmp(p->forms[i], weights, p->width * sizeof *weights) != 0)
        i++;
    if (i == p->count && i < MOST_FORMS)
        p->forms[p->count++] = weights;
    return i;
}

/* Goes through an animation from key to key of both channels. */
typedef struct passage {
    const movers *m;
    const float *scale, *weights; /* at the time */
    float time;
    uint32_t at[2];
    bool started;
} passage;

static passage begin(const baker *s, const picture *p, const movers *m)
{
    const tlb_node *node = &s->from->nodes[p->node];
    return (passage){
        .m = m, .scale = node->scale, .weights = node->morph_weights ? node->morph_weights : p->zeros};
}

/* The next time at which a channel changes after the passage's; false: there is none. */
static bool find_next(const passage *w, float *time)
{
    const tlb_channel *channels[2] = {w->m->scale, w->m->morphs};
    bool found = false;
    for (int i = 0; i < 2; i++)
        for (uint32_t k = w->at[i]; channels[i] && k < channels[i]->key_count; k++)
            if (!w->started || channels[i]->times[k] > w->time) {
                *time = found && *time < channels[i]->times[k] ? *time : channels[i]->times[k];
                found = true;
                break;
            }
    return found;
}

static bool step(passage *w, uint32_t width)
{
    float next = 0;
    if (!find_next(w, &next))
        return false;
    w->time = next;
    w->started = true;
    if (w->m->scale && w->m->scale->key_count)
        w->scale = value_at(w->m->scale, w->time, 3, &w->at[0]);
    if (w->m->morphs && w->m->morphs->key_count)
        w->weights = value_at(w->m->morphs, w->time, width, &w->at[1]);
    return true;
}

/* False when there are too many, or they are too large. */
static bool find_forms(baker *s, picture *p)
{
    const tlb_scene *from = s->from;
    passage rest = begin(s, p, NULL);
    bool few = !(rest.scale[0] > 0) || form_of(p, rest.weights) < MOST_FORMS;
    for (uint32_t i = 0; i < from->animation_count && few; i++) {
        passage w = begin(s, p, movers_of(s, i, p->node));
        while (few && step(&w, p->width))
            few = !(w.scale[0] > 0) || form_of(p, w.weights) < MOST_FORMS;
    }
    if (few && !p->count)
        form_of(p, rest.weights);
    uint64_t cost = (uint64_t)from->meshes[from->nodes[p->node].mesh].vertex_count * p->count;
    if (!few || cost > s->vertices)
        return false;
    s->vertices -= cost;
    return true;
}

/* --- meshes -------------------------------------------------------------------------------------------- */

static bool bake(tlb_arena *arena, const tlb_mesh *from, const float *weights, tlb_mesh *to)
{
    *to = *from;
    to->morph_count = 0;
    to->morphs = NULL;
    to->positions = tlb_alloc_array(arena, from->vertex_count, sizeof *to->positions);
    if (from->normals)
        to->normals = tlb_alloc_array(arena, from->vertex_count, sizeof *to->normals);
    if (!to->positions || (from->normals && !to->normals))
        return false;
    for (uint32_t i = 0; i < from->vertex_count; i++) {
        memcpy(to->positions[i], from->positions[i], sizeof *to->positions);
        if (from->normals && to->normals)
            memcpy(to->normals[i], from->normals[i], sizeof *to->normals);
        for (uint32_t k = 0; k < from->morph_count; k++)
            for (int axis = 0; axis < 3 && weights[k] != 0; axis++) {
                to->positions[i][axis] += weights[k] * from->morphs[k].positions[i][axis];
                if (to->normals && from->morphs[k].normals)
                    to->normals[i][axis] += weights[k] * from->morphs[k].normals[i][axis];
            }
        if (to->normals)
            tlb_make_unit(to->normals[i]);
    }
    return true;
}

/* The first form takes the picture's place, each other a place beside it. */
static bool add_forms(baker *s, const picture *p, const float *rest, uint32_t *first_added)
{
    const tlb_node at = s->nodes.data[p->node];
    const tlb_mesh from = s->meshes.data[at.mesh];
    uint32_t layer = s->of_node.data[p->node];
    *first_added = s->nodes.count;
    for (uint32_t i = 0; i < p->count; i++) {
        tlb_mesh *mesh = TLB_PUSH(s->arena, &s->meshes);
        if (!mesh || !bake(s->arena, &from, p->forms[i], mesh))
            return false;
        tlb_node *node = &s->nodes.data[p->node];
        if (i) {
            uint32_t *of_node = TLB_PUSH(s->arena, &s->of_node);
            node = TLB_PUSH(s->arena, &s->nodes);
            if (!node || !of_node)
                return false;
            *of_node = layer;
        }
        *node = at;
        node->mesh = (int32_t)s->meshes.count - 1;
        node->morph_weights = NULL;
        bool shown = at.scale[0] > 0 && memcmp(p->forms[i], rest, p->width * sizeof *rest) == 0;
        node->scale[0] = node->scale[1] = node->scale[2] = shown ? 1 : 0;
    }
    return true;
}

/* --- channels ------------------------------------------------------------------------------------------ */

/* When each form is seen, in steps; NO_FORM: the picture is not. */
typedef struct timeline {
    float *times;
    uint32_t *forms, count;
} timeline;

static bool make_timeline(const baker *s, picture *p, const movers *m, timeline *t)
{
    uint32_t most = (m->scale ? m->scale->key_count : 0) + (m->morphs ? m->morphs->key_count : 0);
    *t = (timeline){.times = tlb_alloc_array(s->arena, most, sizeof *t->times),
                    .forms = tlb_alloc_array(s->arena, most, sizeof *t->forms)};
    if (!t->times || !t->forms)
        return false;
    for (passage w = begin(s, p, m); step(&w, p->width); t->count++) {
        t->times[t->count] = w.time;
        t->forms[t->count] = w.scale[0] > 0 ? form_of(p, w.weights) : NO_FORM;
    }
    return true;
}

static bool turns(const timeline *t, uint32_t at, uint32_t form)
{
    return !at || (t->forms[at] == form) != (t->forms[at - 1] == form);
}

/* None where the form is all the time as it rests. */
static bool add_channel(const baker *s, const timeline *t, uint32_t form, int32_t node, tlb_animation *to)
{
    uint32_t keys = 0;
    for (uint32_t i = 0; i < t->count; i++)
        keys += turns(t, i, form);
    if (!keys || (keys == 1 && (t->forms[0] == form) == (s->nodes.data[node].scale[0] > 0)))
        return true;
    tlb_channel *channel = &to->channels[to->channel_count++];
    *channel = (tlb_channel){.node = node,
                             .target = TLB_TARGET_SCALE,
                             .interpolation = TLB_STEP,
                             .times = tlb_alloc_array(s->arena, keys, sizeof *channel->times),
                             .values = tlb_alloc_array(s->arena, keys, 3 * sizeof *channel->values)};
    if (!channel->times || !channel->values)
        return false;
    for (uint32_t i = 0; i < t->count; i++) {
        if (!turns(t, i, form))
            continue;
        float *value = channel->values + (size_t)channel->key_count * 3;
        value[0] = value[1] = value[2] = t->forms[i] == form ? 1 : 0;
        channel->times[channel->key_count++] = t->times[i];
    }
    return true;
}

static bool add_channels(const baker *s, picture *p, const movers *m, uint32_t first_added, tlb_animation *to)
{
    timeline t;
    if (!make_timeline(s, p, m, &t))
        return false;
    for (uint32_t form = 0; form < p->count; form++)
        if (!add_channel(s, &t, form, (int32_t)(form ? first_added + form - 1 : p->node), to))
            return false;
    return true;
}

/* The channels of nodes that are not baked; space for so many more. */
static bool keep_channels(const baker *s, const tlb_animation *from, uint32_t more, tlb_animation *to)
{
    to->channels = tlb_alloc_array(s->arena, from->channel_count + (size_t)more, sizeof *to->channels);
    to->channel_count = 0;
    for (uint32_t i = 0; to->channels && i < from->channel_count; i++)
        if (!s->bakes[from->channels[i].node])
            to->channels[to->channel_count++] = from->channels[i];
    return to->channels != NULL;
}

#define COPY_LIST(arena, list, from, from_count)                                                             \
    (TLB_RESERVE(arena, list, from_count) &&                                                                 \
     ((from_count) == 0 || memcpy((list)->data, from, (from_count) * sizeof *(list)->data)) &&               \
     ((list)->count = (from_count), true))

/* --- all ----------------------------------------------------------------------------------------------- */

static bool find_all_forms(baker *s, picture **pictures, uint32_t *count, uint32_t *forms)
{
    const tlb_scene *from = s->from;
    uint32_t most = 0;
    for (uint32_t i = 0; i < from->node_count; i++)
        most += s->bakes[i];
    *pictures = tlb_alloc_array(s->arena, most, sizeof **pictures);
    if (!*pictures)
        return false;
    for (uint32_t i = 0; i < from->node_count; i++) {
        if (!s->bakes[i])
            continue;
        picture *p = &(*pictures)[*count];
        uint32_t width = from->meshes[from->nodes[i].mesh].morph_count;
        *p = (picture){
            .node = i, .width = width, .zeros = tlb_zalloc_array(s->arena, width, sizeof *p->zeros)};
        if (!p->zeros)
            return false;
        s->bakes[i] = find_forms(s, p);
        *count += s->bakes[i];
        *forms += s->bakes[i] ? p->count : 0;
    }
    return true;
}

static bool bake_pictures(baker *s, picture *pictures, uint32_t count, uint32_t forms)
{
    const tlb_scene *from = s->from;
    tlb_scene *to = &s->out->scene;
    uint32_t *first_added = tlb_alloc_array(s->arena, count, sizeof *first_added);
    to->animations = tlb_alloc_array(s->arena, from->animation_count, sizeof *to->animations);
    if (!first_added || !to->animations || !COPY_LIST(s->arena, &s->nodes, from->nodes, from->node_count) ||
        !COPY_LIST(s->arena, &s->of_node, s->out->of_node, from->node_count) ||
        !COPY_LIST(s->arena, &s->meshes, from->meshes, from->mesh_count))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        const float *rest = begin(s, &pictures[i], NULL).weights;
        if (!add_forms(s, &pictures[i], rest, &first_added[i]))
            return false;
    }
    for (uint32_t i = 0; i < from->animation_count; i++) {
        tlb_animation *animation = &to->animations[i];
        *animation = from->animations[i];
        if (!keep_channels(s, &from->animations[i], forms, animation))
            return false;
        for (uint32_t k = 0; k < count; k++)
            if (!add_channels(s, &pictures[k], movers_of(s, i, pictures[k].node), first_added[k], animation))
                return false;
    }
    to->nodes = s->nodes.data;
    to->node_count = s->nodes.count;
    to->meshes = s->meshes.data;
    to->mesh_count = s->meshes.count;
    s->out->of_node = s->of_node.data;
    return true;
}

bool tlb_bake_flip_frames(const tlb_layers *layers, tlb_arena *arena, tlb_layers *baked)
{
    *baked = *layers;
    baker s = {.arena = arena, .from = &layers->scene, .out = baked, .vertices = LEAST_VERTICES};
    picture *pictures;
    uint32_t count = 0, forms = 0;
    bool morphs = false;
    for (uint32_t i = 0; i < s.from->mesh_count; i++) {
        s.vertices += (uint64_t)s.from->meshes[i].vertex_count * VERTICES_PER_VERTEX;
        morphs |= s.from->meshes[i].morph_count > 0;
    }
    if (!morphs || (uint64_t)s.from->animation_count * s.from->node_count > MOST_MOVERS)
        return true;
    if (!find_pictures(&s) || !find_all_forms(&s, &pictures, &count, &forms))
        return false;
    return !count || bake_pictures(&s, pictures, count, forms);
}

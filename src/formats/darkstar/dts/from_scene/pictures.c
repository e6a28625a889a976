/* Pictures that take turns on an object become what they were: nodes with `picture` in their extras, of which
 * animations show one at a time. The first is at rest and is the object; the others give it their material
 * (IFL) or their texture coordinates (texture frames). */
#include "formats/darkstar/dts/from_scene/channels.h"
#include "writers/stretch.h"

#include "base/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- which there are ----------------------------------------------------------------------------------- */

static const tlb_mesh *mesh_of(const dts_maker *m, uint32_t node)
{
    int32_t mesh = m->scene->nodes[node].mesh;
    return mesh < 0 ? NULL : &m->scene->meshes[mesh];
}

/* Whether one of them can lend the other its texture coordinates. */
static bool are_alike(const dts_maker *m, uint32_t a, uint32_t b)
{
    const tlb_mesh *x = mesh_of(m, a), *y = mesh_of(m, b);
    bool alike = x->vertex_count == y->vertex_count && x->index_count == y->index_count &&
                 x->part_count == y->part_count &&
                 memcmp(x->indices, y->indices, x->index_count * sizeof *x->indices) == 0;
    for (int i = 0; alike && i < TLB_UV_SETS; i++)
        alike = !x->uv[i] == !y->uv[i];
    return alike;
}

/* The texture frame that a picture shows, of those of its group. */
static bool add_frame(dts_maker *m, dts_picture_group *group, dts_picture *picture)
{
    double number = 0;
    uint32_t count = group->frames.count;
    tlb_hint_number(tlb_value_get(m->scene->nodes[picture->node].extras, "textureFrame"), &number);
    bool known = number < 1 || !are_alike(m, group->pictures.data[0].node, picture->node);
    if (known || count + 1 >= DTS_MOST_MATERIALS)
        return true;
    picture->frame = count;
    if (count && group->last_frame == number)
        return true;
    group->last_frame = number;
    picture->frame = count + 1;
    uint32_t *place = TLB_PUSH(m->arena, &group->frames);
    if (place)
        *place = picture->node;
    return place != NULL;
}

typedef struct late_picture {
    uint32_t node;
    double number;
} late_picture;

/* Groups by the node above: 1 + the first, and the one that pictures are added to. Editors sort nodes: what
 * comes before the picture at rest waits. */
typedef struct picture_finder {
    struct {
        uint32_t first, open;
    } * groups;
    TLB_LIST(late_picture) late;
} picture_finder;

static int by_number(const void *a, const void *b)
{
    const late_picture *x = a, *y = b;
    int order = (x->number > y->number) - (x->number < y->number);
    return order ? order : (x->node > y->node) - (x->node < y->node);
}

static bool add_picture(dts_maker *m, picture_finder *finder, uint32_t node, double number)
{
    uint32_t above = (uint32_t)m->scene->nodes[node].parent, *open = &finder->groups[above].open;
    if (m->hints[node].picture == DTS_PICTURE_AT_REST) {
        dts_picture_group *made = TLB_PUSH(m->arena, &m->groups);
        if (!made)
            return false;
        *made = (dts_picture_group){0};
        *open = m->groups.count;
        if (!finder->groups[above].first)
            finder->groups[above].first = *open;
    }
    if (!*open) {
        late_picture *late = TLB_PUSH(m->arena, &finder->late);
        if (late)
            *late = (late_picture){node, number};
        return late != NULL;
    }
    dts_picture_group *group = &m->groups.data[*open - 1];
    dts_picture *picture = TLB_PUSH(m->arena, &group->pictures);
    if (!picture)
        return false;
    *picture = (dts_picture){.node = node};
    m->hints[node].group = *open - 1;
    return group->pictures.count == 1 || add_frame(m, group, picture);
}

bool tlb_dts_find_pictures(dts_maker *m)
{
    const tlb_scene *scene = m->scene;
    picture_finder finder = {.groups = tlb_zalloc_array(m->arena, scene->node_count, sizeof *finder.groups)};
    if (!finder.groups)
        return false;
    for (uint32_t i = 0; i < scene->node_count; i++) {
        const tlb_node *node = &scene->nodes[i];
        double number;
        if (node->parent < 0 || !tlb_hint_number(tlb_value_get(node->extras, "picture"), &number))
            continue;
        m->hints[i].picture = number < 1 ? DTS_PICTURE_AT_REST : DTS_PICTURE_LATER;
        if (node->mesh >= 0 && !add_picture(m, &finder, i, number))
            return false;
    }
    uint32_t count = finder.late.count;
    if (count)
        qsort(finder.late.data, count, sizeof *finder.late.data, by_number);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t node = finder.late.data[i].node, above = (uint32_t)scene->nodes[node].parent;
        finder.groups[above].open = finder.groups[above].first;
        if (finder.groups[above].first && !add_picture(m, &finder, node, finder.late.data[i].number))
            return false;
    }
    return true;
}

/* --- in sequences -------------------------------------------------------------------------------------- */

static int by_time(const void *a, const void *b)
{
    const dts_turn_to *x = a, *y = b;
    int order = (x->time > y->time) - (x->time < y->time);
    return order ? order : (x->picture > y->picture) - (x->picture < y->picture);
}

static bool add_turn(dts_maker *m, dts_turns *turns, float time, uint32_t picture)
{
    dts_turn_to *turn = TLB_PUSH(m->arena, turns);
    if (turn)
        *turn = (dts_turn_to){time, picture};
    return turn != NULL;
}

bool tlb_dts_find_turns(dts_maker *m, const dts_picture_group *group, uint32_t sequence, dts_turns *turns)
{
    float duration = tlb_dts_duration_of(&m->scene->animations[sequence]);
    uint32_t count = 0;
    turns->count = 0;
    if (!add_turn(m, turns, 0, 0))
        return false;
    for (uint32_t i = 0; i < group->pictures.count; i++) {
        uint32_t node = group->pictures.data[i].node;
        const tlb_channel *c = tlb_dts_channel_for(m, m->first_link[node], sequence, TLB_TARGET_SCALE);
        for (uint32_t k = 0; c && k < c->key_count; k++) {
            bool shown = !tlb_scale_vanishes(c->values + (size_t)k * 3);
            bool before = k && !tlb_scale_vanishes(c->values + (size_t)k * 3 - 3);
            if (shown && !before && !add_turn(m, turns, fminf(fmaxf(c->times[k], 0), duration), i))
                return false;
        }
    }
    qsort(turns->data, turns->count, sizeof *turns->data, by_time);
    for (uint32_t i = 0; i < turns->count; i++) { /* of one time the last */
        bool last = i + 1 == turns->count || turns->data[i + 1].time > turns->data[i].time;
        if (last && (!count || turns->data[count - 1].picture != turns->data[i].picture))
            turns->data[count++] = turns->data[i];
    }
    turns->count = count;
    return true;
}

/* The number of the material of a picture. */
static uint32_t material_at(const dts_maker *m, const dts_picture_group *group, uint32_t picture)
{
    const tlb_mesh *mesh = mesh_of(m, group->pictures.data[picture].node);
    int32_t material = mesh->part_count ? mesh->parts[0].material : TLB_NONE;
    uint32_t number = (uint32_t)tlb_dts_material_number(m, material);
    return number < m->material_count ? number : 0;
}

static bool changes_material(const dts_maker *m, const dts_picture_group *group)
{
    for (uint32_t i = 1; i < group->pictures.count; i++)
        if (material_at(m, group, i) != material_at(m, group, 0))
            return true;
    return false;
}

/* Keys of a material's own in a sequence: its pictures by their numbers. */
static bool add_material_track(dts_maker *m, const dts_picture_group *group, uint32_t sequence,
                               uint32_t *count)
{
    dts_turns turns = {0};
    uint32_t first = m->key_frames.count, base = material_at(m, group, 0), last = base;
    float duration = tlb_dts_duration_of(&m->scene->animations[sequence]);
    if (!tlb_dts_find_turns(m, group, sequence, &turns))
        return false;
    for (uint32_t i = 0; i < turns.count; i++) {
        uint32_t shown = material_at(m, group, turns.data[i].picture);
        if ((!i || shown != last) &&
            !tlb_dts_add_key(m, tlb_dts_position_of(turns.data[i].time, duration), shown, base))
            return false;
        last = shown;
    }
    bool rests = m->key_frames.count == first + 1 && last == base;
    if (rests) {
        m->key_frames.count = first;
        return true;
    }
    ++*count;
    return tlb_dts_add_sub_sequence(m, sequence, first);
}

bool tlb_dts_add_material_tracks(dts_maker *m)
{
    uint32_t materials = m->material_count, *used = tlb_zalloc_array(m->arena, materials, sizeof *used);
    for (uint32_t i = 0; used && i < m->shape->sequences.count; i++) {
        tlb_dts_sequence *sequence = &m->shape->sequences.data[i];
        uint32_t first = m->sub_sequences.count, count = 0;
        for (uint32_t k = 0; k < m->groups.count; k++) {
            const dts_picture_group *group = &m->groups.data[k];
            uint32_t base = material_at(m, group, 0);
            if (used[base] == i + 1 || base >= DTS_MOST_MATERIALS || !changes_material(m, group))
                continue;
            used[base] = i + 1; /* engines change a material wherever it is */
            if (!add_material_track(m, group, i, &count))
                return false;
        }
        sequence->numIFLSubSequences = (int32_t)count;
        sequence->firstIFLSubSequence = count ? (int32_t)first : 0;
    }
    return used != NULL;
}

/* Materials that others replace have to be among them: up to the last of those that are at rest. */
int32_t tlb_dts_default_materials(const dts_maker *m)
{
    uint32_t count = 0;
    bool some = false;
    for (uint32_t i = 0; i < m->groups.count; i++)
        some |= changes_material(m, &m->groups.data[i]);
    for (uint32_t i = 1; some && i < m->meshes.count; i++)
        for (uint32_t k = 0; k < m->meshes.data[i].faces.count; k++)
            if (m->meshes.data[i].faces.data[k].matIndex >= (int32_t)count)
                count = (uint32_t)m->meshes.data[i].faces.data[k].matIndex + 1;
    return (int32_t)(some ? count : m->material_count);
}

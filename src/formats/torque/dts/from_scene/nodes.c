/* The nodes of a shape: those of the scene, but for what only holds a mesh. */
#include "base/text.h"
#include "formats/torque/dts/from_scene/from_scene.h"

static bool add_node(shape_maker *m, uint32_t source, const char *name, int32_t parent)
{
    const tlb_node *from = &m->scene->nodes[source];
    if (m->nodes.count >= SHAPE_MOST_ELEMENTS) {
        tlb_shape_refuse(m, "nodes", (uint64_t)m->nodes.count + 1, SHAPE_MOST_ELEMENTS);
        return false;
    }
    name = tlb_shape_distinct_name(m, &m->node_names, name);
    int32_t number = name ? tlb_shape_name_number(m, name) : TLB_NONE;
    tlb_torque_node *node = TLB_PUSH(m->arena, &m->nodes);
    tlb_quat16 *turn = TLB_PUSH(m->arena, &m->rests);
    tlb_vec3 *place = TLB_PUSH(m->arena, &m->rest_places);
    uint32_t *known = TLB_PUSH(m->arena, &m->sources);
    if (number == TLB_NONE || !node || !turn || !place || !known)
        return false;
    shape_place rest;
    tlb_shape_place_node(m, source, from->translation, from->rotation, &rest);
    tlb_shape_pack_turn(rest.rotation, *turn);
    memcpy(*place, rest.translation, sizeof *place);
    *node = (tlb_torque_node){number, parent, -1, -1, -1};
    *known = source;
    return true;
}

/* Its name without what says the level, which is that of an object, too. */
static const char *name_of(shape_maker *m, uint32_t node)
{
    const tlb_node *from = &m->scene->nodes[node];
    return *from->name ? tlb_copy_text(m->arena, from->name, m->hints[node].stem).data : "node";
}

/* The levels of a thing are in one place: on one node, if only their names say that they are of it. */
static bool find_twin(shape_maker *m, uint32_t node, const char *name, int32_t **twin)
{
    const tlb_node *from = &m->scene->nodes[node];
    const shape_hint *hint = &m->hints[node];
    *twin = NULL;
    if (hint->level < 0 || from->mesh < 0 || hint->has_child || hint->is_joint || hint->moves || hint->scales)
        return true;
    char *key = tlb_arena_printf(m->arena, "%d %s", (int)from->parent, name);
    for (char *at = key; at && *at; at++)
        *at = tlb_lower(*at);
    *twin = key ? tlb_index_find(&m->nodes_known, m->arena, key, strlen(key)) : NULL;
    return *twin != NULL;
}

static bool are_in_one_place(const shape_maker *m, uint32_t a, int32_t b)
{
    const tlb_node *x = &m->scene->nodes[a], *y = b < 0 ? NULL : &m->scene->nodes[b];
    return y && memcmp(x->translation, y->translation, sizeof x->translation) == 0 &&
           memcmp(x->rotation, y->rotation, sizeof x->rotation) == 0 &&
           memcmp(m->hints[a].scale, m->hints[b].scale, sizeof m->hints[a].scale) == 0;
}

/* Without a mesh it only says where a level ends. */
static bool is_end_of_level(const shape_maker *m, uint32_t node)
{
    const shape_hint *hint = &m->hints[node];
    return hint->level >= 0 && m->scene->nodes[node].mesh < 0 && !hint->has_child && !hint->is_joint &&
           !hint->moves;
}

bool tlb_shape_make_nodes(shape_maker *m)
{
    for (uint32_t i = 0; i < m->scene->node_count; i++) {
        shape_hint *hint = &m->hints[i];
        int32_t parent = m->scene->nodes[i].parent, *twin;
        int32_t above = parent < 0 ? TLB_NONE : m->hints[parent].place;
        if (hint->left_out || is_end_of_level(m, i))
            continue;
        if (hint->is_holder) {
            hint->place = above;
            continue;
        }
        const char *name = name_of(m, i);
        if (!name || !find_twin(m, i, name, &twin))
            return false;
        if (twin && are_in_one_place(m, i, *twin)) {
            hint->place = m->hints[*twin].place;
            continue;
        }
        if (twin)
            *twin = (int32_t)i;
        hint->place = (int32_t)m->nodes.count;
        if (!add_node(m, i, name, above))
            return false;
    }
    tlb_torque_shape *x = m->shape;
    if (!m->nodes.count) { /* engines expect one */
        int32_t number = tlb_shape_name_number(m, "base");
        tlb_torque_node *node = TLB_PUSH(m->arena, &m->nodes);
        tlb_quat16 *turn = TLB_PUSH(m->arena, &m->rests);
        tlb_vec3 *place = TLB_PUSH(m->arena, &m->rest_places);
        if (number == TLB_NONE || !node || !turn || !place)
            return false;
        *node = (tlb_torque_node){number, -1, -1, -1, -1};
        memcpy(*turn, (tlb_quat16){0, 0, 0, INT16_MAX}, sizeof *turn);
        memset(*place, 0, sizeof *place);
    }
    x->nodes.data = m->nodes.data;
    x->defaultRotations.data = m->rests.data;
    x->defaultTranslations.data = m->rest_places.data;
    x->nodes.count = x->defaultRotations.count = x->defaultTranslations.count = m->nodes.count;
    return true;
}

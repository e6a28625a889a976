/* The nodes and details of a shape from those of a scene.
 *
 * A scene that came from a shape has its nodes: "bounds" first, details side by side below it. They stay as
 * they are. Any other scene is put below a node for each of its levels, once for each: engines draw the nodes
 * below a detail's, and know no other levels. */
#include "formats/darkstar/dts/from_scene/from_scene.h"

#include "base/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- nodes ---------------------------------------------------------------------------------------------- */

static dts_made_node *add_node(dts_maker *m, int32_t source, int32_t parent, const char *name)
{
    if (m->nodes.count >= DTS_MOST_INDEX) {
        tlb_dts_refuse(m, "nodes", (uint64_t)m->nodes.count + 1, DTS_MOST_INDEX);
        return NULL;
    }
    const char *fitting = tlb_dts_fit_name(m, name);
    dts_made_node *made = fitting ? TLB_PUSH(m->arena, &m->nodes) : NULL;
    if (made)
        *made = (dts_made_node){source, parent, fitting, {0, 0, 0}, {0, 0, 0, 1}};
    return made;
}

static bool add_scene_node(dts_maker *m, uint32_t node, int32_t root)
{
    const tlb_node *from = &m->scene->nodes[node];
    int32_t parent = from->parent < 0 ? root : m->hints[from->parent].place;
    const char *name = *from->name ? from->name : "node";
    size_t stem;
    m->hints[node].place = (int32_t)m->nodes.count;
    if (m->hints[node].level >= 0 && tlb_level_of_name(name, &stem) != TLB_NONE && stem)
        name = tlb_copy_text(m->arena, name, stem).data;
    dts_made_node *made = name ? add_node(m, (int32_t)node, parent, name) : NULL;
    if (made)
        tlb_dts_place(m, node, from->translation, from->rotation, made);
    return made != NULL;
}

/* The wanted nodes below `root`, and then, so that joints are there, their meshes. */
static bool add_pass(dts_maker *m, int32_t root)
{
    const tlb_scene *scene = m->scene;
    for (uint32_t i = 0; i < scene->node_count; i++) {
        dts_hint *hint = &m->hints[i];
        if (!hint->wanted)
            continue;
        if (hint->is_object)
            hint->place = scene->nodes[i].parent < 0 ? root : m->hints[scene->nodes[i].parent].place;
        else if ((int32_t)i == m->bounds_node)
            hint->place = 0;
        else if (!add_scene_node(m, i, root))
            return false;
    }
    for (uint32_t i = 0; i < scene->node_count; i++)
        if (m->hints[i].shown && !tlb_dts_add_objects(m, i))
            return false;
    return true;
}

/* --- details -------------------------------------------------------------------------------------------- */

/* The name with the detail's size at its end, as the games' tools expect it. */
static const char *detail_name(dts_maker *m, const char *name, float size)
{
    char number[16];
    snprintf(number, sizeof number, "%.0f", (double)size);
    size_t stem, length, digits = strlen(number);
    if (tlb_level_of_name(name, &stem) == TLB_NONE)
        stem = strlen(name);
    length = stem;
    bool ends = length > digits && memcmp(name + length - digits, number, digits) == 0 &&
                !(name[length - digits - 1] >= '0' && name[length - digits - 1] <= '9');
    if (ends && length < TLB_DTS_NAME)
        return tlb_arena_printf(m->arena, "%.*s", (int)length, name);
    length = length < TLB_DTS_NAME ? length : TLB_DTS_NAME - 1;
    while (length && length + digits + 1 >= TLB_DTS_NAME)
        length--;
    bool digit = length && name[length - 1] >= '0' && name[length - 1] <= '9';
    return tlb_arena_printf(m->arena, "%.*s%s%s", (int)length, name, digit ? " " : "", number);
}

static bool add_detail(dts_maker *m, int32_t root, float size)
{
    tlb_dts_detail *detail = TLB_PUSH(m->arena, &m->details);
    if (detail)
        *detail = (tlb_dts_detail){root, size};
    return detail != NULL;
}

static int by_size(const void *a, const void *b)
{
    const tlb_dts_detail *x = a, *y = b;
    int order = (x->size < y->size) - (x->size > y->size);
    return order ? order : (x->rootNode > y->rootNode) - (x->rootNode < y->rootNode);
}

/* --- scenes that came from shapes ---------------------------------------------------------------------- */

static bool is_named(const char *name, tlb_text text)
{
    return strlen(name) == text.size && memcmp(name, text.data, text.size) == 0;
}

/* The node that extras name, a level if there is one. */
static int32_t find_node(const dts_maker *m, const tlb_value *name)
{
    int32_t found = TLB_NONE;
    if (!name || name->kind != TLB_VALUE_TEXT)
        return TLB_NONE;
    for (uint32_t i = 0; i < m->scene->node_count; i++)
        if (is_named(m->scene->nodes[i].name, name->as.text) && !m->hints[i].is_object &&
            (found == TLB_NONE || (m->hints[found].level < 0 && m->hints[i].level >= 0)))
            found = (int32_t)i;
    return found;
}

static const tlb_value *details_of(const tlb_scene *scene)
{
    const tlb_value *list = tlb_value_get(scene->extras, "details");
    return list && list->kind == TLB_VALUE_LIST ? list->as.members.first : NULL;
}

/* A root without mesh, called bounds, before all others, and levels right below it or without parent. Of each
 * level there is one node, and what is in none of them is below the node that is always drawn. */
static bool is_one_to_one(const dts_maker *m, int32_t always, bool *below)
{
    const tlb_scene *scene = m->scene;
    bool levels[256] = {false}, some = false;
    if (!scene->node_count || !tlb_same_nocase(scene->nodes[0].name, "bounds") || scene->nodes[0].mesh >= 0 ||
        scene->nodes[0].parent >= 0 || m->hints[0].hidden)
        return false;
    for (uint32_t i = 0; i < scene->node_count; i++) {
        const tlb_node *node = &scene->nodes[i];
        int32_t level = m->hints[i].level;
        below[i] = level >= 0 || (int32_t)i == always || (node->parent >= 0 && below[node->parent]);
        if (level >= 0) {
            if (level > 255 || levels[level] || node->parent > 0)
                return false;
            some = levels[level] = true;
        }
        if (!below[i] && node->mesh >= 0 && !m->hints[i].hidden)
            return false;
    }
    return some;
}

/* Those that are finer than a level. */
static uint32_t count_levels(const dts_maker *m, int32_t level)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < m->scene->node_count; i++)
        count += m->hints[i].level >= 0 && m->hints[i].level < level && m->hints[i].place != TLB_NONE;
    return count;
}

/* Those of the scene's extras, or else the levels. */
static bool add_scene_details(dts_maker *m)
{
    for (const tlb_value *of = details_of(m->scene); of; of = of->next) {
        int32_t root = find_node(m, tlb_value_get(of, "rootNode"));
        double size;
        if (root != TLB_NONE && m->hints[root].level < 0 &&
            tlb_hint_number(tlb_value_get(of, "size"), &size) && m->hints[root].place != TLB_NONE &&
            !add_detail(m, m->hints[root].place, size > 0 ? (float)size : 0))
            return false;
    }
    uint32_t count = count_levels(m, INT32_MAX);
    for (uint32_t i = 0; i < m->scene->node_count; i++) {
        const dts_hint *hint = &m->hints[i];
        if (hint->level < 0 || hint->place == TLB_NONE)
            continue;
        float size = hint->size;
        if (count > 1 && size == 0)
            size = tlb_usual_level_size(count_levels(m, hint->level), count);
        if (!add_detail(m, hint->place, size))
            return false;
    }
    return true;
}

/* An object without faces, as that of the bounds: scenes have it only with what is never drawn. */
static bool is_empty_object(const tlb_node *node)
{
    return node->mesh < 0 && node->layer && strcmp(node->layer, "collision") == 0;
}

static bool plan_one_to_one(dts_maker *m, int32_t always)
{
    m->bounds_node = 0;
    for (uint32_t i = 0; i < m->scene->node_count; i++) {
        dts_hint *hint = &m->hints[i];
        bool drawn = !hint->hidden || hint->collision;
        if (hint->picture == DTS_PICTURE_LATER)
            continue;
        hint->wanted = hint->is_object ? drawn : hint->has_child || !is_empty_object(&m->scene->nodes[i]);
        hint->shown = m->scene->nodes[i].mesh >= 0 && drawn;
    }
    tlb_dts_place(m, 0, m->scene->nodes[0].translation, m->scene->nodes[0].rotation, &m->nodes.data[0]);
    m->nodes.data[0].source = 0;
    m->nodes.data[0].name = m->scene->nodes[0].name; /* "bounds", in whatever letters */
    if (!add_pass(m, TLB_NONE) || !add_scene_details(m))
        return false;
    m->shape->alwaysNode = always == TLB_NONE ? TLB_NONE : m->hints[always].place;
    return true;
}

/* --- other scenes -------------------------------------------------------------------------------------- */

/* Nodes below which something is shown, in this pass or, of the first one, at all. */
static void want(dts_maker *m, int32_t level, bool collision, bool all)
{
    const tlb_scene *scene = m->scene;
    tlb_find_stand_ins(scene, &m->hints[0].level, sizeof *m->hints, level, m->stand_ins);
    for (uint32_t i = 0; i < scene->node_count; i++) {
        dts_hint *hint = &m->hints[i];
        int32_t parent = scene->nodes[i].parent;
        hint->place = TLB_NONE;
        hint->wanted = (parent < 0 || m->hints[parent].wanted) && (collision || !hint->hidden) &&
                       (hint->level < 0 || hint->level == m->stand_ins[parent + 1]);
    }
    for (uint32_t i = scene->node_count; i--;) { /* from the leaves up: `place` marks what has to stay */
        dts_hint *hint = &m->hints[i];
        const tlb_node *node = &scene->nodes[i];
        bool shows = node->mesh >= 0 && hint->collision == collision && hint->picture != DTS_PICTURE_LATER;
        if (hint->is_object)
            hint->wanted &= shows || hint->place == 0;
        hint->shown = hint->wanted && shows;
        bool stays = hint->wanted && (shows || hint->place == 0 || (all && !hint->collision));
        hint->wanted = stays;
        if (stays && node->parent >= 0)
            m->hints[node->parent].place = 0;
        for (uint32_t k = 0; stays && shows && node->skin >= 0 && k < scene->skins[node->skin].joint_count;
             k++)
            for (int32_t j = scene->skins[node->skin].joints[k]; j >= 0; j = scene->nodes[j].parent)
                m->hints[j].place = 0;
    }
}

/* Joints may come after the meshes that they move. */
static void want_joints(dts_maker *m)
{
    for (uint32_t i = 0; i < m->scene->node_count; i++) {
        m->hints[i].wanted |= m->hints[i].place == 0 && !m->hints[i].is_object;
        m->hints[i].place = TLB_NONE;
    }
}

static bool shows_something(const dts_maker *m)
{
    for (uint32_t i = 0; i < m->scene->node_count; i++)
        if (m->hints[i].shown)
            return true;
    return false;
}

/* A node below the first for a detail, and what it shows. */
static bool add_made_detail(dts_maker *m, const char *stem, float size)
{
    const char *name = detail_name(m, stem, size);
    int32_t root = (int32_t)m->nodes.count;
    dts_made_node *made = name ? add_node(m, TLB_NONE, 0, name) : NULL;
    if (!made)
        return false;
    memcpy(made->rotation, m->turn, sizeof made->rotation);
    return add_detail(m, root, size) && add_pass(m, root);
}

static float size_of_level(const dts_maker *m, int32_t level, uint32_t order, uint32_t count)
{
    float size = 0;
    for (uint32_t i = 0; i < m->scene->node_count; i++)
        if (m->hints[i].level == level && m->hints[i].size > size)
            size = m->hints[i].size;
    return size > 0 ? size : tlb_usual_level_size(order, count);
}

static bool plan_levels(dts_maker *m)
{
    uint32_t count = 0;
    int32_t *levels = tlb_alloc_array(m->arena, m->scene->node_count + 1, sizeof *levels);
    if (!levels)
        return false;
    for (uint32_t i = 0; i < m->scene->node_count; i++)
        if (m->hints[i].level >= 0 && !m->hints[i].hidden && !m->hints[i].collision)
            levels[count++] = m->hints[i].level;
    if (!count)
        levels[count++] = 0;
    uint32_t distinct = tlb_distinct_levels(levels, count);
    if (distinct > DTS_MOST_LEVELS) {
        tlb_dts_refuse(m, "levels of detail", distinct, DTS_MOST_LEVELS);
        return false;
    }
    for (uint32_t i = 0; i < distinct; i++) {
        want(m, levels[i], false, i == 0);
        want_joints(m);
        if (!add_made_detail(m, "detail", size_of_level(m, levels[i], i, distinct)))
            return false;
    }
    want(m, levels[0], true, false);
    want_joints(m);
    return !shows_something(m) || add_made_detail(m, "coll", 0);
}

/* --- all ----------------------------------------------------------------------------------------------- */

tlb_status tlb_dts_plan(dts_maker *m)
{
    uint32_t count = m->scene->node_count;
    if (count > DTS_MOST_INDEX) {
        tlb_dts_refuse(m, "nodes", count, DTS_MOST_INDEX);
        return m->status;
    }
    bool *below = tlb_zalloc(m->arena, count);
    m->hints = tlb_zalloc_array(m->arena, count, sizeof *m->hints);
    m->stand_ins = tlb_alloc_array(m->arena, (size_t)count + 1, sizeof *m->stand_ins);
    if (!below || !m->stand_ins || !m->hints || !add_node(m, TLB_NONE, TLB_NONE, "bounds"))
        return tlb_report_memory(m->context, m->arena);
    for (uint32_t i = 0; i < count; i++)
        m->hints[i].place = TLB_NONE;
    m->bounds_node = TLB_NONE;
    m->shape->alwaysNode = TLB_NONE;
    if (!tlb_dts_find_pictures(m))
        return tlb_report_memory(m->context, m->arena);
    tlb_dts_find_hints(m);
    int32_t always = find_node(m, tlb_value_get(m->scene->extras, "alwaysNode"));
    m->one_to_one = is_one_to_one(m, always, below);
    if (!tlb_dts_collect_frames(m))
        return tlb_report_memory(m->context, m->arena);
    if (!(m->one_to_one ? plan_one_to_one(m, always) : plan_levels(m)))
        return m->status ? m->status : tlb_report_memory(m->context, m->arena);
    if (m->details.count)
        qsort(m->details.data, m->details.count, sizeof *m->details.data, by_size);
    return TLB_OK;
}

/* Which details a shape has: those that the scene was made of, or its levels, and those that are never drawn.
 */
#include "base/text.h"
#include "formats/torque/dts/from_scene/from_scene.h"

#include <math.h>
#include <stdlib.h>

static made_detail *add_detail(shape_maker *m, const char *name, float size, int32_t level)
{
    enum { MOST = 1024 };
    if (m->details.count >= MOST) {
        tlb_shape_refuse(m, "details", (uint64_t)m->details.count + 1, MOST);
        return NULL;
    }
    made_detail *detail = TLB_PUSH(m->arena, &m->details);
    if (detail)
        *detail = (made_detail){name, size, level, m->details.count};
    return detail;
}

/* --- told ----------------------------------------------------------------------------------------------- */

/* Those of the scene's extras, if they are what a shape can have. */
static bool add_told(shape_maker *m)
{
    const tlb_value *list = tlb_value_get(m->scene->extras, "details");
    int32_t drawn = 0;
    if (!list || list->kind != TLB_VALUE_LIST)
        return true;
    for (const tlb_value *of = list->as.members.first; of; of = of->next) {
        const tlb_value *name = tlb_value_get(of, "name");
        double size, part = 0;
        bool told = name && name->kind == TLB_VALUE_TEXT && name->as.text.size &&
                    tlb_hint_number(tlb_value_get(of, "size"), &size);
        tlb_hint_number(tlb_value_get(of, "subShapeNum"), &part);
        if (!told || part < 0) /* a picture of the shape */
            continue;
        const char *copy = tlb_copy_text(m->arena, name->as.text.data, name->as.text.size).data;
        if (!copy || !add_detail(m, copy, (float)size, size >= 0 ? drawn++ : TLB_NONE))
            return false;
    }
    if (m->details.count && !drawn) /* as it is shown */
        m->details.data[0].level = 0;
    return true;
}

/* --- the way of the games' tools ------------------------------------------------------------------------ */

/* A node without a mesh called "detail128" or "Collision-1": meshes whose names end in its number are in it.
 */
static bool marks_detail(const shape_maker *m, uint32_t node, int32_t *size)
{
    static const char *const words[] = {"detail", "collision", "los"};
    const tlb_node *from = &m->scene->nodes[node];
    const shape_hint *hint = &m->hints[node];
    size_t stem;
    if (from->mesh >= 0 || hint->has_child || hint->is_joint ||
        !tlb_shape_size_of_name(from->name, size, &stem))
        return false;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (shape_is_word(from->name, stem, words[i]))
            return true;
    return false;
}

static int by_size(const void *a, const void *b)
{
    const made_detail *x = a, *y = b;
    int order = (x->size < y->size) - (x->size > y->size);
    return order ? order : (x->order > y->order) - (x->order < y->order);
}

static void sort_details(shape_maker *m)
{
    if (m->details.count)
        qsort(m->details.data, m->details.count, sizeof *m->details.data, by_size);
}

static bool add_mark(shape_maker *m, uint32_t node, int32_t size)
{
    const char *name = m->scene->nodes[node].name;
    m->hints[node].left_out = true;
    for (uint32_t i = 0; i < m->details.count; i++)
        if (m->details.data[i].size == (float)size)
            return true;
    name = tlb_copy_text(m->arena, name, tlb_plain_name_length(name)).data;
    return name && add_detail(m, name, (float)size, TLB_NONE);
}

/* Puts a mesh into the detail whose size ends its name. */
static void find_marked(shape_maker *m, uint32_t node)
{
    shape_hint *hint = &m->hints[node];
    int32_t size;
    size_t stem;
    if (m->scene->nodes[node].mesh < 0 || !tlb_shape_size_of_name(m->scene->nodes[node].name, &size, &stem))
        return;
    for (uint32_t i = 0; i < m->details.count; i++) {
        const made_detail *d = &m->details.data[i];
        if (d->size != (float)size)
            continue;
        hint->stem = stem;
        hint->level = d->level;
        hint->collision = d->level == TLB_NONE;
        hint->detail = d->level == TLB_NONE ? d->name : NULL;
    }
}

static bool add_marked(shape_maker *m)
{
    uint32_t count = m->scene->node_count;
    int32_t size, level = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (m->hints[i].level >= 0) {
            m->marked = false;
            return true;
        }
        m->marked |= marks_detail(m, i, &size) && size >= 0;
    }
    for (uint32_t i = 0; m->marked && i < count; i++)
        if (marks_detail(m, i, &size) && !add_mark(m, i, size))
            return false;
    sort_details(m);
    for (uint32_t i = 0; i < m->details.count; i++)
        if (m->details.data[i].size >= 0)
            m->details.data[i].level = level++;
    for (uint32_t i = 0; m->marked && i < count; i++)
        find_marked(m, i);
    return true;
}

/* --- levels --------------------------------------------------------------------------------------------- */

static bool has_level(const shape_maker *m, int32_t level)
{
    for (uint32_t i = 0; i < m->details.count; i++)
        if (m->details.data[i].level == level)
            return true;
    return false;
}

static float size_of_level(const shape_maker *m, int32_t level)
{
    float size = 0;
    for (uint32_t i = 0; i < m->scene->node_count; i++)
        if (m->hints[i].level == level && !m->hints[i].left_out)
            size = fmaxf(size, m->hints[i].level_size);
    return size;
}

/* Those of nodes, some more than once. */
static uint32_t list_levels(const shape_maker *m, int32_t *levels)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < m->scene->node_count; i++)
        if (m->hints[i].level >= 0 && !m->hints[i].left_out)
            levels[count++] = m->hints[i].level;
    return count;
}

static bool are_told(const shape_maker *m, const int32_t *levels, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (!has_level(m, levels[i]))
            return false;
    return has_level(m, 0);
}

static void remove_levels(shape_maker *m, int32_t first)
{
    for (uint32_t i = 0; i < m->details.count; i++)
        if (m->details.data[i].level >= first)
            m->details.data[i--] = m->details.data[--m->details.count];
}

/* Those of nodes, or else usual ones; if they do not descend, none is that of nodes. */
static void find_sizes(const shape_maker *m, const int32_t *levels, uint32_t count, float *sizes)
{
    enum { USUAL_LEVELS = 8 }; /* 128 to 1 */
    bool descend = true;
    for (uint32_t i = 0; i < count; i++) {
        float told = size_of_level(m, levels[i]);
        sizes[i] = told > 0 ? told : tlb_usual_level_size(i, count);
        descend &= !i || sizes[i] < sizes[i - 1];
    }
    for (uint32_t i = 0; i < count && !descend; i++)
        sizes[i] = count <= USUAL_LEVELS ? tlb_usual_level_size(i, count) : (float)(16 * (count - i));
}

/* One for each level, unless all are told; without levels one. */
static bool add_levels(shape_maker *m)
{
    float sizes[SHAPE_MOST_LEVELS];
    int32_t *levels = tlb_alloc_array(m->arena, (size_t)m->scene->node_count + 1, sizeof *levels);
    if (!levels)
        return false;
    uint32_t count = list_levels(m, levels);
    if (are_told(m, levels, count)) {
        if (!count) /* the others would show the same */
            remove_levels(m, 1);
        return true;
    }
    remove_levels(m, 0); /* they have other numbers */
    if (!count)
        levels[count++] = 0;
    uint32_t distinct = tlb_distinct_levels(levels, count);
    if (distinct > SHAPE_MOST_LEVELS) {
        tlb_shape_refuse(m, "levels of detail", distinct, SHAPE_MOST_LEVELS);
        return false;
    }
    find_sizes(m, levels, distinct, sizes);
    for (uint32_t i = 0; i < distinct; i++) {
        const char *name = tlb_arena_printf(m->arena, "detail%.0f", (double)sizes[i]);
        if (!name || !add_detail(m, name, sizes[i], levels[i]))
            return false;
    }
    return true;
}

/* What is drawn at each level: of siblings the level itself, or the one that stands in for it; where details
 * are marked that alone. */
static bool find_shown(shape_maker *m)
{
    const tlb_scene *scene = m->scene;
    int32_t *stand_ins = tlb_alloc_array(m->arena, (size_t)scene->node_count + 1, sizeof *stand_ins);
    m->shown = tlb_zalloc_array(m->arena, m->details.count, scene->node_count * sizeof *m->shown);
    if (!stand_ins || !m->shown)
        return false;
    for (uint32_t d = 0; d < m->details.count; d++) {
        bool *shown = m->shown + (size_t)d * scene->node_count;
        if (m->details.data[d].level == TLB_NONE)
            continue;
        tlb_find_stand_ins(scene, &m->hints->level, sizeof *m->hints, m->details.data[d].level, stand_ins);
        for (uint32_t i = 0; i < scene->node_count; i++) {
            int32_t parent = scene->nodes[i].parent, level = m->hints[i].level;
            int32_t wanted = m->marked ? m->details.data[d].level : stand_ins[parent + 1];
            shown[i] = (parent < 0 || shown[parent]) && (level < 0 || level == wanted);
        }
    }
    return true;
}

/* --- what is never drawn -------------------------------------------------------------------------------- */

static made_detail *find_detail(shape_maker *m, const char *name)
{
    for (uint32_t i = 0; i < m->details.count; i++)
        if (tlb_same_nocase(m->details.data[i].name, name))
            return &m->details.data[i];
    return NULL;
}

static bool is_collision_mesh(const shape_maker *m, uint32_t node)
{
    return m->hints[node].collision && m->scene->nodes[node].mesh >= 0 && !m->hints[node].left_out;
}

/* Engines take each detail for one convex hull: what does not say its detail gets one of its own. */
static bool name_collision(shape_maker *m)
{
    int32_t size;
    size_t stem;
    for (uint32_t i = 0; i < m->scene->node_count; i++) {
        const char *name = m->hints[i].detail;
        const made_detail *known = name && is_collision_mesh(m, i) ? find_detail(m, name) : NULL;
        if (known && known->size >= 0) /* which is drawn */
            m->hints[i].detail = NULL;
        if (!is_collision_mesh(m, i) || !name || known)
            continue;
        bool sized = tlb_shape_size_of_name(name, &size, &stem) && size < 0;
        if (!add_detail(m, name, sized ? (float)size : -1, TLB_NONE))
            return false;
    }
    for (uint32_t i = 0, next = 1; i < m->scene->node_count; i++) {
        if (!is_collision_mesh(m, i) || m->hints[i].detail)
            continue;
        const char *name;
        do
            name = tlb_arena_printf(m->arena, "Collision-%u", next++);
        while (name && find_detail(m, name));
        if (!name || !add_detail(m, name, 1 - (float)next, TLB_NONE))
            return false;
        m->hints[i].detail = name;
    }
    return true;
}

/* --- all ------------------------------------------------------------------------------------------------ */

bool tlb_shape_plan_details(shape_maker *m)
{
    if (!add_told(m) || (!m->details.count && !add_marked(m)) || !add_levels(m) || !name_collision(m))
        return false;
    sort_details(m);
    tlb_index known = {0};
    for (uint32_t i = 0; i < m->scene->node_count; i++)
        if (is_collision_mesh(m, i))
            m->hints[i].place_of_detail = (uint32_t)(find_detail(m, m->hints[i].detail) - m->details.data);
    for (uint32_t i = 0; i < m->details.count; i++) {
        m->details.data[i].name = tlb_shape_distinct_name(m, &known, m->details.data[i].name);
        if (!m->details.data[i].name)
            return false;
    }
    return find_shown(m);
}

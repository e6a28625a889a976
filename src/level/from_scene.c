/* A scene as a level, by the names and extras of its nodes (docs/formats/map.md): which objects are brushes
 * of what kind, and what is an entity. The objects' shapes are objects.c's. */
#include "level/objects.h"

#include "base/context.h"
#include "base/number.h"
#include "base/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum role {
    ROLE_NONE,
    ROLE_OBJECT, /* a brush or mesh, of `kind` */
    ROLE_DETAIL, /* a level of detail, above its objects */
    ROLE_MOVER,  /* a Door_Elevator, which may be an object too */
    ROLE_PATH,   /* a way point */
    ROLE_LIGHT,
    ROLE_ENTITY
} role;

/* What a node is. */
typedef struct node_use {
    role role;
    tlb_brush_kind kind;
    uint32_t detail;
    int32_t mover; /* the node of the mover that it is part of; TLB_NONE */
    int32_t root;  /* the node of its detail; TLB_NONE */
    bool has_children;
} node_use;

typedef struct importer {
    tlb_context *context;
    const tlb_scene *scene;
    tlb_level *level;
    tlb_arena work;
    node_use *uses;
    float (*world)[16];
    uint32_t detail_count;
    tlb_level_detail *detail;
} importer;

/* --- names and extras -------------------------------------------------------------------------------- */

static const char *name_of(const tlb_node *node)
{
    return node->name ? node->name : "";
}

static bool begins_with(const char *name, const char *prefix)
{
    for (; *prefix; name++, prefix++)
        if (tlb_lower(*name) != *prefix)
            return false;
    return true;
}

/* A text of the extras; NULL: there is none. */
static const char *extra_text(const tlb_node *node, const char *key)
{
    const tlb_value *value = tlb_value_get(node->extras, key);
    return value && value->kind == TLB_VALUE_TEXT && value->as.text.data ? value->as.text.data : NULL;
}

static bool extra_number(const tlb_node *node, const char *key, double *number)
{
    const tlb_value *value = tlb_value_get(node->extras, key);
    if (!value)
        return false;
    if (value->kind == TLB_VALUE_TEXT && value->as.text.data)
        return tlb_level_numbers(value->as.text.data, number, 1) == 1;
    *number = value->kind == TLB_VALUE_INTEGER ? (double)value->as.integer : value->as.real;
    return value->kind == TLB_VALUE_INTEGER || value->kind == TLB_VALUE_REAL;
}

/* A node with a level; else one without a mesh that is named detail_N, LOD_N or LOD_N_PIXELS. */
static bool is_detail(const tlb_node *node, uint32_t *number, double *pixels)
{
    enum { MOST = 63 };
    const char *name = name_of(node), *end = name + strlen(name);
    const char *at = begins_with(name, "detail_") ? name + 7 : begins_with(name, "lod_") ? name + 4 : NULL;
    double value;
    bool by_extra = extra_number(node, "detail_number", &value) && value >= 0 && value <= MOST;
    if (node->level >= 0 && node->level <= MOST) {
        *number = (uint32_t)node->level;
        *pixels = node->level_size;
        return true;
    }
    if (node->mesh != TLB_NONE)
        return false;
    const char *after = at ? tlb_read_u32(at, end, number) : NULL;
    if (after && *after && *after != '_' && *after != '.')
        after = NULL;
    if ((!after || *number > MOST) && !by_extra)
        return false;
    if (!after || *number > MOST)
        *number = (uint32_t)value;
    if (!after || *after != '_' || !tlb_read_f64(after + 1, end, pixels))
        extra_number(node, "min_pixels", pixels);
    return true;
}

/* The class that a node says of itself: extras win over its name. NULL: none. */
static const char *class_of(const tlb_node *node)
{
    static const struct {
        const char *prefix, *classname;
    } prefixes[] = {{"detail_", "detail"},  {"col_", "collision"},       {"vehicle_", "vehicle_collision"},
                    {"portal_", "portal"},  {"trigger_", "trigger"},     {"mover_", "Door_Elevator"},
                    {"path_", "path_node"}, {"mirror_", "MirrorSurface"}};
    const char *given = extra_text(node, "class");
    given = given ? given : extra_text(node, "classname");
    given = given ? given : extra_text(node, "torque");
    given = given ? given : extra_text(node, "game_class");
    for (size_t i = 0; !given && i < sizeof prefixes / sizeof *prefixes; i++)
        if (begins_with(name_of(node), prefixes[i].prefix))
            given = prefixes[i].classname;
    return given;
}

/* --- what each node is ------------------------------------------------------------------------------- */

static void set_use(importer *m, int32_t index)
{
    const tlb_node *node = &m->scene->nodes[index];
    node_use *use = &m->uses[index];
    uint32_t number;
    double pixels = 0;
    *use = (node_use){.mover = TLB_NONE, .root = TLB_NONE};
    if (node->parent != TLB_NONE) {
        m->uses[node->parent].has_children = true;
        const node_use *parent = &m->uses[node->parent];
        use->detail = parent->detail;
        use->mover = parent->role == ROLE_MOVER ? node->parent : parent->mover;
        use->root = parent->role == ROLE_DETAIL ? node->parent : parent->root;
        use->kind = parent->kind;
    }
    if (is_detail(node, &number, &pixels)) {
        use->role = ROLE_DETAIL;
        use->detail = number;
        if (node->mesh == TLB_NONE)
            return;
    }
    const char *classname = class_of(node);
    tlb_brush_kind kind = classname ? tlb_level_brush_kind_of(classname) : TLB_BRUSH_STRUCTURAL;
    if (kind == TLB_BRUSH_MOVER)
        use->role = ROLE_MOVER;
    else if (node->mesh != TLB_NONE)
        use->role = ROLE_OBJECT;
    else if (classname && tlb_same_nocase(classname, "path_node"))
        use->role = ROLE_PATH;
    else if (node->light != TLB_NONE && m->scene->lights[node->light].kind == TLB_LIGHT_POINT)
        use->role = ROLE_LIGHT;
    else if (classname && !tlb_same_nocase(classname, "worldspawn"))
        use->role = ROLE_ENTITY;
    if (kind != TLB_BRUSH_STRUCTURAL)
        use->kind = kind;
}

static bool find_uses(importer *m)
{
    uint32_t count = m->scene->node_count;
    m->uses = tlb_alloc_array(&m->work, count, sizeof *m->uses);
    m->world = tlb_alloc_array(&m->work, count, sizeof *m->world);
    if (!m->uses || !m->world)
        return false;
    tlb_scene_world_matrices(m->scene, m->world);
    m->detail_count = 1;
    for (uint32_t i = 0; i < count; i++) {
        set_use(m, (int32_t)i);
        if (m->uses[i].detail >= m->detail_count)
            m->detail_count = m->uses[i].detail + 1;
    }
    return true;
}

/* --- entities ---------------------------------------------------------------------------------------- */

/* Numbers and lists of numbers as texts, as maps have them. */
static bool add_value(importer *m, tlb_level_entity *entity, const char *key, const tlb_value *value)
{
    char text[256], number[TLB_NUMBER_MAX];
    size_t size = 0;
    if (value->kind == TLB_VALUE_TEXT)
        return tlb_level_add_property(m->level, entity, key, value->as.text.data ? value->as.text.data : "",
                                      0);
    if (value->kind == TLB_VALUE_BOOL)
        return tlb_level_add_property(m->level, entity, key, value->as.boolean ? "1" : "0", 0);
    const tlb_value *item = value->kind == TLB_VALUE_LIST ? value->as.members.first : value;
    if (value->kind == TLB_VALUE_TABLE || value->kind == TLB_VALUE_NULL)
        return true;
    for (; item && size + TLB_NUMBER_MAX + 2 < sizeof text;
         item = value->kind == TLB_VALUE_LIST ? item->next : NULL) {
        if (item->kind != TLB_VALUE_INTEGER && item->kind != TLB_VALUE_REAL)
            return true;
        char *end = item->kind == TLB_VALUE_INTEGER ? tlb_write_i64(number, item->as.integer)
                                                    : tlb_write_f64(number, item->as.real);
        size += (size_t)snprintf(text + size, sizeof text - size, "%s%.*s", size ? " " : "",
                                 (int)(end - number), number);
    }
    text[size] = 0;
    return tlb_level_add_property(m->level, entity, key, text, 0);
}

static bool is_own_key(const char *key)
{
    static const char *const keys[] = {"class", "classname", "torque", "origin", "longName"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (tlb_same_nocase(key, keys[i]))
            return true;
    return false;
}

static bool add_extras(importer *m, tlb_level_entity *entity, const tlb_node *node)
{
    bool is_table = node->extras && node->extras->kind == TLB_VALUE_TABLE;
    for (const tlb_value *v = is_table ? node->extras->as.members.first : NULL; v; v = v->next)
        if (v->key && !is_own_key(v->key) && !add_value(m, entity, v->key, v))
            return false;
    return true;
}

static bool set_origin(importer *m, tlb_level_entity *entity, const double at[3])
{
    char text[3 * TLB_NUMBER_MAX + 3], *end = text;
    for (int axis = 0; axis < 3; axis++) {
        entity->origin[axis] = at[axis];
        end = tlb_write_f64(end, at[axis] * m->detail->units);
        *end++ = ' ';
    }
    end[-1] = 0;
    entity->has_origin = true;
    return tlb_level_add_property(m->level, entity, "origin", text, 0);
}

/* NULL: no memory. */
static tlb_level_entity *add_entity(importer *m, const char *classname, int32_t node, bool is_placed)
{
    tlb_level_entity *entity = tlb_level_add_entity(m->level, m->detail, classname);
    bool added = entity && tlb_level_add_property(m->level, entity, "classname", classname, 0);
    if (added && is_placed) {
        const float *w = m->world[node];
        added = set_origin(m, entity, (double[3]){w[12], -w[14], w[13]});
    }
    if (added && node != TLB_NONE)
        added = add_extras(m, entity, &m->scene->nodes[node]);
    return added ? entity : NULL;
}

static bool add_number(importer *m, tlb_level_entity *entity, const char *key, double value)
{
    char text[TLB_NUMBER_MAX + 1];
    *tlb_write_f64(text, value) = 0;
    return tlb_level_property_value(entity, key) || tlb_level_add_property(m->level, entity, key, text, 0);
}

static bool add_light(importer *m, int32_t index)
{
    const tlb_node *node = &m->scene->nodes[index];
    const tlb_scene_light *light = &m->scene->lights[node->light];
    const char *classname = class_of(node);
    tlb_level_entity *entity = add_entity(m, classname ? classname : "light_omni", index, true);
    char color[64];
    snprintf(color, sizeof color, "%d %d %d", (int)lrintf(light->color[0] * 255),
             (int)lrintf(light->color[1] * 255), (int)lrintf(light->color[2] * 255));
    return entity &&
           (tlb_level_property_value(entity, "color") ||
            tlb_level_add_property(m->level, entity, "color", color, 0)) &&
           add_number(m, entity, "falloff1", 0) &&
           add_number(m, entity, "falloff2", (light->range > 0 ? light->range : 10) * m->detail->units);
}

/* --- movers ------------------------------------------------------------------------------------------ */

/* The way points of an animated mover: its keys, each with the milliseconds up to the next. */
static bool add_animated_path(importer *m, int32_t mover)
{
    const tlb_channel *moves = NULL;
    for (uint32_t i = 0; i < m->scene->animation_count && !moves; i++)
        for (uint32_t j = 0; j < m->scene->animations[i].channel_count && !moves; j++) {
            const tlb_channel *c = &m->scene->animations[i].channels[j];
            if (c->node == mover && c->target == TLB_TARGET_TRANSLATION)
                moves = c;
        }
    static const float still[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    int32_t parent = m->scene->nodes[mover].parent;
    const float *w = parent == TLB_NONE ? still : m->world[parent];
    for (uint32_t i = 0; moves && i < moves->key_count; i++) {
        const float *key = moves->values + 3 * (size_t)i;
        double at[3];
        for (int axis = 0; axis < 3; axis++)
            at[axis] = (double)w[axis] * key[0] + (double)w[4 + axis] * key[1] +
                       (double)w[8 + axis] * key[2] + w[12 + axis];
        tlb_level_entity *entity = add_entity(m, "path_node", TLB_NONE, false);
        double seconds = i + 1 < moves->key_count ? moves->times[i + 1] - moves->times[i] : 0;
        if (!entity || !set_origin(m, entity, (double[3]){at[0], -at[2], at[1]}) ||
            !add_number(m, entity, "next_time", floor(seconds * 1000 + 0.5)))
            return false;
    }
    return true;
}

static bool add_object(importer *m, int32_t node)
{
    return tlb_level_add_object(m->level, m->detail, m->scene, node, m->world[node], m->uses[node].kind,
                                &m->work);
}

static bool is_in(const importer *m, uint32_t node, uint32_t detail, role wanted)
{
    return m->uses[node].detail == detail && m->uses[node].role == wanted;
}

/* Its brushes, then its way points and triggers. */
static bool add_mover(importer *m, int32_t mover, uint32_t detail)
{
    const tlb_scene *scene = m->scene;
    if (!add_entity(m, "Door_Elevator", mover, false))
        return false;
    bool added = scene->nodes[mover].mesh == TLB_NONE || add_object(m, mover), has_path = false;
    for (uint32_t i = 0; added && i < scene->node_count; i++)
        if (m->uses[i].mover == mover && is_in(m, i, detail, ROLE_OBJECT) &&
            m->uses[i].kind == TLB_BRUSH_MOVER)
            added = add_object(m, (int32_t)i);
    for (uint32_t i = 0; added && i < scene->node_count; i++)
        if (m->uses[i].mover == mover && is_in(m, i, detail, ROLE_PATH)) {
            added = add_entity(m, "path_node", (int32_t)i, true);
            has_path = true;
        }
    if (added && !has_path)
        added = add_animated_path(m, mover);
    for (uint32_t i = 0; added && i < scene->node_count; i++)
        if (m->uses[i].mover == mover && m->uses[i].kind == TLB_BRUSH_TRIGGER &&
            (is_in(m, i, detail, ROLE_OBJECT) || is_in(m, i, detail, ROLE_ENTITY))) {
            bool is_object = m->uses[i].role == ROLE_OBJECT;
            const tlb_node *node = &scene->nodes[i];
            /* A trigger's entity may be the node above its object. */
            if (!is_object || m->uses[node->parent].role != ROLE_ENTITY)
                added = add_entity(m, "trigger", (int32_t)i, !is_object);
            if (added && is_object)
                added = add_object(m, (int32_t)i);
        }
    return added;
}

/* --- details ----------------------------------------------------------------------------------------- */

static bool is_free(const importer *m, uint32_t node, uint32_t detail, role wanted, tlb_brush_kind kind)
{
    return is_in(m, node, detail, wanted) && m->uses[node].kind == kind && m->uses[node].mover == TLB_NONE;
}

/* Objects of one kind, all in one entity. */
static bool add_kind(importer *m, uint32_t detail, tlb_brush_kind kind, const char *classname)
{
    bool has_entity = classname == NULL;
    for (uint32_t i = 0; i < m->scene->node_count; i++) {
        if (!is_free(m, i, detail, ROLE_OBJECT, kind))
            continue;
        if (!has_entity && !add_entity(m, classname, TLB_NONE, false))
            return false;
        has_entity = true;
        if (!add_object(m, (int32_t)i))
            return false;
    }
    return true;
}

/* An entity for each: portals and triggers. */
static bool add_volumes(importer *m, uint32_t detail, tlb_brush_kind kind, const char *classname)
{
    for (uint32_t i = 0; i < m->scene->node_count; i++) {
        if (!is_free(m, i, detail, ROLE_OBJECT, kind))
            continue;
        int32_t parent = m->scene->nodes[i].parent;
        bool above = parent != TLB_NONE && m->uses[parent].role == ROLE_ENTITY;
        if (!add_entity(m, classname, above ? parent : (int32_t)i, false) || !add_object(m, (int32_t)i))
            return false;
    }
    return true;
}

static bool add_points(importer *m, uint32_t detail)
{
    bool added = true;
    for (uint32_t i = 0; added && i < m->scene->node_count; i++)
        if (is_in(m, i, detail, ROLE_LIGHT))
            added = add_light(m, (int32_t)i);
        else if (is_in(m, i, detail, ROLE_ENTITY) && m->uses[i].mover == TLB_NONE && !m->uses[i].has_children)
            added = add_entity(m, class_of(&m->scene->nodes[i]), (int32_t)i, true);
        else if (is_in(m, i, detail, ROLE_MOVER))
            added = add_mover(m, (int32_t)i, detail);
    return added;
}

static bool add_world(importer *m, uint32_t detail, int32_t root)
{
    tlb_level_entity *world = add_entity(m, "worldspawn", root, false);
    double pixels = 0, number = 0;
    if (!world)
        return false;
    if (root != TLB_NONE && !is_detail(&m->scene->nodes[root], &(uint32_t){0}, &pixels))
        pixels = 0;
    m->detail->min_pixels = tlb_level_property_number(world, "min_pixels", pixels);
    number = tlb_level_property_number(world, "detail_number", detail);
    m->detail->detail_number = number >= 0 && number < INT32_MAX ? (int32_t)number : 0;
    double scale = tlb_level_property_number(world, "geometry_scale", 1);
    m->detail->units = scale > 0 && isfinite(scale) ? scale : 1;
    double texel = tlb_level_property_number(world, "light_geometry_scale", 0) / m->detail->units;
    m->detail->texel = texel > 0 && isfinite(texel) ? texel : 1;
    return add_number(m, world, "min_pixels", pixels) && add_number(m, world, "detail_number", detail);
}

/* The first node that says the detail's size, else the first that is a detail; TLB_NONE. */
static int32_t find_root(const importer *m, uint32_t detail)
{
    int32_t root = TLB_NONE;
    for (uint32_t i = 0; i < m->scene->node_count; i++) {
        double pixels = 0;
        if (m->uses[i].detail != detail || !is_detail(&m->scene->nodes[i], &(uint32_t){0}, &pixels))
            continue;
        if (pixels > 0)
            return (int32_t)i;
        if (root == TLB_NONE)
            root = (int32_t)i;
    }
    return root;
}

/* Levels that no node is in are left out. */
static bool add_detail(importer *m, uint32_t detail)
{
    bool is_used = m->detail_count == 1;
    for (uint32_t i = 0; i < m->scene->node_count; i++)
        is_used |= m->uses[i].detail == detail && m->uses[i].role != ROLE_NONE;
    if (!is_used)
        return true;
    m->detail = tlb_level_add_detail(m->level);
    return m->detail && add_world(m, detail, find_root(m, detail)) &&
           add_kind(m, detail, TLB_BRUSH_STRUCTURAL, NULL) &&
           add_kind(m, detail, TLB_BRUSH_DETAIL, "detail") &&
           add_kind(m, detail, TLB_BRUSH_COLLISION, "collision") &&
           add_kind(m, detail, TLB_BRUSH_VEHICLE, "vehicle_collision") &&
           add_volumes(m, detail, TLB_BRUSH_PORTAL, "portal") &&
           add_volumes(m, detail, TLB_BRUSH_TRIGGER, "trigger") && add_points(m, detail);
}

/* --- materials --------------------------------------------------------------------------------------- */

static bool add_materials(importer *m)
{
    const tlb_scene *scene = m->scene;
    for (uint32_t i = 0; i < scene->material_count; i++) {
        const tlb_material *from = &scene->materials[i];
        uint32_t index;
        if (!tlb_level_find_material(m->level, from->name ? from->name : "", &index))
            return false;
        tlb_level_material *material = &m->level->materials.data[index];
        const tlb_value *null = tlb_value_get(from->extras, "null");
        if (material->surface == TLB_LEVEL_VISIBLE && null &&
            ((null->kind == TLB_VALUE_BOOL && null->as.boolean) ||
             (null->kind == TLB_VALUE_INTEGER && null->as.integer)))
            material->surface = TLB_LEVEL_NULL;
        if (!material->image && from->texture.image != TLB_NONE && !from->placeholder)
            material->image = &scene->images[from->texture.image];
    }
    return true;
}

tlb_level *tlb_level_from_scene(tlb_context *context, const tlb_scene *scene, tlb_status *status)
{
    importer m = {.context = context, .scene = scene, .level = tlb_level_create(context)};
    bool made = m.level;
    tlb_arena_init(&m.work, context->account);
    made = made && add_materials(&m) && find_uses(&m);
    for (uint32_t i = 0; made && i < m.detail_count; i++)
        made = add_detail(&m, i);
    tlb_arena_release(&m.work);
    *status = made ? TLB_OK
                   : tlb_report_memory(context, m.level ? tlb_arena_refused(&m.work, &m.level->arena) : NULL);
    if (made)
        return m.level;
    tlb_level_free(m.level);
    return NULL;
}

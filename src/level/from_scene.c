/* A scene as a level: its nodes, whose uses nodes.c finds, one entity after the other. */
#include "level/nodes.h"
#include "level/objects.h"

#include "base/context.h"
#include "base/number.h"
#include "base/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct importer {
    tlb_context *context;
    const tlb_scene *scene;
    tlb_level *level;
    tlb_arena work;
    tlb_node_use *uses;
    float (*world)[16];
    uint32_t *materials; /* the level's, for each of the scene */
    uint32_t detail_count;
    tlb_level_detail *detail;
} importer;

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
        entity->origin[axis] = at[axis] + 0.0; /* 0 of -0 */
        end = tlb_write_f64(end, entity->origin[axis] * m->detail->units);
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
    if (added && node != TLB_NONE) {
        m->uses[node].taken = true;
        added = add_extras(m, entity, &m->scene->nodes[node]);
    }
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
    const char *classname = tlb_level_class_of(node);
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

static const tlb_channel *find_path(const tlb_scene *scene, int32_t mover)
{
    for (uint32_t i = 0; i < scene->animation_count; i++)
        for (uint32_t j = 0; j < scene->animations[i].channel_count; j++) {
            const tlb_channel *c = &scene->animations[i].channels[j];
            if (c->node == mover && c->target == TLB_TARGET_TRANSLATION)
                return c;
        }
    return NULL;
}

/* The way points of an animated mover: its keys, each with the milliseconds up to the next. These are between
 * rounded times: intervals that are rounded one by one would add up to another length. */
static bool add_animated_path(importer *m, int32_t mover)
{
    static const float still[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    const tlb_channel *moves = find_path(m->scene, mover);
    int32_t parent = m->scene->nodes[mover].parent;
    const float *w = parent == TLB_NONE ? still : m->world[parent];
    m->uses[mover].path = moves;
    for (uint32_t i = 0; moves && i < moves->key_count; i++) {
        const float *key = moves->values + 3 * (size_t)i;
        double at[3], time = floor(moves->times[i] * 1000.0 + 0.5);
        for (int axis = 0; axis < 3; axis++)
            at[axis] = (double)w[axis] * key[0] + (double)w[4 + axis] * key[1] +
                       (double)w[8 + axis] * key[2] + w[12 + axis];
        tlb_level_entity *entity = add_entity(m, "path_node", TLB_NONE, false);
        double next = i + 1 < moves->key_count ? floor(moves->times[i + 1] * 1000.0 + 0.5) : time;
        if (!entity || !set_origin(m, entity, (double[3]){at[0], -at[2], at[1]}) ||
            !add_number(m, entity, "next_time", next - time))
            return false;
    }
    return true;
}

static bool add_object(importer *m, int32_t node)
{
    m->uses[node].taken = true;
    const tlb_level_object object = {.scene = m->scene,
                                     .node = node,
                                     .world = (const float(*)[16])m->world,
                                     .materials = m->materials,
                                     .kind = m->uses[node].kind};
    return tlb_level_add_object(m->level, m->detail, &object, &m->work);
}

static bool is_in(const importer *m, uint32_t node, uint32_t detail, tlb_node_role wanted)
{
    return m->uses[node].detail == detail && m->uses[node].role == wanted;
}

/* Whether a node is directly below a mover, TLB_NONE: below none. */
static bool is_of(const importer *m, uint32_t node, uint32_t detail, int32_t mover, tlb_node_role wanted,
                  tlb_brush_kind kind)
{
    return is_in(m, node, detail, wanted) && m->uses[node].kind == kind && m->uses[node].mover == mover;
}

/* Portals and triggers: an entity for each object, and for each group without any. */
static bool add_volumes(importer *m, uint32_t detail, int32_t mover, tlb_brush_kind kind,
                        const char *classname)
{
    bool added = true;
    for (uint32_t i = 0; added && i < m->scene->node_count; i++) {
        int32_t node = (int32_t)i, group = m->uses[i].group;
        if (is_of(m, i, detail, mover, TLB_ROLE_OBJECT, kind)) {
            bool is_below = group != TLB_NONE && m->uses[group].kind == kind;
            added = add_entity(m, classname, is_below ? group : node, false) && add_object(m, node);
        } else if (is_of(m, i, detail, mover, TLB_ROLE_GROUP, kind) && !m->uses[i].has_objects)
            added = add_entity(m, classname, node, true);
    }
    return added;
}

/* Its brushes, then its way points and triggers. What vehicles collide with, and portals, never move. */
static bool add_mover(importer *m, int32_t mover, uint32_t detail)
{
    static const tlb_brush_kind kinds[] = {TLB_BRUSH_MOVER, TLB_BRUSH_DETAIL, TLB_BRUSH_COLLISION};
    const tlb_scene *scene = m->scene;
    if (!add_entity(m, "Door_Elevator", mover, false))
        return false;
    bool added = scene->nodes[mover].mesh == TLB_NONE || add_object(m, mover), has_path = false;
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (uint32_t i = 0; added && i < scene->node_count; i++)
            if (is_of(m, i, detail, mover, TLB_ROLE_OBJECT, kinds[k]))
                added = add_object(m, (int32_t)i);
    for (uint32_t i = 0; added && i < scene->node_count; i++)
        if (m->uses[i].mover == mover && is_in(m, i, detail, TLB_ROLE_PATH)) {
            added = add_entity(m, "path_node", (int32_t)i, true);
            has_path = true;
        }
    if (added && !has_path)
        added = add_animated_path(m, mover);
    return added && add_volumes(m, detail, mover, TLB_BRUSH_TRIGGER, "trigger");
}

/* --- details ----------------------------------------------------------------------------------------- */

/* Objects of one kind, all in one entity. */
static bool add_kind(importer *m, uint32_t detail, tlb_brush_kind kind, const char *classname)
{
    bool has_entity = classname == NULL;
    for (uint32_t i = 0; i < m->scene->node_count; i++) {
        if (!is_of(m, i, detail, TLB_NONE, TLB_ROLE_OBJECT, kind))
            continue;
        if (!has_entity && !add_entity(m, classname, TLB_NONE, false))
            return false;
        has_entity = true;
        if (!add_object(m, (int32_t)i))
            return false;
    }
    return true;
}

static bool add_points(importer *m, uint32_t detail)
{
    bool added = true;
    for (uint32_t i = 0; added && i < m->scene->node_count; i++)
        if (is_in(m, i, detail, TLB_ROLE_LIGHT))
            added = add_light(m, (int32_t)i);
        else if (is_in(m, i, detail, TLB_ROLE_ENTITY))
            added = add_entity(m, tlb_level_class_of(&m->scene->nodes[i]), (int32_t)i, true);
        else if (is_in(m, i, detail, TLB_ROLE_MOVER))
            added = add_mover(m, (int32_t)i, detail);
    return added;
}

static bool add_world(importer *m, uint32_t detail, int32_t root)
{
    tlb_level_entity *world = add_entity(m, "worldspawn", root, false);
    double pixels = 0, number = 0;
    if (!world)
        return false;
    if (root != TLB_NONE && !tlb_level_is_detail(&m->scene->nodes[root], &(uint32_t){0}, &pixels))
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
        if (m->uses[i].detail != detail || !tlb_level_is_detail(&m->scene->nodes[i], &(uint32_t){0}, &pixels))
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
        is_used |= m->uses[i].detail == detail && m->uses[i].role != TLB_ROLE_NONE;
    if (!is_used)
        return true;
    m->detail = tlb_level_add_detail(m->level);
    return m->detail && add_world(m, detail, find_root(m, detail)) &&
           add_kind(m, detail, TLB_BRUSH_STRUCTURAL, NULL) &&
           add_kind(m, detail, TLB_BRUSH_DETAIL, "detail") &&
           add_kind(m, detail, TLB_BRUSH_COLLISION, "collision") &&
           add_kind(m, detail, TLB_BRUSH_VEHICLE, "vehicle_collision") &&
           add_volumes(m, detail, TLB_NONE, TLB_BRUSH_PORTAL, "portal") &&
           add_volumes(m, detail, TLB_NONE, TLB_BRUSH_TRIGGER, "trigger") && add_points(m, detail);
}

/* --- materials --------------------------------------------------------------------------------------- */

static bool is_null(const tlb_material *material)
{
    const tlb_value *null = tlb_value_get(material->extras, "null");
    return null && ((null->kind == TLB_VALUE_BOOL && null->as.boolean) ||
                    (null->kind == TLB_VALUE_INTEGER && null->as.integer));
}

/* Games know textures by the names of materials: those without one are called as their image, and each image
 * has a name of its own. */
static bool add_material(importer *m, uint32_t index)
{
    const tlb_material *from = &m->scene->materials[index];
    bool has_image = from->texture.image != TLB_NONE && !from->placeholder;
    const tlb_image *image = has_image ? &m->scene->images[from->texture.image] : NULL;
    const char *name = from->name ? from->name : "";
    tlb_level_material *material = NULL;
    if (!*name)
        name = is_null(from) ? "NULL" : !image ? "" : *image->name ? image->name : "image";
    for (bool is_other = true; is_other;) {
        if (!name || !tlb_level_find_material(m->level, name, &m->materials[index]))
            return false;
        material = &m->level->materials.data[m->materials[index]];
        is_other =
            image && material->image && material->image != image && material->surface == TLB_LEVEL_VISIBLE;
        name = is_other ? tlb_arena_printf(&m->work, "%s_%u", name, index) : name;
    }
    if (material->surface == TLB_LEVEL_VISIBLE && is_null(from))
        material->surface = TLB_LEVEL_NULL;
    if (image)
        material->image = image;
    return true;
}

static bool add_materials(importer *m)
{
    m->materials = tlb_alloc_array(&m->work, m->scene->material_count, sizeof *m->materials);
    bool added = m->materials;
    for (uint32_t i = 0; added && i < m->scene->material_count; i++)
        added = add_material(m, i);
    return added;
}

static bool find_uses(importer *m)
{
    uint32_t count = m->scene->node_count;
    m->uses = tlb_alloc_array(&m->work, count, sizeof *m->uses);
    m->world = tlb_alloc_array(&m->work, count, sizeof *m->world);
    if (!m->uses || !m->world)
        return false;
    tlb_scene_world_matrices(m->scene, m->world);
    tlb_level_find_uses(m->scene, m->uses);
    m->detail_count = 1;
    for (uint32_t i = 0; i < count; i++)
        if (m->uses[i].detail >= m->detail_count)
            m->detail_count = m->uses[i].detail + 1;
    return true;
}

tlb_level *tlb_level_from_scene(tlb_context *context, const tlb_scene *scene, const char *title,
                                tlb_status *status)
{
    importer m = {.context = context, .scene = scene, .level = tlb_level_create(context)};
    bool made = m.level;
    tlb_arena_init(&m.work, context->account);
    made = made && add_materials(&m) && find_uses(&m);
    for (uint32_t i = 0; made && i < m.detail_count; i++)
        made = add_detail(&m, i);
    if (made) {
        m.level->is_of_scene = true;
        tlb_level_report_losses(context, scene, m.uses, title);
    }
    tlb_arena_release(&m.work);
    *status = made ? TLB_OK
                   : tlb_report_memory(context, m.level ? tlb_arena_refused(&m.work, &m.level->arena) : NULL);
    if (made)
        return m.level;
    tlb_level_free(m.level);
    return NULL;
}

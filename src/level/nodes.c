/* The use of each node, by its name and extras. */
#include "level/nodes.h"

#include "base/number.h"
#include "base/text.h"

#include <string.h>

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

/* One with a level; else one without a mesh that is named detail_N, LOD_N or LOD_N_PIXELS. */
bool tlb_level_is_detail(const tlb_node *node, uint32_t *number, double *pixels)
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

const char *tlb_level_class_of(const tlb_node *node)
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
    if (!given && node->layer && strcmp(node->layer, "collision") == 0)
        given = "collision";
    return given;
}

/* What is below a mover or a group belongs to the nearest. */
static void inherit(int32_t parent, const tlb_node_use *uses, tlb_node_use *use)
{
    const tlb_node_use *above = &uses[parent];
    use->detail = above->detail;
    use->kind = above->kind;
    use->mover = above->role == TLB_ROLE_MOVER ? parent : above->mover;
    use->group = above->role == TLB_ROLE_GROUP ? parent : above->group;
}

/* The collision of the node above: all of a level collides. */
static bool is_twin(const tlb_scene *scene, const tlb_node *node)
{
    return node->layer && strcmp(node->layer, "collision") == 0 && node->parent != TLB_NONE &&
           node->mesh != TLB_NONE && node->mesh == scene->nodes[node->parent].mesh;
}

static tlb_node_role role_of(const tlb_scene *scene, const tlb_node *node, tlb_brush_kind kind)
{
    const char *classname = tlb_level_class_of(node);
    if (is_twin(scene, node))
        return TLB_ROLE_NONE;
    if (kind == TLB_BRUSH_MOVER)
        return TLB_ROLE_MOVER;
    if (node->mesh != TLB_NONE)
        return TLB_ROLE_OBJECT;
    if (kind != TLB_BRUSH_STRUCTURAL)
        return TLB_ROLE_GROUP;
    if (classname && tlb_same_nocase(classname, "path_node"))
        return TLB_ROLE_PATH;
    if (node->light != TLB_NONE && scene->lights[node->light].kind == TLB_LIGHT_POINT)
        return TLB_ROLE_LIGHT;
    return classname && !tlb_same_nocase(classname, "worldspawn") ? TLB_ROLE_ENTITY : TLB_ROLE_NONE;
}

static void set_use(const tlb_scene *scene, uint32_t index, tlb_node_use *uses)
{
    const tlb_node *node = &scene->nodes[index];
    tlb_node_use *use = &uses[index];
    uint32_t number;
    double pixels;
    *use = (tlb_node_use){.mover = TLB_NONE, .group = TLB_NONE};
    if (node->parent != TLB_NONE)
        inherit(node->parent, uses, use);
    if (tlb_level_is_detail(node, &number, &pixels)) {
        use->role = TLB_ROLE_DETAIL;
        use->detail = number;
        if (node->mesh == TLB_NONE)
            return;
    }
    const char *classname = tlb_level_class_of(node);
    tlb_brush_kind kind = classname ? tlb_level_brush_kind_of(classname) : TLB_BRUSH_STRUCTURAL;
    use->role = role_of(scene, node, kind);
    if (kind != TLB_BRUSH_STRUCTURAL)
        use->kind = kind;
    if (use->role == TLB_ROLE_OBJECT && use->group != TLB_NONE)
        uses[use->group].has_objects |= uses[use->group].kind == use->kind;
}

/* Those with a datablock or class of the game are meant to be its objects, whatever is below them. */
static bool is_built(const tlb_node *node, const tlb_node_use *use)
{
    return use->role == TLB_ROLE_ENTITY && use->is_above_mesh && !extra_text(node, "datablock") &&
           !extra_text(node, "game_class");
}

void tlb_level_find_uses(const tlb_scene *scene, tlb_node_use *uses)
{
    for (uint32_t i = 0; i < scene->node_count; i++)
        set_use(scene, i, uses);
    for (uint32_t i = scene->node_count; i-- > 0;) {
        const tlb_node *node = &scene->nodes[i];
        if (node->parent != TLB_NONE && (node->mesh != TLB_NONE || uses[i].is_above_mesh))
            uses[node->parent].is_above_mesh = true;
        if (is_built(node, &uses[i]))
            uses[i].role = TLB_ROLE_BUILT;
    }
}

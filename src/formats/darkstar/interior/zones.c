/* The empty leaves of a level's BSP as zones: what is seen of the surfaces that bound each, as glass, hidden
 * at first. */
#include "formats/darkstar/interior/interior.h"

/* What may still be shown and listed: leaves share surfaces and lists, but not without end. */
typedef struct zone_budget {
    uint64_t corners, numbers, bytes; /* bytes: of lists, to be read */
} zone_budget;

/* The list, or an empty one where the budget is spent. */
static tlb_bit_list admit(const tlb_bit_list *list, zone_budget *budget)
{
    uint64_t bytes = list->at ? (uint64_t)(list->end - list->at) : 0;
    if (bytes > budget->bytes)
        return (tlb_bit_list){.at = NULL};
    budget->bytes -= bytes;
    return *list;
}

typedef struct zone {
    TLB_LIST(tlb_vec3) positions, normals; /* in the scene's axes */
    TLB_LIST(uint32_t) indices;
} zone;

/* False without memory. */
static bool add_surface(interior_scene *s, const tlb_dig *dig, const tlb_dig_surface *surface, zone *z)
{
    uint32_t first = z->positions.count;
    float plane[4];
    tlb_dig_surface_plane(dig, surface, plane);
    for (uint32_t i = 0; i < surface->numVerts; i++) {
        tlb_vec3 *position = TLB_PUSH(&s->work, &z->positions), *normal = TLB_PUSH(&s->work, &z->normals);
        if (!position || !normal)
            return false;
        interior_turn_axes(*position, dig_corner(dig, surface, i));
        interior_turn_axes(*normal, plane);
        for (uint32_t k = 0; i > 1 && k < 3; k++) {
            uint32_t *index = TLB_PUSH(&s->work, &z->indices);
            if (!index)
                return false;
            *index = first + (k ? i + 1 - k : 0); /* the corners turn clockwise */
        }
    }
    return true;
}

static bool add_surfaces(interior_scene *s, const tlb_dig *dig, const tlb_dig_leaf_info *leaf, zone *z,
                         zone_budget *budget)
{
    tlb_bit_list list = admit(&leaf->surfaces, budget);
    for (uint32_t i; tlb_bit_list_next(&list, &i) && i < dig->surfaces.count;) {
        const tlb_dig_surface *surface = &dig->surfaces.data[i];
        if (!interior_shows(surface) || !tlb_dig_has_polygon(dig, surface))
            continue;
        if (surface->numVerts > budget->corners)
            return true;
        budget->corners -= surface->numVerts;
        if (!add_surface(s, dig, surface, z))
            return false;
    }
    return true;
}

static bool add_mesh(interior_scene *s, const zone *z, int32_t node)
{
    if (!z->indices.count)
        return true;
    int32_t index = (int32_t)s->scene->mesh_count;
    tlb_mesh *mesh = tlb_scene_add_mesh(s->scene, s->scene->nodes[node].name);
    if (!mesh || !tlb_mesh_reserve(s->scene, mesh, z->positions.count, z->indices.count, 1, TLB_WITH_NORMALS))
        return false;
    memcpy(mesh->positions, z->positions.data, z->positions.count * sizeof *z->positions.data);
    memcpy(mesh->normals, z->normals.data, z->normals.count * sizeof *z->normals.data);
    memcpy(mesh->indices, z->indices.data, z->indices.count * sizeof *z->indices.data);
    mesh->parts[0] = (tlb_part){s->glass, 0, z->indices.count};
    s->scene->nodes[node].mesh = index;
    return true;
}

static void describe(interior_scene *s, const tlb_dig_leaf_info *leaf, zone_budget *budget, tlb_value *extras)
{
    tlb_bit_list list = admit(&leaf->visible, budget);
    tlb_value_add_bool(s->arena, extras, "external", leaf->external);
    tlb_value_add_singles(s->arena, extras, "box", leaf->box, 6);
    tlb_value *visible = tlb_value_add_list(s->arena, extras, "visible");
    for (uint32_t i; budget->numbers && tlb_bit_list_next(&list, &i); budget->numbers--)
        tlb_value_add_integer(s->arena, visible, NULL, i);
}

static bool add_zone(interior_scene *s, const tlb_dig *dig, uint32_t number, const tlb_dig_leaf_info *leaf,
                     int32_t group, zone_budget *budget)
{
    zone z = {.positions.count = 0};
    tlb_mark mark = tlb_arena_mark(&s->work);
    const char *name = tlb_arena_printf(&s->work, "leaf %u", number);
    int32_t index = (int32_t)s->scene->node_count;
    tlb_node *node = name ? tlb_scene_add_node(s->scene, name, group) : NULL;
    if (!node)
        return false;
    node->hidden = true;
    node->layer = "zones";
    describe(s, leaf, budget, node->extras = tlb_value_table(s->arena));
    bool made = add_surfaces(s, dig, leaf, &z, budget) && add_mesh(s, &z, index);
    tlb_arena_rewind(&s->work, mark);
    return made;
}

static bool find_glass(interior_scene *s)
{
    static const float color[4] = {0.2f, 0.85f, 0.4f, 0.3f};
    if (s->glass == TLB_NONE)
        s->glass = tlb_scene_add_glass(s->scene, "leaf", color);
    return s->glass != TLB_NONE;
}

bool tlb_interior_add_zones(interior_scene *s, const tlb_dig *dig, int32_t parent)
{
    enum { SHARED = 4, BITS_PER_BYTE = 8 };
    zone_budget budget = {(uint64_t)dig->verts.count * SHARED, (uint64_t)dig->bits.size * BITS_PER_BYTE,
                          (uint64_t)dig->bits.size * SHARED};
    int32_t group = (int32_t)s->scene->node_count;
    tlb_dig_leaf_info leaf;
    if (!find_glass(s) || !tlb_scene_add_node(s->scene, "zones", parent))
        return false;
    for (uint32_t i = TLB_DIG_OUTSIDE_LEAVES; tlb_dig_leaf_at(dig, i, &leaf); i++)
        if (!leaf.solid && !add_zone(s, dig, i, &leaf, group, &budget))
            return false;
    return true;
}

/* Sectors as zones: the floor and ceiling of each as glass, hidden at first. */
#include "formats/meridian/roo/scene.h"
#include "formats/meridian/roo/shape.h"

typedef struct zones {
    roo_scene *s;
    uint32_t *first; /* of each sector, its place in `leaves`; one more for the end */
    uint32_t *leaves;
    int32_t group, material;
} zones;

/* The sector of a leaf that can be drawn, TLB_NONE for other nodes. */
static int32_t sector_of(const roo_scene *s, uint32_t node)
{
    const tlb_roo_node *leaf = &s->roo->nodes.data[node];
    bool drawn = leaf->type == TLB_ROO_LEAF && !s->outside[node] && leaf->sector &&
                 leaf->sector <= s->roo->sectors.count && roo_leaf_has_shape(leaf);
    return drawn ? leaf->sector - 1 : TLB_NONE;
}

/* Sorts the leaves by sector. False without memory. */
static bool sort_leaves(zones *z)
{
    const roo_scene *s = z->s;
    uint32_t nodes = s->roo->nodes.count, sectors = s->roo->sectors.count;
    uint32_t *next = z->first = tlb_zalloc(&z->s->work, (sectors + (size_t)2) * sizeof *next);
    z->leaves = tlb_alloc_array(&z->s->work, nodes, sizeof *z->leaves);
    if (!next || !z->leaves)
        return false;
    for (uint32_t i = 0; i < nodes; i++)
        if (sector_of(s, i) != TLB_NONE)
            next[sector_of(s, i) + 2]++;
    for (uint32_t i = 2; i < sectors + 2; i++)
        next[i] += next[i - 1];
    for (uint32_t i = 0; i < nodes; i++)
        if (sector_of(s, i) != TLB_NONE)
            z->leaves[next[sector_of(s, i) + 1]++] = i;
    return true;
}

static bool can_be_shown(const tlb_roo_node *leaf, const tlb_roo_sector *sector, bool ceiling,
                         roo_plane *plane)
{
    return roo_plane_of(leaf, sector, ceiling, plane) && roo_plane_is_finite(plane);
}

static void write_plane(const roo_plane *plane, tlb_mesh *mesh)
{
    uint32_t first = mesh->vertex_count;
    float normal[3];
    roo_plane_normal(plane, normal);
    for (uint32_t i = 0; i < plane->leaf->points.count; i++) {
        double place[3];
        roo_plane_corner(plane, i, place);
        roo_turn_axes(mesh->positions[mesh->vertex_count], place);
        memcpy(mesh->normals[mesh->vertex_count++], normal, sizeof normal);
    }
    for (uint32_t i = first + 1; i + 1 < mesh->vertex_count; i++) {
        uint32_t *triangle = mesh->indices + mesh->index_count;
        triangle[0] = first;
        triangle[1] = i;
        triangle[2] = i + 1;
        mesh->index_count += 3;
    }
}

/* The floors and ceilings of some leaves of a sector. */
static bool add_mesh(zones *z, const tlb_roo_sector *sector, const uint32_t *leaves, uint32_t count,
                     tlb_node *node)
{
    const tlb_roo_node *nodes = z->s->roo->nodes.data;
    uint64_t corners = 0, triangles = 0;
    roo_plane plane;
    for (uint32_t i = 0; i < count * 2; i++)
        if (can_be_shown(&nodes[leaves[i / 2]], sector, i % 2, &plane)) {
            corners += plane.leaf->points.count;
            triangles += plane.leaf->points.count - 2;
        }
    if (!triangles)
        return true;
    tlb_mesh *mesh = triangles > UINT32_MAX / 3 ? NULL : tlb_add_mesh(z->s->scene, node->name);
    if (!mesh ||
        !tlb_mesh_reserve(z->s->scene, mesh, (uint32_t)corners, (uint32_t)triangles * 3, 1, TLB_WITH_NORMALS))
        return false;
    mesh->vertex_count = mesh->index_count = 0;
    for (uint32_t i = 0; i < count * 2; i++)
        if (can_be_shown(&nodes[leaves[i / 2]], sector, i % 2, &plane))
            write_plane(&plane, mesh);
    mesh->parts[0] = (tlb_part){z->material, 0, mesh->index_count};
    node->mesh = (int32_t)z->s->scene->mesh_count - 1;
    return true;
}

static bool add_zone(zones *z, uint32_t number)
{
    roo_scene *s = z->s;
    const tlb_roo_sector *sector = &s->roo->sectors.data[number];
    uint32_t first = z->first[number], count = z->first[number + 1] - first;
    const char *name = tlb_print(&s->work, "sector %u", number + 1);
    tlb_node *node = name ? tlb_add_node(s->scene, name, z->group) : NULL;
    if (!node)
        return false;
    node->hidden = true;
    node->layer = "zones";
    node->extras = tlb_value_table(s->arena);
    roo_describe_sector(s, sector, node->extras);
    return add_mesh(z, sector, z->leaves + first, count, node);
}

bool roo_add_zones(roo_scene *s)
{
    static const float color[4] = {0.2f, 0.85f, 0.4f, 0.3f};
    zones z = {.s = s, .group = (int32_t)s->scene->node_count};
    if (!s->roo->sectors.count)
        return true;
    if (!sort_leaves(&z) || !tlb_add_node(s->scene, "zones", TLB_NONE) ||
        (z.material = tlb_add_glass(s->scene, "zone", color)) == TLB_NONE)
        return false;
    for (uint32_t i = 0; i < s->roo->sectors.count; i++)
        if (z.first[i + 1] > z.first[i] && !add_zone(&z, i))
            return false;
    return true;
}

/* What clients do not see of a room, hidden at first: its sectors as zones, and what the editor and the
 * server have of it. */
#include "formats/meridian/roo/scene/scene.h"

#include <math.h>

/* --- zones -------------------------------------------------------------------------------------------- */

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
                 leaf->sector <= s->roo->sectors.count && tlb_roo_leaf_has_shape(leaf);
    return drawn ? leaf->sector - 1 : TLB_NONE;
}

/* Sorts the leaves by sector. False without memory. */
static bool sort_leaves(zones *z)
{
    const roo_scene *s = z->s;
    uint32_t nodes = s->roo->nodes.count, sectors = s->roo->sectors.count;
    uint32_t *next = z->first = tlb_zalloc_array(&z->s->work, sectors + (size_t)2, sizeof *next);
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
    return tlb_roo_plane_of(leaf, sector, ceiling, plane) && tlb_roo_plane_is_finite(plane);
}

static void write_plane(const roo_plane *plane, tlb_mesh *mesh)
{
    uint32_t first = mesh->vertex_count;
    float normal[3];
    tlb_roo_plane_normal(plane, normal);
    for (uint32_t i = 0; i < plane->leaf->points.count; i++) {
        double place[3];
        tlb_roo_plane_corner(plane, i, place);
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
    tlb_mesh *mesh = triangles > UINT32_MAX / 3 ? NULL : tlb_scene_add_mesh(z->s->scene, node->name);
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
    const char *name = tlb_arena_printf(&s->work, "sector %u", number + 1);
    tlb_node *node = name ? tlb_scene_add_node(s->scene, name, z->group) : NULL;
    if (!node)
        return false;
    node->hidden = true;
    node->layer = "zones";
    node->extras = tlb_value_table(s->arena);
    tlb_roo_describe_sector(s, sector, node->extras);
    return add_mesh(z, sector, z->leaves + first, count, node);
}

bool tlb_roo_add_zones(roo_scene *s)
{
    static const float color[4] = {0.2f, 0.85f, 0.4f, 0.3f};
    zones z = {.s = s, .group = (int32_t)s->scene->node_count};
    if (!s->roo->sectors.count)
        return true;
    if (!sort_leaves(&z) || !tlb_scene_add_node(s->scene, "zones", TLB_NONE) ||
        (z.material = tlb_scene_add_glass(s->scene, "zone", color)) == TLB_NONE)
        return false;
    for (uint32_t i = 0; i < s->roo->sectors.count; i++)
        if (z.first[i + 1] > z.first[i] && !add_zone(&z, i))
            return false;
    return true;
}

/* --- the editor's walls ------------------------------------------------------------------------------- */

/* Upright, one square high, from the floor of nothing up. */
static void write_wall(tlb_mesh *mesh, uint32_t index, const double ends[2][2])
{
    static const uint32_t corners[6] = {0, 1, 2, 0, 2, 3};
    double dx = ends[1][0] - ends[0][0], dy = ends[1][1] - ends[0][1], length = hypot(dx, dy);
    for (uint32_t i = 0; i < 4; i++) {
        const double *end = ends[i == 1 || i == 2];
        double place[3] = {end[0], end[1], i < 2 ? 0 : TLB_ROO_SQUARE};
        float *normal = mesh->normals[4 * index + i];
        roo_turn_axes(mesh->positions[4 * index + i], place);
        normal[0] = length > 0 ? (float)(-dy / length) : 0;
        normal[1] = length > 0 ? 0 : 1;
        normal[2] = length > 0 ? (float)(dx / length) : 0;
    }
    for (uint32_t i = 0; i < 6; i++)
        mesh->indices[6 * index + i] = 4 * index + corners[i];
}

static void describe_wall(roo_scene *s, tlb_value *list, const tlb_roo_editor_wall *wall)
{
    const struct {
        const char *key;
        int value;
    } fields[] = {
        {"x0", wall->x0},
        {"y0", wall->y0},
        {"x1", wall->x1},
        {"y1", wall->y1},
        {"positiveSidedef", wall->positiveSidedef},
        {"negativeSidedef", wall->negativeSidedef},
        {"positiveSector", wall->positiveSector},
        {"negativeSector", wall->negativeSector},
    };
    tlb_value *table = tlb_value_add_table(s->arena, list, NULL);
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        tlb_value_add_integer(s->arena, table, fields[i].key, fields[i].value);
}

static bool add_walls(roo_scene *s, const tlb_roo_box *box, int32_t parent)
{
    static const float color[4] = {0.2f, 0.6f, 1, 0.4f};
    const tlb_roo *roo = s->roo;
    uint32_t count = roo->editorWalls.count;
    if (!count)
        return true;
    tlb_node *node = tlb_scene_add_node(s->scene, "editor walls", parent);
    tlb_mesh *mesh = node ? tlb_scene_add_mesh(s->scene, "editor walls") : NULL;
    int32_t material = mesh ? tlb_scene_add_glass(s->scene, "editor wall", color) : TLB_NONE;
    if (material == TLB_NONE || !tlb_mesh_reserve(s->scene, mesh, 4 * count, 6 * count, 1, TLB_WITH_NORMALS))
        return false;
    s->scene->materials[material].double_sided = true;
    node->mesh = (int32_t)s->scene->mesh_count - 1;
    node->extras = tlb_value_table(s->arena);
    mesh->parts[0] = (tlb_part){material, 0, 6 * count};
    tlb_value *list = tlb_value_add_list(s->arena, node->extras, "walls");
    for (uint32_t i = 0; i < count; i++) {
        const tlb_roo_editor_wall *wall = &roo->editorWalls.data[i];
        double ends[2][2];
        roo_to_client(box, wall->x0, wall->y0, ends[0]);
        roo_to_client(box, wall->x1, wall->y1, ends[1]);
        write_wall(mesh, i, (const double(*)[2])ends);
        describe_wall(s, list, wall);
    }
    return true;
}

/* --- things ------------------------------------------------------------------------------------------- */

static void describe_thing(roo_scene *s, tlb_value *table, const tlb_roo_thing *thing)
{
    tlb_value_add_integer(s->arena, table, "type", thing->type);
    tlb_value_add_integer(s->arena, table, "angle", thing->angle);
    tlb_value_add_integer(s->arena, table, "when", thing->when);
    tlb_value_add_integer(s->arena, table, "exitX", thing->exitX);
    tlb_value_add_integer(s->arena, table, "exitY", thing->exitY);
    tlb_value_add_integer(s->arena, table, "flags", thing->flags);
    tlb_value_add_bytes_text(s->arena, table, "comment", thing->comment);
}

/* One or two are corners of the room's box and nothing more. */
static bool add_things(roo_scene *s, const tlb_roo_box *box, int32_t parent)
{
    enum { CORNERS = 2 };
    const tlb_roo *roo = s->roo;
    bool corners = roo->things.count <= CORNERS;
    for (uint32_t i = 0; i < roo->things.count; i++) {
        const tlb_roo_thing *thing = &roo->things.data[i];
        const char *name = tlb_arena_printf(&s->work, corners ? "corner %u" : "thing %u", i);
        tlb_node *node = name ? tlb_scene_add_node(s->scene, name, parent) : NULL;
        if (!node)
            return false;
        double place[3] = {0, 0, 0};
        roo_to_client(box, thing->x, thing->y, place);
        roo_turn_axes(node->translation, place);
        node->extras = tlb_value_table(s->arena);
        tlb_value_add_integer(s->arena, node->extras, "x", thing->x);
        tlb_value_add_integer(s->arena, node->extras, "y", thing->y);
        if (!corners)
            describe_thing(s, node->extras, thing);
    }
    return true;
}

/* --- the server's grids ------------------------------------------------------------------------------- */

static void add_hex_row(roo_scene *s, tlb_value *list, const uint32_t *words, const uint8_t *bytes,
                        uint32_t columns)
{
    static const char digits[] = "0123456789abcdef";
    uint32_t width = words ? 8 : 2;
    char *text = tlb_alloc_array(&s->work, columns, width);
    for (uint32_t column = 0; text && column < columns; column++) {
        uint32_t value = words ? words[column] : bytes[column];
        for (uint32_t digit = 0; digit < width; digit++)
            text[column * width + digit] = digits[value >> 4 * (width - 1 - digit) & 15];
    }
    if (text)
        tlb_value_add_bytes_text(s->arena, list, NULL, (tlb_text){text, columns * width});
}

/* A text a row, two hexadecimal digits a cell, or eight. */
static void add_grid(roo_scene *s, tlb_value *table, const char *key, const uint32_t *words,
                     const uint8_t *bytes, uint32_t rows, uint32_t columns)
{
    if (!words && !bytes)
        return;
    tlb_value *list = tlb_value_add_list(s->arena, table, key);
    for (uint32_t row = 0; row < rows; row++) {
        tlb_mark mark = tlb_arena_mark(&s->work);
        size_t first = (size_t)row * columns;
        add_hex_row(s, list, words ? words + first : NULL, bytes ? bytes + first : NULL, columns);
        tlb_arena_rewind(&s->work, mark);
    }
}

static bool add_grids(roo_scene *s, int32_t parent)
{
    const tlb_roo_server *server = &s->roo->server;
    if (!server->present)
        return true;
    tlb_node *node = tlb_scene_add_node(s->scene, "grids", parent);
    if (!node)
        return false;
    tlb_value *extras = node->extras = tlb_value_table(s->arena);
    tlb_value_add_integer(s->arena, extras, "rows", server->rows);
    tlb_value_add_integer(s->arena, extras, "cols", server->cols);
    add_grid(s, extras, "moveGrid", NULL, server->moveGrid, server->rows, server->cols);
    add_grid(s, extras, "flagGrid", NULL, server->flagGrid, server->rows, server->cols);
    add_grid(s, extras, "monsterGrid", NULL, server->monsterGrid, server->rows, server->cols);
    add_grid(s, extras, "hiResGrid", server->hiResGrid, NULL, server->hiResRows, server->hiResCols);
    return true;
}

bool tlb_roo_add_editor(roo_scene *s)
{
    int32_t parent = (int32_t)s->scene->node_count;
    tlb_roo_box box = tlb_roo_box_of(s->roo);
    tlb_node *node = tlb_scene_add_node(s->scene, "editor", TLB_NONE);
    if (!node)
        return false;
    node->hidden = true;
    node->layer = "editor";
    return add_walls(s, &box, parent) && add_things(s, &box, parent) && add_grids(s, parent);
}

/* What the editor and the server have of a room, and clients do not see: hidden at first. */
#include "formats/meridian/roo/roo.h"
#include "formats/meridian/roo/scene.h"

#include <math.h>

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
    tlb_value *table = tlb_add_table(s->arena, list, NULL);
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        tlb_add_integer(s->arena, table, fields[i].key, fields[i].value);
}

static bool add_walls(roo_scene *s, const tlb_roo_box *box, int32_t parent)
{
    static const float color[4] = {0.2f, 0.6f, 1, 0.4f};
    const tlb_roo *roo = s->roo;
    uint32_t count = roo->editorWalls.count;
    if (!count)
        return true;
    tlb_node *node = tlb_add_node(s->scene, "editor walls", parent);
    tlb_mesh *mesh = node ? tlb_add_mesh(s->scene, "editor walls") : NULL;
    int32_t material = mesh ? tlb_add_glass(s->scene, "editor wall", color) : TLB_NONE;
    if (material == TLB_NONE || !tlb_mesh_reserve(s->scene, mesh, 4 * count, 6 * count, 1, TLB_WITH_NORMALS))
        return false;
    s->scene->materials[material].double_sided = true;
    node->mesh = (int32_t)s->scene->mesh_count - 1;
    node->extras = tlb_value_table(s->arena);
    mesh->parts[0] = (tlb_part){material, 0, 6 * count};
    tlb_value *list = tlb_add_list(s->arena, node->extras, "walls");
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
    tlb_add_integer(s->arena, table, "type", thing->type);
    tlb_add_integer(s->arena, table, "angle", thing->angle);
    tlb_add_integer(s->arena, table, "when", thing->when);
    tlb_add_integer(s->arena, table, "exitX", thing->exitX);
    tlb_add_integer(s->arena, table, "exitY", thing->exitY);
    tlb_add_integer(s->arena, table, "flags", thing->flags);
    tlb_add_bytes_text(s->arena, table, "comment", thing->comment);
}

/* One or two are corners of the room's box and nothing more. */
static bool add_things(roo_scene *s, const tlb_roo_box *box, int32_t parent)
{
    enum { CORNERS = 2 };
    const tlb_roo *roo = s->roo;
    bool corners = roo->things.count <= CORNERS;
    for (uint32_t i = 0; i < roo->things.count; i++) {
        const tlb_roo_thing *thing = &roo->things.data[i];
        const char *name = tlb_print(&s->work, corners ? "corner %u" : "thing %u", i);
        tlb_node *node = name ? tlb_add_node(s->scene, name, parent) : NULL;
        if (!node)
            return false;
        double place[3] = {0, 0, 0};
        roo_to_client(box, thing->x, thing->y, place);
        roo_turn_axes(node->translation, place);
        node->extras = tlb_value_table(s->arena);
        tlb_add_integer(s->arena, node->extras, "x", thing->x);
        tlb_add_integer(s->arena, node->extras, "y", thing->y);
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
    char *text = tlb_alloc(&s->work, (size_t)columns * width);
    for (uint32_t column = 0; text && column < columns; column++) {
        uint32_t value = words ? words[column] : bytes[column];
        for (uint32_t digit = 0; digit < width; digit++)
            text[column * width + digit] = digits[value >> 4 * (width - 1 - digit) & 15];
    }
    if (text)
        tlb_add_bytes_text(s->arena, list, NULL, (tlb_text){text, columns * width});
}

/* A text a row, two hexadecimal digits a cell, or eight. */
static void add_grid(roo_scene *s, tlb_value *table, const char *key, const uint32_t *words,
                     const uint8_t *bytes, uint32_t rows, uint32_t columns)
{
    if (!words && !bytes)
        return;
    tlb_value *list = tlb_add_list(s->arena, table, key);
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
    tlb_node *node = tlb_add_node(s->scene, "grids", parent);
    if (!node)
        return false;
    tlb_value *extras = node->extras = tlb_value_table(s->arena);
    tlb_add_integer(s->arena, extras, "rows", server->rows);
    tlb_add_integer(s->arena, extras, "cols", server->cols);
    add_grid(s, extras, "moveGrid", NULL, server->moveGrid, server->rows, server->cols);
    add_grid(s, extras, "flagGrid", NULL, server->flagGrid, server->rows, server->cols);
    add_grid(s, extras, "monsterGrid", NULL, server->monsterGrid, server->rows, server->cols);
    add_grid(s, extras, "hiResGrid", server->hiResGrid, NULL, server->hiResRows, server->hiResCols);
    return true;
}

bool roo_add_editor(roo_scene *s)
{
    int32_t parent = (int32_t)s->scene->node_count;
    tlb_roo_box box = tlb_roo_box_of(s->roo);
    tlb_node *node = tlb_add_node(s->scene, "editor", TLB_NONE);
    if (!node)
        return false;
    node->hidden = true;
    node->layer = "editor";
    return add_walls(s, &box, parent) && add_things(s, &box, parent) && add_grids(s, parent);
}

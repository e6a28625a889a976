/* The queries that a room answers. */
#include "formats/meridian/roo/roo.h"

#include "core/query.h"

#include <math.h>

const tlb_query_info tlb_roo_queries[] = {
    {"point", "X Y", "leaf, sector, floor, ceiling and light at a point, in client units"},
    {"square", "ROW COL",
     "a square of the server grids, counted from 1: its floor and the directions one can move in"},
    {"cell", "ROW COL", "the same for a cell (a quarter square) of the high-resolution grid"},
    {"ray", "X Y Z X Y Z", "the first floor, ceiling or wall hit by a ray from one point to another"},
    {"path", "X Y X Y", "the shortest path through the leaves from one point to another"},
    {0},
};

/* A row and a column, counted from 1, of so many; made to count from 0. */
static bool place(const tlb_query_call *q, const uint32_t count[2], uint32_t at[2])
{
    for (size_t i = 0; i < 2; i++) {
        uint64_t value;
        if (i >= q->word_count || !tlb_word_whole(q->words[i], &value) || value < 1 || value > count[i])
            return false;
        at[i] = (uint32_t)value - 1;
    }
    return q->word_count == 2;
}

/* --- places ------------------------------------------------------------------------------------------- */

static void add_point(const tlb_query_call *q, tlb_value *table, const char *key, const double *values,
                      size_t count)
{
    tlb_value *list = tlb_value_add_list(q->arena, table, key);
    for (size_t i = 0; i < count; i++)
        tlb_value_add_real(q->arena, list, NULL, values[i]);
}

/* As the server's programs say it: rows and columns from 1, and 64 parts of a square. */
static void add_square(const tlb_query_call *q, const double at[2])
{
    static const char *const names[2][2] = {{"col", "fineCol"}, {"row", "fineRow"}};
    tlb_value *square = tlb_value_add_table(q->arena, q->table, "square");
    for (int axis = 1; axis >= 0; axis--) {
        double whole = floor(at[axis] / TLB_ROO_SQUARE);
        tlb_value_add_real(q->arena, square, names[axis][0], whole + 1);
        tlb_value_add_real(q->arena, square, names[axis][1],
                           floor((at[axis] - whole * TLB_ROO_SQUARE) / TLB_ROO_EDITOR_UNIT));
    }
}

/* What a leaf's sector is like at a point. */
static void add_sector(const tlb_query_call *q, uint16_t leaf, const double at[2])
{
    const tlb_roo *room = q->subject;
    const tlb_roo_sector *sector = tlb_roo_leaf_sector(room, leaf);
    tlb_value_add_bool(q->arena, q->table, "inside", sector != NULL);
    if (!sector)
        return;
    bool ambient = sector->light >= 128;
    tlb_value_add_integer(q->arena, q->table, "leaf", leaf);
    tlb_value_add_integer(q->arena, q->table, "sector", sector - room->sectors.data + 1);
    tlb_value_add_integer(q->arena, q->table, "id", sector->id);
    tlb_value_add_real(q->arena, q->table, "floor", tlb_roo_floor_at(sector, at[0], at[1]));
    tlb_value_add_real(q->arena, q->table, "ceiling", tlb_roo_ceiling_at(sector, at[0], at[1]));
    tlb_value_add_integer(q->arena, q->table, "floorBitmap", sector->floorBitmap);
    tlb_value_add_integer(q->arena, q->table, "ceilingBitmap", sector->ceilingBitmap);
    tlb_value_add_integer(q->arena, q->table, "light", ambient ? sector->light - 128 : sector->light);
    tlb_value_add_bool(q->arena, q->table, "ambient", ambient);
    tlb_value_add_bool(q->arena, q->table, "flicker", (sector->flags & TLB_ROO_SECTOR_FLICKER) != 0);
    tlb_value_add_integer(q->arena, q->table, "depth", sector->flags & TLB_ROO_SECTOR_DEPTH_MASK);
}

static tlb_status answer_point(const tlb_query_call *q)
{
    const tlb_roo *room = q->subject;
    double at[2];
    if (!tlb_query_reals(q, at, 2))
        return tlb_query_refuse(q, "point", "expected a point (two numbers)");
    add_sector(q, tlb_roo_leaf_at(room, at[0], at[1]), at);
    add_square(q, at);
    return TLB_OK;
}

/* --- moves -------------------------------------------------------------------------------------------- */

static void add_directions(const tlb_query_call *q, tlb_value *table, const char *key, unsigned bits)
{
    static const char *const names[TLB_ROO_DIRECTIONS] = {"N", "NE", "E", "SE", "S", "SW", "W", "NW"};
    tlb_value *list = tlb_value_add_list(q->arena, table, key);
    for (int i = 0; i < TLB_ROO_DIRECTIONS; i++)
        if (bits & 1u << i)
            tlb_value_add_text(q->arena, list, NULL, names[i]);
}

/* What a grid says, if there is one, and what the walls say. */
static void add_moves(const tlb_query_call *q, const char *key, const uint8_t *stored, unsigned computed)
{
    tlb_value *moves = tlb_value_add_table(q->arena, q->table, key);
    if (stored)
        add_directions(q, moves, "grid", *stored);
    add_directions(q, moves, "walls", computed);
}

static tlb_status answer_square(const tlb_query_call *q)
{
    const tlb_roo *room = q->subject;
    const tlb_roo_server *server = &room->server;
    const uint32_t squares[] = {(uint32_t)(room->height / TLB_ROO_SQUARE),
                                (uint32_t)(room->width / TLB_ROO_SQUARE)};
    uint32_t at[2];
    if (!place(q, squares, at))
        return tlb_query_refuse(q, "square", "expected a row and a column of the room, counted from 1");
    const double center[2] = {(at[1] + 0.5) * TLB_ROO_SQUARE, (at[0] + 0.5) * TLB_ROO_SQUARE};
    bool in_grid = server->present && at[0] < server->rows && at[1] < server->cols;
    size_t cell = in_grid ? (size_t)at[0] * server->cols + at[1] : 0;
    add_point(q, q->table, "centre", center, 2);
    add_sector(q, tlb_roo_leaf_at(room, center[0], center[1]), center);
    if (in_grid)
        tlb_value_add_bool(q->arena, q->table, "floorFlag", server->flagGrid[cell] & TLB_ROO_FLAG_FLOOR);
    add_moves(q, "player", in_grid ? &server->moveGrid[cell] : NULL,
              tlb_roo_moves_from(room, TLB_ROO_PLAYER, TLB_ROO_SQUARE, at[0], at[1]));
    add_moves(q, "monster", in_grid && server->hasMonsterGrid ? &server->monsterGrid[cell] : NULL,
              tlb_roo_moves_from(room, TLB_ROO_MONSTER, TLB_ROO_SQUARE, at[0], at[1]));
    return TLB_OK;
}

static tlb_status answer_cell(const tlb_query_call *q)
{
    const tlb_roo *room = q->subject;
    enum { CELL = TLB_ROO_SQUARE / 4 };
    const tlb_roo_server *server = &room->server;
    const uint32_t cells[] = {(uint32_t)(room->height / CELL), (uint32_t)(room->width / CELL)};
    uint32_t at[2];
    if (!place(q, cells, at))
        return tlb_query_refuse(q, "cell", "expected a row and a column of quarter squares, counted from 1");
    const double center[2] = {(at[1] + 0.5) * CELL, (at[0] + 0.5) * CELL};
    bool in_grid =
        server->present && server->hasHiResGrid && at[0] < server->hiResRows && at[1] < server->hiResCols;
    uint32_t value = in_grid ? server->hiResGrid[(size_t)at[0] * server->hiResCols + at[1]] : 0;
    uint8_t stored = (uint8_t)(value >> TLB_ROO_HI_RES_MOVE_SHIFT);
    add_point(q, q->table, "centre", center, 2);
    add_sector(q, tlb_roo_leaf_at(room, center[0], center[1]), center);
    if (in_grid) {
        tlb_value_add_bool(q->arena, q->table, "walkable", value & TLB_ROO_HI_RES_WALKABLE);
        tlb_value_add_integer(q->arena, q->table, "height", value >> TLB_ROO_HI_RES_HEIGHT_SHIFT);
    }
    add_moves(q, "player", in_grid ? &stored : NULL,
              tlb_roo_moves_from(room, TLB_ROO_PLAYER, CELL, at[0], at[1]));
    return TLB_OK;
}

/* --- rays, paths -------------------------------------------------------------------------------------- */

static tlb_status answer_ray(const tlb_query_call *q)
{
    const tlb_roo *room = q->subject;
    static const char *const kinds[] = {"floor", "ceiling", "below", "normal", "above", "outside"};
    double ends[6];
    tlb_roo_hit hit;
    if (!tlb_query_reals(q, ends, 6))
        return tlb_query_refuse(q, "ray", "expected two points (six numbers)");
    bool any = tlb_roo_cast_ray(room, ends, ends + 3, &hit);
    tlb_value_add_bool(q->arena, q->table, "hit", any);
    if (!any)
        return TLB_OK;
    tlb_value_add_text(q->arena, q->table, "on", kinds[hit.kind]);
    tlb_value_add_bool(q->arena, q->table, "startSolid", hit.start_solid);
    tlb_value_add_real(q->arena, q->table, "t", hit.t);
    add_point(q, q->table, "point", hit.point, 3);
    if (hit.leaf)
        tlb_value_add_integer(q->arena, q->table, "leaf", hit.leaf);
    if (hit.wall) {
        tlb_value_add_integer(q->arena, q->table, "clientWall", hit.wall);
        tlb_value_add_text(q->arena, q->table, "side", hit.positive ? "positive" : "negative");
    }
    return TLB_OK;
}

static tlb_status answer_path(const tlb_query_call *q)
{
    double ends[4];
    tlb_roo_path path;
    if (!tlb_query_reals(q, ends, 4))
        return tlb_query_refuse(q, "path", "expected two points (four numbers)");
    tlb_status status = tlb_roo_find_path(q->document, ends, ends + 2, &path);
    if (status)
        return status;
    tlb_value_add_bool(q->arena, q->table, "found", path.found);
    if (!path.found)
        return TLB_OK;
    tlb_value_add_real(q->arena, q->table, "length", path.length);
    tlb_value *steps = tlb_value_add_list(q->arena, q->table, "steps");
    for (uint32_t i = 0; i < path.steps.count; i++) {
        tlb_value *step = tlb_value_add_table(q->arena, steps, NULL);
        tlb_value_add_integer(q->arena, step, "leaf", path.steps.data[i].leaf);
        add_point(q, step, "at", path.steps.data[i].at, 2);
    }
    return TLB_OK;
}

tlb_status tlb_roo_query(tlb_document *document, const char *const *words, size_t word_count,
                         tlb_value *table)
{
    static tlb_query_handler *const answers[] = {answer_point, answer_square, answer_cell, answer_ray,
                                                 answer_path};
    tlb_query_call q = tlb_query_begin(document, words, word_count, table);
    return tlb_query_dispatch(&q, tlb_roo_queries, answers);
}

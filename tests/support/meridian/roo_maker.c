#include "roo_maker.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* Where the room lies on the editor's map, and its size in squares. */
enum { LEFT = -96, BOTTOM = -32, ROWS = 4, COLS = 22 };
#define SQUARES(n) ((n)*TLB_ROO_EDITOR_SQUARE)

/* Textures: those of samples/textures. */
enum { WALL = 1, FLOOR = 2, FENCE = 3, WATER = 4 };
/* Sidedefs, by number. */
enum { SIDE_WALL = 1, SIDE_STEP, SIDE_FENCE, SIDE_SCROLLING, SIDE_DEFS = SIDE_SCROLLING };

typedef struct cell {
    int west; /* squares */
    uint16_t floor, ceiling, far_floor, far_ceiling;
    bool along_y; /* far is south; else east */
    uint16_t texture;
    uint8_t light;
    uint32_t flags;
    uint8_t speed;
} cell;

enum { FLOORS = TLB_ROO_SECTOR_SLOPED_FLOOR, CEILINGS = TLB_ROO_SECTOR_SLOPED_CEILING };

static const cell cells[ROO_MADE_SECTORS + 1] = {
    {0, 0, 256, 0, 256, false, FLOOR, 90, 0, 0},
    {6, 16, 256, 16, 256, false, FLOOR, 192, TLB_ROO_SECTOR_FLICKER, 0},
    {7, 32, 256, 32, 256, false, FLOOR, 200, 0, 0},
    {8, 32, 256, 96, 256, false, FLOOR, 192, FLOORS, 0},
    {12, 96, 256, 96, 256, false, FLOOR, 180, TLB_ROO_SECTOR_NO_MOVE, 0},
    {15, 80, 240, 112, 272, true, FLOOR, 127, FLOORS | CEILINGS, 0},
    {18, 64, 256, 64, 256, false, WATER, 60,
     2 | 1 << TLB_ROO_SECTOR_SCROLL_SPEED_SHIFT | 3 << TLB_ROO_SECTOR_SCROLL_DIRECTION_SHIFT |
         TLB_ROO_SECTOR_SCROLL_FLOOR,
     15},
    {COLS, 0, 0, 0, 0, false, 0, 0, 0, 0},
};

typedef struct maker {
    const roo_plan *plan;
    tlb_arena *arena;
    tlb_roo *room;
    bool whole;
} maker;

static void *take(maker *m, size_t count, size_t size)
{
    void *memory = tlb_zalloc_array(m->arena, count, size);
    assert(memory);
    return memory;
}
#define TAKE(m, list, amount)                                                                                \
    ((list).count = (amount), (list).data = take((m), (amount), sizeof *(list).data))

/* --- coordinates -------------------------------------------------------------------------------------- */

static double client(int squares)
{
    return (double)squares * TLB_ROO_SQUARE;
}

static int16_t editor_x(double x)
{
    return (int16_t)(LEFT + (int)x / TLB_ROO_EDITOR_UNIT);
}

static int16_t editor_y(double y)
{
    return (int16_t)(BOTTOM + SQUARES(ROWS) - (int)y / TLB_ROO_EDITOR_UNIT);
}

/* --- sectors ------------------------------------------------------------------------------------------ */

/* A slope through the cell's near edge at height `low` and its far edge at `high`. */
static tlb_roo_slope slope_of(const maker *m, const cell *c, uint16_t low, uint16_t high, bool ceiling)
{
    double x0 = client(c->west), x1 = client(c[1].west), y1 = client(ROWS);
    double run = c->along_y ? y1 : x1 - x0, rise = ((double)high - low) * TLB_ROO_EDITOR_UNIT;
    double scale = (ceiling ? -TLB_ROO_SQUARE : TLB_ROO_SQUARE) / sqrt(run * run + rise * rise);
    tlb_roo_slope s = {.textureOrigin = {x0, 0}, .textureAngle = c->along_y ? 1024 : 0};
    s.plane[c->along_y ? 1 : 0] = -rise * scale;
    s.plane[2] = run * scale;
    s.plane[3] = -(s.plane[0] * x0 + s.plane[2] * low * TLB_ROO_EDITOR_UNIT);
    for (int i = 0; i < 4; i++)
        s.plane[i] = m->whole ? trunc(s.plane[i]) : (float)s.plane[i];
    const double corners[3][2] = {{x0, 0}, {x1, 0}, {x0, y1}};
    for (int i = 0; i < 3; i++) {
        bool is_far = c->along_y ? corners[i][1] > 0 : corners[i][0] > x0;
        s.vertices[i] = (tlb_roo_slope_vertex){editor_x(corners[i][0]), editor_y(corners[i][1]),
                                               (int16_t)(is_far ? high : low)};
    }
    return s;
}

static void make_sectors(maker *m)
{
    TAKE(m, m->room->sectors, ROO_MADE_SECTORS);
    for (uint32_t i = 0; i < ROO_MADE_SECTORS; i++) {
        const cell *c = &cells[i];
        tlb_roo_sector *s = &m->room->sectors.data[i];
        *s = (tlb_roo_sector){.id = (uint16_t)(i == 6 ? 7 : 0),
                              .floorBitmap = c->texture,
                              .ceilingBitmap = FLOOR,
                              .textureX = (uint16_t)(i == 1 ? 8 : 0),
                              .textureY = (uint16_t)(i == 1 ? 24 : 0),
                              .floorHeight = c->floor,
                              .ceilingHeight = c->ceiling,
                              .light = c->light,
                              .flags = c->flags,
                              .animationSpeed = m->plan->version < 10 ? 0 : c->speed};
        if (c->flags & FLOORS)
            s->floorSlope = slope_of(m, c, c->floor, c->far_floor, false);
        if (c->flags & CEILINGS)
            s->ceilingSlope = slope_of(m, c, c->ceiling, c->far_ceiling, true);
    }
}

/* --- sidedefs, walls ---------------------------------------------------------------------------------- */

static void make_sidedefs(maker *m)
{
    static const tlb_roo_sidedef sides[SIDE_DEFS] = {
        {1, WALL, 0, 0, TLB_ROO_WALL_NORMAL_TOP_DOWN, 0},
        {0, 0, WALL, WALL, TLB_ROO_WALL_PASSABLE | TLB_ROO_WALL_BACKWARDS | TLB_ROO_WALL_ABOVE_BOTTOM_UP, 0},
        {2, FENCE, WALL, WALL,
         TLB_ROO_WALL_TRANSPARENT | TLB_ROO_WALL_NO_VTILE | TLB_ROO_WALL_BELOW_TOP_DOWN |
             TLB_ROO_WALL_MAP_ALWAYS,
         0},
        {3, WATER, WALL, WALL,
         TLB_ROO_WALL_PASSABLE | TLB_ROO_WALL_TRANSPARENT | 2 << TLB_ROO_WALL_SCROLL_SPEED_SHIFT |
             4 << TLB_ROO_WALL_SCROLL_DIRECTION_SHIFT,
         25},
    };
    TAKE(m, m->room->sidedefs, SIDE_DEFS);
    memcpy(m->room->sidedefs.data, sides, sizeof sides);
}

enum {
    OUTER_NODES = 4,
    BOUNDARIES = ROO_MADE_SECTORS - 1,
    INTERNALS = OUTER_NODES + BOUNDARIES,
    NODES = INTERNALS + ROO_MADE_SECTORS,
    WALLS = 2 + 2 * ROO_MADE_SECTORS + BOUNDARIES
};

typedef struct line {
    double x0, y0, x1, y1;
} line;

static tlb_roo_client_wall *add_wall(maker *m, line at, uint16_t positive_sector, uint16_t negative_sector,
                                     uint16_t side)
{
    tlb_roo_client_wall *w = &m->room->clientWalls.data[m->room->clientWalls.count++];
    *w = (tlb_roo_client_wall){.positiveSidedef = side,
                               .negativeSidedef = negative_sector ? side : 0,
                               .start = {at.x0, at.y0},
                               .end = {at.x1, at.y1},
                               .length = hypot(at.x1 - at.x0, at.y1 - at.y0) / TLB_ROO_EDITOR_UNIT,
                               .positiveSector = positive_sector,
                               .negativeSector = negative_sector};
    if (negative_sector) {
        w->positiveXOffset = 5, w->negativeXOffset = -7;
        w->positiveYOffset = 3, w->negativeYOffset = -4;
    }
    return w;
}

static void end_plane(maker *m, uint32_t first)
{
    for (uint32_t i = first; i + 1 < m->room->clientWalls.count; i++)
        m->room->clientWalls.data[i].next = (uint16_t)(i + 2);
}

static void make_client_walls(maker *m)
{
    static const uint16_t boundary_sides[BOUNDARIES] = {SIDE_STEP, SIDE_STEP,  SIDE_STEP,
                                                        SIDE_STEP, SIDE_FENCE, SIDE_SCROLLING};
    double width = client(COLS), height = client(ROWS);
    TAKE(m, m->room->clientWalls, WALLS);
    m->room->clientWalls.count = 0;
    add_wall(m, (line){0, height, 0, 0}, 1, 0, SIDE_WALL);
    for (uint16_t i = 0; i < ROO_MADE_SECTORS; i++)
        add_wall(m, (line){client(cells[i].west), 0, client(cells[i + 1].west), 0}, (uint16_t)(i + 1), 0,
                 SIDE_WALL);
    end_plane(m, 1);
    uint32_t south = m->room->clientWalls.count;
    for (uint16_t i = ROO_MADE_SECTORS; i--;)
        add_wall(m, (line){client(cells[i + 1].west), height, client(cells[i].west), height},
                 (uint16_t)(i + 1), 0, SIDE_WALL);
    end_plane(m, south);
    add_wall(m, (line){width, 0, width, height}, ROO_MADE_SECTORS, 0, SIDE_WALL);
    for (uint16_t i = 0; i < BOUNDARIES; i++) {
        double x = client(cells[i + 1].west);
        add_wall(m, (line){x, height, x, 0}, (uint16_t)(i + 2), (uint16_t)(i + 1), boundary_sides[i]);
    }
}

/* The editor's walls are those of the clients: the tree splits none. */
static void make_editor_walls(maker *m)
{
    TAKE(m, m->room->editorWalls, WALLS);
    for (uint32_t i = 0; i < WALLS; i++) {
        const tlb_roo_client_wall *from = &m->room->clientWalls.data[i];
        tlb_roo_editor_wall *w = &m->room->editorWalls.data[i];
        *w = (tlb_roo_editor_wall){from->positiveSidedef,
                                   from->negativeSidedef,
                                   from->positiveXOffset,
                                   from->negativeXOffset,
                                   from->positiveYOffset,
                                   from->negativeYOffset,
                                   (int16_t)(from->positiveSector - 1),
                                   (int16_t)(from->negativeSector - 1),
                                   editor_x(from->start[0]),
                                   editor_y(from->start[1]),
                                   editor_x(from->end[0]),
                                   editor_y(from->end[1]),
                                   0,
                                   0,
                                   0,
                                   0};
        w->x0Upper = w->x0 < 0 ? UINT16_MAX : 0;
        w->y0Upper = m->plan->odd ? 0x1234 : w->y0 < 0 ? UINT16_MAX : 0;
        w->x1Upper = w->x1 < 0 ? UINT16_MAX : 0;
        w->y1Upper = w->y1 < 0 ? UINT16_MAX : 0;
    }
}

/* --- tree --------------------------------------------------------------------------------------------- */

/* A chain of internal nodes, each the + child of the one before: west, north, south, east, then the
 * boundaries from west to east, with the sector west of each as its - child, after all the rest. */
static void make_nodes(maker *m)
{
    static const double lines[OUTER_NODES][2] = {{1, 0}, {0, 1}, {0, -1}, {-1, 0}};
    double width = client(COLS), height = client(ROWS);
    const double offsets[OUTER_NODES] = {0, 0, height, width};
    const uint16_t first_walls[OUTER_NODES] = {1, 2, 2 + ROO_MADE_SECTORS, 2 + 2 * ROO_MADE_SECTORS};
    TAKE(m, m->room->nodes, NODES);
    for (uint32_t i = 0; i < INTERNALS; i++) {
        uint32_t boundary = i < OUTER_NODES ? 0 : i - OUTER_NODES;
        double west = i < OUTER_NODES ? 0 : client(cells[boundary].west);
        tlb_roo_node *n = &m->room->nodes.data[i];
        *n = (tlb_roo_node){
            .type = TLB_ROO_INTERNAL, .box = {west, 0, width, height}, .positiveChild = (uint16_t)(i + 2)};
        n->a = i < OUTER_NODES ? lines[i][0] : 1;
        n->b = i < OUTER_NODES ? lines[i][1] : 0;
        n->c = i < OUTER_NODES ? offsets[i] : -client(cells[boundary + 1].west);
        n->firstWall = i < OUTER_NODES ? first_walls[i] : (uint16_t)(3 + 2 * ROO_MADE_SECTORS + boundary);
        n->negativeChild = i < OUTER_NODES ? 0 : (uint16_t)(NODES - boundary);
    }
    for (uint32_t i = 0; i < ROO_MADE_SECTORS; i++) {
        double x0 = client(cells[i].west), x1 = client(cells[i + 1].west);
        const tlb_roo_point corners[4] = {{x0, 0}, {x1, 0}, {x1, height}, {x0, height}};
        tlb_roo_node *n = &m->room->nodes.data[NODES - 1 - i];
        *n = (tlb_roo_node){.type = TLB_ROO_LEAF, .box = {x0, 0, x1, height}, .sector = (uint16_t)(i + 1)};
        TAKE(m, n->points, 4);
        memcpy(n->points.data, corners, sizeof corners);
    }
}

/* --- things, grids ------------------------------------------------------------------------------------ */

static void make_things(maker *m)
{
    static const char note[] = "for the editor alone";
    TAKE(m, m->room->things, m->plan->things);
    for (uint32_t i = 0; i < m->plan->things; i++) {
        tlb_roo_thing *t = &m->room->things.data[i];
        t->x = i == 1 ? LEFT + SQUARES(COLS) : LEFT;
        t->y = i == 1 ? BOTTOM : BOTTOM + SQUARES(ROWS);
        t->comment = (tlb_text){"", 0};
        if (m->plan->things < 3)
            continue;
        t->type = (int32_t)i, t->angle = 90, t->when = 1, t->exitX = -3, t->exitY = 4, t->flags = 2;
        t->comment = (tlb_text){note, sizeof note - 1};
    }
    m->room->hasRoomId = !m->plan->odd;
    m->room->roomId = m->plan->odd ? 0 : 1234;
}

/* The neighbours that a grid has, as bits from N clockwise. */
static uint8_t neighbours(uint32_t row, uint32_t col, uint32_t rows, uint32_t cols)
{
    static const int steps[8][2] = {{-1, 0}, {-1, 1}, {0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}};
    uint8_t bits = 0;
    for (int i = 0; i < 8; i++) {
        int64_t r = (int64_t)row + steps[i][0], c = (int64_t)col + steps[i][1];
        bits |= (uint8_t)((r >= 0 && c >= 0 && r < rows && c < cols) << i);
    }
    return bits;
}

static uint32_t floor_of(uint32_t square)
{
    uint32_t i = 0;
    while (i + 1 < ROO_MADE_SECTORS && (uint32_t)cells[i + 1].west <= square)
        i++;
    return cells[i].floor;
}

static void make_grids(maker *m, bool monsters, bool hi_res)
{
    tlb_roo_server *s = &m->room->server;
    *s = (tlb_roo_server){.present = true, .rows = ROWS, .cols = COLS, .hasMonsterGrid = monsters};
    s->moveGrid = take(m, ROWS * COLS, 1);
    s->flagGrid = take(m, ROWS * COLS, 1);
    for (uint32_t i = 0; i < ROWS * COLS; i++) {
        s->moveGrid[i] = neighbours(i / COLS, i % COLS, ROWS, COLS);
        s->flagGrid[i] = TLB_ROO_FLAG_FLOOR;
    }
    if (monsters)
        s->monsterGrid = memcpy(take(m, ROWS * COLS, 1), s->moveGrid, ROWS * COLS);
    if (!hi_res)
        return;
    s->hasHiResGrid = true;
    s->hiResRows = 4 * ROWS, s->hiResCols = 4 * COLS;
    s->hiResGrid = take(m, 16 * ROWS * COLS, sizeof *s->hiResGrid);
    for (uint32_t i = 0; i < 16 * ROWS * COLS; i++)
        s->hiResGrid[i] = TLB_ROO_HI_RES_WALKABLE |
                          (uint32_t)neighbours(i / (4 * COLS), i % (4 * COLS), 4 * ROWS, 4 * COLS)
                              << TLB_ROO_HI_RES_MOVE_SHIFT |
                          floor_of(i % (4 * COLS) / 4) << TLB_ROO_HI_RES_HEIGHT_SHIFT;
}

/* --- the room ----------------------------------------------------------------------------------------- */

static void make_odd(maker *m)
{
    static const uint8_t stray[] = {0xde, 0xad, 0xbe, 0xef, 0x01};
    for (int i = 0; i < TLB_ROO_GAPS; i++)
        if (i != TLB_ROO_BEFORE_SERVER) /* there it would be taken for a room id */
            m->room->gaps[i] = (tlb_bytes){stray, (size_t)(i % 3 + 1)};
    m->room->gaps[TLB_ROO_BEFORE_CLIENT_WALLS] = (tlb_bytes){0};
    m->room->gaps[TLB_ROO_BEFORE_EDITOR_WALLS] = (tlb_bytes){0};
    m->room->gaps[TLB_ROO_BEFORE_SIDEDEFS] = (tlb_bytes){0};
    m->room->gaps[TLB_ROO_BEFORE_SECTORS] = (tlb_bytes){0};
    m->room->clientWallsMissing = 36;
}

roo_plan roo_form(int form)
{
    static const uint32_t versions[ROO_FORMS] = {9, 10, 11, 12, 13, 13, 14, 15};
    return (roo_plan){.version = versions[form],
                      .dialect = form == 5 ? TLB_ROO_M : TLB_ROO_O,
                      .things = 2,
                      .grids = versions[form] < 15};
}

void roo_make(tlb_document *document, tlb_context *context, const roo_plan *plan)
{
    maker m = {.plan = plan, .arena = &document->arena};
    m.room = made_begin(document, context, "roo", sizeof *m.room);
    m.room->version = plan->version;
    m.room->dialect = plan->dialect;
    m.room->encryption = plan->encryption;
    m.room->width = COLS * TLB_ROO_SQUARE;
    m.room->height = ROWS * TLB_ROO_SQUARE;
    m.whole = !tlb_roo_is_float(m.room);
    make_sectors(&m);
    make_sidedefs(&m);
    make_client_walls(&m);
    make_editor_walls(&m);
    make_nodes(&m);
    make_things(&m);
    if (plan->grids)
        make_grids(&m, plan->version >= 12,
                   plan->version >= 13 && (plan->version != 13 || plan->dialect == TLB_ROO_O));
    if (plan->odd)
        make_odd(&m);
    m.room->security = tlb_roo_security(m.room);
}

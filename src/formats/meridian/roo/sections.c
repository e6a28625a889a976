/* The sections of a room, element by element, and the server's grids. */
#include "formats/meridian/roo/sections.h"

#include "formats/meridian/roo/fields.h"
#include "formats/meridian/roo/roo.h"

/* --- sizes -------------------------------------------------------------------------------------------- */

enum {
    COUNT_SIZE = 2,
    INTERNAL_SIZE = 35,
    LEAF_SIZE = 21,
    POINT_SIZE = 8,
    EDITOR_WALL_SIZE = 32,
    SIDEDEF_SIZE = 13,
    SLOPE_SIZE = 46,
    PLACE_SIZE = 8, /* a thing that is x and y alone */
    THING_SIZE = 32 + ROO_PADDED,
    ROOM_ID_SIZE = 4,
    GRID_HEADER_SIZE = 8
};

static size_t client_wall_size(const roo_layout *layout)
{
    return 34 + (size_t)tlb_type_sizes[layout->length];
}

static size_t sector_size(const roo_layout *layout)
{
    return layout->speed ? 20 : 19;
}

static uint64_t nodes_size(const tlb_roo *x)
{
    uint64_t size = COUNT_SIZE;
    for (uint32_t i = 0; i < x->nodes.count; i++)
        size += x->nodes.data[i].type != TLB_ROO_LEAF
                    ? (uint64_t)INTERNAL_SIZE
                    : LEAF_SIZE + (uint64_t)POINT_SIZE * x->nodes.data[i].points.count;
    return size;
}

static uint64_t sectors_size(const tlb_roo *x, const roo_layout *layout)
{
    uint64_t size = COUNT_SIZE + x->sectors.count * (uint64_t)sector_size(layout);
    for (uint32_t i = 0; i < x->sectors.count; i++) {
        uint32_t flags = x->sectors.data[i].flags;
        int slopes = !!(flags & TLB_ROO_SECTOR_SLOPED_FLOOR) + !!(flags & TLB_ROO_SECTOR_SLOPED_CEILING);
        size += (uint64_t)slopes * SLOPE_SIZE;
    }
    return size;
}

static uint64_t things_size(const tlb_roo *x)
{
    return COUNT_SIZE + x->things.count * (uint64_t)(x->things.count > 2 ? THING_SIZE : PLACE_SIZE) +
           (x->hasRoomId ? ROOM_ID_SIZE : 0);
}

uint64_t tlb_roo_section_size(const tlb_roo *x, const roo_layout *layout, tlb_roo_gap section)
{
    switch (section) {
    case TLB_ROO_BEFORE_NODES:
        return nodes_size(x);
    case TLB_ROO_BEFORE_CLIENT_WALLS:
        return COUNT_SIZE + x->clientWalls.count * (uint64_t)client_wall_size(layout);
    case TLB_ROO_BEFORE_EDITOR_WALLS:
        return COUNT_SIZE + x->editorWalls.count * (uint64_t)EDITOR_WALL_SIZE;
    case TLB_ROO_BEFORE_SIDEDEFS:
        return COUNT_SIZE + x->sidedefs.count * (uint64_t)SIDEDEF_SIZE;
    case TLB_ROO_BEFORE_SECTORS:
        return sectors_size(x, layout);
    case TLB_ROO_BEFORE_THINGS:
        return things_size(x);
    default:
        return 0; /* nothing is after the server's */
    }
}

/* --- flags -------------------------------------------------------------------------------------------- */

const tlb_flag tlb_roo_wall_flags[] = {
    {"backwards", TLB_ROO_WALL_BACKWARDS, TLB_ROO_WALL_BACKWARDS},
    {"transparent", TLB_ROO_WALL_TRANSPARENT, TLB_ROO_WALL_TRANSPARENT},
    {"passable", TLB_ROO_WALL_PASSABLE, TLB_ROO_WALL_PASSABLE},
    {"mapNever", TLB_ROO_WALL_MAP_NEVER, TLB_ROO_WALL_MAP_NEVER},
    {"mapAlways", TLB_ROO_WALL_MAP_ALWAYS, TLB_ROO_WALL_MAP_ALWAYS},
    {"noLookThrough", TLB_ROO_WALL_NO_LOOK_THROUGH, TLB_ROO_WALL_NO_LOOK_THROUGH},
    {"aboveBottomUp", TLB_ROO_WALL_ABOVE_BOTTOM_UP, TLB_ROO_WALL_ABOVE_BOTTOM_UP},
    {"belowTopDown", TLB_ROO_WALL_BELOW_TOP_DOWN, TLB_ROO_WALL_BELOW_TOP_DOWN},
    {"normalTopDown", TLB_ROO_WALL_NORMAL_TOP_DOWN, TLB_ROO_WALL_NORMAL_TOP_DOWN},
    {"noVtile", TLB_ROO_WALL_NO_VTILE, TLB_ROO_WALL_NO_VTILE},
    {"scrollSlow", 3 << TLB_ROO_WALL_SCROLL_SPEED_SHIFT, 1 << TLB_ROO_WALL_SCROLL_SPEED_SHIFT},
    {"scrollMedium", 3 << TLB_ROO_WALL_SCROLL_SPEED_SHIFT, 2 << TLB_ROO_WALL_SCROLL_SPEED_SHIFT},
    {"scrollFast", 3 << TLB_ROO_WALL_SCROLL_SPEED_SHIFT, 3 << TLB_ROO_WALL_SCROLL_SPEED_SHIFT},
    {"scrollNE", 7 << TLB_ROO_WALL_SCROLL_DIRECTION_SHIFT, 1 << TLB_ROO_WALL_SCROLL_DIRECTION_SHIFT},
    {"scrollE", 7 << TLB_ROO_WALL_SCROLL_DIRECTION_SHIFT, 2 << TLB_ROO_WALL_SCROLL_DIRECTION_SHIFT},
    {"scrollSE", 7 << TLB_ROO_WALL_SCROLL_DIRECTION_SHIFT, 3 << TLB_ROO_WALL_SCROLL_DIRECTION_SHIFT},
    {"scrollS", 7 << TLB_ROO_WALL_SCROLL_DIRECTION_SHIFT, 4 << TLB_ROO_WALL_SCROLL_DIRECTION_SHIFT},
    {"scrollSW", 7 << TLB_ROO_WALL_SCROLL_DIRECTION_SHIFT, 5 << TLB_ROO_WALL_SCROLL_DIRECTION_SHIFT},
    {"scrollW", 7 << TLB_ROO_WALL_SCROLL_DIRECTION_SHIFT, 6 << TLB_ROO_WALL_SCROLL_DIRECTION_SHIFT},
    {"scrollNW", 7 << TLB_ROO_WALL_SCROLL_DIRECTION_SHIFT, 7 << TLB_ROO_WALL_SCROLL_DIRECTION_SHIFT},
    {"noHtile", TLB_ROO_WALL_NO_HTILE, TLB_ROO_WALL_NO_HTILE},
    {0},
};

const tlb_flag tlb_roo_sector_flags[] = {
    {"depthShallow", TLB_ROO_SECTOR_DEPTH_MASK, 1},
    {"depthDeep", TLB_ROO_SECTOR_DEPTH_MASK, 2},
    {"depthVeryDeep", TLB_ROO_SECTOR_DEPTH_MASK, 3},
    {"scrollSlow", 3 << TLB_ROO_SECTOR_SCROLL_SPEED_SHIFT, 1 << TLB_ROO_SECTOR_SCROLL_SPEED_SHIFT},
    {"scrollMedium", 3 << TLB_ROO_SECTOR_SCROLL_SPEED_SHIFT, 2 << TLB_ROO_SECTOR_SCROLL_SPEED_SHIFT},
    {"scrollFast", 3 << TLB_ROO_SECTOR_SCROLL_SPEED_SHIFT, 3 << TLB_ROO_SECTOR_SCROLL_SPEED_SHIFT},
    {"scrollNE", 7 << TLB_ROO_SECTOR_SCROLL_DIRECTION_SHIFT, 1 << TLB_ROO_SECTOR_SCROLL_DIRECTION_SHIFT},
    {"scrollE", 7 << TLB_ROO_SECTOR_SCROLL_DIRECTION_SHIFT, 2 << TLB_ROO_SECTOR_SCROLL_DIRECTION_SHIFT},
    {"scrollSE", 7 << TLB_ROO_SECTOR_SCROLL_DIRECTION_SHIFT, 3 << TLB_ROO_SECTOR_SCROLL_DIRECTION_SHIFT},
    {"scrollS", 7 << TLB_ROO_SECTOR_SCROLL_DIRECTION_SHIFT, 4 << TLB_ROO_SECTOR_SCROLL_DIRECTION_SHIFT},
    {"scrollSW", 7 << TLB_ROO_SECTOR_SCROLL_DIRECTION_SHIFT, 5 << TLB_ROO_SECTOR_SCROLL_DIRECTION_SHIFT},
    {"scrollW", 7 << TLB_ROO_SECTOR_SCROLL_DIRECTION_SHIFT, 6 << TLB_ROO_SECTOR_SCROLL_DIRECTION_SHIFT},
    {"scrollNW", 7 << TLB_ROO_SECTOR_SCROLL_DIRECTION_SHIFT, 7 << TLB_ROO_SECTOR_SCROLL_DIRECTION_SHIFT},
    {"scrollFloor", TLB_ROO_SECTOR_SCROLL_FLOOR, TLB_ROO_SECTOR_SCROLL_FLOOR},
    {"scrollCeiling", TLB_ROO_SECTOR_SCROLL_CEILING, TLB_ROO_SECTOR_SCROLL_CEILING},
    {"flicker", TLB_ROO_SECTOR_FLICKER, TLB_ROO_SECTOR_FLICKER},
    {"slopedFloor", TLB_ROO_SECTOR_SLOPED_FLOOR, TLB_ROO_SECTOR_SLOPED_FLOOR},
    {"slopedCeiling", TLB_ROO_SECTOR_SLOPED_CEILING, TLB_ROO_SECTOR_SLOPED_CEILING},
    {"noMove", TLB_ROO_SECTOR_NO_MOVE, TLB_ROO_SECTOR_NO_MOVE},
    {0},
};

/* --- nodes -------------------------------------------------------------------------------------------- */

static void walk_internal(tlb_walk *w, tlb_roo_node *n, const roo_layout *layout)
{
    ROO_REAL(w, n, a, layout->real);
    ROO_REAL(w, n, b, layout->real);
    ROO_REAL(w, n, c, layout->real);
    WALK(w, n, positiveChild);
    WALK(w, n, negativeChild);
    WALK(w, n, firstWall);
}

static void walk_leaf(tlb_walk *w, tlb_roo_node *n, const roo_layout *layout)
{
    WALK(w, n, sector);
    walk_count(w, "pointCount", &n->points.count, TLB_U16);
    WALK_BARE(w, n, points, POINT_SIZE, i)
        roo_reals(w, NULL, n->points.data[i], 2, layout->real, true);
}

static void walk_node(tlb_walk *w, tlb_roo_node *n, const roo_layout *layout)
{
    WALK(w, n, type);
    if (n->type != TLB_ROO_INTERNAL && n->type != TLB_ROO_LEAF && !w->status) {
        tlb_walk_refuse(w, sizeof n->type, TLB_CODE_BAD_VALUE, "type",
                        "unknown node type %u, expected 1 (internal) or 2 (leaf)", n->type);
        return;
    }
    ROO_REALS(w, n, box, layout->real);
    if (n->type == TLB_ROO_INTERNAL)
        walk_internal(w, n, layout);
    else
        walk_leaf(w, n, layout);
}

/* --- walls -------------------------------------------------------------------------------------------- */

/* The count of a section whose elements have one size. More may be claimed than the section holds. */
static void walk_fixed_count(tlb_walk *w, const char *name, const char *missing_name, uint32_t *count,
                             uint32_t *missing, size_t size)
{
    uint32_t claimed = *count + *missing;
    walk_count(w, name, &claimed, TLB_U16);
    if (w->direction == WALK_READ) {
        size_t fit = (size_t)(w->end - w->at) / size;
        *count = claimed < fit ? claimed : (uint32_t)fit;
        *missing = claimed - *count;
    }
    tlb_roo_fact(w, missing_name, missing);
}

static void walk_client_wall(tlb_walk *w, tlb_roo_client_wall *wall, const roo_layout *layout)
{
    WALK(w, wall, next);
    WALK(w, wall, positiveSidedef);
    WALK(w, wall, negativeSidedef);
    ROO_REALS(w, wall, start, layout->real);
    ROO_REALS(w, wall, end, layout->real);
    ROO_REAL(w, wall, length, layout->length);
    WALK(w, wall, positiveXOffset);
    WALK(w, wall, negativeXOffset);
    WALK(w, wall, positiveYOffset);
    WALK(w, wall, negativeYOffset);
    WALK(w, wall, positiveSector);
    WALK(w, wall, negativeSector);
}

static uint16_t sign_of(int16_t value)
{
    return value < 0 ? UINT16_MAX : 0;
}

/* JSON shows the upper bits when they are not the sign's copy. */
static void walk_shown_coordinate(tlb_walk *w, const char *name, const char *upper_name, int16_t *value,
                                  uint16_t *upper)
{
    bool shown = *upper != sign_of(*value);
    walk_i16(w, name, value);
    tlb_walk_has(w, upper_name, &shown);
    if (shown)
        walk_u16(w, upper_name, upper);
    else {
        *upper = sign_of(*value);
        w->offset += sizeof *upper;
    }
}

/* 32 bits of which the lower 16 count. */
WALK_INLINE void walk_coordinate(tlb_walk *w, const char *name, const char *upper_name, int16_t *value,
                                 uint16_t *upper)
{
    if (walk_in_json(w)) {
        walk_shown_coordinate(w, name, upper_name, value, upper);
        return;
    }
    walk_i16(w, name, value);
    walk_u16(w, upper_name, upper);
}

static void walk_editor_wall(tlb_walk *w, tlb_roo_editor_wall *wall)
{
    WALK(w, wall, positiveSidedef);
    WALK(w, wall, negativeSidedef);
    WALK(w, wall, positiveXOffset);
    WALK(w, wall, negativeXOffset);
    WALK(w, wall, positiveYOffset);
    WALK(w, wall, negativeYOffset);
    WALK_DEFAULT(w, wall, positiveSector, -1);
    WALK(w, wall, positiveSector);
    WALK_DEFAULT(w, wall, negativeSector, -1);
    WALK(w, wall, negativeSector);
    walk_coordinate(w, "x0", "x0Upper", &wall->x0, &wall->x0Upper);
    walk_coordinate(w, "y0", "y0Upper", &wall->y0, &wall->y0Upper);
    walk_coordinate(w, "x1", "x1Upper", &wall->x1, &wall->x1Upper);
    walk_coordinate(w, "y1", "y1Upper", &wall->y1, &wall->y1Upper);
}

static void walk_sidedef(tlb_walk *w, tlb_roo_sidedef *s)
{
    WALK(w, s, id);
    WALK(w, s, normalBitmap);
    WALK(w, s, aboveBitmap);
    WALK(w, s, belowBitmap);
    WALK_FLAGS(w, s, flags, tlb_roo_wall_flags);
    WALK(w, s, animationSpeed);
}

/* --- sectors ------------------------------------------------------------------------------------------ */

static void walk_slope(tlb_walk *w, const char *name, tlb_roo_slope *s, const roo_layout *layout)
{
    tlb_walk_open(w, name, TLB_ROW);
    ROO_REALS(w, s, plane, layout->real);
    ROO_REALS(w, s, textureOrigin, layout->origin);
    WALK(w, s, textureAngle);
    WALK_FIXED_ROWS(w, s, vertices, i) {
        WALK(w, &s->vertices[i], x);
        WALK(w, &s->vertices[i], y);
        WALK(w, &s->vertices[i], z);
    }
    tlb_walk_close(w, TLB_ROW);
}

enum { NEUTRAL_LIGHT = 192 };

static void walk_sector(tlb_walk *w, tlb_roo_sector *s, const roo_layout *layout)
{
    WALK(w, s, id);
    WALK(w, s, floorBitmap);
    WALK(w, s, ceilingBitmap);
    WALK(w, s, textureX);
    WALK(w, s, textureY);
    WALK(w, s, floorHeight);
    WALK(w, s, ceilingHeight);
    WALK_DEFAULT(w, s, light, NEUTRAL_LIGHT);
    WALK(w, s, light);
    WALK_FLAGS(w, s, flags, tlb_roo_sector_flags);
    if (layout->speed)
        WALK(w, s, animationSpeed);
    if (s->flags & TLB_ROO_SECTOR_SLOPED_FLOOR)
        walk_slope(w, "floorSlope", &s->floorSlope, layout);
    if (s->flags & TLB_ROO_SECTOR_SLOPED_CEILING)
        walk_slope(w, "ceilingSlope", &s->ceilingSlope, layout);
}

/* --- things ------------------------------------------------------------------------------------------- */

static void walk_thing(tlb_walk *w, tlb_roo_thing *t, bool extended)
{
    if (extended) {
        WALK(w, t, type);
        WALK(w, t, angle);
    }
    WALK(w, t, x);
    WALK(w, t, y);
    if (!extended)
        return;
    WALK(w, t, when);
    WALK(w, t, exitX);
    WALK(w, t, exitY);
    WALK(w, t, flags);
    tlb_roo_walk_padded(w, "comment", "commentTail", &t->comment);
}

static void walk_things(tlb_walk *w, tlb_roo *x)
{
    walk_count(w, "thingCount", &x->things.count, TLB_U16);
    bool extended = x->things.count > 2;
    WALK_ROWS(w, x, things, extended ? THING_SIZE : PLACE_SIZE, i)
        walk_thing(w, &x->things.data[i], x->things.count > 2);
    if (w->direction == WALK_READ)
        x->hasRoomId = w->end - w->at >= ROOM_ID_SIZE;
    tlb_walk_has(w, "roomId", &x->hasRoomId);
    if (x->hasRoomId)
        WALK(w, x, roomId);
}

/* --- server ------------------------------------------------------------------------------------------- */

static void *walk_grid(tlb_walk *w, const char *name, void *grid, uint32_t rows, uint32_t cols, tlb_type cell)
{
    uint32_t met = rows;
    if (!rows || !cols)
        return NULL;
    grid = tlb_walk_table(w, name, grid, &met, cols, cell, cell);
    if (met != rows && !w->status)
        tlb_walk_fault(w, name, "number of rows: %u, expected %u", met, rows);
    return grid;
}

static bool holds(const tlb_walk *w, uint64_t rows, uint64_t cols)
{
    uint64_t left = (uint64_t)(w->end - w->at);
    return rows && cols && cols <= left / rows;
}

static void walk_server(tlb_walk *w, tlb_roo_server *s, const roo_layout *layout)
{
    if (w->direction == WALK_READ)
        s->present = w->end - w->at >= GRID_HEADER_SIZE;
    tlb_walk_has(w, "server", &s->present);
    if (!s->present)
        return;
    const uint32_t rows = s->rows, cols = s->cols, hiResRows = s->hiResRows, hiResCols = s->hiResCols;
    tlb_walk_open(w, "server", TLB_BLOCK);
    WALK(w, s, rows);
    WALK(w, s, cols);
    if (s->rows != rows || s->cols != cols) /* an edit that changes the size has to give the grids */
        s->moveGrid = s->flagGrid = s->monsterGrid = NULL;
    s->moveGrid = walk_grid(w, "moveGrid", s->moveGrid, s->rows, s->cols, TLB_U8);
    s->flagGrid = walk_grid(w, "flagGrid", s->flagGrid, s->rows, s->cols, TLB_U8);
    if (w->direction == WALK_READ)
        s->hasMonsterGrid = layout->monsterGrid && holds(w, s->rows, s->cols);
    tlb_walk_has(w, "monsterGrid", &s->hasMonsterGrid);
    if (s->hasMonsterGrid)
        s->monsterGrid = walk_grid(w, "monsterGrid", s->monsterGrid, s->rows, s->cols, TLB_U8);
    if (w->direction == WALK_READ)
        s->hasHiResGrid = layout->hiResGrid && w->end - w->at >= GRID_HEADER_SIZE;
    tlb_walk_has(w, "hiResRows", &s->hasHiResGrid);
    if (s->hasHiResGrid) {
        WALK(w, s, hiResRows);
        WALK(w, s, hiResCols);
        if (s->hiResRows != hiResRows || s->hiResCols != hiResCols)
            s->hiResGrid = NULL;
        s->hiResGrid = walk_grid(w, "hiResGrid", s->hiResGrid, s->hiResRows, s->hiResCols, TLB_U32);
    }
    tlb_walk_close(w, TLB_BLOCK);
}

/* --- sections ----------------------------------------------------------------------------------------- */

static void walk_nodes(tlb_walk *w, tlb_roo *x, const roo_layout *layout)
{
    walk_count(w, "nodeCount", &x->nodes.count, TLB_U16);
    WALK_ROWS(w, x, nodes, LEAF_SIZE, i)
        walk_node(w, &x->nodes.data[i], layout);
}

static void walk_client_walls(tlb_walk *w, tlb_roo *x, const roo_layout *layout)
{
    walk_fixed_count(w, "clientWallCount", "clientWallsMissing", &x->clientWalls.count,
                     &x->clientWallsMissing, client_wall_size(layout));
    WALK_ROWS(w, x, clientWalls, client_wall_size(layout), i)
        walk_client_wall(w, &x->clientWalls.data[i], layout);
}

static void walk_editor_walls(tlb_walk *w, tlb_roo *x)
{
    walk_fixed_count(w, "editorWallCount", "editorWallsMissing", &x->editorWalls.count,
                     &x->editorWallsMissing, EDITOR_WALL_SIZE);
    WALK_ROWS(w, x, editorWalls, EDITOR_WALL_SIZE, i)
        walk_editor_wall(w, &x->editorWalls.data[i]);
}

static void walk_sidedefs(tlb_walk *w, tlb_roo *x)
{
    walk_fixed_count(w, "sidedefCount", "sidedefsMissing", &x->sidedefs.count, &x->sidedefsMissing,
                     SIDEDEF_SIZE);
    WALK_ROWS(w, x, sidedefs, SIDEDEF_SIZE, i)
        walk_sidedef(w, &x->sidedefs.data[i]);
}

static void walk_sectors(tlb_walk *w, tlb_roo *x, const roo_layout *layout)
{
    walk_count(w, "sectorCount", &x->sectors.count, TLB_U16);
    WALK_ROWS(w, x, sectors, sector_size(layout), i)
        walk_sector(w, &x->sectors.data[i], layout);
}

void tlb_roo_walk_section(tlb_walk *w, tlb_roo *x, const roo_layout *layout, tlb_roo_gap section)
{
    switch (section) {
    case TLB_ROO_BEFORE_NODES:
        walk_nodes(w, x, layout);
        break;
    case TLB_ROO_BEFORE_CLIENT_WALLS:
        walk_client_walls(w, x, layout);
        break;
    case TLB_ROO_BEFORE_EDITOR_WALLS:
        walk_editor_walls(w, x);
        break;
    case TLB_ROO_BEFORE_SIDEDEFS:
        walk_sidedefs(w, x);
        break;
    case TLB_ROO_BEFORE_SECTORS:
        walk_sectors(w, x, layout);
        break;
    case TLB_ROO_BEFORE_THINGS:
        walk_things(w, x);
        break;
    default:
        walk_server(w, &x->server, layout);
    }
}

/* --- new parts ---------------------------------------------------------------------------------------- */

void tlb_roo_default_wall(tlb_document *document, tlb_roo_editor_wall *wall)
{
    tlb_walk w = tlb_walk_defaults(document->context, &document->arena);
    walk_editor_wall(&w, wall);
}

void tlb_roo_default_sector(tlb_document *document, tlb_roo_sector *sector)
{
    const tlb_roo *room = document->root;
    roo_layout layout = tlb_roo_layout_of(room->version, room->dialect);
    tlb_walk w = tlb_walk_defaults(document->context, &document->arena);
    walk_sector(&w, sector, &layout);
}

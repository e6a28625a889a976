/* The rules of rooms: each is broken once, and reported with the path of what breaks it, its number and its
 * place. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <math.h>

#include "files.h"
#include "roo_maker.h"
#include "trilobite/formats/bgf.h"

typedef struct spoiling {
    const char *code, *path, *message; /* message: what the message must contain */
    void (*spoil)(tlb_roo *x);
} spoiling;

/* SPOIL(name, what is done to room x) */
#define SPOIL(name, statement)                                                                               \
    static void name(tlb_roo *x)                                                                             \
    {                                                                                                        \
        statement;                                                                                           \
    }

#define NODE(n)   x->nodes.data[n]
#define WALL(n)   x->clientWalls.data[n]
#define DRAWN(n)  x->editorWalls.data[n]
#define SECTOR(n) x->sectors.data[n]
#define SIDE(n)   x->sidedefs.data[n]

/* The file. */
SPOIL(version, x->version = 17)
SPOIL(gap, x->gaps[TLB_ROO_BEFORE_THINGS] = ((tlb_bytes){(const uint8_t *)"abc", 3}))
SPOIL(walls_missing, x->clientWallsMissing = 36)
SPOIL(drawn_missing, x->editorWallsMissing = 1)
SPOIL(sidedefs_missing, x->sidedefsMissing = 2)
SPOIL(security, x->security++)
SPOIL(three_things, x->things.count = 1)
SPOIL(width, x->width += 16)
/* The tree. */
SPOIL(box_not_finite, NODE(2).box[1] = NAN)
SPOIL(line_not_finite, NODE(2).c = INFINITY)
SPOIL(point_not_finite, NODE(10).points.data[1][0] = NAN)
SPOIL(length_not_finite, WALL(3).length = INFINITY)
SPOIL(plane_not_finite, SECTOR(3).floorSlope.plane[3] = NAN)
SPOIL(child, NODE(9).negativeChild = 99)
SPOIL(first_wall, NODE(3).firstWall = 99)
SPOIL(leaf_sector, NODE(10).sector = 8)
SPOIL(leaf_without_sector, NODE(10).sector = 0)
SPOIL(child_twice, NODE(9).negativeChild = 11)
SPOIL(order, (NODE(9).positiveChild = 12, NODE(9).negativeChild = 11))
SPOIL(no_line, NODE(9).a = 0)
SPOIL(leaf_box, NODE(10).box[2] -= 100)
SPOIL(node_box, NODE(9).box[2] -= 100)
SPOIL(leaf_area, NODE(10).points.count = 2)
SPOIL(many_points, NODE(10).points.count = 101)
/* Walls. */
SPOIL(wall_sidedef, WALL(5).positiveSidedef = 5)
SPOIL(wall_sector, WALL(5).negativeSector = 8)
SPOIL(wall_next, WALL(5).next = 23)
SPOIL(wall_order, WALL(1).next = 4)
SPOIL(wall_length, memcpy(WALL(5).end, WALL(5).start, sizeof WALL(5).end))
SPOIL(drawn_sidedef, DRAWN(2).negativeSidedef = 6)
SPOIL(drawn_sector, DRAWN(2).negativeSector = 7)
SPOIL(drawn_sector_below, DRAWN(2).negativeSector = -2)
SPOIL(drawn_length, (DRAWN(4).x1 = DRAWN(4).x0, DRAWN(4).y1 = DRAWN(4).y0))
/* Sectors. */
SPOIL(open, DRAWN(4).positiveSector = -1)
SPOIL(height, SECTOR(0).ceilingHeight = 0; SECTOR(0).floorHeight = 4)
SPOIL(in_line, (SECTOR(3).floorSlope.vertices[1] = SECTOR(3).floorSlope.vertices[2]))
SPOIL(upside_down, SECTOR(3).floorSlope.plane[2] *= -1)
SPOIL(off_its_vertices, SECTOR(5).ceilingSlope.plane[3] += 50000)
/* Textures. */
SPOIL(no_lower, SIDE(1).belowBitmap = 0)
SPOIL(no_upper, (SECTOR(1).ceilingHeight = 200, SIDE(1).aboveBitmap = 0))
SPOIL(no_normal, SIDE(0).normalBitmap = 0)
SPOIL(no_side, DRAWN(0).positiveSidedef = 0)
/* Grids. */
SPOIL(no_grids, x->server = (tlb_roo_server){0})
SPOIL(rows, x->server.rows--)
SPOIL(no_monsters, x->server.hasMonsterGrid = false)
SPOIL(no_hi_res, x->server.hasHiResGrid = false)
SPOIL(hi_res_rows, x->server.hiResRows--)

/* Flags. */
SPOIL(unknown_flag, SIDE(0).flags |= 1 << 20)
SPOIL(never_and_always, SIDE(2).flags |= 1 << 3 | 1 << 4)
SPOIL(closed_and_opaque, SIDE(0).flags |= 1 << 5)
SPOIL(untiled_and_opaque, SIDE(0).flags |= 1 << 9)
SPOIL(frames_of_wall, SIDE(2).flags |= 1 << 10; SIDE(2).animationSpeed = 7)
SPOIL(frames_of_floor, SECTOR(0).flags |= 3 << 2 | 1 << 7; SECTOR(0).animationSpeed = 8)
SPOIL(unknown_sector_flag, SECTOR(0).flags |= 1 << 12 | 1 << 20)
/* What roomedit compiles, after an edit. */
SPOIL(moved, DRAWN(4).y0 += 64)
SPOIL(other_sector, DRAWN(2).positiveSector = 3)
SPOIL(other_length, WALL(5).length = 12)
SPOIL(other_x_offset, WALL(16).positiveXOffset += 20)
SPOIL(other_y_offset, WALL(16).negativeYOffset = 9)
SPOIL(other_line, NODE(9).c += 64)
SPOIL(exchanged, (NODE(9).positiveChild = 12, NODE(9).negativeChild = 11))
SPOIL(other_leaf, NODE(10).sector = 6)
SPOIL(bent_leaf, NODE(10).points.data[0][0] += 128)
SPOIL(crossed_line, NODE(10).points.data[0][0] -= 4096; NODE(10).points.data[1][0] -= 4096)
SPOIL(barred_square, x->server.moveGrid[5] ^= 4)
SPOIL(barred_monsters, x->server.monsterGrid[23] ^= 1)
SPOIL(no_floor, x->server.flagGrid[87] ^= 1)
SPOIL(barred_cell, x->server.hiResGrid[88] ^= 1 << 9)
SPOIL(vast, x->width = INT32_MAX)

/* All ways but those between columns 9 and 10, in the west and the east of it. */
static void cut_in_two(tlb_roo *x)
{
    enum { EASTWARD = 1 << 1 | 1 << 2 | 1 << 3, WESTWARD = 1 << 5 | 1 << 6 | 1 << 7, WEST = 9 };
    memset(x->server.moveGrid, 0xff, (size_t)x->server.rows * x->server.cols);
    for (uint32_t row = 0; row < x->server.rows; row++) {
        x->server.moveGrid[row * x->server.cols + WEST] &= (uint8_t)~EASTWARD;
        x->server.moveGrid[row * x->server.cols + WEST + 1] &= (uint8_t)~WESTWARD;
    }
}

static const spoiling spoilings[] = {
    {"ROO_VERSION", "version", "unknown version 17; it is read as version 15", version},
    {"ROO_GAP", "gapBeforeThings", "no part: 3", gap},
    {"ROO_COUNT", "clientWalls", "header claims 58; only 22 stored", walls_missing},
    {"ROO_COUNT", "editorWalls", "claims 23", drawn_missing},
    {"ROO_COUNT", "sidedefs", "claims 6", sidedefs_missing},
    {"ROO_SECURITY", "security", "expected", security},
    {"ROO_THINGS", "things", "things: 1, expected 2", three_things},
    {"ROO_BOX", "width", "22544 x 4096, but the box between the things is 22528 x 4096", width},
    {"ROO_NOT_FINITE", "nodes[2]", "", box_not_finite},
    {"ROO_NOT_FINITE", "nodes[2]", "", line_not_finite},
    {"ROO_NOT_FINITE", "nodes[10]", "", point_not_finite},
    {"ROO_NOT_FINITE", "clientWalls[3]", "", length_not_finite},
    {"ROO_NOT_FINITE", "sectors[3]", "", plane_not_finite},
    {"ROO_NODE_REFERENCE", "nodes[9].negativeChild", "node 99 out of range; number of nodes: 17", child},
    {"ROO_NODE_REFERENCE", "nodes[3].firstWall", "client wall 99 out of range; number of client walls: 22",
     first_wall},
    {"ROO_NODE_REFERENCE", "nodes[10].sector", "sector 8, expected 1 to 7", leaf_sector},
    {"ROO_NODE_REFERENCE", "nodes[10].sector", "sector 0, expected 1 to 7", leaf_without_sector},
    {"ROO_NODE_TREE", "nodes[10]", "more than one parent", child_twice},
    {"ROO_NODE_ORDER", "nodes[9].positiveChild", "12, expected the next node (11)", order},
    {"ROO_NODE_LINE", "nodes[9].a", "", no_line},
    {"ROO_NODE_BOX", "nodes[10].box", "point 1", leaf_box},
    {"ROO_NODE_BOX", "nodes[9].box", "child 11", node_box},
    {"ROO_LEAF_AREA", "nodes[10].points", "points: 2 around (1056, 224)", leaf_area},
    {"ROO_LEAF_POINTS", "nodes[10].points", "points: 101", many_points},
    {"ROO_WALL_REFERENCE", "clientWalls[5].positiveSidedef", "5 out of range; number of sidedefs: 4",
     wall_sidedef},
    {"ROO_WALL_REFERENCE", "clientWalls[5].negativeSector", "8 out of range; number of sectors: 7",
     wall_sector},
    {"ROO_WALL_REFERENCE", "clientWalls[5].next", "23 out of range; number of client walls: 22", wall_next},
    {"ROO_WALL_NEXT", "clientWalls[1].next", "4, expected the next wall (3)", wall_order},
    {"ROO_WALL_LENGTH", "clientWalls[5].end", "starts and ends at", wall_length},
    {"ROO_WALL_REFERENCE", "editorWalls[2].negativeSidedef", "6 out of range; number of sidedefs: 4",
     drawn_sidedef},
    {"ROO_WALL_REFERENCE", "editorWalls[2].negativeSector", "sector 7 out of range; number of sectors: 7",
     drawn_sector},
    {"ROO_WALL_REFERENCE", "editorWalls[2].negativeSector", "sector -2 out of range; number of sectors: 7",
     drawn_sector_below},
    {"ROO_WALL_LENGTH", "editorWalls[4].x1", "wall 4 starts and ends at (416, 224)", drawn_length},
    {"ROO_SECTOR_OPEN", "sectors[3]", "sector 3 are not closed at 2 places: (416, 224) (672, 224)", open},
    {"ROO_SECTOR_HEIGHT", "sectors[0].ceilingHeight", "ceiling height 0, floor height 4", height},
    {"ROO_SLOPE_VERTICES", "sectors[3].floorSlope.vertices", "collinear", in_line},
    {"ROO_SLOPE_PLANE", "sectors[3].floorSlope.plane", "expected above 0", upside_down},
    {"ROO_SLOPE_PLANE", "sectors[5].ceilingSlope.vertices[0]", "that of the vertex 240", off_its_vertices},
    {"ROO_TEXTURE_MISSING", "editorWalls[16].negativeSidedef", "the lower part of the editor's wall 16",
     no_lower},
    {"ROO_TEXTURE_MISSING", "editorWalls[16].negativeSidedef", "the upper part of the editor's wall 16",
     no_upper},
    {"ROO_TEXTURE_MISSING", "editorWalls[0].positiveSidedef",
     "the normal part of the editor's wall 0 from (-96, -32) to (-96, 224) has height 256", no_normal},
    {"ROO_TEXTURE_MISSING", "editorWalls[0].positiveSidedef", "which has no sidedef", no_side},
    {"ROO_GRID", "", "have no server grids", no_grids},
    {"ROO_GRID", "server.rows", "3 x 22, expected 4 x 22", rows},
    {"ROO_GRID", "server", "monster grid", no_monsters},
    {"ROO_GRID", "server", "high-resolution", no_hi_res},
    {"ROO_GRID", "server.hiResRows", "15 x 88, expected 16 x 88", hi_res_rows},
    {"ROO_UNREACHABLE", "server.moveGrid[0]",
     "40 of 88 squares with a floor cannot be reached from the largest area (number of areas: 1); the first "
     "is in row 1, column 1",
     cut_in_two},
    {"ROO_SIDEDEF_FLAGS", "sidedefs[0].flags", "unknown bits 0x100000", unknown_flag},
    {"ROO_SIDEDEF_FLAGS", "sidedefs[2].flags", "bits 3 and 4", never_and_always},
    {"ROO_SIDEDEF_FLAGS", "sidedefs[0].flags", "bit 5", closed_and_opaque},
    {"ROO_SIDEDEF_FLAGS", "sidedefs[0].flags", "bit 9", untiled_and_opaque},
    {"ROO_SCROLL", "sidedefs[2].flags", "animation speed is 7", frames_of_wall},
    {"ROO_SCROLL", "sectors[0].flags", "animation speed is 8", frames_of_floor},
    {"ROO_SECTOR_FLAGS", "sectors[0].flags", "unknown bits 0x101000", unknown_sector_flag},
    {"ROO_WALL_STALE", "clientWalls[4]",
     "no editor wall with sidedefs 1 and 0, sectors 4 and 0 runs from (416, 224) to (672, 224)", moved},
    {"ROO_WALL_STALE", "editorWalls[4]", "client walls cover 0 of 263.9 units of the editor's wall 4", moved},
    {"ROO_WALL_STALE", "clientWalls[2]", "sectors 2 and 0", other_sector},
    {"ROO_WALL_SPAN", "clientWalls[5].length", "12, expected 192", other_length},
    {"ROO_WALL_OFFSET", "clientWalls[16].positiveXOffset",
     "(25, 3), expected (5, 3) from the editor's wall 16", other_x_offset},
    {"ROO_WALL_OFFSET", "clientWalls[16].negativeYOffset", "(-7, 9), expected (-7, -4)", other_y_offset},
    {"ROO_NODE_STALE", "nodes[9].a", "clientWalls[21] from (1056, -32) to (1056, 224)", other_line},
    {"ROO_NODE_STALE", "nodes[10].points", "the tree leads to node 12", exchanged},
    {"ROO_NODE_STALE", "nodes[10].points", "", bent_leaf},
    {"ROO_NODE_STALE", "nodes[10].points", "on the other side of nodes[", crossed_line},
    {"ROO_NODE_STALE", "nodes[10].sector", "6, but the editor's walls", other_leaf},
    {"ROO_NODE_STALE", "nodes[10].sector", "21, 15, 7 and 8 enclose (1184, 96) in sector 7 (0: none)",
     other_leaf},
    {"ROO_GRID_STALE", "server.moveGrid[0]", "1 of 88 squares of the player grid", barred_square},
    {"ROO_GRID_STALE", "server.moveGrid[0]", "the first is in row 1, column 6", barred_square},
    {"ROO_GRID_STALE", "server.monsterGrid[1]", "the first is in row 2, column 2", barred_monsters},
    {"ROO_GRID_STALE", "server.flagGrid[3]", "the first is in row 4, column 22", no_floor},
    {"ROO_GRID_STALE", "server.hiResGrid[1]", "the first is in row 2, column 1", barred_cell},
    {"ROO_GRID_UNCHECKED", "server", "were not compared with the walls", vast},
};

static bool is_told(const tlb_context *context, const spoiling *s)
{
    for (size_t i = 0; i < tlb_diagnostic_count(context); i++) {
        const tlb_diagnostic *d = tlb_diagnostic_at(context, i);
        if (strcmp(tlb_code_name(d->code), s->code) == 0 && strcmp(d->path, s->path) == 0 &&
            strstr(d->message, s->message) && (d->offset != TLB_NO_OFFSET || !*s->path))
            return true;
    }
    return false;
}

/* Room for points: 101, should one ask for them. */
static void make_points(tlb_document *document)
{
    tlb_roo *x = tlb_document_roo(document);
    tlb_roo_point *points = tlb_zalloc_array(&document->arena, 101, sizeof *points);
    assert_non_null(points);
    memcpy(points, NODE(10).points.data, NODE(10).points.count * sizeof *points);
    NODE(10).points.data = points;
}

enum { FORM_13O = 4, FORM_14 = 6 };

/* With the grids that the walls make: nobody gets through the fence. */
static void make_room(tlb_document *document, tlb_context *context, const roo_plan *plan)
{
    roo_make(document, context, plan);
    if (plan->grids)
        assert_int_equal(tlb_roo_make_grids(document), TLB_OK);
}

static void each_rule_finds_what_breaks_it(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof spoilings / sizeof *spoilings; i++) {
        tlb_context *context = tlb_context_create(NULL);
        tlb_document document;
        bool floats = strcmp(spoilings[i].code, "ROO_NOT_FINITE") == 0; /* integers are all finite */
        roo_plan plan = roo_form(floats ? FORM_14 : FORM_13O);
        make_room(&document, context, &plan);
        make_points(&document);
        spoilings[i].spoil(document.root);
        tlb_check(&document, NULL);
        if (!is_told(context, &spoilings[i])) {
            print_diagnostics(context);
            fail_msg("%s at %s is not reported", spoilings[i].code, spoilings[i].path);
        }
        made_end(&document);
        tlb_context_free(context);
    }
}

static void healthy_rooms_have_no_diagnostics(void **state)
{
    (void)state;
    for (int form = 0; form < ROO_FORMS; form++) {
        tlb_context *context = tlb_context_create(NULL);
        tlb_document document;
        roo_plan plan = roo_form(form);
        make_room(&document, context, &plan);
        assert_int_equal(tlb_check(&document, NULL), TLB_OK);
        if (tlb_diagnostic_count(context) > tlb_code_total(context, TLB_CODE_ROO_UNREACHABLE) +
                                                tlb_code_total(context, TLB_CODE_ROO_SCROLL)) {
            print_diagnostics(context);
            fail();
        }
        made_end(&document);
        tlb_context_free(context);
    }
}

/* Rooms as wide as the editor's coordinates reach, 1,024 squares, have grids; wider ones are refused. */
static void grids_have_up_to_1024_squares_a_side(void **state)
{
    static const struct {
        int32_t width, height;
        tlb_status status;
    } rooms[] = {{1025 * TLB_ROO_SQUARE - 1, TLB_ROO_SQUARE, TLB_OK},
                 {TLB_ROO_SQUARE, 1025 * TLB_ROO_SQUARE - 1, TLB_OK},
                 {1025 * TLB_ROO_SQUARE, TLB_ROO_SQUARE, TLB_LIMIT},
                 {TLB_ROO_SQUARE, 1025 * TLB_ROO_SQUARE, TLB_LIMIT},
                 {0, 0, TLB_OK},
                 {-1, 0, TLB_LIMIT},
                 {0, -1, TLB_LIMIT}};
    (void)state;
    for (size_t i = 0; i < sizeof rooms / sizeof *rooms; i++) {
        tlb_context *context = tlb_context_create(NULL);
        tlb_document document;
        roo_plan plan = roo_form(FORM_13O);
        roo_make(&document, context, &plan);
        tlb_roo *x = document.root;
        x->width = rooms[i].width;
        x->height = rooms[i].height;
        assert_int_equal(tlb_roo_make_grids(&document), rooms[i].status);
        made_end(&document);
        tlb_context_free(context);
    }
}

/* As many points as clients support. */
static void leaves_have_up_to_100_points(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    tlb_document document;
    roo_plan plan = roo_form(FORM_13O);
    make_room(&document, context, &plan);
    make_points(&document);
    tlb_roo *x = document.root;
    NODE(10).points.count = 100;
    tlb_check(&document, NULL);
    assert_int_equal(tlb_code_total(context, TLB_CODE_ROO_LEAF_POINTS), 0);
    made_end(&document);
    tlb_context_free(context);
}

/* Steps in the open, between two sectors without a ceiling, are drawn by no room. */
static void steps_below_the_sky_need_no_texture(void **state)
{
    (void)state;
    for (int open = 0; open < 2; open++) {
        tlb_context *context = tlb_context_create(NULL);
        tlb_document document;
        roo_plan plan = roo_form(FORM_13O);
        make_room(&document, context, &plan);
        tlb_roo *x = document.root;
        no_lower(x);
        for (uint32_t i = 0; open && i < x->sectors.count; i++)
            SECTOR(i).ceilingBitmap = 0;
        tlb_check(&document, NULL);
        assert_int_equal(
            find_diagnostic(context, "ROO_TEXTURE_MISSING", "editorWalls[16].negativeSidedef") == NULL, open);
        made_end(&document);
        tlb_context_free(context);
    }
}

/* --- with assets ------------------------------------------------------------------------------------- */

/* The fence is sidedef 2, its bitmap grd00003: bars with index 254 between them. */
static uint64_t holes_told(uint32_t cleared_flag)
{
    tlb_context *context = tlb_context_create(NULL);
    tlb_assets *assets = tlb_assets_create(context);
    tlb_document document;
    roo_plan plan = roo_form(FORM_14);
    make_room(&document, context, &plan);
    tlb_roo *x = document.root;
    SIDE(2).flags &= ~cleared_flag;
    assert_int_equal(tlb_assets_add(assets, "samples/textures"), TLB_OK);
    assert_int_equal(tlb_check_assets(&document, assets, NULL), TLB_OK);
    uint64_t holes = tlb_code_total(context, TLB_CODE_ROO_HOLES);
    if (holes) {
        const tlb_diagnostic *d = find_diagnostic(context, "ROO_HOLES", "sidedefs[2].flags");
        assert_non_null(d);
        assert_non_null(strstr(d->message, "normalBitmap grd00003 has "));
        assert_non_null(strstr(d->message, "pixels of index 254"));
    }
    assert_int_equal(tlb_code_total(context, TLB_CODE_ASSET_MISSING), 0);
    tlb_assets_free(assets);
    made_end(&document);
    tlb_context_free(context);
    return holes;
}

static void holes_without_the_flag_are_told(void **state)
{
    (void)state;
    assert_int_equal(holes_told(0), 0);
    assert_int_equal(holes_told(1 << 1), 1); /* bit 1: "normal wall has some transparency" */
}

/* Of a texture's bitmaps those that can be decoded count; of a file that is no BGF nothing is said here. */
static void damaged_textures_have_no_holes(void **state)
{
    (void)state;
    static const uint8_t junk[] = {1, 2, 3, 4, 5, 6, 7, 8}, seen_through[4] = {254, 1, 254, 254};
    for (int damage = 0; damage < 4; damage++) {
        tlb_context *context = tlb_context_create(NULL);
        tlb_document document, *texture;
        tlb_bytes file;
        roo_plan plan = roo_form(FORM_14);
        make_room(&document, context, &plan);
        tlb_roo *x = document.root;
        SIDE(2).flags &= ~(uint32_t)TLB_ROO_WALL_TRANSPARENT;
        tlb_assets *assets = tlb_assets_create(context);
        assert_int_equal(tlb_document_create(context, tlb_format_by_name("bgf"), NULL, &texture), TLB_OK);
        for (int i = 0; i < 2; i++)
            assert_non_null(tlb_bgf_add_bitmap(texture, 2, 2, seen_through));
        for (int i = 0; i < damage && i < 2; i++)
            tlb_document_bgf(texture)->bitmaps.data[i].data = (tlb_bytes){junk, sizeof junk};
        assert_int_equal(tlb_save_memory(texture, &file), TLB_OK);
        if (damage == 3)
            file.size = 20;
        assert_int_equal(tlb_assets_add_memory(assets, "grd00003.bgf", file), TLB_OK);
        tlb_diagnostics_clear(context);
        assert_int_equal(tlb_check_assets(&document, assets, NULL), TLB_OK);
        const tlb_diagnostic *d = find_diagnostic(context, "ROO_HOLES", "sidedefs[2].flags");
        assert_int_equal(d != NULL, damage < 2);
        if (d)
            assert_non_null(
                strstr(d->message, damage ? "grd00003 has 3 pixels of" : "grd00003 has 6 pixels of"));
        assert_int_equal(tlb_code_total(context, TLB_CODE_TRUNCATED), 0);
        tlb_assets_free(assets);
        tlb_document_free(texture);
        made_end(&document);
        tlb_context_free(context);
    }
}

/* A tree of one long way, whose every node has all walls. */
static void make_long(tlb_document *document)
{
    enum { NODES = 3000, WALLS = 3000 };
    tlb_roo *x = document->root;
    tlb_roo_node *nodes = tlb_alloc_array(&document->arena, NODES, sizeof *nodes);
    tlb_roo_client_wall *walls = tlb_alloc_array(&document->arena, WALLS, sizeof *walls);
    assert_true(nodes && walls);
    for (uint32_t i = 0; i < NODES; i++) {
        nodes[i] = NODE(0);
        nodes[i].firstWall = 1;
        nodes[i].positiveChild = nodes[i].negativeChild = (uint16_t)(i + 1 < NODES ? i + 2 : 0);
    }
    for (uint32_t i = 0; i < WALLS; i++) {
        walls[i] = WALL(NODE(0).firstWall - 1);
        walls[i].next = (uint16_t)(i + 1 < WALLS ? i + 2 : 0);
    }
    x->nodes.data = nodes, x->nodes.count = NODES;
    x->clientWalls.data = walls, x->clientWalls.count = WALLS;
}

static void comparing_walls_is_work(void **state)
{
    (void)state;
    const tlb_context_options limits = {.struct_size = sizeof limits, .max_work = 50000};
    for (int grids = 0; grids < 2; grids++) {
        tlb_context *context = tlb_context_create(&limits);
        tlb_document document;
        roo_plan plan = roo_form(FORM_14);
        make_room(&document, context, &plan);
        make_long(&document);
        tlb_roo *x = document.root;
        if (grids)
            WALL(0).next = 0;
        else
            x->server.present = false;
        tlb_work_clear(context);
        assert_int_equal(tlb_check(&document, NULL), TLB_LIMIT);
        assert_int_equal(tlb_code_total(context, TLB_CODE_WORK_LIMIT), 1);
        assert_int_equal(tlb_code_total(context, TLB_CODE_ROO_GRID_UNCHECKED), 0);
        made_end(&document);
        tlb_context_free(context);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_rule_finds_what_breaks_it),
                                       cmocka_unit_test(healthy_rooms_have_no_diagnostics),
                                       cmocka_unit_test(grids_have_up_to_1024_squares_a_side),
                                       cmocka_unit_test(leaves_have_up_to_100_points),
                                       cmocka_unit_test(steps_below_the_sky_need_no_texture),
                                       cmocka_unit_test(holes_without_the_flag_are_told),
                                       cmocka_unit_test(damaged_textures_have_no_holes),
                                       cmocka_unit_test(comparing_walls_is_work)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Questions about rooms: on a room of our own to the number, on real rooms against brute force. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <math.h>

#include "ask.h"
#include "base/text.h"
#include "files.h"
#include "formats/meridian/roo/build/build.h"
#include "formats/meridian/roo/moves.h"
#include "roo_maker.h"
#include "shares.h"
#include "trilobite/formats/roo_build.h"
#include "trilobite/formats/roo_query.h"

extern const tlb_format tlb_format_roo;

/* --- a room of our own -------------------------------------------------------------------------------- */

/* Two squares by one, split by a wall at x = 64 that has a door from y = 16 to y = 32. The floor of the
 * eastern sector is 16 higher, its ceiling 32 lower, and it slopes up to the east by a quarter. */
typedef struct fixture {
    tlb_context *context;
    tlb_document document;
    tlb_roo room;
    tlb_roo_editor_wall walls[11];
    tlb_roo_sidedef sidedefs[3];
    tlb_roo_sector sectors[2];
    tlb_roo_thing things[2];
} fixture;

enum { SOLID = 1, STEP = 2, FENCE = 3 };

static tlb_roo_editor_wall wall(int x0, int y0, int x1, int y1, uint16_t sidedef, int right, int left)
{
    return (tlb_roo_editor_wall){.positiveSidedef = right < 0 ? 0 : sidedef,
                                 .negativeSidedef = left < 0 ? 0 : sidedef,
                                 .positiveSector = (int16_t)right,
                                 .negativeSector = (int16_t)left,
                                 .x0 = (int16_t)x0,
                                 .y0 = (int16_t)y0,
                                 .x1 = (int16_t)x1,
                                 .y1 = (int16_t)y1};
}

static void make_room(fixture *f)
{
    const tlb_roo_editor_wall walls[] = {
        wall(0, 64, 64, 64, SOLID, 0, -1),   wall(64, 64, 128, 64, SOLID, 1, -1),
        wall(128, 64, 128, 0, SOLID, 1, -1), wall(128, 0, 64, 0, SOLID, 1, -1),
        wall(64, 0, 0, 0, SOLID, 0, -1),     wall(0, 0, 0, 64, SOLID, 0, -1),
        wall(64, 64, 64, 32, FENCE, 0, 1),   wall(64, 32, 64, 16, STEP, 0, 1),
        wall(64, 16, 64, 0, FENCE, 0, 1),
    };
    memcpy(f->walls, walls, sizeof walls);
    f->sidedefs[0] = (tlb_roo_sidedef){.normalBitmap = 1};
    f->sidedefs[1] = (tlb_roo_sidedef){.belowBitmap = 1, .aboveBitmap = 1, .flags = TLB_ROO_WALL_PASSABLE};
    f->sidedefs[2] = (tlb_roo_sidedef){.normalBitmap = 2, .belowBitmap = 1, .aboveBitmap = 1};
    f->sectors[0] = (tlb_roo_sector){.id = 7, .floorBitmap = 1, .ceilingHeight = 128, .light = 192};
    f->sectors[1] = (tlb_roo_sector){.floorBitmap = 1, .floorHeight = 16, .ceilingHeight = 96, .light = 50};
    f->sectors[1].flags = TLB_ROO_SECTOR_SLOPED_FLOOR | 1;
    f->sectors[1].floorSlope.vertices[0] = (tlb_roo_slope_vertex){64, 0, 16};
    f->sectors[1].floorSlope.vertices[1] = (tlb_roo_slope_vertex){64, 64, 16};
    f->sectors[1].floorSlope.vertices[2] = (tlb_roo_slope_vertex){128, 0, 32};
    f->things[0] = (tlb_roo_thing){0};
    f->things[1] = (tlb_roo_thing){.x = 128, .y = 64};
    f->room = (tlb_roo){.version = 14, .editorWalls = {f->walls, 9}, .sidedefs = {f->sidedefs, 3}};
    f->room.sectors.data = f->sectors;
    f->room.sectors.count = 2;
    f->room.things.data = f->things;
    f->room.things.count = 2;
    f->room.server.present = true;
}

static int set_up(void **state)
{
    static fixture f;
    f.context = tlb_context_create(NULL);
    f.document = (tlb_document){.context = f.context, .format = &tlb_format_roo, .name = "", .root = &f.room};
    tlb_arena_init(&f.document.arena, f.context->account);
    make_room(&f);
    assert_int_equal(tlb_roo_rebuild(&f.document, TLB_ROO_OUTSIDE_AS_IT_WAS), TLB_OK);
    *state = &f;
    return 0;
}

static int tear_down(void **state)
{
    fixture *f = *state;
    tlb_arena_release(&f->document.arena);
    tlb_context_free(f->context);
    return 0;
}

static const tlb_value *answer_to(fixture *f, const char *query)
{
    const tlb_value *answer;
    assert_int_equal(ask(&f->document, query, &answer), TLB_OK);
    return answer;
}

static double real(const tlb_value *table, const char *key)
{
    const tlb_value *value = tlb_value_get(table, key);
    assert_non_null(value);
    return value->kind == TLB_VALUE_REAL ? value->as.real : (double)value->as.integer;
}

static bool yes(const tlb_value *table, const char *key)
{
    const tlb_value *value = tlb_value_get(table, key);
    assert_non_null(value);
    assert_int_equal(value->kind, TLB_VALUE_BOOL);
    return value->as.boolean;
}

static const char *text(const tlb_value *table, const char *key)
{
    const tlb_value *value = tlb_value_get(table, key);
    assert_non_null(value);
    assert_int_equal(value->kind, TLB_VALUE_TEXT);
    return value->as.text.data;
}

static uint32_t length(const tlb_value *list)
{
    uint32_t count = 0;
    assert_non_null(list);
    for (const tlb_value *at = list->as.members.first; at; at = at->next)
        count++;
    return count;
}

static void test_points(void **state)
{
    fixture *f = *state;
    const tlb_value *west = answer_to(f, "point 100 1000"), *east = answer_to(f, "point 1536 16"), *out;
    assert_true(yes(west, "inside") && yes(west, "ambient"));
    assert_true(real(west, "sector") == 1 && real(west, "id") == 7 && real(west, "light") == 64);
    assert_true(real(west, "floor") == 0 && real(west, "ceiling") == 128 * 16 && real(west, "depth") == 0);
    assert_true(real(east, "sector") == 2 && real(east, "light") == 50 && real(east, "depth") == 1);
    tlb_roo_sector *sector = &tlb_document_roo(&f->document)->sectors.data[1];
    for (int light = 127; light <= 128; light++) {
        sector->light = (uint8_t)light;
        const tlb_value *answer = answer_to(f, "point 1536 16");
        assert_int_equal(yes(answer, "ambient"), light > 127);
        assert_true(real(answer, "light") == light % 128);
    }
    /* Half of the way up. */
    assert_true(fabs(real(east, "floor") - 24 * 16) < 0.01);
    const tlb_value *square = tlb_value_get(east, "square");
    assert_true(real(square, "row") == 1 && real(square, "col") == 2 && real(square, "fineRow") == 1 &&
                real(square, "fineCol") == 32);
    out = answer_to(f, "point -1 500");
    assert_false(yes(out, "inside"));
    assert_true(real(tlb_value_get(out, "square"), "col") == 0);
}

static void test_squares(void **state)
{
    fixture *f = *state;
    const tlb_value *square = answer_to(f, "square 1 1");
    assert_true(yes(square, "floorFlag"));
    /* Only the border is near, and the door is too narrow for players, not for monsters. */
    assert_int_equal(length(tlb_value_get(tlb_value_get(square, "player"), "grid")), 0);
    assert_int_equal(length(tlb_value_get(tlb_value_get(square, "player"), "walls")), 0);
    const tlb_value *monster = tlb_value_get(tlb_value_get(square, "monster"), "walls");
    assert_int_equal(length(tlb_value_get(tlb_value_get(square, "monster"), "grid")), length(monster));
    const tlb_value *cell = answer_to(f, "cell 2 2");
    assert_true(yes(cell, "walkable") && real(cell, "height") == 0);
    assert_true(real(answer_to(f, "cell 2 7"), "height") == 1);
    assert_int_equal(length(tlb_value_get(tlb_value_get(cell, "player"), "grid")),
                     length(tlb_value_get(tlb_value_get(cell, "player"), "walls")));
}

/* Rooms are as high as 32 bits allow. */
static void test_far_squares(void **state)
{
    fixture *f = *state;
    f->room.height = 65538 * TLB_ROO_SQUARE;
    const tlb_value *center = tlb_value_get(answer_to(f, "square 65538 1"), "centre");
    assert_true(center->as.members.first->next->as.real == 65537.5 * TLB_ROO_SQUARE);
}

static void test_rays(void **state)
{
    static const struct {
        const char *query, *on;
        double t;
    } cases[] = {
        {"ray 512 512 512 512 512 -512", "floor", 0.5},
        {"ray 512 512 1024 512 512 3072", "ceiling", 0.5},
        {"ray 512 512 512 512 1536 512", "normal", 0.5},
        /* Through the door: over the step, against it, against what hangs down. */
        {"ray 512 640 512 2560 640 512", "normal", 0.75},
        {"ray 512 640 128 1536 640 128", "below", 0.5},
        {"ray 512 640 1920 1536 640 1920", "above", 0.5},
        /* Beside the door. */
        {"ray 512 128 512 1536 128 512", "normal", 0.5},
        {"ray 1536 640 512 1536 640 -128", "floor", 0.2},
    };
    fixture *f = *state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const tlb_value *hit = answer_to(f, cases[i].query);
        assert_true(yes(hit, "hit"));
        assert_false(yes(hit, "startSolid"));
        assert_string_equal(text(hit, "on"), cases[i].on);
        assert_true(fabs(real(hit, "t") - cases[i].t) < 1e-6);
    }
    assert_false(yes(answer_to(f, "ray 512 640 512 1536 640 512"), "hit"));
    assert_true(yes(answer_to(f, "ray -512 640 512 512 640 512"), "startSolid"));
    assert_true(yes(answer_to(f, "ray 512 640 -512 512 640 512"), "startSolid"));
    assert_string_equal(text(answer_to(f, "ray 512 128 512 1536 128 512"), "side"), "positive");
    assert_string_equal(text(answer_to(f, "ray 1536 128 512 512 128 512"), "side"), "negative");
}

/* Of the walls in one line a ray hits the one that it meets; no wall begins at 0. */
static void test_walls_hit(void **state)
{
    enum { MOVED = 1024 };
    static const double heights[] = {-300, 40, 128, 300, 640, 1100, 1920};
    fixture *f = *state;
    f->things[0].x = -MOVED / 16;
    f->things[1].y += MOVED / 16;
    assert_int_equal(tlb_roo_rebuild(&f->document, TLB_ROO_OUTSIDE_AS_IT_WAS), TLB_OK);
    uint32_t hits = 0;
    for (int along = 0; along < 2; along++)
        for (double at = 8; at < 1024; at += 16)
            for (size_t i = 0; i < sizeof heights / sizeof *heights; i++) {
                double start[3] = {MOVED + 512, MOVED + 512, 512},
                       end[3] = {MOVED + 2560, MOVED + 2560, heights[i]};
                start[!along] = end[!along] = MOVED + (along ? 2 * at : at);
                tlb_roo_hit hit;
                assert_true(tlb_roo_cast_ray(&f->room, start, end, &hit));
                if (!hit.wall)
                    continue;
                const tlb_roo_client_wall *wall = &f->room.clientWalls.data[hit.wall - 1];
                double a = wall->start[!along], b = wall->end[!along], met = hit.point[!along];
                assert_true(met >= fmin(a, b) - 1e-6 && met <= fmax(a, b) + 1e-6);
                hits++;
            }
    assert_true(hits > 300);
}

static void test_paths(void **state)
{
    fixture *f = *state;
    const tlb_value *path = answer_to(f, "path 512 128 1536 128");
    assert_true(yes(path, "found"));
    /* Through the middle of the door. */
    double leg = hypot(512, 640 - 128);
    assert_true(real(path, "length") >= 2 * leg - 0.01 && real(path, "length") < 2 * leg + 200);
    assert_true(length(tlb_value_get(path, "steps")) >= 2);
    assert_false(yes(answer_to(f, "path 512 128 5000 128"), "found"));
    path = answer_to(f, "path 512 128 512 129");
    assert_true(real(path, "length") == 1);
    /* Down the step, not up one that is too high: the slope does not count at the door. */
    f->sectors[1].flags &= (uint32_t)~1;
    f->room.sectors.data[1].floorHeight = 40;
    f->room.sectors.data[1].flags = 0;
    assert_false(yes(answer_to(f, "path 512 128 1536 128"), "found"));
    assert_true(yes(answer_to(f, "path 1536 128 512 128"), "found"));
}

/* Two leaves whose edges run through both, again and again, along x and along y. */
static void test_endless_paths(void **state)
{
    enum { POINTS = 24000 };
    static double edges[2][POINTS][2];
    fixture *f = *state;
    uint32_t leaves = 0;
    for (int i = 0; i < POINTS; i++)
        for (int axis = 0; axis < 2; axis++)
            edges[axis][i][axis] = i % 2 ? 1900 : 100, edges[axis][i][!axis] = 512;
    for (uint32_t i = 0; i < f->room.nodes.count && leaves < 2; i++)
        if (f->room.nodes.data[i].type == TLB_ROO_LEAF) {
            f->room.nodes.data[i].points.data = edges[leaves++];
            f->room.nodes.data[i].points.count = POINTS;
        }
    const tlb_value *answer;
    assert_int_equal(ask(&f->document, "path 512 128 1536 128", &answer), TLB_LIMIT);
    assert_int_equal(tlb_code_total(f->context, TLB_CODE_ROO_PATH_LIMIT), 1);
}

/* One steps up 24 units and no more, also from water, and fits where 48 are left above. */
static void test_steps_and_headroom(void **state)
{
    static const struct {
        double bottom, top, depth, z;
        bool lets;
    } openings[] = {{24, 100, 0, 0, true},   {24.1, 100, 0, 0, false}, {34, 100, 10, 0, true},
                    {35, 100, 10, 0, false}, {0, 48, 0, 0, true},      {0, 47.9, 0, 0, false},
                    {64, 88, 0, 40, true},   {64, 87, 0, 40, false},   {-500, 48, 0, 0, true},
                    {0, 1000, 0, 500, true}};
    (void)state;
    for (size_t i = 0; i < sizeof openings / sizeof *openings; i++) {
        roo_passage p = {.has_below = true,
                         .has_above = true,
                         .bottom = openings[i].bottom,
                         .top = openings[i].top,
                         .depth = openings[i].depth};
        assert_int_equal(tlb_roo_passage_lets(&p, openings[i].z), openings[i].lets);
        p.closed = true;
        assert_false(tlb_roo_passage_lets(&p, openings[i].z));
        p.open = true;
        assert_true(tlb_roo_passage_lets(&p, openings[i].z));
    }
}

static void test_what_is_no_question(void **state)
{
    static const char *const queries[] = {
        "",           "points 1 1", "point 1",       "point 1 x",         "point 1 nan",  "point 1 2 3",
        "square 0 1", "square 1",   "square 2 1",    "square 1 3",        "square 1 1 1", "square -1 1",
        "cell 5 1",   "cell 1 9",   "ray 1 2 3 4 5", "ray 1 2 3 4 5 inf", "path 1 2 3",   "path 1 2 3 4 5"};
    fixture *f = *state;
    for (size_t i = 0; i < sizeof queries / sizeof *queries; i++) {
        const tlb_value *answer;
        uint64_t reports = tlb_code_total(f->context, TLB_CODE_BAD_OPTION);
        assert_int_equal(ask(&f->document, queries[i], &answer), TLB_ARGUMENT);
        assert_int_equal(tlb_code_total(f->context, TLB_CODE_BAD_OPTION), reports + 1);
    }
}

/* Nothing ends in a circle, outside an array, or in a number that is none. */
static void test_broken_rooms(void **state)
{
    fixture *f = *state;
    static const char *const queries[] = {"point 512 512", "square 1 1", "cell 1 1",
                                          "ray 512 640 99 1536 640 9", "path 512 128 1536 128"};
    const tlb_roo_node nodes[] = {
        {.type = TLB_ROO_INTERNAL, .a = 1, .c = -600, .positiveChild = 1, .negativeChild = 1, .firstWall = 1},
        {.type = TLB_ROO_INTERNAL,
         .a = NAN,
         .b = INFINITY,
         .positiveChild = 9,
         .negativeChild = 60000,
         .firstWall = 60000},
        {.type = TLB_ROO_INTERNAL, .b = 1, .positiveChild = 2, .negativeChild = 0},
    };
    for (size_t n = 0; n < sizeof nodes / sizeof *nodes; n++)
        for (uint32_t at = 0; at < f->room.nodes.count; at++) {
            tlb_roo_node was = f->room.nodes.data[at];
            f->room.nodes.data[at] = nodes[n];
            memcpy(f->room.nodes.data[at].box, was.box, sizeof was.box);
            for (size_t i = 0; i < sizeof queries / sizeof *queries; i++)
                answer_to(f, queries[i]);
            tlb_roo_server grids = f->room.server;
            assert_int_equal(tlb_roo_make_grids(&f->document), TLB_OK);
            f->room.server = grids;
            f->room.nodes.data[at] = was;
        }
    for (uint32_t i = 0; i < f->room.clientWalls.count; i++) {
        f->room.clientWalls.data[i].next = 1;
        f->room.clientWalls.data[i].positiveSector = 999;
        f->room.clientWalls.data[i].start[0] = NAN;
    }
    for (size_t i = 0; i < sizeof queries / sizeof *queries; i++)
        answer_to(f, queries[i]);
    f->room.width = INT32_MAX;
    assert_int_equal(tlb_roo_make_grids(&f->document), TLB_LIMIT);
    f->room.nodes.count = 0;
    for (size_t i = 0; i < sizeof queries / sizeof *queries; i++)
        answer_to(f, queries[i]);
}

/* What check lets grids look at is shared by all that it makes. */
static void test_work_of_grids_is_bounded(void **state)
{
    fixture *f = *state;
    tlb_roo room = f->room;
    uint64_t work = 1000000, before = work;
    roo_building b = {.context = f->document.context,
                      .arena = &f->document.arena,
                      .room = &room,
                      .slopes = ROO_SLOPES_NO,
                      .work = &work};
    assert_int_equal(tlb_roo_build_grids(&b), TLB_OK);
    assert_true(work < before);
    work = before - work - 1; /* one less than they need */
    room = f->room;
    assert_int_equal(tlb_roo_build_grids(&b), TLB_LIMIT);
    assert_int_equal(work, 0);
    assert_int_equal(tlb_code_total(f->document.context, TLB_CODE_ROO_GRID_LIMIT), 1);
}

/* Whatever bytes a room is made of, it can be queried and rebuilt, or is refused. */
static void test_damaged_rooms(void **state)
{
    static const char *const queries[] = {"point 3000 1500", "square 2 2", "cell 5 5",
                                          "ray 3000 1500 300 9000 2000 200", "path 3000 1500 15000 2000"};
    (void)state;
    for (int form = 3; form < ROO_FORMS; form += 2) {
        tlb_context *context = tlb_context_create(NULL);
        tlb_document source;
        roo_plan plan = roo_form(form);
        tlb_bytes bytes;
        roo_make(&source, context, &plan);
        assert_int_equal(tlb_save_memory(&source, &bytes), TLB_OK);
        uint8_t *damaged = malloc(bytes.size);
        assert_non_null(damaged);
        for (size_t at = (size_t)form; at < bytes.size; at += 11) {
            memcpy(damaged, bytes.data, bytes.size);
            damaged[at] ^= (uint8_t)(1u << at % 8);
            tlb_context *own = tlb_context_create(NULL);
            tlb_document *document;
            if (tlb_open_memory(own, damaged, bytes.size, "damaged.roo", NULL, &document) == TLB_OK) {
                for (size_t i = 0; i < sizeof queries / sizeof *queries; i++) {
                    const tlb_value *answer;
                    tlb_status status = ask(document, queries[i], &answer);
                    assert_true(status == TLB_OK || status == TLB_ARGUMENT);
                }
                tlb_status status = tlb_roo_rebuild(document, TLB_ROO_OUTSIDE_KEEP);
                assert_true(status == TLB_OK || status == TLB_LIMIT || status == TLB_INVALID);
                tlb_document_free(document);
            }
            tlb_context_free(own);
        }
        free(damaged);
        made_end(&source);
        tlb_context_free(context);
    }
}

/* --- real rooms --------------------------------------------------------------------------------------- */

enum { POINTS = 300, RAYS = 200, PATHS = 3 };

static share sectors, heights, rays, moves, paths;

static double pick(uint32_t *random, double low, double high)
{
    *random ^= *random << 13;
    *random ^= *random >> 17;
    *random ^= *random << 5;
    return low + (high - low) * (*random / 4294967296.0);
}

/* A wall that nobody passes, anywhere in a room of 3.5 squares: grids, which are made wall by wall, agree
 * with moves, which are made step by step. */
static void test_grids_are_what_single_moves_say(void **state)
{
    enum { ROOMS = 200, SIZE = 3584, MOVERS = 2, HI_RES = 256 };
    fixture *f = *state;
    uint32_t random = 1;
    for (int i = 0; i < ROOMS; i++) {
        tlb_roo room = {.version = 14, .width = SIZE, .height = SIZE};
        tlb_roo_sector sector = {.floorBitmap = 1, .ceilingHeight = 200};
        tlb_roo_sidedef sidedef = {.normalBitmap = 1};
        tlb_roo_client_wall barrier = {
            .positiveSidedef = 1, .negativeSidedef = 1, .positiveSector = 1, .negativeSector = 1};
        for (int axis = 0; axis < 2; axis++) {
            barrier.start[axis] = floor(pick(&random, 0, SIZE));
            barrier.end[axis] = floor(pick(&random, 0, SIZE));
        }
        double a = barrier.start[1] - barrier.end[1], b = barrier.end[0] - barrier.start[0];
        tlb_roo_node nodes[3] = {{.type = TLB_ROO_INTERNAL,
                                  .box = {0, 0, SIZE, SIZE},
                                  .a = a,
                                  .b = b,
                                  .c = -(a * barrier.start[0] + b * barrier.start[1]),
                                  .positiveChild = 2,
                                  .negativeChild = 3,
                                  .firstWall = 1},
                                 {.type = TLB_ROO_LEAF, .sector = 1},
                                 {.type = TLB_ROO_LEAF, .sector = 1}};
        room.nodes.data = nodes;
        room.nodes.count = 3;
        room.clientWalls.data = &barrier;
        room.sidedefs.data = &sidedef;
        room.sectors.data = &sector;
        room.clientWalls.count = room.sidedefs.count = room.sectors.count = 1;
        roo_building building = {.context = f->document.context,
                                 .arena = &f->document.arena,
                                 .room = &room,
                                 .slopes = ROO_SLOPES_YES};
        assert_int_equal(tlb_roo_build_grids(&building), TLB_OK);
        const tlb_roo_server *s = &room.server;
        const uint8_t *grids[MOVERS] = {s->moveGrid, s->monsterGrid};
        const tlb_roo_mover movers[MOVERS] = {TLB_ROO_PLAYER, TLB_ROO_MONSTER};
        for (uint32_t cell = 0; cell < s->rows * s->cols; cell++)
            for (int k = 0; k < MOVERS; k++)
                assert_int_equal(grids[k][cell], tlb_roo_moves_from(&room, movers[k], TLB_ROO_SQUARE,
                                                                    cell / s->cols, cell % s->cols));
        for (uint32_t cell = 0; cell < s->hiResRows * s->hiResCols; cell++) {
            uint8_t bits =
                tlb_roo_moves_from(&room, TLB_ROO_PLAYER, HI_RES, cell / s->hiResCols, cell % s->hiResCols);
            assert_int_equal(s->hiResGrid[cell],
                             bits ? bits << TLB_ROO_HI_RES_MOVE_SHIFT | TLB_ROO_HI_RES_WALKABLE
                                  : UINT8_MAX << TLB_ROO_HI_RES_MOVE_SHIFT);
        }
    }
}

/* The sector by the editor's walls: that of the nearest wall to the east, on this side. -1: none; -2: too
 * near to a wall or its end to tell. */
static int sector_by_walls(const tlb_roo *room, const double at[2])
{
    tlb_roo_box box = tlb_roo_box_of(room);
    double x = at[0] / 16 + box.left, y = box.top - at[1] / 16, nearest = INFINITY;
    int sector = -1;
    for (uint32_t i = 0; i < room->editorWalls.count; i++) {
        const tlb_roo_editor_wall *w = &room->editorWalls.data[i];
        double dx = (double)w->x1 - w->x0, dy = (double)w->y1 - w->y0, size = hypot(dx, dy);
        if (size == 0)
            continue;
        double t = fmin(fmax(((x - w->x0) * dx + (y - w->y0) * dy) / (size * size), 0), 1);
        if (hypot(w->x0 + t * dx - x, w->y0 + t * dy - y) < 0.5)
            return -2;
        if (fabs(y - w->y0) < 1e-6 || fabs(y - w->y1) < 1e-6)
            return -2;
        if ((w->y0 > y) == (w->y1 > y))
            continue;
        double east = w->x0 + (y - w->y0) / dy * dx - x;
        if (east > 0 && east < nearest) {
            /* Going north, the right is east. */
            nearest = east;
            bool positive = dy < 0;
            sector = positive ? (w->positiveSidedef ? w->positiveSector : -1)
                              : (w->negativeSidedef ? w->negativeSector : -1);
        }
    }
    return sector;
}

static void ask_points(const tlb_roo *room, uint32_t *random)
{
    for (int i = 0; i < POINTS; i++) {
        const double at[2] = {pick(random, -500, room->width + 500.0),
                              pick(random, -500, room->height + 500.0)};
        int expected = sector_by_walls(room, at);
        const tlb_roo_sector *sector = tlb_roo_sector_at(room, at[0], at[1]);
        if (expected == -2)
            continue;
        count(&sectors, (sector ? (int)(sector - room->sectors.data) : -1) == expected);
        if (sector && sector->flags & TLB_ROO_SECTOR_SLOPED_FLOOR) {
            const double *p = sector->floorSlope.plane, z = tlb_roo_floor_at(sector, at[0], at[1]);
            count(&heights, fabs(p[0] * at[0] + p[1] * at[1] + p[2] * z + p[3]) <= 1e-6 * fabs(p[3]) + 1);
        }
    }
}

/* --- rays by trying everything ------------------------------------------------------------------------ */

static double cross(double ax, double ay, double bx, double by)
{
    return ax * by - ay * bx;
}

/* Where a ray meets a wall that stops it there; 2: nowhere. */
static double try_wall(const tlb_roo *room, const tlb_roo_client_wall *w, const double a[3],
                       const double b[3])
{
    double rx = b[0] - a[0], ry = b[1] - a[1], wx = w->end[0] - w->start[0], wy = w->end[1] - w->start[1];
    double parallel = cross(rx, ry, wx, wy);
    if (fabs(parallel) < 1e-9)
        return 2;
    double t = cross(w->start[0] - a[0], w->start[1] - a[1], wx, wy) / parallel;
    double u = cross(w->start[0] - a[0], w->start[1] - a[1], rx, ry) / parallel;
    if (t <= 0 || t > 1 || u < 0 || u > 1)
        return 2;
    /* South is up in this sense: going east, the right is south. */
    bool positive = cross(wx, wy, a[0] - w->start[0], a[1] - w->start[1]) > 0;
    uint16_t sidedef = positive ? w->positiveSidedef : w->negativeSidedef;
    uint16_t beyond = positive ? w->negativeSector : w->positiveSector;
    double x = a[0] + t * rx, y = a[1] + t * ry, z = a[2] + t * (b[2] - a[2]);
    if (!beyond || beyond > room->sectors.count)
        return t;
    const tlb_roo_sector *s = &room->sectors.data[beyond - 1];
    bool between = z >= tlb_roo_floor_at(s, x, y) && z <= tlb_roo_ceiling_at(s, x, y);
    bool shut = sidedef && !(room->sidedefs.data[sidedef - 1].flags & TLB_ROO_WALL_PASSABLE);
    return !between || shut ? t : 2;
}

/* Where it meets the floor or the ceiling of a leaf. */
static double try_leaf(const tlb_roo *room, const tlb_roo_node *leaf, const double a[3], const double b[3])
{
    double from = 0, to = 1;
    for (uint32_t i = 0; i < leaf->points.count; i++) {
        const double *p = leaf->points.data[i], *q = leaf->points.data[(i + 1) % leaf->points.count];
        double at_a = cross(q[0] - p[0], q[1] - p[1], a[0] - p[0], a[1] - p[1]);
        double at_b = cross(q[0] - p[0], q[1] - p[1], b[0] - p[0], b[1] - p[1]);
        if (at_a < 0 && at_b < 0)
            return 2;
        if (at_a < 0)
            from = fmax(from, at_a / (at_a - at_b));
        if (at_b < 0)
            to = fmin(to, at_a / (at_a - at_b));
    }
    const tlb_roo_sector *s = &room->sectors.data[leaf->sector - 1];
    double first = 2, inside[2][2];
    for (int i = 0; i < 2; i++) {
        double t = i ? to : from, x = a[0] + t * (b[0] - a[0]), y = a[1] + t * (b[1] - a[1]),
               z = a[2] + t * (b[2] - a[2]);
        inside[0][i] = z - tlb_roo_floor_at(s, x, y);
        inside[1][i] = tlb_roo_ceiling_at(s, x, y) - z;
    }
    for (int k = 0; from < to && k < 2; k++)
        if (inside[k][0] >= 0 && inside[k][1] < 0)
            first = fmin(first, from + (to - from) * inside[k][0] / (inside[k][0] - inside[k][1]));
    return first;
}

static double first_by_trying(const tlb_roo *room, const double a[3], const double b[3])
{
    double first = 2;
    for (uint32_t i = 0; i < room->clientWalls.count; i++)
        first = fmin(first, try_wall(room, &room->clientWalls.data[i], a, b));
    for (uint32_t i = 0; i < room->nodes.count; i++)
        if (room->nodes.data[i].type == TLB_ROO_LEAF)
            first = fmin(first, try_leaf(room, &room->nodes.data[i], a, b));
    return first;
}

static void cast_rays(const tlb_roo *room, uint32_t *random)
{
    for (int i = 0; i < RAYS; i++) {
        double a[3] = {pick(random, 0, room->width), pick(random, 0, room->height), 0}, b[3];
        double share_of_height = pick(random, 0.05, 0.95), angle = pick(random, 0, 6.28),
               reach = pick(random, 100, 20000), rise = pick(random, -1000, 1000);
        const tlb_roo_sector *s = tlb_roo_sector_at(room, a[0], a[1]);
        tlb_roo_hit hit;
        if (!s || sector_by_walls(room, a) == -2)
            continue;
        double floor = tlb_roo_floor_at(s, a[0], a[1]), ceiling = tlb_roo_ceiling_at(s, a[0], a[1]);
        if (ceiling - floor < 16)
            continue;
        a[2] = floor + (ceiling - floor) * share_of_height;
        b[0] = a[0] + cos(angle) * reach;
        b[1] = a[1] + sin(angle) * reach;
        b[2] = a[2] + rise;
        double t = first_by_trying(room, a, b);
        bool any = tlb_roo_cast_ray(room, a, b, &hit);
        count(&rays, any ? fabs(hit.t - t) * reach < 2 : t > 1);
    }
}

/* --- moves, paths ------------------------------------------------------------------------------------- */

/* The grids that the test of shares makes again to the byte. */
static void ask_moves(const tlb_roo *room, uint32_t *random)
{
    const tlb_roo_server *s = &room->server;
    for (int i = 0; s->present && room->version == 14 && i < POINTS; i++) {
        uint32_t row = (uint32_t)pick(random, 0, s->rows), col = (uint32_t)pick(random, 0, s->cols);
        size_t cell = (size_t)row * s->cols + col;
        count(&moves,
              tlb_roo_moves_from(room, TLB_ROO_PLAYER, TLB_ROO_SQUARE, row, col) == s->moveGrid[cell]);
        count(&moves,
              tlb_roo_moves_from(room, TLB_ROO_MONSTER, TLB_ROO_SQUARE, row, col) == s->monsterGrid[cell]);
    }
}

/* Within a leaf or on its edges, to two units. */
static bool is_in_leaf(const tlb_roo *room, uint16_t number, const double at[2])
{
    const tlb_roo_node *leaf = &room->nodes.data[number - 1];
    for (uint32_t i = 0; i < leaf->points.count; i++) {
        const double *p = leaf->points.data[i], *q = leaf->points.data[(i + 1) % leaf->points.count];
        double size = hypot(q[0] - p[0], q[1] - p[1]);
        if (size > 0 && cross(q[0] - p[0], q[1] - p[1], at[0] - p[0], at[1] - p[1]) < -2 * size)
            return false;
    }
    return true;
}

/* Each leg lies in the leaf it is said to be in, and the legs make the length. */
static bool holds(const tlb_roo *room, const tlb_roo_path *path, const double to[2])
{
    double sum = 0;
    for (uint32_t i = 0; i < path->steps.count; i++) {
        const double *at = path->steps.data[i].at,
                     *next = i + 1 < path->steps.count ? path->steps.data[i + 1].at : to;
        double leg = hypot(next[0] - at[0], next[1] - at[1]);
        sum += leg;
        if (!is_in_leaf(room, path->steps.data[i].leaf, at) ||
            !is_in_leaf(room, path->steps.data[i].leaf, next))
            return false;
    }
    return fabs(sum - path->length) < 0.01 * sum + 0.01;
}

static void ask_paths(tlb_document *document, uint32_t *random)
{
    const tlb_roo *room = tlb_document_roo(document);
    for (int i = 0; i < PATHS; i++) {
        const double from[2] = {pick(random, 0, room->width), pick(random, 0, room->height)},
                     to[2] = {pick(random, 0, room->width), pick(random, 0, room->height)};
        tlb_roo_path path;
        assert_int_equal(tlb_roo_find_path(document, from, to, &path), TLB_OK);
        if (path.found)
            count(&paths, holds(room, &path, to));
    }
}

static void corpus_rooms(void **state)
{
    (void)state;
    file_list files = corpus_files("meridian/rooms", "roo");
    assert_true(files.count > 0);
    uint32_t random = 1;
    for (size_t i = 0; i < files.count; i++) {
        tlb_context *context = tlb_context_create(NULL);
        tlb_document *document;
        assert_int_equal(tlb_open_path(context, files.paths[i], NULL, &document), TLB_OK);
        const tlb_roo *room = tlb_document_roo(document);
        share s = sectors, r = rays, p = paths;
        ask_points(room, &random);
        cast_rays(room, &random);
        ask_moves(room, &random);
        ask_paths(document, &random);
        if (sectors.all - sectors.same > s.all - s.same || rays.all - rays.same > r.all - r.same ||
            paths.all - paths.same > p.all - p.same)
            print_message("%s: points %u, rays %u, paths %u differ\n", strrchr(files.paths[i], '/') + 1,
                          sectors.all - sectors.same - s.all + s.same, rays.all - rays.same - r.all + r.same,
                          paths.all - paths.same - p.all + p.same);
        tlb_document_free(document);
        tlb_context_free(context);
    }
    free_files(&files);
    /* What differs is v12 blackdesertd, whose tree was cut from walls that cross each other; and moves along
     * a line of the tree, whose last digits the file does not have, in v14 rooms. */
    const share all[] = {sectors, heights, rays, moves, paths};
    static const char *const names[] = {"sectors", "heights", "rays", "moves", "paths"};
    static const uint32_t most_different[] = {231, 0, 17, 5, 0};
    for (int i = 0; i < 5; i++) {
        print_message("%s: %u of %u\n", names[i], all[i].same, all[i].all);
        assert_true(all[i].all && all[i].all - all[i].same <= most_different[i]);
    }
}

int main(int argc, char **argv)
{
    (void)argv;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_points, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_squares, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_far_squares, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_rays, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_walls_hit, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_paths, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_endless_paths, set_up, tear_down),
        cmocka_unit_test(test_steps_and_headroom),
        cmocka_unit_test_setup_teardown(test_what_is_no_question, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_broken_rooms, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_work_of_grids_is_bounded, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_grids_are_what_single_moves_say, set_up, tear_down),
        cmocka_unit_test(test_damaged_rooms),
        cmocka_unit_test(corpus_rooms),
    };
    return !choose_tests(argc, "meridian") ? SKIPPED : cmocka_run_group_tests(tests, NULL, NULL);
}

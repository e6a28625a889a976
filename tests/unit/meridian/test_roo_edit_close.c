/* Which places of open sectors a wall is drawn between, which sides they get, and when they stay as they
 * were. */
#include "one_context.h"
#include "trilobite/formats/roo_edit.h"
#include "trilobite/formats/roo_build.h"
#include "trilobite/trilobite.h"

#include <string.h>

enum { STONE = 100, PLAIN = 1, BARE = 2, MOST_WALLS = 16 };

typedef struct wall {
    int16_t from[2], to[2];
    int16_t sector; /* on its positive side; -1: none */
} wall;

/* Sidedefs are a plain one and one without bitmaps; walls have the plain one on their positive sides. */
static tlb_document *room_of(uint32_t sectors, const wall *walls, uint32_t count)
{
    tlb_document *document;
    assert_int_equal(tlb_document_create(context, tlb_format_by_name("roo"), NULL, &document), TLB_OK);
    for (uint32_t i = 0; i < sectors; i++)
        assert_non_null(tlb_roo_add_sector(document, 0, 256));
    assert_non_null(tlb_roo_add_sidedef(document, STONE));
    assert_non_null(tlb_roo_add_sidedef(document, 0));
    for (uint32_t i = 0; i < count; i++)
        assert_non_null(tlb_roo_add_wall(document, walls[i].from, walls[i].to, PLAIN, walls[i].sector));
    return document;
}

/* Closes, and frees nothing. The walls before and after are compared when none may change. */
static void assert_closes(tlb_document *document, uint32_t closed, uint32_t open)
{
    uint32_t now_closed, now_open;
    assert_int_equal(tlb_roo_close_sectors(document, &now_closed, &now_open), TLB_OK);
    assert_int_equal(now_closed, closed);
    assert_int_equal(now_open, open);
}

static void assert_stays_open(tlb_document *document, uint32_t open)
{
    tlb_roo *room = tlb_document_roo(document);
    tlb_roo_editor_wall before[MOST_WALLS];
    uint32_t count = room->editorWalls.count;
    memcpy(before, room->editorWalls.data, count * sizeof *before);
    assert_closes(document, 0, open);
    assert_int_equal(room->editorWalls.count, count);
    assert_memory_equal(before, room->editorWalls.data, count * sizeof *before);
}

static void assert_wall(tlb_document *document, uint32_t number, const wall *expected, uint16_t sidedef)
{
    const tlb_roo_editor_wall *w = &tlb_document_roo(document)->editorWalls.data[number];
    assert_int_equal(w->x0, expected->from[0]);
    assert_int_equal(w->y0, expected->from[1]);
    assert_int_equal(w->x1, expected->to[0]);
    assert_int_equal(w->y1, expected->to[1]);
    assert_int_equal(w->positiveSector, expected->sector);
    assert_int_equal(w->positiveSidedef, sidedef);
    assert_int_equal(w->negativeSector, -1);
    assert_int_equal(w->negativeSidedef, 0);
}

/* Of a room that two pairs of walls face each other across, what joins them is missing: each wall is drawn to
 * the nearest place that lacks the other end, though there are two. */
static void walls_are_drawn_to_the_nearest_place(void **state)
{
    (void)state;
    static const wall there[2][4] = {{{{50, 50}, {41, 178}, 0},
                                      {{41, 178}, {50, 306}, 0},
                                      {{250, 306}, {259, 178}, 0},
                                      {{259, 178}, {250, 50}, 0}},
                                     {{{50, 250}, {178, 259}, 0},
                                      {{178, 259}, {306, 250}, 0},
                                      {{306, 50}, {178, 41}, 0},
                                      {{178, 41}, {50, 50}, 0}}},
                      missing[2][2] = {{{{50, 306}, {250, 306}, 0}, {{250, 50}, {50, 50}, 0}},
                                       {{{50, 50}, {50, 250}, 0}, {{306, 250}, {306, 50}, 0}}};
    for (int i = 0; i < 2; i++) {
        tlb_document *document = room_of(1, there[i], 4);
        assert_closes(document, 1, 0);
        assert_int_equal(tlb_document_roo(document)->editorWalls.count, 6);
        assert_wall(document, 4, &missing[i][0], PLAIN);
        assert_wall(document, 5, &missing[i][1], PLAIN);
        tlb_document_free(document);
    }
}

/* The new wall has the sidedef of a wall of the sector that has a bitmap, and none if there is none. */
static void new_walls_look_like_the_first_with_a_bitmap(void **state)
{
    (void)state;
    static const wall walls[] = {{{0, 0}, {0, 256}, 0}, {{0, 256}, {256, 256}, 0}, {{256, 256}, {256, 0}, 0}},
                      missing = {{256, 0}, {0, 0}, 0};
    static const uint16_t sidedefs[3][4] = {{BARE, PLAIN, BARE, PLAIN}, {BARE, BARE, BARE, 0}, {0, 0, 9, 0}};
    for (int i = 0; i < 3; i++) {
        tlb_document *document = room_of(1, walls, 3);
        for (int k = 0; k < 3; k++)
            tlb_document_roo(document)->editorWalls.data[k].positiveSidedef = sidedefs[i][k];
        assert_closes(document, 1, 0);
        assert_int_equal(tlb_document_roo(document)->editorWalls.count, 4);
        assert_wall(document, 3, &missing, sidedefs[i][3]);
        tlb_document_free(document);
    }
}

/* A wall is missing on the south side; what else is there keeps a new one from being drawn, or does not: one
 * that crosses it, one that ends on it, one on which it ends, one that ends where it does. */
static void new_walls_meet_no_other(void **state)
{
    (void)state;
    static const wall walls[] = {{{0, 0}, {0, 256}, 0}, {{0, 256}, {256, 256}, 0}, {{256, 256}, {256, 0}, 0}};
    static const struct {
        wall other;
        bool closes;
    } rows[] = {
        {{{100, -50}, {100, 50}, -1}, false}, {{{100, 50}, {130, -50}, -1}, false},
        {{{100, 0}, {100, 50}, -1}, false},   {{{100, -50}, {100, 0}, -1}, false},
        {{{-50, 50}, {50, -50}, -1}, false},  {{{200, 0}, {300, 0}, -1}, false},
        {{{100, 1}, {100, 50}, -1}, true},    {{{100, -50}, {100, -1}, -1}, true},
        {{{256, 0}, {300, 0}, -1}, true},     {{{256, 0}, {200, -50}, -1}, true},
        {{{-50, 0}, {0, 0}, -1}, true},       {{{0, 0}, {50, -50}, -1}, true},
        {{{-60, 0}, {-1, 0}, -1}, true},      {{{257, 0}, {300, 0}, -1}, true},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        tlb_document *document = room_of(1, walls, 3);
        const wall *other = &rows[i].other;
        tlb_roo_editor_wall *w = tlb_roo_add_wall(document, other->from, other->to, 0, -1);
        assert_non_null(w);
        if (rows[i].closes)
            assert_closes(document, 1, 0);
        else
            assert_stays_open(document, 1);
        tlb_document_free(document);
    }
}

/* The side that lost its sector gets it first; the wall that is missing cannot be drawn, as another crosses
 * it: the side loses sector and sidedef again. */
static void what_is_not_closed_wholly_is_not_changed(void **state)
{
    (void)state;
    static const wall walls[] = {{{0, 0}, {0, 256}, 0},
                                 {{0, 256}, {256, 256}, -1},
                                 {{256, 256}, {256, 0}, 0},
                                 {{100, -50}, {100, 50}, -1}};
    for (int bare = 0; bare < 2; bare++) {
        tlb_document *document = room_of(1, walls, 4);
        tlb_roo *room = tlb_document_roo(document);
        if (bare)
            room->editorWalls.data[1].positiveSidedef = 0;
        assert_stays_open(document, 1);
        room->editorWalls.count--;
        assert_closes(document, 1, 0);
        assert_int_equal(room->editorWalls.count, 4);
        assert_wall(document, 1, &(wall){{0, 256}, {256, 256}, 0}, PLAIN);
        assert_wall(document, 3, &(wall){{256, 0}, {0, 0}, 0}, PLAIN);
        tlb_document_free(document);
    }
}

/* Two sectors lack a wall from one place to another, where a wall without a sector is: the first gets its
 * side, and for the second there is neither that nor a new wall, whichever way it would run. */
static void a_side_is_given_once(void **state)
{
    (void)state;
    static const wall walls[] = {{{250, 40}, {128, 256}, 0},
                                 {{128, 256}, {-30, 10}, 0},
                                 {{250, 40}, {128, 128}, 1},
                                 {{128, 128}, {-30, 10}, 1}};
    for (int backwards = 0; backwards < 2; backwards++) {
        tlb_document *document = room_of(2, walls, 4);
        int16_t ends[2][2] = {{-30, 10}, {250, 40}};
        tlb_roo_editor_wall *free_one =
            tlb_roo_add_wall(document, ends[backwards], ends[!backwards], backwards ? 0 : PLAIN, -1);
        assert_non_null(free_one);
        if (backwards)
            free_one->negativeSidedef = PLAIN;
        assert_closes(document, 1, 1);
        const tlb_roo *room = tlb_document_roo(document);
        const tlb_roo_editor_wall *w = &room->editorWalls.data[4];
        assert_int_equal(room->editorWalls.count, 5);
        assert_int_equal(backwards ? w->negativeSector : w->positiveSector, 0);
        assert_int_equal(backwards ? w->positiveSector : w->negativeSector, -1);
        assert_int_equal(backwards ? w->negativeSidedef : w->positiveSidedef, PLAIN);
        tlb_document_free(document);
    }
}

/* The side of a wall that is another sector's on its back leads from where the walls end to where they begin;
 * where a second free side begins at the same place, neither is chosen, and a wall is drawn past both. */
static void of_two_free_sides_none_is_chosen(void **state)
{
    (void)state;
    static const wall walls[] = {{{0, 0}, {0, 256}, 0},     {{0, 256}, {256, 256}, 0},
                                 {{256, 256}, {256, 0}, 0}, {{256, 0}, {128, -64}, -1},
                                 {{128, -64}, {0, 0}, -1},  {{256, 0}, {128, -128}, 1},
                                 {{128, -128}, {0, 0}, 1},  {{256, 0}, {300, -50}, -1}};
    for (uint32_t count = 7; count <= 8; count++) {
        tlb_document *document = room_of(2, walls, count);
        const tlb_roo *room = tlb_document_roo(document);
        for (int i = 3; i < 5; i++) {
            room->editorWalls.data[i].negativeSector = 1;
            room->editorWalls.data[i].negativeSidedef = PLAIN;
        }
        assert_closes(document, 1, 0);
        assert_int_equal(room->editorWalls.count, count == 7 ? 7 : 9);
        for (uint32_t i = 3; i < 5; i++)
            assert_int_equal(room->editorWalls.data[i].positiveSector, count == 7 ? 0 : -1);
        if (count == 8)
            assert_wall(document, 8, &(wall){{256, 0}, {0, 0}, 0}, PLAIN);
        tlb_document_free(document);
    }
}

/* The south wall of a room is there, but its northern side has another sector than the room's: none, that of
 * its other side, which lacks it there, or its other side has the room's by mistake. Told for a wall of
 * either direction. */
static void walls_that_are_there_are_mended(void **state)
{
    (void)state;
    static const wall room_walls[] = {
        {{0, 0}, {0, 256}, 0}, {{0, 256}, {256, 256}, 0}, {{256, 256}, {256, 0}, 0}};
    static const wall outside[] = {{{256, 0}, {128, -128}, 1}, {{128, -128}, {0, 0}, 1}};
    typedef struct sides {
        int16_t north, south; /* the sectors */
        uint16_t north_look, south_look;
    } sides;
    static const struct {
        sides before;
        int first, last; /* of the walls outside */
        uint32_t closed, open;
        sides after;
    } rows[] = {
        {{-1, 1, 0, BARE}, 0, 2, 1, 0, {0, 1, BARE, BARE}},
        {{-1, 1, 0, 0}, 0, 2, 1, 0, {0, 1, PLAIN, 0}},
        {{1, 1, BARE, PLAIN}, 0, 2, 2, 0, {0, 1, BARE, PLAIN}},
        {{1, 1, 0, BARE}, 0, 2, 2, 0, {0, 1, BARE, BARE}},
        {{1, 1, BARE, PLAIN}, 0, 0, 0, 1, {1, 1, BARE, PLAIN}},
        {{1, 1, BARE, PLAIN}, 0, 1, 1, 1, {1, 1, BARE, PLAIN}},
        {{1, 1, BARE, PLAIN}, 1, 2, 1, 1, {1, 1, BARE, PLAIN}},
        {{0, 0, BARE, PLAIN}, 0, 0, 1, 0, {0, -1, BARE, 0}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int backwards = 0; backwards < 2; backwards++) {
            static const int16_t ends[2][2] = {{256, 0}, {0, 0}};
            const sides *before = &rows[i].before, *after = &rows[i].after;
            tlb_document *document = room_of(2, room_walls, 3);
            tlb_roo_editor_wall *w = tlb_roo_add_wall(document, ends[backwards], ends[!backwards],
                                                      backwards ? before->south_look : before->north_look,
                                                      backwards ? before->south : before->north);
            assert_non_null(w);
            w->negativeSector = backwards ? before->north : before->south;
            w->negativeSidedef = backwards ? before->north_look : before->south_look;
            for (int k = rows[i].first; k < rows[i].last; k++)
                assert_non_null(
                    tlb_roo_add_wall(document, outside[k].from, outside[k].to, PLAIN, outside[k].sector));
            assert_closes(document, rows[i].closed, rows[i].open);
            const tlb_roo *room = tlb_document_roo(document);
            w = &room->editorWalls.data[3];
            assert_int_equal(room->editorWalls.count, 4 + rows[i].last - rows[i].first);
            assert_int_equal(backwards ? w->negativeSector : w->positiveSector, after->north);
            assert_int_equal(backwards ? w->positiveSector : w->negativeSector, after->south);
            assert_int_equal(backwards ? w->negativeSidedef : w->positiveSidedef, after->north_look);
            assert_int_equal(backwards ? w->positiveSidedef : w->negativeSidedef, after->south_look);
            tlb_document_free(document);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(walls_are_drawn_to_the_nearest_place),
        cmocka_unit_test(new_walls_look_like_the_first_with_a_bitmap),
        cmocka_unit_test(new_walls_meet_no_other),
        cmocka_unit_test(what_is_not_closed_wholly_is_not_changed),
        cmocka_unit_test(a_side_is_given_once),
        cmocka_unit_test(of_two_free_sides_none_is_chosen),
        cmocka_unit_test(walls_that_are_there_are_mended),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}

/* Builders' operations: on two rooms side by side, and on real ones, which have nothing new for check
 * afterwards. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "files.h"
#include "trilobite/formats/roo_build.h"
#include "trilobite/formats/roo_edit.h"
#include "trilobite/formats/roo_query.h"
#include "trilobite/trilobite.h"

typedef struct fixture {
    tlb_context *context;
    tlb_document *document;
} fixture;

enum { STONE = 100, WALLS = 7, SHARED = 2, PLAIN = 1, OPENING = 2 };

/* Two squares of 256: sector 0 in the west, 1 in the east, whose floor is 32 higher. Walls have the sector on
 * their positive side; 0 goes north along the west, the others follow clockwise around sector 0 and around 1.
 */
static fixture make(void)
{
    static const int16_t walls[WALLS][5] = {
        {0, 0, 0, 256, 0},       {0, 256, 256, 256, 0}, {256, 256, 256, 0, 0}, {256, 0, 0, 0, 0},
        {256, 256, 512, 256, 1}, {512, 256, 512, 0, 1}, {512, 0, 256, 0, 1}};
    fixture f = {.context = tlb_context_create(NULL)};
    assert_int_equal(tlb_document_create(f.context, tlb_format_by_name("roo"), NULL, &f.document), TLB_OK);
    for (int i = 0; i < 2; i++) {
        tlb_roo_sector *sector = tlb_roo_add_sector(f.document, (uint16_t)(32 * i), 256);
        sector->id = (uint16_t)(10 + i);
        sector->floorBitmap = sector->ceilingBitmap = STONE;
    }
    tlb_roo_add_sidedef(f.document, STONE);
    tlb_roo_add_sidedef(f.document, 0)->flags = TLB_ROO_WALL_PASSABLE;
    for (int i = 0; i < WALLS; i++) {
        const int16_t *w = walls[i];
        assert_non_null(tlb_roo_add_wall(f.document, w, w + 2, i == SHARED ? OPENING : PLAIN, w[4]));
    }
    tlb_roo_editor_wall *shared = &tlb_document_roo(f.document)->editorWalls.data[SHARED];
    shared->negativeSidedef = OPENING;
    shared->negativeSector = 1;
    tlb_roo_add_thing(f.document, 0, 0);
    tlb_roo_add_thing(f.document, 512, 256);
    return f;
}

static void end(fixture *f)
{
    tlb_document_free(f->document);
    tlb_context_free(f->context);
}

static tlb_roo *room(const fixture *f)
{
    return tlb_document_roo(f->document);
}

/* An operation, its words separated by blanks. */
static tlb_status operate(tlb_document *document, const char *operation, const tlb_value **answer)
{
    char words[256], *word[24];
    size_t count = 0;
    strcpy(words, operation);
    for (char *at = strtok(words, " "); at; at = strtok(NULL, " "))
        word[count++] = at;
    return tlb_operate(document, (const char *const *)word, count, answer);
}

static int64_t number(const tlb_value *answer, const char *key)
{
    const tlb_value *value = tlb_value_get(answer, key);
    assert_non_null(value);
    return value->as.integer;
}

/* Runs an operation and returns a number of its answer (key NULL: 0). */
static int64_t done(fixture *f, const char *operation, const char *key)
{
    const tlb_value *answer;
    if (operate(f->document, operation, &answer) != TLB_OK) {
        print_diagnostics(f->context);
        fail_msg("%s", operation);
    }
    return key ? number(answer, key) : 0;
}

static const tlb_roo_sidedef *sidedef(const fixture *f, uint32_t wall, bool positive)
{
    const tlb_roo_editor_wall *w = &room(f)->editorWalls.data[wall];
    return &room(f)->sidedefs.data[(positive ? w->positiveSidedef : w->negativeSidedef) - 1];
}

/* The errors and warnings that check has. */
static uint64_t found(fixture *f)
{
    tlb_check_result result;
    assert_int_equal(tlb_check(f->document, &result), TLB_OK);
    return result.errors + result.warnings;
}

static bytes_copy saved(tlb_document *document)
{
    tlb_bytes bytes;
    assert_int_equal(tlb_save_memory(document, &bytes), TLB_OK);
    bytes_copy copy = {malloc(bytes.size + 1), bytes.size};
    assert_non_null(copy.data);
    memcpy(copy.data, bytes.data, bytes.size);
    return copy;
}

/* --- fields ------------------------------------------------------------------------------------------- */

static void test_fields_of_sectors(void **state)
{
    (void)state;
    fixture f = make();
    assert_int_equal(done(&f, "sectors floorHeight+=16 light=192 flags+=flicker where sector=1", "sectors"),
                     1);
    const tlb_roo_sector *sectors = room(&f)->sectors.data;
    assert_int_equal(sectors[0].floorHeight, 0);
    assert_int_equal(sectors[1].floorHeight, 48);
    assert_int_equal(sectors[1].light, 192);
    assert_int_equal(sectors[1].flags, TLB_ROO_SECTOR_FLICKER);
    /* the room is built */
    const tlb_roo_sector *east = tlb_roo_sector_at(room(&f), 400 * 16, 128 * 16);
    assert_non_null(east);
    assert_int_equal(east->id, 11);
    assert_int_equal(done(&f, "sectors flags-=flicker flags+=depthDeep ceilingHeight-=8", "sectors"), 2);
    assert_int_equal(room(&f)->sectors.data[1].flags, 2);
    assert_int_equal(room(&f)->sectors.data[0].ceilingHeight, 248);
    assert_int_equal(done(&f, "sectors flags=flicker|noMove where id=10", "sectors"), 1);
    assert_int_equal(room(&f)->sectors.data[0].flags, TLB_ROO_SECTOR_FLICKER | TLB_ROO_SECTOR_NO_MOVE);
    for (int i = 0; i < 2; i++) /* bits, not sums */
        assert_int_equal(done(&f, "sectors flags+=2 where id=10", "sectors"), 1);
    assert_int_equal(room(&f)->sectors.data[0].flags, TLB_ROO_SECTOR_FLICKER | TLB_ROO_SECTOR_NO_MOVE | 2);
    assert_int_equal(done(&f, "sectors flags-=2 flags-=2 where id=10", "sectors"), 1);
    assert_int_equal(room(&f)->sectors.data[0].flags, TLB_ROO_SECTOR_FLICKER | TLB_ROO_SECTOR_NO_MOVE);
    end(&f);
}

static void test_conditions(void **state)
{
    (void)state;
    static const struct {
        const char *operation;
        int64_t count;
    } rows[] = {
        {"sectors light=192 where floorHeight>0", 1},
        {"sectors light=192 where floorHeight>=0", 2},
        {"sectors light=192 where floorHeight<32", 1},
        {"sectors light=192 where floorHeight<=32", 2},
        {"sectors light=192 where floorHeight!=32", 1},
        {"sectors light=192 where floorHeight=10..40", 1},
        {"sectors light=192 where !flicker", 2},
        {"sectors light=192 where floorHeight=0 ceilingHeight=256", 1},
        {"walls yOffset=0", 8},
        {"walls yOffset=0 where positive", 7},
        {"walls yOffset=0 where !positive", 1},
        {"walls yOffset=0 where negative", 1},
        {"walls yOffset=0 where sector=1", 4},
        {"walls yOffset=0 where passable", 2},
        {"walls yOffset=0 where normalBitmap=100 sector=0", 3},
        {"walls yOffset=0 where wall=1..3 normalBitmap=100", 2},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        fixture f = make();
        bool walls = rows[i].operation[0] == 'w';
        if (done(&f, rows[i].operation, walls ? "sides" : "sectors") != rows[i].count)
            fail_msg("%s", rows[i].operation);
        end(&f);
    }
}

static void test_fields_of_walls(void **state)
{
    (void)state;
    fixture f = make();
    /* one of the walls that share a sidedef */
    done(&f, "walls normalBitmap=200 flags+=transparent xOffset=5 yOffset-=3 where wall=1", NULL);
    assert_int_equal(sidedef(&f, 1, true)->normalBitmap, 200);
    assert_int_equal(sidedef(&f, 1, true)->flags, TLB_ROO_WALL_TRANSPARENT);
    assert_int_equal(room(&f)->editorWalls.data[1].positiveXOffset, 5);
    assert_int_equal(room(&f)->editorWalls.data[1].positiveYOffset, -3);
    assert_int_equal(sidedef(&f, 0, true)->normalBitmap, STONE);
    assert_int_equal(room(&f)->sidedefs.count, 3);
    assert_int_equal(done(&f, "walls yOffset=9 where xOffset=5", "sides"), 1);
    assert_int_equal(room(&f)->editorWalls.data[1].positiveYOffset, 9);
    assert_int_equal(done(&f, "walls xOffset=6 where yOffset=9", "sides"), 1);
    assert_int_equal(room(&f)->editorWalls.data[1].positiveXOffset, 6);
    end(&f);
}

/* --- what does not fit -------------------------------------------------------------------------------- */

static void test_refused(void **state)
{
    (void)state;
    static const struct {
        const char *operation;
        tlb_status status;
        const char *word; /* of the diagnostic */
    } rows[] = {
        {"", TLB_ARGUMENT, "expected sectors"},
        {"paint 1", TLB_ARGUMENT, "unknown operation"},
        {"sectors", TLB_ARGUMENT, "FIELD=VALUE"},
        {"sectors where sector=0", TLB_ARGUMENT, "FIELD=VALUE"},
        {"sectors light", TLB_ARGUMENT, "FIELD=VALUE"},
        {"sectors lights=1", TLB_ARGUMENT, "no such field"},
        {"sectors sector=1", TLB_ARGUMENT, "no such field"},
        {"sectors light=1 where lights=1", TLB_ARGUMENT, "no such field"},
        {"sectors light=1 where light=x", TLB_ARGUMENT, "a number or a range"},
        {"sectors light=1 where blue", TLB_ARGUMENT, "flag's name"},
        {"sectors light=1 where sector=7", TLB_ARGUMENT, "no sector meets"},
        {"sectors light=300", TLB_INVALID, "an integer from"},
        {"sectors floorHeight-=1", TLB_INVALID, "an integer from"},
        {"sectors light+=x", TLB_ARGUMENT, "whole number"},
        {"walls light=1", TLB_ARGUMENT, "no such field"},
        {"walls xOffset=40000", TLB_INVALID, "an integer from"},
        {"sectors light=1 light+=1", TLB_INVALID, "another assignment"},
        {"walls xOffset=0 where wall=99", TLB_ARGUMENT, "no side"},
        {"slope 0", TLB_ARGUMENT, "expected a sector"},
        {"slope 0 wall level", TLB_ARGUMENT, "expected a sector"},
        {"slope 9 floor level", TLB_ARGUMENT, "no number 9"},
        {"slope 0 floor 0 0 0 1 1 0 2 2 5", TLB_INVALID, "on a line"},
        {"slope 0 floor 0 0 0 0 0 9 4 4 5", TLB_INVALID, "on a line"},
        {"align", TLB_ARGUMENT, "expected a wall"},
        {"align 0 left", TLB_ARGUMENT, "expected a wall"},
        {"align 99", TLB_ARGUMENT, "no number 99"},
        {"align 0 negative", TLB_INVALID, "no texture"},
        {"split 0 0", TLB_ARGUMENT, "expected a wall"},
        {"split 99 0 0", TLB_ARGUMENT, "no number 99"},
        {"split 0 0 0", TLB_INVALID, "between its ends"},
        {"split 0 0 256", TLB_INVALID, "between its ends"},
        {"split 0 2 100", TLB_INVALID, "between its ends"},
        {"fill stone", TLB_ARGUMENT, "number of a bitmap"},
        {"move 1", TLB_ARGUMENT, "two or three"},
        {"move 1 2.5", TLB_ARGUMENT, "two or three"},
        {"move 16 0 where sector=1", TLB_INVALID, "outside"},
        {"move 0 0 -1", TLB_INVALID, "no place"},
        {"move 32767 0", TLB_INVALID, "no place"},
        {"scale 0 0 0", TLB_ARGUMENT, "factor above 0"},
        {"scale 0.001 0 0", TLB_INVALID, "no length"},
        {"close 1", TLB_ARGUMENT, "nothing more"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        fixture f = make();
        const tlb_value *answer = (const tlb_value *)&f;
        bytes_copy before = saved(f.document);
        tlb_status status = operate(f.document, rows[i].operation, &answer);
        const tlb_diagnostic *d = tlb_diagnostic_at(f.context, 0);
        if (status != rows[i].status || answer || !d || !strstr(d->message, rows[i].word)) {
            print_diagnostics(f.context);
            fail_msg("%s: %d", rows[i].operation, (int)status);
        }
        bytes_copy after = saved(f.document);
        assert_int_equal(before.size, after.size);
        assert_memory_equal(before.data, after.data, before.size);
        free(before.data);
        free(after.data);
        end(&f);
    }
}

static void test_other_documents(void **state)
{
    (void)state;
    fixture f = {.context = tlb_context_create(NULL)};
    const tlb_value *answer;
    const int32_t by[3] = {0};
    const double about[2] = {0};
    assert_int_equal(tlb_document_create(f.context, tlb_format_by_name("bgf"), NULL, &f.document), TLB_OK);
    assert_int_equal(operate(f.document, "close", &answer), TLB_ARGUMENT);
    assert_non_null(strstr(tlb_diagnostic_at(f.context, 0)->message, "formats with operations: roo"));
    assert_int_equal(tlb_roo_split_wall(f.document, 0, 0, 0), TLB_ARGUMENT);
    assert_int_equal(tlb_roo_align_textures(f.document, 0, true, NULL), TLB_ARGUMENT);
    assert_int_equal(tlb_roo_fill_textures(f.document, 0, NULL), TLB_ARGUMENT);
    assert_int_equal(tlb_roo_slope_sector(f.document, 0, false, NULL), TLB_ARGUMENT);
    assert_int_equal(tlb_roo_move_sectors(f.document, NULL, 0, by), TLB_ARGUMENT);
    assert_int_equal(tlb_roo_scale_sectors(f.document, NULL, 0, 2, about), TLB_ARGUMENT);
    assert_int_equal(tlb_roo_close_sectors(f.document, NULL, NULL), TLB_ARGUMENT);
    end(&f);
}

/* --- walls -------------------------------------------------------------------------------------------- */

static void test_split(void **state)
{
    (void)state;
    static const struct {
        bool backwards;
        int16_t positive[2], negative[2]; /* offsets of the halves */
    } rows[] = {{false, {7, 7 + 96}, {9 + 160, 9}}, {true, {7 + 160, 7}, {9, 9 + 96}}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        fixture f = make();
        tlb_roo_editor_wall *shared = &room(&f)->editorWalls.data[SHARED];
        shared->positiveXOffset = 7;
        shared->negativeXOffset = 9;
        room(&f)->sidedefs.data[OPENING - 1].flags |= rows[i].backwards ? TLB_ROO_WALL_BACKWARDS : 0;
        done(&f, "split 2 256 160", NULL); /* 96 units from its start in the north */
        const tlb_roo_editor_wall *w = &room(&f)->editorWalls.data[SHARED];
        assert_int_equal(room(&f)->editorWalls.count, WALLS + 1);
        assert_int_equal(w[0].y0, 256);
        assert_int_equal(w[0].y1, 160);
        assert_int_equal(w[1].y0, 160);
        assert_int_equal(w[1].y1, 0);
        assert_int_equal(w[1].negativeSector, 1);
        assert_int_equal(w[2].y0, 0); /* what followed it */
        for (int half = 0; half < 2; half++) {
            assert_int_equal(w[half].positiveXOffset, rows[i].positive[half]);
            assert_int_equal(w[half].negativeXOffset, rows[i].negative[half]);
        }
        end(&f);
    }
}

/* Along sector 0 as far as the stone goes, on along sector 1 from the corner in the north, and back. */
static void test_align(void **state)
{
    (void)state;
    fixture f = make();
    room(&f)->editorWalls.data[0].positiveYOffset = 4;
    assert_int_equal(done(&f, "align 0 positive", "sides"), 6);
    static const int16_t x[WALLS] = {0, 256, 0, 1280, 512, 768, 1024}, y[WALLS] = {4, 4, 0, 4, 36, 36, 36};
    for (int i = 0; i < WALLS; i++) {
        assert_int_equal(room(&f)->editorWalls.data[i].positiveXOffset, x[i]);
        assert_int_equal(room(&f)->editorWalls.data[i].positiveYOffset, y[i]);
    }
    end(&f);
}

/* A mirrored wall has its offset at the right end. */
static void test_align_backwards(void **state)
{
    (void)state;
    fixture f = make();
    tlb_roo_sidedef *mirrored = tlb_roo_add_sidedef(f.document, STONE);
    mirrored->flags = TLB_ROO_WALL_BACKWARDS;
    room(&f)->editorWalls.data[1].positiveSidedef = (uint16_t)room(&f)->sidedefs.count;
    uint32_t aligned;
    assert_int_equal(tlb_roo_align_textures(f.document, 0, true, &aligned), TLB_OK);
    assert_int_equal(aligned, 6);
    assert_int_equal(room(&f)->editorWalls.data[1].positiveXOffset, 0); /* 0 + 256 at its left end */
    assert_int_equal(room(&f)->editorWalls.data[4].positiveXOffset, 0);
    end(&f);
}

static void test_fill(void **state)
{
    (void)state;
    fixture f = make();
    done(&f, "sectors light=192", NULL);
    assert_true(found(&f) > 0); /* the step up to sector 1 */
    assert_int_equal(done(&f, "fill", "parts"), 1);
    assert_int_equal(sidedef(&f, SHARED, true)->belowBitmap, STONE);
    assert_int_equal(sidedef(&f, SHARED, true)->normalBitmap, 0);
    assert_int_equal(sidedef(&f, SHARED, false)->belowBitmap, 0);
    assert_int_equal(found(&f), 0);
    assert_int_equal(done(&f, "sectors ceilingHeight=300 where sector=1", "sectors"), 1);
    assert_int_equal(done(&f, "fill 77", "parts"), 1);
    assert_int_equal(sidedef(&f, SHARED, false)->aboveBitmap, 77);
    assert_int_equal(found(&f), 0);
    end(&f);
}

/* Sectors whose walls have no bitmap at all are left as they are, unless one is named. */
static void test_fill_nothing(void **state)
{
    (void)state;
    fixture f = make();
    room(&f)->sidedefs.data[PLAIN - 1].normalBitmap = 0;
    assert_int_equal(done(&f, "fill", "parts"), 0);
    assert_int_equal(room(&f)->sidedefs.count, 2);
    assert_int_equal(sidedef(&f, 0, true)->normalBitmap, 0);
    assert_int_equal(done(&f, "fill 77", "parts"), 6 + 1);
    assert_int_equal(sidedef(&f, 0, true)->normalBitmap, 77);
    end(&f);
}

/* Without a word both sides are moved that have a texture, wherever on the side that is. */
static void test_align_both(void **state)
{
    (void)state;
    for (int part = 0; part < 4; part++) {
        fixture f = make();
        tlb_roo_sidedef *opening = &room(&f)->sidedefs.data[OPENING - 1];
        *(part == 0   ? &opening->normalBitmap
          : part == 1 ? &opening->aboveBitmap
                      : &opening->belowBitmap) = STONE;
        room(&f)->sectors.data[0].ceilingHeight = 300; /* above and below are seen from the west */
        if (part == 3) {                               /* the other side has none */
            room(&f)->editorWalls.data[SHARED].positiveSidedef = 0;
            room(&f)->editorWalls.data[SHARED].positiveSector = -1;
        }
        uint32_t sides[2] = {0};
        for (int positive = part == 3 ? 0 : 1; positive >= 0; positive--)
            assert_int_equal(tlb_roo_align_textures(f.document, SHARED, positive, &sides[positive]), TLB_OK);
        assert_true(sides[0] > 0);
        assert_int_equal(done(&f, "align 2", "sides"), sides[0] + sides[1]);
        end(&f);
    }
}

/* --- sectors ------------------------------------------------------------------------------------------ */

static void test_slope(void **state)
{
    (void)state;
    fixture f = make();
    done(&f, "slope 1 floor 256 0 32 256 256 32 512 0 96", NULL);
    const tlb_roo_sector *east = &room(&f)->sectors.data[1];
    assert_int_equal(east->flags, TLB_ROO_SECTOR_SLOPED_FLOOR);
    assert_true(tlb_roo_floor_at(east, 384 * 16, 16) > 63.9 * 16);
    assert_true(tlb_roo_floor_at(east, 384 * 16, 16) < 64.1 * 16);
    done(&f, "fill", NULL);
    assert_int_equal(found(&f), 0);
    done(&f, "slope 1 floor level", NULL);
    assert_int_equal(room(&f)->sectors.data[1].flags, 0);
    assert_int_equal(found(&f), 0);
    end(&f);
}

static void test_move(void **state)
{
    (void)state;
    fixture f = make();
    done(&f, "slope 1 ceiling 256 0 256 256 256 256 512 0 200", NULL);
    done(&f, "fill", NULL);
    /* the west follows the wall that both share */
    assert_int_equal(done(&f, "move -16 0 8 where sector=1", "sectors"), 1);
    assert_int_equal(room(&f)->editorWalls.data[1].x1, 240);
    assert_int_equal(room(&f)->editorWalls.data[SHARED].x0, 240);
    assert_int_equal(room(&f)->editorWalls.data[5].x0, 496);
    assert_int_equal(room(&f)->editorWalls.data[0].x0, 0);
    assert_int_equal(room(&f)->sectors.data[1].floorHeight, 40);
    assert_int_equal(room(&f)->sectors.data[1].ceilingHeight, 264);
    const tlb_roo_slope_vertex *moved = room(&f)->sectors.data[1].ceilingSlope.vertices;
    assert_memory_equal(&moved[0], (&(tlb_roo_slope_vertex){240, 0, 264}), sizeof *moved);
    assert_memory_equal(&moved[1], (&(tlb_roo_slope_vertex){240, 256, 264}), sizeof *moved);
    assert_memory_equal(&moved[2], (&(tlb_roo_slope_vertex){496, 0, 208}), sizeof *moved);
    assert_int_equal(room(&f)->sectors.data[0].floorHeight, 0);
    assert_int_equal(room(&f)->things.data[0].x, 0);
    /* all, with the box: nothing else changes for a client */
    tlb_roo_client_wall first = room(&f)->clientWalls.data[0];
    assert_int_equal(done(&f, "move -1000 100", "sectors"), 2);
    assert_int_equal(room(&f)->things.data[0].x, -1000);
    assert_int_equal(room(&f)->editorWalls.data[0].x0, -1000);
    assert_int_equal(room(&f)->editorWalls.data[0].x0Upper, UINT16_MAX);
    assert_int_equal(room(&f)->editorWalls.data[0].y0, 100);
    assert_true(room(&f)->clientWalls.data[0].start[0] == first.start[0]);
    done(&f, "fill", NULL);
    assert_int_equal(found(&f), 0);
    end(&f);
}

/* A sector within another is moved over the other's edge; to the edge it may go. */
static void test_overlaps(void **state)
{
    (void)state;
    static const int16_t inner[4][2] = {{64, 64}, {64, 128}, {128, 128}, {128, 64}};
    const tlb_value *answer;
    fixture f = make();
    tlb_roo_add_sector(f.document, 0, 256)->id = 12;
    for (int i = 0; i < 4; i++) {
        tlb_roo_editor_wall *wall = tlb_roo_add_wall(f.document, inner[i], inner[(i + 1) % 4], OPENING, 2);
        wall->negativeSidedef = OPENING;
        wall->negativeSector = 0;
    }
    done(&f, "fill", NULL);
    assert_int_equal(found(&f), 0);
    bytes_copy before = saved(f.document);
    assert_int_equal(operate(f.document, "move 160 0 where sector=2", &answer), TLB_INVALID);
    assert_non_null(strstr(tlb_diagnostic_at(f.context, tlb_diagnostic_count(f.context) - 1)->message,
                           "walls would cross, or sectors overlap"));
    assert_int_equal(tlb_code_total(f.context, TLB_CODE_ROO_NODE_STALE), 0);
    bytes_copy after = saved(f.document);
    assert_int_equal(before.size, after.size);
    assert_memory_equal(before.data, after.data, before.size);
    assert_int_equal(done(&f, "move 64 0 where sector=2", "sectors"), 1);
    assert_int_equal(found(&f), 0);
    free(before.data);
    free(after.data);
    end(&f);
}

static void test_scale(void **state)
{
    (void)state;
    fixture f = make();
    done(&f, "slope 1 floor 256 0 32 256 256 32 512 0 96", NULL);
    assert_int_equal(done(&f, "scale 1.5 0 0", "sectors"), 2);
    assert_int_equal(room(&f)->editorWalls.data[5].x0, 768);
    assert_int_equal(room(&f)->things.data[1].y, 384);
    assert_int_equal(room(&f)->width, 768 * 16);
    assert_int_equal(room(&f)->sectors.data[1].floorSlope.vertices[2].x, 768);
    assert_int_equal(room(&f)->sectors.data[1].floorSlope.vertices[2].z, 96);
    done(&f, "fill", NULL);
    assert_int_equal(found(&f), 0);
    /* one about the middle of the wall that both share */
    assert_int_equal(done(&f, "scale 0.5 384 192 where sector=1", "sectors"), 1);
    assert_int_equal(room(&f)->editorWalls.data[SHARED].y0, 288);
    assert_int_equal(room(&f)->editorWalls.data[0].y1, 384);
    end(&f);
}

static void test_close(void **state)
{
    (void)state;
    fixture f = make();
    done(&f, "fill", NULL);
    assert_int_equal(done(&f, "close", "closed"), 0);
    /* a side that lost its sector */
    room(&f)->editorWalls.data[5].positiveSector = -1;
    assert_true(found(&f) > 0);
    assert_int_equal(done(&f, "close", "closed"), 1);
    assert_int_equal(room(&f)->editorWalls.data[5].positiveSector, 1);
    assert_int_equal(found(&f), 0);
    /* a wall that is not there */
    room(&f)->editorWalls.count--;
    assert_true(found(&f) > 0);
    assert_int_equal(done(&f, "close", "closed"), 1);
    const tlb_roo_editor_wall *made = &room(&f)->editorWalls.data[WALLS - 1];
    assert_int_equal(room(&f)->editorWalls.count, WALLS);
    assert_int_equal(made->x0, 512);
    assert_int_equal(made->x1, 256);
    assert_int_equal(made->positiveSector, 1);
    assert_int_equal(found(&f), 0);
    /* two are missing, and one that closes them would cross the room's other wall */
    room(&f)->editorWalls.data[5] = (tlb_roo_editor_wall){.positiveSector = -1,
                                                          .negativeSector = -1,
                                                          .x0 = 400,
                                                          .y0 = 200,
                                                          .x1 = 400,
                                                          .y1 = 20,
                                                          .positiveSidedef = PLAIN};
    room(&f)->editorWalls.count--;
    bytes_copy before = saved(f.document);
    uint32_t closed, open;
    assert_int_equal(tlb_roo_close_sectors(f.document, &closed, &open), TLB_OK);
    assert_int_equal(closed, 0);
    assert_int_equal(open, 1);
    bytes_copy after = saved(f.document);
    assert_int_equal(before.size, after.size);
    assert_memory_equal(before.data, after.data, before.size);
    free(before.data);
    free(after.data);
    end(&f);
}

/* Sides that have a sector by mistake, or lack one, each by what is wrong. */
static void test_close_mistakes(void **state)
{
    (void)state;
    enum { OUTER = 5, PART = WALLS };
    for (int mistake = 0; mistake < 4; mistake++) {
        fixture f = make();
        done(&f, "fill", NULL);
        tlb_roo_editor_wall *walls = room(&f)->editorWalls.data;
        if (mistake == 0) { /* nothing is behind the outer wall */
            walls[OUTER].negativeSector = 1;
            walls[OUTER].negativeSidedef = walls[OUTER].positiveSidedef;
        } else if (mistake == 1) { /* sector 0 is on one side of the wall between them */
            walls[SHARED].positiveSector = 1;
        } else if (mistake == 2) { /* a wall within sector 1 has it on both sides */
            assert_non_null(tlb_roo_add_wall(f.document, (int16_t[]){400, 50}, (int16_t[]){400, 200},
                                             walls[OUTER].positiveSidedef, 1));
        } else { /* the back of a wall of sector 0 has nothing of sector 1 */
            walls[0].negativeSector = 1;
            walls[0].negativeSidedef = walls[0].positiveSidedef;
        }
        assert_true(found(&f) > 0);
        const tlb_value *answer;
        assert_int_equal(operate(f.document, "close", &answer), TLB_OK);
        assert_int_equal(number(answer, "closed"), mistake == 1 ? 2 : 1);
        assert_int_equal(number(answer, "open"), 0);
        walls = room(&f)->editorWalls.data;
        assert_int_equal(walls[OUTER].negativeSector, -1);
        assert_int_equal(walls[OUTER].negativeSidedef, 0);
        assert_int_equal(walls[SHARED].positiveSector, 0);
        assert_int_equal(walls[0].negativeSector, -1);
        if (mistake == 2) {
            assert_int_equal(walls[PART].negativeSector, 1);
            assert_int_equal(walls[PART].negativeSidedef, walls[PART].positiveSidedef);
        }
        assert_int_equal(found(&f), 0);
        end(&f);
    }
}

/* Slanted walls around a sector with another in it, in a version of integers. */
static fixture make_slanted(void)
{
    enum { CORNERS = 4 };
    static const int16_t outer[CORNERS][2] = {{-540, -449}, {-461, 567}, {506, 446}, {479, -440}},
                         inner[CORNERS][2] = {{-90, -88}, {-74, 113}, {130, 115}, {110, -80}};
    fixture f = {.context = tlb_context_create(NULL)};
    assert_int_equal(tlb_document_create(f.context, tlb_format_by_name("roo"), NULL, &f.document), TLB_OK);
    room(&f)->version = 12;
    for (int i = 0; i < 2; i++)
        tlb_roo_add_sector(f.document, 0, 256);
    tlb_roo_add_sidedef(f.document, STONE)->flags = TLB_ROO_WALL_PASSABLE;
    for (int i = 0; i < CORNERS; i++)
        assert_non_null(tlb_roo_add_wall(f.document, outer[i], outer[(i + 1) % CORNERS], PLAIN, 0));
    for (int i = 0; i < CORNERS; i++) {
        tlb_roo_editor_wall *wall =
            tlb_roo_add_wall(f.document, inner[i], inner[(i + 1) % CORNERS], PLAIN, 1);
        wall->negativeSidedef = PLAIN;
        wall->negativeSector = 0;
    }
    tlb_roo_add_thing(f.document, -640, -640);
    tlb_roo_add_thing(f.document, 640, 640);
    assert_int_equal(tlb_roo_rebuild(f.document, TLB_ROO_OUTSIDE_AS_IT_WAS), TLB_OK);
    assert_int_equal(tlb_roo_make_grids(f.document), TLB_OK);
    return f;
}

static void assert_clean(fixture *f)
{
    tlb_diagnostics_clear(f->context);
    if (found(f)) {
        print_diagnostics(f->context);
        fail_msg("expected nothing");
    }
}

/* The products of a room of 80 squares wrap, and the tree has no place for some of its walls. */
static void test_walls_lost(void **state)
{
    (void)state;
    const tlb_value *answer;
    fixture f = make_slanted();
    assert_clean(&f);
    bytes_copy before = saved(f.document);
    assert_int_equal(operate(f.document, "scale 4 0 0", &answer), TLB_INVALID);
    const tlb_diagnostic *last = tlb_diagnostic_at(f.context, tlb_diagnostic_count(f.context) - 1);
    assert_int_equal(last->code, TLB_CODE_ROO_EDIT);
    assert_string_equal(last->remedy.option, "roo-version");
    bytes_copy after = saved(f.document);
    assert_int_equal(before.size, after.size);
    assert_memory_equal(before.data, after.data, before.size);
    free(before.data);
    free(after.data);
    /* roomedit loses them, and so does a rebuild, which says so */
    assert_int_equal(tlb_roo_scale_sectors(f.document, NULL, 0, 4, (const double[2]){0, 0}), TLB_OK);
    assert_int_equal(tlb_code_total(f.context, TLB_CODE_ROO_WALLS_LOST), 0);
    assert_int_equal(tlb_roo_rebuild(f.document, TLB_ROO_OUTSIDE_AS_IT_WAS), TLB_OK);
    assert_int_equal(tlb_code_total(f.context, TLB_CODE_ROO_WALLS_LOST), 1);
    room(&f)->version = 14;
    tlb_diagnostics_clear(f.context);
    done(&f, "scale 1 0 0", NULL);
    assert_clean(&f);
    end(&f);
}

/* --- real rooms --------------------------------------------------------------------------------------- */

enum { ROOMS = 20, MOST_CODES = 4096 };

/* Of each code of errors and warnings how many there are now. */
static void count_codes(tlb_document *document, tlb_context *context, uint64_t *counts)
{
    memset(counts, 0, MOST_CODES * sizeof *counts);
    tlb_diagnostics_clear(context);
    assert_int_equal(tlb_check(document, NULL), TLB_OK);
    for (size_t i = 0; i < tlb_code_count(); i++)
        if (tlb_code_severity(tlb_code_at(i)) != TLB_NOTE)
            counts[i] = tlb_code_total(context, tlb_code_at(i));
}

static void corpus_of_rooms(void **state)
{
    (void)state;
    static const char *const operations[] = {
        "sectors light=200 where !flicker",
        "walls yOffset+=4 where sector>=0",
        "move 64 -64",
        "scale 2 0 0",
        "fill",
        "close",
        "align 0",
    };
    file_list files = corpus_files("meridian", "roo");
    size_t step = files.count / ROOMS;
    assert_true(step > 0);
    for (size_t i = 0; i < ROOMS; i++)
        for (size_t k = 0; k < sizeof operations / sizeof *operations; k++) {
            static uint64_t before[MOST_CODES], after[MOST_CODES];
            tlb_context *context = tlb_context_create(NULL);
            tlb_document *document;
            const tlb_value *answer;
            assert_int_equal(tlb_open_path(context, files.paths[i * step], NULL, &document), TLB_OK);
            assert_int_equal(tlb_roo_rebuild(document, TLB_ROO_OUTSIDE_AS_IT_WAS), TLB_OK);
            count_codes(document, context, before);
            tlb_status status = operate(document, operations[k], &answer);
            /* what does not fit a room, or the 32 bits that some are built with, leaves it as it was */
            if (status && status != TLB_INVALID) {
                print_diagnostics(context);
                fail_msg("%s: %s", files.paths[i * step], operations[k]);
            }
            count_codes(document, context, after);
            bool is_float = tlb_roo_is_float(tlb_document_roo(document));
            for (size_t code = 0; code < tlb_code_count(); code++)
                /* where integers are cut, corners of a leaf may fall together */
                if (after[code] > before[code] && (is_float || tlb_code_at(code) != TLB_CODE_ROO_LEAF_AREA)) {
                    print_diagnostics(context);
                    fail_msg("%s: %s", files.paths[i * step], operations[k]);
                }
            tlb_document_free(document);
            tlb_context_free(context);
        }
    free_files(&files);
}

int main(int argc, char **argv)
{
    (void)argv;
    if (!choose_tests(argc, "meridian"))
        return SKIPPED;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fields_of_sectors),
        cmocka_unit_test(test_conditions),
        cmocka_unit_test(test_fields_of_walls),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_other_documents),
        cmocka_unit_test(test_split),
        cmocka_unit_test(test_align),
        cmocka_unit_test(test_align_backwards),
        cmocka_unit_test(test_fill),
        cmocka_unit_test(test_fill_nothing),
        cmocka_unit_test(test_align_both),
        cmocka_unit_test(test_slope),
        cmocka_unit_test(test_move),
        cmocka_unit_test(test_overlaps),
        cmocka_unit_test(test_scale),
        cmocka_unit_test(test_close),
        cmocka_unit_test(test_close_mistakes),
        cmocka_unit_test(test_walls_lost),
        cmocka_unit_test(corpus_of_rooms),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Rebuilding whole documents: sidedefs, slopes, what becomes of leaves outside, and what cannot be
 * rebuilt. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "files.h"
#include "roo_maker.h"
#include "trilobite/formats/roo_build.h"
#include "trilobite/trilobite.h"

typedef struct fixture {
    tlb_context *context;
    tlb_document document;
    tlb_roo *room;
} fixture;

static void make(fixture *f, int form)
{
    roo_plan plan = roo_form(form);
    plan.grids = true;
    f->context = tlb_context_create(NULL);
    roo_make(&f->document, f->context, &plan);
    f->room = tlb_document_roo(&f->document);
}

static void unmake(fixture *f)
{
    made_end(&f->document);
    tlb_context_free(f->context);
}

static void rebuild(fixture *f, tlb_roo_outside outside)
{
    tlb_status status = tlb_roo_rebuild(&f->document, outside);
    if (status)
        print_diagnostics(f->context);
    assert_int_equal(status, TLB_OK);
}

/* A copy of what the document is saved as. */
static bytes_copy saved(fixture *f)
{
    tlb_bytes bytes;
    bytes_copy copy;
    assert_int_equal(tlb_save_memory(&f->document, &bytes), TLB_OK);
    copy.size = bytes.size;
    copy.data = malloc(bytes.size + 1);
    assert_non_null(copy.data);
    memcpy(copy.data, bytes.data, bytes.size);
    return copy;
}

/* In every version, check has nothing against what is made, and made again it is the same. */
static void test_every_version(void **state)
{
    (void)state;
    for (int form = 0; form < ROO_FORMS; form++) {
        fixture f;
        make(&f, form);
        rebuild(&f, TLB_ROO_OUTSIDE_DROP);
        bytes_copy first = saved(&f);
        rebuild(&f, TLB_ROO_OUTSIDE_AS_IT_WAS);
        bytes_copy second = saved(&f);
        assert_int_equal(first.size, second.size);
        assert_memory_equal(first.data, second.data, first.size);
        assert_int_equal(tlb_check(&f.document, NULL), TLB_OK);
        if (tlb_severity_total(f.context, TLB_ERROR) + tlb_severity_total(f.context, TLB_WARNING) >
            tlb_code_total(f.context, TLB_CODE_ROO_SCROLL)) {
            print_diagnostics(f.context);
            fail();
        }
        free(first.data);
        free(second.data);
        unmake(&f);
    }
}

/* Moves the north-east corner of the room south: between its wall and the room's box nothing is left. */
static void cut_corner(tlb_roo *room)
{
    int16_t east = INT16_MIN, north = INT16_MIN;
    for (uint32_t i = 0; i < room->editorWalls.count; i++) {
        const tlb_roo_editor_wall *w = &room->editorWalls.data[i];
        east = w->x0 > east ? w->x0 : east;
        north = w->y0 > north ? w->y0 : north;
    }
    for (uint32_t i = 0; i < room->editorWalls.count; i++) {
        tlb_roo_editor_wall *w = &room->editorWalls.data[i];
        w->y0 = (int16_t)(w->y0 - (w->x0 == east && w->y0 == north ? 64 : 0));
        w->y1 = (int16_t)(w->y1 - (w->x1 == east && w->y1 == north ? 64 : 0));
    }
}

static void test_outside_leaves(void **state)
{
    (void)state;
    fixture f;
    make(&f, 3);
    assert_false(tlb_roo_is_float(f.room));
    cut_corner(f.room);
    rebuild(&f, TLB_ROO_OUTSIDE_DROP);
    uint32_t inside = f.room->nodes.count;
    rebuild(&f, TLB_ROO_OUTSIDE_KEEP);
    uint32_t all = f.room->nodes.count;
    assert_true(all > inside);
    rebuild(&f, TLB_ROO_OUTSIDE_AS_IT_WAS);
    assert_int_equal(f.room->nodes.count, all);
    f.room->version = 15; /* as after a conversion */
    rebuild(&f, TLB_ROO_OUTSIDE_AS_IT_WAS);
    assert_int_equal(f.room->nodes.count, inside);
    unmake(&f);
}

/* Field by field: padding may differ. */
static void assert_same_sidedef(const tlb_roo_sidedef *a, const tlb_roo_sidedef *b)
{
    assert_int_equal(a->id, b->id);
    assert_int_equal(a->normalBitmap, b->normalBitmap);
    assert_int_equal(a->aboveBitmap, b->aboveBitmap);
    assert_int_equal(a->belowBitmap, b->belowBitmap);
    assert_int_equal(a->flags, b->flags);
    assert_int_equal(a->animationSpeed, b->animationSpeed);
}

static void test_sidedefs(void **state)
{
    (void)state;
    fixture f;
    make(&f, 7);
    rebuild(&f, TLB_ROO_OUTSIDE_DROP);
    tlb_roo *room = f.room;
    uint32_t count = room->sidedefs.count;
    /* Everything twice, and the copies are those used. */
    tlb_roo_sidedef *twice = tlb_alloc_array(&f.document.arena, 2 * count + 1, sizeof *twice);
    assert_non_null(twice);
    for (uint32_t i = 0; i < 2 * count; i++)
        twice[i] = room->sidedefs.data[i % count];
    twice[2 * count] = (tlb_roo_sidedef){.id = 999};
    tlb_roo_sidedef *kept = room->sidedefs.data;
    room->sidedefs.data = twice;
    room->sidedefs.count = 2 * count + 1;
    for (uint32_t i = 0; i < room->editorWalls.count; i += 2) {
        tlb_roo_editor_wall *w = &room->editorWalls.data[i];
        w->positiveSidedef = (uint16_t)(w->positiveSidedef ? w->positiveSidedef + count : 0);
    }
    rebuild(&f, TLB_ROO_OUTSIDE_DROP);
    assert_int_equal(room->sidedefs.count, count);
    for (uint32_t i = 0; i < count; i++)
        assert_same_sidedef(&room->sidedefs.data[i], &kept[i]);
    /* What the map says of one side it says of both; unknown flags stay. */
    tlb_roo_editor_wall *wall = NULL;
    for (uint32_t i = 0; i < room->editorWalls.count; i++)
        if (room->editorWalls.data[i].positiveSidedef && room->editorWalls.data[i].negativeSidedef)
            wall = &room->editorWalls.data[i];
    assert_non_null(wall);
    uint32_t index = (uint32_t)(wall - room->editorWalls.data);
    room->sidedefs.data[wall->positiveSidedef - 1].flags |= TLB_ROO_WALL_MAP_NEVER | 1u << 20;
    rebuild(&f, TLB_ROO_OUTSIDE_DROP);
    wall = &room->editorWalls.data[index];
    uint32_t flags = room->sidedefs.data[wall->negativeSidedef - 1].flags;
    assert_true(flags & TLB_ROO_WALL_MAP_NEVER);
    assert_true(room->sidedefs.data[wall->positiveSidedef - 1].flags & 1u << 20);
    unmake(&f);
}

static void what_walls_name_must_be_there(void **state)
{
    (void)state;
    fixture f;
    make(&f, 7);
    tlb_roo *room = f.room;
    uint32_t nodes = room->nodes.count;
    room->editorWalls.data[1].negativeSidedef = 60000;
    room->editorWalls.data[2].positiveSidedef = 1;
    room->editorWalls.data[2].positiveSector = (int16_t)room->sectors.count;
    assert_int_equal(tlb_roo_rebuild(&f.document, TLB_ROO_OUTSIDE_DROP), TLB_INVALID);
    assert_non_null(find_diagnostic(f.context, "ROO_WALL_REFERENCE", "editorWalls[1].negativeSidedef"));
    assert_non_null(find_diagnostic(f.context, "ROO_WALL_REFERENCE", "editorWalls[2].positiveSector"));
    assert_int_equal(tlb_code_total(f.context, TLB_CODE_ROO_WALL_REFERENCE), 2);
    assert_int_equal(room->nodes.count, nodes);
    unmake(&f);
}

static void test_slopes(void **state)
{
    (void)state;
    const tlb_roo_box box = {.left = -10, .top = 20};
    /* From (0, 0, 100) east to (64, 0, 100), and up 48 over 64 to the south. */
    tlb_roo_slope slope = {.textureAngle = 77, .vertices = {{-10, 20, 100}, {54, 20, 100}, {-10, -44, 148}}},
                  line = slope;
    assert_true(tlb_roo_make_slope(&box, false, true, &slope));
    assert_true(slope.plane[0] == 0 && slope.plane[1] == -614 && slope.plane[2] == 819);
    assert_true(slope.plane[3] == -819.0 * 1600 && slope.textureAngle == 77 && slope.textureOrigin[0] == 0);
    assert_true(tlb_roo_make_slope(&box, true, true, &slope));
    assert_true(slope.plane[1] == 614 && slope.plane[2] == -819);
    assert_true(tlb_roo_make_slope(&box, false, false, &slope));
    assert_true(slope.plane[1] == (double)-614.4f && slope.plane[2] == (double)819.2f);
    line.vertices[2] = (tlb_roo_slope_vertex){22, 20, 100};
    tlb_roo_slope was = line;
    assert_false(tlb_roo_make_slope(&box, false, true, &line));
    assert_memory_equal(&line, &was, sizeof was);
}

/* Of a room of floats a slope whose last digits are another builder's stays; one that is another plane does
 * not. */
static void test_last_digits(void **state)
{
    (void)state;
    fixture f;
    make(&f, 7);
    rebuild(&f, TLB_ROO_OUTSIDE_DROP);
    tlb_roo_sector *sector = NULL;
    uint32_t index = 0;
    for (; index < f.room->sectors.count && !sector; index++)
        if (f.room->sectors.data[index].flags & TLB_ROO_SECTOR_SLOPED_FLOOR)
            sector = &f.room->sectors.data[index];
    assert_non_null(sector);
    double right = sector->floorSlope.plane[2], near = (float)(right + 0.0005), off = (float)(right + 1);
    sector->floorSlope.plane[2] = near;
    rebuild(&f, TLB_ROO_OUTSIDE_DROP);
    assert_true(f.room->sectors.data[index - 1].floorSlope.plane[2] == near);
    f.room->sectors.data[index - 1].floorSlope.plane[2] = off;
    rebuild(&f, TLB_ROO_OUTSIDE_DROP);
    assert_true(f.room->sectors.data[index - 1].floorSlope.plane[2] == right);
    unmake(&f);
}

/* As options of a conversion: the source stays as it was. */
static void test_options(void **state)
{
    (void)state;
    fixture f;
    make(&f, 4);
    tlb_roo was = *f.room;
    tlb_roo_write_options room = TLB_ROO_WRITE_OPTIONS_INIT;
    const tlb_convert_options options = {.struct_size = sizeof options, .to = &room.head};
    room.rebuild = true;
    room.outside = TLB_ROO_OUTSIDE_DROP;
    tlb_files *files;
    assert_int_equal(tlb_convert(&f.document, f.document.format, "x.roo", &options, &files), TLB_OK);
    assert_memory_equal(f.room, &was, sizeof was);
    rebuild(&f, TLB_ROO_OUTSIDE_DROP);
    bytes_copy expected = saved(&f);
    assert_int_equal(files->data[0].bytes.size, expected.size);
    assert_memory_equal(files->data[0].bytes.data, expected.data, expected.size);
    tlb_files_free(files);
    free(expected.data);
    room.outside = (tlb_roo_outside)17;
    assert_int_equal(tlb_convert(&f.document, f.document.format, "x.roo", &options, &files), TLB_ARGUMENT);
    assert_int_equal(tlb_code_total(f.context, TLB_CODE_BAD_OPTION), 1);
    unmake(&f);
}

/* A failure leaves the room as it was. */
static void test_refusals(void **state)
{
    (void)state;
    fixture f;
    make(&f, 6);
    rebuild(&f, TLB_ROO_OUTSIDE_DROP);
    tlb_roo was = *f.room;
    for (int k = 0; k < 2; k++) {
        tlb_roo_thing *corner = &f.room->things.data[k];
        *corner = (tlb_roo_thing){.x = k ? 2000000000 : -2000000000, .y = k ? 2000000000 : -2000000000};
    }
    was.things = f.room->things;
    assert_int_equal(tlb_roo_rebuild(&f.document, TLB_ROO_OUTSIDE_DROP), TLB_LIMIT);
    assert_int_equal(f.room->nodes.count, was.nodes.count);
    assert_ptr_equal(f.room->nodes.data, was.nodes.data);
    assert_ptr_equal(f.room->sectors.data, was.sectors.data);
    assert_int_equal(f.room->width, was.width);
    unmake(&f);
}

/* What the editor's walls do not say is not thrown away. */
static void test_no_editor_walls(void **state)
{
    (void)state;
    fixture f;
    make(&f, 6);
    rebuild(&f, TLB_ROO_OUTSIDE_DROP);
    uint32_t walls = f.room->clientWalls.count;
    assert_true(walls > 0);
    f.room->editorWalls.count = 0;
    assert_int_equal(tlb_roo_rebuild(&f.document, TLB_ROO_OUTSIDE_DROP), TLB_UNSUPPORTED);
    assert_int_equal(f.room->clientWalls.count, walls);
    f.room->clientWalls.count = 0;
    rebuild(&f, TLB_ROO_OUTSIDE_DROP);
    unmake(&f);
}

/* Every allocation may fail. */
static void test_want_of_memory(void **state)
{
    (void)state;
    for (int form = 4; form < ROO_FORMS; form++) {
        bool done = false;
        for (uint64_t extra = 0; !done; extra++) {
            fixture f;
            make(&f, form);
            tlb_roo was = *f.room;
            f.context->account->max_allocations = f.context->account->allocations + extra;
            tlb_status status = tlb_roo_rebuild(&f.document, TLB_ROO_OUTSIDE_KEEP);
            done = status == TLB_OK;
            if (!done) {
                assert_true(status == TLB_LIMIT || status == TLB_NO_MEMORY);
                assert_memory_equal(f.room, &was, sizeof was);
            }
            f.context->account->max_allocations = UINT64_MAX;
            unmake(&f);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_version),
                                       cmocka_unit_test(test_outside_leaves),
                                       cmocka_unit_test(what_walls_name_must_be_there),
                                       cmocka_unit_test(test_sidedefs),
                                       cmocka_unit_test(test_slopes),
                                       cmocka_unit_test(test_last_digits),
                                       cmocka_unit_test(test_options),
                                       cmocka_unit_test(test_refusals),
                                       cmocka_unit_test(test_no_editor_walls),
                                       cmocka_unit_test(test_want_of_memory)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* What functions answer about no room, no sector, no bitmap, and rooms without a size. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "formats/meridian/roo/roo.h"
#include "roo_maker.h"
#include "trilobite/formats/bgf.h"
#include "trilobite/formats/roo.h"
#include "trilobite/formats/roo_build.h"
#include "trilobite/formats/roo_query.h"

static void nothing_has_no_place_and_no_height(void **state)
{
    (void)state;
    const tlb_roo none = {.version = 14};
    tlb_roo_box box = tlb_roo_box_of(NULL);
    assert_true(box.empty);
    assert_true(tlb_roo_box_of(&none).empty);
    assert_true(tlb_roo_floor_at(NULL, 1, 2) == 0);
    assert_true(tlb_roo_ceiling_at(NULL, 1, 2) == 0);
    assert_int_equal(tlb_roo_security(NULL), 0);
    assert_int_equal(tlb_roo_leaf_at(NULL, 1, 2), 0);
    assert_int_equal(tlb_roo_leaf_at(&none, 1, 2), 0);
    assert_int_equal(tlb_bgf_pixel_count(NULL, &(tlb_bgf_bitmap){.width = 1, .height = 1}), 0);
    assert_int_equal(tlb_bgf_pixel_count(&(tlb_bgf){.version = 10}, NULL), 0);
}

/* In the room's north-west corner one can go all ways from the second square; where there are no columns or
 * no rows all ways end at a wall of the boundary. */
static void moves_need_a_size(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    tlb_document document;
    roo_make(&document, context, &(roo_plan){.version = 14, .things = 2, .grids = true});
    tlb_roo *room = document.root;
    const int32_t width = room->width, height = room->height;
    assert_int_equal(tlb_roo_moves_from(NULL, TLB_ROO_PLAYER, TLB_ROO_SQUARE, 1, 1), 0);
    assert_int_equal(tlb_roo_moves_from(room, TLB_ROO_PLAYER, TLB_ROO_SQUARE, 1, 1), 0xff);
    assert_int_equal(tlb_roo_moves_from(room, TLB_ROO_PLAYER, 0, 1, 1), 0xff); /* one stays */
    for (int32_t size = -1; size < 1; size++) {
        room->width = size;
        assert_int_equal(tlb_roo_moves_from(room, TLB_ROO_PLAYER, TLB_ROO_SQUARE, 1, 1), 0);
        room->width = width;
        room->height = size;
        assert_int_equal(tlb_roo_moves_from(room, TLB_ROO_PLAYER, TLB_ROO_SQUARE, 1, 1), 0);
        room->height = height;
    }
    made_end(&document);
    tlb_context_free(context);
}

/* The plain cipher changes nothing, and answers nothing. */
static void no_cipher_has_no_response(void **state)
{
    (void)state;
    assert_int_equal(tlb_roo_cipher_response(TLB_ROO_PLAIN, 0x12345678), 0);
    assert_int_not_equal(tlb_roo_cipher_response(tlb_roo_cipher_of_version(12), 0x12345678), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_has_no_place_and_no_height),
        cmocka_unit_test(moves_need_a_size),
        cmocka_unit_test(no_cipher_has_no_response),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

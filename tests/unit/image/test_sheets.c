/* Small images placed on sheets and painted there. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/context.h"
#include "image/sheets.h"

enum { MOST_TILES = 300, WIDEST = 1024 };

static tlb_context *context;
static tlb_arena arena;

static int set_up(void **state)
{
    (void)state;
    context = tlb_context_create(NULL);
    tlb_arena_init(&arena, context->account);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    tlb_arena_release(&arena);
    tlb_context_free(context);
    return 0;
}

static bool apart(const tlb_tile *a, const tlb_tile *b)
{
    return a->sheet != b->sheet || a->x + a->width + 2 <= b->x || b->x + b->width + 2 <= a->x ||
           a->y + a->height + 2 <= b->y || b->y + b->height + 2 <= a->y;
}

/* With their borders, tiles lie within their sheets and apart; sheets reach no further than their tiles. */
static void assert_placed(const tlb_tile *tiles, uint32_t count, const tlb_sheets *sheets)
{
    uint32_t right[8] = {0}, bottom[8] = {0};
    assert_true(sheets->count <= 8);
    for (uint32_t i = 0; i < count; i++) {
        const tlb_tile *t = &tiles[i];
        assert_true(t->sheet < sheets->count && t->x >= 1 && t->y >= 1);
        if (t->x + t->width + 1 > right[t->sheet])
            right[t->sheet] = t->x + t->width + 1;
        if (t->y + t->height + 1 > bottom[t->sheet])
            bottom[t->sheet] = t->y + t->height + 1;
        for (uint32_t k = 0; k < i; k++)
            assert_true(apart(t, &tiles[k]));
    }
    for (uint32_t i = 0; i < sheets->count; i++) {
        assert_int_equal(sheets->data[i].width, right[i]);
        assert_int_equal(sheets->data[i].height, bottom[i]);
        assert_true(right[i] <= WIDEST && bottom[i] <= WIDEST);
    }
}

static void tiles_fill_one_sheet(void **state)
{
    tlb_tile tiles[MOST_TILES];
    tlb_sheets sheets;
    (void)state;
    for (uint32_t i = 0; i < MOST_TILES; i++)
        tiles[i] = (tlb_tile){.width = 1 + i * 7 % 23, .height = 1 + i * 5 % 17};
    assert_true(tlb_sheets_place(&arena, tiles, MOST_TILES, (tlb_sheet_form){1, TLB_SHEET_WIDEST}, &sheets));
    assert_int_equal(sheets.count, 1);
    assert_placed(tiles, MOST_TILES, &sheets);
    assert_true(sheets.data[0].width <= 256 && sheets.data[0].height <= 256);
}

/* What does not fit begins the next sheet at its corner. */
static void a_full_sheet_is_followed_by_another(void **state)
{
    enum { COUNT = 50, SIDE = 250 };
    tlb_tile tiles[COUNT];
    tlb_sheets sheets;
    (void)state;
    for (uint32_t i = 0; i < COUNT; i++)
        tiles[i] = (tlb_tile){.width = SIDE, .height = SIDE};
    assert_true(tlb_sheets_place(&arena, tiles, COUNT, (tlb_sheet_form){1, TLB_SHEET_WIDEST}, &sheets));
    assert_int_equal(sheets.count, (COUNT + 15) / 16); /* 4 rows of 4 */
    assert_placed(tiles, COUNT, &sheets);
    uint32_t corners = 0;
    for (uint32_t i = 0; i < COUNT; i++)
        corners += tiles[i].x == 1 && tiles[i].y == 1;
    assert_int_equal(corners, sheets.count);
}

/* As wide as the area of all makes a square, and twice as wide from one pixel more on. */
static void sheets_are_about_square(void **state)
{
    static const struct {
        uint32_t side, wide, width; /* of the one tile that is wider, and of the sheet */
    } cases[] = {{14, 14, 32}, {14, 15, 49}, {6, 6, 16}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tlb_tile tiles[4];
        tlb_sheets sheets;
        for (int k = 0; k < 4; k++)
            tiles[k] = (tlb_tile){.width = k ? cases[i].side : cases[i].wide, .height = cases[i].side};
        assert_true(tlb_sheets_place(&arena, tiles, 4, (tlb_sheet_form){1, WIDEST}, &sheets));
        assert_int_equal(sheets.count, 1);
        assert_int_equal(sheets.data[0].width, cases[i].width);
        assert_true(tiles[0].x == 1 && tiles[0].y == 1 && tiles[1].x == cases[i].wide + 3 && tiles[1].y == 1);
    }
}

static void edges_are_repeated(void **state)
{
    static const uint8_t pixels[2][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}};
    uint8_t painted[3 * 4][4] = {{0}};
    tlb_image sheet = {.format = TLB_PIXELS_RGBA, .width = 4, .height = 3, .pixels = painted[0]};
    tlb_tile tile = {.width = 2, .height = 1, .x = 1, .y = 1};
    (void)state;
    tlb_sheet_paint(&sheet, &tile, pixels);
    for (int y = 0; y < 3; y++)
        for (int x = 0; x < 4; x++)
            assert_memory_equal(painted[4 * y + x], pixels[x / 2], 4);
}

/* A tile of three rows, on a sheet that is larger: what is outside of it stays. */
static void tiles_are_painted_where_they_are(void **state)
{
    enum { WIDTH = 9, HEIGHT = 8, LEFT = 4, TOP = 2, TILE_WIDTH = 2, TILE_HEIGHT = 3 };
    uint8_t pixels[TILE_WIDTH * TILE_HEIGHT][4], painted[WIDTH * HEIGHT][4] = {{0}};
    tlb_image sheet = {.format = TLB_PIXELS_RGBA, .width = WIDTH, .height = HEIGHT, .pixels = painted[0]};
    tlb_tile tile = {.width = TILE_WIDTH, .height = TILE_HEIGHT, .x = LEFT, .y = TOP};
    (void)state;
    for (int i = 0; i < TILE_WIDTH * TILE_HEIGHT; i++)
        memcpy(pixels[i], (uint8_t[]){(uint8_t)(1 + i % TILE_WIDTH), (uint8_t)(1 + i / TILE_WIDTH), 7, 255},
               4);
    tlb_sheet_paint(&sheet, &tile, (const uint8_t(*)[4])pixels);
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) {
            int column = x - LEFT, row = y - TOP;
            bool inside = column >= -1 && column <= TILE_WIDTH && row >= -1 && row <= TILE_HEIGHT;
            column = column < 0 ? 0 : column < TILE_WIDTH ? column : TILE_WIDTH - 1;
            row = row < 0 ? 0 : row < TILE_HEIGHT ? row : TILE_HEIGHT - 1;
            static const uint8_t empty[4] = {0};
            assert_memory_equal(painted[y * WIDTH + x], inside ? pixels[row * TILE_WIDTH + column] : empty,
                                4);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(tiles_fill_one_sheet, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_full_sheet_is_followed_by_another, set_up, tear_down),
        cmocka_unit_test_setup_teardown(tiles_are_painted_where_they_are, set_up, tear_down),
        cmocka_unit_test_setup_teardown(sheets_are_about_square, set_up, tear_down),
        cmocka_unit_test_setup_teardown(edges_are_repeated, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

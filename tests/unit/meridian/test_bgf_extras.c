/* What the extras of a scene say of a BGF, value by value: taken as a whole, or not at all. */
#include "formats/meridian/bgf/bgf.h"
#include "one_arena.h"

#include <string.h>

enum { BITMAPS = 2 };

static tlb_arena *arena; /* of the test */

/* Two bitmaps of which the second has two hotspots, and three groups. */
static tlb_value *extras_of_all(void)
{
    static const tlb_bgf_hotspot hotspots[2] = {{-1, 2, -3}, {4, 100000, 6}};
    static const int32_t indices[3] = {1, TLB_BGF_NO_BITMAP, 0};
    tlb_bgf_bitmap bitmaps[BITMAPS] = {{.width = 3, .height = 4, .xoff = 5, .yoff = -6, .type = TLB_BGF_RAW},
                                       {.xoff = INT32_MIN, .yoff = INT32_MAX, .type = TLB_BGF_COMPRESSED}};
    tlb_bgf_group groups[3] = {{{NULL, 0}}};
    tlb_bgf bgf = {.name = "a name", .shrink = 3};
    bitmaps[1].hotspots.data = (void *)(uintptr_t)hotspots;
    bitmaps[1].hotspots.count = 2;
    groups[0].indices.data = groups[2].indices.data = (void *)(uintptr_t)indices;
    groups[0].indices.count = 1;
    groups[2].indices.count = 3;
    bgf.bitmaps.data = bitmaps;
    bgf.bitmaps.count = BITMAPS;
    bgf.groups.data = groups;
    bgf.groups.count = 3;
    tlb_value *extras = tlb_value_table(arena);
    tlb_bgf_add_extras(arena, extras, &bgf);
    return extras;
}

/* A member that can be changed, by keys and indexes: "bitmaps 1 hotspots 0 x". */
static tlb_value *at(tlb_value *value, const char *path)
{
    char words[80];
    strcpy(words, path);
    for (char *word = strtok(words, " "); word; word = strtok(NULL, " ")) {
        if (*word >= '0' && *word <= '9') {
            const tlb_value *member = value->as.members.first;
            for (int i = *word - '0'; i; i--)
                member = member->next;
            value = (tlb_value *)(uintptr_t)member;
        } else
            value = (tlb_value *)(uintptr_t)tlb_value_get(value, word);
        assert_non_null(value);
    }
    return value;
}

static bool reads(const tlb_value *extras, tlb_bgf *bgf)
{
    *bgf = (tlb_bgf){.shrink = 9, .maxIndices = 0};
    bgf->bitmaps.count = BITMAPS;
    const tlb_bgf before = *bgf;
    bool read = tlb_bgf_read_extras(arena, extras, bgf);
    if (!read)
        assert_memory_equal(bgf, &before, sizeof before);
    return read;
}

static void all_comes_back(void **state)
{
    arena = &((fixture *)*state)->arena;
    tlb_bgf bgf;
    assert_true(reads(extras_of_all(), &bgf));
    assert_string_equal(bgf.name, "a name");
    assert_int_equal(bgf.shrink, 9);
    assert_int_equal(bgf.maxIndices, 3);
    assert_int_equal(bgf.bitmaps.count, BITMAPS);
    assert_int_equal(bgf.bitmaps.data[0].type, TLB_BGF_RAW);
    assert_int_equal(bgf.bitmaps.data[0].xoff, 5);
    assert_int_equal(bgf.bitmaps.data[0].yoff, -6);
    assert_int_equal(bgf.bitmaps.data[0].hotspots.count, 0);
    assert_int_equal(bgf.bitmaps.data[1].type, TLB_BGF_COMPRESSED);
    assert_int_equal(bgf.bitmaps.data[1].xoff, INT32_MIN);
    assert_int_equal(bgf.bitmaps.data[1].yoff, INT32_MAX);
    assert_int_equal(bgf.bitmaps.data[1].hotspots.count, 2);
    assert_int_equal(bgf.bitmaps.data[1].hotspots.data[0].number, -1);
    assert_int_equal(bgf.bitmaps.data[1].hotspots.data[0].x, 2);
    assert_int_equal(bgf.bitmaps.data[1].hotspots.data[0].y, -3);
    assert_int_equal(bgf.bitmaps.data[1].hotspots.data[1].number, 4);
    assert_int_equal(bgf.bitmaps.data[1].hotspots.data[1].x, 100000);
    assert_int_equal(bgf.bitmaps.data[1].hotspots.data[1].y, 6);
    static const uint32_t counts[] = {1, 0, 3};
    assert_int_equal(bgf.groups.count, 3);
    for (int i = 0; i < 3; i++)
        assert_int_equal(bgf.groups.data[i].indices.count, counts[i]);
    assert_int_equal(bgf.groups.data[0].indices.data[0], 1);
    assert_int_equal(bgf.groups.data[2].indices.data[1], TLB_BGF_NO_BITMAP);
    assert_int_equal(bgf.groups.data[2].indices.data[2], 0);
}

static void numbers_have_limits(void **state)
{
    arena = &((fixture *)*state)->arena;
    static const struct {
        const char *path;
        int64_t least, most;
    } rows[] = {
        {"bitmaps 0 xoff", INT32_MIN, INT32_MAX},
        {"bitmaps 1 yoff", INT32_MIN, INT32_MAX},
        {"bitmaps 1 hotspots 0 number", INT8_MIN, INT8_MAX},
        {"bitmaps 1 hotspots 1 x", INT32_MIN, INT32_MAX},
        {"bitmaps 1 hotspots 1 y", INT32_MIN, INT32_MAX},
        {"groups 0 0", TLB_BGF_NO_BITMAP, BITMAPS - 1},
        {"groups 2 2", TLB_BGF_NO_BITMAP, BITMAPS - 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const int64_t values[] = {rows[i].least - 1, rows[i].least, rows[i].most, rows[i].most + 1};
        for (int k = 0; k < 4; k++) {
            tlb_value *extras = extras_of_all();
            tlb_bgf bgf;
            at(extras, rows[i].path)->as.integer = values[k];
            if (reads(extras, &bgf) != (k == 1 || k == 2))
                fail_msg("%s: %lld", rows[i].path, (long long)values[k]);
        }
        tlb_value *extras = extras_of_all(), *value = at(extras, rows[i].path);
        tlb_bgf bgf;
        value->kind = TLB_VALUE_REAL;
        value->as.real = 0;
        assert_false(reads(extras, &bgf));
    }
}

/* What is of another kind, or not there: of lists nothing is taken, of names and of how pixels are stored
 * what is usual. */
static void kinds_are_as_expected(void **state)
{
    arena = &((fixture *)*state)->arena;
    static const struct {
        const char *path;
        bool reads;
    } rows[] = {{"bitmaps", false}, {"bitmaps 0", false},         {"bitmaps 0 xoff", false},
                {"groups", false},  {"bitmaps 1 hotspots", true}, {"bitmaps 1 hotspots 1", false},
                {"groups 0", true}, {"bitmaps 0 raw", true},      {"name", true}};
    tlb_bgf bgf;
    assert_false(reads(NULL, &bgf));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        tlb_value *extras = extras_of_all();
        at(extras, rows[i].path)->kind = TLB_VALUE_NULL;
        if (reads(extras, &bgf) != rows[i].reads)
            fail_msg("%s", rows[i].path);
        if (strcmp(rows[i].path, "bitmaps 0 raw") == 0)
            assert_int_equal(bgf.bitmaps.data[0].type, TLB_BGF_COMPRESSED);
        if (strcmp(rows[i].path, "name") == 0)
            assert_string_equal(bgf.name, "");
        if (strcmp(rows[i].path, "bitmaps 1 hotspots") == 0)
            assert_int_equal(bgf.bitmaps.data[1].hotspots.count, 0);
        if (strcmp(rows[i].path, "groups 0") == 0)
            assert_int_equal(bgf.groups.data[0].indices.count, 0);
    }
    tlb_value *extras = extras_of_all();
    at(extras, "bitmaps 0 raw")->as.boolean = false;
    assert_true(reads(extras, &bgf));
    assert_int_equal(bgf.bitmaps.data[0].type, TLB_BGF_COMPRESSED);
}

/* As many bitmaps as there are images, and up to 255 hotspots of each. */
static void lists_have_limits(void **state)
{
    arena = &((fixture *)*state)->arena;
    tlb_bgf bgf;
    tlb_value *extras = extras_of_all();
    tlb_value_add_table(arena, at(extras, "bitmaps"), NULL);
    assert_false(reads(extras, &bgf));
    extras = extras_of_all();
    tlb_value *hotspots = at(extras, "bitmaps 1 hotspots");
    for (int count = 3; count <= 256; count++) {
        tlb_value *hotspot = tlb_value_add_table(arena, hotspots, NULL);
        tlb_value_add_integer(arena, hotspot, "number", count - 129);
        tlb_value_add_integer(arena, hotspot, "x", count);
        tlb_value_add_integer(arena, hotspot, "y", -count);
        if (count < 254)
            continue;
        assert_int_equal(reads(extras, &bgf), count < 256);
        if (count < 256) {
            assert_int_equal(bgf.bitmaps.data[1].hotspots.count, count);
            assert_int_equal(bgf.bitmaps.data[1].hotspots.data[count - 1].y, -count);
        }
    }
}

/* As long as the field, which then has no end. */
static void names_are_cut(void **state)
{
    arena = &((fixture *)*state)->arena;
    static const char name[] = "0123456789abcdefghijklmnopqrstuvwxyz";
    for (uint32_t size = TLB_BGF_NAME_SIZE - 1; size <= TLB_BGF_NAME_SIZE + 1; size++) {
        tlb_bgf bgf;
        tlb_value *extras = extras_of_all();
        at(extras, "name")->as.text = (tlb_text){name, size};
        assert_true(reads(extras, &bgf));
        uint32_t kept = size < TLB_BGF_NAME_SIZE ? size : TLB_BGF_NAME_SIZE;
        assert_memory_equal(bgf.name, name, kept);
        assert_true(kept == TLB_BGF_NAME_SIZE || !bgf.name[kept]);
        assert_int_equal(bgf.shrink, 9);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(all_comes_back, set_up, tear_down),
        cmocka_unit_test_setup_teardown(numbers_have_limits, set_up, tear_down),
        cmocka_unit_test_setup_teardown(kinds_are_as_expected, set_up, tear_down),
        cmocka_unit_test_setup_teardown(lists_have_limits, set_up, tear_down),
        cmocka_unit_test_setup_teardown(names_are_cut, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

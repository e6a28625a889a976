/* Listings by themselves: how names are compared, how they grow, and their copies. */
#include "one_arena.h"

#include "assets/assets.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of what the module's support links; nothing here needs it. */
tlb_assets *tlb_assets_create(tlb_context *context)
{
    return tlb_assets_make(context, NULL);
}

static void add(fixture *f, tlb_listing *listing, const char *path, uint32_t place)
{
    assert_int_equal(tlb_listing_add(f->context, listing, path, place), TLB_OK);
}

/* The names that both have at the end, folders and the base name, whatever their case and their separators.
 */
static void names_are_shared_from_the_end(void **state)
{
    static const struct {
        const char *path, *name;
        uint32_t shared;
    } cases[] = {
        {"c.png", "c.png", 1},
        {"C.png", "c.PNG", 1},
        {"b/c.png", "c.png", 1},
        {"c.png", "b/c.png", 1},
        {"a/b/c.png", "b/c.png", 2},
        {"b/c.png", "a/b/c.png", 2},
        {"a/b/c.png", "x/b/c.png", 2},
        {"a/b/c.png", "a/b/c.png", 3},
        {"A\\B\\c.png", "a/b/C.png", 3},
        {"ab/c.png", "b/c.png", 1},
        {"b/c.png", "ab/c.png", 1},
        {"b/c.png", "/b/c.png", 2},
        {"/b/c.png", "b/c.png", 2},
        {"\\b\\c.png", "b/c.png", 2},
        {"xb/c.png", "yb/c.png", 1},
        {"bc.png", "c.png", 0},
        {"c.png", "bc.png", 0},
        {"c.png", "c.pn", 0},
        {"c.png", "", 0},
    };
    fixture *f = *state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tlb_listing listing = {.arena = &f->arena};
        uint32_t shared;
        add(f, &listing, cases[i].path, 7);
        const tlb_listed *listed = tlb_listing_look_up(&listing, cases[i].name, &shared);
        assert_int_equal(listed ? shared : 0, cases[i].shared);
        if (listed)
            assert_int_equal(listed->place, 7);
    }
}

static void the_first_of_equal_ones_is_found(void **state)
{
    static const char *const paths[] = {"x/c.png", "b/c.png", "a/b/c.png", "b/c.png", "y/c.png"};
    static const struct {
        const char *name;
        uint32_t place, shared;
    } cases[] = {{"c.png", 0, 1},   {"b/c.png", 1, 2},   {"q/b/c.png", 1, 2},
                 {"y/c.png", 4, 2}, {"a/b/c.png", 2, 3}, {"q/c.png", 0, 1}};
    fixture *f = *state;
    tlb_listing listing = {.arena = &f->arena};
    uint32_t shared;
    assert_null(tlb_listing_look_up(&listing, "c.png", &shared));
    for (uint32_t i = 0; i < sizeof paths / sizeof *paths; i++)
        add(f, &listing, paths[i], i);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const tlb_listed *listed = tlb_listing_look_up(&listing, cases[i].name, &shared);
        assert_int_equal(listed->place, cases[i].place);
        assert_int_equal(shared, cases[i].shared);
        assert_string_equal(listed->path, paths[listed->place]);
    }
}

/* There are as many slots as members, or more. */
static void slots_grow_with_the_members(void **state)
{
    enum { FIRST = 256, MEMBERS = (1 << 16) + 1 }; /* more than 16 bits count */
    fixture *f = *state;
    tlb_listing listing = {.arena = &f->arena};
    char name[16];
    uint32_t shared, slots = FIRST;
    for (uint32_t i = 0; i < MEMBERS; i++) {
        snprintf(name, sizeof name, "%u", i);
        add(f, &listing, name, i);
        slots *= i == slots ? 2 : 1;
        assert_int_equal(listing.slot_count, slots);
    }
    for (uint32_t i = 0; i < MEMBERS; i++) {
        snprintf(name, sizeof name, "%u", i);
        assert_int_equal(tlb_listing_look_up(&listing, name, &shared)->place, i);
        snprintf(name, sizeof name, "-%u", i); /* in the slot of another, most of them */
        assert_null(tlb_listing_look_up(&listing, name, &shared));
    }
    assert_int_not_equal(listing.seed, 0);
}

static void deep_paths_share_all_their_folders(void **state)
{
    enum { FOLDERS = 1 << 16 };
    static char path[2 * FOLDERS + 2];
    fixture *f = *state;
    tlb_listing listing = {.arena = &f->arena};
    uint32_t shared;
    for (uint32_t i = 0; i < FOLDERS; i++)
        memcpy(path + (size_t)i * 2, "a/", 2);
    path[2 * FOLDERS] = 'c';
    add(f, &listing, path, 3);
    assert_int_equal(tlb_listing_look_up(&listing, path, &shared)->place, 3);
    assert_int_equal(shared, FOLDERS + 1);
}

/* 2^20; the others are not made for it. */
static void a_listing_has_so_many_members(void **state)
{
    enum { MOST = 1 << 20 };
    fixture *f = *state;
    uint32_t shared;
    tlb_listing listing = {.arena = &f->arena, .slot_count = MOST};
    listing.members.data = calloc(MOST, sizeof *listing.members.data);
    listing.members.count = MOST - 1;
    listing.members.capacity = MOST;
    listing.slots = calloc(MOST, sizeof *listing.slots);
    add(f, &listing, "last", 5);
    assert_int_equal(tlb_listing_look_up(&listing, "last", &shared)->place, 5);
    assert_int_equal(tlb_diagnostic_count(f->context), 0);
    assert_int_equal(tlb_listing_add(f->context, &listing, "more", 6), TLB_LIMIT);
    assert_int_equal(listing.members.count, MOST);
    assert_int_equal(tlb_diagnostic_count(f->context), 1);
    assert_int_equal(tlb_diagnostic_at(f->context, 0)->code, TLB_CODE_NOT_SUPPORTED);
    assert_string_equal(tlb_diagnostic_at(f->context, 0)->message, "more than 1048576 files in assets");
    free(listing.slots);
    free(listing.members.data);
}

static void copies_take_what_their_size_says(void **state)
{
    static const char *const paths[] = {"a/b.png", "c.PNG", "a/d.png", "e", "d/e"};
    static const uint32_t slots[] = {1, 1, 2, 4, 4, 8};
    static const char *volumes[] = {"a/one.vol", "two.vol"};
    fixture *f = *state;
    tlb_listing listing = {.arena = &f->arena};
    listing.volumes.data = volumes;
    size_t names = 0;
    for (uint32_t count = 0; count < sizeof slots / sizeof *slots; count++) {
        listing.volumes.count = count % 3;
        size_t size = names + count * sizeof(tlb_listed) + slots[count] * sizeof(uint32_t);
        for (uint32_t i = 0; i < listing.volumes.count; i++)
            size += sizeof(const char *) + strlen(volumes[i]) + 1;
        assert_int_equal(tlb_listing_size(&listing), size);
        void *memory = malloc(size);
        tlb_listing copy = tlb_listing_copy(&listing, memory);
        assert_int_equal(copy.members.count, count);
        assert_int_equal(copy.slot_count, slots[count]);
        assert_int_equal(copy.volumes.count, listing.volumes.count);
        for (uint32_t i = 0; i < count; i++) {
            uint32_t shared;
            const tlb_listed *listed = tlb_listing_look_up(&copy, paths[i], &shared);
            assert_string_equal(listed->path, paths[i]);
            assert_int_equal(listed->place, 10 + i);
            assert_true((const char *)memory < listed->path && listed->path < (const char *)memory + size);
        }
        for (uint32_t i = 0; i < copy.volumes.count; i++) {
            assert_string_equal(copy.volumes.data[i], volumes[i]);
            assert_ptr_not_equal(copy.volumes.data[i], volumes[i]);
        }
        free(memory);
        if (count < sizeof paths / sizeof *paths) {
            add(f, &listing, paths[count], 10 + count);
            names += strlen(paths[count]) + 1;
        }
    }
}

/* Of more members, and volumes, than 16 bits count. */
static void copies_of_many_have_all(void **state)
{
    enum { MANY = (1 << 16) + 1, SLOTS = 1 << 17 };
    static const char *volumes[MANY];
    fixture *f = *state;
    tlb_listing listing = {.arena = &f->arena};
    size_t size = MANY * (sizeof(tlb_listed) + sizeof(const char *) + 2) + SLOTS * sizeof(uint32_t);
    uint32_t shared;
    char name[16];
    listing.volumes.data = volumes;
    listing.volumes.count = MANY;
    for (uint32_t i = 0; i < MANY; i++) {
        volumes[i] = i + 1 < MANY ? "v" : "w";
        size += (size_t)snprintf(name, sizeof name, "%u", i) + 1;
        add(f, &listing, name, i);
    }
    assert_int_equal(tlb_listing_size(&listing), size);
    void *memory = malloc(size);
    tlb_listing copy = tlb_listing_copy(&listing, memory);
    assert_int_equal(copy.slot_count, SLOTS);
    assert_int_equal(copy.members.count, MANY);
    assert_int_equal(copy.volumes.count, MANY);
    assert_string_equal(copy.volumes.data[MANY - 2], "v");
    assert_string_equal(copy.volumes.data[MANY - 1], "w");
    for (uint32_t i = 0; i < MANY; i++) {
        snprintf(name, sizeof name, "%u", i);
        assert_int_equal(tlb_listing_look_up(&copy, name, &shared)->place, i);
    }
    free(memory);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(names_are_shared_from_the_end), TEST(the_first_of_equal_ones_is_found),
        TEST(slots_grow_with_the_members),   TEST(deep_paths_share_all_their_folders),
        TEST(a_listing_has_so_many_members), TEST(copies_take_what_their_size_says),
        TEST(copies_of_many_have_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* The folders of a game, found by the files that a mission names. */
#include "one_arena.h"

#include "core/mission.h"
#include "virtual_files.h"

#include <string.h>

static const char *const extensions[] = {"png", "dts", NULL};
static const tlb_mission_file rules[] = {{NULL, "file", "thing", extensions, NULL}, {.field = NULL}};

/* The folders that are added to the assets, with '|' between them. */
static const char *folders_for(fixture *f, virtual_files *files, const char *beside, const char *const *names)
{
    uint32_t count = 0;
    while (names[count])
        count++;
    tlb_mission_field *fields = tlb_zalloc_array(&f->arena, count, sizeof *fields);
    tlb_mission_object *objects = tlb_zalloc_array(&f->arena, count + 1, sizeof *objects);
    objects[count].className = (tlb_text){"Item", 4}; /* which names none */
    for (count = 0; names[count]; count++) {
        fields[count] =
            (tlb_mission_field){.name = {"file", 4}, .value = {names[count], (uint32_t)strlen(names[count])}};
        objects[count] =
            (tlb_mission_object){.className = {"Item", 4}, .fields = {.data = &fields[count], .count = 1}};
    }
    const tlb_mission mission = {.objects = {.data = objects, .count = count + 1}};
    const tlb_document document = {.context = f->context, .beside = beside};
    f->context->session->files = virtual_file_system(files);
    tlb_assets *assets = tlb_assets_create(f->context);
    assert_int_equal(tlb_mission_find_game(&document, &mission, assets, rules), TLB_OK);
    assert_int_equal(tlb_diagnostic_count(f->context), 0);
    const char *all = "";
    for (uint32_t i = 0; i < assets->near.count; i++)
        all = tlb_arena_printf(&f->arena, "%s%s%s", all, i ? "|" : "", assets->near.data[i].path);
    tlb_assets_free(assets);
    return all;
}

static void folders_are_those_that_have_a_file(void **state)
{
    static const struct {
        const char *const files[4], *const names[4];
        const char *folders;
    } cases[] = {
        {{"base/data/shapes/a.dts"}, {"data/shapes/a.dts"}, "base/data/maps/./../"},
        {{"base/data/shapes/a.dts"}, {"shapes/a.dts"}, "base/data/maps/./../"},
        {{"base/data/Shapes/A.DTS"}, {"x\\\\shapes\\\\a.dts"}, "base/data/maps/./../"},
        {{"base/data/maps/shapes/a.dts"}, {"shapes/a.dts"}, "base/data/maps/./"},
        {{"base/shapes/a.dts"}, {"shapes/a.dts"}, "base/data/maps/./../../"},
        {{"shapes/a.dts"}, {"shapes/a.dts"}, "base/data/maps/./../../../"},
        {{"base/data/shapes/a.dts", "base/shapes/a.dts"}, {"shapes/a.dts"}, "base/data/maps/./../"},
        /* without its extension, which a folder has not */
        {{"base/data/shapes/a.dts"}, {"shapes/a"}, "base/data/maps/./../"},
        {{"base/data/shapes/a.jpg"}, {"shapes/a"}, ""},
        {{"base/data/shapes/a.dts/b"}, {"shapes/a"}, ""},
        {{"base/data/shapes/a.dts/b"}, {"shapes/a.dts"}, ""},
        {{"base/data/shapes.dts/a.dts"}, {"shapes/a.dts"}, ""},
        {{"base/data/shapes"}, {"shapes/a.dts"}, ""},
        /* a name alone leads everywhere */
        {{"base/data/maps/a.dts", "base/data/a.dts"}, {"a.dts"}, ""},
        {{"base/data/other/a.dts"}, {"shapes/a.dts"}, ""},
        /* until all are found */
        {{"base/data/one/a.dts", "base/two/b.dts"},
         {"one/a.dts", "two/b.dts"},
         "base/data/maps/./../|base/data/maps/./../../"},
        {{"base/data/one/a.dts", "base/data/two/b.dts", "base/one/a.dts"},
         {"one/a.dts", "two/b.dts"},
         "base/data/maps/./../"},
        {{"base/data/one/a.dts", "base/one/a.dts"},
         {"one/a.dts", "none/b.dts", "ONE/a.dts"},
         "base/data/maps/./../"},
        {{"base/data/ab/a.dts"}, {"shapes/ab/a.dts"}, "base/data/maps/./../"},
        /* scripts are beside it */
        {{"base/data/shapes/a.dts", "base/server/x.cs"},
         {"shapes/a.dts"},
         "base/data/maps/./../|base/data/maps/./../../server"},
        {{"base/data/shapes/a.dts", "base/scripts/x.cs", "base/server/x.cs"},
         {"shapes/a.dts"},
         "base/data/maps/./../|base/data/maps/./../../server|base/data/maps/./../../scripts"},
        {{"base/data/shapes/a.dts", "base/server"}, {"shapes/a.dts"}, "base/data/maps/./../"},
    };
    fixture *f = *state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        virtual_files files = {0};
        virtual_add_text(&f->arena, &files, "base/data/maps/level.mis", "");
        for (int k = 0; k < 4 && cases[i].files[k]; k++)
            virtual_add_text(&f->arena, &files, cases[i].files[k], "");
        const char *folders = folders_for(f, &files, "base/data/maps/level.mis", cases[i].names);
        if (strcmp(folders, cases[i].folders) != 0)
            fail_msg("case %zu: %s", i, folders);
        assert_string_equal(folders_for(f, &files, NULL, cases[i].names), "");
    }
}

/* From that of the mission on six are looked at. */
static void folders_are_looked_for_above(void **state)
{
    static const char *const names[] = {"shapes/a.dts", NULL};
    fixture *f = *state;
    for (int sixth = 0; sixth < 2; sixth++) {
        virtual_files files = {0};
        virtual_add_text(&f->arena, &files, "0/1/2/3/4/5/6/level.mis", "");
        virtual_add_text(&f->arena, &files, sixth ? "0/1/shapes/a.dts" : "0/shapes/a.dts", "");
        assert_string_equal(folders_for(f, &files, "0/1/2/3/4/5/6/level.mis", names),
                            sixth ? "0/1/2/3/4/5/6/./../../../../../" : "");
    }
}

/* 64 names, each once. */
static void so_many_names_are_looked_for(void **state)
{
    enum { MOST = 64, MANY = MOST + 6 };
    const char *names[MANY + 1] = {NULL};
    fixture *f = *state;
    virtual_files files = {0};
    virtual_add_text(&f->arena, &files, "maps/level.mis", "");
    virtual_add_text(&f->arena, &files, "shapes/a.dts", "");
    for (int i = 0; i < MANY; i++)
        names[i] = i + 1 < MANY ? "none/a.dts" : "shapes/a.dts";
    assert_string_equal(folders_for(f, &files, "maps/level.mis", names), "maps/./../");
    for (int i = 0; i < MANY; i++)
        names[i] = tlb_arena_printf(&f->arena, "%d/a.dts", i);
    for (int at = MOST - 1; at <= MOST; at++) {
        files = (virtual_files){0};
        virtual_add_text(&f->arena, &files, "maps/level.mis", "");
        virtual_add_text(&f->arena, &files, names[at], "");
        assert_string_equal(folders_for(f, &files, "maps/level.mis", names), at < MOST ? "maps/./../" : "");
    }
}

static void folders_that_cannot_be_listed_have_nothing(void **state)
{
    static const char *const names[] = {"shapes/a.dts", NULL};
    fixture *f = *state;
    virtual_files files = {.failure = TLB_READ_FAILED};
    virtual_add_text(&f->arena, &files, "base/data/maps/level.mis", "");
    virtual_add_text(&f->arena, &files, "base/data/shapes/a.dts", "");
    assert_string_equal(folders_for(f, &files, "base/data/maps/level.mis", names), "");
    files.failure = TLB_NOT_FOUND;
    assert_string_equal(folders_for(f, &files, "base/data/maps/level.mis", names), "");
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(folders_are_those_that_have_a_file),
        TEST(folders_are_looked_for_above),
        TEST(so_many_names_are_looked_for),
        TEST(folders_that_cannot_be_listed_have_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

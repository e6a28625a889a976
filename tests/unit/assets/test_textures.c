/* Textures that materials name: which images they become, and what is said of those that do not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "assets/textures.h"
#include "base/context.h"
#include "fault.h"
#include "image/image.h"
#include "image_maker.h"

/* The module knows no volumes: whoever opens them stands above it. */
tlb_assets *tlb_assets_create(tlb_context *context)
{
    return tlb_assets_make(context, NULL);
}

static const char *const extensions[] = {"bmp", "tga", NULL};

typedef struct texture_fixture {
    tlb_context *context;
    tlb_arena arena;
    tlb_textures t;
} texture_fixture;

static void add_file(tlb_assets *assets, const char *name, const void *bytes, size_t size)
{
    assert_int_equal(tlb_assets_add_memory(assets, name, (tlb_bytes){bytes, size}), TLB_OK);
}

static int set_up(void **state)
{
    static texture_fixture f;
    f = (texture_fixture){.context = tlb_context_create(NULL)};
    tlb_arena_init(&f.arena, f.context->account);
    f.t = (tlb_textures){.context = f.context,
                         .assets = tlb_assets_create(f.context),
                         .scene = tlb_scene_create(f.context),
                         .work = &f.arena,
                         .extensions = extensions};
    *state = &f;
    return 0;
}

static int tear_down(void **state)
{
    texture_fixture *f = *state;
    tlb_assets_free(f->t.assets);
    tlb_scene_free(f->t.scene);
    tlb_arena_release(&f->arena);
    tlb_diagnostics_clear(f->context);
    assert_int_equal(tlb_memory_now(f->context), 0);
    tlb_context_free(f->context);
    return 0;
}

static int32_t find(texture_fixture *f, const char *name, uint32_t index)
{
    int32_t place = 77;
    assert_true(tlb_texture_find(&f->t, name, "materials", index, &place));
    return place;
}

static void assert_texture(texture_fixture *f, int32_t place, const char *name, const char *path,
                           int32_t image, const char *missing)
{
    const tlb_found_texture *texture = &f->t.found.data[place];
    assert_true(place >= 0 && (uint32_t)place < f->t.found.count);
    assert_string_equal(texture->name, name);
    assert_string_equal(texture->path, path);
    assert_int_equal(texture->image, image);
    assert_string_equal(texture->missing ? texture->missing : "not missing",
                        missing ? missing : "not missing");
}

static void assert_image(texture_fixture *f, uint32_t image, const char *name, uint32_t width)
{
    assert_true(image < f->t.scene->image_count);
    assert_string_equal(f->t.scene->images[image].name, name);
    assert_int_equal(f->t.scene->images[image].width, width);
}

static void assert_said(texture_fixture *f, uint32_t at, const char *code, const char *path,
                        const char *message)
{
    const tlb_diagnostic *said = tlb_diagnostic_at(f->context, at);
    assert_non_null(said);
    assert_string_equal(tlb_code_name(said->code), code);
    assert_string_equal(said->path ? said->path : "", path);
    assert_string_equal(said->message, message);
}

/* Without an extension that is one of those tried. */
static void images_are_named_after_their_textures(void **state)
{
    texture_fixture *f = *state;
    add_file(f->t.assets, "game/wood.bmp", bmp, sizeof bmp);
    add_file(f->t.assets, "game/wood.v2.bmp", bmp, sizeof bmp);
    add_file(f->t.assets, "game/tall.bmp", top_down_bmp, sizeof top_down_bmp);
    add_file(f->t.assets, "odd.jpg", tga, sizeof tga);
    assert_texture(f, find(f, "skins\\Wood.BMP", 0), "Wood.BMP", "skins\\Wood.BMP", 0, NULL);
    assert_texture(f, find(f, "wood.v2", 1), "wood.v2", "wood.v2", 1, NULL);
    assert_texture(f, find(f, "tall", 2), "tall", "tall", 2, NULL);
    assert_texture(f, find(f, "odd.jpg", 3), "odd.jpg", "odd.jpg", 3, NULL);
    assert_int_equal(f->t.scene->image_count, 4);
    assert_image(f, 0, "Wood", 2);
    assert_image(f, 1, "wood.v2", 2);
    assert_image(f, 2, "tall", 1);
    assert_image(f, 3, "odd.jpg", 2);
    assert_int_equal(f->t.found.data[0].file.size, sizeof bmp);
    assert_int_equal(tlb_diagnostic_count(f->context), 0);
}

static void several_names_may_lead_to_one_image(void **state)
{
    texture_fixture *f = *state;
    add_file(f->t.assets, "game/wood.bmp", bmp, sizeof bmp);
    assert_int_equal(find(f, "wood", 0), 0);
    assert_int_equal(find(f, "WOOD", 1), 0);
    assert_int_equal(find(f, "wood.bmp", 2), 0);
    assert_int_equal(find(f, "skins/wood.tga", 3), 0);
    assert_int_equal(f->t.found.count, 1);
    assert_int_equal(f->t.scene->image_count, 1);
    assert_texture(f, 0, "wood", "wood", 0, NULL);
}

static tlb_status give_wall(void *user, const char *name, tlb_bytes *bytes)
{
    (void)user;
    if (strcmp(name, "wall.bmp") != 0)
        return TLB_NOT_FOUND;
    *bytes = (tlb_bytes){bmp, sizeof bmp};
    return TLB_OK;
}

/* Two places have a file of the same path; which one it is, its bytes tell. */
static void files_of_one_path_are_told_by_their_bytes(void **state)
{
    texture_fixture *f = *state;
    assert_int_equal(tlb_assets_add_finder(f->t.assets, give_wall, NULL), TLB_OK);
    add_file(f->t.assets, "wall.bmp", top_down_bmp, sizeof top_down_bmp);
    assert_int_equal(find(f, "wall.bmp", 0), 0);
    assert_int_equal(find(f, "other/wall.bmp", 1), 1);
    assert_int_equal(find(f, "another/wall.bmp", 2), 1);
    assert_int_equal(f->t.scene->image_count, 2);
    assert_image(f, 0, "wall", 2);
    assert_image(f, 1, "wall", 1);
}

/* Each is reported once, and all show one checkerboard. */
static void missing_textures_share_a_placeholder(void **state)
{
    texture_fixture *f = *state;
    add_file(f->t.assets, "wood.bmp", bmp, sizeof bmp);
    assert_int_equal(find(f, "wood", 0), 0);
    assert_int_equal(find(f, "skins/none.bmp", 4), 1);
    assert_int_equal(find(f, "SKINS\\none.BMP", 5), 1);
    assert_int_equal(find(f, "void\xff", 70000), 2);
    assert_int_equal(find(f, "", 7), 3);
    assert_int_equal(find(f, "skins/", 8), 4);
    assert_texture(f, 1, "none.bmp", "skins/none.bmp", 1, "skins/none.bmp");
    assert_texture(f, 2, "void\xc3\xbf", "void\xff", 1, "void\xc3\xbf");
    assert_texture(f, 3, "unnamed", "", 1, "");
    assert_texture(f, 4, "unnamed", "skins/", 1, "skins/");
    assert_int_equal(f->t.scene->image_count, 2);
    assert_string_equal(f->t.scene->images[1].name, "placeholder");
    assert_int_equal(f->t.placeholder, 2);
    assert_int_equal(tlb_diagnostic_count(f->context), 4);
    assert_said(f, 0, "ASSET_MISSING", "materials[4]", "texture \"none.bmp\" not found");
    assert_said(f, 1, "ASSET_MISSING", "materials[70000]", "texture \"void\xc3\xbf\" not found");
    assert_said(f, 2, "ASSET_MISSING", "materials[7]", "texture \"unnamed\" not found");
    assert_said(f, 3, "ASSET_MISSING", "materials[8]", "texture \"unnamed\" not found");
    assert_string_equal(tlb_diagnostic_at(f->context, 0)->remedy.option, "assets");
    assert_string_equal(tlb_diagnostic_at(f->context, 0)->remedy.value, "FOLDER");
}

/* Reported as what it is, not as missing. */
static void damaged_textures_show_the_placeholder(void **state)
{
    texture_fixture *f = *state;
    add_file(f->t.assets, "game/bad.bmp", bmp, sizeof bmp / 2);
    assert_int_equal(find(f, "bad", 0), 0);
    assert_int_equal(find(f, "bad", 0), 0);
    assert_texture(f, 0, "bad", "bad", 0, "bad");
    assert_int_equal(f->t.scene->image_count, 1);
    assert_int_equal(tlb_diagnostic_count(f->context), 1);
    assert_int_equal(tlb_diagnostic_at(f->context, 0)->code, TLB_CODE_BAD_IMAGE);
    assert_non_null(strstr(tlb_diagnostic_at(f->context, 0)->message, "game/bad.bmp"));
}

static void a_placeholder_is_made_where_there_is_none(void **state)
{
    texture_fixture *f = *state;
    int32_t image = 5;
    assert_int_equal(tlb_find_placeholder(f->context, f->t.scene, &image), TLB_OK);
    assert_int_equal(image, 5);
    assert_int_equal(f->t.scene->image_count, 0);
    image = TLB_NONE;
    assert_int_equal(tlb_find_placeholder(f->context, f->t.scene, &image), TLB_OK);
    assert_int_equal(image, 0);
    assert_int_equal(f->t.scene->image_count, 1);
    tlb_found_texture there = {.path = "x", .image = 3, .missing = "x"};
    assert_true(tlb_texture_add_placeholder(&f->t, &there));
    assert_int_equal(there.image, 3);
    assert_null(there.missing);
    assert_int_equal(f->t.placeholder, 0);
}

/* --- a loader of the caller's -------------------------------------------------------------------------- */

typedef struct loader {
    int loads;
    char last[64];
} loader;

/* Files are as wide as they have bytes; those that begin with "x" cannot be loaded. */
static tlb_status load(void *user, tlb_arena *arena, tlb_bytes file, tlb_image *image)
{
    loader *l = user;
    (void)arena;
    l->loads++;
    strncpy(l->last, image->name, sizeof l->last - 1);
    image->width = (uint32_t)file.size;
    return file.data[0] == 'x' ? TLB_INVALID : TLB_OK;
}

static void loaders_of_the_caller_take_any_file(void **state)
{
    texture_fixture *f = *state;
    loader l = {0};
    f->t.load = load;
    f->t.user = &l;
    f->t.extensions = NULL;
    add_file(f->t.assets, "first/a.bmp", "own", 3);
    add_file(f->t.assets, "first/b.bmp", "x", 1);
    assert_int_equal(find(f, "a.bmp", 0), 0);
    assert_int_equal(find(f, "a.bmp", 0), 0);
    assert_int_equal(l.loads, 1);
    assert_string_equal(l.last, "first/a.bmp");
    assert_image(f, 0, "a.bmp", 3);
    assert_int_equal(find(f, "b.bmp", 1), 1);
    assert_int_equal(l.loads, 2);
    assert_texture(f, 1, "b.bmp", "b.bmp", 1, "b.bmp");
    assert_string_equal(f->t.scene->images[1].name, "placeholder");
    assert_int_equal(tlb_diagnostic_count(f->context), 0); /* it is the loader that reports */
}

/* --- memory --------------------------------------------------------------------------------------------- */

static tlb_status find_all(tlb_context *context, const void *subject, collected *made)
{
    static const char *const names[] = {"wood.bmp", "skins/wood", "none", "bad", "void\xff"};
    tlb_arena work;
    int32_t place;
    (void)subject;
    tlb_arena_init(&work, context->account);
    tlb_assets *assets = tlb_assets_create(context);
    tlb_scene *scene = tlb_scene_create(context);
    tlb_textures t = {.context = context,
                      .assets = assets,
                      .scene = scene,
                      .work = &work,
                      .extensions = extensions,
                      .beside = "game/hall.dts"};
    bool done = assets && scene &&
                !tlb_assets_add_memory(assets, "game/wood.bmp", (tlb_bytes){bmp, sizeof bmp}) &&
                !tlb_assets_add_memory(assets, "game/bad.bmp", (tlb_bytes){bmp, sizeof bmp / 2});
    for (size_t i = 0; done && i < sizeof names / sizeof *names; i++) {
        done = tlb_texture_find(&t, names[i], "materials", (uint32_t)i, &place);
        if (done)
            collect(made, &place, sizeof place);
    }
    for (uint32_t i = 0; done && i < t.found.count; i++) {
        const tlb_found_texture *found = &t.found.data[i];
        collect(made, &found->image, sizeof found->image);
        collect(made, &found->file.size, sizeof found->file.size);
        collect(made, found->name, strlen(found->name));
        collect(made, found->missing ? found->missing : "-", found->missing ? strlen(found->missing) : 1);
    }
    for (uint32_t i = 0; done && i < scene->image_count; i++)
        collect(made, scene->images[i].name, strlen(scene->images[i].name));
    assert_true(done || !assets || !scene || work.failure || tlb_scene_arena(scene)->failure ||
                assets->arena.failure);
    tlb_assets_free(assets);
    tlb_scene_free(scene);
    tlb_arena_release(&work);
    return done ? TLB_OK : TLB_NO_MEMORY; /* what is only for a message does without */
}

static void textures_need_their_memory(void **state)
{
    (void)state;
    assert_refused_or_same(find_all, NULL);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(images_are_named_after_their_textures),     TEST(several_names_may_lead_to_one_image),
        TEST(files_of_one_path_are_told_by_their_bytes), TEST(missing_textures_share_a_placeholder),
        TEST(damaged_textures_show_the_placeholder),     TEST(a_placeholder_is_made_where_there_is_none),
        TEST(loaders_of_the_caller_take_any_file),       TEST(textures_need_their_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

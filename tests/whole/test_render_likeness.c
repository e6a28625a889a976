/* Every sample looks as its reference picture in tests/render, as likeness.h measures it. A sample that is
 * added needs one too. Where the machine cannot draw, the test is skipped.
 *
 * The pictures are written anew with TLB_NEW_PICTURES set in the environment (tools/new_pictures.sh). */
#include "image/image.h"
#include "files.h"
#include "likeness.h"
#include "drawing.h"
#include "scenes.h"
#include "options_text.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct fixture {
    tlb_context *context;
    tlb_arena arena;
    uint32_t others; /* pictures that are not like theirs */
} fixture;

static int set_up(void **state)
{
    static fixture f;
    f = (fixture){.context = tlb_context_create(NULL)};
    tlb_arena_init(&f.arena, f.context->account);
    *state = &f;
    return 0;
}

static int tear_down(void **state)
{
    fixture *f = *state;
    tlb_arena_release(&f->arena);
    tlb_context_free(f->context);
    return 0;
}

/* --- one picture ------------------------------------------------------------------------------------- */

static tlb_image decode(fixture *f, tlb_bytes file)
{
    tlb_image image = {0};
    if (tlb_image_decode(f->context, &f->arena, file, &image) != TLB_OK)
        return (tlb_image){0};
    if (image.format != TLB_PIXELS_INDEXED)
        return image;
    const uint8_t *indices = image.pixels;
    size_t count = (size_t)image.width * image.height;
    image.format = TLB_PIXELS_RGBA;
    image.pixels = tlb_alloc_array(&f->arena, count, 4);
    for (size_t i = 0; i < count; i++)
        memcpy(image.pixels + i * 4, image.palette[indices[i]], 4);
    return image;
}

static void save(tlb_bytes file, const char *path)
{
    FILE *out = fopen(path, "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(file.data, 1, file.size, out), file.size);
    fclose(out);
}

static bool exists(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (file)
        fclose(file);
    return file != NULL;
}

/* One that is not as it should be is reported, and the others are looked at nevertheless. */
static void compare(fixture *f, const tlb_file *made)
{
    const char *path = tlb_arena_printf(&f->arena, "tests/render/%s", made->name);
    if (getenv("TLB_NEW_PICTURES")) {
        save(made->bytes, path);
        return;
    }
    int difference = 255;
    if (exists(path)) {
        bytes_copy file = load_file(path);
        tlb_image is = decode(f, made->bytes), was = decode(f, (tlb_bytes){file.data, file.size});
        difference = unlikeness(&is, &was);
        free(file.data);
    }
    if (difference <= LOOKS_SAME)
        return;
    f->others++;
    print_message("%s differs by %d\n", path, difference);
}

/* --- samples ----------------------------------------------------------------------------------------- */

typedef struct look {
    const char *sample, *name; /* what is added to the sample's name */
    option_text options[4];
    size_t option_count;
} look;

static void check_look(fixture *f, const look *l)
{
    tlb_convert_options options;
    assert_int_equal(options_from_text(f->context, l->options, l->option_count, &options), TLB_OK);
    tlb_png_write_options drawing = *TLB_OPTIONS_OF(options.named, tlb_png_write_options);
    drawing.size = (tlb_size_option){240, 180};
    options.to = &drawing.head;
    options.assets = tlb_assets_create(f->context);
    tlb_document *document;
    tlb_files *files;
    const char *name = tlb_arena_printf(&f->arena, "%s%s%s.png", strrchr(l->sample, '/') + 1,
                                        l->name ? "-" : "", l->name ? l->name : "");
    assert_int_equal(tlb_assets_add(options.assets, "samples/textures"), TLB_OK);
    assert_int_equal(tlb_assets_add_beside(options.assets, l->sample), TLB_OK);
    assert_int_equal(tlb_open_path(f->context, l->sample, NULL, &document), TLB_OK);
    assert_int_equal(tlb_convert(document, tlb_format_by_name("png"), name, &options, &files), TLB_OK);
    for (uint32_t i = 0; i < files->count; i++)
        compare(f, &files->data[i]);
    tlb_files_free(files);
    tlb_document_free(document);
    tlb_assets_free(options.assets);
}

/* That can be shown; PNG pictures are what they are. */
static bool is_shown(tlb_context *context, const char *path)
{
    const tlb_format *format = tlb_probe_path(context, path);
    const tlb_format_info *info = format ? tlb_format_info_of(format) : NULL;
    return info && info->abilities & TLB_CAN_EXPORT_SCENE && strcmp(info->name, "png") != 0;
}

static void every_sample_looks_as_it_did(void **state)
{
    fixture *f = *state;
    file_list list = list_files("samples");
    uint32_t count = 0;
    for (size_t i = 0; i < list.count; i++)
        if (is_shown(f->context, list.paths[i])) {
            check_look(f, &(look){.sample = list.paths[i]});
            count++;
        }
    free_files(&list);
    assert_true(count > 20);
    assert_int_equal(f->others, 0);
}

static void samples_look_as_they_did_otherwise_too(void **state)
{
    static const look looks[] = {
        {"samples/rooms.dif", "inside", {{"view", "inside"}}, 1},
        {"samples/rooms.dif", "collision", {{"collision", ""}, {"background", "transparent"}}, 2},
        {"samples/rooms.dif", "zones", {{"zones", ""}, {"view", "top"}}, 2},
        {"samples/rooms.dif", "wireframe", {{"wireframe", ""}, {"view", "front"}}, 2},
        {"samples/courtyard.roo", "inside", {{"view", "inside"}}, 1},
        {"samples/courtyard.roo", "zones", {{"zones", ""}, {"view", "top"}}, 2},
        {"samples/darkstar/hall.dis", "inside", {{"view", "inside"}}, 1},
        {"samples/windmill.dts", "moved", {{"time", "0.7"}}, 1},
        {"samples/windmill.dts", "collision", {{"collision", ""}}, 1},
        {"samples/trilobite.iqm", "moved", {{"time", "0.5"}}, 1},
        {"samples/lighthouse.nff", "back", {{"view", "back"}}, 1},
    };
    fixture *f = *state;
    for (size_t i = 0; i < sizeof looks / sizeof *looks; i++)
        check_look(f, &looks[i]);
    assert_int_equal(f->others, 0);
}

static void everything_looks_as_it_did(void **state)
{
    fixture *f = *state;
    tlb_scene *scene = make_everything(f->context);
    tlb_convert_options options;
    assert_int_equal(
        options_from_text(f->context, (option_text[]){{"size", "320x240"}, {"time", "0.5"}}, 2, &options),
        TLB_OK);
    tlb_files *files;
    assert_int_equal(
        tlb_scene_write(f->context, scene, tlb_format_by_name("png"), "everything.png", &options, &files),
        TLB_OK);
    compare(f, files->data);
    tlb_files_free(files);
    tlb_scene_free(scene);
    assert_int_equal(f->others, 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(everything_looks_as_it_did),
        TEST(every_sample_looks_as_it_did),
        TEST(samples_look_as_they_did_otherwise_too),
    };
    if (can_draw())
        return cmocka_run_group_tests(tests, NULL, NULL);
    return lacking("gl");
}

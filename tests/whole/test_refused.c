/* Memory that is refused, by the system or by a limit: it ends the call, which says by which, and no later
 * one. What cannot be used, such as a picture of too many pixels, ends no conversion. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "fault.h"
#include "files.h"

#define ONE_PIXEL                                                                                            \
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
#define TOO_MANY_PIXELS   "iVBORw0KGgoAAAANSUhEUgABAAAAAQAAAQAAAAAAAAAA"
#define EMBEDDED(picture) "data:image/png;base64," picture
#define GLTF(uri)                                                                                            \
    "{\"asset\":{\"version\":\"2.0\"},\"extras\":{\"made\":[1,\"by hand\"]},\"images\":[{\"uri\":\"" uri     \
    "\"}]}"

typedef struct fixture {
    uint64_t left; /* allocations that succeed */
    tlb_context *context;
    tlb_document *document;
} fixture;

static void begin(fixture *f)
{
    tlb_context_options options = TLB_CONTEXT_OPTIONS_INIT;
    *f = (fixture){.left = UINT64_MAX};
    options.allocator = scarce_allocator(&f->left);
    f->context = tlb_context_create(&options);
}

static void open_gltf(fixture *f, const char *text)
{
    assert_int_equal(tlb_open_memory(f->context, text, strlen(text), "made.gltf", NULL, &f->document),
                     TLB_OK);
}

static void end(fixture *f)
{
    tlb_document_free(f->document);
    tlb_context_free(f->context);
}

static collected info_of(tlb_document *document)
{
    collected text = {0};
    const tlb_value *info;
    assert_int_equal(tlb_info(document, &info), TLB_OK);
    assert_int_equal(tlb_value_json(tlb_document_context(document), info, true, (tlb_sink){collect, &text}),
                     TLB_OK);
    return text;
}

/* What is left of the document's memory is used up, and then no more is given. */
static void let_info_fail(fixture *f)
{
    tlb_status status;
    const tlb_value *info;
    f->left = 0;
    while (!(status = tlb_info(f->document, &info)))
        ;
    assert_int_equal(status, TLB_NO_MEMORY);
    f->left = UINT64_MAX;
    assert_true(tlb_arena_failed(tlb_document_arena(f->document)));
}

static void assert_shows(tlb_document *document, const char *path, const char *expected)
{
    collected text = {0};
    assert_int_equal(tlb_dump(document, path, (tlb_sink){collect, &text}), TLB_OK);
    assert_int_equal(text.size, strlen(expected));
    assert_memory_equal(text.data, expected, text.size);
    free(text.data);
}

/* The picture's file, or else the checkerboard. */
static void assert_picture(tlb_document *document, tlb_assets *assets, bool is_loaded)
{
    const tlb_convert_options options = {.struct_size = sizeof options, .assets = assets};
    tlb_scene *scene;
    assert_int_equal(tlb_document_scene(document, &options, &scene), TLB_OK);
    assert_int_equal(scene->image_count, 1);
    assert_int_equal(scene->images[0].encoded.size != 0, is_loaded);
    assert_int_equal(scene->images[0].pixels != NULL, !is_loaded);
    tlb_scene_free(scene);
}

static void a_document_is_as_good_as_before(void **state)
{
    (void)state;
    fixture f;
    begin(&f);
    open_gltf(&f, GLTF(EMBEDDED(ONE_PIXEL)));
    collected before = info_of(f.document);
    let_info_fail(&f);
    collected after = info_of(f.document);
    assert_int_equal(before.size, after.size);
    assert_memory_equal(before.data, after.data, after.size);
    assert_picture(f.document, NULL, true);
    assert_int_equal(tlb_check(f.document, NULL), TLB_OK);
    assert_int_equal(tlb_edit(f.document, (const char *const[]){"extras.made=[2,\"again\"]"}, 1), TLB_OK);
    assert_shows(f.document, "extras.made[1]", "\"again\"\n");
    assert_int_equal(tlb_edit(f.document, (const char *const[]){"extensionsUsed=[\"EXT_texture_webp\"]"}, 1),
                     TLB_OK);
    assert_shows(f.document, "extensionsUsed[0]", "\"EXT_texture_webp\"\n");
    free(before.data);
    free(after.data);
    end(&f);
}

static void an_edit_without_memory_can_be_repeated(void **state)
{
    (void)state;
    static const char *const edits[] = {"extras.made=[2,\"again\"]"};
    tlb_status status = TLB_NO_MEMORY;
    for (uint64_t most = 0; status; most++) {
        fixture f;
        begin(&f);
        open_gltf(&f, GLTF(EMBEDDED(ONE_PIXEL)));
        f.left = most;
        status = tlb_edit(f.document, edits, 1);
        f.left = UINT64_MAX;
        if (status)
            assert_int_equal(status, TLB_NO_MEMORY);
        assert_int_equal(tlb_edit(f.document, edits, 1), TLB_OK);
        assert_shows(f.document, "extras.made[1]", "\"again\"\n");
        end(&f);
    }
}

static void names_of_an_archive_are_made_again(void **state)
{
    (void)state;
    const char *const *names;
    tlb_members members;
    tlb_status status = TLB_NO_MEMORY;
    for (uint64_t most = 0; status; most++) {
        fixture f;
        begin(&f);
        assert_int_equal(tlb_open_path(f.context, "fuzz/seeds/vol/odd-pvol.vol", NULL, &f.document), TLB_OK);
        f.left = most;
        status = tlb_archive_file_names(f.document, &names);
        f.left = UINT64_MAX;
        if (status)
            assert_int_equal(status, TLB_NO_MEMORY);
        assert_int_equal(tlb_archive_file_names(f.document, &names), TLB_OK);
        assert_int_equal(tlb_archive_list(f.document, &members), TLB_OK);
        for (uint32_t i = 0; i < members.count; i++)
            assert_non_null(names[i]);
        end(&f);
    }
}

/* An arena of the caller's has failed for good, and can be used all the same. */
static void an_arena_that_failed_serves_later_calls(void **state)
{
    (void)state;
    fixture f;
    begin(&f);
    tlb_paths paths;
    tlb_arena *arena = tlb_arena_create(f.context);
    assert_null(tlb_alloc_array(arena, SIZE_MAX / 2, 3));
    assert_int_equal(tlb_report_memory(f.context, arena), TLB_LIMIT);
    assert_int_equal(tlb_folder_files(f.context, arena, "samples/textures", &paths), TLB_OK);
    assert_true(paths.count > 0);
    f.left = 0;
    tlb_status status;
    while (!(status = tlb_folder_files(f.context, arena, "samples/textures", &paths)))
        ;
    assert_int_equal(status, TLB_NO_MEMORY);
    assert_int_equal(tlb_report_memory(f.context, arena), TLB_NO_MEMORY);
    f.left = UINT64_MAX;
    assert_int_equal(tlb_folder_files(f.context, arena, "samples/textures", &paths), TLB_OK);
    assert_true(tlb_arena_failed(arena));
    tlb_arena_free(arena);
    end(&f);
}

static void assets_that_found_no_memory_find_later(void **state)
{
    (void)state;
    static const char pixel[] = "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1\b\6\0\0\0\x1f\x15\xc4\x89";
    fixture f;
    begin(&f);
    open_gltf(&f, GLTF("pixel.png"));
    tlb_assets *assets = tlb_assets_create(f.context);
    const tlb_convert_options options = {.struct_size = sizeof options, .assets = assets};
    tlb_scene *scene;
    assert_int_equal(
        tlb_assets_add_memory(assets, "pixel.png", (tlb_bytes){(const uint8_t *)pixel, sizeof pixel - 1}),
        TLB_OK);
    tlb_status status = TLB_NO_MEMORY;
    for (uint64_t most = 0; status; most++) {
        f.left = most;
        status = tlb_document_scene(f.document, &options, &scene);
        f.left = UINT64_MAX;
        if (status)
            assert_int_equal(status, TLB_NO_MEMORY);
        else
            assert_true(scene->images[0].encoded.size != 0);
        tlb_scene_free(scene);
        assert_picture(f.document, assets, true);
    }
    tlb_assets_free(assets);
    end(&f);
}

static void a_picture_that_is_too_large_is_replaced(void **state)
{
    (void)state;
    fixture f;
    begin(&f);
    open_gltf(&f, GLTF(EMBEDDED(TOO_MANY_PIXELS)));
    assert_picture(f.document, NULL, false);
    assert_int_equal(tlb_code_total(tlb_document_context(f.document), TLB_CODE_BAD_IMAGE), 1);
    let_info_fail(&f);
    assert_picture(f.document, NULL, false);
    end(&f);
}

/* With more and more allocations allowed: no picture is replaced because there was no memory for it. */
static void every_limit_is_told(void **state)
{
    (void)state;
    static const char *const texts[] = {GLTF(EMBEDDED(ONE_PIXEL)), GLTF(EMBEDDED(TOO_MANY_PIXELS))};
    for (int i = 0; i < 2; i++) {
        tlb_status status = TLB_LIMIT;
        for (uint64_t most = 1; status; most++) {
            tlb_context *context = tlb_context_create(
                &(tlb_context_options){.struct_size = sizeof(tlb_context_options), .max_allocations = most});
            tlb_document *document;
            tlb_scene *scene = NULL;
            status = tlb_open_memory(context, texts[i], strlen(texts[i]), "made.gltf", NULL, &document);
            if (!status)
                status = tlb_document_scene(document, NULL, &scene);
            if (status)
                assert_int_equal(status, TLB_LIMIT);
            else
                assert_int_equal(scene->images[0].encoded.size != 0, i == 0);
            tlb_scene_free(scene);
            tlb_document_free(document);
            tlb_context_free(context);
        }
    }
}

static void samples_are_refused_by_limits(void **state)
{
    (void)state;
    static const char *const paths[] = {"fuzz/seeds/dts/bare-v8.dts",    "fuzz/seeds/bgf/everything.bgf",
                                        "fuzz/seeds/map/everything.map", "fuzz/seeds/iqm/full-v2-1.iqm",
                                        "fuzz/seeds/roo/bare-v14.roo",   "fuzz/seeds/torque-dts/cock-v24.dts",
                                        "fuzz/seeds/nff/random-1.nff",   "fuzz/seeds/obj/everything.obj",
                                        "fuzz/seeds/dif/bare-v0.dif",    "fuzz/seeds/glb/triangle.glb"};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        bytes_copy file = load_file(paths[i]);
        tlb_status status = TLB_LIMIT;
        for (uint64_t most = 1; status; most += most / 64 + 1) {
            tlb_context *context = tlb_context_create(
                &(tlb_context_options){.struct_size = sizeof(tlb_context_options), .max_allocations = most});
            tlb_document *document;
            tlb_files *files = NULL;
            const tlb_value *info;
            status = tlb_open_memory(context, file.data, file.size, paths[i], NULL, &document);
            if (!status)
                status = tlb_info(document, &info);
            if (!status)
                status = tlb_check(document, NULL);
            if (!status)
                status = tlb_convert(document, tlb_format_by_name("glb"), "model", NULL, &files);
            if (status && status != TLB_LIMIT)
                fail_msg("%s, %llu allocations: %s", paths[i], (unsigned long long)most,
                         tlb_status_text(status));
            tlb_files_free(files);
            tlb_document_free(document);
            tlb_context_free(context);
        }
        free(file.data);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_document_is_as_good_as_before),
        cmocka_unit_test(an_edit_without_memory_can_be_repeated),
        cmocka_unit_test(names_of_an_archive_are_made_again),
        cmocka_unit_test(an_arena_that_failed_serves_later_calls),
        cmocka_unit_test(assets_that_found_no_memory_find_later),
        cmocka_unit_test(a_picture_that_is_too_large_is_replaced),
        cmocka_unit_test(every_limit_is_told),
        cmocka_unit_test(samples_are_refused_by_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

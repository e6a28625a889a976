/* Models on a file system of the caller's, and in memory, become the same bytes as from disk. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/context.h"
#include "files.h"
#include "temporary.h"
#include "virtual_files.h"

typedef struct fixture {
    tlb_context *disk;  /* of the operating system's files */
    tlb_context *own;   /* of `files`, which have the same paths */
    tlb_arena arena;    /* of `disk` */
    const char *folder; /* a new one on disk */
    virtual_files files;
} fixture;

static int enter(void **state)
{
    static fixture f;
    f = (fixture){0};
    *state = &f;
    if (!begin_in_folder(&f.disk, &f.arena, &f.folder))
        return -1;
    f.own = tlb_context_create(&(tlb_context_options){.struct_size = sizeof(tlb_context_options),
                                                      .files = virtual_file_system(&f.files)});
    return f.own ? 0 : -1;
}

static int leave(void **state)
{
    fixture *f = *state;
    assert_int_equal(f->files.lent, 0);
    tlb_diagnostics_clear(f->own);
    assert_int_equal(tlb_memory_now(f->own), 0);
    tlb_context_free(f->own);
    end_in_folder(f->disk, &f->arena, f->folder);
    return 0;
}

/* A file of the disk, at the same path. */
static void mirror(fixture *f, const char *path)
{
    bytes_copy copy = load_file(path);
    uint8_t *data = tlb_alloc(&f->arena, copy.size);
    memcpy(data, copy.data, copy.size);
    virtual_add(&f->arena, &f->files, path, (tlb_bytes){data, copy.size});
    free(copy.data);
}

static void mirror_all(fixture *f, const char *folder)
{
    file_list list = list_files(folder);
    assert_true(list.count > 0);
    for (size_t i = 0; i < list.count; i++)
        mirror(f, list.paths[i]);
    free_files(&list);
}

static tlb_files *convert(tlb_context *context, const char *path, bool beside, const char *assets,
                          const char *format)
{
    tlb_convert_options options = TLB_CONVERT_OPTIONS_INIT;
    tlb_document *document = NULL;
    tlb_files *files = NULL;
    tlb_status status = tlb_open_path(context, path, NULL, &document);
    if (!status && assets) {
        options.assets = tlb_assets_create(context);
        status = beside ? tlb_assets_add_beside(options.assets, path) : TLB_OK;
        if (!status)
            status = tlb_assets_add(options.assets, assets);
    }
    if (!status)
        status = tlb_convert(document, tlb_format_by_name(format), "model", &options, &files);
    if (status)
        print_diagnostics(context);
    assert_int_equal(status, TLB_OK);
    tlb_assets_free(options.assets);
    tlb_document_free(document);
    return files;
}

static void assert_same_files(const tlb_files *a, const tlb_files *b)
{
    assert_int_equal(a->count, b->count);
    for (uint32_t i = 0; i < a->count; i++) {
        assert_string_equal(a->data[i].name, b->data[i].name);
        assert_int_equal(a->data[i].bytes.size, b->data[i].bytes.size);
        assert_memory_equal(a->data[i].bytes.data, b->data[i].bytes.data, a->data[i].bytes.size);
    }
}

/* From disk and from the file system: the same files and diagnostics. */
static void assert_same(fixture *f, const char *path, const char *assets, const char *format)
{
    tlb_diagnostics_clear(f->disk);
    tlb_files *expected = convert(f->disk, path, true, assets, format);
    for (int lends = 0; lends < 2; lends++) {
        f->files.lends = lends;
        tlb_diagnostics_clear(f->own);
        tlb_files *made = convert(f->own, path, true, assets, format);
        assert_same_files(made, expected);
        assert_int_equal(tlb_diagnostic_count(f->own), tlb_diagnostic_count(f->disk));
        assert_int_equal(tlb_code_total(f->own, TLB_CODE_ASSET_MISSING),
                         tlb_code_total(f->disk, TLB_CODE_ASSET_MISSING));
        tlb_files_free(made);
    }
    tlb_files_free(expected);
}

static void a_shape_in_a_volume(void **state)
{
    fixture *f = *state;
    mirror(f, "samples/outpost.vol");
    assert_same(f, "samples/outpost.vol/windmill.dts", NULL, "glb");
    assert_same(f, "samples/outpost.vol/hall.dis", NULL, "glb");
}

static void a_shape_with_textures_elsewhere(void **state)
{
    fixture *f = *state;
    mirror(f, "samples/windmill.dts");
    mirror_all(f, "samples/textures");
    mirror_all(f, "samples/darkstar");
    mirror(f, "samples/outpost.vol");
    assert_same(f, "samples/windmill.dts", "samples/textures", "glb");
    assert_same(f, "samples/windmill.dts", "samples/outpost.vol", "glb");
    assert_same(f, "samples/darkstar/hall.dis", NULL, "glb");
    assert_same(f, "samples/darkstar/brick.bmp", NULL, "png");
}

/* Converts to disk first, then back from both. */
static void converts_back(fixture *f, const char *format, const char *name)
{
    tlb_convert_options options = TLB_CONVERT_OPTIONS_INIT;
    tlb_document *document;
    tlb_files *files;
    options.assets = tlb_assets_create(f->disk);
    assert_int_equal(tlb_assets_add(options.assets, "samples/textures"), TLB_OK);
    assert_int_equal(tlb_open_path(f->disk, "samples/windmill.dts", NULL, &document), TLB_OK);
    assert_int_equal(tlb_convert(document, tlb_format_by_name(format), name, &options, &files), TLB_OK);
    assert_true(files->count > 2);
    assert_int_equal(tlb_files_save(f->disk, files, f->folder, false), TLB_OK);
    tlb_files_free(files);
    tlb_document_free(document);
    tlb_assets_free(options.assets);
    mirror_all(f, f->folder);
    assert_same(f, tlb_arena_printf(&f->arena, "%s/%s", f->folder, name), NULL, "glb");
}

static void an_obj_with_materials(void **state)
{
    converts_back(*state, "obj", "model.obj");
}

static void a_gltf_with_buffers(void **state)
{
    converts_back(*state, "gltf", "model.gltf");
}

static void other_documents_read_others(void **state)
{
    fixture *f = *state;
    mirror_all(f, "samples");
    assert_same(f, "samples/lighthouse.nff", "samples/textures", "glb"); /* a table of materials */
    assert_same(f, "samples/torque/weathercock.dts", NULL, "glb");       /* sequences */
    assert_same(f, "samples/courtyard.roo", "samples/textures", "glb");  /* BGF */
    assert_same(f, "samples/darkstar/hills.dtf", NULL, "glb");           /* blocks */
}

/* --- in memory --------------------------------------------------------------------------------------- */

static tlb_status find(void *user, const char *name, tlb_bytes *bytes)
{
    const virtual_files *files = user;
    for (uint32_t i = 0; i < files->list.count; i++)
        if (strcmp(tlb_path_base(files->list.data[i].path), name) == 0) {
            *bytes = files->list.data[i].bytes;
            return TLB_OK;
        }
    return TLB_NOT_FOUND;
}

/* The model and all of `files` from memory: by name, or by a finder. */
static void assert_same_in_memory(fixture *f, const char *path, const char *assets, bool by_finder)
{
    tlb_convert_options options = TLB_CONVERT_OPTIONS_INIT;
    tlb_document *document;
    tlb_files *made, *expected = convert(f->disk, path, false, assets, "glb");
    bytes_copy model = load_file(path);
    options.assets = tlb_assets_create(f->disk);
    if (by_finder)
        assert_int_equal(tlb_assets_add_finder(options.assets, find, &f->files), TLB_OK);
    for (uint32_t i = 0; i < f->files.list.count && !by_finder; i++)
        assert_int_equal(
            tlb_assets_add_memory(options.assets, f->files.list.data[i].path, f->files.list.data[i].bytes),
            TLB_OK);
    assert_int_equal(tlb_open_memory(f->disk, model.data, model.size, path, NULL, &document), TLB_OK);
    assert_int_equal(tlb_convert(document, tlb_format_by_name("glb"), "model", &options, &made), TLB_OK);
    assert_same_files(made, expected);
    assert_int_equal(tlb_code_total(f->disk, TLB_CODE_ASSET_MISSING), 0);
    tlb_files_free(made);
    tlb_files_free(expected);
    tlb_document_free(document);
    tlb_assets_free(options.assets);
    free(model.data);
}

static void textures_come_from_memory(void **state)
{
    fixture *f = *state;
    mirror_all(f, "samples/textures");
    assert_same_in_memory(f, "samples/windmill.dts", "samples/textures", false);
    assert_same_in_memory(f, "samples/windmill.dts", "samples/textures", true);
    assert_same_in_memory(f, "samples/rooms.dif", "samples/textures", true);
}

/* Bitmaps and their palette are in a volume, which is in memory. */
static void volumes_may_be_in_memory(void **state)
{
    fixture *f = *state;
    mirror(f, "samples/outpost.vol");
    assert_same_in_memory(f, "samples/windmill.dts", "samples/outpost.vol", false);
}

static void a_damaged_volume_in_memory_is_left_out(void **state)
{
    static const char *const damaged[] = {"PVOL\xff\xff\xff\xff", ""};
    fixture *f = *state;
    for (size_t i = 0; i < sizeof damaged / sizeof *damaged; i++) {
        tlb_assets *assets = tlb_assets_create(f->own);
        tlb_convert_options options = TLB_CONVERT_OPTIONS_INIT;
        tlb_document *document;
        tlb_scene *scene;
        tlb_diagnostics_clear(f->own);
        f->files.list.count = 0;
        mirror(f, "samples/windmill.dts");
        options.assets = assets;
        assert_int_equal(tlb_assets_add_memory(assets, "bad.vol",
                                               (tlb_bytes){(const uint8_t *)damaged[i], strlen(damaged[i])}),
                         TLB_OK);
        assert_int_equal(tlb_open_path(f->own, "samples/windmill.dts", NULL, &document), TLB_OK);
        assert_int_equal(tlb_document_scene(document, &options, &scene), TLB_OK);
        assert_int_equal(tlb_code_total(f->own, TLB_CODE_ARCHIVE_SKIPPED), 1);
        assert_true(tlb_code_total(f->own, TLB_CODE_ASSET_MISSING) > 0);
        tlb_scene_free(scene);
        tlb_document_free(document);
        tlb_assets_free(assets);
    }
}

/* --- failures ---------------------------------------------------------------------------------------- */

static void failures_are_reported(void **state)
{
    fixture *f = *state;
    tlb_document *document;
    tlb_bytes bytes;
    mirror(f, "samples/windmill.dts");
    mirror(f, "samples/outpost.vol");
    f->files.failure = TLB_READ_FAILED;
    assert_int_equal(tlb_open_path(f->own, "samples/windmill.dts", NULL, &document), TLB_READ_FAILED);
    assert_string_equal(tlb_diagnostic_at(f->own, 0)->file, "samples/windmill.dts");
    assert_int_equal(tlb_open_path(f->own, "samples/outpost.vol/windmill.dts", NULL, &document),
                     TLB_READ_FAILED);
    assert_int_equal(tlb_path_read(f->own, "samples/windmill.dts", &bytes), TLB_READ_FAILED);
    assert_int_equal(tlb_code_total(f->own, TLB_CODE_CANNOT_READ), 3);
    f->files.failure = TLB_OK;
    assert_int_equal(tlb_open_path(f->own, "samples/none.dts", NULL, &document), TLB_NOT_FOUND);
    assert_int_equal(tlb_open_path(f->own, "README.md", NULL, &document), TLB_NOT_FOUND);
    assert_int_equal(tlb_path_read(f->own, "samples/outpost.vol/none", &bytes), TLB_NOT_FOUND);
    assert_ptr_equal(tlb_probe_path(f->own, "samples/windmill.dts"), tlb_format_by_name("dts"));
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, enter, leave)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_shape_in_a_volume),         TEST(a_shape_with_textures_elsewhere),
        TEST(an_obj_with_materials),       TEST(a_gltf_with_buffers),
        TEST(other_documents_read_others), TEST(textures_come_from_memory),
        TEST(volumes_may_be_in_memory),    TEST(a_damaged_volume_in_memory_is_left_out),
        TEST(failures_are_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

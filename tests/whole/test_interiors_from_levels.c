/* Levels compiled to Darkstar interiors: the files are sound, and rays through the tree hit what the surfaces
 * say. Our samples, or, with the argument `corpus`, levels of the corpus. */
#include "dig_rays.h"
#include "files.h"
#include "temporary.h"
#include "base/context.h"
#include "base/text.h"

#include <stdio.h>
#include <string.h>

static tlb_files *compile(tlb_context *context, const char *path, const char *textures)
{
    tlb_convert_options options = TLB_CONVERT_OPTIONS_INIT;
    tlb_document *map;
    tlb_files *files;
    options.assets = tlb_assets_create(context);
    assert_non_null(options.assets);
    if (textures)
        assert_int_equal(tlb_assets_add(options.assets, textures), TLB_OK);
    assert_int_equal(tlb_open_path(context, path, NULL, &map), TLB_OK);
    tlb_status status = tlb_convert(map, tlb_format_by_name("dis"), "made.dis", &options, &files);
    if (status)
        print_diagnostics(context);
    assert_int_equal(status, TLB_OK);
    tlb_document_free(map);
    tlb_assets_free(options.assets);
    return files;
}

/* Nothing is wrong, but that bitmaps are missing where the level's textures are. */
static void check_file(tlb_context *context, tlb_document *document)
{
    tlb_diagnostics_clear(context);
    assert_int_equal(tlb_check(document, NULL), TLB_OK);
    if (tlb_severity_total(context, TLB_ERROR) + tlb_severity_total(context, TLB_WARNING))
        print_diagnostics(context);
    assert_int_equal(tlb_severity_total(context, TLB_ERROR) + tlb_severity_total(context, TLB_WARNING), 0);
}

static void try_level(const char *path, const char *textures, int most)
{
    const double near = 0.005;
    folder_fixture *f;
    assert_int_equal(begin_folder((void **)&f), 0);
    tlb_files *files = compile(f->context, path, textures);
    assert_int_equal(tlb_files_save(f->context, files, f->folder, true), TLB_OK);
    for (size_t i = 0; i < files->count; i++) {
        char made[1024];
        dig_rays rays = {0};
        tlb_document *document;
        snprintf(made, sizeof made, "%s/%s", f->folder, files->data[i].name);
        assert_int_equal(tlb_open_path(f->context, made, NULL, &document), TLB_OK);
        check_file(f->context, document);
        if (tlb_document_dig(document)) {
            const tlb_dig *dig = tlb_document_dig(document);
            dig_rays_cast(dig, most, near, &rays);
            print_message("%s %s: %u surfaces, %u nodes, rays %u of %u, hits with a surface %u of %u\n",
                          tlb_path_base(path), files->data[i].name, dig->surfaces.count, dig->nodes.count,
                          rays.rays.same, rays.rays.all, rays.surfaces.same, rays.surfaces.all);
            assert_true(rays.rays.all > 0);
            assert_int_equal(rays.rays.same, rays.rays.all);
            assert_int_equal(rays.surfaces.same, rays.surfaces.all);
        }
        tlb_document_free(document);
    }
    tlb_files_free(files);
    end_folder((void **)&f);
}

static void samples_are_interiors(void **state)
{
    (void)state;
    try_level("samples/hut.map", "samples/textures", 5000);
    try_level("samples/platform.csx", NULL, 5000);
}

static void corpus_levels_are_interiors(void **state)
{
    static const char *const names[] = {"tutorial.base__test2.map", "starter.racing__racing__light.map",
                                        "tutorial.base__tube.map", "starter.fps__dock__dock_0.map",
                                        "starter.fps__bridge__bridge_0.map"};
    char folder[4096], path[4200], textures[4200];
    (void)state;
    corpus_folder("torque-sources", folder, sizeof folder);
    snprintf(textures, sizeof textures, "%s/textures", folder);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        try_level(path, textures, 2000);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(samples_are_interiors),
                                       cmocka_unit_test(corpus_levels_are_interiors)};
    (void)argv;
    if (!choose_tests(argc, "torque-sources"))
        return SKIPPED;
    return cmocka_run_group_tests(tests, NULL, NULL);
}

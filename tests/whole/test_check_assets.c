/* check with assets: files that a document names and that are not there, in every format that names some. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/context.h"
#include "dif_maker.h"
#include "files.h"

typedef struct example {
    const char *path, *field, *message; /* a name that leads nowhere without assets */
    uint64_t names;                     /* how many such there are, each counted once */
    const char *assets;                 /* where all of them are */
} example;

static const example examples[] = {
    {"samples/lighthouse.nff", "objects[2].mtable", "material table \"lighthouse\" not found", 4, "samples"},
    {"samples/lighthouse.nff", "objects[4].polygons[0].texture.name", "texture \"wall\" not found", 4,
     "samples"},
    {"samples/lighthouse.bff", "objects[2].mtable", "material table \"lighthouse\" not found", 4, "samples"},
    {"samples/darkstar/world.dml", "materials[0].file", "texture \"brick.bmp\" not found", 3, "samples"},
    {"samples/windmill.dts", "materialList.materials[0].file", "texture \"brick.bmp\" not found", 4,
     "samples"},
    {"samples/rooms.dif", "details[0].materials[0]", "texture \"wall\" not found", 3, "samples"},
    {"samples/courtyard.roo", "sidedefs[0].belowBitmap", "texture \"grd00001\" not found", 4,
     "samples/textures"},
};

static tlb_document *open_sample(tlb_context *context, const char *path)
{
    tlb_document *document;
    assert_int_equal(tlb_open_path(context, path, NULL, &document), TLB_OK);
    return document;
}

static void missing_files_are_found(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
        const example *e = &examples[i];
        tlb_context *context = tlb_context_create(NULL);
        tlb_document *document = open_sample(context, e->path);
        tlb_assets *none = tlb_assets_create(context);
        assert_int_equal(tlb_check_assets(document, none, NULL), TLB_OK);
        const tlb_diagnostic *d = find_diagnostic(context, "ASSET_MISSING", e->field);
        if (!d || tlb_code_total(context, TLB_CODE_ASSET_MISSING) != e->names) {
            print_diagnostics(context);
            fail_msg("%s: %s", e->path, e->field);
        }
        assert_string_equal(d->message, e->message);
        assert_true(d->offset != TLB_NO_OFFSET);
        tlb_assets_free(none);
        tlb_document_free(document);
        tlb_context_free(context);
    }
}

static void files_that_are_there_are_no_finding(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
        tlb_context *context = tlb_context_create(NULL);
        tlb_document *document = open_sample(context, examples[i].path);
        tlb_assets *assets = tlb_assets_create(context);
        assert_int_equal(tlb_assets_add(assets, examples[i].assets), TLB_OK);
        assert_int_equal(tlb_check_assets(document, assets, NULL), TLB_OK);
        if (tlb_code_total(context, TLB_CODE_ASSET_MISSING)) {
            print_diagnostics(context);
            fail();
        }
        tlb_assets_free(assets);
        tlb_document_free(document);
        tlb_context_free(context);
    }
}

static void without_assets_nothing_is_looked_for(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
        tlb_context *context = tlb_context_create(NULL);
        tlb_document *document = open_sample(context, examples[i].path);
        assert_int_equal(tlb_check(document, NULL), TLB_OK);
        assert_int_equal(tlb_code_total(context, TLB_CODE_ASSET_MISSING), 0);
        tlb_document_free(document);
        tlb_context_free(context);
    }
}

/* The parts of an interior have a code of their own, and are looked for among the assets instead of beside
 * the file. Its textures are those of the material list. */
static void interiors_look_into_their_material_list(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    tlb_document *document = open_sample(context, "samples/darkstar/hall.dis");
    tlb_assets *assets = tlb_assets_create(context);
    assert_int_equal(tlb_check_assets(document, assets, NULL), TLB_OK);
    assert_int_equal(tlb_code_total(context, TLB_CODE_DIS_FILE_MISSING), 5);
    assert_int_equal(tlb_code_total(context, TLB_CODE_ASSET_MISSING), 0);
    tlb_diagnostics_clear(context);
    assert_int_equal(tlb_assets_add(assets, "samples/darkstar"), TLB_OK);
    assert_int_equal(tlb_check_assets(document, assets, NULL), TLB_OK);
    assert_int_equal(tlb_code_total(context, TLB_CODE_DIS_FILE_MISSING), 0);
    assert_non_null(find_diagnostic(context, "ASSET_MISSING", "materialListOffset"));
    tlb_assets_free(assets);
    tlb_document_free(document);
    tlb_context_free(context);
}

/* The materials of IQE and IQM are called as their textures. */
static void materials_are_looked_for(tlb_context *context, tlb_document *document, const char *field)
{
    tlb_assets *assets = tlb_assets_create(context);
    assert_int_equal(tlb_check_assets(document, assets, NULL), TLB_OK);
    assert_int_equal(tlb_code_total(context, TLB_CODE_ASSET_MISSING), 1);
    const tlb_diagnostic *d = find_diagnostic(context, "ASSET_MISSING", field);
    assert_non_null(d);
    assert_string_equal(d->message, "texture \"brass\" not found");
    tlb_diagnostics_clear(context);
    assert_int_equal(tlb_assets_add(assets, "samples/textures"), TLB_OK);
    assert_int_equal(tlb_check_assets(document, assets, NULL), TLB_OK);
    assert_int_equal(tlb_code_total(context, TLB_CODE_ASSET_MISSING), 0);
    tlb_diagnostics_clear(context);
    tlb_assets_free(assets);
}

static void materials_of_inter_quake_are_textures(void **state)
{
    (void)state;
    static const char text[] = "# Inter-Quake Export\nmesh a\nmaterial brass\nvp 0 0 0\nvp 1 0 0\nvp 0 1 0\n"
                               "fm 0 1 2\nmesh b\nmaterial \"\"\nvp 0 0 1\nvp 1 0 1\nvp 0 1 1\nfm 0 1 2\n";
    tlb_context *context = tlb_context_create(NULL);
    tlb_document *iqe, *iqm;
    tlb_files *files;
    assert_int_equal(tlb_open_memory(context, text, sizeof text - 1, "a.iqe", NULL, &iqe), TLB_OK);
    materials_are_looked_for(context, iqe, "commands[1].name");
    assert_int_equal(tlb_convert(iqe, tlb_format_by_name("iqm"), "a.iqm", NULL, &files), TLB_OK);
    tlb_bytes bytes = files->data[0].bytes;
    assert_int_equal(tlb_open_memory(context, bytes.data, bytes.size, "a.iqm", NULL, &iqm), TLB_OK);
    materials_are_looked_for(context, iqm, "meshes[0].material");
    tlb_document_free(iqm);
    tlb_document_free(iqe);
    tlb_files_free(files);
    tlb_context_free(context);
}

/* Of a Torque interior, textures that nothing shows or that the file holds itself are not looked for. */
static void interiors_need_what_they_show(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    tlb_assets *none = tlb_assets_create(context);
    tlb_document document;
    dif_make(&document, context, &(dif_plan){.version = 12, .seed = 1});
    tlb_dif_interior *x = &tlb_document_dif(&document)->details.data[0];
    for (uint32_t i = 0; i < x->surfaces.count; i++)
        x->surfaces.data[i].textureIndex = 1;
    x->staticMeshes.data++, x->staticMeshes.count = 1; /* its first texture is embedded, its second is not */
    assert_int_equal(tlb_check_assets(&document, none, NULL), TLB_OK);
    assert_non_null(find_diagnostic(context, "ASSET_MISSING", "details[0].materials[1]"));
    assert_null(find_diagnostic(context, "ASSET_MISSING", "details[0].materials[0]"));
    const char *list = "details[0].staticMeshes[0].materials";
    assert_non_null(
        find_diagnostic(context, "ASSET_MISSING", tlb_arena_printf(&document.arena, "%s[1]", list)));
    assert_null(find_diagnostic(context, "ASSET_MISSING", tlb_arena_printf(&document.arena, "%s[0]", list)));
    made_end(&document);
    tlb_assets_free(none);
    tlb_context_free(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(missing_files_are_found),
        cmocka_unit_test(files_that_are_there_are_no_finding),
        cmocka_unit_test(without_assets_nothing_is_looked_for),
        cmocka_unit_test(materials_of_inter_quake_are_textures),
        cmocka_unit_test(interiors_look_into_their_material_list),
        cmocka_unit_test(interiors_need_what_they_show),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

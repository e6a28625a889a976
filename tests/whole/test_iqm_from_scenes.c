/* IQM of models of other formats. */
#include "base/context.h"
#include "base/platform.h"
#include "iqm_compiled.h"
#include "scene/materials/color.h"
#include "temporary.h"
#include "options_text.h"

/* Colors are for display on both sides: no number changes. */
static void colors_of_scenes_become_display_colors(void **state)
{
    static const char nff[] = "nff\nversion 2.1\nA\n6\n0 0 0\n1 0 0\n0 1 0\n"
                              "5 0 0 rgb 0x808080\n6 0 0 rgb 0x808080\n5 1 0 rgb 0x404040\n"
                              "2\n3 0 1 2 0x808080\n3 3 4 5 0xffffff\n";
    (void)state;
    compiled c = {.context = tlb_context_create(NULL)};
    tlb_document *document;
    assert_int_equal(tlb_open_memory(c.context, nff, sizeof nff - 1, "a.nff", NULL, &document), TLB_OK);
    assert_int_equal(tlb_convert(document, tlb_format_by_name("iqm"), "a.iqm", NULL, &c.files), TLB_OK);
    tlb_document_free(document);
    tlb_bytes bytes = c.files->data[0].bytes;
    assert_int_equal(tlb_open_memory(c.context, bytes.data, bytes.size, "a.iqm", NULL, &c.document), TLB_OK);
    c.iqm = tlb_document_iqm(c.document);
    static const uint8_t gray[4] = {128, 128, 128, 255}, dark[4] = {64, 64, 64, 255};
    assert_portable(c.iqm);
    assert_memory_equal(color_bytes(&c, 1, 0, 0), gray, 4);
    assert_memory_equal(color_bytes(&c, 6, 0, 0), gray, 4);
    assert_memory_equal(color_bytes(&c, 5, 0, -1), dark, 4);
    tlb_scene *scene;
    assert_int_equal(tlb_document_scene(c.document, NULL, &scene), TLB_OK);
    bool found = false; /* linear: 0.2159 of 0.5020 */
    for (uint32_t i = 0; i < scene->meshes[0].vertex_count; i++)
        found |= scene->meshes[0].positions[i][0] == 1 && tlb_color_byte(scene->meshes[0].colors[i][0]) == 55;
    assert_true(found);
    assert_int_equal(scene->material_count, 2);
    assert_string_equal(scene->materials[0].name, "0x808080");
    const tlb_value *material = tlb_value_get(scene->materials[0].extras, "material");
    assert_non_null(material); /* else it would be the second under another name */
    assert_string_equal(material->as.text.data, "0x808080");
    assert_int_equal(tlb_code_total(c.context, TLB_CODE_ASSET_MISSING), 0);
    for (uint32_t i = 0; i < scene->material_count; i++)
        assert_true(scene->materials[i].texture.image == TLB_NONE && !scene->materials[i].placeholder);
    tlb_scene_free(scene);
    end_compiled(&c);
}

static void put_file(tlb_context *context, const char *path, const void *bytes, size_t size)
{
    assert_int_equal(tlb_file_save(context, path, (tlb_bytes){bytes, size}, true), TLB_OK);
}

/* Models of other formats join as scenes, in either place; their pictures come along. */
static void scenes_are_merged(void **state)
{
    static const char iqe[] = "# Inter-Quake Export\nmesh flat\nvp 0 0 0\nvp 0 1 0\nvp 1 0 0\nfa 0 1 2\n";
    static const char nff[] = "nff\nversion 2.1\nwall\n4\n0 0 0\n2 0 0\n2 2 0\n0 2 0\n1\n"
                              "4 0 1 2 3 0xffffff _s_rug.tga\n";
    static const uint8_t tga[] = {0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 24, 0, 1, 2, 3};
    tlb_context *context = tlb_context_create(NULL);
    tlb_arena arena;
    (void)state;
    tlb_arena_init(&arena, context->account);
    const char *folder = make_temporary_folder(&arena);
    assert_non_null(folder);
    const char *paths[] = {tlb_arena_printf(&arena, "%s/flat.iqe", folder),
                           tlb_arena_printf(&arena, "%s/wall.nff", folder)};
    put_file(context, paths[0], iqe, sizeof iqe - 1);
    put_file(context, paths[1], nff, sizeof nff - 1);
    put_file(context, tlb_arena_printf(&arena, "%s/rug.tga", folder), tga, sizeof tga);
    for (int i = 0; i < 2; i++) {
        tlb_document *document, *made;
        tlb_files *files;
        const option_text merge = {"merge", paths[!i]};
        tlb_convert_options options;
        assert_int_equal(options_from_text(context, &merge, 1, &options), TLB_OK);
        assert_int_equal(tlb_open_path(context, paths[i], NULL, &document), TLB_OK);
        assert_int_equal(tlb_convert(document, tlb_format_by_name("iqm"), "both.iqm", &options, &files),
                         TLB_OK);
        assert_int_equal(files->count, 2);
        assert_string_equal(files->data[1].name, i ? "both-rug.png" : "wall-rug.png");
        tlb_bytes bytes = files->data[0].bytes;
        assert_int_equal(tlb_open_memory(context, bytes.data, bytes.size, "both.iqm", NULL, &made), TLB_OK);
        const tlb_iqm *iqm = tlb_document_iqm(made);
        assert_int_equal(iqm->meshes.count, 2);
        assert_int_equal(iqm->triangles.count, 3);
        assert_string_equal(tlb_iqm_name(iqm, iqm->meshes.data[i].name), "flat");
        assert_string_equal(tlb_iqm_name(iqm, iqm->meshes.data[!i].material), files->data[1].name);
        tlb_document_free(made);
        tlb_files_free(files);
        tlb_document_free(document);
    }
    remove_folder(folder);
    tlb_arena_release(&arena);
    tlb_context_free(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(colors_of_scenes_become_display_colors),
        cmocka_unit_test(scenes_are_merged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Conversions between formats of the test's own: a level that is written in lines, models that are scenes,
 * and names that lead to the one or the other. */
#include "one_arena.h"

#include "core/format.h"
#include "core/targets.h"
#include "fault.h"
#include "scenes.h"
#include "temporary.h"
#include "trilobite/file.h"

#include <string.h>

static tlb_status read_nothing(tlb_document *document)
{
    document->root = document;
    return TLB_OK;
}

static tlb_status to_level(tlb_document *document, tlb_level *level, const tlb_conversion *conversion)
{
    tlb_level_detail *detail = tlb_level_add_detail(level);
    (void)document;
    return detail && tlb_level_add_entity(level, detail, "worldspawn")
               ? TLB_OK
               : tlb_report_memory(conversion->context, &level->arena);
}

static tlb_status to_scene(tlb_document *document, tlb_scene *scene, const tlb_conversion *conversion)
{
    (void)document;
    tlb_mesh *mesh = tlb_scene_add_mesh(scene, "square");
    tlb_node *node = mesh ? tlb_scene_add_node(scene, "square", TLB_NONE) : NULL;
    return node ? TLB_OK : tlb_report_memory(conversion->context, tlb_scene_arena(scene));
}

/* The name of the level, then of a second file the names of the output. */
static tlb_status from_level(const tlb_level *level, const tlb_conversion *conversion, tlb_output *output)
{
    tlb_buffer *first = tlb_output_file(output, tlb_output_name(output));
    tlb_buffer *second = first ? tlb_output_file(output, "second") : NULL;
    if (first)
        tlb_buffer_text(first, level->name);
    if (second)
        tlb_buffer_text(second, tlb_output_stem(output));
    return second && !first->status && !second->status
               ? TLB_OK
               : tlb_report_output(conversion->context, output, &level->arena);
}

static tlb_status from_scene(const tlb_scene *scene, const tlb_conversion *conversion, tlb_output *output)
{
    tlb_buffer *out = tlb_output_file(output, tlb_output_name(output));
    if (out)
        tlb_buffer_text(out, scene->node_count ? scene->nodes[0].name : "nothing");
    return out && !out->status ? TLB_OK : tlb_report_output(conversion->context, output, NULL);
}

/* By the first byte with an error, or with a warning alone. */
static tlb_status fail_with(tlb_document *document, tlb_scene *scene, const tlb_conversion *conversion)
{
    (void)scene;
    tlb_report(conversion->context, *document->source.data == 'e' ? TLB_CODE_BAD_VALUE : TLB_CODE_BAD_IMAGE,
               TLB_NO_OFFSET, NULL, "said before");
    return TLB_INVALID;
}

static const char *needs_lights(const tlb_scene *scene)
{
    return scene->light_count ? NULL : "it has no lights";
}

#define INFO(name_, abilities_)                                                                              \
    .info = {.name = #name_,                                                                                 \
             .title = #name_,                                                                                \
             .family = "test",                                                                               \
             .versions = "1",                                                                                \
             .extensions = (const char *const[]){#name_, NULL},                                              \
             .abilities = abilities_}
static const tlb_format brushes = {INFO(brushes, TLB_CAN_READ), .read = read_nothing, .to_level = to_level},
                        models = {INFO(models, TLB_CAN_READ), .read = read_nothing, .to_scene = to_scene},
                        broken = {INFO(broken, TLB_CAN_READ), .read = read_nothing, .to_scene = fail_with},
                        texts = {INFO(texts, TLB_CAN_READ), .read = read_nothing},
                        lines = {INFO(lines, TLB_CAN_IMPORT_SCENE), .from_level = from_level},
                        names = {INFO(names, TLB_CAN_IMPORT_SCENE), .from_scene = from_scene},
                        lamps = {INFO(lamps, TLB_CAN_IMPORT_SCENE), .from_scene = from_scene,
                                 .obstacle = needs_lights};
static const tlb_format *const formats[] = {&brushes, &models, &texts, &lines, &names, &lamps, NULL};

static tlb_status convert(tlb_context *context, const tlb_format *from, const tlb_format *to,
                          tlb_files **files)
{
    tlb_document *document;
    context->session->formats = formats;
    *files = NULL;
    tlb_status status = tlb_open_memory(context, "x", 1, "a.file", from, &document);
    if (!status)
        status = tlb_convert(document, to, "folder/hall.v2.out", NULL, files);
    tlb_document_free(document);
    return status;
}

static void assert_file(const tlb_files *files, size_t at, const char *name, const char *text)
{
    assert_string_equal(files->data[at].name, name);
    assert_int_equal(files->data[at].bytes.size, strlen(text));
    assert_memory_equal(files->data[at].bytes.data, text, strlen(text));
}

static void levels_have_the_name_of_the_output(void **state)
{
    fixture *f = *state;
    tlb_files *files;
    assert_int_equal(convert(f->context, &brushes, &lines, &files), TLB_OK);
    assert_int_equal(files->count, 2);
    assert_file(files, 0, "hall.v2.out", "hall.v2");
    assert_file(files, 1, "second", "hall.v2");
    tlb_files_free(files);
    assert_int_equal(convert(f->context, &models, &names, &files), TLB_OK);
    assert_int_equal(files->count, 1);
    assert_file(files, 0, "hall.v2.out", "square");
    tlb_files_free(files);
}

static void scenes_become_levels_of_that_name(void **state)
{
    scene_fixture *f = *state;
    tlb_files *files;
    add_square(f->scene, "square", TLB_NONE, 0);
    add_node(f->scene, "square", TLB_NONE, 0);
    assert_int_equal(tlb_scene_write(f->context, f->scene, &lines, "hall.out", NULL, &files), TLB_OK);
    assert_int_equal(files->count, 2);
    assert_file(files, 0, "hall.out", "hall");
    tlb_files_free(files);
}

static void what_cannot_be_is_refused_with_what_can(void **state)
{
    static const struct {
        const tlb_format *from, *to;
        const char *message;
    } cases[] = {
        {&brushes, &names, "cannot convert BRUSHES to NAMES; it can be converted to: brushes, lines"},
        {&texts, &names, "cannot convert TEXTS to NAMES; it can be converted to: texts"},
        {&texts, &lines, "cannot convert TEXTS to LINES; it can be converted to: texts"},
        {&models, &lamps,
         "cannot convert MODELS to LAMPS: it has no lights; it can be converted to: "
         "models, lines, names"},
        {&models, &texts, "cannot convert MODELS to TEXTS; it can be converted to: models, lines, names"},
    };
    fixture *f = *state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tlb_files *files;
        assert_int_equal(convert(f->context, cases[i].from, cases[i].to, &files), TLB_ARGUMENT);
        assert_null(files);
        assert_int_equal(tlb_diagnostic_count(f->context), 1);
        assert_int_equal(tlb_diagnostic_at(f->context, 0)->code, TLB_CODE_NOT_SUPPORTED);
        assert_string_equal(tlb_diagnostic_at(f->context, 0)->message, cases[i].message);
        tlb_diagnostics_clear(f->context);
    }
}

/* A warning alone does not say why there is no scene. */
static void what_has_no_scene_is_an_error(void **state)
{
    static const char *const texts_of[] = {"e", "w"};
    fixture *f = *state;
    f->context->session->formats = formats;
    for (size_t i = 0; i < 2; i++) {
        tlb_document *document;
        tlb_scene *scene;
        assert_int_equal(tlb_open_memory(f->context, texts_of[i], 1, "a.file", &broken, &document), TLB_OK);
        assert_int_equal(tlb_document_scene(document, NULL, &scene), TLB_INVALID);
        assert_null(scene);
        assert_int_equal(tlb_diagnostic_count(f->context), 1 + i);
        assert_int_equal(tlb_severity_total(f->context, TLB_ERROR), 1);
        if (i)
            assert_string_equal(tlb_diagnostic_at(f->context, 1)->message,
                                "the file cannot be converted, as its picture cannot be decoded");
        tlb_document_free(document);
        tlb_diagnostics_clear(f->context);
    }
}

static void scenes_are_saved_by_their_extension(void **state)
{
    scene_fixture *f = *state;
    const char *folder = make_temporary_folder(&f->arena);
    const char *path = tlb_arena_printf(&f->arena, "%s/hall.NAMES", folder),
               *other = tlb_arena_printf(&f->arena, "%s/hall.other", folder);
    uint8_t *data;
    size_t size;
    f->context->session->formats = formats;
    add_node(f->scene, "lamp", TLB_NONE, TLB_NONE);
    size_t held = tlb_memory_now(f->context);
    assert_int_equal(tlb_scene_save(f->context, f->scene, path, NULL, false), TLB_OK);
    assert_int_equal(tlb_memory_now(f->context), held);
    assert_int_equal(tlb_file_read(f->context, path, &data, &size), TLB_OK);
    assert_int_equal(size, 4);
    assert_memory_equal(data, "lamp", 4);
    tlb_release(f->context->account, data, size);
    assert_int_equal(tlb_scene_save(f->context, f->scene, other, NULL, false), TLB_UNSUPPORTED);
    assert_string_equal(tlb_diagnostic_at(f->context, 0)->message, "unknown output type \"other\"");
    remove_folder(folder);
}

static tlb_status convert_all(tlb_context *context, const void *subject, collected *made)
{
    const tlb_format *const *pair = subject;
    tlb_files *files;
    tlb_status status = convert(context, pair[0], pair[1], &files);
    assert_int_equal(!files, status != TLB_OK);
    for (size_t i = 0; files && i < files->count; i++)
        collect(made, files->data[i].bytes.data, files->data[i].bytes.size);
    tlb_files_free(files);
    assert_int_equal(tlb_code_total(context, TLB_CODE_OUT_OF_MEMORY), status == TLB_NO_MEMORY);
    return status;
}

static void conversions_need_their_memory(void **state)
{
    static const tlb_format *const pairs[][2] = {{&brushes, &lines}, {&models, &names}};
    (void)state;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        assert_refused_or_same(convert_all, pairs[i]);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(levels_have_the_name_of_the_output),
        cmocka_unit_test_setup_teardown(scenes_become_levels_of_that_name, begin_scene, end_scene),
        cmocka_unit_test_setup_teardown(scenes_are_saved_by_their_extension, begin_scene, end_scene),
        TEST(what_cannot_be_is_refused_with_what_can),
        TEST(what_has_no_scene_is_an_error),
        TEST(conversions_need_their_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

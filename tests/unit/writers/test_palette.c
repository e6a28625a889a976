/* Files named by options, and the palettes that they show, by a format of the test's own: "SWATCH", then a
 * letter for each of its images: i (indexed) or r (RGBA), m is many of these; x: there is no scene. */
#include "one_arena.h"

#include "core/format.h"
#include "fault.h"
#include "virtual_files.h"
#include "writers/palette.h"

#include <string.h>

enum { SIGNATURE = 6, COLORS = 256, PALETTE = COLORS * 4, MANY = 65537 };

static tlb_assets *expected_assets; /* NULL: any */

static tlb_status read_swatch(tlb_document *document)
{
    document->root = document;
    return TLB_OK;
}

static void fill(uint8_t (*palette)[4], uint32_t image)
{
    for (uint32_t i = 0; i < COLORS; i++)
        memcpy(palette[i], (uint8_t[4]){(uint8_t)i, (uint8_t)image, (uint8_t)(255 - i), (uint8_t)(i * 3)}, 4);
}

static bool add_image(tlb_scene *scene, bool indexed, uint32_t number)
{
    tlb_arena *arena = tlb_scene_arena(scene);
    tlb_image *image = tlb_scene_add_image(scene, "image");
    uint8_t(*palette)[4] = indexed && image ? tlb_alloc(arena, PALETTE) : NULL;
    uint8_t *pixels = image ? tlb_zalloc(arena, 4) : NULL;
    if (!pixels || (indexed && !palette))
        return false;
    if (indexed)
        fill(palette, number);
    image->width = image->height = 1;
    image->pixels = pixels;
    image->format = indexed ? TLB_PIXELS_INDEXED : TLB_PIXELS_RGBA;
    image->palette = (const uint8_t(*)[4])palette;
    return true;
}

static tlb_status swatch_to_scene(tlb_document *document, tlb_scene *scene, const tlb_conversion *conversion)
{
    assert_non_null(conversion->assets);
    assert_true(!expected_assets || conversion->assets == expected_assets);
    for (size_t i = SIGNATURE; i < document->source.size; i++) {
        const uint8_t letter = document->source.data[i];
        if (letter == 'x') {
            tlb_report(document->context, TLB_CODE_NOT_SUPPORTED, TLB_NO_OFFSET, NULL, "no scene");
            return TLB_UNSUPPORTED;
        }
        for (uint32_t k = 0; k < (letter == 'm' ? MANY : 1); k++)
            if (!add_image(scene, letter == 'i', (uint32_t)(i - SIGNATURE)))
                return tlb_report_memory(document->context, tlb_scene_arena(scene));
    }
    return TLB_OK;
}

static const tlb_format swatch = {
    .info = {.name = "swatch",
             .title = "Swatch",
             .family = "test",
             .versions = "1",
             .extensions = (const char *const[]){"swatch", NULL},
             .abilities = TLB_CAN_READ | TLB_CAN_EXPORT_SCENE,
             .signatures = TLB_SIGNATURES(TLB_SIGNATURE("SWATCH"))},
    .read = read_swatch,
    .to_scene = swatch_to_scene,
};

static const tlb_format *const formats[] = {&swatch, NULL};

static int set_up_swatches(void **state)
{
    set_up(state);
    ((fixture *)*state)->context->session->formats = formats;
    return 0;
}

static tlb_status open_text(tlb_context *context, const char *text, tlb_document **document)
{
    return tlb_open_memory(context, text, strlen(text), "colors.swatch", NULL, document);
}

static void assert_reports(tlb_context *context, const char *code, const char *message)
{
    assert_int_equal(tlb_diagnostic_count(context), 1);
    assert_string_equal(tlb_code_name(tlb_diagnostic_at(context, 0)->code), code);
    assert_string_equal(tlb_diagnostic_at(context, 0)->message, message);
    tlb_diagnostics_clear(context);
}

/* --- colors ------------------------------------------------------------------------------------------ */

static void the_first_indexed_picture_has_the_palette(void **state)
{
    static const struct {
        const char *text;
        uint32_t image;
    } cases[] = {{"SWATCHi", 0}, {"SWATCHii", 0}, {"SWATCHri", 1}, {"SWATCHrrir", 2}, {"SWATCHmi", 1}};
    fixture *f = *state;
    expected_assets = tlb_assets_create(f->context);
    const tlb_conversion conversion = {.context = f->context, .assets = expected_assets};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint8_t expected[COLORS][4];
        const uint8_t(*colors)[4];
        tlb_document *document;
        assert_int_equal(open_text(f->context, cases[i].text, &document), TLB_OK);
        assert_int_equal(tlb_palette_colors(document, &conversion, &f->arena, &colors), TLB_OK);
        tlb_document_free(document);
        fill(expected, cases[i].image);
        assert_memory_equal(colors, expected, PALETTE);
    }
    tlb_assets_free(expected_assets);
    expected_assets = NULL;
    assert_int_equal(tlb_diagnostic_count(f->context), 0);
}

static void documents_without_a_palette_are_refused(void **state)
{
    static const char *const texts[] = {"SWATCH", "SWATCHrr"};
    fixture *f = *state;
    const tlb_conversion conversion = {.context = f->context};
    const uint8_t(*colors)[4];
    tlb_document *document;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        assert_int_equal(open_text(f->context, texts[i], &document), TLB_OK);
        assert_int_equal(tlb_palette_colors(document, &conversion, &f->arena, &colors), TLB_ARGUMENT);
        tlb_document_free(document);
        assert_string_equal(tlb_diagnostic_at(f->context, 0)->remedy.option, "palette");
        assert_reports(f->context, "BAD_OPTION", "no palette in \"colors.swatch\"");
    }
    assert_int_equal(open_text(f->context, "SWATCHx", &document), TLB_OK);
    assert_int_equal(tlb_palette_colors(document, &conversion, &f->arena, &colors), TLB_UNSUPPORTED);
    tlb_document_free(document);
    assert_reports(f->context, "NOT_SUPPORTED", "no scene");
}

static tlb_status take_colors(tlb_context *context, const void *subject, collected *made)
{
    const tlb_conversion conversion = {.context = context};
    const uint8_t(*colors)[4];
    tlb_document *document;
    tlb_arena arena;
    tlb_arena_init(&arena, context->account);
    context->session->formats = formats;
    tlb_status status = open_text(context, subject, &document);
    if (!status)
        status = tlb_palette_colors(document, &conversion, &arena, &colors);
    if (!status)
        collect(made, colors, PALETTE);
    assert_true(!status || tlb_code_total(context, TLB_CODE_OUT_OF_MEMORY) == 1);
    tlb_document_free(document);
    tlb_arena_release(&arena);
    return status;
}

static void palettes_need_their_memory(void **state)
{
    (void)state;
    assert_refused_or_same(take_colors, "SWATCHri");
}

/* --- files ------------------------------------------------------------------------------------------- */

/* The file system first, then the assets, then the file system again, which says what is wrong. */
static void option_files_are_on_disk_or_among_assets(void **state)
{
    static const struct {
        const char *path;
        tlb_status status;
        size_t size;
        const char *code, *message;
    } cases[] = {
        {"here.swatch", TLB_OK, 7, NULL, NULL},
        {"both.swatch", TLB_OK, 8, NULL, NULL},
        {"asset.swatch", TLB_OK, 9, NULL, NULL},
        {"ASSET.SWATCH", TLB_OK, 9, NULL, NULL},
        {"bad.txt", TLB_UNSUPPORTED, 0, "UNKNOWN_FORMAT",
         "unknown format: neither the content nor the name matches a supported one"},
        {"none.swatch", TLB_NOT_FOUND, 0, "CANNOT_READ", "no such file or folder"},
    };
    fixture *f = *state;
    virtual_files files = {0};
    virtual_add_text(&f->arena, &files, "here.swatch", "SWATCHi");
    virtual_add_text(&f->arena, &files, "both.swatch", "SWATCHii");
    f->context->session->files = virtual_file_system(&files);
    tlb_assets *assets = tlb_assets_create(f->context);
    static const char *const texts[][2] = {
        {"asset.swatch", "SWATCHiii"}, {"both.swatch", "SWATCHiiii"}, {"bad.txt", "TRASH"}};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        assert_int_equal(
            tlb_assets_add_memory(assets, texts[i][0],
                                  (tlb_bytes){(const uint8_t *)texts[i][1], strlen(texts[i][1])}),
            TLB_OK);
    const tlb_conversion conversion = {.context = f->context, .assets = assets};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tlb_document *document;
        assert_int_equal(tlb_open_option(&conversion, cases[i].path, &document), cases[i].status);
        if (cases[i].code)
            assert_reports(f->context, cases[i].code, cases[i].message);
        else
            assert_int_equal(tlb_document_source(document).size, cases[i].size);
        tlb_document_free(document);
    }
    assert_int_equal(tlb_diagnostic_count(f->context), 0);
    tlb_assets_free(assets);
}

static void without_assets_only_the_file_system_counts(void **state)
{
    fixture *f = *state;
    virtual_files files = {0};
    virtual_add_text(&f->arena, &files, "here.swatch", "SWATCHi");
    f->context->session->files = virtual_file_system(&files);
    const tlb_conversion conversion = {.context = f->context};
    tlb_document *document;
    assert_int_equal(tlb_open_option(&conversion, "here.swatch", &document), TLB_OK);
    assert_string_equal(tlb_document_name(document), "here.swatch");
    tlb_document_free(document);
    assert_int_equal(tlb_open_option(&conversion, "none.swatch", &document), TLB_NOT_FOUND);
    assert_null(document);
    assert_reports(f->context, "CANNOT_READ", "no such file or folder");
    document = (tlb_document *)f;
    assert_int_equal(tlb_open_option(&conversion, NULL, &document), TLB_OK);
    assert_null(document);
}

/* What keeps an asset from being read is said once, and not searched for elsewhere. */
static void an_asset_that_cannot_be_read_is_the_error(void **state)
{
    fixture *f = *state;
    virtual_files files = {0};
    virtual_add_text(&f->arena, &files, "game/asset.swatch", "SWATCHi");
    f->context->session->files = virtual_file_system(&files);
    tlb_assets *assets = tlb_assets_create(f->context);
    assert_int_equal(tlb_assets_add(assets, "game"), TLB_OK);
    const tlb_conversion conversion = {.context = f->context, .assets = assets};
    tlb_document *document;
    files.failure = TLB_READ_FAILED;
    assert_int_equal(tlb_open_option(&conversion, "asset.swatch", &document), TLB_READ_FAILED);
    assert_null(document);
    assert_reports(f->context, "CANNOT_READ", "game/asset.swatch: the file system does not know its size");
    tlb_assets_free(assets);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up_swatches, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_first_indexed_picture_has_the_palette),
        TEST(documents_without_a_palette_are_refused),
        TEST(palettes_need_their_memory),
        TEST(option_files_are_on_disk_or_among_assets),
        TEST(without_assets_only_the_file_system_counts),
        TEST(an_asset_that_cannot_be_read_is_the_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

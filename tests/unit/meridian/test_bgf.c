/* BGF: pixels in and out, every rule of check, what is refused, the scene. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <zlib.h>

#include "base/context.h"
#include "bgf_maker.h"
#include "files.h"
#include "options_text.h"

typedef struct fixture {
    tlb_context *context;
    tlb_document document;
    tlb_bgf *bgf;
} fixture;

static fixture begin(bgf_kind kind)
{
    fixture f = {.context = tlb_context_create(NULL)};
    bgf_make(&f.document, f.context, kind);
    f.bgf = f.document.root;
    return f;
}

static void end(fixture *f)
{
    made_end(&f->document);
    tlb_context_free(f->context);
}

/* --- pixels ------------------------------------------------------------------------------------------- */

static void pixels_come_back(void **state)
{
    (void)state;
    static const uint8_t expected[] = {1, 2, 3, 4, 5, 254, 7, 8, 9, 10, 11, 12};
    fixture f = begin(BGF_EVERYTHING);
    for (int i = 0; i < 2; i++) { /* raw, compressed */
        uint8_t pixels[12] = {0};
        assert_int_equal(tlb_bgf_pixel_count(f.bgf, &f.bgf->bitmaps.data[i]), 12);
        assert_int_equal(tlb_bgf_pixels(f.context, f.bgf, &f.bgf->bitmaps.data[i], pixels), TLB_OK);
        assert_memory_equal(pixels, expected, 12);
    }
    end(&f);
}

/* That of the game's files: the sum is of all its colors, some of which are written out. */
static void the_palette_is_the_games(void **state)
{
    (void)state;
    static const struct {
        int index;
        uint8_t color[4];
    } some[] = {{0, {0, 0, 0, 255}},        {1, {128, 0, 0, 255}},      {16, {194, 1, 1, 255}},
                {47, {74, 59, 45, 255}},    {100, {103, 139, 83, 255}}, {159, {0, 0, 24, 255}},
                {239, {0, 11, 22, 255}},    {249, {255, 0, 0, 255}},    {254, {0, 255, 255, 0}},
                {255, {255, 255, 255, 255}}};
    const uint8_t(*palette)[4] = tlb_bgf_palette();
    for (size_t i = 0; i < sizeof some / sizeof *some; i++)
        assert_memory_equal(palette[some[i].index], some[i].color, 4);
    assert_int_equal(crc32(0, palette[0], TLB_BGF_COLORS * 4), 0xe59ced45);
}

static void new_streams_are_those_of_the_games_tools(void **state)
{
    (void)state;
    fixture f = begin(BGF_WALL);
    tlb_bytes data = f.bgf->bitmaps.data[0].data;
    uint8_t pixels[64 * 64], packed[8192];
    uLongf size = sizeof packed;
    assert_int_equal(tlb_bgf_pixels(f.context, f.bgf, &f.bgf->bitmaps.data[0], pixels), TLB_OK);
    assert_int_equal(compress2(packed, &size, pixels, sizeof pixels, 9), Z_OK);
    assert_int_equal(data.size, size);
    assert_memory_equal(data.data, packed, size);
    assert_memory_equal(data.data, "\x78\xda", 2);
    end(&f);
}

static void streams_that_hold_other_than_the_pixels_are_invalid(void **state)
{
    (void)state;
    fixture f = begin(BGF_EVERYTHING);
    tlb_bgf_bitmap *b = &f.bgf->bitmaps.data[1];
    uint8_t pixels[64];
    for (uint32_t height = 3; height <= 5; height++) { /* 4 is right */
        b->height = height;
        assert_int_equal(tlb_bgf_pixels(f.context, f.bgf, b, pixels), height == 4 ? TLB_OK : TLB_INVALID);
    }
    b->height = 4;
    b->data.size--;
    assert_int_equal(tlb_bgf_pixels(f.context, f.bgf, b, pixels), TLB_INVALID);
    b->width = 0;
    assert_int_equal(tlb_bgf_pixels(f.context, f.bgf, b, pixels), TLB_INVALID);
    end(&f);
}

static void sizes_beyond_what_deflate_can_do_are_none(void **state)
{
    (void)state;
    fixture f = begin(BGF_EVERYTHING);
    tlb_bgf_bitmap *b = &f.bgf->bitmaps.data[1];
    b->width = (uint32_t)b->data.size;
    b->height = 1032;
    assert_int_equal(tlb_bgf_pixel_count(f.bgf, b), b->data.size * 1032);
    b->height = 1033;
    assert_int_equal(tlb_bgf_pixel_count(f.bgf, b), 0);
    b->width = b->height = UINT32_MAX;
    assert_int_equal(tlb_bgf_pixel_count(f.bgf, b), 0);
    b->type = TLB_BGF_RAW;
    b->width = (uint32_t)b->data.size;
    b->height = 2;
    assert_int_equal(tlb_bgf_pixel_count(f.bgf, b), 0);
    assert_int_equal(tlb_bgf_set_pixels(&f.document, b, 0, 4, NULL), TLB_ARGUMENT);
    assert_int_equal(tlb_bgf_set_pixels(&f.document, b, 1 << 14, 1 << 13, NULL), TLB_ARGUMENT);
    end(&f);
}

/* --- check -------------------------------------------------------------------------------------------- */

static void require_finding(fixture *f, tlb_code code, const char *path)
{
    assert_int_equal(tlb_check(&f->document, NULL), TLB_OK);
    for (size_t i = 0; i < tlb_diagnostic_count(f->context); i++) {
        const tlb_diagnostic *d = tlb_diagnostic_at(f->context, i);
        if (d->code == code && strcmp(d->path, path) == 0) {
            assert_true(d->offset != TLB_NO_OFFSET);
            tlb_diagnostics_clear(f->context);
            return;
        }
    }
    print_diagnostics(f->context);
    fail_msg("%s at %s is not found", tlb_code_name(code), path);
}

static void nothing_is_found_in_textures(void **state)
{
    (void)state;
    for (int kind = BGF_WALL; kind < BGF_SIGNPOST; kind++) {
        fixture f = begin((bgf_kind)kind);
        assert_int_equal(tlb_check(&f.document, NULL), TLB_OK);
        assert_int_equal(tlb_diagnostic_count(f.context), 0);
        end(&f);
    }
}

static void every_rule_finds_its_fault(void **state)
{
    (void)state;
    fixture f = begin(BGF_EVERYTHING);
    tlb_bgf_bitmap *bitmaps = f.bgf->bitmaps.data;
    require_finding(&f, TLB_CODE_BGF_RAW_LENGTH, "bitmaps[0].length");
    require_finding(&f, TLB_CODE_BGF_UNUSED_BITMAP, "bitmaps[3]");
    require_finding(&f, TLB_CODE_BGF_EMPTY_GROUP, "groups[2].indices");
    bitmaps[1].hotspots.data[1].number = -1;
    require_finding(&f, TLB_CODE_BGF_HOTSPOT, "bitmaps[1].hotspots[1]");
    f.bgf->groups.data[0].indices.data[2] = 4;
    require_finding(&f, TLB_CODE_BGF_GROUP_BITMAP, "groups[0].indices[2]");
    f.bgf->maxIndices = 2;
    require_finding(&f, TLB_CODE_BGF_MAX_INDICES, "maxIndices");
    f.bgf->shrink = 0;
    require_finding(&f, TLB_CODE_BGF_SHRINK, "shrink");
    f.bgf->name[3] = '\xe9';
    require_finding(&f, TLB_CODE_BGF_NAME_BYTES, "name");
    bitmaps[1].width = 5;
    require_finding(&f, TLB_CODE_BGF_STREAM, "bitmaps[1].data");
    bitmaps[1].width = 0;
    require_finding(&f, TLB_CODE_BGF_SIZE, "bitmaps[1].width");
    f.bgf->tail = (tlb_bytes){(const uint8_t *)"x", 1};
    require_finding(&f, TLB_CODE_TRAILING_BYTES, "tail");
    f.bgf->groups.count = 0;
    require_finding(&f, TLB_CODE_BGF_EMPTY_GROUP, "groups");
    end(&f);
}

/* makebgf's index 0, "no bitmap", is stored as -1: FF FF FF FF. */
static void groups_may_have_empty_places(void **state)
{
    (void)state;
    static const uint8_t none[] = {0xff, 0xff, 0xff, 0xff};
    tlb_bytes bytes;
    fixture f = begin(BGF_WATER);
    f.bgf->groups.data[0].indices.data[1] = -1;
    f.bgf->groups.data[0].indices.data[3] = 1;
    assert_int_equal(tlb_check(&f.document, NULL), TLB_OK);
    assert_int_equal(tlb_diagnostic_count(f.context), 1); /* frame 3 is in no group now */
    assert_int_equal(tlb_diagnostic_at(f.context, 0)->code, TLB_CODE_BGF_UNUSED_BITMAP);
    assert_int_equal(tlb_save_memory(&f.document, &bytes), TLB_OK);
    assert_memory_equal(bytes.data + bytes.size - 12, none, sizeof none); /* the last but two of the file */
    tlb_diagnostics_clear(f.context);
    f.bgf->groups.data[0].indices.data[1] = -2;
    require_finding(&f, TLB_CODE_BGF_GROUP_BITMAP, "groups[0].indices[1]");
    end(&f);
}

/* --- writing ------------------------------------------------------------------------------------------ */

static void what_does_not_fit_is_not_written(void **state)
{
    (void)state;
    tlb_bytes bytes;
    fixture f = begin(BGF_EVERYTHING);
    f.bgf->bitmaps.data[0].width++;
    assert_int_equal(tlb_save_memory(&f.document, &bytes), TLB_INVALID);
    assert_string_equal(tlb_diagnostic_at(f.context, 0)->path, "bitmaps[0].data");
    end(&f);
}

/* --- scene -------------------------------------------------------------------------------------------- */

static void the_scene_is_its_images(void **state)
{
    (void)state;
    fixture f = begin(BGF_EVERYTHING);
    tlb_scene *scene;
    f.document.name = "Textures\\GRD00007.bgf";
    assert_int_equal(tlb_document_scene(&f.document, NULL, &scene), TLB_OK);
    assert_int_equal(scene->image_count, 4);
    assert_int_equal(scene->mesh_count, 0);
    assert_string_equal(scene->images[0].name, "GRD00007");
    assert_string_equal(scene->images[1].name, "GRD00007-001");
    assert_int_equal(scene->images[1].width, 3);
    assert_int_equal(scene->images[1].format, TLB_PIXELS_INDEXED);
    assert_int_equal(scene->images[1].pixels[5], TLB_BGF_TRANSPARENT);
    assert_int_equal(scene->images[1].palette[TLB_BGF_TRANSPARENT][3], 0);
    assert_int_equal(scene->images[1].palette[253][3], 255);
    assert_int_equal(tlb_value_get(scene->extras, "shrink")->as.integer, 7);
    const tlb_value *groups = tlb_value_get(scene->extras, "groups");
    assert_int_equal(groups->as.members.first->as.members.last->as.integer, 2);
    const tlb_value *second = tlb_value_get(scene->extras, "bitmaps")->as.members.first->next;
    const tlb_value *hotspot = tlb_value_get(second, "hotspots")->as.members.first;
    assert_int_equal(tlb_value_get(hotspot, "number")->as.integer, -1);
    assert_int_equal(tlb_value_get(hotspot, "y")->as.integer, -3);
    assert_int_equal(tlb_value_get(second, "xoff")->as.integer, -5);
    tlb_scene_free(scene);
    end(&f);
}

/* The stored rows are the wall's columns, and a shrink of 7 makes one pixel of 7 x 7. */
static void textures_of_maps_are_upright_and_as_large_as_on_the_wall(void **state)
{
    (void)state;
    fixture f = begin(BGF_EVERYTHING);
    for (uint32_t shrink = 1; shrink <= 7; shrink += 6) {
        tlb_scene *scene;
        tlb_convert_options options = TLB_CONVERT_OPTIONS_INIT;
        options.from = OPTIONS_OF(tlb_bgf_read_options, .map_texture = true);
        f.bgf->shrink = shrink;
        assert_int_equal(tlb_document_scene(&f.document, &options, &scene), TLB_OK);
        const tlb_image *image = &scene->images[1];
        const uint8_t *color = tlb_bgf_palette()[4];
        assert_int_equal(image->format, TLB_PIXELS_RGBA);
        assert_int_equal(image->width, shrink == 1 ? 4 : 1);
        assert_int_equal(image->height, shrink == 1 ? 3 : 1);
        if (shrink == 1)
            assert_memory_equal(image->pixels + 4 * 1, color, 4);
        else
            assert_int_equal(image->pixels[3], (255 * 11 + 6) / 12);
        tlb_scene_free(scene);
    }
    end(&f);
}

/* --- from a scene ------------------------------------------------------------------------------------- */

static tlb_document *received(tlb_context *context, const tlb_scene *scene, const char *shrink)
{
    option_text option = {"shrink", shrink};
    tlb_convert_options options;
    assert_int_equal(options_from_text(context, &option, shrink ? 1 : 0, &options), TLB_OK);
    tlb_files *files;
    tlb_document *document;
    assert_int_equal(
        tlb_scene_write(context, scene, tlb_format_by_name("bgf"), "grd00009.bgf", &options, &files), TLB_OK);
    assert_int_equal(files->count, 1);
    tlb_bytes bytes = files->data[0].bytes;
    uint8_t *kept = tlb_alloc(&context->session->arena, bytes.size);
    assert_non_null(kept);
    memcpy(kept, bytes.data, bytes.size);
    assert_int_equal(tlb_open_memory(context, kept, bytes.size, NULL, NULL, &document), TLB_OK);
    tlb_files_free(files);
    return document;
}

static void a_bgf_comes_back_through_a_scene(void **state)
{
    (void)state;
    fixture f = begin(BGF_EVERYTHING);
    tlb_scene *scene;
    assert_int_equal(tlb_document_scene(&f.document, NULL, &scene), TLB_OK);
    tlb_document *document = received(f.context, scene, NULL);
    const tlb_bgf *bgf = tlb_document_bgf(document);
    assert_memory_equal(bgf->name, f.bgf->name, TLB_BGF_NAME_SIZE);
    assert_int_equal(bgf->shrink, 7);
    assert_int_equal(bgf->maxIndices, 3);
    assert_int_equal(bgf->groups.count, 3);
    assert_int_equal(bgf->groups.data[0].indices.data[2], 2);
    assert_true(bgf->bitmaps.data[1].xoff == -5 && bgf->bitmaps.data[1].yoff == 6);
    assert_int_equal(bgf->bitmaps.data[1].hotspots.count, 2);
    assert_true(bgf->bitmaps.data[1].hotspots.data[0].number == -1 &&
                bgf->bitmaps.data[1].hotspots.data[1].x == 100000);
    assert_true(bgf->bitmaps.data[0].type == TLB_BGF_RAW && bgf->bitmaps.data[1].type == TLB_BGF_COMPRESSED);
    for (uint32_t i = 0; i < 4; i++) {
        uint8_t pixels[12];
        assert_int_equal(tlb_bgf_pixels(f.context, bgf, &bgf->bitmaps.data[i], pixels), TLB_OK);
        assert_memory_equal(pixels, scene->images[i].pixels, tlb_bgf_pixel_count(bgf, &bgf->bitmaps.data[i]));
    }
    tlb_document_free(document);
    tlb_scene_free(scene);
    end(&f);
}

static void colors_become_the_palettes(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    tlb_scene *scene = tlb_scene_create(context);
    uint8_t colors[4][4] = {{0, 255, 255, 255}, {128, 0, 0, 255}, {9, 9, 9, 127}, {250, 2, 3, 128}};
    tlb_image *image = tlb_scene_add_image(scene, "colors");
    image->format = TLB_PIXELS_RGBA;
    image->width = 4;
    image->height = 1;
    image->pixels = colors[0];
    tlb_document *document = received(context, scene, "12");
    const tlb_bgf *bgf = tlb_document_bgf(document);
    uint8_t pixels[4];
    assert_int_equal(bgf->shrink, 12);
    assert_int_equal(tlb_bgf_pixels(context, bgf, &bgf->bitmaps.data[0], pixels), TLB_OK);
    assert_int_not_equal(pixels[0], TLB_BGF_TRANSPARENT); /* though its color is that of 254 */
    assert_int_equal(pixels[1], 1);
    assert_int_equal(pixels[2], TLB_BGF_TRANSPARENT);
    assert_true(tlb_bgf_palette()[pixels[3]][0] > 200 && tlb_bgf_palette()[pixels[3]][1] < 60);
    assert_int_equal(tlb_code_total(context, TLB_CODE_DROPPED), 1);
    tlb_document_free(document);
    tlb_scene_free(scene);
    tlb_context_free(context);
}

static void indices_of_the_games_colors_stay(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    tlb_scene *scene = tlb_scene_create(context);
    uint8_t palette[TLB_BGF_COLORS][4], indices[4] = {1, 8, TLB_BGF_TRANSPARENT, 10}, pixels[4];
    memcpy(palette, tlb_bgf_palette(), sizeof palette);
    palette[TLB_BGF_TRANSPARENT][3] = 255;
    palette[255][0] ^= 1; /* not used */
    tlb_image *image = tlb_scene_add_image(scene, "indexed");
    image->format = TLB_PIXELS_INDEXED;
    image->width = 4;
    image->height = 1;
    image->pixels = indices;
    image->palette = (const uint8_t(*)[4])palette;
    tlb_document *document = received(context, scene, NULL);
    const tlb_bgf *bgf = tlb_document_bgf(document);
    assert_int_equal(tlb_bgf_pixels(context, bgf, &bgf->bitmaps.data[0], pixels), TLB_OK);
    assert_memory_equal(pixels, indices, sizeof indices);
    assert_int_equal(tlb_code_total(context, TLB_CODE_DROPPED), 0);
    tlb_document_free(document);
    tlb_scene_free(scene);
    tlb_context_free(context);
}

static void what_has_no_image_is_refused(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    tlb_scene *scene = tlb_scene_create(context);
    tlb_files *files;
    assert_int_equal(tlb_scene_write(context, scene, tlb_format_by_name("bgf"), "a.bgf", NULL, &files),
                     TLB_ARGUMENT);
    tlb_scene_free(scene);
    tlb_context_free(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pixels_come_back),
        cmocka_unit_test(the_palette_is_the_games),
        cmocka_unit_test(new_streams_are_those_of_the_games_tools),
        cmocka_unit_test(streams_that_hold_other_than_the_pixels_are_invalid),
        cmocka_unit_test(sizes_beyond_what_deflate_can_do_are_none),
        cmocka_unit_test(nothing_is_found_in_textures),
        cmocka_unit_test(every_rule_finds_its_fault),
        cmocka_unit_test(groups_may_have_empty_places),
        cmocka_unit_test(what_does_not_fit_is_not_written),
        cmocka_unit_test(the_scene_is_its_images),
        cmocka_unit_test(textures_of_maps_are_upright_and_as_large_as_on_the_wall),
        cmocka_unit_test(a_bgf_comes_back_through_a_scene),
        cmocka_unit_test(colors_become_the_palettes),
        cmocka_unit_test(indices_of_the_games_colors_stay),
        cmocka_unit_test(what_has_no_image_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

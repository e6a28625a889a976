/* Palettes, bitmaps and material lists of Darkstar: layouts, which palette a bitmap gets, materials. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>

#include "ask.h"
#include "files.h"
#include "formats/darkstar/dml/materials.h"
#include "image/image.h"
#include "picture_folder.h"
#include "options_text.h"

/* --- layouts ------------------------------------------------------------------------------------------- */

static void assert_saves(tlb_document *document, tlb_bytes expected)
{
    tlb_bytes bytes;
    assert_int_equal(tlb_save_memory(document, &bytes), TLB_OK);
    assert_int_equal(bytes.size, expected.size);
    assert_memory_equal(bytes.data, expected.data, bytes.size);
}

/* Written, read, dumped and built: the same bytes. Then the document is gone. */
static void goes_round(picture_folder *f, size_t size)
{
    tlb_bytes bytes;
    tlb_document *read, *built;
    collected json = {0};
    assert_int_equal(tlb_save_memory(&f->document, &bytes), TLB_OK);
    if (size)
        assert_int_equal(bytes.size, size);
    assert_ptr_equal(tlb_probe(bytes.data, bytes.size, NULL), f->document.format);
    assert_int_equal(tlb_open_memory(f->context, bytes.data, bytes.size, NULL, NULL, &read), TLB_OK);
    assert_saves(read, bytes);
    assert_int_equal(tlb_dump(read, NULL, (tlb_sink){collect, &json}), TLB_OK);
    assert_int_equal(tlb_build(f->context, json.data, json.size, NULL, &built), TLB_OK);
    assert_saves(built, bytes);
    free(json.data);
    tlb_document_free(built);
    tlb_document_free(read);
    made_end(&f->document);
    print_diagnostics(f->context);
    assert_int_equal(tlb_diagnostic_count(f->context), 0);
}

static void lists_go_round(void **state)
{
    static const uint32_t records[] = {0, 48, 48, 60, 64};
    enum { AROUND = 8 + 2 + 16 + 4 + 8, MATERIALS = 6 };
    picture_folder *f = *state;
    for (int32_t version = 1; version <= 4; version++) {
        dml_make(&f->document, f->context, &(dml_plan){.version = version});
        goes_round(f, AROUND + MATERIALS * records[version]);
    }
    dml_make(&f->document, f->context, &(dml_plan){.version = 1, .shortRecords = true});
    goes_round(f, AROUND + MATERIALS * 32);
    dml_make(&f->document, f->context, &(dml_plan){.version = 4, .stale = true});
    goes_round(f, AROUND + MATERIALS * 64 + 15);
}

static void palettes_go_round(void **state)
{
    picture_folder *f = *state;
    enum { HEADER = 52, RECORD = 1032, LOOKUP = 4352, SHADES = 512, MAP = 65536, TAIL = 5, WEIGHTS = 1032 };
    ppl_make(&f->document, f->context, &(ppl_plan){.types = {1, 2, 6, 8, 3, 4, 5, 7}, .count = 8});
    goes_round(f, HEADER + 8 * RECORD + SHADES + 3 * MAP + 4 * LOOKUP + TAIL);
    static const uint32_t sizes[] = {0, 512, 4352};
    for (uint32_t kind = 0; kind < 3; kind++) {
        ppl_make(&f->document, f->context,
                 &(ppl_plan){.types = {0, 1, 0}, .count = 3, .noRemapData = kind, .weights = kind == 1});
        goes_round(f, HEADER + 3 * RECORD + SHADES + LOOKUP + 2 * sizes[kind] + TAIL +
                          (kind == 1 ? WEIGHTS : 0));
    }
    pal_make(&f->document, f->context, true);
    goes_round(f, 1088);
    pal_make(&f->document, f->context, false);
    goes_round(f, 1092);
}

static void bitmaps_go_round(void **state)
{
    picture_folder *f = *state;
    pbmp_make(&f->document, f->context, &(pbmp_plan){8, 4, 4, 0x9, 1, .pixel = number});
    goes_round(f, 8 + 28 + 8 + 44 + 24); /* 32 + 8 + 2 + 1 pixels, rounded up to 4 */
    pbmp_make(&f->document, f->context, &(pbmp_plan){5, 3, 1, 0x8, 1, .pixel = number});
    goes_round(f, 8 + 28 + 8 + 24 + 24);
    pbmp_make(&f->document, f->context, &(pbmp_plan){5, 3, 1, 0x8, 1, .riff = true, .pixel = number});
    goes_round(f, 0);
    for (uint16_t bits = 1; bits <= 24; bits = bits == 1 ? 4 : bits == 4 ? 8 : bits + 16) {
        bmp_make(&f->document, f->context, &(bmp_plan){5, 3, bits, bits == 8, bits == 4, number});
        goes_round(f, 0);
    }
}

static void knows_levels(void **state)
{
    picture_folder *f = *state;
    tlb_pbmp_info facts;
    tlb_pbmp_level level;
    pbmp_make(&f->document, f->context, &(pbmp_plan){8, 4, 4, 0x9, 3, .pixel = number});
    assert_true(tlb_pbmp_info_of(tlb_document_pbmp(&f->document), &facts));
    assert_int_equal(facts.paletteIndex, 3);
    assert_int_equal(facts.mipLevels, 4);
    assert_true(tlb_pbmp_level_at(&facts, 1, &level));
    assert_int_equal(level.width, 4);
    assert_int_equal(level.height, 2);
    assert_memory_equal(level.pixels.data, "\x00\x02\x04\x06\x20\x22\x24\x26", 8);
    assert_true(tlb_pbmp_level_at(&facts, 3, &level));
    assert_int_equal(level.width * level.height, 1);
    assert_false(tlb_pbmp_level_at(&facts, 4, &level));
    facts.data.size = 42;
    assert_false(tlb_pbmp_level_at(&facts, 3, &level));
    made_end(&f->document);
}

/* The description spells tags otherwise than files do. */
static void knows_tags_in_any_case(void **state)
{
    picture_folder *f = *state;
    tlb_pbmp_info facts;
    pbmp_make(&f->document, f->context, &(pbmp_plan){8, 4, 4, 0x9, 3, .pixel = number});
    tlb_pbmp *pbmp = tlb_document_pbmp(&f->document);
    pbmp->chunks.data[1].tag.data = "DATA";
    pbmp->chunks.data[2].tag.data = "detl";
    pbmp->chunks.data[3].tag.data = "piDX";
    assert_true(tlb_pbmp_info_of(pbmp, &facts));
    assert_int_equal(facts.mipLevels, 4);
    assert_int_equal(facts.paletteIndex, 3);
    goes_round(f, 0);
}

/* Two shades and two hazes: 0 dark and 1 lit, clear and in haze, and a last set of fully lit hazes. */
static void looks_colors_up(void **state)
{
    picture_folder *f = *state;
    enum { SETS = 3, SHADES = 2 };
    static uint8_t map[SETS * SHADES * 256], pairs[65536];
    ppl_make(&f->document, f->context,
             &(ppl_plan){.types = {3, 1, 2}, .count = 3, .weights = true}); /* palettes 1, 2 and 3 */
    tlb_ppl *ppl = tlb_document_ppl(&f->document);
    ppl->hazeLevels = 2;
    for (int i = 0; i < SETS * SHADES; i++)
        map[256 * i + 9] = (uint8_t)(10 * i);
    pairs[256 * 9 + 77] = 201; /* 9 over 77 */
    pairs[256 * 77 + 9] = 202;
    ppl->remaps.data[0].map = (tlb_bytes){map, sizeof map};
    ppl->remaps.data[1].map = (tlb_bytes){pairs, sizeof pairs};
    ppl->palettes.data[0].paletteIndex = UINT32_MAX; /* the screen's */
    uint8_t screen;
    static const uint8_t expected[2][2] = {{0, 10}, {20, 30}};
    for (uint32_t haze = 0; haze < 2; haze++) {
        for (uint32_t shade = 0; shade < 2; shade++) {
            assert_true(tlb_ppl_shade(ppl, 1, shade, haze, 9, &screen));
            assert_int_equal(screen, expected[haze][shade]);
        }
        assert_true(tlb_ppl_haze(ppl, 1, haze, 9, &screen));
        assert_int_equal(screen, 40 + 10 * haze);
    }
    assert_true(tlb_ppl_blend(ppl, 2, 9, 77, &screen));
    assert_int_equal(screen, 201);
    assert_false(tlb_ppl_shade(ppl, 1, 2, 0, 9, &screen));
    assert_false(tlb_ppl_shade(ppl, 1, 0, 2, 9, &screen));
    assert_false(tlb_ppl_haze(ppl, 1, 2, 9, &screen));
    assert_false(tlb_ppl_blend(ppl, 1, 9, 77, &screen));
    assert_false(tlb_ppl_shade(ppl, 2, 0, 0, 9, &screen));
    assert_false(tlb_ppl_shade(ppl, 0, 0, 0, 9, &screen));
    assert_null(tlb_ppl_lookup_of(ppl, 0));
    assert_ptr_equal(tlb_ppl_lookup_of(ppl, 2), &ppl->lookups.data[1]);
    const tlb_value *answer;
    assert_int_equal(ask(&f->document, "shade 2 1 1 9", &answer), TLB_OK);
    assert_int_equal(tlb_value_get(answer, "index")->as.integer, 30);
    tlb_ppl_color colors[256];
    make_colors(colors, 255);
    assert_int_equal(tlb_value_get(answer, "color")->as.members.first->as.integer, colors[30][0]);
    assert_int_equal(ask(&f->document, "haze 2 1 9", &answer), TLB_OK);
    assert_int_equal(tlb_value_get(answer, "index")->as.integer, 50);
    assert_int_equal(ask(&f->document, "blend 3 77 9", &answer), TLB_OK);
    assert_int_equal(tlb_value_get(answer, "index")->as.integer, 202);
    assert_int_equal(ask(&f->document, "color -1 64", &answer), TLB_OK);
    assert_true(tlb_value_get(answer, "colorWeight")->as.real == 0.25);
    assert_int_equal(ask(&f->document, "color 2 64", &answer), TLB_OK);
    assert_int_equal(tlb_value_get(answer, "colorIndex")->as.integer, 64);
    static const char *const no[] = {"color 9 1",   "color 2 256",   "shade 2 2 0 1", "shade 2 0 0",
                                     "blend 2 1 1", "blend 3 256 1", "haze 2 0.5 1",  "shade 3 0 0 1"};
    for (size_t i = 0; i < sizeof no / sizeof *no; i++)
        assert_int_equal(ask(&f->document, no[i], &answer), TLB_ARGUMENT);
    assert_int_equal(tlb_info(&f->document, &answer), TLB_OK);
    const tlb_value *own = tlb_value_get(answer, "ppl");
    assert_int_equal(tlb_value_get(own, "weightEnd")->as.integer, 256);
    const tlb_value *list = tlb_value_get(own, "palettes")->as.members.first->next;
    assert_int_equal(tlb_value_get(list, "remap")->as.integer, 1536);
    made_end(&f->document);
}

/* --- files of a folder --------------------------------------------------------------------------------- */

/* The mark of the palette that a bitmap is shown with. */
static int mark_of(picture_folder *f, const char *name, const char *option, const char *value)
{
    tlb_scene *scene = scene_of(f, name, &(option_text){option, value}, option ? 1 : 0);
    assert_int_equal(scene->image_count, 1);
    assert_int_equal(scene->images[0].format, TLB_PIXELS_INDEXED);
    int mark = scene->images[0].palette[0][0];
    tlb_scene_free(scene);
    return mark;
}

static void finds_the_nearest_palette(void **state)
{
    picture_folder *f = *state;
    put_palettes(f, "lush/lush.night.ppl", 1, 10);
    put_palettes(f, "lush/lush.day.ppl", 1, 20);
    put_palettes(f, "ice/ice.ppl", 1, 30);
    put_bitmap(f, "ice/snow.bmp", 0x8, 2);
    put_bitmap(f, "lush/lush.day.sky.bmp", 0x8, 1);
    put_bitmap(f, "lush/lush.night.sky.bmp", 0x8, 2);
    put_bitmap(f, "lush/lost.bmp", 0x8, 9);
    assert_int_equal(mark_of(f, "ice/snow.bmp", NULL, NULL), 31);
    assert_int_equal(mark_of(f, "lush/lush.day.sky.bmp", NULL, NULL), 20);
    assert_int_equal(mark_of(f, "lush/lush.night.sky.bmp", NULL, NULL), 11);
    assert_int_equal(tlb_diagnostic_count(f->context), 0);
    mark_of(f, "lush/lost.bmp", NULL, NULL);
    assert_int_equal(tlb_code_total(f->context, TLB_CODE_PALETTE_OTHER), 1);
}

static void obeys_the_palette_asked_for(void **state)
{
    picture_folder *f = *state;
    put_palettes(f, "a.ppl", 1, 10);
    put_palettes(f, "elsewhere/b.ppl", 1, 20);
    put_bitmap(f, "wall.bmp", 0x8, 2);
    char path[512];
    snprintf(path, sizeof path, "%s", place(f, "elsewhere/b.ppl"));
    assert_int_equal(mark_of(f, "wall.bmp", NULL, NULL), 11);
    assert_int_equal(mark_of(f, "wall.bmp", "palette", path), 21);
    assert_int_equal(mark_of(f, "wall.bmp", "palette", "b.ppl"), 21); /* among the assets */
    assert_int_equal(mark_of(f, "wall.bmp", "palette-index", "1"), 10);
}

static void shows_grays_without_a_palette(void **state)
{
    picture_folder *f = *state;
    put_bitmap(f, "wall.bmp", 0x8, 2);
    tlb_scene *scene = scene_of(f, "wall.bmp", NULL, 0);
    assert_memory_equal(scene->images[0].palette[77], "\x4d\x4d\x4d\xff", 4);
    assert_int_equal(tlb_code_total(f->context, TLB_CODE_PALETTE_MISSING), 1);
    tlb_scene_free(scene);
}

static void a_bitmap_may_bring_its_own(void **state)
{
    picture_folder *f = *state;
    put_palettes(f, "a.ppl", 1, 99);
    pbmp_make(&f->document, f->context, &(pbmp_plan){4, 4, 1, 8, 1, .riff = true, .pixel = number});
    put_document(f, "own.bmp");
    bmp_make(&f->document, f->context, &(bmp_plan){4, 4, 8, .pixel = number});
    put_document(f, "plain.bmp");
    bmp_make(&f->document, f->context, &(bmp_plan){4, 4, 8, .marked = true, .pixel = number});
    put_document(f, "marked.bmp");
    assert_int_equal(mark_of(f, "own.bmp", NULL, NULL), 0);
    assert_int_equal(mark_of(f, "plain.bmp", NULL, NULL), 0);
    assert_int_equal(mark_of(f, "marked.bmp", NULL, NULL), 99);
}

/* Whichever way the rows are stored, the first is the top. */
static void rows_begin_above(void **state)
{
    picture_folder *f = *state;
    for (uint16_t bits = 4; bits <= 8; bits += 4)
        for (int down = 0; down < 2; down++) {
            bmp_make(&f->document, f->context, &(bmp_plan){3, 2, bits, down != 0, false, number});
            put_document(f, "rows.bmp");
            tlb_scene *scene = scene_of(f, "rows.bmp", NULL, 0);
            const tlb_image *image = &scene->images[0];
            assert_int_equal(image->width, 3);
            assert_memory_equal(image->pixels,
                                bits == 8 ? "\x00\x01\x02\x10\x11\x12" : "\x00\x01\x02\x00\x01\x02", 6);
            tlb_scene_free(scene);
        }
    bmp_make(&f->document, f->context, &(bmp_plan){2, 2, 24, .pixel = number});
    put_document(f, "rows.bmp");
    tlb_scene *scene = scene_of(f, "rows.bmp", NULL, 0);
    tlb_ppl_color colors[256];
    make_colors(colors, 255);
    assert_memory_equal(scene->images[0].pixels + 12, colors[17], 4);
    tlb_scene_free(scene);
}

static void attributes_become_alpha(void **state)
{
    picture_folder *f = *state;
    put_palettes(f, "a.ppl", TLB_PPL_ALPHA_QUANT, 10);
    put_bitmap(f, "opaque.bmp", 0x8, 1);
    put_bitmap(f, "holes.bmp", 0x9, 1);
    put_bitmap(f, "glass.bmp", 0xc, 1);
    static const struct {
        const char *name;
        uint8_t first, later;
    } expected[] = {{"opaque.bmp", 255, 255}, {"holes.bmp", 0, 255}, {"glass.bmp", 0, 40}};
    for (int i = 0; i < 3; i++) {
        tlb_scene *scene = scene_of(f, expected[i].name, NULL, 0);
        assert_int_equal(scene->images[0].palette[0][3], expected[i].first);
        assert_int_equal(scene->images[0].palette[5][3], expected[i].later);
        tlb_scene_free(scene);
    }
}

/* The palette of a translucent bitmap is not there, and what is there knows no alphas. */
static void color_0_shows_through(void **state)
{
    picture_folder *f = *state;
    pal_make(&f->document, f->context, true);
    put_document(f, "other.pal");
    put_bitmap(f, "corn.bmp", 0xc, 1977);
    tlb_scene *scene = scene_of(f, "corn.bmp", NULL, 0);
    assert_int_equal(scene->images[0].palette[0][3], 0);
    assert_int_equal(scene->images[0].palette[5][3], 255);
    assert_int_equal(tlb_code_total(f->context, TLB_CODE_PALETTE_MISSING), 1);
    tlb_scene_free(scene);
}

/* Palettes that stand alone have no index: they are for bitmaps without, and no guess for others. */
static void single_palettes_have_no_index(void **state)
{
    picture_folder *f = *state;
    tlb_ppl_color colors[256];
    make_colors(colors, 255);
    pal_make(&f->document, f->context, false);
    put_document(f, "WORLD.PAL");
    put_bitmap(f, "plain.bmp", 0x8, TLB_PBMP_NO_PALETTE);
    put_bitmap(f, "other.bmp", 0x8, 3);
    tlb_scene *scene = scene_of(f, "plain.bmp", NULL, 0);
    assert_memory_equal(scene->images[0].palette[77], colors[77], 3);
    assert_int_equal(tlb_diagnostic_count(f->context), 0);
    tlb_scene_free(scene);
    scene = scene_of(f, "other.bmp", NULL, 0);
    assert_memory_equal(scene->images[0].palette[77], "\x4d\x4d\x4d\xff", 4);
    assert_int_equal(tlb_code_total(f->context, TLB_CODE_PALETTE_MISSING), 1);
    tlb_scene_free(scene);
}

/* --- materials ----------------------------------------------------------------------------------------- */

static void makes_materials(void **state)
{
    picture_folder *f = *state;
    put_palettes(f, "world.ppl", TLB_PPL_ALPHA_QUANT, 10);
    put_bitmap(f, "brick.bmp", 0x8, 1);
    put_bitmap(f, "Leaf.BMP", 0x8, 1);
    dml_make(&f->document, f->context, &(dml_plan){.version = 4});
    put_document(f, "world.dml");
    tlb_scene *scene = scene_of(f, "world.dml", NULL, 0);
    const tlb_material *m = scene->materials;
    assert_int_equal(scene->material_count, 6);
    assert_int_equal(scene->mesh_count, 6);
    assert_string_equal(m[0].name, "brick");
    assert_int_equal(m[0].alpha_mode, TLB_ALPHA_OPAQUE);
    assert_int_equal(m[1].alpha_mode, TLB_ALPHA_MASK); /* the record says so */
    assert_false(m[1].placeholder);
    assert_true(m[2].placeholder); /* glow.bmp */
    assert_string_equal(m[3].name, "#c82814");
    assert_true(m[3].color[0] > 0.55f && m[3].color[0] < 0.6f); /* 200 of 255, linear */
    assert_true(m[5].color[3] == 0);
    assert_true(m[2].unlit && !m[3].unlit);
    assert_int_equal(tlb_code_total(f->context, TLB_CODE_ASSET_MISSING), 1);
    assert_string_equal(tlb_diagnostic_at(f->context, 0)->path, "materials[2].file");
    tlb_scene_free(scene);
}

static void shares_textures(void **state)
{
    picture_folder *f = *state;
    static const char *const files[] = {"brick.bmp", "BRICK.bmp", "brick", "other.bmp", "other.bmp", NULL};
    put_palettes(f, "world.ppl", 1, 10);
    put_bitmap(f, "brick.bmp", 0x8, 1);
    dml_make(&f->document, f->context, &(dml_plan){.version = 3, .files = files});
    put_document(f, "world.dml");
    tlb_scene *scene = scene_of(f, "world.dml", NULL, 0);
    assert_int_equal(scene->materials[0].texture.image, scene->materials[1].texture.image);
    assert_int_equal(scene->materials[3].texture.image, scene->materials[4].texture.image);
    assert_int_equal(scene->image_count, 3); /* brick, by its other name, and the placeholder */
    assert_int_equal(tlb_code_total(f->context, TLB_CODE_ASSET_MISSING), 1);
    tlb_scene_free(scene);
}

static const tlb_value *extra(const tlb_material *material, const char *name)
{
    return tlb_value_get(material->extras, name);
}

/* The list as bytes, of version 3, which knows no useDefaultProps: then it is 1. And of version 4. */
static void says_whether_properties_are_the_default(void **state)
{
    picture_folder *f = *state;
    enum { RECORD = 30 + 8, SIZE_3 = RECORD + 60, SIZE_4 = RECORD + 64 };
    uint8_t list[SIZE_4] = "PERS\0\0\0\0\x10\0TS::MaterialList\3\0\0\0\1\0\0\0\1\0\0\0";
    memcpy(list + 38, "\2\4\0\0", 4); /* flags: a color, smooth */
    for (uint8_t version = 3; version <= 4; version++)
        for (uint8_t value = 0; value <= 1; value++) {
            list[4] = (uint8_t)((version == 3 ? SIZE_3 : SIZE_4) - 8);
            list[26] = version;
            list[98] = value;
            tlb_document *document;
            tlb_scene *scene;
            assert_int_equal(tlb_open_memory(f->context, list, list[4] + 8u, NULL, NULL, &document), TLB_OK);
            bool expected = version == 3 || value;
            assert_int_equal(tlb_document_dml(document)->list.materials.data[0].useDefaultProps, expected);
            assert_int_equal(tlb_document_scene(document, NULL, &scene), TLB_OK);
            const tlb_value *said = extra(&scene->materials[0], "useDefaultProps");
            assert_true(said && said->kind == TLB_VALUE_BOOL && said->as.boolean == expected);
            tlb_scene_free(scene);
            tlb_document_free(document);
        }
}

/* Blended as black, and marked as what is added is. */
static void marks_what_takes_light_away(void **state)
{
    picture_folder *f = *state;
    static const char *const files[] = {"smoke.bmp", "wall.bmp", NULL};
    put_palettes(f, "world.ppl", 1, 10);
    put_bitmap(f, "smoke.bmp", 0x28, 1);
    put_bitmap(f, "wall.bmp", 0x8, 1);
    dml_make(&f->document, f->context, &(dml_plan){.version = 3, .files = files});
    put_document(f, "world.dml");
    tlb_scene *scene = scene_of(f, "world.dml", NULL, 0);
    assert_int_equal(scene->materials[0].alpha_mode, TLB_ALPHA_BLEND);
    const tlb_value *said = extra(&scene->materials[0], "subtractive");
    assert_true(said && said->as.boolean);
    assert_null(extra(&scene->materials[1], "subtractive"));
    tlb_scene_free(scene);
}

static void adds_light(void **state)
{
    picture_folder *f = *state;
    static const char *const files[] = {"flare.bmp", NULL};
    put_palettes(f, "world.ppl", 1, 10);
    put_bitmap(f, "flare.bmp", 0x18, 1);
    dml_make(&f->document, f->context, &(dml_plan){.version = 3, .files = files});
    put_document(f, "world.dml");
    tlb_scene *scene = scene_of(f, "world.dml", NULL, 0);
    tlb_ppl_color colors[256];
    make_colors(colors, 255);
    assert_int_equal(scene->materials[0].alpha_mode, TLB_ALPHA_ADD);
    const uint8_t *added = scene->images[0].palette[40]; /* color times alpha is what the bitmap holds */
    for (int c = 0; c < 3; c++)
        assert_in_range(added[c] * added[3] / 255 + 1, colors[40][c], colors[40][c] + 2);
    tlb_scene_free(scene);
}

/* A marked Microsoft bitmap is no better off than others when its palette is nowhere. */
static void misses_the_palette_of_a_mark(void **state)
{
    picture_folder *f = *state;
    bmp_make(&f->document, f->context, &(bmp_plan){4, 4, 8, .marked = true, .pixel = number});
    put_document(f, "marked.bmp");
    tlb_scene *scene = scene_of(f, "marked.bmp", NULL, 0);
    tlb_ppl_color colors[256];
    make_colors(colors, 255);
    assert_memory_equal(scene->images[0].palette[77], colors[77], 4); /* its own */
    assert_int_equal(tlb_code_total(f->context, TLB_CODE_PALETTE_MISSING), 1);
    tlb_scene_free(scene);
    ppl_make(&f->document, f->context, &(ppl_plan){.types = {1}, .count = 1});
    tlb_document_ppl(&f->document)->palettes.data[0].paletteIndex = 5;
    put_document(f, "world.ppl");
    bmp_make(&f->document, f->context, &(bmp_plan){4, 4, 8, .marked = true, .pixel = number});
    tlb_bmp *bmp = tlb_document_bmp(&f->document);
    for (uint32_t i = 0; i < 256; i++)
        memset(bmp->colors.data[i], (int)i, 3);
    put_document(f, "ramp.bmp"); /* which says nothing of its colors */
    scene = scene_of(f, "ramp.bmp", NULL, 0);
    assert_memory_equal(scene->images[0].palette[77], colors[77], 4);
    assert_int_equal(tlb_code_total(f->context, TLB_CODE_PALETTE_OTHER), 1);
    tlb_scene_free(scene);
}

/* --- palettes of paint programs ------------------------------------------------------------------------ */

/* A palette of a translucent type without alphas would be a swatch of nothing. */
static void shows_colors_without_alphas(void **state)
{
    picture_folder *f = *state;
    ppl_make(&f->document, f->context, &(ppl_plan){.types = {TLB_PPL_TRANSLUCENT}, .count = 1});
    tlb_ppl *ppl = tlb_document_ppl(&f->document);
    for (int i = 0; i < 256; i++)
        ppl->palettes.data[0].colors.data[i][3] = 0;
    put_document(f, "world.ppl");
    tlb_scene *scene = scene_of(f, "world.ppl", NULL, 0);
    for (int i = 0; i < 256; i++)
        assert_int_equal(scene->images[0].palette[i][3], 255);
    tlb_scene_free(scene);
}

/* What is drawn opaquely has palettes of three types. */
static void draws_with_any_opaque_palette(void **state)
{
    picture_folder *f = *state;
    static const uint8_t types[] = {TLB_PPL_NO_REMAP, TLB_PPL_COLOR_QUANT};
    for (int i = 0; i < 2; i++) {
        ppl_make(&f->document, f->context, &(ppl_plan){.types = {types[i]}, .count = 1});
        put_document(f, "world.ppl");
        bmp_make(&f->document, f->context, &(bmp_plan){4, 4, 24, .pixel = number});
        put_document(f, "true.bmp");
        char path[512];
        snprintf(path, sizeof path, "%s", place(f, "world.ppl"));
        const option_text option = {"palette", path};
        tlb_files *files;
        assert_non_null(converted(f, "true.bmp", "pbmp", "out.bmp", &option, 1, &files).data);
        tlb_files_free(files);
    }
}

/* --- checks -------------------------------------------------------------------------------------------- */

static void assert_finds(picture_folder *f, tlb_code code, const char *path)
{
    assert_int_equal(tlb_check(&f->document, NULL), TLB_OK);
    bool found = false;
    for (size_t i = 0; i < tlb_diagnostic_count(f->context); i++) {
        const tlb_diagnostic *d = tlb_diagnostic_at(f->context, i);
        found |= d->code == code && strcmp(d->path, path) == 0;
    }
    if (!found)
        print_diagnostics(f->context);
    assert_true(found);
    tlb_diagnostics_clear(f->context);
}

#define BREAKS_LIST(change, code, path)                                                                      \
    do {                                                                                                     \
        dml_make(&f->document, f->context, &(dml_plan){.version = 4});                                       \
        tlb_dml_material *m = tlb_document_dml(&f->document)->list.materials.data;                           \
        change;                                                                                              \
        assert_finds(f, TLB_CODE_##code, path);                                                              \
        made_end(&f->document);                                                                              \
    } while (0)

static void checks_lists(void **state)
{
    picture_folder *f = *state;
    BREAKS_LIST(m[1].flags = 0x407, DML_KIND, "materials[1].flags");
    BREAKS_LIST(m[1].flags = 0x10403, DML_FLAGS, "materials[1].flags");
    BREAKS_LIST(m[0].file[0] = 0, DML_NAME, "materials[0].file");
    BREAKS_LIST(memset(m[2].file, 'x', 32), DML_NAME, "materials[2].file");
    BREAKS_LIST(m[0].file[31] = 1, DML_NAME_TAIL, "materials[0].file");
    BREAKS_LIST(m[4].type = 15, DML_TYPE, "materials[4].type");
    BREAKS_LIST(m[4].type = 0x100, DML_TYPE_BYTES, "materials[4].type");
    BREAKS_LIST(m[4].friction = INFINITY, DML_NOT_FINITE, "materials[4].alpha");
}

#define BREAKS_BITMAP(change, code, path)                                                                    \
    do {                                                                                                     \
        pbmp_make(&f->document, f->context, &(pbmp_plan){8, 4, 4, 0x9, 1, .pixel = number});                 \
        tlb_pbmp *b = tlb_document_pbmp(&f->document);                                                       \
        change;                                                                                              \
        assert_finds(f, TLB_CODE_##code, path);                                                              \
        made_end(&f->document);                                                                              \
    } while (0)

static void checks_bitmaps(void **state)
{
    picture_folder *f = *state;
    BREAKS_BITMAP(b->size++, PBMP_OUTER_SIZE, "size");
    BREAKS_BITMAP(b->chunks.data[0].isOpaque = true, PBMP_HEAD, "chunks");
    BREAKS_BITMAP(b->chunks.data[1].tag.data = "atad", PBMP_DATA, "chunks");
    BREAKS_BITMAP(b->chunks.data[1].data.size = 40, PBMP_DATA, "chunks");
    BREAKS_BITMAP(b->chunks.data[2].mipLevels = 1, PBMP_SURPLUS, "chunks");
    BREAKS_BITMAP(b->chunks.data[0].head.bitDepth = 7, PBMP_DEPTH, "chunks[0].head.bitDepth");
    BREAKS_BITMAP(b->chunks.data[2].mipLevels = 10, PBMP_MIPS, "chunks");
    BREAKS_BITMAP(b->chunks.data[0].head.height = 3, PBMP_MIPS, "chunks");
    BREAKS_BITMAP(b->chunks.data[0].head.attributes = 0x80, PBMP_ATTRIBUTES, "chunks[0].head.attributes");
    BREAKS_BITMAP(b->chunks.data[3] = b->chunks.data[2], PBMP_CHUNK, "chunks[3]");
}

#define BREAKS_BMP(change, code, path)                                                                       \
    do {                                                                                                     \
        bmp_make(&f->document, f->context, &(bmp_plan){5, 3, 8, .pixel = number});                           \
        tlb_bmp *b = tlb_document_bmp(&f->document);                                                         \
        change;                                                                                              \
        assert_finds(f, TLB_CODE_##code, path);                                                              \
        made_end(&f->document);                                                                              \
    } while (0)

static void checks_microsoft_bitmaps(void **state)
{
    picture_folder *f = *state;
    BREAKS_BMP(b->biWidth = 0, BMP_HEADER, "biWidth");
    BREAKS_BMP(b->biPlanes = 2, BMP_HEADER, "biPlanes");
    BREAKS_BMP(b->biBitCount = 5, BMP_HEADER, "biBitCount");
    BREAKS_BMP(b->biBitCount = 4, BMP_ENGINE, "biBitCount");
    BREAKS_BMP(b->biHeight = 4, BMP_DATA, "pixels");
    BREAKS_BMP(b->bfOffBits++, BMP_DATA, "bfOffBits");
    BREAKS_BMP(b->colors.count--, BMP_DATA, "colors");
    BREAKS_BMP(b->bfSize++, BMP_SIZES, "bfSize");
    BREAKS_BMP(b->tail = ((tlb_bytes){(const uint8_t *)"\0\0", 2}), TRAILING_BYTES, "tail");
    BREAKS_BMP((b->tail = ((tlb_bytes){(const uint8_t *)"\0\0\0\0", 4}), b->bfSize += 4), TRAILING_BYTES,
               "tail");
}

static void takes_the_zeros_of_paint_programs(void **state)
{
    picture_folder *f = *state;
    for (uint32_t zeros = 1; zeros <= 3; zeros++) {
        bmp_make(&f->document, f->context, &(bmp_plan){5, 3, 8, .pixel = number});
        tlb_bmp *b = tlb_document_bmp(&f->document);
        b->tail = (tlb_bytes){(const uint8_t *)"\0\0\0", zeros};
        b->bfSize += zeros;
        assert_int_equal(tlb_check(&f->document, NULL), TLB_OK);
        assert_int_equal(tlb_diagnostic_count(f->context), 0);
        made_end(&f->document);
    }
}

/* Sizes of maps are refused as such from one more than palettes have. */
static void shades_have_limits(void **state)
{
    static const struct {
        int32_t shift, haze;
        const char *refused;
    } sizes[] = {{0, 0, NULL},          {16, 4096, NULL},      {-1, 0, "shadeShift"},
                 {0, -1, "hazeLevels"}, {17, 0, "shadeShift"}, {0, 4097, "hazeLevels"}};
    static const char *const paths[] = {"shadeShift", "hazeLevels"};
    picture_folder *f = *state;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        tlb_bytes saved;
        ppl_make(&f->document, f->context, &(ppl_plan){.types = {4, 3}, .count = 2});
        tlb_document_ppl(&f->document)->shadeShift = sizes[i].shift;
        tlb_document_ppl(&f->document)->hazeLevels = sizes[i].haze;
        tlb_diagnostics_clear(f->context);
        tlb_save_memory(&f->document, &saved);
        for (size_t k = 0; k < 2; k++)
            assert_int_equal(find_diagnostic(f->context, "BAD_VALUE", paths[k]) != NULL,
                             sizes[i].refused && strcmp(sizes[i].refused, paths[k]) == 0);
        made_end(&f->document);
    }
}

#define BREAKS_PALETTES(change, code, path)                                                                  \
    do {                                                                                                     \
        ppl_make(&f->document, f->context, &(ppl_plan){.types = {1, 4, 3}, .count = 3, .weights = true});    \
        tlb_ppl *p = tlb_document_ppl(&f->document);                                                         \
        change;                                                                                              \
        assert_finds(f, TLB_CODE_##code, path);                                                              \
        made_end(&f->document);                                                                              \
    } while (0)

static void checks_palettes(void **state)
{
    picture_folder *f = *state;
    BREAKS_PALETTES(p->palettes.data[2].paletteIndex = 1, PPL_REPEATED_INDEX, "palettes[2].paletteIndex");
    BREAKS_PALETTES(p->lookups.data[0].colorB[7] = INFINITY, PPL_INDEX_MAP, "lookups[0]");
    BREAKS_PALETTES(p->weightEnd = 257, PPL_WEIGHTS, "weightStart");
    BREAKS_PALETTES(p->hasWeights = 2, BAD_VALUE, "hasWeights");
    BREAKS_PALETTES(p->palettes.count = p->remaps.count = p->lookups.count = 0, PPL_NO_PALETTE, "palettes");
    pal_make(&f->document, f->context, false);
    tlb_pal *pal = tlb_document_pal(&f->document);
    pal->chunks.count--;
    assert_finds(f, TLB_CODE_PPL_CHUNK_COUNT, "chunks[0].data");
    assert_finds(f, TLB_CODE_PPL_OUTER_SIZE, "size");
    pal->chunks.data[1].colors.count = 16;
    assert_finds(f, TLB_CODE_PPL_COLORS, "chunks");
    made_end(&f->document);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, enter_folder, leave_folder)
    const struct CMUnitTest tests[] = {
        TEST(lists_go_round),
        TEST(palettes_go_round),
        TEST(bitmaps_go_round),
        TEST(knows_levels),
        TEST(knows_tags_in_any_case),
        TEST(looks_colors_up),
        TEST(finds_the_nearest_palette),
        TEST(obeys_the_palette_asked_for),
        TEST(shows_grays_without_a_palette),
        TEST(a_bitmap_may_bring_its_own),
        TEST(rows_begin_above),
        TEST(attributes_become_alpha),
        TEST(color_0_shows_through),
        TEST(single_palettes_have_no_index),
        TEST(makes_materials),
        TEST(shares_textures),
        TEST(adds_light),
        TEST(says_whether_properties_are_the_default),
        TEST(marks_what_takes_light_away),
        TEST(misses_the_palette_of_a_mark),
        TEST(shows_colors_without_alphas),
        TEST(draws_with_any_opaque_palette),
        TEST(checks_lists),
        TEST(checks_bitmaps),
        TEST(checks_microsoft_bitmaps),
        TEST(takes_the_zeros_of_paint_programs),
        TEST(shades_have_limits),
        TEST(checks_palettes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* .bbg: what is read, kept, edited, refused and checked, and the BGF that it is. */
#include "bgf_maker.h"
#include "files.h"
#include "formats/meridian/bbg/bbg.h"
#include "image/image.h"
#include "one_context.h"
#include "options_text.h"
#include "trilobite/formats/bgf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static tlb_status try_text(const char *text, tlb_document **document)
{
    tlb_diagnostics_clear(context);
    return tlb_open_memory(context, text, strlen(text), "test.bbg", NULL, document);
}

static tlb_document *open_text(const char *text)
{
    tlb_document *document;
    if (try_text(text, &document) != TLB_OK)
        print_diagnostics(context);
    assert_non_null(document);
    return document;
}

static void assert_saved(tlb_document *document, const char *expected)
{
    tlb_bytes bytes;
    assert_int_equal(tlb_save_memory(document, &bytes), TLB_OK);
    char *text = calloc(bytes.size + 1, 1);
    memcpy(text, bytes.data, bytes.size);
    assert_string_equal(text, expected);
    free(text);
}

static void assert_text(tlb_text text, const char *expected)
{
    assert_int_equal(text.size, strlen(expected));
    assert_memory_equal(text.data, expected, text.size);
}

static void places_have_two_numbers(void **state)
{
    (void)state;
    tlb_document *document;
    assert_int_equal(try_text("-n x\n1\na.bmp [1,", &document), TLB_INVALID);
    assert_int_equal(tlb_diagnostic_count(context), 1);
    const tlb_diagnostic *d = tlb_diagnostic_at(context, 0);
    assert_string_equal(d->message, "expected the place's second number, found the end of the file");
    assert_string_equal(d->path, "bitmaps[0].yoff");
    assert_int_equal(d->offset, 16);
}

/* --- words ---------------------------------------------------------------------------------------------- */

static const char everything[] = "# a comment\r\n#*Groups: 2\r\n-s 5 \\\r\n-r\r\n-n  flag -q\r\n\r\n 3\r\n"
                                 "one.bmp\t[-24, +7] \\\r\n  :2 1 [3, -4]\r\n-9 [5 6]\r\n# between\r\n"
                                 "two#.bmp :0 three.bmp [1,\r\n2]\r\n 2\r\n3  1 0\r\n3  1 2 over 9\r\n# end";

static void words_are_read(void **state)
{
    (void)state;
    tlb_document *document = open_text(everything);
    const tlb_bbg *bbg = tlb_document_bbg(document);
    assert_int_equal(bbg->options.count, 4);
    assert_text(bbg->options.data[0].value, "5");
    assert_text(bbg->options.data[2].value, "flag");
    assert_text(bbg->options.data[3].option, "-q");
    assert_int_equal(bbg->bitmaps.count, 3);
    const tlb_bbg_bitmap *one = &bbg->bitmaps.data[0];
    assert_text(one->file, "one.bmp");
    assert_true(one->xoff == -24 && one->yoff == 7);
    assert_int_equal(one->hotspots.count, 2);
    assert_true(one->hotspots.data[0].number == 1 && one->hotspots.data[0].y == -4);
    assert_true(one->hotspots.data[1].number == -9 && one->hotspots.data[1].x == 5 &&
                one->hotspots.data[1].y == 6);
    assert_text(bbg->bitmaps.data[1].file, "two#.bmp");
    assert_int_equal(bbg->bitmaps.data[1].hotspots.count, 0);
    assert_true(bbg->bitmaps.data[2].xoff == 1 && bbg->bitmaps.data[2].yoff == 2);
    assert_int_equal(bbg->groups.count, 2);
    assert_int_equal(bbg->groups.data[0].indices.count, 3);
    assert_int_equal(bbg->groups.data[0].indices.data[2], 3);
    assert_int_equal(bbg->groups.data[1].indices.count, 1);
    assert_saved(document, everything);
    tlb_document_free(document);
}

static void words_must_be_there(void **state)
{
    (void)state;
    static const struct {
        const char *text, *code, *path;
        int offset;
    } refused[] = {
        {"1\na.bmp\n1\n2 1\n", "TRUNCATED", "groups[0].indices[1]", 14},
        {"2\na.bmp\n", "TRUNCATED", "bitmaps[1].file", 8},
        {"9\na.bmp\n", "TRUNCATED", "bitmaps", 2},
        {"1\na.bmp\n", "TRUNCATED", "numGroups", 8},
        {"-s", "TRUNCATED", "options[0].value", 2},
        {"x\n", "BAD_NUMBER", "numBitmaps", 0},
        {"1\na.bmp [1,2] 1 1 1\n", "BAD_WORD", "bitmaps[0].xoff", 11},
        {"1\na.bmp [x, 2]\n1 1 1\n", "BAD_WORD", "bitmaps[0].xoff", 9},
        {"1\na.bmp [1, 2x]\n1 1 1\n", "BAD_WORD", "bitmaps[0].yoff", 13},
        {"1\na.bmp :1 1 2\n1 1 1\n", "BAD_WORD", "bitmaps[0].hotspots[0].x", 13},
        {"1\na.bmp :256\n", "BAD_VALUE", "bitmaps[0].hotspots", 8},
        {"2\na.bmp [1, 2] [3, 4]\n1 1 1\n", "BAD_WORD", "bitmaps[1].file", 15},
        {"1\na.bmp\n1\n1 b.bmp\n", "BAD_NUMBER", "groups[0].indices[0]", 12},
        {"1\na.bmp\n1\n9997 1\n", "BAD_VALUE", "groups[0].indices", 10},
    };
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        tlb_document *document;
        assert_int_equal(try_text(refused[i].text, &document), TLB_INVALID);
        const tlb_diagnostic *found = find_diagnostic(context, refused[i].code, refused[i].path);
        if (!found) {
            fprintf(stderr, "%s\n", refused[i].text);
            print_diagnostics(context);
        }
        assert_non_null(found);
        assert_int_equal(found->offset, refused[i].offset);
    }
}

static void an_edit_changes_its_own_words_only(void **state)
{
    (void)state;
    tlb_document *document =
        open_text("# one\n-s  5\n 2 \\\na.bmp  [1,   2]\n# two\nb.bmp 1 2  1\t2\n# end\n");
    tlb_bbg *bbg = tlb_document_bbg(document);
    bbg->options.data[0].value = (tlb_text){"16", 2};
    bbg->bitmaps.data[0].yoff = -30;
    bbg->bitmaps.data[1].xoff = 4;
    bbg->groups.data[0].indices.data[1] = 0;
    assert_saved(document, "# one\n-s  16\n 2 \\\na.bmp  [1,   -30]\n# two\nb.bmp [4, 0] 1 2  1\t0\n# end\n");
    tlb_document_free(document);
}

static void new_records_get_lines_of_their_own(void **state)
{
    (void)state;
    tlb_document *document = open_text("2 a.bmp b.bmp 1 1 1");
    tlb_bbg *bbg = tlb_document_bbg(document);
    tlb_bbg_hotspot hotspots[2] = {{-1, 2, 3}, {4, 5, 6}};
    int32_t indices[2] = {2, 3};
    tlb_bbg_option option = {.option = {"-x", 2}};
    tlb_bbg_bitmap three[3] = {bbg->bitmaps.data[0],
                               {.file = {"n.bmp", 5}, .yoff = 1, .hotspots = {hotspots, 2}},
                               bbg->bitmaps.data[1]};
    tlb_bbg_group groups[2] = {bbg->groups.data[0], {.indices = {indices, 2}}};
    bbg->options.data = &option;
    bbg->options.count = 1;
    bbg->bitmaps.data = three;
    bbg->bitmaps.count = 3;
    bbg->groups.data = groups;
    bbg->groups.count = 2;
    assert_saved(document, "-x\n3 a.bmp\nn.bmp [0, 1] :2 -1 [2, 3] 4 [5, 6]\n b.bmp 2 1 1\n2 2 3\n");
    tlb_document_free(document);
}

/* Two words of neighbours that lost what was between them. */
static void words_stay_apart(void **state)
{
    (void)state;
    tlb_document *document = open_text("2\na.bmp b.bmp\n3\n1 2 1 1\n1 2");
    tlb_bbg *bbg = tlb_document_bbg(document);
    bbg->groups.data[1] = bbg->groups.data[2];
    bbg->groups.count = 2;
    assert_saved(document, "2\na.bmp b.bmp\n2\n1 2\n1 2");
    bbg->tail = (tlb_text){"7", 1};
    assert_saved(document, "2\na.bmp b.bmp\n2\n1 2\n1 2\n7");
    tlb_document_free(document);
}

static void what_is_no_word_is_not_written(void **state)
{
    (void)state;
    static const char *const names[] = {"", "a b.bmp", "\\", "#a.bmp", "[a.bmp", ":1", "a\nb"};
    tlb_document *document = open_text("-n x\n1\na.bmp\n1\n1 1\n");
    tlb_bbg *bbg = tlb_document_bbg(document);
    tlb_bytes bytes;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        tlb_diagnostics_clear(context);
        bbg->bitmaps.data[0].file = (tlb_text){names[i], (uint32_t)strlen(names[i])};
        assert_int_equal(tlb_save_memory(document, &bytes), TLB_INVALID);
        assert_non_null(find_diagnostic(context, "BBG_WORD", "bitmaps[0].file"));
    }
    static const char wide[] =
        "a 3456789 123456789 123456789 123456789 123456789 123456789 123456789 123456789 12";
    for (uint32_t size = 79; size <= 81; size++) {
        char expected[200];
        tlb_diagnostics_clear(context);
        bbg->bitmaps.data[0].file = (tlb_text){wide, size};
        assert_int_equal(tlb_save_memory(document, &bytes), TLB_INVALID);
        snprintf(expected, sizeof expected, "\"%.*s\" cannot be written as one word of a command file",
                 size < 80 ? (int)size : 80, wide);
        assert_string_equal(tlb_diagnostic_at(context, 0)->message, expected);
    }
    bbg->options.data[0].value = (tlb_text){"", 0};
    assert_int_equal(tlb_save_memory(document, &bytes), TLB_INVALID);
    assert_non_null(find_diagnostic(context, "BBG_WORD", "options[0].value"));
    bbg->options.data[0].option = (tlb_text){"n", 1};
    assert_int_equal(tlb_save_memory(document, &bytes), TLB_INVALID);
    assert_non_null(find_diagnostic(context, "BBG_WORD", "options[0].option"));
    bbg->options.count = 0;
    bbg->bitmaps.data[0].file = (tlb_text){"a", 1};
    bbg->groups.data[0].indices.count = BBG_MOST_WORDS + 1;
    assert_int_equal(tlb_save_memory(document, &bytes), TLB_INVALID);
    assert_non_null(find_diagnostic(context, "BBG_LIMIT", "groups[0].indices"));
    tlb_document_free(document);
}

/* --- rules ---------------------------------------------------------------------------------------------- */

static void assert_found(const char *text, const char *code, const char *path)
{
    tlb_document *document = open_text(text);
    assert_int_equal(tlb_check(document, NULL), TLB_OK);
    if (!find_diagnostic(context, code, path))
        fprintf(stderr, "%s: no %s\n", text, code);
    assert_non_null(find_diagnostic(context, code, path));
    tlb_document_free(document);
}

static void rules_are_checked(void **state)
{
    (void)state;
    char long_line[600] = "1\na.bmp ";
    tlb_document *document =
        open_text("-o out.bgf -s 2 -n flag -r -x 1 a.bmp :1 -128 [0, 0] 1 2 1 0\n# end\n");
    assert_int_equal(tlb_check(document, NULL), TLB_OK);
    assert_int_equal(tlb_diagnostic_count(context), 0);
    tlb_document_free(document);
    assert_found("-q 1 a.bmp 1 1 1", "BBG_OPTION", "options[0].option");
    assert_found("- 1 a.bmp 1 1 1", "BBG_OPTION", "options[0].option");
    assert_found("-s 0 1 a.bmp 1 1 1", "BBG_OPTION", "options[0].value");
    assert_found("-s 1x 1 a.bmp 1 1 1", "BBG_OPTION", "options[0].value");
    assert_found("-n a234567890123456789012345678901x 1 a.bmp 1 1 1", "BBG_OPTION", "options[0].value");
    assert_found("0 1 1 0", "BBG_COUNT", "numBitmaps");
    assert_found("1 a.bmp 1 0", "BBG_COUNT", "groups[0]");
    assert_found("1 a.bmp :1 0 [1, 2] 1 1 1", "BBG_HOTSPOT", "bitmaps[0].hotspots[0].number");
    assert_found("1 a.bmp :1 128 [1, 2] 1 1 1", "BBG_HOTSPOT", "bitmaps[0].hotspots[0].number");
    assert_found("1 a.bmp 1 2 1 2", "BBG_INDEX", "groups[0].indices[1]");
    assert_found("1 a.bmp 1 1 -1", "BBG_INDEX", "groups[0].indices[0]");
    assert_found("1 a.bmp 1 1 1 # no\n", "BBG_EXTRA", "tail");
    memset(long_line + 8, ' ', 498 - 6);
    strcpy(long_line + 8 + 498 - 6, "\r\n1 1 1");
    document = open_text(long_line);
    assert_int_equal(tlb_check(document, NULL), TLB_OK);
    assert_int_equal(tlb_diagnostic_count(context), 0);
    tlb_document_free(document);
    strcpy(long_line + 8 + 498 - 6, " \r\n1 1 1");
    assert_found(long_line, "BBG_LIMIT", "");
}

static void words_are_counted(void **state)
{
    (void)state;
    for (int more = 0; more < 2; more++) {
        char *text = malloc(32 + 2 * BBG_MOST_WORDS), *p = text;
        p += sprintf(p, "1 a.bmp 1 %d", BBG_MOST_WORDS - 4 + more);
        for (int i = 0; i < BBG_MOST_WORDS - 4 + more; i++)
            p += sprintf(p, i % 64 ? " 1" : "\n1");
        tlb_document *document = open_text(text);
        assert_int_equal(tlb_check(document, NULL), TLB_OK);
        assert_int_equal(find_diagnostic(context, "BBG_LIMIT", "") != NULL, more);
        tlb_document_free(document);
        free(text);
    }
}

static void pictures_are_looked_for(void **state)
{
    (void)state;
    tlb_assets *assets = tlb_assets_create(context);
    assert_int_equal(tlb_assets_add_memory(assets, "a.bmp", (tlb_bytes){(const uint8_t *)"", 0}), TLB_OK);
    tlb_document *document = open_text("2 a.bmp b.bmp 1 1 1");
    assert_int_equal(tlb_check_assets(document, assets, NULL), TLB_OK);
    assert_null(find_diagnostic(context, "ASSET_MISSING", "bitmaps[0].file"));
    assert_non_null(find_diagnostic(context, "ASSET_MISSING", "bitmaps[1].file"));
    tlb_document_free(document);
    tlb_assets_free(assets);
}

/* --- conversions ---------------------------------------------------------------------------------------- */

enum { WIDTH = 3, HEIGHT = 2 };
static const uint8_t pixels[WIDTH * HEIGHT] = {10, 254, 12, 249, 1, 255};

static tlb_bytes bmp_of(tlb_buffer *out)
{
    uint8_t copy[sizeof pixels];
    memcpy(copy, pixels, sizeof copy);
    *out = (tlb_buffer){.account = context->account};
    tlb_bbg_write_bmp(
        &(tlb_image){.format = TLB_PIXELS_INDEXED, .width = WIDTH, .height = HEIGHT, .pixels = copy}, out);
    assert_int_equal(out->status, TLB_OK);
    return (tlb_bytes){out->data, out->size};
}

/* A document of the BGF that a text becomes, with these pictures; NULL: it is refused. */
static tlb_document *convert(const char *text, tlb_assets *assets, tlb_files **files)
{
    tlb_convert_options options = {.struct_size = sizeof options, .assets = assets};
    tlb_document *document = open_text(text), *made = NULL;
    tlb_diagnostics_clear(context);
    if (tlb_convert(document, tlb_format_by_name("bgf"), "out.bgf", &options, files) == TLB_OK) {
        assert_int_equal((*files)->count, 1);
        assert_int_equal(tlb_open_memory(context, (*files)->data[0].bytes.data, (*files)->data[0].bytes.size,
                                         "out.bgf", NULL, &made),
                         TLB_OK);
    }
    tlb_document_free(document);
    return made;
}

static void assert_pixels(tlb_document *document, uint32_t bitmap, uint32_t width, uint32_t height,
                          const uint8_t *expected)
{
    tlb_bgf *bgf = tlb_document_bgf(document);
    const tlb_bgf_bitmap *b = &bgf->bitmaps.data[bitmap];
    uint8_t found[64];
    assert_true(b->width == width && b->height == height);
    assert_int_equal(tlb_bgf_pixels(context, bgf, b, found), TLB_OK);
    assert_memory_equal(found, expected, (size_t)width * height);
}

/* An exact color, one that is nobody's, what is seen through and its color, which only looks so. */
static tlb_bytes png_of(tlb_buffer *out)
{
    uint8_t colors[4][4] = {{194, 1, 1, 255}, {195, 1, 1, 255}, {9, 9, 9, 0}, {0, 255, 255, 255}};
    *out = (tlb_buffer){.account = context->account};
    assert_int_equal(
        tlb_png_encode(&(tlb_image){.format = TLB_PIXELS_RGBA, .width = 2, .height = 2, .pixels = colors[0]},
                       out),
        TLB_OK);
    return (tlb_bytes){out->data, out->size};
}

static void a_bgf_is_made_as_makebgf_makes_it(void **state)
{
    (void)state;
    static const int32_t indices[] = {0, TLB_BGF_NO_BITMAP, 1};
    tlb_buffer bmp, png;
    tlb_files *files;
    tlb_assets *assets = tlb_assets_create(context);
    tlb_bytes bytes = bmp_of(&bmp);
    memset(bmp.data + 54, 0x55, 1024); /* the palette is of no account */
    assert_int_equal(tlb_assets_add_memory(assets, "a.bmp", bytes), TLB_OK);
    assert_int_equal(tlb_assets_add_memory(assets, "b.png", png_of(&png)), TLB_OK);
    tlb_document *made = convert("-s 4 -n a234567890123456789012345678901x 2\n"
                                 "A.BMP [1, -2] :1 -3 [4, 5]\nb.png\n2\n3 1 0 2\n1 1\n",
                                 assets, &files);
    assert_non_null(made);
    const tlb_bgf *bgf = tlb_document_bgf(made);
    assert_string_equal(bgf->name, "a234567890123456789012345678901");
    assert_true(bgf->version == TLB_BGF_VERSION && bgf->shrink == 4 && bgf->maxIndices == 3);
    assert_int_equal(bgf->bitmaps.count, 2);
    const tlb_bgf_bitmap *b = &bgf->bitmaps.data[0];
    assert_true(b->xoff == 1 && b->yoff == -2 && b->type == TLB_BGF_COMPRESSED);
    assert_int_equal(b->hotspots.count, 1);
    assert_true(b->hotspots.data[0].number == -3 && b->hotspots.data[0].x == 4 && b->hotspots.data[0].y == 5);
    assert_int_equal(bgf->groups.count, 2);
    assert_int_equal(bgf->groups.data[0].indices.count, 3);
    assert_memory_equal(bgf->groups.data[0].indices.data, indices, sizeof indices);
    assert_pixels(made, 0, WIDTH, HEIGHT, pixels);
    uint8_t mapped[4];
    assert_int_equal(tlb_bgf_pixels(context, bgf, &bgf->bitmaps.data[1], mapped), TLB_OK);
    assert_true(mapped[0] == 16 && mapped[1] == 16 && mapped[2] == TLB_BGF_TRANSPARENT &&
                mapped[3] != TLB_BGF_TRANSPARENT);
    tlb_document_free(made);
    tlb_files_free(files);
    tlb_assets_free(assets);
    tlb_buffer_free(&bmp);
    tlb_buffer_free(&png);
}

static void pictures_are_rotated_and_left_raw(void **state)
{
    (void)state;
    static const uint8_t turned[] = {10, 249, 254, 1, 12, 255};
    tlb_buffer bmp, png;
    tlb_files *files;
    tlb_assets *assets = tlb_assets_create(context);
    assert_int_equal(tlb_assets_add_memory(assets, "a.bmp", bmp_of(&bmp)), TLB_OK);
    assert_int_equal(tlb_assets_add_memory(assets, "b.png", png_of(&png)), TLB_OK);
    tlb_document *made = convert("-r -x 2 a.bmp b.png 1 1 1", assets, &files);
    assert_non_null(made);
    const tlb_bgf *bgf = tlb_document_bgf(made);
    assert_pixels(made, 0, HEIGHT, WIDTH, turned);
    assert_true(bgf->bitmaps.data[0].type == TLB_BGF_RAW && bgf->bitmaps.data[0].length == 0);
    assert_true(bgf->shrink == 1 && bgf->name[0] == 0);
    uint8_t mapped[4];
    assert_int_equal(tlb_bgf_pixels(context, bgf, &bgf->bitmaps.data[1], mapped), TLB_OK);
    assert_true(mapped[0] == 16 && mapped[1] == TLB_BGF_TRANSPARENT && mapped[2] == 16);
    tlb_document_free(made);
    tlb_files_free(files);
    tlb_assets_free(assets);
    tlb_buffer_free(&bmp);
    tlb_buffer_free(&png);
}

/* With a header of OS/2; cut off; with fewer colors, which are those of its palette. */
static void bitmaps_of_other_kinds(void **state)
{
    (void)state;
    tlb_buffer bmp;
    tlb_files *files;
    enum { START = 14 + 12 + 768 };
    uint8_t core[START + 4 * HEIGHT] = {
        'B',          'M',           [10] = START & 255, [11] = START >> 8, [14] = 12,
        [18] = WIDTH, [20] = HEIGHT, [22] = 1,           [24] = 8};
    for (int y = 0; y < HEIGHT; y++)
        memcpy(core + START + 4 * (HEIGHT - 1 - y), pixels + WIDTH * y, WIDTH);
    tlb_assets *assets = tlb_assets_create(context);
    tlb_bytes bytes = bmp_of(&bmp);
    assert_int_equal(tlb_assets_add_memory(assets, "core.bmp", (tlb_bytes){core, sizeof core}), TLB_OK);
    assert_int_equal(tlb_assets_add_memory(assets, "short.bmp", (tlb_bytes){bytes.data, bytes.size - 1}),
                     TLB_OK);
    tlb_document *made = convert("1 core.bmp 1 1 1", assets, &files);
    assert_non_null(made);
    assert_pixels(made, 0, WIDTH, HEIGHT, pixels);
    tlb_document_free(made);
    tlb_files_free(files);
    assert_null(convert("1 short.bmp 1 1 1", assets, &files));
    assert_non_null(find_diagnostic(context, "BAD_IMAGE", ""));
    tlb_put_le32(bmp.data + 46, 13);               /* colors */
    memcpy(bmp.data + 54 + 4 * 10, "\1\1\302", 3); /* the tenth is the game's sixteenth */
    memset(bmp.data + 54 + 1024, 10, 4 * HEIGHT);
    assert_int_equal(tlb_assets_add_memory(assets, "few.bmp", bytes), TLB_OK);
    made = convert("1 few.bmp 1 1 1", assets, &files);
    assert_non_null(made);
    assert_pixels(made, 0, WIDTH, HEIGHT, (const uint8_t[WIDTH * HEIGHT]){16, 16, 16, 16, 16, 16});
    tlb_document_free(made);
    tlb_files_free(files);
    tlb_assets_free(assets);
    tlb_buffer_free(&bmp);
}

static void what_makebgf_refuses_is_refused(void **state)
{
    (void)state;
    tlb_buffer bmp;
    tlb_files *files;
    tlb_assets *assets = tlb_assets_create(context);
    assert_int_equal(tlb_assets_add_memory(assets, "a.bmp", bmp_of(&bmp)), TLB_OK);
    assert_null(convert("2 a.bmp b.bmp 1 1 1", assets, &files));
    assert_non_null(find_diagnostic(context, "BBG_PICTURE", "bitmaps[1].file"));
    assert_null(convert("1 a.bmp 1 1 2", assets, &files));
    assert_non_null(find_diagnostic(context, "BBG_INDEX", "groups[0].indices[0]"));
    assert_null(convert("1 a.bmp :1 0 [0, 0] 1 1 1", assets, &files));
    assert_non_null(find_diagnostic(context, "BBG_HOTSPOT", "bitmaps[0].hotspots[0].number"));
    assert_null(convert("0 0", assets, &files));
    assert_non_null(find_diagnostic(context, "BBG_COUNT", "numBitmaps"));
    tlb_assets_free(assets);
    tlb_buffer_free(&bmp);
}

/* To a command file and its pictures, and these to a BGF again. */
static void assert_comes_back(tlb_document *document, const char *text)
{
    tlb_files *files, *again;
    tlb_bytes saved;
    tlb_assets *assets = tlb_assets_create(context);
    assert_int_equal(tlb_save_memory(document, &saved), TLB_OK);
    assert_int_equal(tlb_convert(document, tlb_format_by_name("bbg"), "my sheet.bbg", NULL, &files), TLB_OK);
    assert_int_equal(files->count, 1 + tlb_document_bgf(document)->bitmaps.count);
    for (uint32_t i = 1; i < files->count; i++)
        assert_int_equal(tlb_assets_add_memory(assets, files->data[i].name, files->data[i].bytes), TLB_OK);
    char *words = calloc(files->data[0].bytes.size + 1, 1);
    memcpy(words, files->data[0].bytes.data, files->data[0].bytes.size);
    if (text)
        assert_string_equal(words, text);
    tlb_document *made = convert(words, assets, &again);
    assert_non_null(made);
    tlb_document_free(made);
    assert_int_equal(again->data[0].bytes.size, saved.size);
    assert_memory_equal(again->data[0].bytes.data, saved.data, saved.size);
    tlb_files_free(files);
    tlb_files_free(again);
    tlb_assets_free(assets);
    free(words);
}

static void a_bgf_comes_back_from_its_pictures(void **state)
{
    (void)state;
    static const bgf_kind kinds[] = {BGF_WALL, BGF_FLOOR, BGF_FENCE, BGF_WATER};
    tlb_document document;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        bgf_make(&document, context, kinds[i]);
        assert_comes_back(&document, kinds[i] == BGF_FLOOR
                                         ? "-n Floor\r\n-x\r\n1\r\nmy_sheet-0.bmp\r\n1\r\n1 1\r\n"
                                         : NULL);
        made_end(&document);
    }
    bgf_make(&document, context, BGF_WATER);
    tlb_bgf *bgf = document.root;
    bgf->shrink = 3;
    bgf->name[0] = 0;
    bgf->groups.data[0].indices.data[1] = TLB_BGF_NO_BITMAP;
    bgf->bitmaps.data[2].xoff = -5;
    bgf->bitmaps.data[2].yoff = 6;
    tlb_bgf_hotspot hotspots[2] = {{-128, 1, -2}, {127, 3, 4}};
    bgf->bitmaps.data[1].hotspots.data = hotspots;
    bgf->bitmaps.data[1].hotspots.count = 2;
    memset(bgf->name, 0, sizeof bgf->name);
    assert_comes_back(&document, "-s 3\r\n4\r\nmy_sheet-0.bmp\r\n"
                                 "my_sheet-1.bmp :2 -128 [1, -2] 127 [3, 4]\r\n"
                                 "my_sheet-2.bmp [-5, 6]\r\nmy_sheet-3.bmp\r\n1\r\n4 1 0 3 4\r\n");
    made_end(&document);
}

static void what_a_command_file_has_no_place_for_is_told(void **state)
{
    (void)state;
    tlb_document document;
    tlb_files *files;
    bgf_make(&document, context, BGF_OLD);
    memcpy(((tlb_bgf *)document.root)->name, "two words", 10);
    assert_int_equal(tlb_convert(&document, tlb_format_by_name("bbg"), "x.bbg", NULL, &files), TLB_OK);
    assert_non_null(find_diagnostic(context, "DROPPED", "name"));
    assert_non_null(find_diagnostic(context, "DROPPED", "version"));
    tlb_files_free(files);
    made_end(&document);
    tlb_diagnostics_clear(context);
    bgf_make(&document, context, BGF_EVERYTHING); /* one of its groups is empty */
    assert_int_equal(tlb_convert(&document, tlb_format_by_name("bbg"), "x.bbg", NULL, &files), TLB_INVALID);
    assert_non_null(find_diagnostic(context, "BBG_COUNT", "groups[2]"));
    assert_non_null(find_diagnostic(context, "DROPPED", "")); /* raw and compressed */
    made_end(&document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places_have_two_numbers),
        cmocka_unit_test(words_are_read),
        cmocka_unit_test(words_must_be_there),
        cmocka_unit_test(an_edit_changes_its_own_words_only),
        cmocka_unit_test(new_records_get_lines_of_their_own),
        cmocka_unit_test(words_stay_apart),
        cmocka_unit_test(what_is_no_word_is_not_written),
        cmocka_unit_test(rules_are_checked),
        cmocka_unit_test(words_are_counted),
        cmocka_unit_test(pictures_are_looked_for),
        cmocka_unit_test(a_bgf_is_made_as_makebgf_makes_it),
        cmocka_unit_test(pictures_are_rotated_and_left_raw),
        cmocka_unit_test(bitmaps_of_other_kinds),
        cmocka_unit_test(what_makebgf_refuses_is_refused),
        cmocka_unit_test(a_bgf_comes_back_from_its_pictures),
        cmocka_unit_test(what_a_command_file_has_no_place_for_is_told),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}

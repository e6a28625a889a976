/* PNG files as documents, and scenes that are pictures. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "files.h"
#include "core/format.h"
#include "image/image.h"
#include "scene/build/pictures.h"
#include "scenes.h"

enum { WIDTH = 5, HEIGHT = 3 };

typedef struct fixture {
    tlb_context *context;
    tlb_buffer file;
    uint8_t pixels[WIDTH * HEIGHT * 4];
    uint8_t palette[256][4];
} fixture;

static tlb_image image_of(fixture *f, tlb_pixel_format format)
{
    tlb_image image = {.name = "", .format = format, .width = WIDTH, .height = HEIGHT, .pixels = f->pixels};
    image.palette = (const uint8_t(*)[4])f->palette;
    return image;
}

/* An indexed PNG of which three colors are used, one of them half transparent. */
static int set_up(void **state)
{
    static fixture f;
    f = (fixture){.context = tlb_context_create(NULL)};
    f.file.account = f.context->account;
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        f.pixels[i] = (uint8_t)(i % 3);
    for (int i = 0; i < 256; i++)
        memcpy(f.palette[i], (uint8_t[]){(uint8_t)i, (uint8_t)(2 * i), 7, (uint8_t)(i == 1 ? 128 : 255)}, 4);
    tlb_image image = image_of(&f, TLB_PIXELS_INDEXED);
    assert_int_equal(tlb_png_encode(&image, &f.file), TLB_OK);
    *state = &f;
    return 0;
}

static int tear_down(void **state)
{
    fixture *f = *state;
    tlb_buffer_free(&f->file);
    tlb_diagnostics_clear(f->context);
    assert_int_equal(tlb_memory_now(f->context), 0);
    tlb_context_free(f->context);
    return 0;
}

static tlb_document *open_file(fixture *f)
{
    tlb_document *document;
    assert_int_equal(tlb_open_memory(f->context, f->file.data, f->file.size, NULL, NULL, &document), TLB_OK);
    return document;
}

static void assert_same(tlb_document *document, const fixture *f)
{
    tlb_bytes bytes;
    assert_int_equal(tlb_save_memory(document, &bytes), TLB_OK);
    assert_int_equal(bytes.size, f->file.size);
    assert_memory_equal(bytes.data, f->file.data, bytes.size);
}

/* --- the document -------------------------------------------------------------------------------------- */

static void knows_its_chunks(void **state)
{
    fixture *f = *state;
    tlb_document *document = open_file(f);
    const tlb_png *png = tlb_document_png(document);
    assert_int_equal(png->chunks.count, 5);
    assert_int_equal(png->chunks.data[0].header.width, WIDTH);
    assert_int_equal(png->chunks.data[0].header.colorType, 3);
    assert_string_equal(png->chunks.data[1].type.data, "PLTE");
    assert_int_equal(png->chunks.data[1].palette.count, 3);
    assert_memory_equal(png->chunks.data[1].palette.data[2], "\x02\x04\x07", 3);
    assert_string_equal(png->chunks.data[4].type.data, "IEND");
    assert_int_equal(tlb_check(document, NULL), TLB_OK);
    assert_int_equal(tlb_diagnostic_count(f->context), 0);
    tlb_document_free(document);
}

static tlb_document *rebuilt(tlb_document *document, fixture *f)
{
    collected json = {0};
    tlb_document *built;
    assert_int_equal(tlb_dump(document, NULL, (tlb_sink){collect, &json}), TLB_OK);
    assert_int_equal(tlb_build(f->context, json.data, json.size, NULL, &built), TLB_OK);
    free(json.data);
    return built;
}

/* A sum that is wrong stays wrong; one that is right follows an edit. */
static void keeps_and_makes_checksums(void **state)
{
    fixture *f = *state;
    f->file.data[8 + 25 + 11] ^= 1; /* the sum after the second chunk's last color is now wrong */
    tlb_document *document = open_file(f), *built = rebuilt(document, f);
    assert_true(tlb_document_png(document)->chunks.data[1].isDamaged);
    assert_same(document, f);
    assert_same(built, f);
    tlb_document_free(built);
    assert_int_equal(tlb_check(document, NULL), TLB_OK);
    assert_int_equal(tlb_code_total(f->context, TLB_CODE_PNG_CHECKSUM), 1);
    tlb_document_free(document);

    f->file.data[8 + 25 + 11] ^= 1;
    document = open_file(f);
    tlb_document_png(document)->chunks.data[1].palette.data[1][0] = 99;
    tlb_bytes edited;
    assert_int_equal(tlb_save_memory(document, &edited), TLB_OK);
    memcpy(f->file.data, edited.data, edited.size);
    tlb_document_free(document);
    document = open_file(f);
    assert_false(tlb_document_png(document)->chunks.data[1].isDamaged);
    tlb_document_free(document);
}

static void keeps_what_follows(void **state)
{
    fixture *f = *state;
    tlb_buffer_append(&f->file, "more", 4);
    tlb_document *document = open_file(f), *built = rebuilt(document, f);
    assert_same(built, f);
    assert_int_equal(tlb_document_png(document)->tail.size, 4);
    tlb_document_free(built);
    tlb_document_free(document);
}

static void assert_finds(fixture *f, tlb_document *document, tlb_code code, const char *path)
{
    assert_int_equal(tlb_check(document, NULL), TLB_OK);
    assert_true(tlb_diagnostic_count(f->context) > 0);
    assert_int_equal(tlb_diagnostic_at(f->context, 0)->code, code);
    assert_string_equal(tlb_diagnostic_at(f->context, 0)->path, path);
    tlb_diagnostics_clear(f->context);
    tlb_document_free(document);
}

static void checks(void **state)
{
    fixture *f = *state;
    tlb_document *document = open_file(f);
    tlb_document_png(document)->chunks.data[0].header.width = 0;
    assert_finds(f, document, TLB_CODE_PNG_HEADER, "chunks[0]");
    document = open_file(f);
    tlb_document_png(document)->chunks.data[0].header.bitDepth = 16;
    assert_finds(f, document, TLB_CODE_PNG_HEADER, "chunks[0]");
    document = open_file(f);
    tlb_document_png(document)->chunks.count--;
    assert_finds(f, document, TLB_CODE_PNG_NO_END, "");
    document = open_file(f);
    tlb_document_png(document)->chunks.data[3].type.data = "IDOT";
    assert_finds(f, document, TLB_CODE_PNG_CHUNK, "chunks[3]");
    document = open_file(f);
    tlb_document_png(document)->chunks.data[1].palette.count = 0;
    assert_finds(f, document, TLB_CODE_PNG_PALETTE, "chunks[1]");
    document = open_file(f);
    tlb_document_png(document)->chunks.data[3].data.size -= 6;
    assert_finds(f, document, TLB_CODE_PNG_PIXELS, "chunks[3]");
    document = open_file(f);
    tlb_document_png(document)->chunks.data[0].header.height++;
    assert_finds(f, document, TLB_CODE_PNG_PIXELS, "chunks[3]");
}

/* As many as pixels of the depth can have, or 256 that pixels without a palette may be shown in. */
static void palettes_have_limits(void **state)
{
    static const struct {
        uint8_t type, depth;
        uint32_t most;
    } kinds[] = {{3, 1, 2}, {3, 2, 4}, {3, 4, 16}, {3, 8, 256}, {2, 8, 256}, {6, 16, 256}};
    static tlb_png_color colors[257];
    fixture *f = *state;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        for (uint32_t count = kinds[i].most; count <= kinds[i].most + 1; count++) {
            tlb_document *document = open_file(f);
            tlb_png_chunk *chunks = tlb_document_png(document)->chunks.data;
            chunks[0].header.colorType = kinds[i].type;
            chunks[0].header.bitDepth = kinds[i].depth;
            chunks[1].palette.data = colors;
            chunks[1].palette.count = count;
            assert_int_equal(tlb_check(document, NULL), TLB_OK);
            assert_int_equal(tlb_code_total(f->context, TLB_CODE_PNG_PALETTE), count > kinds[i].most);
            assert_int_equal(tlb_code_total(f->context, TLB_CODE_PNG_HEADER), 0);
            tlb_diagnostics_clear(f->context);
            tlb_document_free(document);
        }
}

/* --- pictures ------------------------------------------------------------------------------------------ */

static tlb_bytes converted(fixture *f, const char *format, tlb_files **files)
{
    tlb_document *document = open_file(f);
    assert_int_equal(tlb_convert(document, tlb_format_by_name(format), "out.x", NULL, files), TLB_OK);
    tlb_document_free(document);
    return (*files)->data[0].bytes;
}

/* Also where the file is changed on its way through a scene: nothing is lost. */
static void a_picture_stays_as_it_is(void **state)
{
    fixture *f = *state;
    tlb_document *document = open_file(f);
    tlb_scene *scene;
    tlb_files *files;
    assert_int_equal(tlb_document_scene(document, NULL, &scene), TLB_OK);
    assert_true(tlb_scene_is_pictures(scene));
    assert_int_equal(scene->images[0].format, TLB_PIXELS_INDEXED);
    assert_memory_equal(scene->images[0].pixels, f->pixels, WIDTH * HEIGHT);
    assert_int_equal(scene->images[0].palette[1][3], 128);
    assert_int_equal(tlb_scene_write(f->context, scene, tlb_format_by_name("png"), "x.png", NULL, &files),
                     TLB_OK);
    assert_int_equal(files->data[0].bytes.size, f->file.size);
    tlb_files_free(files);
    scene->images[0].encoded = (tlb_bytes){0};
    assert_int_equal(tlb_scene_write(f->context, scene, tlb_format_by_name("png"), "x.png", NULL, &files),
                     TLB_OK);
    assert_memory_equal(files->data[0].bytes.data, f->file.data, f->file.size);
    tlb_files_free(files);
    tlb_scene_free(scene);
    tlb_document_free(document);
}

/* Several are files with numbers, in place of the one that the first may end with. */
static void pictures_are_numbered(void **state)
{
    fixture *f = *state;
    static const char *const names[][3] = {{"x.png", "x-001.png", "x-002.png"},
                                           {"x-000.png", "x-001.png", "x-002.png"},
                                           {"a-000-000.png", "a-000-001.png", "a-000-002.png"},
                                           {"x-001.png", "x-001-001.png", "x-001-002.png"},
                                           {"-000.png", "-000-001.png", "-000-002.png"},
                                           {"x000.png", "x000-001.png", "x000-002.png"}};
    tlb_scene *scene = tlb_scene_create(f->context);
    for (int i = 0; i < 3; i++)
        *tlb_scene_add_image(scene, "") = image_of(f, TLB_PIXELS_INDEXED);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        tlb_files *files;
        assert_int_equal(
            tlb_scene_write(f->context, scene, tlb_format_by_name("png"), names[i][0], NULL, &files), TLB_OK);
        assert_int_equal(files->count, 3);
        for (int k = 0; k < 3; k++)
            assert_string_equal(files->data[k].name, names[i][k]);
        tlb_files_free(files);
    }
    tlb_scene_free(scene);
}

static void models_are_hung_with_pictures(void **state)
{
    fixture *f = *state;
    tlb_files *files;
    tlb_bytes obj = converted(f, "obj", &files);
    int faces = 0;
    for (size_t i = 1; i < obj.size; i++)
        faces += obj.data[i] == 'f' && obj.data[i - 1] == '\n';
    assert_int_equal(faces, 2);
    assert_int_equal(files->count, 3); /* and the library of materials, and the picture */
    tlb_files_free(files);
    assert_memory_equal(converted(f, "glb", &files).data, "glTF", 4);
    tlb_files_free(files);
}

/* The longer side is a meter, the top of the picture is above, its left side left. */
static void rectangles_stand_upright(void **state)
{
    fixture *f = *state;
    tlb_scene *scene = tlb_scene_create(f->context), *wall;
    for (int i = 0; i < 2; i++)
        *tlb_scene_add_image(scene, "") = image_of(f, TLB_PIXELS_INDEXED);
    wall = tlb_scene_hang_pictures(f->context, scene);
    const tlb_mesh *second = &wall->meshes[1];
    tlb_scene_stats stats = measured(f->context, wall);
    assert_true(stats.low[0] == 0 && stats.low[1] == 0);
    assert_true(stats.high[0] > 2.09f && stats.high[0] < 2.11f && stats.high[1] > 0.59f &&
                stats.high[1] < 0.61f);
    for (int i = 0; i < 4; i++) {
        bool right = second->positions[i][0] > 1.5f, above = second->positions[i][1] > 0.3f;
        assert_true(second->uv[0][i][0] == (right ? 1 : 0) && second->uv[0][i][1] == (above ? 0 : 1));
    }
    assert_int_equal(wall->materials[1].alpha_mode, TLB_ALPHA_BLEND);
    tlb_scene_free(wall);
    tlb_scene_free(scene);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(knows_its_chunks),         TEST(keeps_and_makes_checksums),
        TEST(keeps_what_follows),       TEST(checks),
        TEST(palettes_have_limits),     TEST(a_picture_stays_as_it_is),
        TEST(pictures_are_numbered),    TEST(models_are_hung_with_pictures),
        TEST(rectangles_stand_upright),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

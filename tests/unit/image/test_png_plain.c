/* PNGs that are read without libpng, held against it. */
#include <stdlib.h>
#include <string.h>

#include <png.h>
#include <zlib.h>

#include "base/bytes.h"
#include "image/image.h"
#include "one_arena.h"

enum { MOST = 1 << 16, HEADER = 33, DEPTH = 24, COLOR = 25, INTERLACE = 28 };

static struct {
    uint8_t data[MOST];
    size_t size;
} file;

/* --- files ------------------------------------------------------------------------------------------- */

static void put_chunk(const char *type, const uint8_t *data, size_t size)
{
    uint8_t *to = file.data + file.size;
    tlb_put_be32(to, (uint32_t)size);
    memcpy(to + 4, type, 4);
    memcpy(to + 8, data, size);
    tlb_put_be32(to + 8 + size, (uint32_t)crc32(0, to + 4, (uInt)size + 4));
    file.size += size + 12;
}

typedef struct picture {
    uint32_t width, height;
    uint8_t channels;
    int filter;       /* of each row; -1: each in turn */
    size_t size;      /* of a chunk of pixels */
    int noise;        /* of a hundred bytes */
    int extra;        /* bytes more than the header promises, or fewer */
    const char *type; /* of a chunk before them, or NULL */
} picture;

static const picture usual = {
    .width = 40, .height = 31, .channels = 3, .filter = -1, .size = MOST, .noise = 20};

static void make(picture form)
{
    static uint8_t stored[MOST], packed[MOST];
    uint8_t header[13] = {[8] = 8, [9] = form.channels == 3 ? PNG_COLOR_TYPE_RGB : PNG_COLOR_TYPE_RGB_ALPHA};
    size_t row = 1 + (size_t)form.width * form.channels, size = row * form.height;
    uLongf left = sizeof packed;
    memset(stored, 0, sizeof stored);
    for (size_t i = 0; i < size; i++)
        stored[i] = (uint8_t)(rand() % 100 < form.noise ? rand() : 0);
    for (uint32_t y = 0; y < form.height; y++)
        stored[y * row] = (uint8_t)(form.filter < 0 ? (int)y / 2 % 5 : form.filter);
    assert_int_equal(compress(packed, &left, stored, size + (size_t)form.extra), Z_OK);
    tlb_put_be32(header, form.width);
    tlb_put_be32(header + 4, form.height);
    memcpy(file.data, "\x89PNG\r\n\x1a\n", file.size = 8);
    put_chunk("IHDR", header, sizeof header);
    if (form.type)
        put_chunk(form.type, header, 6);
    for (size_t at = 0; at < left; at += form.size)
        put_chunk("IDAT", packed + at, left - at < form.size ? left - at : form.size);
    put_chunk("IEND", header, 0);
}

/* --- what is read ------------------------------------------------------------------------------------ */

static tlb_status read_plain(fixture *f, tlb_image *image)
{
    *image = (tlb_image){.width = tlb_get_be32(file.data + 16), .height = tlb_get_be32(file.data + 20)};
    return tlb_png_decode_plain(&f->arena, (tlb_bytes){file.data, file.size}, image);
}

static void assert_as_libpng(fixture *f)
{
    tlb_image image;
    png_image other = {.version = PNG_IMAGE_VERSION};
    assert_int_equal(read_plain(f, &image), TLB_OK);
    assert_int_equal(image.format, TLB_PIXELS_RGBA);
    assert_true(png_image_begin_read_from_memory(&other, file.data, file.size));
    other.format = PNG_FORMAT_RGBA;
    uint8_t *pixels = malloc(PNG_IMAGE_SIZE(other));
    assert_true(png_image_finish_read(&other, NULL, pixels, 0, NULL));
    assert_memory_equal(image.pixels, pixels, PNG_IMAGE_SIZE(other));
    free(pixels);
}

static void each_filter_is_undone(void **state)
{
    fixture *f = *state;
    picture form = usual;
    for (form.channels = 3; form.channels <= 4; form.channels++)
        for (form.filter = -1; form.filter < 5; form.filter++)
            for (form.noise = 0; form.noise <= 100; form.noise += 20) {
                make(form);
                assert_as_libpng(f);
            }
}

static void each_size_is_read(void **state)
{
    fixture *f = *state;
    picture form = usual;
    for (form.channels = 3; form.channels <= 4; form.channels++)
        for (form.width = 1; form.width < 6; form.width++)
            for (form.height = 1; form.height < 6; form.height++) {
                make(form);
                assert_as_libpng(f);
            }
}

static void chunks_are_joined(void **state)
{
    fixture *f = *state;
    picture form = usual;
    for (form.size = 1; form.size < 200; form.size += 66) {
        make(form);
        assert_as_libpng(f);
    }
    form.type = "tEXt";
    make(form);
    assert_as_libpng(f);
}

/* --- what is left to libpng --------------------------------------------------------------------------- */

static void assert_left(fixture *f)
{
    tlb_image image;
    tlb_status status = read_plain(f, &image);
    assert_true(status == TLB_UNSUPPORTED || status == TLB_INVALID);
    assert_int_equal(image.format, TLB_PIXELS_NONE);
    assert_null(image.pixels);
}

static void other_forms_are_left_to_libpng(void **state)
{
    static const struct {
        size_t at;
        uint8_t value;
    } changes[] = {{DEPTH, 16}, {COLOR, 0}, {COLOR, 3}, {INTERLACE, 1}};
    fixture *f = *state;
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        make(usual);
        file.data[changes[i].at] = changes[i].value;
        tlb_put_be32(file.data + HEADER - 4, (uint32_t)crc32(0, file.data + 12, 17));
        assert_left(f);
    }
    picture transparent = usual;
    transparent.type = "tRNS";
    make(transparent);
    assert_left(f);
}

static void what_is_damaged_is_left_to_libpng(void **state)
{
    fixture *f = *state;
    make(usual);
    size_t size = file.size, needed = size - 12;
    for (size_t i = 8; i < needed; i++) {
        file.data[i] ^= 0x10;
        assert_left(f);
        file.data[i] ^= 0x10;
    }
    for (file.size = 8; file.size < needed; file.size++)
        assert_left(f);
    picture wrong = usual;
    wrong.filter = 5;
    make(wrong);
    assert_left(f);
    wrong = usual;
    for (wrong.extra = -1; wrong.extra <= 1; wrong.extra += 2) {
        make(wrong);
        assert_left(f);
    }
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(each_filter_is_undone),
        TEST(each_size_is_read),
        TEST(chunks_are_joined),
        TEST(other_forms_are_left_to_libpng),
        TEST(what_is_damaged_is_left_to_libpng),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

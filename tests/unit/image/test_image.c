/* Images: recognized, measured, decoded, written. */
#include <stdlib.h>
#include <string.h>

#include <png.h>

#include "base/bytes.h"
#include "image_maker.h"
#include "one_arena.h"

/* --- samples ----------------------------------------------------------------------------------------- */

static tlb_image colorful(fixture *f, uint32_t width, uint32_t height, bool opaque)
{
    tlb_image image = {.format = TLB_PIXELS_RGBA, .width = width, .height = height};
    image.pixels = tlb_alloc_array(&f->arena, (size_t)width * height, 4);
    for (size_t i = 0; i < (size_t)width * height * 4; i++)
        image.pixels[i] = i % 4 == 3 && opaque ? 255 : (uint8_t)(i * 7 + i / 64);
    return image;
}

static tlb_image indexed(fixture *f, uint32_t width, uint32_t height)
{
    uint8_t(*palette)[4] = tlb_zalloc_array(&f->arena, 256, sizeof *palette);
    for (int i = 0; i < 256; i++)
        memcpy(palette[i], (uint8_t[]){(uint8_t)i, (uint8_t)(255 - i), 7, i == 3 ? 40 : 255}, 4);
    tlb_image image = {.format = TLB_PIXELS_INDEXED, .width = width, .height = height};
    image.pixels = tlb_alloc_array(&f->arena, width, height);
    for (size_t i = 0; i < (size_t)width * height; i++)
        image.pixels[i] = (uint8_t)(i % 11);
    image.palette = (const uint8_t(*)[4])palette;
    return image;
}

static tlb_bytes encode(fixture *f, const tlb_image *image)
{
    tlb_bytes file = {0};
    const char *mime_type;
    assert_int_equal(tlb_image_for_gltf(f->context, &f->arena, image, &file, &mime_type), TLB_OK);
    assert_string_equal(mime_type, "image/png");
    return file;
}

static void append_to_buffer(png_structp png, png_bytep data, size_t size)
{
    tlb_buffer_append(png_get_io_ptr(png), data, size);
}

static void flush_nothing(png_structp png)
{
    (void)png;
}

/* A PNG in one of the forms that the library itself does not write. `rows` are packed as the form has it. */
static tlb_bytes png_of(fixture *f, int type, int depth, int interlace, png_color_16p transparent,
                        uint8_t *rows, uint32_t width, uint32_t height)
{
    tlb_buffer out = {.account = f->context->account};
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png_create_info_struct(png);
    png_bytep row_pointers[64];
    png_set_write_fn(png, &out, append_to_buffer, flush_nothing);
    png_set_IHDR(png, info, width, height, depth, type, interlace, PNG_COMPRESSION_TYPE_DEFAULT,
                 PNG_FILTER_TYPE_DEFAULT);
    if (transparent)
        png_set_tRNS(png, info, NULL, 0, transparent);
    png_set_text(png, info,
                 &(png_text){.compression = PNG_TEXT_COMPRESSION_zTXt, .key = "Comment", .text = "x"}, 1);
    png_write_info(png, info);
    for (uint32_t y = 0; y < height; y++)
        row_pointers[y] = rows + y * png_get_rowbytes(png, info);
    png_write_image(png, row_pointers);
    png_write_end(png, info);
    png_destroy_write_struct(&png, &info);
    tlb_bytes file = {(const uint8_t *)tlb_copy_text(&f->arena, (char *)out.data, out.size).data, out.size};
    tlb_buffer_free(&out);
    return file;
}

#define BYTES(array) ((tlb_bytes){(array), sizeof(array)})

static void assert_same_pixels(const tlb_image *a, const tlb_image *b)
{
    assert_int_equal(a->format, b->format);
    assert_int_equal(a->width, b->width);
    assert_int_equal(a->height, b->height);
    size_t pixels = (size_t)a->width * a->height;
    assert_memory_equal(a->pixels, b->pixels, pixels * (a->format == TLB_PIXELS_RGBA ? 4 : 1));
}

static tlb_image decoded(fixture *f, tlb_bytes file)
{
    tlb_image image = {.name = "sample"};
    assert_int_equal(tlb_image_decode(f->context, &f->arena, file, &image), TLB_OK);
    return image;
}

/* --- PNG --------------------------------------------------------------------------------------------- */

static void true_color_comes_back(void **state)
{
    fixture *f = *state;
    for (int opaque = 0; opaque <= 1; opaque++) {
        tlb_image image = colorful(f, 33, 17, opaque);
        tlb_bytes file = encode(f, &image);
        assert_int_equal(file.data[25], opaque ? PNG_COLOR_TYPE_RGB : PNG_COLOR_TYPE_RGB_ALPHA);
        tlb_image back = decoded(f, file);
        assert_same_pixels(&back, &image);
    }
}

/* However little of it is seen through. */
static void alpha_of_254_is_kept(void **state)
{
    fixture *f = *state;
    tlb_image image = colorful(f, 3, 2, true);
    image.pixels[4 * 5 + 3] = 254;
    tlb_image back = decoded(f, encode(f, &image));
    assert_same_pixels(&back, &image);
    image = indexed(f, 13, 9);
    uint8_t(*palette)[4] = (uint8_t(*)[4])(uintptr_t)image.palette;
    palette[3][3] = 255;
    palette[10][3] = 254;
    back = decoded(f, encode(f, &image));
    assert_int_equal(back.palette[10][3], 254);
}

static void indexes_and_palette_come_back(void **state)
{
    fixture *f = *state;
    tlb_image image = indexed(f, 13, 9);
    tlb_image back = decoded(f, encode(f, &image));
    assert_same_pixels(&back, &image);
    for (int i = 0; i <= 10; i++)
        assert_memory_equal(back.palette[i], image.palette[i], 4);
    assert_memory_equal(back.palette[11], "\0\0\0\xff", 4);
}

static void other_forms_become_rgba(void **state)
{
    fixture *f = *state;
    uint8_t bits[] = {0x50, 0xa0}; /* 0101, 1010 */
    tlb_image image = decoded(f, png_of(f, PNG_COLOR_TYPE_GRAY, 1, 0, NULL, bits, 4, 2));
    assert_int_equal(image.format, TLB_PIXELS_RGBA);
    assert_memory_equal(image.pixels, "\0\0\0\xff\xff\xff\xff\xff\0\0\0\xff", 12);

    image = decoded(f, png_of(f, PNG_COLOR_TYPE_GRAY, 1, 0, &(png_color_16){.gray = 1}, bits, 4, 2));
    assert_memory_equal(image.pixels, "\0\0\0\xff\xff\xff\xff\0\0\0\0\xff", 12);

    uint8_t wide[] = {0x80, 0x80, 0x40, 0x40};
    image = decoded(f, png_of(f, PNG_COLOR_TYPE_GRAY_ALPHA, 16, 0, NULL, wide, 1, 1));
    assert_memory_equal(image.pixels, "\x80\x80\x80\x40", 4);

    uint8_t rgb[9 * 7 * 3];
    for (size_t i = 0; i < sizeof rgb; i++)
        rgb[i] = (uint8_t)i;
    image = decoded(f, png_of(f, PNG_COLOR_TYPE_RGB, 8, PNG_INTERLACE_ADAM7,
                              &(png_color_16){.red = 3, .green = 4, .blue = 5}, rgb, 9, 7));
    for (size_t i = 0; i < 9 * 7; i++) {
        assert_memory_equal(image.pixels + 4 * i, rgb + 3 * i, 3);
        assert_int_equal(image.pixels[4 * i + 3], i == 1 ? 0 : 255);
    }
}

static void what_is_cut_off_is_refused(void **state)
{
    fixture *f = *state;
    tlb_image image = indexed(f, 20, 20);
    tlb_bytes file = encode(f, &image);
    size_t needed = file.size - 12; /* all but IEND */
    for (size_t size = 0; size < needed; size++) {
        uint8_t *cut = malloc(size + !size);
        memcpy(cut, file.data, size);
        tlb_image back = {.name = "cut"};
        assert_int_not_equal(tlb_image_decode(f->context, &f->arena, (tlb_bytes){cut, size}, &back), TLB_OK);
        assert_int_equal(back.format, TLB_PIXELS_NONE);
        assert_null(back.pixels);
        free(cut);
    }
    assert_int_equal(tlb_code_total(f->context, TLB_CODE_BAD_IMAGE), needed);
    assert_memory_equal(tlb_diagnostic_at(f->context, 0)->message, "cut: ", 5);
}

static void bombs_take_no_memory(void **state)
{
    fixture *f = *state;
    tlb_image image = indexed(f, 20, 20);
    tlb_bytes file = encode(f, &image);
    uint8_t *bomb = (uint8_t *)(uintptr_t)file.data;
    uint64_t before = tlb_memory_peak(f->context) + 64 * 1024;
    tlb_put_be32(bomb + 16, 8192);
    tlb_put_be32(bomb + 20, 8192);
    assert_int_equal(tlb_image_decode(f->context, &f->arena, file, &image), TLB_INVALID);
    tlb_put_be32(bomb + 20, 8193);
    assert_int_equal(tlb_image_decode(f->context, &f->arena, file, &image), TLB_LIMIT);
    assert_int_equal(tlb_image_load(f->context, &f->arena, file, &image), TLB_LIMIT);
    assert_true(tlb_memory_peak(f->context) < before);

    tlb_bytes jpeg = gray_jpeg(&f->arena);
    tlb_put_be16((uint8_t *)(uintptr_t)jpeg.data + 76, 65535);
    tlb_put_be16((uint8_t *)(uintptr_t)jpeg.data + 78, 1000);
    assert_int_equal(tlb_image_decode(f->context, &f->arena, jpeg, &image), TLB_INVALID);
    assert_true(tlb_memory_peak(f->context) < before);
}

/* stb_image has its memory from malloc: the most that it may take is counted before. */
static void memory_of_other_decoders_is_limited(void **state)
{
    enum { SIDE = 1000, SIZE = 32 * 1024 };
    fixture *f = *state;
    tlb_bytes small = gray_jpeg(&f->arena);
    uint8_t *jpeg = tlb_zalloc(&f->arena, SIZE);
    memcpy(jpeg, small.data, small.size);
    tlb_put_be16(jpeg + 76, SIDE);
    tlb_put_be16(jpeg + 78, SIDE);
    for (uint64_t max_bytes = 6; max_bytes <= 60; max_bytes *= 10) {
        tlb_context *context = tlb_context_create(&(tlb_context_options){
            .struct_size = sizeof(tlb_context_options), .max_bytes = max_bytes * SIDE * SIDE});
        tlb_arena arena;
        tlb_image image = {0};
        tlb_arena_init(&arena, context->account);
        tlb_status status = tlb_image_decode(context, &arena, (tlb_bytes){jpeg, SIZE}, &image);
        assert_int_equal(status, max_bytes == 6 ? TLB_LIMIT : TLB_INVALID); /* the pixels alone: 4 MB */
        tlb_arena_release(&arena);
        tlb_diagnostics_clear(context);
        assert_int_equal(tlb_memory_now(context), 0);
        tlb_context_free(context);
    }
}

/* --- SGI --------------------------------------------------------------------------------------------- */

static void sgi_images_have_one_to_four_channels(void **state)
{
    fixture *f = *state;
    for (uint8_t runs = 0; runs < 2; runs++)
        for (uint8_t value_size = 1; value_size <= 2; value_size++)
            for (uint16_t channels = 1; channels <= 5; channels++) {
                sgi_sample sample = {runs, value_size, 3, channels};
                tlb_image image = decoded(f, sgi_file(&f->arena, &sample));
                assert_int_equal(image.width, SGI_WIDTH);
                assert_int_equal(image.height, SGI_HEIGHT);
                for (uint32_t i = 0; i < SGI_WIDTH * SGI_HEIGHT; i++) {
                    uint32_t x = i % SGI_WIDTH, y = i / SGI_WIDTH;
                    uint8_t expected[4];
                    for (uint32_t k = 0; k < 3; k++)
                        expected[k] = sgi_value(channels < 3 ? 0 : k, y, x);
                    expected[3] = channels == 2  ? sgi_value(1, y, x)
                                  : channels > 3 ? sgi_value(3, y, x)
                                                 : 255;
                    assert_memory_equal(image.pixels + (size_t)4 * i, expected, 4);
                }
            }
}

/* The height of a line and the channels of a plane say nothing. */
static void sgi_images_have_one_to_three_dimensions(void **state)
{
    fixture *f = *state;
    for (uint16_t dimension = 1; dimension <= 3; dimension++) {
        tlb_image image = decoded(f, sgi_file(&f->arena, &(sgi_sample){1, 1, dimension, 3}));
        assert_int_equal(image.height, dimension == 1 ? 1 : SGI_HEIGHT);
        assert_int_equal(image.pixels[1] == image.pixels[0], dimension < 3);
    }
    uint32_t width, height;
    tlb_bytes file = sgi_file(&f->arena, &(sgi_sample){1, 1, 2, 1});
    assert_int_equal(tlb_image_size((tlb_bytes){file.data, SGI_HEADER}, &width, &height), TLB_OK);
    assert_true(width == SGI_WIDTH && height == SGI_HEIGHT);
    assert_int_equal(tlb_image_size((tlb_bytes){file.data, SGI_HEADER - 1}, &width, &height), TLB_INVALID);
}

static void damaged_sgi_images_are_refused(void **state)
{
    fixture *f = *state;
    tlb_image image = {0};
    for (uint8_t kind = 0; kind < 4; kind++) {
        uint8_t runs = kind / 2, value_size = 1 + kind % 2;
        tlb_bytes file = sgi_file(&f->arena, &(sgi_sample){runs, value_size, 3, 3});
        uint8_t *bytes = (uint8_t *)(uintptr_t)file.data;
        size_t needed = file.size - (size_t)(runs * value_size); /* the last row's end is not */
        for (size_t size = 2; size < needed; size++)
            assert_int_equal(tlb_image_decode(f->context, &f->arena, (tlb_bytes){bytes, size}, &image),
                             TLB_INVALID);
        static const struct {
            uint8_t at, value;
        } headers[] = {{2, 2}, {3, 0}, {3, 3}, {5, 0}, {5, 4}, {7, 0}, {9, 0}, {11, 0}};
        for (size_t i = 0; i < sizeof headers / sizeof *headers; i++) {
            uint8_t kept = bytes[headers[i].at];
            bytes[headers[i].at] = headers[i].value;
            assert_int_equal(tlb_image_decode(f->context, &f->arena, file, &image), TLB_INVALID);
            bytes[headers[i].at] = kept;
        }
    }
    tlb_bytes file = sgi_file(&f->arena, &(sgi_sample){1, 1, 2, 1});
    uint8_t *bytes = (uint8_t *)(uintptr_t)file.data, *tables = bytes + SGI_HEADER,
            *row = bytes + tlb_get_be32(tables);
    const struct {
        uint8_t *at, value;
    } rows[] = {{row, 0}, {row, 6}, {row + 2, 0x83}, {row + 2, 0}, {tables, 0xff}, {tables + 12, 0xff}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint8_t kept = *rows[i].at;
        *rows[i].at = rows[i].value;
        assert_int_equal(tlb_image_decode(f->context, &f->arena, file, &image), TLB_INVALID);
        *rows[i].at = kept;
    }
    static const uint8_t others[1][4] = {{0}};
    image.palette = others;
    assert_int_equal(tlb_image_decode(f->context, &f->arena, file, &image), TLB_OK);
    assert_null(image.palette);
}

/* A row of five values as runs: {size of a value, length in the table, bytes}. It is damaged the same with
 * other bytes after it as at the end of the file. */
static void runs_end_where_their_row_does(void **state)
{
    fixture *f = *state;
    enum { START = SGI_HEADER + 8, AFTER = 8 };
    static const struct {
        uint8_t value_size, length, bytes[12];
        bool sound;
    } rows[] = {
        {1, 3, {5, 7, 0}, true},
        {1, 2, {5, 7}, true}, /* the closing zero is not needed */
        {1, 3, {6, 7, 0}, false},
        {1, 3, {4, 7, 0}, false},
        {1, 1, {5}, false},
        {1, 6, {0x85, 1, 2, 3, 4, 5}, true},
        {1, 5, {0x85, 1, 2, 3, 4}, false},
        {1, 7, {0x86, 1, 2, 3, 4, 5, 6}, false},
        {1, 6, {0x83, 1, 2, 3, 2, 7}, true},
        {1, 6, {0x83, 1, 2, 3, 3, 7}, false},
        {1, 7, {0x83, 1, 2, 3, 0x82, 7, 8}, true},
        {1, 8, {0x83, 1, 2, 3, 0x83, 7, 8, 9}, false},
        {1, 6, {0x83, 1, 2, 3, 0x82, 7}, false},
        {1, 7, {0x83, 1, 2, 3, 0, 2, 7}, false},
        {2, 4, {0, 5, 7, 8}, true},
        {2, 5, {0, 5, 7, 8, 0}, true},
        {2, 3, {0, 5, 7}, false},
        {2, 5, {0, 4, 7, 8, 0}, false}, /* half a value is none */
        {2, 12, {0, 0x85, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0}, true},
        {2, 11, {0, 0x85, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0}, false},
        {2, 4, {5, 0, 7, 8}, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (uint32_t after = 0; after <= AFTER; after += AFTER) {
            uint32_t size = START + rows[i].length + after;
            tlb_status expected = rows[i].sound ? TLB_OK : TLB_INVALID;
            uint8_t *file = tlb_zalloc(&f->arena, size);
            tlb_image image = {0};
            memcpy(file, (uint8_t[]){1, 0xda, 1, rows[i].value_size, 0, 1, 0, SGI_WIDTH}, 8);
            tlb_put_be32(file + SGI_HEADER, START);
            tlb_put_be32(file + SGI_HEADER + 4, rows[i].length);
            memcpy(file + START, rows[i].bytes, rows[i].length);
            memset(file + START + rows[i].length, 1, after);
            assert_int_equal(tlb_image_decode(f->context, &f->arena, (tlb_bytes){file, size}, &image),
                             expected);
            tlb_put_be32(file + SGI_HEADER + 4, rows[i].length + after + 1); /* beyond the file */
            assert_int_equal(tlb_image_decode(f->context, &f->arena, (tlb_bytes){file, size}, &image),
                             TLB_INVALID);
            tlb_put_be32(file + SGI_HEADER, size + 1);
            tlb_put_be32(file + SGI_HEADER + 4, 2);
            assert_int_equal(tlb_image_decode(f->context, &f->arena, (tlb_bytes){file, size}, &image),
                             TLB_INVALID);
        }
}

/* --- the others -------------------------------------------------------------------------------------- */

static void kinds_are_told_and_measured(void **state)
{
    fixture *f = *state;
    static const uint8_t text[] = "some text, and no picture";
    tlb_image image = colorful(f, 5, 3, true);
    const struct {
        tlb_bytes file;
        tlb_image_kind kind;
        uint32_t width, height;
    } samples[] = {
        {encode(f, &image), TLB_IMAGE_PNG, 5, 3},
        {gray_jpeg(&f->arena), TLB_IMAGE_JPEG, 8, 8},
        {BYTES(gif), TLB_IMAGE_GIF, 2, 1},
        {BYTES(bmp), TLB_IMAGE_BMP, 2, 1},
        {BYTES(top_down_bmp), TLB_IMAGE_BMP, 1, 2},
        {BYTES(tga), TLB_IMAGE_TGA, 2, 1},
        {sgi_file(&f->arena, &(sgi_sample){1, 1, 3, 3}), TLB_IMAGE_SGI, 5, 3},
    };
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        uint32_t width, height;
        assert_int_equal(tlb_image_sniff(samples[i].file), samples[i].kind);
        assert_int_equal(tlb_image_size(samples[i].file, &width, &height), TLB_OK);
        assert_int_equal(width, samples[i].width);
        assert_int_equal(height, samples[i].height);
        assert_int_not_equal(tlb_image_size((tlb_bytes){samples[i].file.data, 5}, &width, &height), TLB_OK);
    }
    assert_int_equal(tlb_image_sniff((tlb_bytes){0}), TLB_IMAGE_UNKNOWN);
    assert_int_equal(tlb_image_decode(f->context, &f->arena, BYTES(text), &image), TLB_UNSUPPORTED);
    uint16_t *samples_of_16;
    assert_int_equal(
        tlb_image_decode_gray(f->context, &f->arena, gray_jpeg(&f->arena), &image, &samples_of_16),
        TLB_UNSUPPORTED);
    assert_string_equal(tlb_image_mime(TLB_IMAGE_JPEG), "image/jpeg");
    assert_null(tlb_image_mime(TLB_IMAGE_TGA));
}

static void other_kinds_become_rgba(void **state)
{
    fixture *f = *state;
    tlb_image image = decoded(f, gray_jpeg(&f->arena));
    assert_int_equal(image.format, TLB_PIXELS_RGBA);
    for (int i = 0; i < 64; i++)
        assert_memory_equal(image.pixels + 4 * i, "\x80\x80\x80\xff", 4);
    image = decoded(f, BYTES(gif));
    assert_memory_equal(image.pixels, "\xff\0\0\xff\0\0\xff\xff", 8);
    image = decoded(f, BYTES(bmp));
    assert_memory_equal(image.pixels, "\xff\0\0\xff\0\0\xff\xff", 8);
    image = decoded(f, BYTES(top_down_bmp));
    assert_memory_equal(image.pixels, "\xff\0\0\xff\0\0\xff\xff", 8);
    image = decoded(f, BYTES(tga));
    assert_memory_equal(image.pixels, "\xff\0\0\xff\0\0\xff\x80", 8);
}

static void broken_ones_are_refused(void **state)
{
    fixture *f = *state;
    tlb_image image = {0};
    assert_int_equal(tlb_image_decode(f->context, &f->arena, (tlb_bytes){tga, sizeof tga - 1}, &image),
                     TLB_INVALID);
    enum { MORE_SCANS = 63 }; /* after the one that it has */
    tlb_bytes jpeg = gray_jpeg(&f->arena);
    uint8_t *scans = tlb_alloc(&f->arena, jpeg.size + 2 * MORE_SCANS + 2);
    memcpy(scans, jpeg.data, jpeg.size);
    for (int i = 0; i <= MORE_SCANS; i++)
        memcpy(scans + jpeg.size + 2 * i, "\xff\xda", 2);
    tlb_bytes few = {scans, jpeg.size + 2 * MORE_SCANS}, many = {scans, few.size + 2};
    assert_int_equal(tlb_image_decode(f->context, &f->arena, many, &image), TLB_INVALID);
    assert_int_equal(image.format, TLB_PIXELS_NONE);
    assert_int_equal(tlb_code_total(f->context, TLB_CODE_BAD_IMAGE), 2);
    assert_int_equal(tlb_image_decode(f->context, &f->arena, few, &image), TLB_OK);
}

/* Negative where the first row is the top one. */
static void heights_of_a_bmp_have_a_sign(void **state)
{
    static const struct {
        uint32_t bits, height; /* 0: it is none */
    } heights[] = {
        {1, 1}, {0x7fffffff, 0x7fffffff}, {0xffffffff, 1}, {0x80000001, 0x7fffffff}, {0x80000000, 0}, {0, 0}};
    (void)state;
    for (size_t i = 0; i < sizeof heights / sizeof *heights; i++) {
        uint8_t file[sizeof top_down_bmp];
        uint32_t width, height;
        memcpy(file, top_down_bmp, sizeof file);
        tlb_put_le32(file + 22, heights[i].bits);
        assert_int_equal(tlb_image_size(BYTES(file), &width, &height),
                         heights[i].height ? TLB_OK : TLB_INVALID);
        assert_true(!heights[i].height || height == heights[i].height);
    }
}

/* Runs of a TGA make 64 pixels of a byte at most; those that the file does not have are black. */
static void sizes_are_in_proportion_to_the_file(void **state)
{
    fixture *f = *state;
    uint8_t file[20] = {0, 0, 11, [16] = 8, [18] = 0xff, 7};
    tlb_image image = {0};
    tlb_put_le16(file + 12, 43);
    tlb_put_le16(file + 14, 31);
    assert_int_equal(tlb_image_decode(f->context, &f->arena, BYTES(file), &image), TLB_OK);
    assert_memory_equal(image.pixels + 4 * 43 * 30, "\7\7\7\xff", 4);
    tlb_put_le16(file + 12, 42);
    tlb_put_le16(file + 14, 32);
    assert_int_equal(tlb_image_decode(f->context, &f->arena, BYTES(file), &image), TLB_INVALID);
    file[1] = 2; /* colors that are no map of colors */
    assert_int_equal(tlb_image_sniff(BYTES(file)), TLB_IMAGE_UNKNOWN);
}

/* Of both tables of gray.jpg at 0x54 and 0x6a: as many codes as the segment has bytes behind them. */
static void tables_of_a_jpeg_have_256_codes_at_most(void **state)
{
    fixture *f = *state;
    enum { SEGMENT = 0x54, HEAD = 2 + 2 + 17, MORE = 300, LENGTH_16 = SEGMENT + 2 + 2 + 1 + 15 };
    tlb_bytes jpeg = gray_jpeg(&f->arena);
    size_t rest = jpeg.size - SEGMENT - HEAD;
    for (uint32_t codes = 256; codes <= 257; codes++) {
        tlb_image image = {0};
        uint8_t *file = tlb_zalloc(&f->arena, jpeg.size + MORE);
        memcpy(file, jpeg.data, SEGMENT + HEAD);
        tlb_put_be16(file + SEGMENT + 2, (uint16_t)(HEAD - 2 + codes));
        file[LENGTH_16] = 255;
        file[LENGTH_16 - 1] = (uint8_t)(codes - 255 - 1);
        memcpy(file + SEGMENT + HEAD + codes, jpeg.data + SEGMENT + HEAD + 1, rest - 1);
        tlb_bytes bytes = {file, SEGMENT + HEAD + codes + rest - 1};
        assert_int_equal(tlb_image_decode(f->context, &f->arena, bytes, &image),
                         codes <= 256 ? TLB_OK : TLB_INVALID);
    }
}

/* What may follow the header of gray.jpg, which ends at 0x54, for its size to be told. */
static void segments_of_a_jpeg_are_skipped(void **state)
{
    static const struct {
        bool good;
        uint8_t size, bytes[60];
    } rows[] = {
        {true, 2, {0xff, 0xd9}},
        {true, 1, {0xff}},              /* a marker's beginning */
        {true, 4, {0xff, 0xe0, 0, 2}},  /* nothing but its length */
        {false, 4, {0xff, 0xc4, 0, 1}}, /* shorter than its length */
        {false, 4, {0xff, 0xc1, 0, 1}},
        {false, 5, {0xff, 0xff, 0xc4, 0, 1}},
        {true, 3, {0xff, 0xc4, 0}},    /* no length */
        {true, 4, {0x12, 0xc4, 0, 1}}, /* no marker */
        {true, 5, {0xff, 0, 0xc4, 0, 1}},
        {true, 8, {0xff, 0xc0, 0, 6, 0xff, 0xc4, 0, 1}}, /* within another segment */
        {true, 8, {0xff, 0xe0, 0, 6, 0xff, 0xc4, 0, 1}},
        {false, 8, {0xff, 0xe0, 0, 2, 0xff, 0xc4, 0, 1}},      /* after it */
        {false, 6, {0xff, 0xd0, 0xff, 0xc4, 0, 1}},            /* after one without a length */
        {true, 22, {0xff, 0xc4, 0, 20, 0, 1}},                 /* at the end */
        {false, 21, {0xff, 0xc4, 0, 20, 0, 1}},                /* and beyond it */
        {false, 22, {0xff, 0xc4, 0, 20, 0, 2}},                /* more codes than bytes */
        {true, 40, {0xff, 0xc4, 0, 38, 0, 1, [22] = 0x10, 1}}, /* two tables */
        {false, 40, {0xff, 0xc4, 0, 38, 0, 1, [22] = 0x10, 2}},
        {false, 40, {0xff, 0xc4, 0, 38, 0, 2, [23] = 0x10, 1}},
    };
    enum { HEADER = 0x54 };
    fixture *f = *state;
    tlb_bytes jpeg = gray_jpeg(&f->arena);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint32_t width, height;
        uint8_t *file = tlb_alloc(&f->arena, HEADER + (size_t)rows[i].size);
        memcpy(file, jpeg.data, HEADER);
        memcpy(file + HEADER, rows[i].bytes, rows[i].size);
        if (tlb_foreign_size((tlb_bytes){file, HEADER + (size_t)rows[i].size}, &width, &height) !=
            rows[i].good)
            fail_msg("row %zu", i);
    }
}

/* As if all of their codes were for nothing, whatever was in memory before. */
static void a_jpeg_without_tables_is_gray(void **state)
{
    fixture *f = *state;
    tlb_bytes jpeg = gray_jpeg(&f->arena);
    uint8_t *file = tlb_alloc(&f->arena, jpeg.size);
    memcpy(file, jpeg.data, jpeg.size);
    file[0x55] = file[0x6b] = 0xe4;
    tlb_image image = decoded(f, (tlb_bytes){file, jpeg.size});
    for (int i = 0; i < 64; i++)
        assert_memory_equal(image.pixels + 4 * i, "\x80\x80\x80\xff", 4);
}

/* --- in scenes --------------------------------------------------------------------------------------- */

static void encoded_images_stay_as_they_are(void **state)
{
    fixture *f = *state;
    tlb_bytes jpeg = gray_jpeg(&f->arena), kept;
    const char *mime_type;
    tlb_image image = {.name = "gray"};
    assert_int_equal(tlb_image_load(f->context, &f->arena, jpeg, &image), TLB_OK);
    assert_int_equal(image.format, TLB_PIXELS_NONE);
    assert_int_equal(image.width, 8);
    assert_int_equal(tlb_image_for_gltf(f->context, &f->arena, &image, &kept, &mime_type), TLB_OK);
    assert_ptr_equal(kept.data, jpeg.data);
    assert_string_equal(mime_type, "image/jpeg");

    image = (tlb_image){0};
    assert_int_equal(tlb_image_load(f->context, &f->arena, BYTES(tga), &image), TLB_OK);
    assert_int_equal(image.format, TLB_PIXELS_RGBA);
    assert_int_equal(tlb_image_sniff(encode(f, &image)), TLB_IMAGE_PNG);

    image = (tlb_image){0};
    assert_int_equal(tlb_image_for_gltf(f->context, &f->arena, &image, &kept, &mime_type), TLB_INVALID);
}

static size_t put_bytes(uint8_t *file, size_t at, const void *bytes, size_t size)
{
    memcpy(file + at, bytes, size);
    return at + size;
}

static void gltf_gets_a_png_without_color_space(void **state)
{
    enum { HEADER_END = 33 };
    fixture *f = *state;
    static const char text[] = "\0\0\0\3tEXtA\0B\xb6\xd2\x40\xd8", size[] = "\0\0\0\x09pHYs123456789crc.",
                      gamma[] = "\0\0\0\4gAMA1234crc.", rendering[] = "\0\0\0\1sRGB0crc.",
                      unknown[] = "\0\0\0\1sRGb0crc.";
    tlb_image image = indexed(f, 20, 20);
    tlb_bytes png = encode(f, &image), plain;
    uint8_t *wanted = tlb_alloc(&f->arena, png.size + 100), *file = tlb_alloc(&f->arena, png.size + 100);
    size_t end = put_bytes(wanted, 0, png.data, HEADER_END), at = put_bytes(file, 0, png.data, HEADER_END);
    at = put_bytes(file, at, gamma, sizeof gamma - 1);
    at = put_bytes(file, at, text, sizeof text - 1);
    end = put_bytes(wanted, end, text, sizeof text - 1);
    at = put_bytes(file, at, rendering, sizeof rendering - 1);
    at = put_bytes(file, at, unknown, sizeof unknown - 1);
    end = put_bytes(wanted, end, unknown, sizeof unknown - 1);
    at = put_bytes(file, at, size, sizeof size - 1);
    at = put_bytes(file, at, png.data + HEADER_END, png.size - HEADER_END);
    end = put_bytes(wanted, end, png.data + HEADER_END, png.size - HEADER_END);
    /* What is damaged stays: gamma that promises a byte more than there is. */
    at = put_bytes(file, at, "\0\0\0\5gAMA1234crc.", 16);
    end = put_bytes(wanted, end, "\0\0\0\5gAMA1234crc.", 16);

    plain = (tlb_bytes){file, at};
    assert_true(tlb_png_for_gltf(&f->arena, &plain));
    assert_int_equal(plain.size, end);
    assert_memory_equal(plain.data, wanted, end);
    tlb_bytes again = plain;
    assert_true(tlb_png_for_gltf(&f->arena, &again));
    assert_ptr_equal(again.data, plain.data);
    for (size_t cut = 0; cut < at; cut++) {
        uint8_t *whole = malloc(cut ? cut : 1); /* so that sanitizers see where it ends */
        memcpy(whole, file, cut);
        plain = (tlb_bytes){whole, cut};
        assert_true(tlb_png_for_gltf(&f->arena, &plain));
        free(whole);
    }
}

static void the_placeholder_is_a_checkerboard(void **state)
{
    fixture *f = *state;
    tlb_image image = {0};
    assert_int_equal(tlb_image_placeholder(f->context, &f->arena, &image), TLB_OK);
    tlb_image back = decoded(f, encode(f, &image));
    assert_same_pixels(&back, &image);
    assert_memory_equal(back.palette[back.pixels[0]], "\xff\0\xff\xff", 4);
    assert_memory_equal(back.palette[back.pixels[back.width - 1]], "\0\0\0\xff", 4);
}

/* --- want of memory ---------------------------------------------------------------------------------- */

static tlb_status decode_and_encode(tlb_context *context, tlb_bytes file)
{
    tlb_arena arena;
    tlb_arena_init(&arena, context->account);
    tlb_image image = {0};
    const char *mime_type;
    tlb_status status = tlb_image_decode(context, &arena, file, &image);
    if (!status)
        status = tlb_image_for_gltf(context, &arena, &image, &file, &mime_type);
    tlb_arena_release(&arena);
    return status;
}

static void every_allocation_may_fail(void **state)
{
    fixture *f = *state;
    tlb_image color = colorful(f, 20, 20, false), index = indexed(f, 20, 20);
    tlb_bytes files[] = {encode(f, &color), encode(f, &index), gray_jpeg(&f->arena),
                         sgi_file(&f->arena, &(sgi_sample){1, 1, 3, 3})};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        tlb_status status = TLB_LIMIT;
        for (uint64_t allowed = 1; status; allowed++) {
            assert_true(allowed < 1000);
            tlb_context *context = tlb_context_create(&(tlb_context_options){
                .struct_size = sizeof(tlb_context_options), .max_allocations = allowed});
            status = decode_and_encode(context, files[i]);
            assert_true(status == TLB_OK || status == TLB_LIMIT);
            tlb_diagnostics_clear(context);
            assert_int_equal(tlb_memory_now(context), 0);
            tlb_context_free(context);
        }
    }
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(true_color_comes_back),
        TEST(alpha_of_254_is_kept),
        TEST(indexes_and_palette_come_back),
        TEST(other_forms_become_rgba),
        TEST(what_is_cut_off_is_refused),
        TEST(bombs_take_no_memory),
        TEST(memory_of_other_decoders_is_limited),
        TEST(kinds_are_told_and_measured),
        TEST(other_kinds_become_rgba),
        TEST(broken_ones_are_refused),
        TEST(sizes_are_in_proportion_to_the_file),
        TEST(heights_of_a_bmp_have_a_sign),
        TEST(tables_of_a_jpeg_have_256_codes_at_most),
        TEST(segments_of_a_jpeg_are_skipped),
        TEST(a_jpeg_without_tables_is_gray),
        TEST(sgi_images_have_one_to_four_channels),
        TEST(sgi_images_have_one_to_three_dimensions),
        TEST(damaged_sgi_images_are_refused),
        TEST(runs_end_where_their_row_does),
        TEST(encoded_images_stay_as_they_are),
        TEST(gltf_gets_a_png_without_color_space),
        TEST(the_placeholder_is_a_checkerboard),
        TEST(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

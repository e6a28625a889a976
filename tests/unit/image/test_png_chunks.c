/* Chunks of a PNG: which files are sound enough for glTF, and what is left out of them. */
#include "one_arena.h"

#include "base/bytes.h"
#include "image/image.h"

#include <string.h>

typedef struct file {
    uint8_t data[512];
    size_t size;
} file;

/* A chunk of zeros; what they are and the checksum is of no account. */
static void put(file *x, const char *type, uint32_t length)
{
    tlb_put_be32(x->data + x->size, length);
    memcpy(x->data + x->size + 4, type, 4);
    memset(x->data + x->size + 8, 0, length + 4);
    x->size += 12 + length;
}

static file begin(void)
{
    file x = {.size = 8};
    memcpy(x.data, "\x89PNG\r\n\x1a\n", 8);
    return x;
}

static tlb_bytes bytes_of(const file *x)
{
    return (tlb_bytes){x->data, x->size};
}

/* Lengths that the description fixes are those; there are pixels, and something before them. */
static void lengths_are_as_described(void **state)
{
    static const struct {
        const char *type;
        uint32_t length; /* the right one; UINT32_MAX: any */
    } types[] = {{"IHDR", 13}, {"cHRM", 32}, {"gAMA", 4}, {"pHYs", 9}, {"sRGB", 1}, {"tEXt", UINT32_MAX}};
    (void)state;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        for (uint32_t length = 0; length < 40; length++) {
            file x = begin();
            put(&x, types[i].type, length);
            put(&x, "IDAT", 3);
            assert_int_equal(tlb_png_has_valid_chunks(bytes_of(&x)),
                             types[i].length == UINT32_MAX || types[i].length == length);
        }
    file x = begin();
    assert_false(tlb_png_has_valid_chunks(bytes_of(&x)));
    put(&x, "IDAT", 3);
    assert_false(tlb_png_has_valid_chunks(bytes_of(&x)));
    x = begin();
    put(&x, "IHDR", 13);
    assert_false(tlb_png_has_valid_chunks(bytes_of(&x)));
    put(&x, "IEND", 0);
    assert_false(tlb_png_has_valid_chunks(bytes_of(&x)));
    x.size -= 12;
    put(&x, "IDAT", 3);
    put(&x, "gAMA", 7); /* after the pixels it is not looked at */
    assert_true(tlb_png_has_valid_chunks(bytes_of(&x)));
    x.size -= 12 + 7 + 1; /* the pixels' last byte */
    assert_false(tlb_png_has_valid_chunks(bytes_of(&x)));
}

static void what_gltf_has_no_word_for_is_left_out(void **state)
{
    static const char *const out[] = {"cHRM", "cICP", "cLLI", "gAMA", "iCCP", "mDCV",
                                      "sRGB", "pHYs", "acTL", "fcTL", "fdAT"},
                             *const in[] = {"IHDR", "PLTE", "tRNS", "tEXt", "IDAT", "IEND"};
    fixture *f = *state;
    file x = begin(), kept = begin();
    for (uint32_t i = 0; i < 11; i++) {
        put(&x, out[i], i);
        if (i < 6) {
            put(&x, in[i], i);
            put(&kept, in[i], i);
        }
    }
    tlb_bytes bytes = bytes_of(&x);
    assert_true(tlb_png_for_gltf(&f->arena, &bytes));
    assert_int_equal(bytes.size, kept.size);
    assert_memory_equal(bytes.data, kept.data, kept.size);
    tlb_bytes again = bytes;
    assert_true(tlb_png_for_gltf(&f->arena, &again));
    assert_ptr_equal(again.data, bytes.data);
    /* What is damaged stays, whatever it says it is. */
    x = begin();
    put(&x, "gAMA", 4);
    put(&x, "gAMA", 4);
    x.size--;
    bytes = bytes_of(&x);
    assert_true(tlb_png_for_gltf(&f->arena, &bytes));
    assert_int_equal(bytes.size, 8 + 15);
    assert_memory_equal(bytes.data + 8, x.data + 8 + 16, 15);
    for (size_t size = 0; size <= 8; size++) {
        bytes = (tlb_bytes){x.data, size};
        assert_true(tlb_png_for_gltf(&f->arena, &bytes));
        assert_ptr_equal(bytes.data, x.data);
        assert_int_equal(bytes.size, size);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(lengths_are_as_described, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_gltf_has_no_word_for_is_left_out, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

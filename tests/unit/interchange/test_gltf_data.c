/* Accessors of glTF: their rows in views, and what sparse ones put over them. */
#include <stdio.h>
#include <string.h>

#include "files.h"
#include "formats/interchange/gltf/data.h"
#include "one_arena.h"

enum { BYTE = 5120, UBYTE, SHORT, USHORT, UINT = 5125, FLOAT, PAIRS = 5, REPLACED = 3 };

#define TEXT(text)                                                                                           \
    {                                                                                                        \
        text, sizeof(text) - 1                                                                               \
    }

/* A document of one accessor and a view of these bytes for each purpose. */
typedef struct accessed {
    tlb_gltf gltf;
    tlb_gltf_accessor accessor;
    tlb_gltf_buffer buffer;
    tlb_gltf_buffer_view views[3];
    tlb_gltf_chunk chunk;
    tlb_gltf_sparse sparse;
    tlb_gltf_sparse_indices indices;
    tlb_gltf_sparse_values values;
    uint8_t bytes[256];
} accessed;

static void access_bytes(accessed *a, uint32_t component, tlb_text type, uint32_t count)
{
    a->accessor = (tlb_gltf_accessor){.componentType = component, .type = type, .count = count};
    a->buffer = (tlb_gltf_buffer){.byteLength = sizeof a->bytes};
    a->chunk = (tlb_gltf_chunk){TLB_GLTF_BIN, {a->bytes, sizeof a->bytes}};
    a->views[0] = (tlb_gltf_buffer_view){.byteLength = sizeof a->bytes};
    a->gltf = (tlb_gltf){.accessors = {&a->accessor, 1},
                         .bufferViews = {a->views, 3},
                         .buffers = {&a->buffer, 1},
                         .chunks = {&a->chunk, 1}};
}

static tlb_status open_rows(fixture *f, accessed *a, gltf_rows *rows)
{
    gltf_data data;
    tlb_diagnostics_clear(f->context);
    assert_true(tlb_gltf_data_init(&data, f->context, &f->arena, &a->gltf, NULL));
    return tlb_gltf_rows_of(&data, 0, "use", rows);
}

static void put_pair(uint8_t *at, uint32_t first)
{
    tlb_put_le32(at, first | (first + 1) << 16);
}

/* Pairs of shorts, 8 bytes apart, of which the second, fourth and fifth are replaced. */
static void access_sparse(accessed *a, int width, bool based)
{
    static const uint32_t types[] = {[1] = UBYTE, [2] = USHORT, [4] = UINT}, replaced[REPLACED] = {1, 3, 4};
    const uint32_t size = (uint32_t)width;
    memset(a->bytes, 0xee, sizeof a->bytes);
    access_bytes(a, USHORT, (tlb_text)TEXT("VEC2"), PAIRS);
    for (uint32_t i = 0; i < PAIRS; i++)
        put_pair(a->bytes + 6 + 8 * i, 10 * i);
    for (uint32_t i = 0; i < REPLACED; i++) {
        memcpy(a->bytes + 100 + size * (2 + i), &replaced[i], size);
        put_pair(a->bytes + 200 + 4 * (1 + i), 500 + 100 * i);
    }
    a->views[0] = (tlb_gltf_buffer_view){.byteOffset = 4, .byteLength = 38, .byteStride = 8};
    a->views[1] = (tlb_gltf_buffer_view){.byteOffset = 100 + size, .byteLength = size * (1 + REPLACED)};
    a->views[2] = (tlb_gltf_buffer_view){.byteOffset = 200, .byteLength = 4 * (1 + REPLACED)};
    a->accessor.byteOffset = 2;
    a->accessor.bufferView = based ? 0 : TLB_NONE;
    a->accessor.sparse = &a->sparse;
    a->sparse = (tlb_gltf_sparse){.count = REPLACED, .indices = &a->indices, .values = &a->values};
    a->indices =
        (tlb_gltf_sparse_indices){.bufferView = 1, .byteOffset = size, .componentType = types[width]};
    a->values = (tlb_gltf_sparse_values){.bufferView = 2, .byteOffset = 4};
}

static void sparse_values_stand_at_indices_of_each_width(void **state)
{
    static const float expected[2][PAIRS][2] = {{{0, 0}, {500, 501}, {0, 0}, {600, 601}, {700, 701}},
                                                {{0, 1}, {500, 501}, {20, 21}, {600, 601}, {700, 701}}};
    static accessed a;
    for (int width = 1; width <= 4; width *= 2)
        for (int based = 0; based < 2; based++) {
            float read[PAIRS][2];
            gltf_rows rows;
            access_sparse(&a, width, based);
            assert_int_equal(open_rows(*state, &a, &rows), TLB_OK);
            tlb_gltf_floats(&rows, 2, *read);
            assert_memory_equal(read, expected[based], sizeof read);
        }
}

static void refuses_rows(fixture *f, accessed *a, const char *code, const char *message)
{
    gltf_rows rows;
    assert_int_equal(open_rows(f, a, &rows), TLB_INVALID);
    const tlb_diagnostic *d = find_diagnostic(f->context, code, "accessors[0]");
    assert_non_null(d);
    assert_string_equal(d->message, message);
}

static void what_is_sparse_is_within_its_views(void **state)
{
    static accessed a;
    for (int width = 1; width <= 4; width *= 2) {
        char message[80];
        access_sparse(&a, width, true);
        a.views[1].byteLength--;
        snprintf(message, sizeof message, "%d bytes from %d on exceed the view (%d bytes)", 3 * width, width,
                 4 * width - 1);
        refuses_rows(*state, &a, "GLTF_ACCESSOR_RANGE", message);
        access_sparse(&a, width, true);
        a.views[2].byteLength--;
        refuses_rows(*state, &a, "GLTF_ACCESSOR_RANGE", "12 bytes from 4 on exceed the view (15 bytes)");
        access_sparse(&a, width, true);
        a.views[0].byteLength--;
        refuses_rows(*state, &a, "GLTF_ACCESSOR_RANGE", "36 bytes from 2 on exceed the view (37 bytes)");
        access_sparse(&a, width, true);
        a.accessor.count = 4; /* the last index is 4 */
        refuses_rows(*state, &a, "GLTF_SPARSE", "index 4 out of range; number of elements: 4");
    }
}

/* Columns of matrices begin at multiples of four bytes; what is between them is not read. */
static void columns_of_matrices_are_padded(void **state)
{
    static const struct {
        uint32_t component, size, columns, column; /* bytes from a column to the next */
        tlb_text type;
    } matrices[] = {
        {UBYTE, 1, 2, 4, TEXT("MAT2")},  {UBYTE, 1, 3, 4, TEXT("MAT3")},  {UBYTE, 1, 4, 4, TEXT("MAT4")},
        {USHORT, 2, 2, 4, TEXT("MAT2")}, {USHORT, 2, 3, 8, TEXT("MAT3")}, {USHORT, 2, 4, 8, TEXT("MAT4")},
        {FLOAT, 4, 2, 8, TEXT("MAT2")},  {FLOAT, 4, 3, 12, TEXT("MAT3")}, {FLOAT, 4, 4, 16, TEXT("MAT4")}};
    static accessed a;
    for (size_t i = 0; i < sizeof matrices / sizeof *matrices; i++) {
        const uint32_t n = matrices[i].columns, row = n * matrices[i].column;
        float read[2 * 16];
        gltf_rows rows;
        access_bytes(&a, matrices[i].component, matrices[i].type, 2);
        memset(a.bytes, 0xee, sizeof a.bytes);
        a.views[0].byteLength = 2 * row;
        for (uint32_t k = 0; k < 2 * n * n; k++) {
            uint8_t *at = a.bytes + k / n * matrices[i].column + k % n * matrices[i].size;
            if (matrices[i].component == FLOAT)
                tlb_put_lef32(at, (float)k + 1);
            else
                memcpy(at, &(uint16_t){(uint16_t)(k + 1)}, matrices[i].size);
        }
        assert_int_equal(open_rows(*state, &a, &rows), TLB_OK);
        assert_int_equal(rows.stride, row);
        tlb_gltf_floats(&rows, n * n, read);
        for (uint32_t k = 0; k < 2 * n * n; k++)
            assert_float_equal(read[k], (float)k + 1, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(sparse_values_stand_at_indices_of_each_width, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_is_sparse_is_within_its_views, set_up, tear_down),
        cmocka_unit_test_setup_teardown(columns_of_matrices_are_padded, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

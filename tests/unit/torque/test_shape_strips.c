/* Triangles in strips: all of them, as they faced; strips of strips are the same. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/context.h"
#include "formats/torque/dts/from_scene/from_scene.h"

enum { MOST = 6000 };

typedef struct fixture {
    tlb_context *context;
    tlb_arena arena;
    uint32_t count, lengths[MOST], strips;
    shape_face faces[MOST], before[MOST];
} fixture;

static int begin(void **state)
{
    fixture *f = calloc(1, sizeof *f);
    f->context = tlb_context_create(NULL);
    tlb_arena_init(&f->arena, f->context->account);
    *state = f;
    return 0;
}

static int end(void **state)
{
    fixture *f = *state;
    tlb_arena_release(&f->arena);
    tlb_context_free(f->context);
    free(f);
    return 0;
}

static void add(fixture *f, uint32_t a, uint32_t b, uint32_t c)
{
    f->faces[f->count++] = (shape_face){{a, b, c}};
}

/* Squares of a grid, each of two triangles. */
static void add_grid(fixture *f, uint32_t side)
{
    for (uint32_t y = 0; y < side; y++)
        for (uint32_t x = 0; x < side; x++) {
            uint32_t a = y * (side + 1) + x, b = a + 1, c = a + side + 1, d = c + 1;
            add(f, a, c, b);
            add(f, b, c, d);
        }
}

/* From its smallest corner on, in its direction. */
static shape_face turned(const shape_face *face)
{
    const uint32_t *c = face->corners;
    int first = c[0] < c[1] ? (c[0] < c[2] ? 0 : 2) : c[1] < c[2] ? 1 : 2;
    return (shape_face){{c[first], c[(first + 1) % 3], c[(first + 2) % 3]}};
}

static int compare_faces(const void *left, const void *right)
{
    const shape_face *a = left, *b = right;
    for (int i = 0; i < 3; i++)
        if (a->corners[i] != b->corners[i])
            return a->corners[i] < b->corners[i] ? -1 : 1;
    return 0;
}

static void sort(const shape_face *faces, uint32_t count, shape_face *sorted)
{
    for (uint32_t i = 0; i < count; i++)
        sorted[i] = turned(&faces[i]);
    qsort(sorted, count, sizeof *sorted, compare_faces);
}

/* The corners of each face in a strip are those that readers make of its indices. */
static void expand(fixture *f)
{
    uint32_t at = 0;
    for (uint32_t s = 0; s < f->strips; at += f->lengths[s++])
        for (uint32_t i = 1; i < f->lengths[s]; i++) {
            const uint32_t *last = f->faces[at + i - 1].corners, *own = f->faces[at + i].corners;
            bool odd = i % 2;
            assert_int_equal(own[0], odd ? last[2] : last[0]);
            assert_int_equal(own[1], odd ? last[1] : last[2]);
        }
    assert_true(at <= f->count);
}

static void find(fixture *f, uint32_t most)
{
    static shape_face sorted[2][MOST];
    memcpy(f->before, f->faces, sizeof f->faces);
    assert_true(tlb_shape_find_strips(&f->arena, f->faces, f->count, most, f->lengths, &f->strips));
    sort(f->before, f->count, sorted[0]);
    sort(f->faces, f->count, sorted[1]);
    assert_memory_equal(sorted[0], sorted[1], f->count * sizeof *sorted[0]);
    expand(f);
    for (uint32_t i = 0; i < f->strips; i++)
        assert_in_range(f->lengths[i], 4, most);
    /* once more */
    uint32_t strips = f->strips, lengths[MOST];
    memcpy(lengths, f->lengths, strips * sizeof *lengths);
    memcpy(f->before, f->faces, sizeof f->faces);
    assert_true(tlb_shape_find_strips(&f->arena, f->faces, f->count, most, f->lengths, &f->strips));
    assert_int_equal(f->strips, strips);
    assert_memory_equal(f->lengths, lengths, strips * sizeof *lengths);
    assert_memory_equal(f->before, f->faces, f->count * sizeof *f->faces);
}

static void test_grid(void **state)
{
    fixture *f = *state;
    add_grid(f, 8);
    find(f, 1000);
    assert_true(f->strips <= 10);
    uint32_t in_strips = 0;
    for (uint32_t i = 0; i < f->strips; i++)
        in_strips += f->lengths[i];
    assert_true(in_strips >= f->count * 9 / 10);
}

static void test_limit(void **state)
{
    fixture *f = *state;
    add_grid(f, 10);
    find(f, 6);
    assert_true(f->strips > 20);
}

static void test_few(void **state)
{
    fixture *f = *state;
    find(f, 1000);
    assert_int_equal(f->strips, 0);
    add(f, 0, 1, 2);
    add(f, 2, 1, 3);
    add(f, 7, 8, 9);
    find(f, 1000);
    assert_int_equal(f->strips, 0);
    f->count = 0;
    add(f, 0, 1, 2);
    add(f, 2, 1, 3);
    add(f, 2, 3, 4);
    find(f, 1000);
    assert_int_equal(f->strips, 0);
    add(f, 4, 3, 5);
    find(f, 1000);
    assert_int_equal(f->strips, 1);
    assert_int_equal(f->lengths[0], 4);
}

/* Many faces on one edge, equal ones, and any others. */
static void test_soup(void **state)
{
    fixture *f = *state;
    for (uint32_t i = 0; i < 2000; i++)
        add(f, 0, 1, 2 + i / 2);
    for (uint32_t i = 0; i < 1000; i++)
        add(f, 1, 0, 2 + i);
    uint32_t random = 1;
    for (uint32_t i = 0; i < 2000; i++) {
        uint32_t c[3];
        for (int k = 0; k < 3; k++)
            c[k] = (random = random * 1664525 + 1013904223) >> 16 & 63;
        if (c[0] != c[1] && c[1] != c[2] && c[0] != c[2])
            add(f, c[0], c[1], c[2]);
    }
    find(f, 1000);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(test_grid), TEST(test_limit), TEST(test_few), TEST(test_soup)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* The compiler's algorithms against what they are defined as, tried out by brute force. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>

#include "base/context.h"
#include "formats/interquake/iqm_compiler/compile.h"

typedef struct fixture {
    tlb_context *context;
    tlb_arena work;
    uint32_t seed;
} fixture;

static int start(void **state)
{
    fixture *f = calloc(1, sizeof *f);
    if (!f)
        return -1;
    f->context = tlb_context_create(NULL);
    f->seed = 1;
    tlb_arena_init(&f->work, f->context->account);
    *state = f;
    return 0;
}

static int stop(void **state)
{
    fixture *f = *state;
    tlb_arena_release(&f->work);
    tlb_context_free(f->context);
    free(f);
    return 0;
}

static uint32_t below(fixture *f, uint32_t limit)
{
    f->seed = f->seed * 1664525 + 1013904223;
    return (uint32_t)((uint64_t)(f->seed >> 8) * limit >> 24);
}

static void *take(fixture *f, size_t count, size_t size)
{
    void *memory = tlb_alloc_array(&f->work, count, size);
    assert_non_null(memory);
    return memory;
}

/* --- equal rows --------------------------------------------------------------------------------------- */

static void equal_rows_are_those_of_brute_force(void **state)
{
    enum { COUNT = 500 };
    fixture *f = *state;
    float a[COUNT][3];
    uint32_t b[COUNT], first[COUNT];
    for (uint32_t limit = 1; limit < 8; limit++) {
        for (uint32_t i = 0; i < COUNT; i++) {
            for (int k = 0; k < 3; k++)
                a[i][k] = (float)below(f, limit);
            b[i] = below(f, limit);
        }
        iq_rows keys[] = {{a, 3}, {b, 1}};
        assert_true(tlb_iq_find_equal(&f->work, keys, 2, COUNT, first));
        for (uint32_t i = 0; i < COUNT; i++) {
            uint32_t k = 0;
            while (memcmp(a[k], a[i], sizeof a[i]) != 0 || b[k] != b[i])
                k++;
            assert_int_equal(first[i], k);
        }
    }
}

static void zeros_are_equal_and_so_are_nans_of_the_same_bits(void **state)
{
    fixture *f = *state;
    float rows[] = {0.0f, -0.0f, NAN, NAN, 1.0f};
    uint32_t first[5], expected[] = {0, 0, 2, 2, 4};
    iq_rows key = {rows, 1};
    assert_true(tlb_iq_find_equal(&f->work, &key, 1, 5, first));
    assert_memory_equal(first, expected, sizeof expected);
    assert_true(tlb_iq_find_equal(&f->work, &key, 1, 0, first));
}

/* --- order -------------------------------------------------------------------------------------------- */

typedef struct mesh {
    tlb_iqm_triangle *triangles;
    uint32_t count, vertices;
} mesh;

static void shuffle(fixture *f, mesh *m)
{
    for (uint32_t i = m->count; i > 1; i--) {
        uint32_t k = below(f, i);
        tlb_iqm_triangle moved;
        memcpy(moved, m->triangles[k], sizeof moved);
        memcpy(m->triangles[k], m->triangles[i - 1], sizeof moved);
        memcpy(m->triangles[i - 1], moved, sizeof moved);
    }
}

static mesh make_grid(fixture *f, uint32_t side)
{
    mesh m = {take(f, (size_t)side * side * 2, sizeof *m.triangles), 0, (side + 1) * (side + 1)};
    for (uint32_t y = 0; y < side; y++)
        for (uint32_t x = 0; x < side; x++) {
            uint32_t a = y * (side + 1) + x, b = a + side + 1;
            memcpy(m.triangles[m.count++], (uint32_t[]){a, b, a + 1}, sizeof *m.triangles);
            memcpy(m.triangles[m.count++], (uint32_t[]){a + 1, b, b + 1}, sizeof *m.triangles);
        }
    return m;
}

static mesh make_random(fixture *f, uint32_t count, uint32_t vertices)
{
    mesh m = {take(f, count, sizeof *m.triangles), 0, vertices};
    while (m.count < count) {
        uint32_t *t = m.triangles[m.count];
        for (int k = 0; k < 3; k++)
            t[k] = below(f, vertices);
        m.count += t[0] != t[1] && t[1] != t[2] && t[2] != t[0];
    }
    return m;
}

/* All triangles around vertex 0. */
static mesh make_fan(fixture *f, uint32_t count)
{
    mesh m = {take(f, count, sizeof *m.triangles), count, count + 2};
    for (uint32_t i = 0; i < count; i++)
        memcpy(m.triangles[i], (uint32_t[]){0, i + 1, i + 2}, sizeof *m.triangles);
    return m;
}

static mesh make_soup(fixture *f, uint32_t count)
{
    mesh m = {take(f, count, sizeof *m.triangles), count, count * 3};
    for (uint32_t i = 0; i < count; i++)
        memcpy(m.triangles[i], (uint32_t[]){i * 3, i * 3 + 1, i * 3 + 2}, sizeof *m.triangles);
    return m;
}

static uint32_t misses(fixture *f, const mesh *m)
{
    uint32_t count;
    assert_true(
        tlb_iq_cache_misses(&f->work, (const tlb_iqm_triangle *)m->triangles, m->count, m->vertices, &count));
    return count;
}

static int by_corners(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(tlb_iqm_triangle));
}

/* The same triangles, corners as they were, and never more work than before; the second time nothing
 * moves. */
static void order(fixture *f, mesh *m)
{
    size_t size = m->count * sizeof *m->triangles;
    tlb_iqm_triangle *before = take(f, m->count, sizeof *before), *after = take(f, m->count, sizeof *after);
    memcpy(before, m->triangles, size);
    uint32_t work = misses(f, m);
    assert_true(tlb_iq_order_triangles(&f->work, m->triangles, m->count, m->vertices));
    assert_true(misses(f, m) <= work);
    memcpy(after, m->triangles, size);
    qsort(before, m->count, sizeof *before, by_corners);
    qsort(after, m->count, sizeof *after, by_corners);
    assert_memory_equal(before, after, size);
    memcpy(after, m->triangles, size);
    assert_true(tlb_iq_order_triangles(&f->work, m->triangles, m->count, m->vertices));
    assert_memory_equal(after, m->triangles, size);
}

static void misses_are_counted(void **state)
{
    fixture *f = *state;
    mesh fan = make_fan(f, IQ_CACHE + 8);
    /* Each triangle brings a vertex; the hub is first to go, once, with the cache full. */
    assert_int_equal(misses(f, &fan), fan.vertices + 1);
    mesh soup = make_soup(f, 10);
    assert_int_equal(misses(f, &soup), 30);
}

/* The best that a cache of 32 can do with a grid is about 0.58 of a vertex for a triangle; a random order
 * takes nearly three. */
static void grids_are_ordered_well(void **state)
{
    fixture *f = *state;
    mesh m = make_grid(f, 60);
    shuffle(f, &m);
    assert_true(misses(f, &m) > m.count * 2);
    order(f, &m);
    assert_true((double)misses(f, &m) < 0.72 * m.count);
}

static void any_mesh_keeps_its_triangles(void **state)
{
    fixture *f = *state;
    for (uint32_t vertices = 3; vertices < 400; vertices *= 2)
        for (uint32_t count = 0; count < 3000; count = count * 3 + 1) {
            mesh m = make_random(f, count, vertices);
            order(f, &m);
        }
    mesh fan = make_fan(f, 5000), soup = make_soup(f, 5000);
    shuffle(f, &fan);
    order(f, &fan);
    order(f, &soup);
    mesh many = make_soup(f, UINT16_MAX / 3 + 1000); /* vertices beyond 16 bits */
    order(f, &many);
}

/* --- neighbours --------------------------------------------------------------------------------------- */

/* The other triangle at an edge, when exactly two have it and run it in opposite directions. */
static int32_t neighbour(const mesh *m, const uint32_t *place, uint32_t triangle, int side)
{
    uint32_t from = place[m->triangles[triangle][side]], to = place[m->triangles[triangle][(side + 1) % 3]];
    int32_t found = -1;
    uint32_t users = 0;
    for (uint32_t t = 0; t < m->count; t++)
        for (int k = 0; k < 3; k++) {
            uint32_t a = place[m->triangles[t][k]], b = place[m->triangles[t][(k + 1) % 3]];
            users += (a == from && b == to) || (a == to && b == from);
            if (a == to && b == from && t != triangle)
                found = (int32_t)t;
        }
    return users == 2 && from != to ? found : -1;
}

static void check_neighbours(fixture *f, const mesh *m, const uint32_t *place)
{
    tlb_iqm_adjacency *found = take(f, m->count, sizeof *found);
    assert_true(tlb_iq_find_neighbours(&f->work, (const tlb_iqm_triangle *)m->triangles, m->count, place,
                                       m->vertices, found));
    for (uint32_t t = 0; t < m->count; t++)
        for (int k = 0; k < 3; k++)
            assert_int_equal(found[t][k], neighbour(m, place, t, k));
}

static void neighbours_are_those_of_brute_force(void **state)
{
    fixture *f = *state;
    for (uint32_t vertices = 3; vertices < 200; vertices += vertices / 2 + 1) {
        mesh m = make_random(f, 150, vertices);
        uint32_t *place = take(f, vertices, sizeof *place);
        for (uint32_t v = 0; v < vertices; v++)
            place[v] = below(f, vertices); /* several vertices at a place */
        check_neighbours(f, &m, place);
    }
    mesh grid = make_grid(f, 12);
    uint32_t *same = take(f, grid.vertices, sizeof *same);
    for (uint32_t v = 0; v < grid.vertices; v++)
        same[v] = v;
    shuffle(f, &grid);
    check_neighbours(f, &grid, same);
}

static void three_at_an_edge_are_no_neighbours(void **state)
{
    fixture *f = *state;
    tlb_iqm_triangle triangles[] = {{0, 1, 2}, {1, 0, 3}, {1, 0, 4}};
    uint32_t place[] = {0, 1, 2, 3, 4};
    tlb_iqm_adjacency found[3];
    assert_true(tlb_iq_find_neighbours(&f->work, (const tlb_iqm_triangle *)triangles, 2, place, 5, found));
    assert_int_equal(found[0][0], 1);
    assert_int_equal(found[1][0], 0);
    assert_true(tlb_iq_find_neighbours(&f->work, (const tlb_iqm_triangle *)triangles, 3, place, 5, found));
    for (int t = 0; t < 3; t++)
        assert_int_equal(found[t][0], -1);
}

/* --- numbers ------------------------------------------------------------------------------------------ */

static double half_value(uint32_t half)
{
    int exponent = (int)(half >> 10 & 31);
    double fraction = half & 1023;
    double size = exponent ? ldexp(fraction + 1024, exponent - 25) : ldexp(fraction, -24);
    return half & 0x8000 ? -size : size;
}

/* Every half, the middle between each and the next, and what is just beside it. */
static void halfs_are_the_nearest(void **state)
{
    enum { INFINITE = 0x7c00 };
    (void)state;
    for (uint32_t half = 0; half < INFINITE; half++) {
        float value = (float)half_value(half);
        double next = half + 1 < INFINITE ? half_value(half + 1) : 65536;
        float middle = (float)((half_value(half) + next) / 2);
        uint32_t even = half & 1 ? half + 1 : half;
        assert_int_equal(tlb_iq_half(value), half);
        assert_int_equal(tlb_iq_half(-value), half | 0x8000);
        assert_int_equal(tlb_iq_half(middle), even);
        assert_int_equal(tlb_iq_half(nextafterf(middle, 0)), half);
        assert_int_equal(tlb_iq_half(nextafterf(middle, INFINITY)), half + 1);
    }
    assert_int_equal(tlb_iq_half(1e30f), INFINITE);
    assert_int_equal(tlb_iq_half(-INFINITY), INFINITE | 0x8000);
    assert_true((tlb_iq_half(NAN) & 0x7fff) > INFINITE);
}

static int64_t stored(uint32_t format, float value)
{
    uint8_t memory[4 * 8];
    float row[1][TLB_IQM_COMPONENTS] = {{value}};
    iq_values to = {.format = format, .size = 1, .data = memory};
    tlb_iq_put_numbers(&to, 0, 1, (const float(*)[TLB_IQM_COMPONENTS])row);
    int8_t byte;
    uint8_t ubyte;
    int16_t word;
    uint16_t uword;
    int32_t whole;
    uint32_t uwhole;
    switch (format) {
    case TLB_IQM_BYTE:
        return memcpy(&byte, memory, sizeof byte), byte;
    case TLB_IQM_UBYTE:
        return memcpy(&ubyte, memory, sizeof ubyte), ubyte;
    case TLB_IQM_SHORT:
        return memcpy(&word, memory, sizeof word), word;
    case TLB_IQM_USHORT:
        return memcpy(&uword, memory, sizeof uword), uword;
    case TLB_IQM_INT:
        return memcpy(&whole, memory, sizeof whole), whole;
    default:
        return memcpy(&uwhole, memory, sizeof uwhole), uwhole;
    }
}

static void integers_are_fractions_of_their_range(void **state)
{
    static const int64_t greatest[] = {INT8_MAX, UINT8_MAX, INT16_MAX, UINT16_MAX, INT32_MAX, UINT32_MAX};
    (void)state;
    for (uint32_t format = TLB_IQM_BYTE; format <= TLB_IQM_UINT; format++) {
        int64_t least = format % 2 ? 0 : -greatest[format];
        assert_int_equal(stored(format, 1), greatest[format]);
        assert_int_equal(stored(format, 3e38f), greatest[format]);
        assert_int_equal(stored(format, INFINITY), greatest[format]);
        assert_int_equal(stored(format, -1), least);
        assert_int_equal(stored(format, -INFINITY), least);
        assert_int_equal(stored(format, NAN), 0);
        assert_int_equal(stored(format, 0), 0);
        assert_int_equal(stored(format, -0.001f / (float)greatest[format]), 0);
        assert_int_equal(stored(format, 0.75f), (int64_t)floor(0.75 * (double)greatest[format] + 0.5));
    }
}

/* What is read from an array and stored again is the same. */
static void integers_survive_reading(void **state)
{
    uint16_t values[2], again[2];
    float rows[1][TLB_IQM_COMPONENTS];
    (void)state;
    for (uint32_t v = 0; v <= UINT16_MAX; v++)
        for (uint32_t format = TLB_IQM_SHORT; format <= TLB_IQM_USHORT; format++) {
            tlb_iqm_vertexarray from = {.format = format, .size = 2, .values = values};
            iq_values to = {.format = format, .size = 2, .data = again};
            values[0] = (uint16_t)v;
            values[1] = (uint16_t)~v;
            tlb_iqm_values(&from, 0, 1, false, rows);
            tlb_iq_put_numbers(&to, 0, 1, (const float(*)[TLB_IQM_COMPONENTS])rows);
            for (int k = 0; k < 2; k++) /* there are two ways to store -1 */
                if (!(format == TLB_IQM_SHORT && values[k] == 0x8000))
                    assert_int_equal(values[k], again[k]);
        }
}

static void weights_add_up(void **state)
{
    fixture *f = *state;
    uint8_t bytes[4];
    iq_values to = {.format = TLB_IQM_UBYTE, .size = 4, .data = bytes};
    for (int i = 0; i < 20000; i++) {
        float row[1][TLB_IQM_COMPONENTS], sum = 0;
        for (int k = 0; k < 4; k++)
            sum += row[0][k] = (float)below(f, 1000);
        for (int k = 0; k < 4; k++)
            row[0][k] /= sum > 0 ? sum : 1;
        tlb_iq_put_weights(&to, 0, 1, (const float(*)[TLB_IQM_COMPONENTS])row);
        assert_int_equal(bytes[0] + bytes[1] + bytes[2] + bytes[3], sum > 0 ? 255 : 0);
        for (int k = 0; k < 4; k++)
            assert_true(fabs((double)bytes[k] - (double)row[0][k] * 255) <= 1.51);
    }
    tlb_iq_put_weights(&to, 0, 1, (const float[][TLB_IQM_COMPONENTS]){{0.5f, 0.5f, 0, 0}});
    assert_memory_equal(bytes, ((uint8_t[]){127, 128, 0, 0}), 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(equal_rows_are_those_of_brute_force, start, stop),
        cmocka_unit_test_setup_teardown(zeros_are_equal_and_so_are_nans_of_the_same_bits, start, stop),
        cmocka_unit_test_setup_teardown(misses_are_counted, start, stop),
        cmocka_unit_test_setup_teardown(grids_are_ordered_well, start, stop),
        cmocka_unit_test_setup_teardown(any_mesh_keeps_its_triangles, start, stop),
        cmocka_unit_test_setup_teardown(neighbours_are_those_of_brute_force, start, stop),
        cmocka_unit_test_setup_teardown(three_at_an_edge_are_no_neighbours, start, stop),
        cmocka_unit_test(halfs_are_the_nearest),
        cmocka_unit_test(integers_are_fractions_of_their_range),
        cmocka_unit_test(integers_survive_reading),
        cmocka_unit_test_setup_teardown(weights_add_up, start, stop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* A triangle as a shape, against bytes worked out by hand: the file of version 8 byte by byte, as the games
 * have it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "formats/darkstar/dts/dts.h"
#include "scenes.h"
#include "trilobite/convert.h"

/* Little endian: numbers of one, two and four bytes. */
#define H(x)   (uint8_t)((x)&0xff), (uint8_t)((unsigned)(x) >> 8 & 0xff)
#define W(x)   H(x), (uint8_t)((unsigned)(x) >> 16 & 0xff), (uint8_t)((unsigned)(x) >> 24)
#define ZERO8  0, 0, 0, 0, 0, 0, 0, 0
#define ZERO12 ZERO8, 0, 0, 0, 0
#define ZERO16 ZERO8, ZERO8

/* Singles. */
enum {
    HALF = 0x3f000000,
    ONE = 0x3f800000,
    ONE_AND_HALF = 0x3fc00000,
    TWO = 0x40000000,
    STEP = 0x3b808081,    /* 1/255 */
    DIAGONAL = 0x3f3504f3 /* half the root of 2 */
};

static const uint8_t expected[] = {
    'P', 'E', 'R', 'S', W(676), H(9), 'T', 'S', ':', ':', 'S', 'h', 'a', 'p', 'e', 0, W(8),
    /* nodes, sequences, subsequences, keys, transforms, names, objects, details, meshes, transitions,
       triggers */
    W(3), W(0), W(0), W(0), W(3), W(3), W(2), W(1), W(2), W(0), W(0),
    /* radius, center, bounds */
    W(DIAGONAL), W(HALF), W(0), W(ONE_AND_HALF), W(0), W(0), W(ONE), W(ONE), W(0), W(TWO),
    /* nodes: name, parent, tracks, first track, transform */
    H(0), H(-1), H(0), H(0), H(0), /* bounds */
    H(1), H(0), H(0), H(0), H(1),  /* the detail */
    H(2), H(1), H(0), H(0), H(2),
    /* transforms: rotation, place */
    H(0), H(0), H(0), H(32767), ZERO12, /* */
    H(0), H(0), H(0), H(32767), ZERO12, /* */
    H(0), H(0), H(0), H(32767), W(0), W(0), W(ONE),
    /* names, of 24 bytes */
    'b', 'o', 'u', 'n', 'd', 's', 0, 0, ZERO16,   /* */
    'd', 'e', 't', 'a', 'i', 'l', '1', 0, ZERO16, /* */
    't', 'r', 'i', 0, 0, 0, 0, 0, ZERO16,
    /* objects: name, flags, mesh, node, pad, offset, tracks, first track */
    H(0), H(0), W(0), H(0), H(0), ZERO12, H(0), H(0), /* */
    H(2), H(0), W(1), H(2), H(0), ZERO12, H(0), H(0),
    /* the detail: node, size; materials that are not frames, always node */
    W(1), W(ONE), W(1), W(-1),
    /* the box: vertices, in a frame, texture vertices, faces, frames, texture vertices in a frame, radius */
    'P', 'E', 'R', 'S', W(86), H(15), 'T', 'S', ':', ':', 'C', 'e', 'l', 'A', 'n', 'i', 'm', 'M', 'e', 's',
    'h', 0, W(3), W(2), W(2), W(0), W(0), W(1), W(0), W(DIAGONAL), /* */
    0, 0, 0, 0, 255, 255, 255, 0,                                  /* */
    W(0), W(STEP), W(0), W(STEP), W(0), W(0), W(ONE),              /* its frame: vertex, scale, origin */
    /* the triangle, clockwise: its corners have the numbers 2, 4, 3 */
    'P', 'E', 'R', 'S', W(134), H(15), 'T', 'S', ':', ':', 'C', 'e', 'l', 'A', 'n', 'i', 'm', 'M', 'e', 's',
    'h', 0, W(3), W(5), W(5), W(1), W(1), W(1), W(1), W(ONE),              /* */
    0, 0, 0, 0, 255, 0, 255, 0, 0, 0, 0, 44, 255, 0, 0, 44, 0, 0, 255, 44, /* */
    W(0), W(0),                                                            /* */
    W(2), W(0), W(4), W(0), W(3), W(0), W(0),                              /* */
    W(0), W(STEP), W(0), W(STEP), W(0), W(0), W(0),
    /* materials: flags (a color, smooth), alpha, index, red green blue, file, type, elasticity, friction,
       defaults */
    W(1), 'P', 'E', 'R', 'S', W(94), H(16), 'T', 'S', ':', ':', 'M', 'a', 't', 'e', 'r', 'i', 'a', 'l', 'L',
    'i', 's', 't', W(4), W(1), W(1), /* */
    W(0x402), W(0), W(0), 255, 0, 0, 0, ZERO16, ZERO16, W(0), W(ONE), W(ONE), W(1)};

static void add_triangle(tlb_scene *scene)
{
    static const float corners[3][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    static const uint32_t indices[] = {0, 1, 2};
    tlb_material *red = tlb_scene_add_material(scene, "red");
    red->color[1] = red->color[2] = 0;
    tlb_mesh *mesh = tlb_scene_add_mesh(scene, "tri");
    assert_true(tlb_mesh_reserve(scene, mesh, 3, 3, 1, TLB_WITH_NORMALS));
    memcpy(mesh->positions, corners, sizeof corners);
    memcpy(mesh->indices, indices, sizeof indices);
    for (int i = 0; i < 3; i++)
        memcpy(mesh->normals[i], (float[]){0, 0, 1}, sizeof *mesh->normals);
    mesh->parts[0] = (tlb_part){0, 0, 3};
    scene->facing[1] = -1;
    add_node(scene, "tri", TLB_NONE, 0)->translation[1] = 1;
}

static void test_triangle(void **state)
{
    scene_fixture *f = *state;
    tlb_files *files;
    add_triangle(f->scene);
    assert_int_equal(tlb_scene_write(f->context, f->scene, &tlb_format_dts, "tri.dts", NULL, &files), TLB_OK);
    tlb_bytes bytes = files->data[0].bytes;
    for (size_t i = 0; i < sizeof expected && i < bytes.size; i++)
        if (bytes.data[i] != expected[i])
            fail_msg("byte %zu of %zu (%zu expected): %02x, expected %02x", i, bytes.size, sizeof expected,
                     bytes.data[i], expected[i]);
    assert_int_equal(bytes.size, sizeof expected);
    tlb_files_free(files);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_triangle, begin_scene, end_scene)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

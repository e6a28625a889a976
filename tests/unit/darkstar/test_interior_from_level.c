/* Interiors from levels: what is solid is what the brushes are, textures lie as the level's, and the files
 * are as the games' own. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>

#include "core/output.h"
#include "formats/darkstar/dis/dis.h"
#include "formats/darkstar/interior/interior.h"
#include "image/quantize.h"
#include "temporary.h"

/* --- levels -------------------------------------------------------------------------------------------- */

static tlb_level *begin_level(tlb_context *context)
{
    tlb_level *level = tlb_level_create(context);
    assert_non_null(level);
    tlb_level_detail *detail = tlb_level_add_detail(level);
    assert_non_null(detail);
    detail->min_pixels = 250;
    assert_non_null(tlb_level_add_entity(level, detail, "worldspawn"));
    return level;
}

/* Each face has `repeats` of its texture a meter. */
static void add_box(tlb_level *level, const double low[3], const double high[3], const char *texture,
                    double repeats)
{
    tlb_level_detail *detail = &level->details.data[level->details.count - 1];
    uint32_t material;
    assert_non_null(tlb_level_add_brush(level, detail, TLB_BRUSH_STRUCTURAL));
    assert_true(tlb_level_find_material(level, texture, &material));
    for (int side = 0; side < 6; side++) {
        tlb_level_face *face = tlb_level_add_face(level, detail);
        int axis = side / 2;
        assert_non_null(face);
        face->normal[axis] = side % 2 ? 1 : -1;
        face->distance = side % 2 ? high[axis] : -low[axis];
        face->material = material;
        face->x[(axis + 1) % 3] = face->y[(axis + 2) % 3] = repeats;
    }
}

/* Six walls of a meter around x, y 0 to 8, z 0 to 4. */
static void add_room(tlb_level *level)
{
    static const double walls[6][2][3] = {{{-1, -1, -1}, {9, 9, 0}}, {{-1, -1, 4}, {9, 9, 5}},
                                          {{-1, -1, 0}, {0, 9, 4}},  {{8, -1, 0}, {9, 9, 4}},
                                          {{0, -1, 0}, {8, 0, 4}},   {{0, 8, 0}, {8, 9, 4}}};
    for (int i = 0; i < 6; i++)
        add_box(level, walls[i][0], walls[i][1], i ? "wall" : "floor", 0.5);
}

/* --- interiors ----------------------------------------------------------------------------------------- */

typedef struct made {
    tlb_files *files;
    tlb_document *document; /* the first level's geometry */
    const tlb_dig *dig;
} made;

static tlb_status convert(tlb_context *context, const tlb_level *level, tlb_files **files)
{
    tlb_convert_options options = TLB_CONVERT_OPTIONS_INIT;
    tlb_output *output = tlb_output_create(context, "made.dis");
    tlb_conversion conversion = {.context = context,
                                 .options = &options,
                                 .to = &(tlb_dis_write_options)TLB_DIS_WRITE_OPTIONS_INIT,
                                 .output = output};
    assert_non_null(output);
    return tlb_output_finish(context, output, tlb_interior_from_level(level, &conversion, output), files);
}

static tlb_bytes file_named(const tlb_files *files, const char *name)
{
    for (size_t i = 0; i < files->count; i++)
        if (strcmp(files->data[i].name, name) == 0)
            return files->data[i].bytes;
    fail_msg("there is no %s", name);
    return (tlb_bytes){0};
}

static made make(tlb_context *context, tlb_level *level)
{
    made m;
    assert_int_equal(convert(context, level, &m.files), TLB_OK);
    tlb_level_free(level);
    tlb_bytes bytes = file_named(m.files, "made-00.dig");
    assert_int_equal(tlb_open_memory(context, bytes.data, bytes.size, "made-00.dig", NULL, &m.document),
                     TLB_OK);
    m.dig = tlb_document_dig(m.document);
    return m;
}

static void discard(made *m)
{
    tlb_document_free(m->document);
    tlb_files_free(m->files);
}

/* The checks of all files find nothing; but no file has the textures. */
static void check_files(const folder_fixture *f, const made *m)
{
    assert_int_equal(tlb_files_save(f->context, m->files, f->folder, true), TLB_OK);
    tlb_diagnostics_clear(f->context);
    for (size_t i = 0; i < m->files->count; i++) {
        char path[512];
        tlb_document *document;
        snprintf(path, sizeof path, "%s/%s", f->folder, m->files->data[i].name);
        assert_int_equal(tlb_open_path(f->context, path, NULL, &document), TLB_OK);
        assert_int_equal(tlb_check(document, NULL), TLB_OK);
        tlb_document_free(document);
    }
    for (size_t i = 0; i < tlb_diagnostic_count(f->context); i++)
        fail_msg("%s", tlb_diagnostic_at(f->context, i)->message);
}

static bool is_solid(const tlb_dig *dig, double x, double y, double z)
{
    const float point[3] = {(float)x, (float)y, (float)z};
    tlb_dig_leaf_info info;
    int32_t at = 0;
    while (at >= 0) { /* also outside of the box, where the engine does not look */
        const tlb_dig_node *node = &dig->nodes.data[at];
        const float *p = dig->planes.data[node->planeIdx];
        at = p[0] * point[0] + p[1] * point[1] + p[2] * point[2] + p[3] > 0 ? node->front : node->back;
    }
    assert_true(tlb_dig_leaf_at(dig, (uint32_t)(-(at + 1)), &info));
    return info.solid;
}

static uint32_t leaf_at(const tlb_dig *dig, float x, float y, float z)
{
    const float point[3] = {x, y, z};
    uint32_t leaf;
    assert_true(tlb_dig_find_leaf(dig, point, &leaf));
    return leaf;
}

/* Tree and leaves are numbered as in the games' files. */
static void check_order(const tlb_dig *dig)
{
    int32_t nodes = 1, solid = TLB_DIG_OUTSIDE_LEAVES,
            empty = TLB_DIG_OUTSIDE_LEAVES + (int32_t)dig->solidLeaves.count;
    int16_t waiting[256];
    uint32_t depth = 0;
    waiting[depth++] = 0;
    while (depth) {
        int16_t at = waiting[--depth];
        if (at >= 0) {
            if (at)
                assert_int_equal(at, nodes++);
            waiting[depth++] = dig->nodes.data[at].back;
            waiting[depth++] = dig->nodes.data[at].front;
        } else if (-(at + 1) < TLB_DIG_OUTSIDE_LEAVES + (int32_t)dig->solidLeaves.count)
            assert_int_equal(-(at + 1), solid++);
        else
            assert_int_equal(-(at + 1), empty++);
    }
    assert_int_equal(nodes, dig->nodes.count);
    assert_int_equal(empty, tlb_dig_leaf_count(dig));
    assert_int_equal(dig->nodes.count + 1,
                     dig->solidLeaves.count + dig->emptyLeaves.count - TLB_DIG_OUTSIDE_LEAVES);
    for (uint32_t i = TLB_DIG_OUTSIDE_LEAVES + dig->solidLeaves.count; i < tlb_dig_leaf_count(dig); i++) {
        tlb_dig_leaf_info info;
        assert_true(tlb_dig_leaf_at(dig, i, &info));
        assert_false(info.external);
        assert_true(tlb_bit_list_has(info.visible, i));
    }
    for (uint32_t i = 0; i < TLB_DIG_OUTSIDE_LEAVES; i++)
        assert_true(dig->emptyLeaves.data[i].flags & 1);
    for (uint32_t i = 0; i < dig->planes.count; i++)
        for (uint32_t k = 0; k < i; k++) {
            const float *a = dig->planes.data[i], *b = dig->planes.data[k];
            float turned = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
            assert_true(fabsf(turned) < 0.999f || a[3] != turned * b[3]);
        }
}

/* --- tests --------------------------------------------------------------------------------------------- */

static void test_box(void **state)
{
    folder_fixture *f = *state;
    tlb_level *level = begin_level(f->context);
    add_box(level, (double[3]){-1, -2, -3}, (double[3]){1, 2, 3}, "stone", 1);
    made m = make(f->context, level);
    assert_int_equal(m.files->count, 4); /* its texture has no image */
    assert_string_equal(m.files->data[0].name, "made.dis");
    check_order(m.dig);
    assert_int_equal(m.dig->surfaces.count, 22); /* of 1, 2 and 3 parts along x, y and z */
    assert_int_equal(m.dig->planes.count, 6);
    assert_int_equal(m.dig->solidLeaves.count, 1);
    assert_true(is_solid(m.dig, 0.9, -1.9, 2.9));
    assert_false(is_solid(m.dig, 1.1, 0, 0));
    assert_false(is_solid(m.dig, 0, 0, -3.1));
    for (uint32_t i = 0; i < m.dig->surfaces.count; i++)
        assert_true(m.dig->surfaces.data[i].flags & TLB_DIG_VISIBLE_TO_OUTSIDE);
    check_files(f, &m);
    discard(&m);
}

/* Rays from the middle hit a wall where it is; what is within is not seen from outside. */
static void test_room(void **state)
{
    folder_fixture *f = *state;
    tlb_level *level = begin_level(f->context);
    add_room(level);
    made m = make(f->context, level);
    check_order(m.dig);
    for (double x = -1.45; x < 10; x += 0.5)
        for (double y = -1.45; y < 10; y += 0.5)
            for (double z = -1.45; z < 6; z += 0.5) {
                bool within = x > -1 && x < 9 && y > -1 && y < 9 && z > -1 && z<5, hollow = x> 0 && x < 8 &&
                              y > 0 && y < 8 && z > 0 && z < 4;
                assert_int_equal(is_solid(m.dig, x, y, z), within && !hollow);
            }
    tlb_dig_hit hit;
    assert_true(tlb_dig_cast_ray(m.dig, (float[3]){4, 4, 2}, (float[3]){14, 4, 2}, &hit));
    assert_float_equal(hit.point[0], 8, 1e-4f);
    assert_float_equal(hit.normal[0], -1, 1e-4f);
    assert_false(tlb_dig_cast_ray(m.dig, (float[3]){1, 1, 1}, (float[3]){7, 7, 3}, &hit));
    uint32_t within = leaf_at(m.dig, 4, 4, 2), outside = 0;
    tlb_dig_leaf_info info;
    assert_true(tlb_dig_leaf_at(m.dig, within, &info));
    assert_false(tlb_bit_list_has(info.visible, 0));
    uint32_t surface, seen = 0;
    while (tlb_bit_list_next(&info.surfaces, &surface)) {
        assert_false(m.dig->surfaces.data[surface].flags & TLB_DIG_VISIBLE_TO_OUTSIDE);
        seen++;
    }
    for (uint32_t i = 0; i < m.dig->surfaces.count; i++)
        outside += (m.dig->surfaces.data[i].flags & TLB_DIG_VISIBLE_TO_OUTSIDE) != 0;
    assert_true(seen >= 6);
    assert_int_equal(seen + outside, m.dig->surfaces.count);
    check_files(f, &m);
    discard(&m);
}

/* A wall with a doorway between two rooms: one looks and sees through it. */
static void test_two_rooms(void **state)
{
    folder_fixture *f = *state;
    tlb_level *level = begin_level(f->context);
    tlb_dig_leaf_info info;
    tlb_dig_hit hit;
    add_room(level);
    add_box(level, (double[3]){3.5, 0, 0}, (double[3]){4.5, 3, 4}, "wall", 0.5);
    add_box(level, (double[3]){3.5, 5, 0}, (double[3]){4.5, 8, 4}, "wall", 0.5);
    add_box(level, (double[3]){3.5, 3, 2.5}, (double[3]){4.5, 5, 4}, "wall", 0.5);
    made m = make(f->context, level);
    check_order(m.dig);
    assert_false(is_solid(m.dig, 4, 4, 1));
    assert_true(is_solid(m.dig, 4, 4, 3));
    assert_false(tlb_dig_cast_ray(m.dig, (float[3]){1, 4, 1}, (float[3]){7, 4, 1}, &hit));
    assert_true(tlb_dig_cast_ray(m.dig, (float[3]){1, 1, 1}, (float[3]){7, 1, 1}, &hit));
    assert_float_equal(hit.point[0], 3.5f, 1e-4f);
    assert_true(tlb_dig_leaf_at(m.dig, leaf_at(m.dig, 1, 1, 1), &info));
    assert_true(tlb_bit_list_has(info.visible, leaf_at(m.dig, 7, 1, 1)));
    check_files(f, &m);
    discard(&m);
}

/* Stripes as wide as what becomes one pixel. */
static void check_large_texture(tlb_context *context, uint32_t given_width, uint32_t given_height)
{
    enum { MOST = 2048, SIDE = 256 };
    static uint8_t pixels[MOST][4];
    uint32_t block = (given_width > given_height ? given_width : given_height) / SIDE;
    for (uint32_t i = 0; i < given_width * given_height; i++)
        memset(pixels[i], i / block % 2 ? 255 : 0, 3), pixels[i][3] = 255;
    const tlb_image image = {.name = "stone",
                             .format = TLB_PIXELS_RGBA,
                             .width = given_width,
                             .height = given_height,
                             .pixels = &pixels[0][0]};
    tlb_level *level = begin_level(context);
    add_box(level, (double[3]){0, 0, 0}, (double[3]){8, 1, 8}, "stone", 1);
    level->materials.data[0].image = &image;
    tlb_diagnostics_clear(context);
    made m = make(context, level);
    tlb_document *document;
    tlb_scene *scene;
    tlb_bytes bytes = file_named(m.files, "stone.bmp");
    const uint8_t(*small)[4];
    uint32_t width, height;
    assert_int_equal(tlb_open_memory(context, bytes.data, bytes.size, "stone.bmp", NULL, &document), TLB_OK);
    assert_int_equal(tlb_document_scene(document, NULL, &scene), TLB_OK);
    assert_int_equal(
        tlb_image_rgba(context, tlb_scene_arena(scene), &scene->images[0], &small, &width, &height), TLB_OK);
    assert_int_equal(width, given_width > given_height ? SIDE : 1);
    assert_int_equal(height, given_width > given_height ? 1 : SIDE);
    for (uint32_t i = 0; i < SIDE; i++)
        assert_int_equal(small[i][0], i % 2 ? 255 : 0);
    assert_int_equal(tlb_code_total(context, TLB_CODE_DROPPED), 1);
    tlb_scene_free(scene);
    tlb_document_free(document);
    discard(&m);
}

/* What is wider or higher than surfaces can number is halved, in both directions, until it is not. */
static void test_large_texture(void **state)
{
    folder_fixture *f = *state;
    check_large_texture(f->context, 1024, 2);
    check_large_texture(f->context, 512, 1);
    check_large_texture(f->context, 1, 1024);
    check_large_texture(f->context, 1, 512);
}

/* One that cannot be shown is told, and has no file. */
static void test_broken_texture(void **state)
{
    static const uint8_t bytes[] = "\x89PNG\r\n\x1a\n and no more";
    folder_fixture *f = *state;
    const tlb_image image = {.name = "stone", .encoded = {bytes, sizeof bytes}};
    tlb_level *level = begin_level(f->context);
    add_box(level, (double[3]){0, 0, 0}, (double[3]){8, 1, 8}, "stone", 1);
    level->materials.data[0].image = &image;
    made m = make(f->context, level);
    for (size_t i = 0; i < m.files->count; i++)
        assert_string_not_equal(m.files->data[i].name, "stone.bmp");
    assert_true(tlb_code_total(f->context, TLB_CODE_ASSET_MISSING) > 0);
    discard(&m);
}

/* A wall of many textures' sizes is many surfaces, whose texels are the level's. */
static void test_texels(void **state)
{
    folder_fixture *f = *state;
    tlb_level *level = begin_level(f->context);
    add_box(level, (double[3]){-10.3, 0, 0}, (double[3]){10.1, 1, 7.7}, "stone", 1);
    made m = make(f->context, level);
    double area = 0;
    for (uint32_t i = 0; i < m.dig->surfaces.count; i++) {
        const tlb_dig_surface *s = &m.dig->surfaces.data[i];
        float plane[4];
        assert_true(tlb_dig_surface_plane(m.dig, s, plane));
        int axis = fabsf(plane[0]) > 0.5f ? 0 : fabsf(plane[1]) > 0.5f ? 1 : 2;
        double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
        for (uint32_t k = 0; k < s->numVerts; k++) {
            const tlb_dig_vertex *v = &m.dig->verts.data[s->vertIdx + k];
            const float *at = m.dig->points3.data[v->pIdx];
            float uv[2];
            tlb_dig_texture_uv(m.dig, s, m.dig->points2.data[v->tIdx], (uint32_t[2]){128, 128}, uv);
            for (int side = 0; side < 2; side++) {
                double off = (double)uv[side] - (double)at[(axis + 1 + side) % 3];
                assert_true(fabs(off - floor(off + 0.5)) < 1e-3);
            }
            for (int k3 = 0; k3 < 3; k3++) {
                low[k3] = fmin(low[k3], (double)at[k3]);
                high[k3] = fmax(high[k3], (double)at[k3]);
            }
        }
        area += (high[(axis + 1) % 3] - low[(axis + 1) % 3]) * (high[(axis + 2) % 3] - low[(axis + 2) % 3]);
    }
    assert_float_equal((float)area, (float)(2 * (20.4 * 1 + 20.4 * 7.7 + 7.7 * 1)), 1e-2f);
    assert_true(m.dig->surfaces.count > 2 * 11 * 4);
    check_files(f, &m);
    discard(&m);
}

/* NULL faces are surfaces without a material, in no leaf and without light; the others are white. */
static void test_null_and_light(void **state)
{
    folder_fixture *f = *state;
    tlb_level *level = begin_level(f->context);
    uint32_t null, lit = 0;
    add_box(level, (double[3]){0, 0, 0}, (double[3]){1, 1, 1}, "stone", 1);
    assert_true(tlb_level_find_material(level, "NULL", &null));
    level->details.data[0].faces.data[2].material = null;
    made m = make(f->context, level);
    tlb_document *document;
    tlb_bytes bytes = file_named(m.files, "made-000.dil");
    assert_int_equal(tlb_open_memory(f->context, bytes.data, bytes.size, "made-000.dil", NULL, &document),
                     TLB_OK);
    const tlb_dil *dil = tlb_document_dil(document);
    assert_int_equal(dil->geometryBuildId, m.dig->buildId);
    assert_int_not_equal(m.dig->buildId, 0);
    for (uint32_t i = 0; i < m.dig->surfaces.count; i++) {
        const tlb_dil_surface *s = &dil->surfaces.data[i];
        uint16_t luxels[81];
        if (m.dig->surfaces.data[i].material == TLB_DIG_NULL_MATERIAL) {
            assert_true(s->map == TLB_DIL_NO_MAP);
            continue;
        }
        lit++;
        assert_int_equal(s->w, 128 / 16 + 1);
        assert_int_equal(s->h, 128 / 16 + 1);
        assert_true(tlb_dil_decode(dil, s->map, s->w, s->h, luxels, NULL));
        for (uint32_t k = 0; k < 81; k++)
            assert_int_equal(luxels[k], 0xFFFF);
    }
    assert_int_equal(lit, 5);
    tlb_document_free(document);
    check_files(f, &m);
    discard(&m);
}

/* A lamp a meter above the middle of a box: its top is brightest there, all else is dark. */
static void test_lamp(void **state)
{
    enum { LUXELS = 9, MIDDLE = LUXELS * LUXELS / 2, RED = 0x5F00, RED_IN_CORNERS = 0x4D00 };
    folder_fixture *f = *state;
    tlb_level *level = begin_level(f->context);
    add_box(level, (double[3]){0, 0, 0}, (double[3]){1, 1, 1}, "stone", 1);
    tlb_level_entity *lamp = tlb_level_add_entity(level, &level->details.data[0], "light_omni");
    assert_non_null(lamp);
    memcpy(lamp->origin, (const double[]){0.5, 0.5, 2}, sizeof lamp->origin);
    lamp->has_origin = true;
    assert_true(tlb_level_add_property(level, lamp, "color", "255 0 0", 0));
    assert_true(tlb_level_add_property(level, lamp, "falloff1", "1", 0));
    assert_true(tlb_level_add_property(level, lamp, "falloff2", "3", 0));
    made m = make(f->context, level);
    tlb_document *document;
    tlb_bytes bytes = file_named(m.files, "made-000.dil");
    assert_int_equal(tlb_open_memory(f->context, bytes.data, bytes.size, "made-000.dil", NULL, &document),
                     TLB_OK);
    const tlb_dil *dil = tlb_document_dil(document);
    uint32_t lit = 0;
    for (uint32_t i = 0; i < dil->surfaces.count; i++) {
        const tlb_dil_surface *s = &dil->surfaces.data[i];
        uint16_t luxels[LUXELS * LUXELS];
        assert_int_equal(s->w * s->h, LUXELS * LUXELS);
        assert_true(tlb_dil_decode(dil, s->map, s->w, s->h, luxels, NULL));
        lit += luxels[MIDDLE] == RED && luxels[0] == RED_IN_CORNERS;
        assert_true(luxels[MIDDLE] == RED || luxels[MIDDLE] == 0);
    }
    assert_int_equal(lit, 1);
    assert_int_equal(tlb_code_total(f->context, TLB_CODE_DROPPED), 0);
    tlb_document_free(document);
    check_files(f, &m);
    discard(&m);
}

/* What is only for collision, and entities, are left out. */
static void test_left_out(void **state)
{
    folder_fixture *f = *state;
    tlb_level *level = begin_level(f->context);
    tlb_level_detail *detail = &level->details.data[0];
    add_box(level, (double[3]){0, 0, 0}, (double[3]){1, 1, 1}, "stone", 1);
    assert_non_null(tlb_level_add_entity(level, detail, "collision"));
    add_box(level, (double[3]){2, 0, 0}, (double[3]){3, 1, 1}, "stone", 1);
    detail->brushes.data[1].kind = TLB_BRUSH_COLLISION;
    assert_non_null(tlb_level_add_entity(level, detail, "MirrorSurface"));
    made m = make(f->context, level);
    assert_int_equal(m.dig->surfaces.count, 6);
    assert_false(is_solid(m.dig, 2.5, 0.5, 0.5));
    assert_int_equal(tlb_code_total(f->context, TLB_CODE_DROPPED), 2);
    check_files(f, &m);
    discard(&m);
}

/* Each detail is a level. */
static void test_details(void **state)
{
    folder_fixture *f = *state;
    tlb_level *level = begin_level(f->context);
    add_room(level);
    tlb_level_detail *detail = tlb_level_add_detail(level);
    assert_non_null(detail);
    detail->min_pixels = 50;
    assert_non_null(tlb_level_add_entity(level, detail, "worldspawn"));
    add_box(level, (double[3]){-1, -1, -1}, (double[3]){9, 9, 5}, "wall", 0.5);
    made m = make(f->context, level);
    tlb_document *document;
    tlb_bytes bytes = file_named(m.files, "made.dis");
    assert_int_equal(tlb_open_memory(f->context, bytes.data, bytes.size, "made.dis", NULL, &document),
                     TLB_OK);
    const tlb_dis *dis = tlb_document_dis(document);
    assert_int_equal(dis->lods.count, 2);
    assert_int_equal(dis->lods.data[0].minPixels, 250);
    assert_int_equal(dis->lods.data[1].minPixels, 50);
    assert_string_equal(tlb_dis_name(dis, dis->lods.data[1].geometryNameOffset), "made-01.dig");
    assert_string_equal(tlb_dis_lighting(dis, 1, 0), "made-010.dil");
    assert_string_equal(tlb_dis_name(dis, (uint32_t)dis->materialListOffset), "made.dml");
    tlb_document_free(document);
    check_files(f, &m);
    discard(&m);
}

/* An interior has up to ten levels. */
static void test_most_details(void **state)
{
    folder_fixture *f = *state;
    tlb_level *level = begin_level(f->context);
    for (uint32_t count = 1; count <= 11; count++) {
        tlb_files *files = NULL;
        if (count > 1) {
            tlb_level_detail *detail = tlb_level_add_detail(level);
            assert_non_null(detail);
            assert_non_null(tlb_level_add_entity(level, detail, "worldspawn"));
        }
        add_box(level, (double[3]){0, 0, 0}, (double[3]){1, 1, 1}, "wall", 1);
        if (count < 10)
            continue;
        assert_int_equal(convert(f->context, level, &files), count > 10 ? TLB_LIMIT : TLB_OK);
        assert_int_equal(tlb_code_total(f->context, TLB_CODE_VALUE_TOO_LARGE), count > 10);
        if (files)
            tlb_files_free(files);
    }
    tlb_level_free(level);
}

static void test_many_surfaces(void **state)
{
    enum { BOXES = 1900 / 6 + 1 };
    folder_fixture *f = *state;
    tlb_level *level = begin_level(f->context);
    for (int i = 0; i < BOXES; i++)
        add_box(level, (double[3]){2 * i, 0, 0}, (double[3]){2 * i + 1, 1, 1}, "stone", 0.1);
    made m = make(f->context, level);
    assert_int_equal(m.dig->surfaces.count, 6 * BOXES);
    assert_int_equal(tlb_code_total(f->context, TLB_CODE_DIG_MANY_SURFACES), 1);
    discard(&m);
}

static void test_too_large(void **state)
{
    folder_fixture *f = *state;
    tlb_files *files;
    tlb_level *level = begin_level(f->context);
    add_box(level, (double[3]){0, 0, 0}, (double[3]){100, 100, 1}, "stone", 1000);
    assert_int_equal(convert(f->context, level, &files), TLB_LIMIT);
    assert_int_equal(tlb_code_total(f->context, TLB_CODE_VALUE_TOO_LARGE), 1);
    assert_non_null(
        strstr(tlb_diagnostic_at(f->context, tlb_diagnostic_count(f->context) - 1)->message, "brush 0"));
    tlb_level_free(level);

    level = begin_level(f->context);
    for (int i = 0; i < 256; i++) {
        char name[24];
        snprintf(name, sizeof name, "stone%d", i);
        add_box(level, (double[3]){2.0 * i, 0, 0}, (double[3]){2.0 * i + 1, 1, 1}, name, 1);
        if (i < 254)
            continue;
        assert_int_equal(convert(f->context, level, &files), i > 254 ? TLB_LIMIT : TLB_OK);
        if (i == 254)
            tlb_files_free(files);
    }
    tlb_level_free(level);
}

int main(void)
{
#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, begin_folder, end_folder)
    const struct CMUnitTest tests[] = {
        IN_FOLDER(test_box),       IN_FOLDER(test_room),           IN_FOLDER(test_two_rooms),
        IN_FOLDER(test_texels),    IN_FOLDER(test_large_texture),  IN_FOLDER(test_null_and_light),
        IN_FOLDER(test_texels),    IN_FOLDER(test_broken_texture), IN_FOLDER(test_null_and_light),
        IN_FOLDER(test_left_out),  IN_FOLDER(test_details),        IN_FOLDER(test_most_details),
        IN_FOLDER(test_too_large), IN_FOLDER(test_lamp),           IN_FOLDER(test_many_surfaces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

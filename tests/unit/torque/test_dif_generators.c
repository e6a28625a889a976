/* What exporters compute: a box to the byte, bins, bounds; refusals, and memory that runs out. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/context.h"
#include "dif_brushes.h"
#include "core/format.h"
#include "fault.h"
#include "formats/torque/dif/dif.h"

typedef struct fixture {
    tlb_context *context;
    tlb_document document;
    tlb_dif dif;
    tlb_dif_interior interior;
} fixture;

static int set_up(void **state)
{
    static fixture f;
    f = (fixture){.context = tlb_context_create(NULL)};
    f.document = (tlb_document){.context = f.context, .format = &tlb_format_dif, .name = "", .root = &f.dif};
    tlb_arena_init(&f.document.arena, f.context->account);
    *state = &f;
    return 0;
}

static int tear_down(void **state)
{
    fixture *f = *state;
    tlb_arena_release(&f->document.arena);
    tlb_context_free(f->context);
    return 0;
}

/* --- a box -------------------------------------------------------------------------------------------- */

/* Two cubes that share their local numbering, in the order in which map2dif numbers a box. */
static void make_boxes(fixture *f)
{
    static const float corners[8][3] = {{0, 0, 1}, {0, 1, 1}, {1, 1, 1}, {1, 0, 1},
                                        {0, 0, 0}, {0, 1, 0}, {1, 1, 0}, {1, 0, 0}};
    static const float normals[6][3] = {{0, 0, -1}, {1, 0, 0}, {0, -1, 0}, {0, 1, 0}, {-1, 0, 0}, {0, 0, 1}};
    static const float distances[6] = {0, -1, 0, -1, 0, -1};
    static const uint32_t faces[6][4] = {{5, 4, 7, 6}, {3, 2, 6, 7}, {0, 3, 7, 4},
                                         {2, 1, 5, 6}, {1, 0, 4, 5}, {0, 1, 2, 3}};
    tlb_arena *arena = &f->document.arena;
    tlb_dif_interior *x = &f->interior;
    for (uint32_t i = 0; i < 8; i++)
        memcpy(DIF_ADD(arena, x->points), corners[i], sizeof corners[i]);
    for (uint16_t i = 0; i < 6; i++) {
        memcpy(DIF_ADD(arena, x->normals), normals[i], sizeof normals[i]);
        *DIF_ADD(arena, x->planes) = (tlb_dif_plane){i, distances[i]};
        *DIF_ADD(arena, x->nullSurfaces) = (tlb_dif_null_surface){x->windings.count, i, 0, 4};
        for (uint32_t k = 0; k < 4; k++)
            *DIF_ADD(arena, x->windings) = faces[i][k];
    }
    for (uint32_t hull = 0; hull < 2; hull++) {
        *DIF_ADD(arena, x->convexHulls) = (tlb_dif_hull){.hullStart = 8 * hull,
                                                         .hullCount = 8,
                                                         .maxX = 1,
                                                         .maxY = 1,
                                                         .maxZ = 1,
                                                         .surfaceStart = 6 * hull,
                                                         .surfaceCount = 6,
                                                         .planeStart = 6 * hull};
        for (uint32_t i = 0; i < 8; i++)
            *DIF_ADD(arena, x->hullIndices) = i;
        for (uint32_t i = 0; i < 6; i++) {
            *DIF_ADD(arena, x->hullPlaneIndices) = i;
            *DIF_ADD(arena, x->hullSurfaceIndices) = 0x80000000u | i;
        }
    }
}

static void test_emit_strings_of_boxes(void **state)
{
    static const uint8_t first[] = {7, 0, 1, 2, 3, 4, 5, 7,                                   /* vertices */
                                    9, 0, 1, 0, 3, 0, 4, 1, 2, 1, 5, 2, 3, 3, 6, 4, 5, 4, 6,  /* edges */
                                    3, 4, 2, 0, 3, 6, 4, 4, 4, 1, 0, 4, 5, 4, 5, 0, 1, 2, 3}; /* faces */
    fixture *f = *state;
    tlb_dif_interior *x = &f->interior;
    make_boxes(f);
    assert_int_equal(tlb_dif_make_emit_strings(&f->document, x), TLB_OK);
    assert_memory_equal(x->convexHullEmitStrings.data, first, sizeof first);
    assert_int_equal(x->hullEmitStringIndices.count, 16);
    for (uint32_t i = 0; i < 15; i++)
        assert_int_equal(x->hullEmitStringIndices.data[i], i % 8 * sizeof first);
    /* The last string ended the pool when it was looked for again: there it is not found. */
    assert_int_equal(x->hullEmitStringIndices.data[15], 8 * sizeof first);
    assert_int_equal(x->convexHullEmitStrings.count, 9 * sizeof first);
}

static void test_poly_lists_of_boxes(void **state)
{
    static const uint8_t head[] = {6,          1,          2,           4,           8,         16, 32, 0,
                                   8,          1 | 8 | 16, 1 | 4 | 16,  1 | 2 | 4,   1 | 2 | 8, /* 5 4 7 6 */
                                   2 | 4 | 32, 2 | 8 | 32, 4 | 16 | 32, 8 | 16 | 32,            /* 3 2 0 1 */
                                   6,          4,          1,           0,           0,         0,  0,  1,
                                   0,          2,          0,           3,           4,         2,  1,  0,
                                   4,          0,          5,           0,           3,         0,  2};
    static const uint32_t points[] = {5, 4, 7, 6, 3, 2, 0, 1};
    fixture *f = *state;
    tlb_dif_interior *x = &f->interior;
    make_boxes(f);
    assert_int_equal(tlb_dif_make_poly_lists(&f->document, x), TLB_OK);
    assert_memory_equal(x->polyListStrings.data, head, sizeof head);
    assert_int_equal(x->polyListPlanes.count, 12);
    assert_int_equal(x->polyListPoints.count, 16);
    assert_memory_equal(x->polyListPoints.data, points, sizeof points);
    assert_int_equal(x->convexHulls.data[1].polyListPlaneStart, 6);
    assert_int_equal(x->convexHulls.data[1].polyListPointStart, 8);
    assert_int_equal(x->convexHulls.data[1].polyListStringStart * 2, x->polyListStrings.count);
}

/* Ten planes: two pairs that look away from each other share a bit. */
static void test_groups_of_planes(void **state)
{
    fixture *f = *state;
    dif_brushwork work = {.lumel = 1, .sheetSize = 256, .brushCount = 1};
    work.brushes[0] = dif_pillar((dif_corners){{0, 0, 0}, {4, 4, 4}}, 8);
    dif_build(&f->document.arena, &work, &f->interior);
    assert_int_equal(tlb_dif_make_poly_lists(&f->document, &f->interior), TLB_OK);
    tlb_dif_hulls hulls = tlb_dif_interior_hulls(&f->interior);
    tlb_dif_polyhedron p;
    assert_true(tlb_dif_hull_polyhedron(&hulls, 0, &p));
    assert_int_equal(p.planeCount, 10);
    uint8_t all = 0;
    for (uint32_t i = 0; i < p.planeCount; i++) {
        assert_true(p.planeMasks[i] && !(p.planeMasks[i] & (p.planeMasks[i] - 1)));
        all |= p.planeMasks[i];
        for (uint32_t k = 0; k < i; k++) {
            float a[4], b[4];
            tlb_dif_plane_of(&f->interior, (uint16_t)hulls.polyListPlanes[i], true, a);
            tlb_dif_plane_of(&f->interior, (uint16_t)hulls.polyListPlanes[k], true, b);
            if (p.planeMasks[i] == p.planeMasks[k])
                assert_true(a[0] * b[0] + a[1] * b[1] + a[2] * b[2] < -0.99f);
        }
    }
    assert_int_equal(all, 255);
}

/* --- bins, bounds, visibility ------------------------------------------------------------------------- */

static uint32_t bins_with(const tlb_dif_interior *x, uint32_t hull)
{
    uint32_t found = 0;
    for (int bin = 0; bin < TLB_DIF_COORD_BINS; bin++)
        for (uint32_t i = 0; i < x->coordBins[bin].binCount; i++)
            found += x->coordBinIndices.data[x->coordBins[bin].binStart + i] == hull;
    return found;
}

static void test_bins(void **state)
{
    static const float box[6] = {0, 0, 0, 16, 32, 1};
    fixture *f = *state;
    tlb_dif_interior *x = &f->interior;
    memcpy(x->boundingBox, box, sizeof box);
    *DIF_ADD(&f->document.arena, x->convexHulls) = (tlb_dif_hull){.maxX = 16, .maxY = 32};
    *DIF_ADD(&f->document.arena, x->convexHulls) = (tlb_dif_hull){.minX = 2, .maxX = 3, .minY = 8, .maxY = 9};
    assert_int_equal(tlb_dif_make_coord_bins(&f->document, x, false), TLB_OK);
    assert_int_equal(bins_with(x, 0), 256);
    assert_int_equal(bins_with(x, 1), 1);
    assert_int_equal(x->coordBins[2 * 16 + 4].binCount, 2);
    assert_int_equal(tlb_dif_make_coord_bins(&f->document, x, true), TLB_OK);
    assert_int_equal(bins_with(x, 0), 256);
    assert_int_equal(bins_with(x, 1), 3 * 2);
}

static void test_bounds(void **state)
{
    fixture *f = *state;
    tlb_dif_interior *x = &f->interior;
    static const float box[6] = {0, 0, 0, 1, 1, 1};
    make_boxes(f);
    tlb_dif_make_bounds(x);
    assert_memory_equal(x->boundingBox, box, sizeof box);
    for (int axis = 0; axis < 3; axis++)
        assert_true(x->boundingSphere[axis] == 0.5f);
    assert_true(x->boundingSphere[3] > 0.866f && x->boundingSphere[3] < 0.8661f);
    /* A point that nothing uses counts, but not in version 3. */
    memcpy(DIF_ADD(&f->document.arena, x->points), (float[]){9, 9, 9}, sizeof x->points.data[0]);
    tlb_dif_make_bounds(x);
    assert_true(x->boundingBox[3] == 9);
    x->interiorFileVersion = 3;
    tlb_dif_make_bounds(x);
    assert_true(x->boundingBox[3] == 1);
}

/* They are drawn as part of the interior, and culled with it. */
static void test_bounds_enclose_static_meshes(void **state)
{
    fixture *f = *state;
    tlb_dif_interior *x = &f->interior;
    static const float box[6] = {0, -3, 0, 5, 1, 1};
    make_boxes(f);
    tlb_dif_static_mesh *mesh = DIF_ADD(&f->document.arena, x->staticMeshes);
    for (int i = 0; i < 4; i++)
        mesh->transform[5 * i] = 1;
    mesh->transform[3] = 1;
    memcpy(mesh->scale, (float[]){2, 1, 1}, sizeof mesh->scale);
    memcpy(*DIF_ADD(&f->document.arena, mesh->vertices), (float[]){2, 0, 0.5f}, sizeof *mesh->vertices.data);
    memcpy(*DIF_ADD(&f->document.arena, mesh->vertices), (float[]){0, -3, 0.5f}, sizeof *mesh->vertices.data);
    tlb_dif_make_bounds(x);
    assert_memory_equal(x->boundingBox, box, sizeof box);
    assert_true(x->boundingSphere[0] == 2.5f && x->boundingSphere[1] == -1 && x->boundingSphere[2] == 0.5f);
    assert_true(fabsf(x->boundingSphere[3] - 3.2404f) < 1e-4f);
}

static void test_point_visibility(void **state)
{
    fixture *f = *state;
    tlb_dif_interior *x = &f->interior;
    make_boxes(f);
    *DIF_ADD(&f->document.arena, x->surfaces) = (tlb_dif_surface){.windingStart = 20, .windingCount = 4};
    assert_int_equal(tlb_dif_make_point_visibility(&f->document, x), TLB_OK);
    assert_int_equal(x->pointVisibilities.count, 8);
    for (uint32_t i = 0; i < 8; i++)
        assert_int_equal(x->pointVisibilities.data[i], i < 4 ? 255 : 0);
}

/* --- flagged lists ------------------------------------------------------------------------------------ */

static void test_narrow_lists_stay_narrow(void **state)
{
    fixture *f = *state;
    tlb_dif_interior *x = &f->interior;
    make_boxes(f);
    x->hullEmitStringIndices = (tlb_dif_list){.flagged = true, .param = 2};
    x->polyListPoints = (tlb_dif_list){.flagged = true, .param = 1};
    assert_int_equal(tlb_dif_make_emit_strings(&f->document, x), TLB_OK);
    assert_true(x->hullEmitStringIndices.flagged && x->hullEmitStringIndices.param == 2);
    assert_int_equal(tlb_dif_make_poly_lists(&f->document, x), TLB_OK);
    assert_true(!x->polyListPoints.flagged && x->polyListPoints.param == 0);
}

/* --- refusals ----------------------------------------------------------------------------------------- */

typedef tlb_status (*generator)(tlb_document *document, tlb_dif_interior *interior);

static tlb_status make_bins(tlb_document *document, tlb_dif_interior *interior)
{
    return tlb_dif_make_coord_bins(document, interior, true);
}

static const generator generators[] = {tlb_dif_make_emit_strings, tlb_dif_make_poly_lists, make_bins,
                                       tlb_dif_make_point_visibility};
enum { GENERATORS = sizeof generators / sizeof *generators };

static void assert_refused(fixture *f, generator make)
{
    tlb_dif_interior before = f->interior;
    uint64_t reports = tlb_code_total(f->context, TLB_CODE_DIF_HULL_REFUSED);
    assert_int_equal(make(&f->document, &f->interior), TLB_INVALID);
    assert_memory_equal(&before, &f->interior, sizeof before);
    assert_int_equal(tlb_code_total(f->context, TLB_CODE_DIF_HULL_REFUSED), reports + 1);
}

static void test_refusals_by_both(void **state)
{
    fixture *f = *state;
    make_boxes(f);
    tlb_dif_interior *x = &f->interior;
    x->planes.data[2].normalIndex = 6;
    assert_refused(f, tlb_dif_make_emit_strings);
    assert_refused(f, tlb_dif_make_poly_lists);
}

static void test_refused_emit_strings(void **state)
{
    fixture *f = *state;
    make_boxes(f);
    tlb_dif_interior *x = &f->interior;
    x->hullIndices.data[3] = 8;
    assert_refused(f, tlb_dif_make_emit_strings);
    x->hullIndices.data[3] = 4; /* twice in the hull */
    assert_refused(f, tlb_dif_make_emit_strings);
    x->hullIndices.data[3] = 3;
    x->convexHulls.data[1].hullStart = 9;
    assert_refused(f, tlb_dif_make_emit_strings);
    x->convexHulls.data[1].hullStart = 8;
    x->convexHulls.data[0].hullCount = 9;
    assert_refused(f, tlb_dif_make_emit_strings);
    x->convexHulls.data[0].hullCount = 8;
    x->points.data[0][2] = 2; /* on no more than two planes */
    x->points.data[0][0] = 3;
    x->points.data[0][1] = 3;
    assert_refused(f, tlb_dif_make_emit_strings);
}

static void test_refused_poly_lists(void **state)
{
    fixture *f = *state;
    make_boxes(f);
    tlb_dif_interior *x = &f->interior;
    x->hullSurfaceIndices.data[4] = 4;
    assert_refused(f, tlb_dif_make_poly_lists);
    x->hullSurfaceIndices.data[4] = 0x80000004u;
    x->windings.data[7] = 8;
    assert_refused(f, tlb_dif_make_poly_lists);
    x->windings.data[7] = 0;
    x->convexHulls.data[0].surfaceCount = 7;
    assert_refused(f, tlb_dif_make_poly_lists);
    x->convexHulls.data[0].surfaceCount = 300;
    assert_refused(f, tlb_dif_make_poly_lists);
}

/* The diagnostic names the interior where the document has it. */
static void test_refusal_names_the_hull(void **state)
{
    fixture *f = *state;
    make_boxes(f);
    f->interior.convexHulls.data[1].hullStart = 9;
    f->dif.subObjects.data = &f->interior;
    f->dif.subObjects.count = 1;
    assert_refused(f, tlb_dif_make_emit_strings);
    assert_string_equal(tlb_diagnostic_at(f->context, 0)->path, "subObjects[0].convexHulls[1]");
}

/* --- memory ------------------------------------------------------------------------------------------- */

static void test_memory_runs_out(void **state)
{
    fixture *f = *state;
    make_boxes(f);
    for (int i = 0; i < GENERATORS; i++) {
        tlb_status status = TLB_NO_MEMORY;
        for (uint32_t allowed = 0; status != TLB_OK; allowed++) {
            uint64_t left = UINT64_MAX;
            tlb_context *context = tlb_context_create(&(tlb_context_options){
                .struct_size = sizeof(tlb_context_options), .allocator = scarce_allocator(&left)});
            tlb_document document = {.context = context, .name = "", .root = &f->dif};
            tlb_arena_init(&document.arena, context->account);
            tlb_dif_interior interior = f->interior;
            left = allowed;
            status = generators[i](&document, &interior);
            if (status) {
                assert_int_equal(status, TLB_NO_MEMORY);
                assert_memory_equal(&interior, &f->interior, sizeof interior);
            }
            tlb_arena_release(&document.arena);
            tlb_context_free(context);
            assert_true(allowed < 1000);
        }
    }
}

/* --- interiors full of nonsense ------------------------------------------------------------------------ */

static uint32_t next_random(uint32_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 17;
    return *state ^= *state << 5;
}

/* Overwrites a random 16 bits of an array. */
static void damage(uint32_t *random, void *data, size_t count, size_t size)
{
    uint16_t value = (uint16_t)next_random(random);
    if (next_random(random) % 2)
        value &= 31;
    if (count * size >= sizeof value)
        memcpy((uint8_t *)data + next_random(random) % (count * size / 2) * 2, &value, sizeof value);
}
#define DAMAGE(random, list) damage((random), (list).data, (list).count, sizeof *(list).data)

static void damage_some(tlb_dif_interior *x, uint32_t *random)
{
    switch (next_random(random) % 16) {
    case 0:
        DAMAGE(random, x->planes);
        break;
    case 1:
        DAMAGE(random, x->points);
        break;
    case 2:
        DAMAGE(random, x->windings);
        break;
    case 3:
        DAMAGE(random, x->surfaces);
        break;
    case 4:
        DAMAGE(random, x->nullSurfaces);
        break;
    case 5:
        DAMAGE(random, x->convexHulls);
        break;
    case 6:
        DAMAGE(random, x->hullIndices);
        break;
    case 7:
        DAMAGE(random, x->hullPlaneIndices);
        break;
    case 8:
        DAMAGE(random, x->hullSurfaceIndices);
        break;
    case 9:
        DAMAGE(random, x->convexHullEmitStrings);
        break;
    case 10:
        DAMAGE(random, x->polyListStrings);
        break;
    case 11:
        DAMAGE(random, x->bspNodes);
        break;
    case 12:
        DAMAGE(random, x->bspSolidLeaves);
        break;
    case 13:
        DAMAGE(random, x->solidLeafSurfaces);
        break;
    case 14:
        DAMAGE(random, x->zones);
        break;
    default:
        DAMAGE(random, x->portals);
        break;
    }
}

static void ask_everything(const tlb_dif_interior *x, uint8_t *zones)
{
    static const float points[3][3] = {{-7, 1, 1}, {5, 3, 3}, {0, 0, -0.5f}};
    tlb_dif_hulls hulls = tlb_dif_interior_hulls(x);
    tlb_dif_features features;
    tlb_dif_polyhedron polyhedron;
    tlb_dif_hit hit;
    for (uint32_t i = 0; i < hulls.hullCount; i++) {
        tlb_dif_hull_polyhedron(&hulls, i, &polyhedron);
        for (uint32_t k = 0; k < hulls.hulls[i].hullCount; k++)
            tlb_dif_hull_features(&hulls, i, k, &features);
    }
    for (int i = 0; i < 3; i++) {
        tlb_dif_visible_zones(x, points[i], zones);
        for (int k = 0; k < 3; k++)
            tlb_dif_cast_ray(x, points[i], points[k], &hit);
    }
}

static void make_room(fixture *f)
{
    dif_brushwork work = {.lumel = 1, .sheetSize = 256, .roomCount = 2, .hasPortal = true};
    work.brushes[0] = dif_box((dif_corners){{-8, 0, -1}, {8, 4, 0}});
    work.brushes[1] = dif_pillar((dif_corners){{1, 1, 0}, {2, 2, 3}}, 6);
    work.brushes[2] = dif_ramp((dif_corners){{-4, 1, 0}, {-2, 3, 1}});
    work.brushCount = 3;
    work.rooms[0] = (dif_corners){{-8, 0, 0}, {0, 4, 4}};
    work.rooms[1] = (dif_corners){{0, 0, 0}, {8, 4, 4}};
    work.portal = (dif_corners){{0, 0, 0}, {0, 4, 4}};
    dif_build(&f->document.arena, &work, &f->interior);
    for (int i = 0; i < GENERATORS; i++)
        assert_int_equal(generators[i](&f->document, &f->interior), TLB_OK);
}

/* Each round does more damage; the sanitizers say whether something looked where nothing is. */
static void test_nonsense_is_survived(void **state)
{
    fixture *f = *state;
    uint32_t random = 4711;
    for (int life = 0; life < 200; life++) {
        tlb_mark mark = tlb_arena_mark(&f->document.arena);
        f->interior = (tlb_dif_interior){0};
        make_room(f);
        uint8_t *zones = tlb_alloc(&f->document.arena, f->interior.zones.count);
        for (int i = 0; i < 12; i++) {
            damage_some(&f->interior, &random);
            ask_everything(&f->interior, zones);
            tlb_dif_interior spare = f->interior;
            spare.convexHulls.data =
                tlb_alloc_array(&f->document.arena, spare.convexHulls.count, sizeof(tlb_dif_hull));
            memcpy(spare.convexHulls.data, f->interior.convexHulls.data,
                   spare.convexHulls.count * sizeof(tlb_dif_hull));
            for (int k = 0; k < GENERATORS; k++)
                generators[k](&f->document, &spare);
            tlb_dif_make_bounds(&spare);
        }
        tlb_arena_rewind(&f->document.arena, mark);
    }
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(test_emit_strings_of_boxes),
        TEST(test_poly_lists_of_boxes),
        TEST(test_groups_of_planes),
        TEST(test_bins),
        TEST(test_bounds),
        TEST(test_bounds_enclose_static_meshes),
        TEST(test_point_visibility),
        TEST(test_narrow_lists_stay_narrow),
        TEST(test_refusals_by_both),
        TEST(test_refused_emit_strings),
        TEST(test_refused_poly_lists),
        TEST(test_refusal_names_the_hull),
        TEST(test_memory_runs_out),
        TEST(test_nonsense_is_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Where planes of an interior go when what lies on them moved, and the frames of surfaces, in lists made by
 * hand. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/context.h"
#include "formats/torque/dif/rebuild/rebuild.h"
#include "formats/torque/dif/version/version.h"
#include "made.h"

/* The elements of an array as a list. */
#define USE(list, array) ((list).data = (array), (list).count = sizeof(array) / sizeof *(array))

static void assert_floats(const float *found, const float *wanted, size_t count)
{
    for (size_t i = 0; i < count; i++)
        assert_float_equal(found[i], wanted[i], 1e-6f);
}

/* --- planes of polygons -------------------------------------------------------------------------------- */

/* Corners are by turns before and behind the plane through their middle. */
static void planes_run_through_the_middle_of_corners(void **state)
{
    static const float n[] = {2 / 7.0f, 3 / 7.0f, 6 / 7.0f};
    tlb_vec3 points[] = {{1, 1, 1}, {1, 3, 0}, {4, 1, 0}, {4, -1, 1}, {-1, -1, -1}};
    static const uint32_t corners[] = {0, 1, 2, 3}, back[] = {3, 2, 1, 0}, line[] = {0, 1, 0};
    tlb_dif_interior x = {0};
    double plane[4];
    (void)state;
    USE(x.points, points);
    for (int i = 0; i < 4; i++)
        for (int axis = 0; axis < 3; axis++)
            points[i][axis] += (i % 2 ? 0.25f : -0.25f) * n[axis];
    assert_float_equal(tlb_dif_plane_through(&x, corners, 4, plane), 0.25, 1e-6);
    for (int axis = 0; axis < 3; axis++)
        assert_float_equal(plane[axis], n[axis], 1e-6);
    assert_float_equal(plane[3], -11 / 7.0f, 1e-6);
    assert_float_equal(tlb_dif_plane_through(&x, back, 4, plane), 0.25, 1e-6);
    for (int axis = 0; axis < 3; axis++)
        assert_float_equal(plane[axis], -n[axis], 1e-6);
    assert_float_equal(plane[3], 11 / 7.0f, 1e-6);
    assert_float_equal(tlb_dif_plane_through(&x, corners, 3, plane), 0, 1e-6);
    assert_true(isinf(tlb_dif_plane_through(&x, line, 3, plane)));
}

/* --- planes that move ---------------------------------------------------------------------------------- */

enum { CORNERS = 4 };

/* A portal and a null surface, squares that lie on the first of two planes, which look up and down. */
typedef struct squares {
    tlb_document document;
    tlb_dif_interior x;
    tlb_vec3 points[2 * CORNERS], normals[2];
    tlb_dif_plane planes[3];
    uint32_t windings[2 * CORNERS];
    tlb_dif_winding_range fans[2];
    tlb_dif_portal portals[2];
    tlb_dif_null_surface floor;
    dif_rebuild r;
} squares;

static void begin(squares *s)
{
    static const float corners[][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    *s = (squares){.normals = {{0, 0, 1}, {0, 0, -1}},
                   .planes = {{0, 0}, {9, 0}, {1, 5}},
                   .fans = {{0, CORNERS}, {CORNERS, CORNERS}},
                   .portals = {{0, 1, 0, 7, 8}, {0, 1, 2, 3, 4}},
                   .floor = {.windingStart = CORNERS, .windingCount = CORNERS}};
    for (uint32_t i = 0; i < 2 * CORNERS; i++) {
        memcpy(s->points[i], corners[i % CORNERS], sizeof corners[0]);
        s->windings[i] = i;
    }
    made_begin(&s->document, tlb_context_create(NULL), "dif", sizeof(tlb_dif));
    USE(s->x.points, s->points);
    USE(s->x.windings, s->windings);
    USE(s->x.windingIndices, s->fans);
    USE(s->x.portals, s->portals);
    s->x.nullSurfaces.data = &s->floor;
    s->x.nullSurfaces.count = 1;
    s->x.normals.data = s->normals;
    s->x.normals.count = 2;
    s->x.planes.data = s->planes;
    s->x.planes.count = 3;
}

static void *copy(squares *s, const void *data, size_t size)
{
    return memcpy(made_take(&s->document, 1, size), data, size);
}

/* Of the lists that grow those are the interior's that the rebuild has. */
static void fit(squares *s, uint64_t steps)
{
    tlb_dif_interior *x = &s->x;
    dif_rebuild *r = &s->r;
    *r = (dif_rebuild){.document = &s->document, .x = x, .path = "details[0]", .steps = steps};
    tlb_arena_init(&r->scratch, s->document.context->account);
    x->normals.data = copy(s, x->normals.data, x->normals.count * sizeof *x->normals.data);
    x->planes.data = copy(s, x->planes.data, x->planes.count * sizeof *x->planes.data);
    r->normals.data = x->normals.data;
    r->normals.count = r->normals.capacity = x->normals.count;
    r->planes.data = x->planes.data;
    r->planes.count = r->planes.capacity = x->planes.count;
    tlb_dif_fit_planes(r);
    assert_int_equal(r->status, TLB_OK);
    tlb_arena_release(&r->scratch);
}

static void end(squares *s)
{
    tlb_context *context = s->document.context;
    made_end(&s->document);
    tlb_diagnostics_clear(context);
    assert_int_equal(tlb_memory_now(context), 0);
    tlb_context_free(context);
}

static void assert_plane(const tlb_dif_interior *x, uint16_t index, const float wanted[4])
{
    float plane[4];
    assert_true(tlb_dif_plane_of(x, index, false, plane));
    assert_floats(plane, wanted, 4);
}

static void assert_portal(const squares *s, uint16_t plane, uint16_t front, uint16_t back)
{
    assert_int_equal(s->portals[0].planeIndex, plane);
    assert_int_equal(s->portals[0].zoneFront, front);
    assert_int_equal(s->portals[0].zoneBack, back);
}

static void what_did_not_move_keeps_its_plane(void **state)
{
    squares s;
    (void)state;
    begin(&s);
    fit(&s, 1000);
    assert_false(s.r.edited);
    assert_portal(&s, 0, 7, 8);
    assert_int_equal(s.floor.planeIndex, 0);
    assert_int_equal(s.x.planes.count, 3);
    assert_int_equal(s.portals[1].planeIndex, 0); /* whose polygon is none */
    end(&s);
}

/* Up to where a plane is that looks down; the one before has a normal that is none. */
static void a_portal_on_a_plane_that_looks_back_has_its_zones_exchanged(void **state)
{
    squares s;
    (void)state;
    begin(&s);
    for (int i = 0; i < CORNERS; i++)
        s.points[i][2] = 5;
    fit(&s, 1000);
    assert_true(s.r.edited);
    assert_portal(&s, 2, 8, 7);
    assert_int_equal(s.floor.planeIndex, 0);
    assert_int_equal(s.x.planes.count, 3);
    assert_plane(&s.x, 0, (const float[]){0, 0, 1, 0});
    assert_plane(&s.x, 2, (const float[]){0, 0, -1, 5});
    end(&s);
}

/* Its corners go round as seen from the other side; another that does not is turned as they are. */
static void a_portal_keeps_its_front(void **state)
{
    static const float half = 0.70710678f;
    (void)state;
    for (int turned = 0; turned < 2; turned++) {
        squares s;
        begin(&s);
        for (int i = 0; i < CORNERS; i++)
            s.points[i][2] = s.points[i][0] + 2;
        if (turned)
            memcpy(s.windings, (const uint32_t[]){3, 2, 1, 0}, CORNERS * sizeof *s.windings);
        fit(&s, 1000);
        assert_true(s.r.edited);
        assert_portal(&s, 3, 7, 8);
        assert_int_equal(s.x.planes.count, 4);
        assert_int_equal(s.x.normals.count, 3);
        assert_plane(&s.x, 3, (const float[]){-half, 0, half, -2 * half});
        assert_int_equal(s.floor.planeIndex, 0);
        assert_plane(&s.x, 0, (const float[]){0, 0, 1, 0});
        end(&s);
    }
}

/* With all that lies on it. */
static void a_plane_that_nothing_is_on_any_more_moves(void **state)
{
    squares s;
    (void)state;
    begin(&s);
    for (int i = 0; i < 2 * CORNERS; i++)
        s.points[i][2] = 1.5f;
    fit(&s, 1000);
    assert_false(s.r.edited);
    assert_portal(&s, 0, 7, 8);
    assert_int_equal(s.floor.planeIndex, 0);
    assert_int_equal(s.x.planes.count, 3);
    assert_int_equal(s.x.planes.data[0].normalIndex, 0);
    assert_plane(&s.x, 0, (const float[]){0, 0, 1, -1.5f});
    end(&s);
}

/* The wider one takes the plane along, the other gets one of its own. */
static void the_widest_takes_its_plane_along(void **state)
{
    squares s;
    (void)state;
    begin(&s);
    for (int i = 0; i < 2 * CORNERS; i++)
        s.points[i][2] = i < CORNERS ? 1 : -3;
    for (int i = CORNERS; i < 2 * CORNERS; i++)
        s.points[i][0] *= 1.25f;
    fit(&s, 1000);
    assert_portal(&s, 3, 7, 8);
    assert_int_equal(s.floor.planeIndex, 0);
    assert_int_equal(s.x.planes.count, 4);
    assert_int_equal(s.x.planes.data[3].normalIndex, 0);
    assert_plane(&s.x, 0, (const float[]){0, 0, 1, 3});
    assert_plane(&s.x, 3, (const float[]){0, 0, 1, -1});
    end(&s);
}

static void planes_are_at_most_as_many_as_can_be_named(void **state)
{
    squares s;
    (void)state;
    for (uint32_t count = TLB_DIF_PLANE_FLIPPED - 1; count <= TLB_DIF_PLANE_FLIPPED; count++) {
        bool fits = count < TLB_DIF_PLANE_FLIPPED;
        begin(&s);
        tlb_dif_plane *planes = made_take(&s.document, count, sizeof *planes);
        planes[0] = s.planes[0];
        for (uint32_t i = 1; i < count; i++)
            planes[i] = (tlb_dif_plane){0, -9};
        s.x.planes.data = planes;
        s.x.planes.count = count;
        for (int i = 0; i < CORNERS; i++)
            s.points[i][2] = 5;
        fit(&s, 1 << 20);
        assert_int_equal(s.x.planes.count, TLB_DIF_PLANE_FLIPPED);
        assert_portal(&s, fits ? TLB_DIF_PLANE_FLIPPED - 1 : 0, 7, 8);
        assert_int_equal(tlb_diagnostic_count(s.document.context), fits ? 0 : 2);
        if (!fits) {
            const tlb_diagnostic *d = tlb_diagnostic_at(s.document.context, 0);
            assert_int_equal(d->code, TLB_CODE_DIF_INDEX_SPACE);
            assert_string_equal(d->path, "details[0].planes");
            assert_string_equal(d->message, "no index is left for the planes of 1 polygons");
            d = tlb_diagnostic_at(s.document.context, 1);
            assert_int_equal(d->code, TLB_CODE_DIF_OFF_PLANE);
            assert_string_equal(d->message, "1 polygons are not flat; the farthest corner is 5 off");
        }
        end(&s);
    }
}

/* --- frames -------------------------------------------------------------------------------------------- */

/* Two surfaces, one on a plane that is none. */
typedef struct framed {
    tlb_context *context;
    dif_converter r;
    tlb_dif_interior x;
    tlb_vec3 normals[1];
    tlb_dif_plane planes[1];
    tlb_dif_texgen texgens[2];
    uint32_t windings[7];
    tlb_dif_surface surfaces[2];
} framed;

static void begin_frames(framed *f, uint32_t from, uint32_t to)
{
    *f = (framed){.context = tlb_context_create(NULL),
                  .r = {.from = from, .to = to},
                  .normals = {{2 / 7.0f, 3 / 7.0f, 6 / 7.0f}},
                  .texgens = {{{2, 0, 0, 4}, {0, 3, 0, 5}}, {{0, 6, 0, 0}, {8, 0, 0, 0}}},
                  .surfaces = {{.windingStart = 0, .windingCount = 3, .planeIndex = 0},
                               {.windingStart = 4, .windingCount = 3, .planeIndex = 0, .texGenIndex = 1}}};
    f->r.made.context = f->context;
    tlb_arena_init(&f->r.made.arena, f->context->account);
    USE(f->x.normals, f->normals);
    USE(f->x.planes, f->planes);
    USE(f->x.texGenEqs, f->texgens);
    USE(f->x.windings, f->windings);
    USE(f->x.surfaces, f->surfaces);
}

static void end_frames(framed *f)
{
    assert_int_equal(f->r.made.arena.failure, false);
    tlb_arena_release(&f->r.made.arena);
    assert_int_equal(tlb_memory_now(f->context), 0);
    tlb_context_free(f->context);
}

static void assert_numbers(const uint32_t *found, uint32_t found_count, const uint32_t *wanted,
                           uint32_t count)
{
    assert_int_equal(found_count, count);
    for (uint32_t i = 0; i < count; i++)
        assert_int_equal(found[i], wanted[i]);
}
/* Of a list. */
#define ASSERT_LIST(list, wanted, amount) assert_numbers((list).data, (list).count, wanted, amount)

static void frames_are_derived_from_planes_and_textures(void **state)
{
    static const tlb_vec3 vectors[] = {{0.9583148f, -0.1277753f, -0.2555506f},
                                       {2 / 7.0f, 3 / 7.0f, 6 / 7.0f},
                                       {-0.1355262f, 0.9035079f, -0.4065786f}};
    static const tlb_dif_tex_matrix matrices[] = {{0, 1, 2}, {2, 1, 0}};
    framed f;
    (void)state;
    begin_frames(&f, 0, 11);
    tlb_dif_convert_frames(&f.r, &f.x);
    assert_int_equal(f.x.texNormals.count, 3);
    for (int i = 0; i < 3; i++)
        assert_floats(f.x.texNormals.data[i], vectors[i], 3);
    assert_int_equal(f.x.texMatrices.count, 2);
    assert_memory_equal(f.x.texMatrices.data, matrices, sizeof matrices);
    ASSERT_LIST(f.x.texMatIndices, ((const uint32_t[]){0, 0, 0, 0, 1, 1, 1}), 7);
    end_frames(&f);
    begin_frames(&f, 0, 5);
    tlb_dif_convert_frames(&f.r, &f.x);
    assert_int_equal(f.x.normals2.count, 3);
    ASSERT_LIST(f.x.normalIndices,
                ((const uint32_t[]){0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 2, 1, 0, 2, 1, 0, 2, 1, 0}), 21);
    end_frames(&f);
}

static void without_frames_there_are_no_indices_of_them(void **state)
{
    framed f;
    (void)state;
    for (uint32_t to = 5; to <= 11; to += 6) {
        begin_frames(&f, 0, to);
        f.surfaces[0].texGenIndex = f.surfaces[1].texGenIndex = 2; /* there are two */
        tlb_dif_convert_frames(&f.r, &f.x);
        assert_int_equal(f.x.texNormals.count + f.x.texMatrices.count + f.x.texMatIndices.count, 0);
        assert_int_equal(f.x.normals2.count + f.x.normalIndices.count, 0);
        end_frames(&f);
    }
}

static void matrices_become_indices_of_vectors_that_there_are(void **state)
{
    static const uint32_t wanted[] = {4, 5, 6, 0, 2, 3, 7, 0, 8, 9, 1, 0, 4, 5, 6};
    tlb_vec3 vectors[2] = {{1, 2, 3}, {4, 5, 6}};
    tlb_dif_tex_matrix matrices[] = {{4, 5, 6}, {-1, 2, 3}, {7, -1, 8}, {9, 1, -1}};
    uint32_t indices[] = {0, 1, 2, 3, 4};
    framed f;
    (void)state;
    begin_frames(&f, 11, 4);
    USE(f.x.texNormals, vectors);
    USE(f.x.texMatrices, matrices);
    USE(f.x.texMatIndices, indices);
    tlb_dif_convert_frames(&f.r, &f.x);
    ASSERT_LIST(f.x.normalIndices, wanted, 15);
    assert_int_equal(f.x.normals2.count, 2);
    assert_ptr_equal(f.x.normals2.data, vectors);
    end_frames(&f);
}

static void indices_of_vectors_become_matrices_that_differ(void **state)
{
    static const tlb_dif_tex_matrix wanted[] = {{1, 2, 3}, {3, 2, 1}};
    tlb_vec3 vectors[4] = {{1, 2, 3}};
    uint32_t indices[] = {1, 2, 3, 3, 2, 1, 1, 2, 3, 3, 2};
    framed f;
    (void)state;
    begin_frames(&f, 5, 12);
    USE(f.x.normals2, vectors);
    USE(f.x.normalIndices, indices);
    tlb_dif_convert_frames(&f.r, &f.x);
    assert_int_equal(f.x.texMatrices.count, 2);
    assert_memory_equal(f.x.texMatrices.data, wanted, sizeof wanted);
    ASSERT_LIST(f.x.texMatIndices, ((const uint32_t[]){0, 1, 0}), 3);
    assert_int_equal(f.x.texNormals.count, 4);
    assert_ptr_equal(f.x.texNormals.data, vectors);
    end_frames(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(planes_run_through_the_middle_of_corners),
        cmocka_unit_test(what_did_not_move_keeps_its_plane),
        cmocka_unit_test(a_portal_on_a_plane_that_looks_back_has_its_zones_exchanged),
        cmocka_unit_test(a_portal_keeps_its_front),
        cmocka_unit_test(a_plane_that_nothing_is_on_any_more_moves),
        cmocka_unit_test(the_widest_takes_its_plane_along),
        cmocka_unit_test(planes_are_at_most_as_many_as_can_be_named),
        cmocka_unit_test(frames_are_derived_from_planes_and_textures),
        cmocka_unit_test(without_frames_there_are_no_indices_of_them),
        cmocka_unit_test(matrices_become_indices_of_vectors_that_there_are),
        cmocka_unit_test(indices_of_vectors_become_matrices_that_differ),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

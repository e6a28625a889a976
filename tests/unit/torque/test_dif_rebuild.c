/* Rebuilding interiors: what was not edited stays as it is, and after an edit check finds nothing and rays
 * hit the triangles that are there. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/context.h"
#include "core/format.h"
#include "dif_brushes.h"
#include "dif_maker.h"
#include "dif_rays.h"
#include "fault.h"
#include "files.h"
#include "options_text.h"
#include "scene/geometry/plane.h"

/* --- converting -------------------------------------------------------------------------------------- */

static tlb_status convert(tlb_document *document, bool rebuild, tlb_files **files)
{
    static const option_text text = {"rebuild", NULL};
    tlb_convert_options options;
    assert_int_equal(options_from_text(document->context, &text, rebuild, &options), TLB_OK);
    *files = NULL;
    return tlb_convert(document, document->format, "made.dif", &options, files);
}

/* A document that was rebuilt, written and read again, in a context of its own. */
typedef struct rebuilt {
    tlb_files *files;
    tlb_context *context;
    tlb_document *document;
} rebuilt;

static rebuilt rebuild(tlb_document *document)
{
    rebuilt made;
    assert_int_equal(convert(document, true, &made.files), TLB_OK);
    tlb_bytes bytes = made.files->data[0].bytes;
    made.context = tlb_context_create(NULL);
    assert_int_equal(tlb_open_memory(made.context, bytes.data, bytes.size, "made.dif", NULL, &made.document),
                     TLB_OK);
    return made;
}

static void free_made(rebuilt *made)
{
    tlb_document_free(made->document);
    tlb_context_free(made->context);
    tlb_files_free(made->files);
}

static void assert_clean(tlb_document *document, const dif_plan *plan)
{
    tlb_context *context = document->context;
    assert_int_equal(tlb_check(document, NULL), TLB_OK);
    if (tlb_severity_total(context, TLB_ERROR) || tlb_severity_total(context, TLB_WARNING)) {
        print_diagnostics(context);
        fail_msg("version %u, family %d, seed %u", plan->version, plan->family, plan->seed);
    }
}

static uint64_t total(const tlb_document *document, const char *code)
{
    for (size_t i = 0; i < tlb_code_count(); i++)
        if (strcmp(tlb_code_name(tlb_code_at(i)), code) == 0)
            return tlb_code_total(document->context, tlb_code_at(i));
    fail_msg("there is no code %s", code);
    return 0;
}

static uint32_t next_random(uint32_t *state)
{
    *state = *state * 1664525 + 1013904223;
    return *state >> 8;
}

/* Rays across the box find what the triangles say. */
static void assert_rays(const tlb_dif_interior *x, uint32_t count)
{
    dif_rays rays = dif_rays_cast(x, count);
    if (rays.right < count)
        fail_msg("%u of %u rays agree; %s", rays.right, count, rays.first_wrong);
    assert_true(rays.hits > count / 4);
}

/* --- rooms ------------------------------------------------------------------------------------------- */

typedef void (*edit)(tlb_document *document, tlb_dif_interior *x);

static void rebuild_rooms(const dif_plan *plan, edit change, bool rays)
{
    tlb_context *context = tlb_context_create(NULL);
    tlb_document document;
    dif_make(&document, context, plan);
    tlb_dif *dif = document.root;
    change(&document, &dif->details.data[0]);
    rebuilt made = rebuild(&document);
    assert_clean(made.document, plan);
    if (rays)
        assert_rays(&tlb_document_dif(made.document)->details.data[0], 120);
    free_made(&made);
    made_end(&document);
    tlb_context_free(context);
}

static void rebuild_all_rooms(edit change)
{
    for (uint32_t version = 0; version <= TLB_DIF_LAST_VERSION; version++)
        for (uint32_t seed = 0; seed < 2; seed++)
            rebuild_rooms(
                &(dif_plan){.version = version, .seed = seed, .ending = DIF_END_PLAIN, .flagged = seed & 1},
                change, !seed);
}

static void what_was_not_edited_stays_the_same(void **state)
{
    (void)state;
    for (uint32_t version = 0; version <= TLB_DIF_LAST_VERSION; version++)
        for (uint32_t seed = 0; seed < DIF_ENDINGS; seed++) {
            tlb_context *context = tlb_context_create(NULL);
            tlb_document document;
            tlb_files *as_it_is, *again;
            dif_make(&document, context,
                     &(dif_plan){.version = version,
                                 .seed = seed,
                                 .ending = (dif_ending)seed,
                                 .flagged = seed & 1,
                                 .bare = seed == 4});
            assert_int_equal(convert(&document, false, &as_it_is), TLB_OK);
            assert_int_equal(convert(&document, true, &again), TLB_OK);
            tlb_bytes a = as_it_is->data[0].bytes, b = again->data[0].bytes;
            size_t at = 0;
            while (at < a.size && at < b.size && a.data[at] == b.data[at])
                at++;
            if (a.size != b.size || at < a.size) {
                print_diagnostics(context);
                fail_msg("version %u, seed %u: %zu and %zu bytes, from %zu on", version, seed, a.size, b.size,
                         at);
            }
            tlb_files_free(as_it_is);
            tlb_files_free(again);
            made_end(&document);
            tlb_context_free(context);
        }
}

static void move_all(tlb_document *document, tlb_dif_interior *x)
{
    (void)document;
    for (uint32_t i = 0; i < x->points.count; i++) {
        x->points.data[i][0] += 12.5f;
        x->points.data[i][1] -= 7.25f;
        x->points.data[i][2] += 3;
    }
}

static void stretch_all(tlb_document *document, tlb_dif_interior *x)
{
    (void)document;
    for (uint32_t i = 0; i < x->points.count; i++) {
        x->points.data[i][0] *= 1.5f;
        x->points.data[i][1] += 0.25f * x->points.data[i][0];
    }
}

static void moved_rooms_are_sound(void **state)
{
    (void)state;
    rebuild_all_rooms(move_all);
}

static void stretched_and_sheared_rooms_are_sound(void **state)
{
    (void)state;
    rebuild_all_rooms(stretch_all);
}

/* --- one hull ---------------------------------------------------------------------------------------- */

/* Gives a corner a point of its own; `own` has those that have one, + 1. */
static uint32_t own_point(tlb_document *document, tlb_dif_interior *x, uint32_t *own, uint32_t index)
{
    if (!own[index]) {
        float *added = *DIF_ADD(&document->arena, x->points);
        memcpy(added, x->points.data[index], sizeof x->points.data[index]);
        own[index] = x->points.count;
    }
    return own[index] - 1;
}

static void own_winding(tlb_document *document, tlb_dif_interior *x, uint32_t *own, uint32_t *start,
                        uint32_t count)
{
    uint32_t from = *start;
    *start = x->windings.count;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t corner = own_point(document, x, own, x->windings.data[from + i]);
        *DIF_ADD(&document->arena, x->windings) = corner;
    }
}

/* Detaches a hull and its surfaces from the points that it shares, so that it can be moved; the first of its
 * points. */
static uint32_t detach_hull(tlb_document *document, tlb_dif_interior *x, uint32_t index)
{
    tlb_dif_hull *hull = &x->convexHulls.data[index];
    uint32_t first = x->points.count, *own = tlb_zalloc_array(&document->arena, first, sizeof *own);
    for (uint32_t i = 0; i < hull->hullCount; i++) {
        uint32_t *entry = &x->hullIndices.data[hull->hullStart + i];
        *entry = own_point(document, x, own, *entry);
    }
    for (uint32_t i = 0; i < hull->surfaceCount; i++) {
        tlb_dif_surface_ref ref = tlb_dif_surface_of(&x->hullSurfaceIndices, hull->surfaceStart + i);
        if (ref.null_surface) {
            tlb_dif_null_surface *s = &x->nullSurfaces.data[ref.index];
            own_winding(document, x, own, &s->windingStart, s->windingCount);
        } else {
            tlb_dif_surface *s = &x->surfaces.data[ref.index];
            own_winding(document, x, own, &s->windingStart, s->windingCount);
        }
    }
    return first;
}

/* The hull that is the highest above the floor: a pillar or ramp, or a wall. */
static uint32_t some_hull(const tlb_dif_interior *x)
{
    assert_true(x->convexHulls.count > 0);
    return x->convexHulls.count - 1;
}

static void lift_hull(tlb_document *document, tlb_dif_interior *x)
{
    for (uint32_t i = detach_hull(document, x, some_hull(x)); i < x->points.count; i++)
        x->points.data[i][2] += 0.25f;
}

static void scale_hull(tlb_document *document, tlb_dif_interior *x)
{
    uint32_t first = detach_hull(document, x, some_hull(x));
    for (uint32_t i = x->points.count; i-- > first;)
        for (int axis = 0; axis < 3; axis++)
            x->points.data[i][axis] += 0.125f * (x->points.data[i][axis] - x->points.data[first][axis]);
}

/* Lengthens a hull by its uppermost face, and moves the plane along. */
static void raise_top(tlb_document *document, tlb_dif_interior *x)
{
    uint32_t first = detach_hull(document, x, some_hull(x));
    float top = -INFINITY;
    for (uint32_t i = first; i < x->points.count; i++)
        top = fmaxf(top, x->points.data[i][2]);
    for (uint32_t i = first; i < x->points.count; i++)
        if (x->points.data[i][2] > top - 0.01f)
            x->points.data[i][2] += 0.125f;
}

static void a_lifted_hull_is_solid_where_it_is(void **state)
{
    (void)state;
    rebuild_all_rooms(lift_hull);
}

static void a_scaled_hull_is_solid_where_it_is(void **state)
{
    (void)state;
    rebuild_all_rooms(scale_hull);
}

static void a_moved_face_takes_its_plane_along(void **state)
{
    (void)state;
    rebuild_all_rooms(raise_top);
}

/* Its boxes become slanted: no plane is where it was. */
static void shear_vehicle(tlb_document *document, tlb_dif_interior *x)
{
    (void)x;
    tlb_dif_vehicle_collision *v = &((tlb_dif *)document->root)->vehicleCollision;
    for (uint32_t i = 0; i < v->points.count; i++) {
        v->points.data[i][0] = 1.5f * v->points.data[i][0] + 12;
        v->points.data[i][2] += 0.25f * v->points.data[i][0];
    }
}

static void a_vehicle_collision_is_rebuilt(void **state)
{
    (void)state;
    rebuild_all_rooms(shear_vehicle);
}

/* --- force fields ------------------------------------------------------------------------------------ */

static tlb_dif_force_field *force_field(tlb_document *document)
{
    tlb_dif *dif = document->root;
    assert_int_equal(dif->forceFields.count, 1);
    return &dif->forceFields.data[0];
}

static void shear_force_field(tlb_document *document, tlb_dif_interior *x)
{
    (void)x;
    tlb_dif_force_field *f = force_field(document);
    for (uint32_t i = 0; i < f->points.count; i++) {
        f->points.data[i][0] = 1.5f * f->points.data[i][0] + 12;
        f->points.data[i][2] += 0.25f * f->points.data[i][0];
    }
}

static void a_force_field_is_rebuilt(void **state)
{
    (void)state;
    rebuild_all_rooms(shear_force_field);
}

static void take_tree_out(tlb_document *document, tlb_dif_interior *x)
{
    (void)x;
    tlb_dif_force_field *f = force_field(document);
    f->bspNodes.count = f->bspSolidLeaves.count = f->solidLeafSurfaces.count = 0;
}

static void a_force_field_gets_a_tree(void **state)
{
    (void)state;
    rebuild_all_rooms(take_tree_out);
}

/* --- surfaces taken out ------------------------------------------------------------------------------ */

/* As who deletes a row of `surfaces` and of the lists beside it in the JSON; other lists go on naming the
 * rows behind it by their old numbers. */
static void delete_surface(tlb_document *document, tlb_dif_interior *x)
{
    (void)document;
    uint32_t at = x->surfaces.count / 2, behind = --x->surfaces.count - at;
    memmove(&x->surfaces.data[at], &x->surfaces.data[at + 1], behind * sizeof *x->surfaces.data);
    if (x->normalLMapIndices.count)
        memmove(&x->normalLMapIndices.data[at], &x->normalLMapIndices.data[at + 1],
                behind * sizeof *x->normalLMapIndices.data);
    if (x->alarmLMapIndices.count)
        memmove(&x->alarmLMapIndices.data[at], &x->alarmLMapIndices.data[at + 1],
                behind * sizeof *x->alarmLMapIndices.data);
    x->normalLMapIndices.count -= x->normalLMapIndices.count > 0;
    x->alarmLMapIndices.count -= x->alarmLMapIndices.count > 0;
    x->stateDatas.count = x->lightStates.count = x->animatedLights.count = 0; /* which name surfaces, too */
    x->subObjects.count = 0;
}

/* Rays through the hole find no triangle, but the solid that was behind it. */
static void a_deleted_surface_is_in_no_list(void **state)
{
    (void)state;
    for (uint32_t version = 0; version <= TLB_DIF_LAST_VERSION; version++)
        rebuild_rooms(&(dif_plan){.version = version, .seed = 1, .ending = DIF_END_PLAIN}, delete_surface,
                      false);
}

/* --- what cannot be rebuilt -------------------------------------------------------------------------- */

typedef struct broken {
    tlb_context *context;
    tlb_document document;
    tlb_dif_interior *x;
} broken;

static void start(broken *b, uint32_t version)
{
    b->context = tlb_context_create(NULL);
    dif_make(&b->document, b->context, &(dif_plan){.version = version, .seed = 2, .ending = DIF_END_PLAIN});
    b->x = &((tlb_dif *)b->document.root)->details.data[0];
}

static void finish(broken *b)
{
    made_end(&b->document);
    tlb_context_free(b->context);
}

static void points_that_are_no_numbers_are_refused(void **state)
{
    (void)state;
    static const float values[] = {NAN, INFINITY, -INFINITY};
    for (int i = 0; i < 3; i++) {
        broken b;
        tlb_files *files;
        start(&b, 0);
        b.x->points.data[3][i] = values[i];
        assert_int_equal(convert(&b.document, true, &files), TLB_INVALID);
        assert_non_null(find_diagnostic(b.context, "DIF_NOT_FINITE", "details[0].points[3]"));
        finish(&b);
        start(&b, 0);
        ((tlb_dif *)b.document.root)->vehicleCollision.points.data[2][i] = values[i];
        assert_int_equal(convert(&b.document, true, &files), TLB_INVALID);
        assert_non_null(find_diagnostic(b.context, "DIF_NOT_FINITE", "vehicleCollision.points[2]"));
        finish(&b);
        start(&b, 0);
        force_field(&b.document)->points.data[1][i] = values[i];
        assert_int_equal(convert(&b.document, true, &files), TLB_INVALID);
        assert_non_null(find_diagnostic(b.context, "DIF_NOT_FINITE", "forceFields[0].points[1]"));
        finish(&b);
    }
}

static void planes_that_are_none_are_made_again(void **state)
{
    (void)state;
    broken b;
    start(&b, 0);
    for (uint32_t i = 0; i < b.x->normals.count; i++)
        b.x->normals.data[i][i % 3] = i & 1 ? NAN : 0;
    rebuilt made = rebuild(&b.document);
    assert_int_equal(tlb_check(made.document, NULL), TLB_OK);
    assert_int_equal(total(made.document, "DIF_OFF_PLANE"), 0);
    assert_int_equal(total(made.document, "DIF_REVERSED_WINDING"), 0);
    free_made(&made);
    finish(&b);
}

static void a_bent_surface_is_reported(void **state)
{
    (void)state;
    broken b;
    start(&b, 0);
    uint32_t first = detach_hull(&b.document, b.x, some_hull(b.x));
    b.x->points.data[first][0] += 0.5f;
    b.x->points.data[first][1] += 0.25f;
    b.x->points.data[first][2] += 0.125f;
    rebuilt made = rebuild(&b.document);
    assert_int_equal(total(&b.document, "DIF_OFF_PLANE"), 1);
    assert_int_equal(tlb_check(made.document, NULL), TLB_OK);
    assert_int_equal(total(made.document, "DIF_HULL_PLANE"), 0); /* the hull is convex again */
    assert_int_equal(total(made.document, "DIF_EMIT_STRING"), 0);
    free_made(&made);
    finish(&b);
}

static void a_hull_without_volume_is_kept(void **state)
{
    (void)state;
    broken b;
    start(&b, 0);
    for (uint32_t i = detach_hull(&b.document, b.x, some_hull(b.x)); i < b.x->points.count; i++)
        b.x->points.data[i][2] = 0.5f * b.x->points.data[i][0];
    rebuilt made = rebuild(&b.document);
    assert_int_equal(total(&b.document, "DIF_HULL_KEPT"), 1);
    assert_int_equal(tlb_check(made.document, NULL), TLB_OK);
    assert_int_equal(total(made.document, "DIF_EMIT_STRING"), 0);
    free_made(&made);
    finish(&b);
}

/* Whatever the bytes of a file are: rebuilding ends, with a file or without. */
static void any_bytes_can_be_rebuilt(void **state)
{
    (void)state;
    uint32_t random = 7;
    for (uint32_t round = 0; round < 150; round++) {
        broken b;
        tlb_files *files;
        start(&b, round % (TLB_DIF_LAST_VERSION + 1));
        assert_int_equal(convert(&b.document, false, &files), TLB_OK);
        tlb_bytes bytes = files->data[0].bytes;
        uint8_t *changed = malloc(bytes.size);
        memcpy(changed, bytes.data, bytes.size);
        tlb_files_free(files);
        finish(&b);
        for (uint32_t i = 0; i < 1 + round % 24; i++)
            changed[next_random(&random) % bytes.size] = (uint8_t)next_random(&random);
        tlb_context *context = tlb_context_create(NULL);
        tlb_document *document;
        if (tlb_open_memory(context, changed, bytes.size, "changed.dif", NULL, &document) == TLB_OK) {
            if (convert(document, true, &files) == TLB_OK)
                tlb_files_free(files);
            tlb_document_free(document);
        }
        tlb_context_free(context);
        free(changed);
    }
}

/* --- memory ------------------------------------------------------------------------------------------ */

/* An edit that has everything made again. */
static void a_lack_of_memory_is_told(void **state)
{
    (void)state;
    tlb_status status = TLB_NO_MEMORY;
    for (size_t allowed = 0; status; allowed += 1 + allowed / 16) {
        uint64_t left = UINT64_MAX;
        tlb_context *context = tlb_context_create(&(tlb_context_options){
            .struct_size = sizeof(tlb_context_options), .allocator = scarce_allocator(&left)});
        tlb_document document;
        tlb_files *files;
        dif_make(&document, context, &(dif_plan){.version = 12, .seed = 1, .ending = DIF_END_PLAIN});
        lift_hull(&document, &((tlb_dif *)document.root)->details.data[0]);
        tlb_convert_options options = TLB_CONVERT_OPTIONS_INIT;
        options.to = OPTIONS_OF(tlb_dif_write_options, .rebuild = true);
        left = allowed;
        status = tlb_convert(&document, document.format, "made.dif", &options, &files);
        left = UINT64_MAX;
        assert_true(status == TLB_OK || status == TLB_NO_MEMORY);
        tlb_files_free(files);
        made_end(&document);
        tlb_context_free(context);
    }
}

/* --- real files -------------------------------------------------------------------------------------- */

enum { MOST_CODES = 1024 };

static void count_findings(tlb_document *document, uint64_t *totals)
{
    tlb_diagnostics_clear(document->context);
    assert_int_equal(tlb_check(document, NULL), TLB_OK);
    assert_true(tlb_code_count() < MOST_CODES);
    for (size_t i = 0; i < tlb_code_count(); i++)
        totals[i] = tlb_code_total(document->context, tlb_code_at(i));
}

/* Two files by other tools have triangles for hulls, which are not flat and were tolerated as they lay. */
static bool is_by_other_tools(const char *path)
{
    return strstr(path, "slendy_stump1") != NULL;
}

static uint32_t rebuild_corpus(edit change)
{
    file_list files = corpus_files("torque", "dif");
    uint32_t same = 0;
    for (size_t i = 0; i < files.count; i++) {
        tlb_context *context = tlb_context_create(NULL);
        tlb_document *document;
        uint64_t before[MOST_CODES], after[MOST_CODES];
        assert_int_equal(tlb_open_path(context, files.paths[i], NULL, &document), TLB_OK);
        tlb_dif *dif = tlb_document_dif(document);
        count_findings(document, before);
        for (uint32_t k = 0; change && k < dif->details.count; k++)
            change(document, &dif->details.data[k]);
        for (uint32_t k = 0; change && k < dif->subObjects.count; k++)
            change(document, &dif->subObjects.data[k]);
        tlb_files *written, *again;
        assert_int_equal(convert(document, false, &written), TLB_OK);
        assert_int_equal(convert(document, true, &again), TLB_OK);
        tlb_bytes a = written->data[0].bytes, b = again->data[0].bytes;
        same += a.size == b.size && memcmp(a.data, b.data, a.size) == 0;
        tlb_files_free(written);
        tlb_files_free(again);
        rebuilt made = rebuild(document);
        count_findings(made.document, after);
        for (size_t k = 0; k < tlb_code_count() && !is_by_other_tools(files.paths[i]); k++)
            if (after[k] > before[k] && tlb_code_severity(tlb_code_at(k)) != TLB_NOTE)
                fail_msg("%s: %s %u times, before %u", files.paths[i], tlb_code_name(tlb_code_at(k)),
                         (unsigned)after[k], (unsigned)before[k]);
        free_made(&made);
        tlb_document_free(document);
        tlb_context_free(context);
    }
    free_files(&files);
    return same;
}

static void corpus_files_stay_the_same(void **state)
{
    (void)state;
    assert_true(rebuild_corpus(NULL) >= 92);
}

/* Files of other tools than the engine's: what is drawn stays, and rays hit it. */
static void corpus_trees_of_other_tools_are_mended(void **state)
{
    (void)state;
    static const char *const names[] = {"slendy_stump1", "slendy_fence"};
    file_list files = corpus_files("torque", "dif");
    for (size_t i = 0; i < files.count; i++) {
        if (!strstr(files.paths[i], names[0]) && !strstr(files.paths[i], names[1]))
            continue;
        enum { RAYS = 300 };
        tlb_context *context = tlb_context_create(NULL);
        tlb_document *document;
        assert_int_equal(tlb_open_path(context, files.paths[i], NULL, &document), TLB_OK);
        const tlb_dif_interior *before = &tlb_document_dif(document)->details.data[0];
        assert_true(dif_rays_cast(before, RAYS).right < RAYS / 2);
        rebuilt made = rebuild(document);
        const tlb_dif_interior *after = &tlb_document_dif(made.document)->details.data[0];
        assert_int_equal(after->surfaces.count, before->surfaces.count);
        assert_rays(after, RAYS);
        free_made(&made);
        tlb_document_free(document);
        tlb_context_free(context);
    }
    free_files(&files);
}

static void corpus_files_can_be_moved(void **state)
{
    (void)state;
    rebuild_corpus(move_all);
}

int main(int argc, char **argv)
{
    (void)argv;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_not_edited_stays_the_same),
        cmocka_unit_test(moved_rooms_are_sound),
        cmocka_unit_test(stretched_and_sheared_rooms_are_sound),
        cmocka_unit_test(a_lifted_hull_is_solid_where_it_is),
        cmocka_unit_test(a_scaled_hull_is_solid_where_it_is),
        cmocka_unit_test(a_moved_face_takes_its_plane_along),
        cmocka_unit_test(a_vehicle_collision_is_rebuilt),
        cmocka_unit_test(a_force_field_is_rebuilt),
        cmocka_unit_test(a_force_field_gets_a_tree),
        cmocka_unit_test(a_deleted_surface_is_in_no_list),
        cmocka_unit_test(points_that_are_no_numbers_are_refused),
        cmocka_unit_test(planes_that_are_none_are_made_again),
        cmocka_unit_test(a_bent_surface_is_reported),
        cmocka_unit_test(a_hull_without_volume_is_kept),
        cmocka_unit_test(any_bytes_can_be_rebuilt),
        cmocka_unit_test(a_lack_of_memory_is_told),
        cmocka_unit_test(corpus_files_stay_the_same),
        cmocka_unit_test(corpus_files_can_be_moved),
        cmocka_unit_test(corpus_trees_of_other_tools_are_mended),
    };
    return !choose_tests(argc, "torque") ? SKIPPED : cmocka_run_group_tests(tests, NULL, NULL);
}

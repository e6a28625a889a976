/* How much of what exporters wrote into real files the generators write again, to the byte, and how many rays
 * meet what the hulls say. The shares are those reached: none may become smaller. What is missing was made by
 * tools that number hulls, or cut trees, in ways of their own. Skipped without the corpus. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <math.h>

#include "base/text.h"
#include "convex.h"
#include "files.h"
#include "shares.h"
#include "trilobite/formats/dif.h"

typedef struct shares {
    share emit_strings, poly_lists, bins, visibility, boxes;
    share rays, tree_interiors; /* that agree in every ray */
} shares;

static bool same_list(const tlb_dif_list *a, const tlb_dif_list *b)
{
    return a->count == b->count && a->flagged == b->flagged && a->param == b->param &&
           (!a->count || memcmp(a->data, b->data, a->count * sizeof *a->data) == 0);
}

static bool same_bytes(const uint8_t *a, uint32_t a_count, const uint8_t *b, uint32_t b_count)
{
    return a_count == b_count && (!a_count || memcmp(a, b, a_count) == 0);
}
#define SAME_BYTES(a, b) same_bytes((a).data, (a).count, (b).data, (b).count)

/* --- generators --------------------------------------------------------------------------------------- */

static void remake_emit_strings(tlb_document *document, tlb_dif_interior *x, shares *s)
{
    tlb_dif_interior was = *x;
    if (was.convexHullEmitStrings.count <= 1) /* none were made */
        return;
    bool made = tlb_dif_make_emit_strings(document, x) == TLB_OK;
    count(&s->emit_strings, made && SAME_BYTES(x->convexHullEmitStrings, was.convexHullEmitStrings) &&
                                same_list(&x->hullEmitStringIndices, &was.hullEmitStringIndices));
}

static bool same_starts(const tlb_dif_hull *a, const tlb_dif_hull *b, uint32_t hulls)
{
    for (uint32_t i = 0; i < hulls; i++)
        if (a[i].polyListPlaneStart != b[i].polyListPlaneStart ||
            a[i].polyListPointStart != b[i].polyListPointStart ||
            a[i].polyListStringStart != b[i].polyListStringStart)
            return false;
    return true;
}

static void remake_poly_lists(tlb_document *document, tlb_dif_interior *x, shares *s)
{
    tlb_dif_interior was = *x;
    uint32_t hulls = x->convexHulls.count;
    if (was.polyListStrings.count <= 1)
        return;
    tlb_dif_hull *old = malloc(hulls * sizeof *old + 1);
    assert_non_null(old);
    memcpy(old, was.convexHulls.data, hulls * sizeof *old);
    bool made = tlb_dif_make_poly_lists(document, x) == TLB_OK;
    count(&s->poly_lists, made && SAME_BYTES(x->polyListStrings, was.polyListStrings) &&
                              same_list(&x->polyListPlanes, &was.polyListPlanes) &&
                              same_list(&x->polyListPoints, &was.polyListPoints) &&
                              same_starts(old, x->convexHulls.data, hulls));
    free(old);
}

static void remake_others(tlb_document *document, tlb_dif_interior *x, shares *s)
{
    tlb_dif_interior was = *x;
    if (x->convexHulls.count) {
        assert_int_equal(tlb_dif_make_coord_bins(document, x, false), TLB_OK);
        count(&s->bins, memcmp(x->coordBins, was.coordBins, sizeof was.coordBins) == 0 &&
                            same_list(&x->coordBinIndices, &was.coordBinIndices));
    }
    if (x->interiorFileVersion != 4) {
        assert_int_equal(tlb_dif_make_point_visibility(document, x), TLB_OK);
        count(&s->visibility, SAME_BYTES(x->pointVisibilities, was.pointVisibilities));
    }
    tlb_dif_make_bounds(x);
    count(&s->boxes, memcmp(x->boundingBox, was.boundingBox, sizeof was.boundingBox) == 0);
}

/* --- rays --------------------------------------------------------------------------------------------- */

enum { RAYS = 200 };

static double from_plane(const float plane[4], const float p[3], double growth)
{
    return (double)plane[0] * p[0] + (double)plane[1] * p[1] + (double)plane[2] * p[2] + plane[3] - growth;
}

/* The first hull on a ray, all hulls made thicker by `growth`. */
static found cast_through_hulls(const tlb_dif_interior *x, const float start[3], const float end[3],
                                double growth)
{
    found first = NOTHING_FOUND;
    tlb_dif_hulls hulls = tlb_dif_interior_hulls(x);
    for (uint32_t i = 0; i < hulls.hullCount; i++) {
        convex_span span = WHOLE_SPAN;
        for (uint32_t k = 0; k < tlb_dif_hull_plane_count(&hulls, i) && span.enter < span.leave; k++) {
            float plane[4];
            tlb_dif_plane_of(x, (uint16_t)hulls.hullPlaneIndices[hulls.hulls[i].planeStart + k], true, plane);
            double from = from_plane(plane, start, growth), to = from_plane(plane, end, growth);
            cut_span(&span, from, to);
        }
        keep_first(&first, &span);
    }
    return first;
}

static void pick_point(const tlb_dif_interior *x, uint32_t *random, float point[3])
{
    for (int axis = 0; axis < 3; axis++) {
        *random ^= *random << 13;
        *random ^= *random >> 17;
        *random ^= *random << 5;
        float low = x->boundingBox[axis] - 2, high = x->boundingBox[axis + 3] + 2;
        point[axis] = low + (high - low) * ((float)*random / 4294967296.0f);
    }
}

/* Only rays that no two centimeters more or less of hull make a difference to. */
static void cast_rays(const tlb_dif_interior *x, shares *s)
{
    uint32_t random = 1;
    share here = {0};
    for (int i = 0; i < RAYS; i++) {
        float start[3], end[3];
        tlb_dif_hit hit;
        pick_point(x, &random, start);
        pick_point(x, &random, end);
        found thick = cast_through_hulls(x, start, end, 0.02),
              thin = cast_through_hulls(x, start, end, -0.02);
        double length = sqrt(pow((double)end[0] - start[0], 2) + pow((double)end[1] - start[1], 2) +
                             pow((double)end[2] - start[2], 2));
        if (thick.hit != thin.hit || thick.inside != thin.inside || fabs(thick.t - thin.t) * length > 0.2)
            continue;
        found expected = cast_through_hulls(x, start, end, 0);
        bool any = tlb_dif_cast_ray(x, start, end, &hit);
        count(&here, any == expected.hit && (!any || fabs(hit.t - expected.t) * length < 0.02));
    }
    s->rays.same += here.same;
    s->rays.all += here.all;
    count(&s->tree_interiors, here.same == here.all);
}

/* --- the corpus --------------------------------------------------------------------------------------- */

static void measure(const char *path, shares *s)
{
    tlb_context *context = tlb_context_create(NULL);
    tlb_document *document;
    assert_int_equal(tlb_open_path(context, path, NULL, &document), TLB_OK);
    tlb_dif *dif = tlb_document_dif(document);
    assert_non_null(dif);
    for (uint32_t i = 0; i < dif->details.count + dif->subObjects.count; i++) {
        bool detail = i < dif->details.count;
        tlb_dif_interior *x = detail ? &dif->details.data[i] : &dif->subObjects.data[i - dif->details.count];
        if (detail && x->bspNodes.count && x->convexHulls.count)
            cast_rays(x, s);
        remake_emit_strings(document, x, s);
        remake_poly_lists(document, x, s);
        remake_others(document, x, s);
    }
    tlb_document_free(document);
    tlb_context_free(context);
}

static void test_shares(void **state)
{
    (void)state;
    file_list files = corpus_files("torque", "dif");
    assert_true(files.count > 0);
    shares s = {0};
    for (size_t i = 0; i < files.count; i++)
        measure(files.paths[i], &s);
    free_files(&files);
    require("emit strings", s.emit_strings, 331);
    require("polylists", s.poly_lists, 101);
    require("bins", s.bins, 337);
    require("point visibilities", s.visibility, 319);
    require("boxes", s.boxes, 339);
    require("rays", s.rays, 18378);
    require("interiors in which all rays agree", s.tree_interiors, 99);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_shares)};
    char folder[4096];
    return corpus_folder("torque", folder, sizeof folder) ? cmocka_run_group_tests(tests, NULL, NULL)
                                                          : SKIPPED;
}

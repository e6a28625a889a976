/* Rebuilding an interior: the order of the steps. */
#include "formats/torque/dif/generate/hull_shape.h"
#include "formats/torque/dif/rebuild/rebuild.h"
#include "formats/torque/dif/check/check.h"
#include "formats/torque/dif/version/version.h"

#include <stdio.h>
#include <string.h>

enum { LEAST_STEPS = 1 << 22, STEPS_AN_ENTRY = 4096 };

/* --- lists, hulls ------------------------------------------------------------------------------------ */

static void *copy(dif_rebuild *r, const void *data, size_t count, size_t size)
{
    void *own = r->status ? NULL : tlb_dif_keep(r->document, data, count, size);
    if (!own)
        tlb_dif_rebuild_failed(r);
    return own;
}
#define OWN(r, list) ((list).data = copy((r), (list).data, (list).count, sizeof *(list).data))

static bool is_listed(const tlb_dif_interior *x, const uint8_t *listed, tlb_dif_surface_ref ref)
{
    return ref.null_surface ? ref.index < x->nullSurfaces.count && listed[x->surfaces.count + ref.index]
                            : ref.index < x->surfaces.count && listed[ref.index];
}

/* Whether the tree has a hull: leaves list its surfaces, or null surfaces where it has no others. Hulls that
 * others cover have none. */
static bool is_in_tree(dif_rebuild *r, const uint8_t *listed, const tlb_dif_hull *hull)
{
    bool needed = hull->staticMesh != 0 || hull->surfaceCount;
    for (uint32_t i = 0; i < hull->surfaceCount && dif_rebuild_step(r); i++) {
        tlb_dif_surface_ref ref = tlb_dif_surface_of(&r->x->hullSurfaceIndices, hull->surfaceStart + i);
        if (is_listed(r->x, listed, ref) || (!ref.null_surface && !hull->staticMesh))
            return true;
    }
    return !needed;
}

/* Hulls of static meshes are not in the tree, nor are those that things only collide with, which have null
 * surfaces alone. */
static void find_hulls_of_tree(dif_rebuild *r)
{
    enum { STATIC_MESH_HULL = 0x20 };
    tlb_dif_interior *x = r->x;
    uint8_t *listed = tlb_dif_rebuild_scratch(r, x->surfaces.count + (size_t)x->nullSurfaces.count, 1);
    r->not_hulls = tlb_dif_rebuild_scratch(r, x->convexHulls.count, 1);
    r->not_nulls = tlb_dif_rebuild_scratch(r, x->nullSurfaces.count, 1);
    for (uint32_t i = 0; i < x->solidLeafSurfaces.count && !r->status; i++) {
        tlb_dif_surface_ref ref = tlb_dif_surface_of(&x->solidLeafSurfaces, i);
        if (ref.index < (ref.null_surface ? x->nullSurfaces.count : x->surfaces.count))
            listed[ref.null_surface ? x->surfaces.count + ref.index : ref.index] = 1;
    }
    for (uint32_t i = 0; i < x->nullSurfaces.count && !r->status; i++)
        r->not_nulls[i] = (x->nullSurfaces.data[i].surfaceFlags & STATIC_MESH_HULL) != 0;
    for (uint32_t i = 0; i < x->convexHulls.count && x->solidLeafSurfaces.count && !r->status; i++) {
        const tlb_dif_hull *hull = &x->convexHulls.data[i];
        if (is_in_tree(r, listed, hull))
            continue;
        r->not_hulls[i] = 1;
        for (uint32_t k = 0; k < hull->surfaceCount && dif_rebuild_step(r); k++) {
            tlb_dif_surface_ref ref = tlb_dif_surface_of(&x->hullSurfaceIndices, hull->surfaceStart + k);
            if (ref.null_surface && ref.index < x->nullSurfaces.count)
                r->not_nulls[ref.index] = 1;
        }
    }
}

/* The lists that steps write to. */
static void copy_lists(dif_rebuild *r)
{
    tlb_dif_interior *x = r->x;
    OWN(r, x->normals);
    OWN(r, x->planes);
    OWN(r, x->surfaces);
    OWN(r, x->nullSurfaces);
    OWN(r, x->portals);
    OWN(r, x->zones);
    OWN(r, x->convexHulls);
    OWN(r, x->hullPlaneIndices);
    r->normals.data = x->normals.data;
    r->normals.count = r->normals.capacity = x->normals.count;
    r->planes.data = x->planes.data;
    r->planes.count = r->planes.capacity = x->planes.count;
    r->touched = tlb_dif_rebuild_scratch(r, x->convexHulls.count, 1);
    r->turned = tlb_dif_rebuild_scratch(r, x->surfaces.count, 1);
}

/* --- edges, frames, strings -------------------------------------------------------------------------- */

/* One byte, as a tool writes it, means no strings. */
static bool has_strings(uint32_t bytes)
{
    return bytes > 1;
}

static bool is_same(const tlb_dif_list *a, const tlb_dif_list *b)
{
    return a->count == b->count && (!a->count || memcmp(a->data, b->data, a->count * sizeof *a->data) == 0);
}

/* A list that came out as it was keeps its flag, too. */
static void keep_same(tlb_dif_list *made, const tlb_dif_list *before)
{
    if (is_same(made, before))
        *made = *before;
}

static bool has_bins_of(const tlb_dif_interior *a, const tlb_dif_interior *b)
{
    return memcmp(a->coordBins, b->coordBins, sizeof a->coordBins) == 0 &&
           is_same(&a->coordBinIndices, &b->coordBinIndices);
}

/* Open bins, as exporters made them; closed ones where the interior has those. */
static tlb_status make_bins(dif_rebuild *r, const tlb_dif_interior *before)
{
    for (int closed = 0; closed < 2; closed++) {
        tlb_status status = tlb_dif_make_coord_bins(r->document, r->x, closed);
        if (tlb_is_fatal(status) || has_bins_of(r->x, before))
            return status;
    }
    return tlb_dif_make_coord_bins(r->document, r->x, false);
}

static void make_strings(dif_rebuild *r)
{
    tlb_dif_interior *x = r->x, before = *x;
    uint32_t kept = 0;
    if (!x->convexHulls.count)
        return;
    bool poly_lists = has_strings(x->polyListStrings.count);
    tlb_status status = tlb_dif_renew_emit_strings(r->document, x, &kept);
    if (!tlb_is_fatal(status) && (poly_lists || (r->first_detail && !kept && !r->kept_hulls)))
        status = tlb_dif_make_poly_lists(r->document, x);
    if (tlb_is_fatal(status))
        r->status = status;
    keep_same(&x->hullEmitStringIndices, &before.hullEmitStringIndices);
    keep_same(&x->polyListPlanes, &before.polyListPlanes);
    keep_same(&x->polyListPoints, &before.polyListPoints);
}

static void fit_bins(dif_rebuild *r)
{
    tlb_dif_interior before = *r->x;
    tlb_status status = before.convexHulls.count ? make_bins(r, &before) : TLB_OK;
    if (tlb_is_fatal(status))
        r->status = status;
    keep_same(&r->x->coordBinIndices, &before.coordBinIndices);
}

static void make_edges_and_frames(dif_rebuild *r)
{
    if (!tlb_dif_renew_edges(&r->document->arena, r->x) ||
        !tlb_dif_renew_frames(&r->document->arena, r->x, r->turned))
        tlb_dif_rebuild_failed(r);
}

static void make_visibility(dif_rebuild *r)
{
    if (r->x->interiorFileVersion != 4)
        r->status = tlb_dif_make_point_visibility(r->document, r->x);
}

/* Whether a sphere is as tight around its center as can be: exporters averaged points that they did not
 * write. */
static bool is_tight(const tlb_dif_interior *x, const float sphere[4])
{
    double farthest = 0;
    for (uint32_t i = 0; i < x->points.count; i++) {
        double square = 0;
        for (int axis = 0; axis < 3; axis++)
            square += ((double)x->points.data[i][axis] - sphere[axis]) *
                      ((double)x->points.data[i][axis] - sphere[axis]);
        farthest = fmax(farthest, square);
    }
    return fabs(sqrt(farthest) - sphere[3]) <= DIF_FLAT;
}

static void fit_bounds(dif_rebuild *r)
{
    tlb_dif_interior *x = r->x;
    float box[6], sphere[4];
    memcpy(box, x->boundingBox, sizeof box);
    memcpy(sphere, x->boundingSphere, sizeof sphere);
    if (!x->points.count)
        return;
    tlb_dif_make_bounds(x);
    if (memcmp(box, x->boundingBox, sizeof box) == 0 && is_tight(x, sphere))
        memcpy(x->boundingSphere, sphere, sizeof sphere);
}

/* --- interior ---------------------------------------------------------------------------------------- */

/* Nothing can be made of points that are no numbers. */
static bool has_numbers(dif_rebuild *r)
{
    char field[32];
    for (uint32_t i = 0; i < r->x->points.count; i++) {
        if (tlb_all_finite(r->x->points.data[i], 3))
            continue;
        snprintf(field, sizeof field, "points[%u]", i);
        tlb_dif_rebuild_report(r, TLB_CODE_DIF_NOT_FINITE, field,
                               "infinite or NaN: nothing can be rebuilt from it");
        r->status = TLB_INVALID;
        return false;
    }
    return true;
}

typedef void step(dif_rebuild *r);

static tlb_status run(step *const *steps, tlb_document *document, const char *path, tlb_dif_interior *x,
                      bool first_detail)
{
    dif_rebuild r = {.document = document,
                     .x = x,
                     .path = path,
                     .first_detail = first_detail,
                     .scratch = dif_scratch_arena(document)};
    r.steps = LEAST_STEPS + STEPS_AN_ENTRY * ((uint64_t)x->surfaces.count + x->nullSurfaces.count +
                                              x->hullIndices.count + x->planes.count);
    if (has_numbers(&r)) {
        for (; *steps && !r.status; steps++)
            (*steps)(&r);
    }
    tlb_arena_release(&r.scratch);
    return r.status;
}

tlb_status tlb_dif_rebuild(tlb_document *document, const char *path, tlb_dif_interior *x, bool first_detail)
{
    static step *const steps[] = {
        find_hulls_of_tree,     copy_lists,   tlb_dif_fit_planes, tlb_dif_fit_hulls,
        tlb_dif_fit_light_maps, fit_bounds,   tlb_dif_fit_tree,   make_edges_and_frames,
        make_visibility,        make_strings, fit_bins,           NULL};
    return run(steps, document, path, x, first_detail);
}

static void touch_refused_hulls(dif_rebuild *r)
{
    dif_hull_shape *shape = tlb_dif_rebuild_scratch(r, 1, sizeof *shape);
    for (uint32_t i = 0; shape && i < r->x->convexHulls.count; i++)
        r->touched[i] = tlb_dif_hull_take_apart(shape, r->x, i) != NULL;
}

tlb_status tlb_dif_rebuild_hulls(tlb_document *document, const char *path, tlb_dif_interior *x)
{
    static step *const steps[] = {copy_lists, touch_refused_hulls, tlb_dif_fit_hulls, NULL};
    return run(steps, document, path, x, true);
}

tlb_status tlb_dif_rebuild_vehicle(tlb_document *document, tlb_dif_vehicle_collision *collision)
{
    static step *const steps[] = {copy_lists, tlb_dif_fit_planes, tlb_dif_fit_hulls, make_strings, NULL};
    tlb_dif_interior before, x;
    if (collision->planes.count > TLB_DIF_PLANE_FLIPPED)
        return TLB_OK; /* more than hulls can name */
    if (!tlb_dif_vehicle_as_interior(&document->arena, collision, &before))
        return tlb_report_memory(document->context, &document->arena);
    x = before;
    tlb_status status = run(steps, document, "vehicleCollision", &x, false);
    if (!status && !tlb_dif_vehicle_from_interior(&document->arena, &before, &x, collision))
        status = tlb_report_memory(document->context, &document->arena);
    return status;
}

tlb_status tlb_dif_rebuild_force_field(tlb_document *document, const char *path, tlb_dif_force_field *field)
{
    static step *const steps[] = {find_hulls_of_tree, copy_lists,       tlb_dif_fit_planes,
                                  fit_bounds,         tlb_dif_fit_tree, NULL};
    tlb_dif_interior x;
    if (!tlb_dif_force_field_as_interior(&document->arena, field, &x))
        return tlb_report_memory(document->context, &document->arena);
    tlb_status status = run(steps, document, path, &x, false);
    if (!status && !tlb_dif_force_field_from_interior(&document->arena, &x, field))
        status = tlb_report_memory(document->context, &document->arena);
    return status;
}

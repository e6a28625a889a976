/* Making again what an interior derives from its points, planes, surfaces, hulls and portals. Each step takes
 * an interior whose lists may be replaced but not written to, but for those that tlb_dif_rebuild has copied:
 * planes, normals, surfaces, null surfaces, hulls, zones. */
#ifndef TLB_FORMATS_TORQUE_DIF_REBUILD_REBUILD_H
#define TLB_FORMATS_TORQUE_DIF_REBUILD_REBUILD_H

#include "formats/torque/dif/generate/generate.h"

/* How far off its plane a corner may be and the plane is still its own: real files have less. */
#define DIF_FLAT 0.001

typedef struct dif_rebuild {
    tlb_document *document; /* whose arena has what is made */
    tlb_dif_interior *x;
    const char *path; /* where the interior is */
    bool first_detail;
    tlb_arena scratch;
    TLB_LIST(tlb_vec3) normals; /* the interior's, which point here */
    TLB_LIST(tlb_dif_plane) planes;
    uint8_t *turned;                /* surfaces whose plane has another direction than before */
    uint8_t *not_hulls, *not_nulls; /* hulls and null surfaces that are not in the tree */
    uint8_t *touched;               /* hulls a face of which left its plane */
    bool edited;     /* some polygons left their planes, but not all; or surfaces changed their hulls */
    bool kept_hulls; /* some allow nothing to be made of them */
    uint64_t steps;  /* of searching that are left: a hostile file gets worse results, not more time */
    tlb_status status;
} dif_rebuild;

/* Everything below, in order, and the generators of trilobite/formats/dif.h. What cannot be made from the
 * interior is reported, and left as it was. TLB_INVALID: its points are no numbers; it is unchanged. */
tlb_status tlb_dif_rebuild(tlb_document *document, const char *path, tlb_dif_interior *x, bool first_detail);
/* All of the document: interiors, force fields, the vehicle collision. The lists that they are in are written
 * to. */
tlb_status tlb_dif_rebuild_resource(tlb_document *document);
/* Hulls that have no emit strings, since their points are too near others for their planes, become the convex
 * hulls of their points. */
tlb_status tlb_dif_rebuild_hulls(tlb_document *document, const char *path, tlb_dif_interior *x);
/* Of a vehicle collision planes, hulls, strings. */
tlb_status tlb_dif_rebuild_vehicle(tlb_document *document, tlb_dif_vehicle_collision *collision);

/* Of a force field planes, bounds and tree. */
tlb_status tlb_dif_rebuild_force_field(tlb_document *document, const char *path, tlb_dif_force_field *field);

/* --- steps, each in a file of its own ------------------------------------------------------------------ */

/* Planes of surfaces, null surfaces, portals and hull faces go where their corners are. */
void tlb_dif_fit_planes(dif_rebuild *r);
/* Points and planes of the hulls whose planes do not enclose their points; boxes; lists of surfaces. */
void tlb_dif_fit_hulls(dif_rebuild *r);
/* The tree with its leaves and lists, and the zones of leaves and surfaces, where they do not fit. */
void tlb_dif_fit_tree(dif_rebuild *r);
/* What a tree needs beside its nodes: the surfaces that each solid leaf lists, and those that each zone does.
 * False, without memory or where they cannot be numbered. */
bool tlb_dif_list_leaf_surfaces(dif_rebuild *r);
bool tlb_dif_list_zone_surfaces(dif_rebuild *r);
struct dif_bsp;
/* The zone of each empty leaf of a new tree: what portals part from another. The old tree is still there.
 * NULL without memory. */
uint16_t *tlb_dif_flood_zones(dif_rebuild *r, const struct dif_bsp *bsp);
/* The light map coordinates of surfaces that left their rectangles. */
void tlb_dif_fit_light_maps(dif_rebuild *r);

/* --- what steps do ----------------------------------------------------------------------------------- */

void tlb_dif_rebuild_failed(dif_rebuild *r);
/* Cleared memory for the time of the rebuild; NULL after a failure. */
void *tlb_dif_rebuild_scratch(dif_rebuild *r, size_t count, size_t size);
void tlb_dif_rebuild_report(const dif_rebuild *r, tlb_code code, const char *field, const char *format, ...)
    TLB_PRINTF(4, 5);
/* Whether a step of searching is left. */
static inline bool dif_rebuild_step(dif_rebuild *r)
{
    return r->steps && r->steps--;
}

/* The plane through a polygon that is clockwise seen from its front, in the mean of its corners, and the
 * farthest corner's distance from it; INFINITY for a polygon without area. */
double tlb_dif_plane_through(const tlb_dif_interior *x, const uint32_t *points, uint32_t count,
                             double plane[4]);
/* The planeIndex, flipped or not, of a plane that the corners lie on: one there is, or a new one. False: the
 * interior has as many planes as it can have, or there is no memory. */
bool tlb_dif_find_plane(dif_rebuild *r, const double plane[4], const uint32_t *points, uint32_t count,
                        uint16_t *planeIndex);

#endif

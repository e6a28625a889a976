/* The rules of the DIF format, one file a subject. Each function looks at one part of a document and reports
 * what is wrong at the path of the field. Parts may be anything: no rule relies on another having held. */
#ifndef TLB_FORMATS_TORQUE_DIF_CHECK_CHECK_H
#define TLB_FORMATS_TORQUE_DIF_CHECK_CHECK_H

#include "core/checker.h"
#include "formats/torque/dif/dif.h"

/* The engine takes a point this near a plane as on it: what differs by less makes no difference there. */
#define DIF_THICKNESS 0.005

/* A yes or no, finite numbers. */
#define DIF_CHECK_BOOL(c, value, path)                                                                       \
    ((value) <= 1 ? (void)0 : TLB_FIND((c), DIF_BOOL, (path), "%u, expected 0 or 1", (unsigned)(value)))
#define DIF_CHECK_FINITE(c, values, amount, path)                                                            \
    (tlb_all_finite((values), (amount)) ? (void)0 : TLB_FIND((c), DIF_NOT_FINITE, (path), "infinite or NaN"))

/* --- general rules ---------------------------------------------------------------------------------- */

/* Every entry of a list is below the number of `things`. */
void tlb_dif_check_entries(tlb_checker *c, tlb_code code, const char *list, const uint32_t *data,
                           uint32_t count, uint32_t limit, const char *things);
/* `count` rows of `columns` numbers are finite. */
void tlb_dif_check_numbers(tlb_checker *c, const char *list, const float *data, uint32_t count,
                           uint32_t columns);
/* A PNG; its size, 0 x 0 when it has none. */
typedef struct dif_image_size {
    uint32_t width, height;
} dif_image_size;
dif_image_size tlb_dif_check_png(tlb_checker *c, tlb_bytes png, const char *field);

void tlb_dif_check_materials(tlb_checker *c, const tlb_text *materials, uint32_t count);

/* --- polygons in the tree ----------------------------------------------------------------------------- */

enum {
    DIF_MOST_DEEP = 512,   /* levels that are gone down; real trees have 46 */
    DIF_MOST_CORNERS = 48, /* of polygons that are cut; engines support 32 */
    DIF_MOST_SAMPLES = 256
};
/* What is cut has a corner more for each plane at most. */
typedef double dif_polygon[DIF_MOST_CORNERS + 16][3];

/* Middles of the parts that the leaves just before and just behind a polygon cut it into. */
typedef struct dif_sampler {
    const tlb_dif_interior *x;
    uint64_t steps; /* nodes that may still be looked at */
    uint32_t count, depth;
    double middles[DIF_MOST_SAMPLES][3];
    dif_polygon *parts; /* as many as `depth` */
} dif_sampler;
/* NULL without memory. */
dif_sampler *tlb_dif_sampler_create(tlb_checker *c, const tlb_dif_interior *interior, uint64_t steps);
void tlb_dif_sample(dif_sampler *s, const uint32_t *points, uint32_t count, const float plane[4],
                    double beside);
/* The same of a side of the bounding box, moved out: 0 to 2 are the low ones of x, y and z, 3 to 5 the high.
 */
void tlb_dif_sample_side(dif_sampler *s, int side, double beyond);

/* --- parts of an interior --------------------------------------------------------------------------- */

void tlb_dif_check_interior(tlb_checker *c, const tlb_dif_interior *interior, bool first_detail);

/* Entries of solidLeafSurfaces or hullSurfaceIndices. */
void tlb_dif_check_surface_refs(tlb_checker *c, const tlb_dif_interior *interior, const tlb_dif_list *list,
                                const char *name);
void tlb_dif_check_windings(tlb_checker *c, const tlb_dif_interior *interior);
void tlb_dif_check_surfaces(tlb_checker *c, const tlb_dif_interior *interior);
void tlb_dif_check_textures(tlb_checker *c, const tlb_dif_interior *interior);
void tlb_dif_check_null_surfaces(tlb_checker *c, const tlb_dif_interior *interior);
/* The tree's nodes and leaves, and then what it says against the rest. */
void tlb_dif_check_bsp(tlb_checker *c, const tlb_dif_interior *interior);
void tlb_dif_check_tree(tlb_checker *c, const tlb_dif_interior *interior);
void tlb_dif_check_leaves(tlb_checker *c, const tlb_dif_interior *interior);
void tlb_dif_check_zones(tlb_checker *c, const tlb_dif_interior *interior);
void tlb_dif_check_light_maps(tlb_checker *c, const tlb_dif_interior *interior);
void tlb_dif_check_lights(tlb_checker *c, const tlb_dif_interior *interior);
/* The lists that hulls share. */
void tlb_dif_check_hull_lists(tlb_checker *c, const tlb_dif_interior *interior);
void tlb_dif_check_hulls(tlb_checker *c, const tlb_dif_interior *interior, bool poly_lists_expected);
void tlb_dif_check_bins(tlb_checker *c, const tlb_dif_interior *interior);
void tlb_dif_check_static_meshes(tlb_checker *c, const tlb_dif_interior *interior);

/* --- other parts of a resource ---------------------------------------------------------------------- */

void tlb_dif_check_text(tlb_checker *c, tlb_text text, const char *field);
void tlb_dif_check_properties(tlb_checker *c, const tlb_dif_dictionary *properties);
void tlb_dif_check_trigger(tlb_checker *c, const tlb_dif_trigger *trigger);
void tlb_dif_check_path_follower(tlb_checker *c, const tlb_dif_path_follower *follower);
void tlb_dif_check_force_field(tlb_checker *c, const tlb_dif_force_field *field);
void tlb_dif_check_vehicle_collision(tlb_checker *c, const tlb_dif_vehicle_collision *collision);

#endif

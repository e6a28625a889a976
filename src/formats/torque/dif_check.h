/* The rules of the DIF format, one file a subject. Each function looks at one part of a document and reports
 * what is wrong at the path of the field. Parts may be anything: no rule relies on another having held. */
#ifndef TLB_TORQUE_DIF_CHECK_H
#define TLB_TORQUE_DIF_CHECK_H

#include "base/context.h"
#include "formats/torque/dif_geometry.h"

#include <math.h>

/* The engine takes a point this near a plane as on it: what differs by less makes no difference there. */
#define DIF_THICKNESS 0.005

typedef struct dif_checker {
    tlb_context *context;
    const tlb_dif *dif;
    tlb_arena arena;   /* what rules have to remember; given back at the end */
    tlb_status status; /* whether there was memory for it; rules without it are skipped */
    char path[256];    /* begins with where the part stands that is checked: "details[0]." */
    size_t part;       /* the length of that beginning */
} dif_checker;

/* The path of a field of the part; good until the next. */
const char *dif_at(dif_checker *c, const char *format, ...) TLB_PRINTF(2, 3);
/* Goes into a part of the part; returns what `part` has to be set to afterwards. */
size_t dif_enter(dif_checker *c, const char *format, ...) TLB_PRINTF(2, 3);

/* Whether the context keeps another finding of the code; it is counted when not. */
static inline bool dif_heard(const dif_checker *c, tlb_code code)
{
    bool kept = c->context->totals[code] < c->context->max_per_code;
    if (!kept)
        c->context->totals[code]++;
    return kept;
}

/* DIF_FIND(c, DIF_SURFACE_PLANE, dif_at(c, "surfaces[%u]", i), "what is wrong", ...): path and message are
 * made only for findings that are kept. */
#define DIF_FIND(c, code, path, ...)                                                                         \
    (dif_heard((c), TLB_CODE_##code) ? tlb_report((c)->context, TLB_CODE_##code, TLB_NO_OFFSET, (path), __VA_ARGS__)   \
                                : (void)0)

/* The commonest rules: a number below a count, a part of a list, a yes or no, finite numbers. */
#define DIF_CHECK_INDEX(c, code, index, limit, path, things)                                                 \
    ((index) < (limit) ? (void)0                                                                             \
                       : DIF_FIND((c), code, (path), "%u: there are %u %s", (unsigned)(index),               \
                                  (unsigned)(limit), (things)))
#define DIF_CHECK_RANGE(c, code, start, amount, size, path, list)                                            \
    (dif_within((start), (amount), (size))                                                                    \
         ? (void)0                                                                                           \
         : DIF_FIND((c), code, (path), "%u from %u on: %s has %u", (unsigned)(amount), (unsigned)(start),    \
                    (list), (unsigned)(size)))
#define DIF_CHECK_BOOL(c, value, path)                                                                       \
    ((value) <= 1 ? (void)0 : DIF_FIND((c), DIF_BOOL, (path), "%u is neither 0 nor 1", (unsigned)(value)))
#define DIF_CHECK_FINITE(c, values, amount, path)                                                            \
    (dif_finite((values), (amount)) ? (void)0                                                                \
                                    : DIF_FIND((c), DIF_NOT_FINITE, (path), "infinite or not a number"))

/* Cleared memory for `count` things, NULL without memory. */
void *dif_scratch(dif_checker *c, size_t count, size_t size);

/* Signed indices may be -1 for none. */
static inline bool dif_names_one(int32_t index, uint32_t count)
{
    return index >= -1 && index < (int64_t)count;
}

static inline bool dif_finite(const float *values, uint32_t count)
{
    bool finite = true;
    for (uint32_t i = 0; i < count; i++)
        finite &= isfinite(values[i]) != 0;
    return finite;
}

/* --- general rules ---------------------------------------------------------------------------------- */

/* Every entry of a list is below the number of `things`. */
void dif_check_entries(dif_checker *c, tlb_code code, const char *list, const uint32_t *data, uint32_t count,
                       uint32_t limit, const char *things);
/* `count` rows of `columns` numbers are finite. */
void dif_check_numbers(dif_checker *c, const char *list, const float *data, uint32_t count, uint32_t columns);
/* A PNG; its size, 0 x 0 when it has none. */
typedef struct dif_image_size {
    uint32_t width, height;
} dif_image_size;
dif_image_size dif_check_png(dif_checker *c, tlb_bytes png, const char *field);

/* A vector is finite and of unit length. */
void dif_check_normal(dif_checker *c, const float n[3], const char *list, uint32_t index);
void dif_check_materials(dif_checker *c, const tlb_text *materials, uint32_t count);

/* --- parts of an interior --------------------------------------------------------------------------- */

void dif_check_interior(dif_checker *c, const tlb_dif_interior *interior, bool first_detail);

/* Entries of solidLeafSurfaces or hullSurfaceIndices. */
void dif_check_surface_refs(dif_checker *c, const tlb_dif_interior *interior, const tlb_dif_list *list,
                            const char *name);
void dif_check_bounds(dif_checker *c, const tlb_dif_interior *interior);
void dif_check_planes(dif_checker *c, const tlb_dif_interior *interior);
void dif_check_windings(dif_checker *c, const tlb_dif_interior *interior);
void dif_check_surfaces(dif_checker *c, const tlb_dif_interior *interior);
void dif_check_textures(dif_checker *c, const tlb_dif_interior *interior);
void dif_check_null_surfaces(dif_checker *c, const tlb_dif_interior *interior);
void dif_check_bsp(dif_checker *c, const tlb_dif_interior *interior);
void dif_check_zones(dif_checker *c, const tlb_dif_interior *interior);
void dif_check_light_maps(dif_checker *c, const tlb_dif_interior *interior);
void dif_check_lights(dif_checker *c, const tlb_dif_interior *interior);
void dif_check_hulls(dif_checker *c, const tlb_dif_interior *interior, bool poly_lists_expected);
void dif_check_bins(dif_checker *c, const tlb_dif_interior *interior);
void dif_check_static_meshes(dif_checker *c, const tlb_dif_interior *interior);

/* --- other parts of a resource ---------------------------------------------------------------------- */

void dif_check_text(dif_checker *c, tlb_text text, const char *field);
void dif_check_properties(dif_checker *c, const tlb_dif_dictionary *properties);
void dif_check_trigger(dif_checker *c, const tlb_dif_trigger *trigger);
void dif_check_path_follower(dif_checker *c, const tlb_dif_path_follower *follower);
void dif_check_force_field(dif_checker *c, const tlb_dif_force_field *field);
void dif_check_vehicle_collision(dif_checker *c, const tlb_dif_vehicle_collision *collision);

#endif

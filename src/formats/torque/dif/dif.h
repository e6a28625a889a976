/* What the files of the DIF module share. The public part is trilobite/formats/dif.h. */
#ifndef TLB_FORMATS_TORQUE_DIF_DIF_H
#define TLB_FORMATS_TORQUE_DIF_DIF_H

#include "base/arena.h"
#include "base/range.h"
#include "core/format.h"
#include "scene/geometry/plane.h"
#include "trilobite/formats/dif.h"

#include <float.h>
#include <math.h>

extern const tlb_format tlb_format_dif;

/* Which dialect and version a structure is walked in. */
typedef struct dif_layout {
    uint32_t version; /* of the interior */
    tlb_type count;   /* winding counts, light map indices */
    tlb_type map;     /* light map rectangles */
    tlb_type leaf;    /* BSP children */
    bool unused, brushId, lightDirMaps;
} dif_layout;

dif_layout tlb_dif_layout_of(uint32_t version, tlb_dif_family family);

/* The description. */
void tlb_dif_walk(tlb_walk *w, void **root);

tlb_status tlb_dif_check(tlb_document *document);
tlb_status tlb_dif_describe(tlb_document *document, tlb_summary *summary, tlb_value *table);
tlb_status tlb_dif_to_scene(tlb_document *document, tlb_scene *scene, const tlb_conversion *conversion);
tlb_status tlb_dif_convert_version(tlb_document *source, const tlb_format *target,
                                   const tlb_conversion *conversion, tlb_buffer *out);
void tlb_dif_default_way_point(tlb_document *document, tlb_dif_way_point *point);
/* A trigger's shape, relative to its middle, and its offset. False without memory. */
bool tlb_dif_make_trigger_box(tlb_arena *arena, const double low[3], const double high[3],
                              tlb_dif_trigger *trigger);
tlb_status tlb_dif_update(tlb_document *document);
/* Draws the preview bitmap into `dif`, its bytes in `arena`. Fails as tlb_scene_draw does (preview.c). */
tlb_status tlb_dif_draw_level(const tlb_level *level, const tlb_conversion *conversion, tlb_arena *arena,
                              tlb_dif *dif);
tlb_status tlb_dif_draw_document(tlb_document *document, const tlb_conversion *conversion, tlb_arena *arena,
                                 tlb_dif *dif);
tlb_status tlb_dif_from_level(const tlb_level *level, const tlb_conversion *conversion, tlb_output *output);
tlb_status tlb_dif_query(tlb_document *document, const char *const *words, size_t word_count,
                         tlb_value *table);
void tlb_dif_query_places(tlb_document *document, tlb_value *list);
extern const tlb_query_info tlb_dif_queries[];

/* --- numbers of an interior ------------------------------------------------------------------------- */

enum { DIF_LAST_AXES = 5 }; /* of the light map axes in finalWord */
extern const uint8_t tlb_dif_light_map_axes[8][2];

/* A vertex of a static mesh, where it is in the interior. */
void tlb_dif_place_vertex(const tlb_dif_static_mesh *mesh, uint32_t vertex, float at[3]);

/* Marks null surfaces in lists of surfaces. */
#define DIF_NULL_SURFACE 0x80000000u
/* Marks those of a vehicle collision. */
#define DIF_VEHICLE_NULL_SURFACE 0x40000000u

/* The bits that make a BSP child a leaf, and a leaf a solid one. */
typedef struct dif_leaf_bits {
    uint32_t leaf, solid;
} dif_leaf_bits;

static inline dif_leaf_bits dif_leaf_bits_of(uint32_t version)
{
    return version >= 14 ? (dif_leaf_bits){0x80000, 0x40000} : (dif_leaf_bits){0x8000, 0x4000};
}

static inline uint32_t dif_axes_of(const tlb_dif_surface *surface)
{
    return surface->finalWord >> 13;
}

static inline uint32_t dif_plane_index(uint32_t planeIndex)
{
    return planeIndex & ~(uint32_t)TLB_DIF_PLANE_FLIPPED;
}

/* Single precision without a negative zero; 0 for what it cannot hold. */
static inline float dif_single(double value)
{
    return fabs(value) <= FLT_MAX ? (float)value + 0.0f : 0;
}

/* A force field or vehicle collision as an interior, whose lists are the part's own or in the arena. False
 * without memory. */
bool tlb_dif_force_field_as_interior(tlb_arena *arena, const tlb_dif_force_field *field,
                                     tlb_dif_interior *interior);
bool tlb_dif_vehicle_as_interior(tlb_arena *arena, const tlb_dif_vehicle_collision *collision,
                                 tlb_dif_interior *interior);
/* The inverse: a vehicle collision gets the lists of `after` that are not those of `before`, which was made
 * of it. False without memory. */
bool tlb_dif_force_field_from_interior(tlb_arena *arena, const tlb_dif_interior *interior,
                                       tlb_dif_force_field *field);
bool tlb_dif_vehicle_from_interior(tlb_arena *arena, const tlb_dif_interior *before,
                                   const tlb_dif_interior *after, tlb_dif_vehicle_collision *collision);

/* For each surface whether a zone lists it: engines draw no other. NULL without memory. */
uint8_t *tlb_dif_surfaces_in_zones(tlb_arena *arena, const tlb_dif_interior *interior);

/* Where a number of a dictionary may begin: engines skip blanks before it. */
static inline const char *dif_skip_blanks(const char *text, const char *end)
{
    while (text < end && (*text == ' ' || *text == '\t'))
        text++;
    return text;
}

/* --- animated lights ----------------------------------------------------------------------------------- */

/* flags of an animated light */
enum { DIF_LIGHT_AMBIENT = 1, DIF_LIGHT_LOOP = 2, DIF_LIGHT_FLICKER = 4, DIF_LIGHT_ALARM = 8 };

const char *tlb_dif_light_type(const tlb_dif_animated_light *light);
/* Empty when the interior has no such name. */
tlb_text tlb_dif_light_name(const tlb_dif_interior *interior, const tlb_dif_animated_light *light);
/* One of its states; NULL when the interior has no such state. */
const tlb_dif_light_state *tlb_dif_light_state_at(const tlb_dif_interior *interior,
                                                  const tlb_dif_animated_light *light, uint32_t i);

/* The surface of a state's datum, and how brightly the state lights it: a byte a texel of its light map's
 * rectangle. NULL: the datum has no map, or the interior has no such surface or map. */
const uint8_t *tlb_dif_state_map(const tlb_dif_interior *interior, const tlb_dif_state_data *data,
                                 const tlb_dif_surface **surface);

typedef struct dif_light_moment {
    uint32_t state;
    uint8_t color[3];
} dif_light_moment;
/* The state so long after the light began, and its color, which goes over into that of the next state: of a
 * loop the first follows the last. A ramp ends in its last state. Flickers, of which engines choose a state
 * at random, go through theirs in order, each in its own color. False: the light has no states. */
bool tlb_dif_light_at(const tlb_dif_interior *interior, const tlb_dif_animated_light *light, double seconds,
                      dif_light_moment *moment);

#endif

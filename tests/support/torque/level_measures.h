/* How well an interior is what a level's brushes say, by brute force over the brushes; and how it compares
 * with an interior that another compiler made of the same level. */
#ifndef TLB_TESTS_LEVEL_MEASURES_H
#define TLB_TESTS_LEVEL_MEASURES_H

#include "level/level.h"
#include "trilobite/formats/dif.h"

/* Of so many things so many are right. */
typedef struct share {
    uint64_t right, all;
} share;

/* The brushes of a level of detail that are solid, as convex volumes. */
typedef struct solid_brush {
    uint32_t brush;
    const tlb_level_face *faces;
    uint32_t face_count;
    tlb_brush_shape shape;
} solid_brush;

typedef struct brushes {
    const tlb_level *level;
    const tlb_level_detail *detail;
    tlb_arena arena;
    solid_brush *all;
    uint32_t count;
    double low[3], high[3];
} brushes;

void brushes_make(tlb_context *context, const tlb_level *level, uint32_t detail, brushes *made);
void brushes_free(brushes *made);

/* Each brush is a hull, with the same corners, in the same order. */
share measure_hulls(const brushes *of, const tlb_dif_interior *interior);
/* Random points, but for those within 2 mm of a face: solid where they are inside of any brush. */
share measure_points(const brushes *of, const tlb_dif_interior *interior, uint32_t count);

typedef struct ray_measures {
    share hits;    /* within 5 mm of the brushes' */
    share faces;   /* hits that have a surface */
    share names;   /* surfaces that have the material of the face that was hit */
    share texture; /* surfaces that have its texture coordinates, but for whole repeats */
} ray_measures;
ray_measures measure_rays(const brushes *of, const tlb_dif_interior *interior, uint32_t count);

typedef struct area_measures {
    const tlb_dif_interior *hulls;
    share keys, planes;     /* of the same area, by plane and material and by plane alone */
    double original, other; /* square meters */
    uint32_t buried;        /* surfaces of the original that are left out */
} area_measures;
/* Surfaces that lie between two of `hulls` can be seen from nowhere and are not counted; NULL: they are. */
area_measures measure_areas(tlb_arena *arena, const tlb_dif_interior *original, const tlb_dif_interior *other,
                            const tlb_dif_interior *hulls);
/* Points that are empty in both: in zones that stand for each other, 0 for 0. */
share measure_zones(const brushes *of, const tlb_dif_interior *original, const tlb_dif_interior *other,
                    uint32_t count);
/* Edges of drawn surfaces with no corner of another one between their ends. */
share measure_edges(tlb_arena *arena, const tlb_dif_interior *interior);
uint32_t measure_depth(const tlb_dif_interior *interior);

#endif

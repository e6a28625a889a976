/* What a scene shows, as far as two ways of showing it can be compared. */
#ifndef TLB_TESTS_SIGHTS_H
#define TLB_TESTS_SIGHTS_H

#include "trilobite/scene.h"

/* Triangles as a whole: their box, area, and the middle of their area. */
typedef struct sight {
    double low[3], high[3], area, middle[3];
    uint32_t triangles;
} sight;

static const sight no_sight = {.low = {1e30, 1e30, 1e30}, .high = {-1e30, -1e30, -1e30}};

void see_triangle(sight *s, const float corners[3][3]);
/* What a scene shows of a level; `turned` half a turn about Y. Nothing of what has no size. */
sight see_scene(const tlb_scene *scene, const tlb_animation *animation, float time, int32_t level,
                bool turned);
/* The largest difference of two sights, in parts of their size. */
double sight_difference(const sight *a, const sight *b);

#endif

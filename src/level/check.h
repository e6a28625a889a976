/* What the checks of a level's brushes share. */
#ifndef TLB_LEVEL_CHECK_H
#define TLB_LEVEL_CHECK_H

#include "level/box_tree.h"
#include "level/level.h"

#include <math.h>

/* A sound brush, to be compared with others. */
typedef struct tlb_brush_outline {
    tlb_level_box box;
    uint32_t brush;
} tlb_brush_outline;

typedef struct tlb_brush_checker {
    tlb_context *context;
    const tlb_level *level;
    const tlb_level_reporter *reporter;
    uint32_t detail;
    tlb_brush_outline *outlines; /* of the detail, in its order */
    uint32_t count;
} tlb_brush_checker;

void tlb_brush_report(const tlb_brush_checker *c, tlb_code code, uint32_t brush, uint32_t face,
                      const char *message);

/* Whether compilers make one plane of both (points.c); with `sign` -1, of one and the reverse of the other.
 */
static inline bool tlb_faces_share_plane(const tlb_level_face *a, const tlb_level_face *b, double sign)
{
    bool is_same = fabs(a->distance - sign * b->distance) <= 1e-3;
    for (int axis = 0; axis < 3; axis++)
        is_same &= fabs(a->normal[axis] - sign * b->normal[axis]) <= 1e-4;
    return is_same;
}

/* Faces of different brushes that almost touch, or almost lie in one plane (near_planes.c). False: no memory.
 */
bool tlb_brushes_check_near(const tlb_brush_checker *c, tlb_arena *arena);

#endif

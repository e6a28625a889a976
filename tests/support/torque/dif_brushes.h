/* Interiors made of convex brushes, the way exporters make them: planes, points, a BSP, zones and portals,
 * strips with their T-junction points, light map rectangles, null surfaces where brushes touch, hulls, edges,
 * texture matrices. For rooms of a test's size: everything is searched linearly, and memory is assumed to be
 * there. */
#ifndef TRILOBITE_TESTS_DIF_BRUSHES_H
#define TRILOBITE_TESTS_DIF_BRUSHES_H

#include "base/arena.h"
#include "trilobite/formats/dif.h"

/* An element more at the end of a TLB_ARRAY or tlb_dif_list that only grows this way; its address. */
#define DIF_ADD(arena, list)                                                                                 \
    ((list).data = dif_room_for_one((arena), (list).data, (list).count, sizeof *(list).data),                \
     (list).data + (list).count++)
void *dif_room_for_one(tlb_arena *arena, void *data, uint32_t count, size_t size);

enum { BRUSH_PLANES = 12, BRUSHES = 24, BRUSH_ROOMS = 4 };

typedef struct dif_brush {
    double planes[BRUSH_PLANES][4]; /* inside is where n . p + d <= 0 */
    uint32_t planeCount;
    uint16_t textureIndex;
    bool detail;
} dif_brush;

typedef struct dif_corners {
    double low[3], high[3];
} dif_corners;

dif_brush dif_box(dif_corners corners);
/* A box, cut from its lower edge at low x to its upper edge at high x. */
dif_brush dif_ramp(dif_corners corners);
/* Upright, with as many sides, around the middle of the box. */
dif_brush dif_pillar(dif_corners corners, uint32_t sides);

typedef struct dif_brushwork {
    dif_brush brushes[BRUSHES];
    uint32_t brushCount;
    dif_corners rooms[BRUSH_ROOMS]; /* zones 1 and on; zone 0 is what is in none */
    uint32_t roomCount;
    dif_corners portal; /* flat, between two rooms */
    bool hasPortal;
    double lumel;       /* meters; lumel * sheetSize is a power of two */
    uint32_t sheetSize; /* texels a side */
    bool collisionOnly; /* null surfaces throughout */
} dif_brushwork;

/* Fills an interior whose version is set. What the generators of trilobite/formats/dif.h make is left to
 * them, and materials and sheets to the caller; returns how many sheets there must be. */
uint32_t dif_build(tlb_arena *arena, const dif_brushwork *work, tlb_dif_interior *x);

#endif

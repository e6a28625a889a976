/* A small interior: a room with a pillar, a doorway that links to elsewhere and an open sky, as geometry,
 * lighting and index of every version, with every part that these can have. Check finds nothing in it, it can
 * be drawn, and rays can be cast in it. */
#ifndef TRILOBITE_TESTS_INTERIOR_MAKER_H
#define TRILOBITE_TESTS_INTERIOR_MAKER_H

#include "made.h"
#include "trilobite/trilobite.h"

typedef struct interior_plan {
    int32_t version;          /* of geometry 4, 5, 7; of lighting 4, 6, 7; 0: 7 */
    int32_t mip;              /* highestMip: level 0 to 2 of the interior */
    bool mission;             /* lighting: of a mission */
    const char *name;         /* index: of its files */
    const char *mission_name; /* index: "-0" when its lighting is a mission's, else NULL */
} interior_plan;

/* How large the room is, in meters: x and y from -SIZE to SIZE, z from 0 to HEIGHT; the pillar from -PILLAR
 * to PILLAR. */
enum { ROOM_SIZE = 8, ROOM_HEIGHT = 4, ROOM_PILLAR = 1 };
/* Its materials, by number. */
enum { ROOM_WALL, ROOM_FLOOR, ROOM_COLUMN, ROOM_MATERIALS };

/* The documents need no initialising; they are not opened from bytes: they have no source. */
void interior_make_dig(tlb_document *document, tlb_context *context, const interior_plan *plan);
void interior_make_dil(tlb_document *document, tlb_context *context, const interior_plan *plan);
void interior_make_dis(tlb_document *document, tlb_context *context, const interior_plan *plan);

#endif

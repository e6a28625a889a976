/* Shapes of every version with every part that these can have: a windmill that turns its sails, opens its
 * door, waves its flag, blinks its lamp, and can walk. check finds nothing in it unless the plan is odd. */
#ifndef TRILOBITE_TESTS_DTS_MAKER_H
#define TRILOBITE_TESTS_DTS_MAKER_H

#include "made.h"
#include "trilobite/formats/dts.h"

typedef struct dts_plan {
    int32_t version;     /* of the shape, 1 to 8 */
    int32_t meshVersion; /* 1 to 3 */
    int32_t listVersion; /* of the materials, 1 to 4 */
    uint32_t seed;
    bool odd;  /* what real files have: garbage after names and in pads, unsorted keys, trailing bytes;
                  and what none has: a node that is hidden */
    bool bare; /* two nodes and a triangle */
} dts_plan;

enum { DTS_TURN, DTS_OPEN, DTS_WALK, DTS_SEQUENCES }; /* sequences */
enum {
    DTS_BOUNDS,
    DTS_ALWAYS,
    DTS_MILL,
    DTS_CAP,
    DTS_SAILS,
    DTS_HINGE,
    DTS_LAMP,
    DTS_COARSE,
    DTS_COLLISION,
    DTS_NODES
};
enum {
    DTS_BOX_OBJECT, /* of the shape: the first, without faces */
    DTS_FLAG_OBJECT,
    DTS_TOWER_OBJECT,
    DTS_CAP_OBJECT,
    DTS_SAILS_OBJECT,
    DTS_DOOR_OBJECT,
    DTS_LAMP_OBJECT,
    DTS_COARSE_OBJECT,
    DTS_COLLISION_OBJECT,
    DTS_OBJECTS
};
enum { DTS_FLAG_FRAMES = 6 };

/* The document needs no initialising; it is not opened from bytes: it has no source. */
void dts_make(tlb_document *document, tlb_context *context, const dts_plan *plan);

#endif

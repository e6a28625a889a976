/* Torque shapes and sequences with every part that these can have: a weathercock that turns, waves its flag,
 * blinks its lamp and nods. */
#ifndef TRILOBITE_TESTS_SHAPE_MAKER_H
#define TRILOBITE_TESTS_SHAPE_MAKER_H

#include "made.h"
#include "trilobite/formats/dsq.h"

enum { SHAPE_MAST, SHAPE_COCK, SHAPE_POLE, SHAPE_TIP, SHAPE_NODES };
enum {
    SHAPE_TOWER,   /* with a coarse level that uses its vertices, and a hull to collide with */
    SHAPE_COCK_ON, /* two frames */
    SHAPE_FLAG,    /* a skin on the pole and its tip */
    SHAPE_GLASS,   /* sorted */
    SHAPE_LAMP,    /* a billboard */
    SHAPE_OBJECTS
};
enum { SHAPE_FINE, SHAPE_COARSE, SHAPE_COLLISION, SHAPE_DETAILS };
enum { SHAPE_TURN, SHAPE_BLINK, SHAPE_NOD, SHAPE_SEQUENCES };

/* The documents need no initialising; they are not opened from bytes: they have no source. Versions 18 to 28.
 */
void shape_make(tlb_document *document, tlb_context *context, uint32_t version);
/* Moves the nodes of the weathercock. */
void dsq_make(tlb_document *document, tlb_context *context, uint32_t version);

#endif

/* ROO documents of every version with every part that these can have: rooms that can be drawn, walked and
 * built again. Their grids let all go everywhere; check finds nothing in them once tlb_roo_make_grids made
 * others. */
#ifndef TLB_TESTS_ROO_MAKER_H
#define TLB_TESTS_ROO_MAKER_H

#include "made.h"
#include "trilobite/formats/roo.h"

typedef struct roo_plan {
    uint32_t version;
    tlb_roo_dialect dialect; /* of version 13 */
    tlb_roo_encryption encryption;
    uint32_t things; /* 2 is what clients ask for; from 3 on they have comments */
    bool grids;      /* those of the version; none is known to have them in 15 */
    bool odd;        /* what check remarks on: gaps, no room id, claimed walls that are missing, leftovers */
} roo_plan;

/* The number of versions and dialects there are, and each of them: 9 to 12, 13-O, 13-M, 14, 15. */
enum { ROO_FORMS = 8 };
roo_plan roo_form(int form);

/* Of the room: a strip of seven sectors from west to east, 22 squares long and 4 wide, that one wall of the
 * boundaries divides. The hall (0), two steps (1, 2), a ramp (3), a terrace (4), a tilted floor below a
 * tilted ceiling (5), water (6). The floors of 4 and 5 cross at their boundary, where a fence stands. */
enum { ROO_MADE_SECTORS = 7, ROO_MADE_FENCE = 4 /* boundary east of sector 4 */ };

/* The document needs no initialising; it is not opened from bytes: it has no source. */
void roo_make(tlb_document *document, tlb_context *context, const roo_plan *plan);

#endif

/* Which cells of a level are connected. */
#ifndef TLB_LEVEL_FLOOD_H
#define TLB_LEVEL_FLOOD_H

#include "level/solid.h"

/* The cells on both sides of a portal, where it looks and behind it; area 0: there are none. */
typedef struct tlb_solid_door {
    uint32_t cells[2];
    double area;
} tlb_solid_door;

typedef struct tlb_solid_flood {
    uint32_t *joined;      /* of each cell another of its region, or itself */
    uint32_t outside;      /* the cell around the level */
    tlb_solid_door *doors; /* of each portal */
} tlb_solid_flood;

/* Joins the cells that share more than a portal's polygon. All is in m->scratch. */
tlb_status tlb_solid_flood_cells(tlb_solid_maker *m, tlb_solid_flood *flood);

/* The one of a set that stands for it. */
static inline uint32_t tlb_root_of(uint32_t *joined, uint32_t i)
{
    while (joined[i] != i)
        i = joined[i] = joined[joined[i]];
    return i;
}

#endif

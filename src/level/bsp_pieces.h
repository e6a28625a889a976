/* The faces and portals that are still in a cell of a tree that is being built, cut to it. */
#ifndef TLB_LEVEL_BSP_PIECES_H
#define TLB_LEVEL_BSP_PIECES_H

#include "level/solid.h"

/* How a piece lies to the cell that it is in. */
typedef enum place {
    INSIDE,
    LOOKING_IN,  /* in its bounds */
    LOOKING_AWAY /* in its bounds: the cell is behind it */
} place;

typedef enum kind { STRUCTURAL, PORTAL, DETAIL } kind;

/* A part of a face or of a portal's polygon. */
typedef struct piece {
    tlb_winding winding;
    struct piece *next;
    uint32_t face; /* or portal */
    uint32_t plane;
    bool reversed;
    kind kind;
    place place;
} piece;

typedef struct piece_list {
    piece *first, *last;
} piece_list;

/* The sides of a plane that a piece reaches; 0: it counts as coplanar. */
unsigned tlb_bsp_sides_of(const tlb_solid *solid, const piece *p, uint32_t plane);
/* The plane that parts best what is in a cell: of portals and structural faces, or of details, too. False:
 * there is nothing (bsp_planes.c). */
bool tlb_bsp_choose_plane(const tlb_solid *solid, const piece_list *list, bool of_details, uint32_t *plane);

#endif

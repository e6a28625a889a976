/* Finding one's way in a room's tree. Numbers count from 1; what is not there is NULL. */
#ifndef TLB_FORMATS_MERIDIAN_ROO_LOCATE_H
#define TLB_FORMATS_MERIDIAN_ROO_LOCATE_H

#include "base/arena.h"
#include "trilobite/roo_query.h"

const tlb_roo_node *roo_node(const tlb_roo *room, uint16_t number);

static inline const tlb_roo_sector *roo_sector(const tlb_roo *room, uint16_t number)
{
    return number && number <= room->sectors.count ? &room->sectors.data[number - 1] : NULL;
}

static inline const tlb_roo_sidedef *roo_sidedef(const tlb_roo *room, uint16_t number)
{
    return number && number <= room->sidedefs.count ? &room->sidedefs.data[number - 1] : NULL;
}

static inline const tlb_roo_client_wall *roo_wall(const tlb_roo *room, uint16_t number)
{
    return number && number <= room->clientWalls.count ? &room->clientWalls.data[number - 1] : NULL;
}

/* The next wall in a plane. Builders number them one after the other; what does not go on ends. */
static inline const tlb_roo_client_wall *roo_next_wall(const tlb_roo *room, const tlb_roo_client_wall *wall)
{
    const tlb_roo_client_wall *next = roo_wall(room, wall->next);
    return next > wall ? next : NULL;
}

/* Whether a leaf that is the child of `parent` lies outside every sector: builders before March 2015 wrote
 * such leaves, with sector 1, and conversion takes them to any version. The leaf is of the sector that the
 * wall its parent was split by has on that side. `steps`: how many walls may be looked at; it is lessened. */
bool roo_is_outside(const tlb_roo *room, const tlb_roo_node *parent, bool positive, uint32_t *steps);

/* An entry a node, 1 for such leaves; NULL without memory. */
uint8_t *roo_find_outside(tlb_arena *arena, const tlb_roo *room);

/* tlb_roo_leaf_at, adding the nodes and walls looked at to `work`. */
uint16_t roo_leaf_at(const tlb_roo *room, double x, double y, uint64_t *work);

/* The nodes, internal ones and leaves, whose boxes touch a box: x0, y0, x1, y1. */
enum { ROO_MOST_PENDING = 2048 }; /* ways not gone yet: at most one a level, and rooms are some dozens deep */
typedef struct roo_near {
    const tlb_roo *room;
    double box[4];
    uint32_t steps, count; /* steps: how many nodes are not yet looked at */
    uint16_t pending[ROO_MOST_PENDING];
} roo_near;

void roo_near_begin(roo_near *near, const tlb_roo *room, const double box[4]);
/* NULL after the last. */
const tlb_roo_node *roo_near_next(roo_near *near);

#endif

#include "formats/meridian/roo/locate.h"

#include "trilobite/roo_query.h"

#include <string.h>

/* |a*x + b*y + c| up to this is on the line. */
#define ON_LINE 0.001

/* The wall that a node was split by: the last in its plane, whose walls stand one after the other. */
static const tlb_roo_client_wall *splitting_wall(const tlb_roo *room, const tlb_roo_node *node,
                                                 uint32_t *steps)
{
    const tlb_roo_client_wall *last = NULL, *wall = roo_wall(room, node->firstWall);
    for (; wall && *steps; wall = roo_next_wall(room, wall)) {
        last = wall;
        --*steps;
    }
    return last;
}

bool roo_is_outside(const tlb_roo *room, const tlb_roo_node *parent, bool positive, uint32_t *steps)
{
    const tlb_roo_client_wall *wall = splitting_wall(room, parent, steps);
    return wall && (positive ? wall->positiveSector : wall->negativeSector) == 0;
}

const tlb_roo_node *roo_node(const tlb_roo *room, uint16_t number)
{
    return number && number <= room->nodes.count ? &room->nodes.data[number - 1] : NULL;
}

/* The side of a node that a point is on. */
static bool is_positive(const tlb_roo_node *node, double x, double y)
{
    double value = node->a * x + node->b * y + node->c;
    return value > ON_LINE || (value >= -ON_LINE && node->positiveChild);
}

uint16_t roo_leaf_at(const tlb_roo *room, double x, double y, uint64_t *work)
{
    const tlb_roo_node *parent = NULL, *node;
    uint16_t number = 1;
    bool positive = false;
    uint32_t steps = room->nodes.count, walls = room->clientWalls.count;
    for (; (node = roo_node(room, number)) && node->type == TLB_ROO_INTERNAL && steps; steps--) {
        parent = node;
        positive = is_positive(node, x, y);
        number = positive ? node->positiveChild : node->negativeChild;
    }
    bool found =
        node && node->type == TLB_ROO_LEAF && !(parent && roo_is_outside(room, parent, positive, &walls));
    *work += room->nodes.count - steps + room->clientWalls.count - walls;
    return found ? number : 0;
}

uint16_t tlb_roo_leaf_at(const tlb_roo *room, double x, double y)
{
    uint64_t work = 0;
    return roo_leaf_at(room, x, y, &work);
}

const tlb_roo_sector *tlb_roo_leaf_sector(const tlb_roo *room, uint16_t leaf)
{
    const tlb_roo_node *node = roo_node(room, leaf);
    return node && node->type == TLB_ROO_LEAF ? roo_sector(room, node->sector) : NULL;
}

const tlb_roo_sector *tlb_roo_sector_at(const tlb_roo *room, double x, double y)
{
    return tlb_roo_leaf_sector(room, tlb_roo_leaf_at(room, x, y));
}

uint8_t *roo_find_outside(tlb_arena *arena, const tlb_roo *room)
{
    uint8_t *outside = tlb_zalloc(arena, room->nodes.count);
    /* Each wall is in one plane, which has two sides. */
    uint32_t walls = 2 * room->clientWalls.count;
    for (uint32_t i = 0; outside && i < room->nodes.count; i++) {
        const tlb_roo_node *parent = &room->nodes.data[i];
        const uint16_t children[] = {parent->negativeChild, parent->positiveChild};
        for (int positive = 0; parent->type == TLB_ROO_INTERNAL && positive < 2; positive++) {
            const tlb_roo_node *child = roo_node(room, children[positive]);
            if (child && child->type == TLB_ROO_LEAF && roo_is_outside(room, parent, positive, &walls))
                outside[children[positive] - 1] = 1;
        }
    }
    return outside;
}

/* --- near a box --------------------------------------------------------------------------------------- */

static void follow(roo_near *near, uint16_t child)
{
    if (child && near->count < ROO_MOST_PENDING)
        near->pending[near->count++] = child;
}

void roo_near_begin(roo_near *near, const tlb_roo *room, const double box[4])
{
    near->room = room;
    memcpy(near->box, box, sizeof near->box);
    near->steps = room->nodes.count;
    near->count = 0;
    follow(near, 1);
}

static bool overlap(const double a[4], const double b[4])
{
    return a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3];
}

const tlb_roo_node *roo_near_next(roo_near *near)
{
    while (near->count && near->steps) {
        const tlb_roo_node *node = roo_node(near->room, near->pending[--near->count]);
        near->steps--;
        if (!node || !overlap(node->box, near->box))
            continue;
        if (node->type == TLB_ROO_INTERNAL) {
            follow(near, node->negativeChild);
            follow(near, node->positiveChild);
        }
        return node;
    }
    return NULL;
}

/* The value by which clients know that a room was saved by the editor. */
#include "formats/meridian/roo/roo.h"
#include "formats/meridian/roo/walk.h"

static const uint32_t SECRET = 0x89ab786c;

/* How the versions add coordinates: as integers, as a float's bits, or not at all. */
static uint32_t as_integer(double value)
{
    return value >= INT32_MIN && value <= INT32_MAX ? (uint32_t)(int32_t)value : 0;
}

static uint32_t as_bits(double value)
{
    return roo_narrow(value);
}

static uint32_t as_nothing(double value)
{
    (void)value;
    return 0;
}

typedef uint32_t term(double value);

static uint32_t sum_nodes(const tlb_roo *x, term *of)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < x->nodes.count; i++) {
        const tlb_roo_node *n = &x->nodes.data[i];
        if (n->type == TLB_ROO_INTERNAL)
            sum += of(n->a) + of(n->b) + of(n->c) + n->firstWall;
        for (uint32_t k = 0; k < n->points.count; k++)
            sum += of(n->points.data[k][0]) + of(n->points.data[k][1]);
    }
    return sum;
}

static uint32_t sum_walls(const tlb_roo *x, term *of)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < x->clientWalls.count; i++) {
        const tlb_roo_client_wall *c = &x->clientWalls.data[i];
        sum += (uint32_t)c->positiveSidedef + c->negativeSidedef + c->positiveSector + c->negativeSector;
        sum += of(c->start[0]) + of(c->start[1]) + of(c->end[0]) + of(c->end[1]);
    }
    return sum;
}

static uint32_t sum_looks(const tlb_roo *x)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < x->sidedefs.count; i++) {
        const tlb_roo_sidedef *s = &x->sidedefs.data[i];
        sum += s->flags + s->id + s->normalBitmap + s->aboveBitmap + s->belowBitmap;
    }
    for (uint32_t i = 0; i < x->sectors.count; i++) {
        const tlb_roo_sector *s = &x->sectors.data[i];
        sum += s->flags + s->id + s->floorBitmap + s->ceilingBitmap + s->floorHeight + s->ceilingHeight +
               s->light;
    }
    return sum;
}

uint32_t tlb_roo_security(const tlb_roo *x)
{
    term *of = x->version >= 14 ? as_nothing : tlb_roo_is_float(x) ? as_bits : as_integer;
    return (x->version + sum_nodes(x, of) + sum_walls(x, of) + sum_looks(x)) ^ SECRET;
}

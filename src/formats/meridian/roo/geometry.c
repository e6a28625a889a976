/* Where things are in a room: the box that coordinates are measured from, heights. */
#include "formats/meridian/roo/roo.h"

static void grow(tlb_roo_box *box, int32_t x, int32_t y)
{
    if (box->empty)
        *box = (tlb_roo_box){x, y, x, y, false};
    box->left = x < box->left ? x : box->left;
    box->right = x > box->right ? x : box->right;
    box->bottom = y < box->bottom ? y : box->bottom;
    box->top = y > box->top ? y : box->top;
}

tlb_roo_box tlb_roo_box_of(const tlb_roo *x)
{
    tlb_roo_box box = {.empty = true};
    for (uint32_t i = 0; i < 2 && x->things.count >= 2; i++)
        grow(&box, x->things.data[i].x, x->things.data[i].y);
    for (uint32_t i = 0; i < x->editorWalls.count && x->things.count < 2; i++) {
        const tlb_roo_editor_wall *wall = &x->editorWalls.data[i];
        grow(&box, wall->x0, wall->y0);
        grow(&box, wall->x1, wall->y1);
    }
    return box;
}

static double height_at(const tlb_roo_slope *slope, uint16_t flat, double x, double y)
{
    const double *p = slope->plane;
    return p[2] == 0 ? (double)flat * TLB_ROO_EDITOR_UNIT : -(p[0] * x + p[1] * y + p[3]) / p[2];
}

double tlb_roo_floor_at(const tlb_roo_sector *s, double x, double y)
{
    return s->flags & TLB_ROO_SECTOR_SLOPED_FLOOR ? height_at(&s->floorSlope, s->floorHeight, x, y)
                                                  : (double)s->floorHeight * TLB_ROO_EDITOR_UNIT;
}

double tlb_roo_ceiling_at(const tlb_roo_sector *s, double x, double y)
{
    return s->flags & TLB_ROO_SECTOR_SLOPED_CEILING ? height_at(&s->ceilingSlope, s->ceilingHeight, x, y)
                                                    : (double)s->ceilingHeight * TLB_ROO_EDITOR_UNIT;
}

bool tlb_roo_is_float(const tlb_roo *x)
{
    return roo_layout_of(x->version, x->dialect).real == TLB_F32;
}

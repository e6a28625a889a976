#include "formats/meridian/roo/build.h"
#include "formats/meridian/roo/roo.h"

#include <math.h>
#include <string.h>

bool tlb_roo_make_slope(const tlb_roo_box *box, bool ceiling, bool whole, tlb_roo_slope *slope)
{
    double p[3][3], u[3], v[3];
    for (int i = 0; i < 3; i++) {
        const tlb_roo_slope_vertex *vertex = &slope->vertices[i];
        roo_to_client(box, vertex->x, vertex->y, p[i]);
        p[i][2] = (double)vertex->z * TLB_ROO_EDITOR_UNIT;
    }
    for (int axis = 0; axis < 3; axis++) {
        u[axis] = p[1][axis] - p[0][axis];
        v[axis] = p[2][axis] - p[0][axis];
    }
    double plane[4] = {u[2] * v[1] - u[1] * v[2], u[0] * v[2] - u[2] * v[0], u[1] * v[0] - u[0] * v[1], 0};
    double length = sqrt(plane[0] * plane[0] + plane[1] * plane[1] + plane[2] * plane[2]);
    if (!(length > 0))
        return false;
    for (int axis = 0; axis < 3; axis++)
        plane[axis] = plane[axis] * TLB_ROO_SQUARE / length;
    for (int axis = 0; axis < 3 && whole; axis++)
        plane[axis] = trunc(plane[axis]);
    plane[3] = -(plane[0] * p[0][0] + plane[1] * p[0][1] + plane[2] * p[0][2]);
    bool flip = ceiling ? plane[2] > 0 : plane[2] < 0;
    for (int k = 0; k < 4; k++) {
        double value = flip ? -plane[k] : plane[k];
        slope->plane[k] = whole ? value + 0.0 : (float)value; /* integers have no -0 */
    }
    slope->textureOrigin[0] = p[0][0];
    slope->textureOrigin[1] = p[0][1];
    return true;
}

/* Builders of floats did not agree on the last digits: a plane that differs in no others stays as it is. */
static bool is_same_plane(const double a[4], const double b[4])
{
    static const double last_digits[] = {0.001, 0.001, 0.001, 8};
    for (int k = 0; k < 4; k++)
        if (!(fabs(a[k] - b[k]) <= last_digits[k]))
            return false;
    return true;
}

static void remake(const tlb_roo_box *box, bool ceiling, bool whole, tlb_roo_slope *slope)
{
    tlb_roo_slope made = *slope;
    if (!tlb_roo_make_slope(box, ceiling, whole, &made))
        return;
    if (!whole && is_same_plane(made.plane, slope->plane))
        memcpy(made.plane, slope->plane, sizeof made.plane);
    *slope = made;
}

tlb_status roo_make_slopes(const roo_building *b)
{
    tlb_roo *room = b->room;
    tlb_roo_sector *sectors = tlb_alloc_array(b->arena, room->sectors.count, sizeof *sectors);
    tlb_roo_box box = tlb_roo_box_of(room);
    bool whole = !tlb_roo_is_float(room);
    if (!sectors)
        return tlb_report_memory(b->context);
    for (uint32_t i = 0; i < room->sectors.count; i++) {
        sectors[i] = room->sectors.data[i];
        if (sectors[i].flags & TLB_ROO_SECTOR_SLOPED_FLOOR)
            remake(&box, false, whole, &sectors[i].floorSlope);
        if (sectors[i].flags & TLB_ROO_SECTOR_SLOPED_CEILING)
            remake(&box, true, whole, &sectors[i].ceilingSlope);
    }
    room->sectors.data = sectors;
    return TLB_OK;
}

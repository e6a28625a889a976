/* What of a shape follows from its meshes: its box, center and radius. */
#include "formats/darkstar/dts/dts.h"

#include <math.h>
#include <string.h>

static bool is_point(const float low[3], const float high[3])
{
    return memcmp(low, high, 3 * sizeof *low) == 0;
}

/* A shape that has no box yet gets that of what is drawn. The center is in the space that it was measured in.
 */
static void set_box(tlb_dts *shape, const tlb_box *box)
{
    memcpy(shape->minBounds, box->low, sizeof shape->minBounds);
    memcpy(shape->maxBounds, box->high, sizeof shape->maxBounds);
    for (int axis = 0; axis < 3; axis++)
        shape->center[axis] = (box->low[axis] + box->high[axis]) / 2;
}

/* Authors made boxes larger than what is seen, on purpose: they only grow. */
tlb_status tlb_dts_update(tlb_document *document)
{
    tlb_dts *shape = document->root;
    dts_extent extent;
    tlb_status status = tlb_dts_measure(document->context, shape, &extent);
    if (status || !(extent.box.low[0] <= extent.box.high[0]))
        return status;
    if (shape->radius == 0 && is_point(shape->minBounds, shape->maxBounds)) {
        set_box(shape, &extent.box);
        status = tlb_dts_measure(document->context, shape, &extent);
        if (status)
            return status;
    }
    shape->radius = fmaxf(shape->radius, extent.radius);
    for (int axis = 0; axis < 3 && shape->pers.version >= 8; axis++) {
        shape->minBounds[axis] = fminf(shape->minBounds[axis], extent.box.low[axis]);
        shape->maxBounds[axis] = fmaxf(shape->maxBounds[axis], extent.box.high[axis]);
    }
    return TLB_OK;
}

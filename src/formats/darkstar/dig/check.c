/* Checking geometry: the numbers, and the way to the other rules. */
#include "formats/darkstar/dig/check.h"

#include "base/text.h"

#include "formats/darkstar/dig/dig.h"

static void check_numbers(tlb_checker *c, const tlb_dig *dig)
{
    TLB_CHECK_FINITE(c, DIG_NOT_FINITE, &dig->textureScale, 1, "textureScale");
    TLB_CHECK_FINITE(c, DIG_NOT_FINITE, dig->box, 6, "box");
    for (uint32_t i = 0; i < dig->points3.count; i++)
        TLB_CHECK_FINITE(c, DIG_NOT_FINITE, dig->points3.data[i], 3, tlb_at(c, "points3[%u]", i));
    for (uint32_t i = 0; i < dig->points2.count; i++)
        TLB_CHECK_FINITE(c, DIG_NOT_FINITE, dig->points2.data[i], 2, tlb_at(c, "points2[%u]", i));
    if (dig->highestMip < 0 || dig->highestMip > DIG_LAST_MIP)
        TLB_FIND(c, DIG_MIP, "highestMip", "%d is not one of 0 to %d", dig->highestMip, DIG_LAST_MIP);
    if (dig->flags & ~(uint32_t)TLB_DIG_LOW_DETAIL)
        TLB_FIND(c, DIG_FLAGS, "flags", "0x%08x: only bit 0 has a meaning", dig->flags);
}

static void check_box(tlb_checker *c, const tlb_dig *dig)
{
    for (uint32_t i = 0; i < dig->points3.count; i++) {
        const float *p = dig->points3.data[i];
        for (int axis = 0; axis < 3; axis++)
            if ((double)p[axis] < dig->box[axis] - DIG_THICKNESS ||
                (double)p[axis] > dig->box[axis + 3] + DIG_THICKNESS) {
                TLB_FIND(c, DIG_BOX, tlb_at(c, "points3[%u]", i), "%c is %g, the box goes from %g to %g",
                         "xyz"[axis], (double)p[axis], (double)dig -> box[axis],
                         (double)dig -> box[axis + 3]);
                break;
            }
    }
}

static void check_planes(tlb_checker *c, const tlb_dig *dig)
{
    for (uint32_t i = 0; i < dig->planes.count; i++) {
        const float *p = dig->planes.data[i];
        TLB_CHECK_FINITE(c, DIG_NOT_FINITE, p, 4, tlb_at(c, "planes[%u]", i));
        double length = sqrt((double)p[0] * p[0] + (double)p[1] * p[1] + (double)p[2] * p[2]);
        if (fabs(length - 1) > 1e-3)
            TLB_FIND(c, DIG_PLANE_NORMAL, tlb_at(c, "planes[%u]", i), "the normal's length is %g", length);
    }
}

static void check_vertices(tlb_checker *c, const tlb_dig *dig)
{
    for (uint32_t i = 0; i < dig->verts.count; i++) {
        TLB_CHECK_INDEX(c, DIG_VERTEX, dig->verts.data[i].pIdx, dig->points3.count,
                        tlb_at(c, "verts[%u].pIdx", i), "points3");
        TLB_CHECK_INDEX(c, DIG_VERTEX, dig->verts.data[i].tIdx, dig->points2.count,
                        tlb_at(c, "verts[%u].tIdx", i), "points2");
    }
}

tlb_status dig_check(tlb_document *document)
{
    const tlb_dig *dig = document->root;
    tlb_checker c = tlb_checker_start(document->context, document->root);
    check_numbers(&c, dig);
    check_box(&c, dig);
    check_planes(&c, dig);
    check_vertices(&c, dig);
    dig_check_surfaces(&c, dig);
    dig_check_tree(&c, dig);
    dig_check_leaves(&c, dig);
    if (dig->pers.rest.size + dig->tail.size)
        tlb_report(c.context, TLB_CODE_TRAILING_BYTES, TLB_NO_OFFSET, dig->pers.rest.size ? "rest" : "tail",
                   "%zu %s that no engine reads", dig->pers.rest.size + dig->tail.size,
                   tlb_plural(dig->pers.rest.size + dig->tail.size, "byte", "bytes"));
    return tlb_checker_end(&c);
}

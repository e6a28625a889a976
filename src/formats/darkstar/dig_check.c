/* Checking geometry: the numbers, and the way to the other rules. */
#include "formats/darkstar/dig_check.h"

#include "formats/darkstar/dig_room.h"

static void check_numbers(finder *f, const tlb_dig *dig)
{
    FIND_FINITE(f, DIG_NOT_FINITE, &dig->textureScale, 1, "textureScale");
    FIND_FINITE(f, DIG_NOT_FINITE, dig->box, 6, "box");
    for (uint32_t i = 0; i < dig->points3.count; i++)
        FIND_FINITE(f, DIG_NOT_FINITE, dig->points3.data[i], 3, find_at(f, "points3[%u]", i));
    for (uint32_t i = 0; i < dig->points2.count; i++)
        FIND_FINITE(f, DIG_NOT_FINITE, dig->points2.data[i], 2, find_at(f, "points2[%u]", i));
    if (dig->highestMip < 0 || dig->highestMip > DIG_LAST_MIP)
        FIND(f, DIG_MIP, "highestMip", "%d is not one of 0 to %d", dig->highestMip, DIG_LAST_MIP);
    if (dig->flags & ~(uint32_t)TLB_DIG_LOW_DETAIL)
        FIND(f, DIG_FLAGS, "flags", "0x%08x: only bit 0 has a meaning", dig->flags);
}

static void check_box(finder *f, const tlb_dig *dig)
{
    for (uint32_t i = 0; i < dig->points3.count; i++) {
        const float *p = dig->points3.data[i];
        for (int axis = 0; axis < 3; axis++)
            if ((double)p[axis] < dig->box[axis] - DIG_THICKNESS ||
                (double)p[axis] > dig->box[axis + 3] + DIG_THICKNESS) {
                FIND(f, DIG_BOX, find_at(f, "points3[%u]", i), "%c is %g, the box goes from %g to %g",
                     "xyz"[axis], (double)p[axis], (double)dig -> box[axis], (double)dig -> box[axis + 3]);
                break;
            }
    }
}

static void check_planes(finder *f, const tlb_dig *dig)
{
    for (uint32_t i = 0; i < dig->planes.count; i++) {
        const float *p = dig->planes.data[i];
        FIND_FINITE(f, DIG_NOT_FINITE, p, 4, find_at(f, "planes[%u]", i));
        double length = sqrt((double)p[0] * p[0] + (double)p[1] * p[1] + (double)p[2] * p[2]);
        if (fabs(length - 1) > 1e-3)
            FIND(f, DIG_PLANE_NORMAL, find_at(f, "planes[%u]", i), "the normal's length is %g", length);
    }
}

static void check_vertices(finder *f, const tlb_dig *dig)
{
    for (uint32_t i = 0; i < dig->verts.count; i++) {
        FIND_INDEX(f, DIG_VERTEX, dig->verts.data[i].pIdx, dig->points3.count,
                   find_at(f, "verts[%u].pIdx", i), "points3");
        FIND_INDEX(f, DIG_VERTEX, dig->verts.data[i].tIdx, dig->points2.count,
                   find_at(f, "verts[%u].tIdx", i), "points2");
    }
}

tlb_status dig_check(tlb_document *document)
{
    const tlb_dig *dig = document->root;
    finder f = {.context = document->context};
    tlb_arena_init(&f.arena, &document->context->account);
    check_numbers(&f, dig);
    check_box(&f, dig);
    check_planes(&f, dig);
    check_vertices(&f, dig);
    dig_check_surfaces(&f, dig);
    dig_check_tree(&f, dig);
    dig_check_leaves(&f, dig);
    if (dig->pers.rest.size + dig->tail.size)
        tlb_report(f.context, TLB_CODE_TRAILING_BYTES, TLB_NO_OFFSET, dig->pers.rest.size ? "rest" : "tail",
                   "%zu bytes that no engine reads", dig->pers.rest.size + dig->tail.size);
    tlb_arena_free(&f.arena);
    return f.status;
}

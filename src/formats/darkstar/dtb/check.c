/* The rules of blocks of terrain. */
#include "formats/darkstar/dtb/dtb.h"

#include "core/checker.h"

static void check_heights(tlb_checker *c, const tlb_dtb *x)
{
    uint32_t count = dtb_heights(x), columns = (uint32_t)x->sizeX + 1;
    float *heights = tlb_scratch(c, count, sizeof *heights), least = INFINITY, most = -INFINITY;
    if (!heights)
        return;
    tlb_dtb_heights(x, heights);
    for (uint32_t i = 0; i < count; i++) {
        if (!isfinite(heights[i])) {
            TLB_FIND(c, DTB_NOT_FINITE, tlb_at(c, "heights[%u][%u]", i / columns, i % columns), "%g",
                     (double)heights[i]);
            return;
        }
        least = fminf(least, heights[i]);
        most = fmaxf(most, heights[i]);
    }
    if (!(x->hMin <= least && x->hMax >= most))
        TLB_FIND(c, DTB_HEIGHTS, tlb_at(c, "hMin"), "%g to %g, but the heights are %g to %g", (double)x->hMin,
                 (double)x->hMax, (double)least, (double)most);
}

static void check_sizes(tlb_checker *c, const tlb_dtb *x)
{
    int32_t side = x->details >= 1 && x->details <= 11 ? 1 << (x->details - 1) : 0;
    if (x->sizeX != side || x->sizeY != side)
        TLB_FIND(c, DTB_SIZE, tlb_at(c, "sizeX"), "%d x %d squares, expected %d each from details", x->sizeX,
                 x->sizeY, side);
    if (x->hiresCount || x->hiresSize)
        TLB_FIND(c, DTB_HIRES, tlb_at(c, "hiresCount"), "%u maps of %u bytes", x->hiresCount, x->hiresSize);
}

tlb_status tlb_dtb_check(tlb_document *document)
{
    const tlb_dtb *x = document->root;
    tlb_checker c = tlb_checker_start(document->context, x);
    check_sizes(&c, x);
    check_heights(&c, x);
    return tlb_checker_end(&c);
}

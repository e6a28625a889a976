/* Which part of a shape is drawn. */
#include "formats/darkstar/dts/dts.h"

int32_t tlb_dts_select_detail(const tlb_dts *shape, float pixels)
{
    if (shape->details.count == 1)
        return 0;
    for (uint32_t i = 0; i < shape->details.count; i++)
        if (shape->details.data[i].size <= pixels)
            return shape->details.data[i].size > 0 ? (int32_t)i : TLB_NONE;
    return TLB_NONE;
}

static void draw(bool *drawn, int64_t node, uint32_t count)
{
    if (dts_is_index(node, count))
        drawn[node] = true;
}

void tlb_dts_drawn_nodes(const tlb_dts *shape, int32_t detail, bool *drawn)
{
    uint32_t count = shape->nodes.count;
    for (uint32_t i = 0; i < count; i++)
        drawn[i] = false;
    draw(drawn, shape->alwaysNode, count);
    if (dts_is_index(detail, shape->details.count))
        draw(drawn, shape->details.data[detail].rootNode, count);
    else if (!shape->details.count)
        draw(drawn, 1, count);
    for (uint32_t i = 0; i < count; i++) {
        int32_t parent = shape->nodes.data[i].parent;
        if (parent >= 0 && (uint32_t)parent < i)
            drawn[i] |= drawn[parent];
    }
}

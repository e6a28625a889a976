/* The rules of the data of accessors. */
#include "formats/interchange/gltf/check/check.h"
#include "formats/interchange/gltf/compression.h"

enum { UINT = 5125, FLOAT = 5126 };

/* What a filter rounded on its way is not what bounds and lengths were measured on. */
static bool is_exact(const tlb_gltf *x, int32_t view)
{
    return view < 0 || (uint32_t)view >= x->bufferViews.count || tlb_gltf_is_exact(x, (uint32_t)view);
}

bool tlb_gltf_open_rows(gltf_checker *g, int64_t accessor, uint32_t columns, gltf_rows *rows)
{
    tlb_report_mark mark = tlb_report_mark_get(g->c.context);
    const tlb_gltf_accessor *a = tlb_gltf_sound(g, accessor);
    bool good = a && (a->bufferView >= 0 || a->sparse) && is_exact(g->x, a->bufferView) &&
                !tlb_gltf_rows_of(&g->data, accessor, "", rows) && rows->columns >= columns;
    tlb_report_rewind(g->c.context, &mark);
    return good;
}

/* A component as it is: an integer that is not normalized, or a float. */
static double component_of(const gltf_rows *rows, uint32_t row, uint32_t column)
{
    gltf_rows plain = *rows;
    float values[16];
    plain.normalized = false;
    const uint8_t *at = rows->data + row * rows->stride + column * rows->component_size;
    if (rows->component_type == FLOAT)
        return (double)tlb_get_lef32(at);
    if (rows->component_type == UINT)
        return tlb_get_le32(at);
    tlb_gltf_row(&plain, row, column + 1, values);
    return (double)values[column];
}

static bool differs(const gltf_rows *rows, double declared, double found)
{
    return rows->component_type == FLOAT ? (float)declared != (float)found : declared != found;
}

static void check_bounds(gltf_checker *g, uint32_t index, const gltf_rows *rows)
{
    const tlb_gltf_accessor *a = &g->x->accessors.data[index];
    for (uint32_t k = 0; k < rows->columns; k++) {
        double low = INFINITY, high = -INFINITY;
        for (uint32_t i = 0; i < rows->count; i++) {
            double value = component_of(rows, i, k);
            if (!isfinite(value)) {
                TLB_FIND(&g->c, GLTF_NOT_FINITE, tlb_at(&g->c, "accessors[%u]", index),
                         "element %u is not finite", i);
                return;
            }
            low = value < low ? value : low;
            high = value > high ? value : high;
        }
        if (a->min.count == rows->columns && differs(rows, a->min.data[k], low))
            TLB_FIND(&g->c, GLTF_BOUNDS, tlb_at(&g->c, "accessors[%u].min", index),
                     "%.9g, the data have %.9g", a->min.data[k], low);
        if (a->max.count == rows->columns && differs(rows, a->max.data[k], high))
            TLB_FIND(&g->c, GLTF_BOUNDS, tlb_at(&g->c, "accessors[%u].max", index),
                     "%.9g, the data have %.9g", a->max.data[k], high);
    }
}

static void check_sparse_indices(gltf_checker *g, uint32_t index)
{
    const tlb_gltf_accessor *a = &g->x->accessors.data[index];
    const tlb_gltf_sparse *s = a->sparse;
    tlb_bytes bytes;
    uint32_t width = s && s->indices ? tlb_gltf_component_size(s->indices->componentType) : 0;
    if (!width || s->count > a->count)
        return;
    tlb_report_mark mark = tlb_report_mark_get(g->c.context);
    tlb_status status = tlb_gltf_view_bytes(&g->data, s->indices->bufferView, "", &bytes);
    tlb_report_rewind(g->c.context, &mark);
    if (status || s->indices->byteOffset + (uint64_t)s->count * width > bytes.size)
        return;
    gltf_rows rows = {.data = bytes.data + s->indices->byteOffset, .stride = width, .component_size = width};
    int64_t before = -1;
    for (uint32_t i = 0; i < s->count; i++) {
        uint32_t at = tlb_gltf_integer(&rows, i, 0);
        if (at <= before || at >= a->count) {
            TLB_FIND(&g->c, GLTF_SPARSE, tlb_at(&g->c, "accessors[%u].sparse.indices", index),
                     "element %u is %u; indices ascend, the accessor has %u elements", i, at, a->count);
            return;
        }
        before = at;
    }
}

void tlb_gltf_check_accessor_data(gltf_checker *g)
{
    for (uint32_t i = 0; i < g->x->accessors.count; i++) {
        gltf_rows rows;
        check_sparse_indices(g, i);
        if (tlb_gltf_open_rows(g, i, 1, &rows))
            check_bounds(g, i, &rows);
    }
}

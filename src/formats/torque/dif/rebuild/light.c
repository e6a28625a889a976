/* Light map coordinates: a surface that left its rectangle on the sheet is mapped onto it again. */
#include "base/bytes.h"
#include "base/text.h"
#include "formats/torque/dif/rebuild/rebuild.h"

#include <math.h>

enum { AXIS_PAIRS = 6, MOST_SCALE = 63 };

/* One axis of the mapping: coordinate / 2^scale + shift, on a rectangle of a sheet. */
typedef struct mapping {
    int axis;
    uint32_t scale;
    float shift;
    uint32_t offset, size, sheet; /* texels */
} mapping;

/* How far a range of coordinates reaches beyond the rectangle, in texels. */
static double outside(const mapping *m, double low, double high)
{
    double from = (ldexp(low, -(int)m->scale) + m->shift) * m->sheet,
           to = (ldexp(high, -(int)m->scale) + m->shift) * m->sheet;
    return fmax(m->offset - from, to - (m->offset + (double)m->size));
}

/* Maps the range onto the rectangle, its texels on the grid that the exporter laid through the origin; they
 * become larger until it fits. */
static void fit(mapping *m, double low, double high)
{
    for (; m->scale <= MOST_SCALE; m->scale++) {
        double texel = ldexp(1, (int)m->scale) / m->sheet;
        double first = floor(low / texel - 0.5), last = ceil(high / texel + 0.5);
        if (last - first > fmax(m->size, 2) && m->scale < MOST_SCALE)
            continue;
        m->shift = (float)((m->offset - first) / m->sheet);
        return;
    }
}

static void sheet_size(tlb_bytes png, uint32_t size[2])
{
    enum { WIDTH_AT = 16, END = 24 };
    for (int i = 0; i < 2; i++)
        size[i] = png.size < END ? 0 : tlb_get_be32(png.data + WIDTH_AT + 4 * i);
}

/* --- surfaces ------------------------------------------------------------------------------------------ */

typedef struct ranges {
    double low[3], high[3];
} ranges;

static ranges ranges_of(const tlb_dif_interior *x, const uint32_t *points, uint32_t count)
{
    ranges of = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    for (uint32_t i = 0; i < count; i++)
        for (int axis = 0; axis < 3; axis++) {
            of.low[axis] = fmin(of.low[axis], x->points.data[points[i]][axis]);
            of.high[axis] = fmax(of.high[axis], x->points.data[points[i]][axis]);
        }
    return of;
}

/* The code of two axes in finalWord. */
static uint32_t code_of(int first, int second)
{
    for (uint32_t code = 0; code < AXIS_PAIRS; code++)
        if (tlb_dif_light_map_axes[code][0] == first && tlb_dif_light_map_axes[code][1] == second)
            return code;
    return 0;
}

/* A surface that turned away from its axes gets those that its normal is least along, the longer side of the
 * rectangle for the longer range. */
static void choose_axes(const tlb_dif_interior *x, const tlb_dif_surface *s, const ranges *of, mapping m[2])
{
    const float STEEP = 0.25f; /* half of what the largest of three components is at least */
    float plane[4];
    int dropped = 3 - m[0].axis - m[1].axis, largest = 0;
    if (!tlb_dif_plane_of(x, s->planeIndex, false, plane) || fabsf(plane[dropped]) >= STEEP)
        return;
    for (int axis = 1; axis < 3; axis++)
        if (fabsf(plane[axis]) > fabsf(plane[largest]))
            largest = axis;
    int a = (largest + 1) % 3, b = (largest + 2) % 3;
    bool a_longer = of->high[a] - of->low[a] >= of->high[b] - of->low[b];
    m[0].axis = a_longer == (m[0].size >= m[1].size) ? a : b;
    m[1].axis = a + b - m[0].axis;
}

/* True when the surface had left its rectangle. */
static bool fit_surface(const tlb_dif_interior *x, tlb_dif_surface *s, const uint32_t size[2])
{
    uint32_t points[TLB_DIF_MAX_WINDING];
    uint32_t count = tlb_dif_surface_polygon(x, s, false, points);
    if (!count || dif_axes_of(s) > DIF_LAST_AXES || !size[0] || !size[1])
        return false;
    const uint8_t *axes = tlb_dif_light_map_axes[dif_axes_of(s)];
    mapping m[2] = {
        {axes[0], s->finalWord >> 6 & 63, s->texGenXDistance, s->mapOffsetX, s->mapSizeX, size[0]},
        {axes[1], s->finalWord & 63, s->texGenYDistance, s->mapOffsetY, s->mapSizeY, size[1]}};
    ranges of = ranges_of(x, points, count);
    bool left = false;
    for (int i = 0; i < 2; i++)
        left |= !(outside(&m[i], of.low[m[i].axis], of.high[m[i].axis]) <= 1);
    if (!left)
        return false;
    choose_axes(x, s, &of, m);
    for (int i = 0; i < 2; i++)
        fit(&m[i], of.low[m[i].axis], of.high[m[i].axis]);
    s->finalWord = (uint16_t)(code_of(m[0].axis, m[1].axis) << 13 | m[0].scale << 6 | m[1].scale);
    s->texGenXDistance = m[0].shift;
    s->texGenYDistance = m[1].shift;
    return true;
}

void tlb_dif_fit_light_maps(dif_rebuild *r)
{
    tlb_dif_interior *x = r->x;
    uint32_t moved = 0;
    for (uint32_t i = 0; i < x->surfaces.count && i < x->normalLMapIndices.count; i++) {
        uint32_t sheet = x->normalLMapIndices.data[i], size[2];
        if (sheet >= x->lightMaps.count)
            continue;
        sheet_size(x->lightMaps.data[sheet].lightMap, size);
        moved += fit_surface(x, &x->surfaces.data[i], size);
    }
    if (moved)
        tlb_dif_rebuild_report(r, TLB_CODE_DIF_REBUILT, "surfaces",
                               "%u %s moved on the light maps, which keep the light of before", moved,
                               tlb_plural(moved, "surface", "surfaces"));
}

#include "light_measures.h"
#include "base/context.h"
#include "formats/torque/dif/dif.h"
#include "image/image.h"

#include <math.h>
#include <stdlib.h>

/* What the compilers of the originals moved corners by, at most. */
static const double corner_moved = 6e-3;

typedef struct lit_interior {
    const tlb_dif_interior *x;
    tlb_image *sheets;
} lit_interior;

typedef struct lit_surface {
    const lit_interior *of;
    const tlb_dif_surface *surface;
    const tlb_image *sheet; /* NULL: it has none */
    float plane[4];
    uint32_t corners[TLB_DIF_MAX_WINDING], count;
} lit_surface;

static void *need(void *memory)
{
    if (!memory)
        abort();
    return memory;
}

static lit_interior read_sheets(tlb_context *context, tlb_arena *arena, const tlb_dif_interior *x)
{
    lit_interior lit = {x, need(tlb_zalloc_array(arena, x->lightMaps.count, sizeof *lit.sheets))};
    for (uint32_t i = 0; i < x->lightMaps.count; i++)
        if (tlb_image_decode(context, arena, x->lightMaps.data[i].lightMap, &lit.sheets[i]))
            abort();
    return lit;
}

static void take_surface(const lit_interior *lit, uint32_t index, lit_surface *taken)
{
    const tlb_dif_interior *x = lit->x;
    uint32_t sheet = x->normalLMapIndices.data[index];
    taken->of = lit;
    taken->surface = &x->surfaces.data[index];
    taken->sheet = sheet < x->lightMaps.count ? &lit->sheets[sheet] : NULL;
    taken->count = tlb_dif_surface_polygon(x, taken->surface, true, taken->corners);
    if (!tlb_dif_plane_of(x, taken->surface->planeIndex, true, taken->plane))
        abort();
}

/* --- where texels are -------------------------------------------------------------------------------- */

static const uint8_t (*pixel_of(const lit_surface *s, uint32_t x, uint32_t y))[4]
{
    return (const uint8_t(*)[4])s->sheet->pixels + ((size_t)y * s->sheet->width + x);
}

/* The middle of a texel of the sheet, on the surface's plane. */
static void place_of(const lit_surface *s, uint32_t x, uint32_t y, float point[3])
{
    const tlb_dif_surface *surface = s->surface;
    const uint8_t *axes = tlb_dif_light_map_axes[dif_axes_of(surface)];
    int third = 3 - axes[0] - axes[1];
    point[axes[0]] = (float)ldexp((x + 0.5) / s->sheet->width - (double)surface->texGenXDistance,
                                  surface->finalWord >> 6 & 63);
    point[axes[1]] = (float)ldexp((y + 0.5) / s->sheet->height - (double)surface->texGenYDistance,
                                  surface->finalWord & 63);
    point[third] = -(s->plane[axes[0]] * point[axes[0]] + s->plane[axes[1]] * point[axes[1]] + s->plane[3]) /
                   s->plane[third];
}

/* The texel of a surface at a point; NULL: outside of its part of the sheet. */
static const uint8_t (*texel_at(const lit_surface *s, const float point[3]))[4]
{
    const tlb_dif_surface *surface = s->surface;
    float uv[2];
    tlb_dif_light_map_uv(surface, point, uv);
    double x = floor((double)uv[0] * s->sheet->width) - surface->mapOffsetX,
           y = floor((double)uv[1] * s->sheet->height) - surface->mapOffsetY;
    if (x < 0 || y < 0 || x >= surface->mapSizeX || y >= surface->mapSizeY)
        return NULL;
    return pixel_of(s, surface->mapOffsetX + (uint32_t)x, surface->mapOffsetY + (uint32_t)y);
}

/* --- the same surface -------------------------------------------------------------------------------- */

static bool is_coplanar(const lit_surface *a, const lit_surface *b)
{
    double turned = 0;
    for (int i = 0; i < 3; i++)
        turned += (double)a->plane[i] * (double)b->plane[i];
    return turned > 0.9999 && fabs((double)(a->plane[3] - b->plane[3])) < corner_moved;
}

static bool has_corner(const lit_surface *s, const float at[3])
{
    for (uint32_t i = 0; i < s->count; i++) {
        const float *corner = s->of->x->points.data[s->corners[i]];
        double square = 0;
        for (int axis = 0; axis < 3; axis++)
            square += (double)(at[axis] - corner[axis]) * (double)(at[axis] - corner[axis]);
        if (square < corner_moved * corner_moved)
            return true;
    }
    return false;
}

static bool is_same(const lit_surface *a, const lit_surface *b)
{
    bool same = a->count == b->count;
    for (uint32_t i = 0; i < a->count && same; i++)
        same = has_corner(b, a->of->x->points.data[a->corners[i]]);
    return same;
}

/* Whether a point of the plane is in the polygon, which is clockwise. */
static bool is_inside(const lit_surface *s, const float point[3])
{
    for (uint32_t i = 0; i < s->count; i++) {
        const float *a = s->of->x->points.data[s->corners[i]];
        const float *b = s->of->x->points.data[s->corners[i + 1 < s->count ? i + 1 : 0]];
        double side = 0;
        for (int axis = 0; axis < 3; axis++) {
            int u = (axis + 1) % 3, v = (axis + 2) % 3;
            side += (double)s->plane[axis] * ((double)(point[u] - a[u]) * (double)(b[v] - a[v]) -
                                              (double)(point[v] - a[v]) * (double)(b[u] - a[u]));
        }
        if (side < 0)
            return false;
    }
    return true;
}

/* The texel at a point of a surface: of the surface that is the same, else of the one that is there. */
static const uint8_t (*other_texel(const lit_surface *s, const lit_surface *others, uint32_t count,
                                   const float point[3]))[4]
{
    const uint8_t(*found)[4] = NULL;
    for (uint32_t i = 0; i < count; i++) {
        if (!others[i].sheet || !is_coplanar(s, &others[i]))
            continue;
        if (is_same(s, &others[i]))
            return texel_at(&others[i], point);
        if (!found && is_inside(&others[i], point))
            found = texel_at(&others[i], point);
    }
    return found;
}

static bool is_within_one(const uint8_t a[4], const uint8_t b[4])
{
    bool within = true;
    for (int i = 0; i < 3; i++)
        within &= abs(a[i] - b[i]) <= 1;
    return within;
}

light_measures measure_light(tlb_context *context, const tlb_dif_interior *original,
                             const tlb_dif_interior *other)
{
    light_measures m = {{0, 0}, 0};
    tlb_arena arena;
    tlb_arena_init(&arena, context->account);
    lit_interior lit[2] = {read_sheets(context, &arena, original), read_sheets(context, &arena, other)};
    lit_surface *others = need(tlb_alloc_array(&arena, other->surfaces.count, sizeof *others)), s;
    for (uint32_t i = 0; i < other->surfaces.count; i++)
        take_surface(&lit[1], i, &others[i]);
    for (uint32_t i = 0; i < original->surfaces.count; i++) {
        take_surface(&lit[0], i, &s);
        uint32_t texels = s.sheet ? s.surface->mapSizeX * s.surface->mapSizeY : 0;
        for (uint32_t k = 0; k < texels; k++) {
            uint32_t x = s.surface->mapOffsetX + k % s.surface->mapSizeX,
                     y = s.surface->mapOffsetY + k / s.surface->mapSizeX;
            const uint8_t(*pixel)[4] = pixel_of(&s, x, y), (*found)[4];
            float point[3];
            if (!(*pixel)[0] && !(*pixel)[1] && !(*pixel)[2])
                continue;
            place_of(&s, x, y, point);
            found = other_texel(&s, others, other->surfaces.count, point);
            m.without += !found;
            m.texels.all += found != NULL;
            m.texels.right += found && is_within_one(*pixel, *found);
        }
    }
    tlb_arena_release(&arena);
    return m;
}

/* Convex polygons cut at planes, as trees are made and gone down. */
#include "formats/torque/dif/bsp.h"

#include <math.h>
#include <string.h>

static double distance(const float plane[4], const double point[3])
{
    return plane[0] * point[0] + plane[1] * point[1] + plane[2] * point[2] + plane[3];
}

bool tlb_dif_cover_plane(tlb_arena *arena, const float plane[4], const double middle[3], double reach,
                         dif_polygon_piece *piece)
{
    int axis = 0;
    for (int i = 1; i < 3; i++)
        if (fabsf(plane[i]) > fabsf(plane[axis]))
            axis = i;
    double u[3] = {0}, v[3], length = 0, off = distance(plane, middle);
    u[(axis + 1) % 3] = plane[axis];
    u[axis] = -plane[(axis + 1) % 3];
    for (int i = 0; i < 3; i++)
        length += u[i] * u[i];
    length = sqrt(length);
    for (int i = 0; i < 3; i++)
        u[i] /= length;
    for (int i = 0; i < 3; i++) {
        int a = (i + 1) % 3, b = (i + 2) % 3;
        v[i] = plane[a] * u[b] - plane[b] * u[a];
    }
    piece->count = 4;
    piece->corners = tlb_alloc_array(arena, 4, sizeof *piece->corners);
    for (int corner = 0; piece->corners && corner < 4; corner++)
        for (int i = 0; i < 3; i++)
            piece->corners[corner][i] =
                middle[i] - off * plane[i] +
                reach * ((corner & 2 ? -1 : 1) * u[i] + (corner == 1 || corner == 2 ? -1 : 1) * v[i]);
    return piece->corners != NULL;
}

bool tlb_dif_cut_piece(tlb_arena *arena, const dif_polygon_piece *piece, const float plane[4],
                       dif_polygon_piece *front)
{
    double(*corners)[3] = tlb_alloc_array(arena, piece->count + (size_t)2, sizeof *corners);
    uint32_t kept = 0;
    for (uint32_t i = 0; corners && i < piece->count; i++) {
        const double *a = piece->corners[i], *b = piece->corners[i + 1 < piece->count ? i + 1 : 0];
        double from = distance(plane, a), to = distance(plane, b);
        if (from >= 0 && kept < piece->count + 2)
            memcpy(corners[kept++], a, sizeof *corners);
        if ((from < 0) == (to < 0) || kept >= piece->count + 2)
            continue;
        for (int axis = 0; axis < 3; axis++)
            corners[kept][axis] = a[axis] + from / (from - to) * (b[axis] - a[axis]);
        kept++;
    }
    *front = (dif_polygon_piece){kept, corners};
    return corners != NULL;
}

void tlb_dif_measure_piece(const dif_polygon_piece *piece, const float plane[4], double *low, double *high)
{
    *low = INFINITY;
    *high = -INFINITY;
    for (uint32_t i = 0; i < piece->count; i++) {
        double at = distance(plane, piece->corners[i]);
        *low = fmin(*low, at);
        *high = fmax(*high, at);
    }
}

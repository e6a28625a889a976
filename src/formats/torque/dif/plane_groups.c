#include "formats/torque/dif/plane_groups.h"

enum { GROUPS = 8 };

/* Rounded once, as the exporter's processor did: ties have to fall as they did there. */
static float dot(const float a[4], const float b[4])
{
    return (float)((double)a[0] * b[0] + (double)a[1] * b[1] + (double)a[2] * b[2]);
}

static float *largest(dif_plane_groups *g, uint32_t a, uint32_t b)
{
    return a < b ? &g->largest[a][b] : &g->largest[b][a];
}

static void find_partner(dif_plane_groups *g, uint32_t group)
{
    uint32_t best = 0;
    for (uint32_t other = group + 1; other < g->count; other++)
        if (g->alive[other] && (!best || g->largest[group][other] < g->largest[group][best]))
            best = other;
    g->partner[group] = (uint8_t)best;
}

static uint32_t next_to_merge(const dif_plane_groups *g)
{
    uint32_t best = g->count;
    for (uint32_t a = 0; a < g->count; a++)
        if (g->alive[a] && g->partner[a] &&
            (best == g->count || g->largest[a][g->partner[a]] < g->largest[best][g->partner[best]]))
            best = a;
    return best;
}

static void merge(dif_plane_groups *g, uint32_t into, uint32_t from)
{
    g->alive[from] = false;
    g->left--;
    for (uint32_t plane = 0; plane < g->count; plane++)
        if (g->group[plane] == from)
            g->group[plane] = (uint8_t)into;
    for (uint32_t other = 0; other < g->count; other++)
        if (g->alive[other] && other != into && *largest(g, other, from) > *largest(g, other, into))
            *largest(g, other, into) = *largest(g, other, from);
    for (uint32_t other = 0; other < g->count; other++)
        if (g->alive[other] && (other == into || g->partner[other] == into || g->partner[other] == from))
            find_partner(g, other);
}

void dif_group_planes(dif_plane_groups *g, float planes[][4], uint32_t count, uint8_t *masks)
{
    g->count = g->left = count;
    for (uint32_t a = 0; a < count; a++) {
        g->group[a] = (uint8_t)a;
        g->alive[a] = true;
    }
    for (uint32_t a = 0; a < count && count > GROUPS; a++) {
        for (uint32_t b = a + 1; b < count; b++)
            g->largest[a][b] = dot(planes[a], planes[b]);
        find_partner(g, a);
    }
    while (g->left > GROUPS) {
        uint32_t into = next_to_merge(g);
        merge(g, into, g->partner[into]);
    }
    uint8_t bit[DIF_MOST_PLANES], next = 1;
    for (uint32_t a = 0; a < count; a++)
        if (g->alive[a]) {
            bit[a] = next;
            next = (uint8_t)(next << 1);
        }
    for (uint32_t a = 0; a < count; a++)
        masks[a] = bit[g->group[a]];
}

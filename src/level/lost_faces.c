/* Faces that a tree lost: rounding left nothing of them where a leaf should have listed them. */
#include "level/bsp.h"
#include "level/vector.h"

#include <string.h>

bool tlb_solid_winding(tlb_solid_maker *m, uint32_t first_corner, uint32_t count, uint32_t collinear,
                       tlb_winding *winding)
{
    const uint32_t *corners = m->solid->corners.data + first_corner;
    *winding = (tlb_winding){tlb_alloc_array(&m->scratch, count, sizeof *winding->corners), 0};
    for (uint32_t i = 0; winding->corners && i < count; i++) {
        if (collinear >> i & 1)
            continue;
        tlb_winding_corner *corner = &winding->corners[winding->count++];
        memcpy(corner->at, m->solid->points.data[corners[i]], sizeof corner->at);
        corner->edge = TLB_WINDING_LOOSE;
    }
    return winding->corners;
}

bool tlb_solid_face_winding(tlb_solid_maker *m, uint32_t face, tlb_winding *winding)
{
    const tlb_solid_face *f = &m->solid->faces.data[face];
    *winding = (tlb_winding){0};
    return tlb_solid_is_collision(m->solid->hulls.data[f->hull].kind) ||
           tlb_solid_winding(m, f->first_corner, f->corner_count, f->collinear, winding);
}

#define NO_LEAF UINT32_MAX

typedef struct finder {
    tlb_solid_maker *m;
    bool failed;
} finder;

/* A face no piece of which came where one should. */
typedef struct lost {
    tlb_winding winding;
    uint32_t plane;
    bool is_above;   /* the side of its plane that is looked at */
    uint32_t wanted; /* the bits of the leaf's number */
} lost;

/* A leaf of the wanted kind that the polygon reaches, without the bit of its kind; NO_LEAF: none. */
static uint32_t find_leaf(finder *f, const tlb_solid_nodes *nodes, uint32_t at, const lost *l)
{
    const uint32_t kinds = TLB_SOLID_LEAF | TLB_SOLID_EMPTY;
    if (at & kinds)
        return (at & kinds) == l->wanted ? at & ~kinds : NO_LEAF;
    const tlb_solid_node *node = &nodes->data[at];
    const tlb_solid_plane *planes = f->m->solid->planes.data;
    uint32_t found = NO_LEAF;
    unsigned sides = l->plane == node->plane ? 0 : tlb_winding_sides(&l->winding, &planes[node->plane]);
    if (!sides) {
        bool is_same = tlb_dot(planes[l->plane].normal, planes[node->plane].normal) > 0;
        return find_leaf(f, nodes, node->children[is_same != l->is_above], l);
    }
    lost halves[2] = {*l, *l};
    if (sides == (TLB_WINDING_ABOVE | TLB_WINDING_BELOW) &&
        !tlb_winding_split(&l->winding, planes, l->plane, node->plane, &f->m->scratch, &halves[0].winding,
                           &halves[1].winding)) {
        f->failed = true;
        return NO_LEAF;
    }
    if (sides & TLB_WINDING_ABOVE && halves[0].winding.count)
        found = find_leaf(f, nodes, node->children[0], &halves[0]);
    if (found == NO_LEAF && sides & TLB_WINDING_BELOW && halves[1].winding.count)
        found = find_leaf(f, nodes, node->children[1], &halves[1]);
    return found;
}

bool tlb_solid_find_lost(tlb_solid_maker *m, const tlb_solid_nodes *nodes, uint32_t root, uint32_t wanted,
                         tlb_solid_pairs *pairs)
{
    finder f = {.m = m};
    bool is_before = wanted & TLB_SOLID_EMPTY;
    uint8_t *has = tlb_zalloc(&m->scratch, m->solid->faces.count);
    for (uint32_t i = 0; has && i < pairs->count; i++)
        has[pairs->data[i].member] = 1;
    for (uint32_t i = 0; has && i < m->solid->faces.count && !f.failed; i++) {
        const tlb_solid_face *face = &m->solid->faces.data[i];
        lost l = {.plane = face->plane, .is_above = face->reversed != is_before, .wanted = wanted};
        if (has[i])
            continue;
        f.failed = !tlb_solid_face_winding(m, i, &l.winding);
        uint32_t leaf = l.winding.count ? find_leaf(&f, nodes, root, &l) : NO_LEAF;
        tlb_solid_pair *added = leaf == NO_LEAF ? NULL : TLB_PUSH(&m->scratch, pairs);
        f.failed |= leaf != NO_LEAF && !added;
        if (added)
            *added = (tlb_solid_pair){leaf, i};
    }
    return has && !f.failed;
}

/* The layout of an interior's geometry, versions 4, 5 and 7. The order is the file's. */
#include "formats/darkstar/dig/dig.h"

#include "formats/darkstar/shared/chunks.h"

enum {
    SPLIT_LEAVES = 7, /* the version from which solid and empty leaves are lists of their own */
    LAST_VERSION = 7
};

static const tlb_flag surface_flags[] = {
    {"link", TLB_DIG_LINK, TLB_DIG_LINK},
    {"applyAmbient", TLB_DIG_APPLY_AMBIENT, TLB_DIG_APPLY_AMBIENT},
    {"visibleToOutside", TLB_DIG_VISIBLE_TO_OUTSIDE, TLB_DIG_VISIBLE_TO_OUTSIDE},
    {"planeFront", TLB_DIG_PLANE_FRONT, TLB_DIG_PLANE_FRONT},
    {0},
};
static const tlb_flag geometry_flags[] = {{"lowDetail", TLB_DIG_LOW_DETAIL, TLB_DIG_LOW_DETAIL}, {0}};

static void walk_surface(tlb_walk *w, tlb_dig_surface *s)
{
    WALK_FLAGS(w, s, flags, surface_flags);
    WALK(w, s, material);
    WALK(w, s, tsX);
    WALK(w, s, tsY);
    WALK(w, s, toX);
    WALK(w, s, toY);
    WALK(w, s, planeIdx);
    WALK(w, s, vertIdx);
    WALK(w, s, pointIdx);
    WALK(w, s, numVerts);
    WALK(w, s, pointBytes);
    WALK(w, s, pad);
}

static void walk_node(tlb_walk *w, tlb_dig_node *n)
{
    WALK(w, n, planeIdx);
    WALK(w, n, front);
    WALK(w, n, back);
    WALK(w, n, fill);
}

static void walk_solid_leaf(tlb_walk *w, tlb_dig_solid_leaf *l)
{
    WALK(w, l, surfIdx);
    WALK(w, l, planeIdx);
    WALK(w, l, surfBytes);
    WALK(w, l, planeBytes);
}

static void walk_empty_leaf(tlb_walk *w, tlb_dig_empty_leaf *l)
{
    WALK(w, l, flags);
    WALK(w, l, surfBytes);
    WALK(w, l, pvsIdx);
    WALK(w, l, surfIdx);
    WALK(w, l, planeIdx);
    WALK_ROW(w, l, box);
    WALK(w, l, planeBytes);
    WALK(w, l, pad);
}

static void walk_leaf(tlb_walk *w, tlb_dig_leaf *l)
{
    WALK(w, l, flags);
    WALK(w, l, pvsBytes);
    WALK(w, l, pvsIdx);
    WALK(w, l, junk);
    WALK(w, l, surfBytes);
    WALK(w, l, planeBytes);
    WALK(w, l, surfIdx);
    WALK(w, l, planeIdx);
    WALK_ROW(w, l, box);
}

static void walk_vertex(tlb_walk *w, tlb_dig_vertex *v)
{
    WALK(w, v, pIdx);
    WALK(w, v, tIdx);
}

/* Nobody has seen version 6. */
static void walk_version(tlb_walk *w, const tlb_pers *pers)
{
    if (!w->status && pers->version != 4 && pers->version != 5 && pers->version != 7)
        tlb_walk_refuse(w, sizeof pers->version, TLB_CODE_BAD_VERSION, "version",
                        "unknown version %d, expected 4, 5 or 7", pers->version);
}

/* The counts come before all lists. */
static void walk_counts(tlb_walk *w, tlb_dig *dig)
{
    uint32_t bit_bytes = (uint32_t)dig->bits.size;
    walk_count(w, "numSurfaces", &dig->surfaces.count, TLB_U32);
    walk_count(w, "numBSPNodes", &dig->nodes.count, TLB_U32);
    if (dig->pers.version >= SPLIT_LEAVES) {
        walk_count(w, "numSolidLeafs", &dig->solidLeaves.count, TLB_U32);
        walk_count(w, "numEmptyLeafs", &dig->emptyLeaves.count, TLB_U32);
    } else
        walk_count(w, "numLeafs", &dig->leaves.count, TLB_U32);
    walk_count(w, "numPVSBits", &bit_bytes, TLB_U32);
    walk_count(w, "numVerts", &dig->verts.count, TLB_U32);
    walk_count(w, "numPoint3Fs", &dig->points3.count, TLB_U32);
    walk_count(w, "numPoint2Fs", &dig->points2.count, TLB_U32);
    walk_count(w, "numPlanes", &dig->planes.count, TLB_U32);
    if (w->direction == WALK_READ)
        dig->bits.size = bit_bytes;
}

static void walk_lists(tlb_walk *w, tlb_dig *dig)
{
    WALK_ROWS(w, dig, surfaces, 20, i)
        walk_surface(w, &dig->surfaces.data[i]);
    WALK_ROWS(w, dig, nodes, 8, i)
        walk_node(w, &dig->nodes.data[i]);
    if (dig->pers.version >= SPLIT_LEAVES) {
        WALK_ROWS(w, dig, solidLeaves, 12, i)
            walk_solid_leaf(w, &dig->solidLeaves.data[i]);
        WALK_ROWS(w, dig, emptyLeaves, 44, i)
            walk_empty_leaf(w, &dig->emptyLeaves.data[i]);
    } else
        WALK_ROWS(w, dig, leaves, 48, i)
            walk_leaf(w, &dig->leaves.data[i]);
    tlb_walk_bytes(w, "bits", &dig->bits);
    WALK_ROWS(w, dig, verts, 4, i)
        walk_vertex(w, &dig->verts.data[i]);
    WALK_VECTORS(w, dig, points3);
    WALK_VECTORS(w, dig, points2);
    WALK_VECTORS(w, dig, planes);
}

static void walk_geometry(tlb_walk *w, tlb_dig *dig)
{
    WALK_DEFAULT(w, &dig->pers, version, LAST_VERSION);
    pers_chunk chunk = tlb_darkstar_pers_open(w, &dig->pers);
    tlb_darkstar_pers_class(w, &dig->pers, DIG_CLASS);
    walk_version(w, &dig->pers);
    WALK(w, dig, buildId);
    WALK(w, dig, textureScale);
    WALK_ROW(w, dig, box);
    walk_counts(w, dig);
    walk_lists(w, dig);
    WALK(w, dig, highestMip);
    WALK_FLAGS(w, dig, flags, geometry_flags);
    tlb_darkstar_pers_close(w, &dig->pers, &chunk);
    tlb_walk_remaining(w, "tail", &dig->tail);
}

void tlb_dig_walk(tlb_walk *w, void **root)
{
    if (!*root && !(*root = tlb_zalloc(w->arena, sizeof(tlb_dig))))
        tlb_walk_no_memory(w);
    else
        walk_geometry(w, *root);
}

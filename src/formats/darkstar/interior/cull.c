/* The surfaces that no open leaf sees. */
#include "formats/darkstar/interior/interior.h"

#include "scene/inspect/open_leaf.h"

static const float off_plane = 0.05f; /* planes and points of real files differ by so much at most */

static tlb_leaf_kind look(const void *user, uint32_t child, float plane[4], uint32_t children[2])
{
    const tlb_dig *dig = user;
    int32_t number = (int32_t)child;
    tlb_dig_leaf_info leaf;
    children[0] = children[1] = child;
    if (number < 0)
        return tlb_dig_leaf_at(dig, (uint32_t)(-(number + 1)), &leaf) && leaf.solid ? TLB_LEAF_SOLID
                                                                                    : TLB_LEAF_OPEN;
    if (child < dig->nodes.count && dig->nodes.data[child].planeIdx < dig->planes.count) {
        const tlb_dig_node *node = &dig->nodes.data[child];
        memcpy(plane, dig->planes.data[node->planeIdx], 4 * sizeof *plane);
        children[0] = (uint32_t)(int32_t)node->front;
        children[1] = (uint32_t)(int32_t)node->back;
    }
    return TLB_LEAF_NONE;
}

/* The tree ends at the box; beyond it is the open. */
static bool faces_outside(const tlb_dig *dig, const tlb_dig_surface *surface, const float plane[4])
{
    for (int side = 0; side < 6; side++) {
        int axis = side % 3;
        bool on = side < 3 ? plane[axis] < 0 : plane[axis] > 0;
        for (uint32_t i = 0; on && i < surface->numVerts; i++)
            on = fabsf(dig_corner(dig, surface, i)[axis] - dig->box[side]) <= off_plane;
        if (on)
            return true;
    }
    return false;
}

bool tlb_interior_is_seen(const tlb_dig *dig, const tlb_dig_surface *surface)
{
    const tlb_leaf_tree tree = {.user = dig, .off = off_plane, .look = look};
    float plane[4];
    if (!dig->nodes.count || !tlb_dig_surface_plane(dig, surface, plane) ||
        faces_outside(dig, surface, plane))
        return true;
    for (uint32_t i = 2; i < surface->numVerts; i++) {
        const float *corners[3] = {dig_corner(dig, surface, 0), dig_corner(dig, surface, i - 1),
                                   dig_corner(dig, surface, i)};
        if (tlb_faces_open_leaf(&tree, corners, plane))
            return true;
    }
    return false;
}

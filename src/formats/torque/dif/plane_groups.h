/* The eight groups that the planes of a polylist string are sorted into. */
#ifndef TLB_FORMATS_TORQUE_DIF_PLANE_GROUPS_H
#define TLB_FORMATS_TORQUE_DIF_PLANE_GROUPS_H

#include <stdbool.h>
#include <stdint.h>

enum { DIF_MOST_PLANES = UINT8_MAX }; /* a byte counts them */

/* Each plane begins as a group. Of all pairs of groups the one whose largest dot product of normals is the
 * smallest becomes one, until eight are left. */
typedef struct dif_plane_groups {
    uint32_t count, left; /* planes; groups */
    bool alive[DIF_MOST_PLANES];
    uint8_t group[DIF_MOST_PLANES];                  /* of a plane */
    float largest[DIF_MOST_PLANES][DIF_MOST_PLANES]; /* dot product of two groups, the lower first */
    uint8_t partner[DIF_MOST_PLANES]; /* the later group with which it is the smallest; 0 for the last */
} dif_plane_groups;

/* Sets the mask of each plane: the bit of its group, which come in the order of their first planes. */
void dif_group_planes(dif_plane_groups *groups, float planes[][4], uint32_t count, uint8_t *masks);

#endif

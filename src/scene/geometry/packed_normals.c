#include "scene/geometry/packed_normals.h"

#include <math.h>

enum { NORMALS = 256 };

static const float normals[NORMALS][3] = {
#include "scene/geometry/packed_normals.inc"
};

const float *tlb_packed_normal(uint8_t number)
{
    return normals[number];
}

uint8_t tlb_pack_normal(const float normal[3])
{
    int nearest = 0;
    float least = INFINITY;
    for (int i = 0; i < NORMALS; i++) {
        const float *n = normals[i];
        float x = n[0] - normal[0], y = n[1] - normal[1], z = n[2] - normal[2];
        float distance = x * x + y * y + z * z;
        if (distance < least) {
            least = distance;
            nearest = i;
        }
    }
    return (uint8_t)nearest;
}

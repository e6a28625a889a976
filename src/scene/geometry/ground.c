#include "scene/geometry/ground.h"

tlb_ground tlb_ground_at(const tlb_ground_square *q, float u, float v)
{
    bool south = q->rises ? u >= v : u + v <= 1, west = q->rises ? !south : south;
    tlb_ground ground = {.slope_x = south ? q->south_east - q->south_west : q->north_east - q->north_west,
                         .slope_y = west ? q->north_west - q->south_west : q->north_east - q->south_east};
    ground.height = q->rises || south ? q->south_west + u * ground.slope_x + v * ground.slope_y
                                      : q->north_east - (1 - u) * ground.slope_x - (1 - v) * ground.slope_y;
    ground.slope_x /= q->side;
    ground.slope_y /= q->side;
    return ground;
}

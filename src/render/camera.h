/* Where a picture is taken from. */
#ifndef TLB_RENDER_CAMERA_H
#define TLB_RENDER_CAMERA_H

#include "render/stage.h"

/* From outside the whole stage fills the picture. The angles, in degrees, say where the camera is: yaw from
 * +Z towards +X, pitch upwards. From inside it stands at a point, and they say where it looks: yaw from -Z
 * towards -X (a turn to the left), pitch upwards. */
typedef struct tlb_view {
    bool inside;
    bool to_be_found; /* inside: by tlb_inside_find, before cameras are placed */
    double yaw, pitch;
    float point[3];
} tlb_view;

typedef struct tlb_camera {
    double right[3], up[3], back[3]; /* its axes in the world: it looks against `back` */
    double position[3];
    double slope[2]; /* of the picture's edges, right and top, from its middle */
    double nearest, farthest;
} tlb_camera;

/* `count` cameras, each turned further by an equal part of a full circle; from outside they go around the
 * middle of the stage. `aspect` is the picture's width over its height. */
void tlb_cameras_place(tlb_camera *cameras, uint32_t count, const tlb_stage *stage, const tlb_view *view,
                       double aspect);

/* From what is looked at to a camera outside, as a vector of length 1. */
void tlb_view_back(double yaw, double pitch, double back[3]);

/* From the world to clip coordinates, column-major, of a part of the picture: `low` and `high` are its
 * corners, from -1, -1 (bottom left) to 1, 1. */
void tlb_camera_matrix(const tlb_camera *camera, const double low[2], const double high[2], float out[16]);

#endif

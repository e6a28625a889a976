/* From where pictures and pages look at a scene. */
#ifndef TLB_FORMATS_INTERCHANGE_SHARED_VIEWPOINT_H
#define TLB_FORMATS_INTERCHANGE_SHARED_VIEWPOINT_H

#include "core/format.h"

/* Of an option's row. */
#define OPTION_VIEW                                                                                          \
    "view", "VIEW",                                                                                          \
        "viewpoint: front, back, left, right, top, three-quarter, file (stored in the file), inside or "     \
        "inside:X,Y,Z,YAW,PITCH (meters, Y up; degrees, yaw 0 along -Z, positive to the left) "              \
        "(default: three-quarter, front for flat models)"

/* The view that is wanted, with the scene's first camera as a point. TLB_ARGUMENT, and reported: it has none.
 */
tlb_status tlb_view_chosen(const tlb_conversion *conversion, const tlb_scene *scene,
                           const tlb_view_option *wanted, tlb_view_option *view);

#endif

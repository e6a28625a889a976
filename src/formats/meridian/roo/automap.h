/* The map of a room as clients draw it: walls seen from above. */
#ifndef TLB_FORMATS_MERIDIAN_ROO_AUTOMAP_H
#define TLB_FORMATS_MERIDIAN_ROO_AUTOMAP_H

#include "formats/meridian/roo/roo.h"

typedef struct roo_map_line {
    double start[2], end[2]; /* client units: x east, y south */
    bool always;             /* on the map before it was seen */
} roo_map_line;

typedef struct roo_automap {
    TLB_LIST(roo_map_line) lines;
    double low[2], high[2]; /* of the room's box and all lines */
} roo_automap;

/* False without memory. */
bool roo_make_automap(tlb_arena *arena, const tlb_roo *room, roo_automap *map);

/* roo_automap_picture.c: the map as a scene that is a picture; --size fits it into WxH. */
tlb_status roo_draw_automap(const tlb_roo *room, tlb_scene *scene, const tlb_conversion *conversion);

/* roo_automap_svg.c */
extern const tlb_format tlb_format_svg;

#endif

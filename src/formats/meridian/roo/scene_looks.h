/* What is packed into looks and groups. */
#ifndef TLB_FORMATS_MERIDIAN_ROO_SCENE_LOOKS_H
#define TLB_FORMATS_MERIDIAN_ROO_SCENE_LOOKS_H

#include "formats/meridian/roo/scene.h"

/* Looks of one bitmap stand together where nothing flickers. */
typedef struct roo_look_parts {
    uint16_t bitmap;
    uint8_t animation_speed;
    uint8_t scroll_speed, scroll_direction; /* 0 speed: it stands still */
    bool on_wall;                           /* of what scrolls */
    bool see_through;                       /* index 254 is not drawn */
    bool no_htile;
    bool backwards; /* of what scrolls on a wall */
    uint8_t flicker;
} roo_look_parts;

static inline roo_look roo_pack_look(const roo_look_parts *p)
{
    return (roo_look)p->flicker << 40 | (roo_look)p->backwards << 32 | (roo_look)p->bitmap << 16 |
           (roo_look)p->animation_speed << 8 | (roo_look)p->scroll_speed << 6 |
           (roo_look)p->scroll_direction << 3 | (roo_look)p->see_through << 2 | (roo_look)p->on_wall << 1 |
           (roo_look)p->no_htile;
}

static inline roo_look_parts roo_unpack_look(roo_look look)
{
    return (roo_look_parts){.bitmap = (uint16_t)(look >> 16),
                            .animation_speed = (uint8_t)(look >> 8),
                            .scroll_speed = look >> 6 & 3,
                            .scroll_direction = look >> 3 & 7,
                            .see_through = look >> 2 & 1,
                            .on_wall = look >> 1 & 1,
                            .no_htile = look & 1,
                            .backwards = look >> 32 & 1,
                            .flicker = (uint8_t)(look >> 40)};
}

/* Milliseconds for a pixel, a 64th of a square. */
static inline int roo_scroll_period(const roo_look_parts *p)
{
    static const int periods[2][4] = {{0, 12, 6, 2}, {0, 96, 32, 8}};
    return periods[p->on_wall][p->scroll_speed];
}

/* What behaves alike: a kind, the server's name, and flags. */
enum {
    ROO_GROUP_KIND_SHIFT = 24,
    ROO_GROUP_ID_SHIFT = 8,
    /* of sectors */
    ROO_GROUP_DEPTH_MASK = 3,
    ROO_GROUP_FLICKER = 4,
    ROO_GROUP_NO_MOVE = 8,
    /* of walls */
    ROO_GROUP_PASSABLE = 1,
    ROO_GROUP_MAP_NEVER = 2,
    ROO_GROUP_MAP_ALWAYS = 4,
    ROO_GROUP_NO_LOOK_THROUGH = 8
};

#endif

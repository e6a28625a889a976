/* What the blocks of a room's map hold, for both directions. */
#ifndef TLB_FORMATS_MERIDIAN_UDMF_ROOM_H
#define TLB_FORMATS_MERIDIAN_UDMF_ROOM_H

#include "formats/meridian/udmf/udmf.h"

typedef struct udmf_room {
    uint32_t version; /* 0: none is named */
    tlb_roo_dialect dialect;
    int32_t id;
    uint32_t builder; /* a roo_arithmetic: ROO_INTEGER: the usual one of the version */
    bool has_grids, has_flat_grids, has_outside; /* as tlb_roo_building's parts of the same names */
} udmf_room;

typedef struct udmf_line {
    int32_t v1, v2, front, back; /* from 0; -1: none */
    uint32_t owner;              /* its block, from 1, where it was read */
    double upper[4];             /* x0, y0, x1, y1 of the wall: leftovers of old builders */
    bool has_upper;
    bool is_flipped;                        /* the front is the - side */
    bool is_blocking, is_hidden, is_mapped; /* for editors: written, never read */
} udmf_line;

/* The upper half of a coordinate with that lower half. */
static inline uint16_t udmf_sign(int16_t lower)
{
    return lower < 0 ? UINT16_MAX : 0;
}

typedef struct udmf_side {
    uint32_t owner; /* its block, from 1, where it was read */
    int32_t sector;
    int16_t x_offset, y_offset;
    bool is_absent;
    tlb_roo_sidedef sidedef;
} udmf_side;

typedef struct udmf_sector {
    bool is_void;
    bool has_plane[2]; /* the slopes' planes are given: floor, ceiling */
    tlb_roo_sector sector;
} udmf_sector;

void tlb_udmf_walk_room(udmf_fields *f, udmf_room *room);
void tlb_udmf_walk_vertex(udmf_fields *f, int16_t at[2]);
void tlb_udmf_walk_line(udmf_fields *f, udmf_line *line);
void tlb_udmf_walk_side(udmf_fields *f, udmf_side *side);
/* The box is the room's; NULL when it is read. */
void tlb_udmf_walk_sector(udmf_fields *f, const tlb_roo_box *box, udmf_sector *sector);
/* `text` has room for a comment in hexadecimal. */
enum { UDMF_COMMENT = 64 };
void tlb_udmf_walk_thing(udmf_fields *f, bool is_full, tlb_roo_thing *thing, char text[2 * UDMF_COMMENT]);

#endif

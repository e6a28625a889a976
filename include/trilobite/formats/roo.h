/* Meridian 59 rooms (.roo), versions 9 to 15: the document, typed. Where the rules come from, and what real
 * files do, is in docs/formats/roo.md.
 *
 * A room is in its file twice: as the editor's walls (editorWalls, with sidedefs and sectors), and as
 * what roomedit compiles from them: a BSP tree (nodes) whose planes hold split walls (clientWalls). Clients
 * read the compiled part, the editor its own; the server reads its grids.
 *
 * One struct serves all versions. Numbers that a version stores as integers and another as floats are doubles
 * here: both fit without loss, and what is read is written back bit for bit. Writing a version of integers, a
 * double that is no 32-bit integer fails with VALUE_TOO_LARGE.
 *
 * Units: client ("fine") units, 1024 a square, x east, y SOUTH, z up; editor units, 64 a square, x east, y
 * NORTH; so 1 editor unit is 16 client units. A field's comment says which.
 *
 * References count from 1, 0 is none; the sectors of editor walls alone count from 0, -1 is none. */
#ifndef TRILOBITE_FORMATS_ROO_H
#define TRILOBITE_FORMATS_ROO_H

#include "trilobite/document.h"
#include "trilobite/options.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    TLB_ROO_FIRST_VERSION = 9,
    TLB_ROO_LAST_VERSION = 15,
    TLB_ROO_SQUARE = 1024,      /* client units a square */
    TLB_ROO_EDITOR_SQUARE = 64, /* editor units a square */
    TLB_ROO_EDITOR_UNIT = 16    /* client units an editor unit */
};

/* Version 13 is two formats: OpenMeridian's of 2014 (integers) and the official repository's of 2023
 * (floats). Other versions are of one kind each, whatever this says. */
typedef enum tlb_roo_dialect { TLB_ROO_O, TLB_ROO_M } tlb_roo_dialect;

/* Versions to write. */
typedef enum tlb_roo_target {
    TLB_ROO_TO_9 = 9,
    TLB_ROO_TO_10,
    TLB_ROO_TO_11,
    TLB_ROO_TO_12,
    TLB_ROO_TO_13O, /* 13 of OpenMeridian */
    TLB_ROO_TO_14,
    TLB_ROO_TO_15,
    TLB_ROO_TO_13M /* 13 of the official builder */
} tlb_roo_target;

/* With which password a file is encrypted; the document is always the decrypted one. */
typedef enum tlb_roo_encryption {
    TLB_ROO_PLAIN,
    TLB_ROO_PASSWORD_10, /* that of clients up to version 11 */
    TLB_ROO_PASSWORD_12  /* that of clients from version 12 on */
} tlb_roo_encryption;

/* --- BSP tree ----------------------------------------------------------------------------------------- */

typedef double tlb_roo_point[2];

typedef enum tlb_roo_node_type { TLB_ROO_INTERNAL = 1, TLB_ROO_LEAF = 2 } tlb_roo_node_type;

/* The root is the first. Children follow their parent: node, + subtree, - subtree. */
typedef struct tlb_roo_node {
    uint8_t type;  /* tlb_roo_node_type, nothing else */
    double box[4]; /* x0, y0, x1, y1: least and greatest; client units */

    /* Internal. A point with a*x + b*y + c > 0 lies in the + child, < 0 in the - child. (a, b) is of any
     * length. */
    double a, b, c;
    uint16_t positiveChild, negativeChild; /* nodes, from 1; 0: none */
    uint16_t firstWall;                    /* client wall in this plane, from 1; 0: none */

    /* Leaf. */
    uint16_t sector;                 /* from 1. Old builders also wrote 1 for leaves outside every sector */
    TLB_ARRAY(tlb_roo_point) points; /* x, y; client units; clockwise seen from above */
} tlb_roo_node;

/* --- walls -------------------------------------------------------------------------------------------- */

/* A wall, or the piece of one that a split left, on a plane of the tree. Its + side is on the right going
 * from start to end. Offsets move the texture, in 64ths of a square: 1 is `shrink` pixels of the bitmap
 * (bgf.h); x to the left as its side sees it, y down. */
typedef struct tlb_roo_client_wall {
    uint16_t next;                             /* client wall in the same plane, from 1; 0: the last */
    uint16_t positiveSidedef, negativeSidedef; /* from 1; 0: none */
    double start[2], end[2];                   /* x, y; client units */
    double length;                             /* editor units */
    int16_t positiveXOffset, negativeXOffset, positiveYOffset, negativeYOffset;
    uint16_t positiveSector, negativeSector; /* from 1; 0: none */
} tlb_roo_client_wall;

/* A wall as drawn in the editor. Editor units, y NORTH; the + side is on the right here too.
 * On disk coordinates have 32 bits, of which tools write and read the lower 16; the upper are the sign's copy
 * in good files and leftovers in others, kept as they are. */
typedef struct tlb_roo_editor_wall {
    uint16_t positiveSidedef, negativeSidedef; /* from 1; 0: none */
    int16_t positiveXOffset, negativeXOffset, positiveYOffset, negativeYOffset;
    int16_t positiveSector, negativeSector; /* from 0; -1: none */
    int16_t x0, y0, x1, y1;
    uint16_t x0Upper, y0Upper, x1Upper, y1Upper; /* 0 or 65535 by the sign; anything in old files */
} tlb_roo_editor_wall;

enum {
    TLB_ROO_WALL_BACKWARDS = 1 << 0,   /* mirrored left to right */
    TLB_ROO_WALL_TRANSPARENT = 1 << 1, /* the normal part has holes */
    TLB_ROO_WALL_PASSABLE = 1 << 2,
    TLB_ROO_WALL_MAP_NEVER = 1 << 3,
    TLB_ROO_WALL_MAP_ALWAYS = 1 << 4,
    TLB_ROO_WALL_NO_LOOK_THROUGH = 1 << 5,    /* transparent, but nothing is behind it */
    TLB_ROO_WALL_ABOVE_BOTTOM_UP = 1 << 6,    /* else top down */
    TLB_ROO_WALL_BELOW_TOP_DOWN = 1 << 7,     /* else bottom up */
    TLB_ROO_WALL_NORMAL_TOP_DOWN = 1 << 8,    /* else bottom up */
    TLB_ROO_WALL_NO_VTILE = 1 << 9,           /* the normal part is drawn once */
    TLB_ROO_WALL_SCROLL_SPEED_SHIFT = 10,     /* 2 bits: 0 none, 1 slow, 2 medium, 3 fast */
    TLB_ROO_WALL_SCROLL_DIRECTION_SHIFT = 12, /* 3 bits: 0 N, 1 NE, … 7 NW */
    TLB_ROO_WALL_NO_HTILE = 1 << 17           /* official repository since 2023 */
};

/* What a side of walls looks like. Equal ones are stored once. */
typedef struct tlb_roo_sidedef {
    uint16_t id;                                     /* the server's name for it */
    uint16_t normalBitmap, aboveBitmap, belowBitmap; /* grdNNNNN.bgf; 0: none */
    uint32_t flags;                                  /* TLB_ROO_WALL_… */
    uint8_t animationSpeed;                          /* tenths of a frame per second; overrides scrolling */
} tlb_roo_sidedef;

/* --- sectors ------------------------------------------------------------------------------------------ */

enum {
    TLB_ROO_SECTOR_DEPTH_MASK = 3,             /* wading: 0 none, 1 shallow, 2 deep, 3 very deep */
    TLB_ROO_SECTOR_SCROLL_SPEED_SHIFT = 2,     /* 2 bits */
    TLB_ROO_SECTOR_SCROLL_DIRECTION_SHIFT = 4, /* 3 bits: 0 N, 1 NE, … 7 NW */
    TLB_ROO_SECTOR_SCROLL_FLOOR = 1 << 7,
    TLB_ROO_SECTOR_SCROLL_CEILING = 1 << 8,
    TLB_ROO_SECTOR_FLICKER = 1 << 9,
    TLB_ROO_SECTOR_SLOPED_FLOOR = 1 << 10,   /* floorSlope is there */
    TLB_ROO_SECTOR_SLOPED_CEILING = 1 << 11, /* ceilingSlope is there */
    TLB_ROO_SECTOR_NO_MOVE = 1 << 13         /* OpenMeridian */
};

/* A vertex of the editor that the slope goes through. Editor units, y NORTH. */
typedef struct tlb_roo_slope_vertex {
    int16_t x, y, z;
} tlb_roo_slope_vertex;

typedef struct tlb_roo_slope {
    double plane[4];         /* a*x + b*y + c*z + d = 0 in client units, |(a, b, c)| = 1024; c > 0 in floors,
                              * c < 0 in ceilings */
    double textureOrigin[2]; /* x, y; client units */
    int32_t textureAngle;    /* 4096 a turn; of the texture's u axis */
    tlb_roo_slope_vertex vertices[3];
} tlb_roo_slope;

typedef struct tlb_roo_sector {
    uint16_t id;                            /* the server's name for it */
    uint16_t floorBitmap, ceilingBitmap;    /* grdNNNNN.bgf; 0: sky */
    uint16_t textureX, textureY;            /* origin of both textures, editor units */
    uint16_t floorHeight, ceilingHeight;    /* editor units; of what is not sloped */
    uint8_t light;                          /* 0 to 127: its own; 128 to 255: ambient, 192 neutral */
    uint32_t flags;                         /* TLB_ROO_SECTOR_… */
    uint8_t animationSpeed;                 /* tenths of a frame per second; 0 in version 9, which has none */
    tlb_roo_slope floorSlope, ceilingSlope; /* where the flags say so, else zero */
} tlb_roo_sector;

/* --- things, grids ------------------------------------------------------------------------------------ */

/* Files with up to two things store x and y alone. Two are opposite corners of the room's box. */
typedef struct tlb_roo_thing {
    int32_t type, angle; /* degrees */
    int32_t x, y;        /* editor units, y NORTH */
    int32_t when, exitX, exitY, flags;
    tlb_text comment; /* up to 64 bytes; shorter ones are filled up with zeros */
} tlb_roo_thing;

enum {
    TLB_ROO_FLAG_FLOOR = 1,         /* of flagGrid: a floor is there */
    TLB_ROO_HI_RES_WALKABLE = 1,    /* of hiResGrid */
    TLB_ROO_HI_RES_MOVE_SHIFT = 1,  /* 8 bits: N, NE, E, SE, S, SW, W, NW */
    TLB_ROO_HI_RES_HEIGHT_SHIFT = 9 /* of the floor, editor units, unsigned */
};

/* The server section. Row 0 is the north. Move grids: bit 0 set when one can go N, bit 1 NE, … bit 7 NW.
 * Every grid is row by row; pointers are NULL where there is nothing. */
typedef struct tlb_roo_server {
    bool present;
    uint32_t rows, cols;
    uint8_t *moveGrid, *flagGrid;  /* rows * cols each; moveGrid is the players' */
    bool hasMonsterGrid;           /* in versions 12 to 14 */
    uint8_t *monsterGrid;          /* rows * cols */
    bool hasHiResGrid;             /* in versions 13-O and 14 */
    uint32_t hiResRows, hiResCols; /* cells of 256 client units */
    uint32_t *hiResGrid;           /* hiResRows * hiResCols: TLB_ROO_HI_RES_… */
} tlb_roo_server;

/* --- the room ----------------------------------------------------------------------------------------- */

/* Bytes that no part claims, before a part or after the last. */
typedef enum tlb_roo_gap {
    TLB_ROO_BEFORE_MAIN,
    TLB_ROO_BEFORE_NODES,
    TLB_ROO_BEFORE_CLIENT_WALLS,
    TLB_ROO_BEFORE_EDITOR_WALLS,
    TLB_ROO_BEFORE_SIDEDEFS,
    TLB_ROO_BEFORE_SECTORS,
    TLB_ROO_BEFORE_THINGS,
    TLB_ROO_BEFORE_SERVER,
    TLB_ROO_AT_END,
    TLB_ROO_GAPS
} tlb_roo_gap;

typedef struct tlb_roo {
    uint32_t version;              /* versions above 15 are read as 15 is, below 9 as 9 is */
    tlb_roo_dialect dialect;       /* of version 13 */
    tlb_roo_encryption encryption; /* written again with it */
    uint32_t security;             /* as stored; tlb_roo_security computes it */
    int32_t width, height;         /* client units; the box of the things */
    TLB_ARRAY(tlb_roo_node) nodes;
    TLB_ARRAY(tlb_roo_client_wall) clientWalls;
    TLB_ARRAY(tlb_roo_editor_wall) editorWalls;
    TLB_ARRAY(tlb_roo_sidedef) sidedefs;
    TLB_ARRAY(tlb_roo_sector) sectors;
    /* How many more the section's count claims than are stored: 0 except in damaged files. */
    uint32_t clientWallsMissing, editorWallsMissing, sidedefsMissing;
    TLB_ARRAY(tlb_roo_thing) things;
    bool hasRoomId; /* very old files end before it */
    int32_t roomId;
    tlb_roo_server server;
    tlb_bytes gaps[TLB_ROO_GAPS]; /* empty but in odd files */
} tlb_roo;

/* The document's own ROO; NULL when it is of another format. Saving writes `security` as it is:
 * tlb_document_update sets it after a change, with all else that follows from walls and sectors;
 * tlb_roo_security computes it alone. */
TLB_API tlb_roo *tlb_document_roo(tlb_document *document);

/* Whether coordinates, planes and lengths are floats: versions 13-M, 14 and 15. */
TLB_API bool tlb_roo_is_float(const tlb_roo *roo);

/* The value that the field `security` should have. */
TLB_API uint32_t tlb_roo_security(const tlb_roo *roo);

/* Editor units: a box, and whether there was anything to take it from. */
typedef struct tlb_roo_box {
    int32_t left, bottom, right, top;
    bool empty;
} tlb_roo_box;

/* What client coordinates are measured from: the box of the things, of the editor's vertices when there are
 * fewer than two things. client x = (editor x - left) * 16, client y = (top - editor y) * 16. */
TLB_API tlb_roo_box tlb_roo_box_of(const tlb_roo *roo);

/* Height of a sector's floor or ceiling at a point, all in client units; not rounded (clients round to whole
 * units). A vertical slope (c is 0) gives the flat height. */
TLB_API double tlb_roo_floor_at(const tlb_roo_sector *sector, double x, double y);
TLB_API double tlb_roo_ceiling_at(const tlb_roo_sector *sector, double x, double y);

/* --- options of conversions ----------------------------------------------------------------------------- */

/* What happens to leaves outside every sector. Builders before March 2015 kept them, with sector 1. */
typedef enum tlb_roo_outside {
    TLB_ROO_OUTSIDE_AS_IT_WAS, /* kept if the room has such leaves and is of integers */
    TLB_ROO_OUTSIDE_DROP,
    TLB_ROO_OUTSIDE_KEEP
} tlb_roo_outside;

typedef struct tlb_roo_read_options {
    tlb_format_options head;
    bool editor;          /* the editor's walls and things, the server's grids */
    bool automap;         /* the map drawn by the game client instead of the model */
    tlb_size_option size; /* of the automap; default: 1024 x 768 */
    const char *kod; /* folder or archive of the server's programs, whose objects are added; NULL: none */
} tlb_roo_read_options;

typedef struct tlb_roo_write_options {
    tlb_format_options head;
    tlb_roo_target version; /* 0: unchanged */
    bool encrypt, decrypt;
    bool rebuild;            /* BSP tree, walls, slopes and grids (roo_build.h) */
    tlb_roo_outside outside; /* when rebuilding */
} tlb_roo_write_options;

#define TLB_ROO_READ_OPTIONS_INIT  TLB_FORMAT_OPTIONS_INIT(tlb_roo_read_options)
#define TLB_ROO_WRITE_OPTIONS_INIT TLB_FORMAT_OPTIONS_INIT(tlb_roo_write_options)

#ifdef __cplusplus
}
#endif
#endif

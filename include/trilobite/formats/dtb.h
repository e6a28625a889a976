/* A block of a Darkstar terrain (.dtb): heights, the material of each square, and the light that falls on
 * them. Which blocks a terrain has, and where, its .dtf says (dtf.h).
 *
 * Names are the description's. Rows go from south to north, values in them from west to east; heights are
 * meters. Sources of the rules: docs/formats/dtf.md. */
#ifndef TRILOBITE_FORMATS_DTB_H
#define TRILOBITE_FORMATS_DTB_H

#include "trilobite/document.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    TLB_DTB_LAST_VERSION = 5,
    TLB_DTB_MOST_SQUARES = 1024, /* a side, that the library reads; the games have 64 and 256 */
    TLB_DTB_PIN_MAPS = 11
};

/* A row of versions 1 to 3, but for the first and the last: h[0] = first, h[i] = h[i - 1] + deltas[i - 1] *
 * scale, and at the end last. */
typedef struct tlb_dtb_row {
    float scale, first;
    TLB_ARRAY(int8_t) deltas; /* sizeX - 1 */
    float last;
} tlb_dtb_row;

enum {
    TLB_DTB_ROTATED = 1,        /* in tlb_dtb_square.flags: clockwise by 90 degrees, after the mirrors */
    TLB_DTB_MIRRORED_X = 2,     /* left and right */
    TLB_DTB_MIRRORED_Y = 4,     /* top and bottom */
    TLB_DTB_ORIENTATION = 7,    /* all three */
    TLB_DTB_EMPTY_LEVEL = 0x38, /* not 0: there is a hole, in full detail at least */
    TLB_DTB_MODIFIED = 0x80     /* by the editor */
};

typedef struct tlb_dtb_square {
    uint8_t flags;
    uint8_t index; /* of the material */
} tlb_dtb_square;

/* Which squares coarser meshes must keep: for each level of detail a tree of bits. */
typedef struct tlb_dtb_pin_map {
    TLB_ARRAY(uint8_t) bits;
} tlb_dtb_pin_map;

/* `stream`: as stored, where it is not what the original program makes of the values. */
typedef struct tlb_dtb {
    uint32_t version;   /* 0 to 5 */
    char id[16];        /* "block-0" */
    int32_t details;    /* a block has 2^(details - 1) squares a side */
    int32_t lightScale; /* 2^lightScale luxels a square and side; negative: no light */
    float hMin, hMax;
    int32_t sizeX, sizeY;     /* in squares */
    TLB_ARRAY(float) heights; /* (sizeY + 1) rows of sizeX + 1; versions 1 to 3 have the next three instead */
    TLB_ARRAY(float) firstRow, lastRow;        /* sizeX + 1 each */
    TLB_ARRAY(tlb_dtb_row) rows;               /* sizeY - 1 */
    TLB_ARRAY(tlb_dtb_square) squares;         /* sizeY rows of sizeX */
    tlb_dtb_pin_map pinMaps[TLB_DTB_PIN_MAPS]; /* version 2 on, from the finest level */
    TLB_ARRAY(uint16_t) light; /* ((sizeX << lightScale) + 1) squared: bits 15 to 12 mono, then R, G, B */
    tlb_bytes heightsStream, squaresStream, lightStream;
    uint32_t hiresSize;                     /* version 5 */
    uint32_t hiresVersion;                  /* version 3 on */
    uint32_t hiresCount;                    /* where hiresVersion is not 0 */
    uint32_t poolSize, indexSize, treeSize; /* version 3 on */
    uint32_t size;  /* of the chunk, as stored; follows from the rest when it is written */
    tlb_bytes rest; /* what the chunk has after all that */
    tlb_bytes pad;  /* a byte after a chunk of odd size */
    tlb_bytes tail; /* what follows the chunk */
} tlb_dtb;

/* The document's own block; NULL when it is of another format. */
TLB_API tlb_dtb *tlb_document_dtb(tlb_document *document);

/* Heights whatever the version: (sizeY + 1) * (sizeX + 1) of them. A block has all that its sizes say, unless
 * a caller shortened its lists: then what is missing is 0. */
TLB_API void tlb_dtb_heights(const tlb_dtb *block, float *heights);

#ifdef __cplusplus
}
#endif
#endif

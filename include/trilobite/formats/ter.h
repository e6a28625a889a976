/* Torque terrain (.ter): heights, and which materials cover them. Versions 1 to 6 are a block of 256 x 256
 * squares that repeats for ever, of up to eight textures blended by alpha maps; version 7 (Torque 3D) is a
 * single piece of any size with one material for each square.
 *
 * Names are the description's. Axes: right-handed, X east, Y north, Z up, meters; rows of all maps go from
 * south to north, values in them from west to east. Sources of the rules: docs/formats/ter.md. */
#ifndef TRILOBITE_FORMATS_TER_H
#define TRILOBITE_FORMATS_TER_H

#include "trilobite/document.h"
#include "trilobite/options.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    TLB_TER_LAST_LEGACY_VERSION = 6,
    TLB_TER_LAST_VERSION = 7,
    TLB_TER_LEGACY_SIZE = 256, /* of versions 1 to 6 */
    TLB_TER_MOST_SIZE = 8192,  /* that the library reads; known files have 1024 */
    TLB_TER_MATERIALS = 8,     /* names of versions 1 to 6 */
    TLB_TER_UNITS = 32,        /* of a height to the meter */
    TLB_TER_HOLE = 0xff,       /* in layerMap */
    TLB_TER_MATERIAL = 7,      /* in baseMaterialMap: the index of the name */
    TLB_TER_MODIFIED = 0x80    /* in baseMaterialMap: by the editor */
};

/* How much of a material each sample has: size x size. */
typedef struct tlb_ter_alpha_map {
    TLB_ARRAY(uint8_t) alpha;
} tlb_ter_alpha_map;

typedef struct tlb_ter {
    uint32_t version;                   /* 1 to 7 */
    uint32_t size;                      /* samples a side; before version 7 not in the file, and 256 */
    TLB_ARRAY(uint16_t) heights;        /* size x size, in 1/32 m */
    TLB_ARRAY(uint8_t) baseMaterialMap; /* before version 7: size x size, the dominant material and flags */
    TLB_ARRAY(uint8_t) layerMap;        /* version 7: size x size, the material or TLB_TER_HOLE */
    /* Before version 7 eight names of textures, "" where there is none; from version 7 on as many names of
     * materials as there are. */
    TLB_ARRAY(tlb_text) materialNames;
    TLB_ARRAY(tlb_ter_alpha_map) alphaMaps;    /* versions 2 to 6: of each name that is not empty, in order */
    tlb_text textureScript, heightfieldScript; /* versions 3 to 6: how the editor made the maps */
    tlb_text edgePath1, edgePath2;             /* versions 5 and 6: two paths of terrains at the edges */
    tlb_bytes tail;                            /* what follows all that */
} tlb_ter;

/* The document's own terrain; NULL when it is of another format. */
TLB_API tlb_ter *tlb_document_ter(tlb_document *document);

/* --- options of conversions ----------------------------------------------------------------------------- */

typedef struct tlb_ter_read_options {
    tlb_format_options head;
    tlb_optional_integer step; /* squares a side that are drawn as one: 1, 2, 4 …; default: 1 */
    /* A picture of the heights in place of a model: a PNG with 16 bits of gray, whose numbers are `heights`,
     * with north at the top. */
    bool height_map;
    /* Squares that are holes, besides the terrain's own: emptySquares of a mission, numbers with blanks
     * between them, each 65536 times how many, and 256 times the row, and the column of the first. NULL:
     * none. */
    const char *empty_squares;
} tlb_ter_read_options;

#define TLB_TER_READ_OPTIONS_INIT TLB_FORMAT_OPTIONS_INIT(tlb_ter_read_options)

/* Of a terrain whose heights are those of a picture, or of another terrain. */
typedef struct tlb_ter_write_options {
    tlb_format_options head;
    /* A terrain of the same size, of which all else is kept. NULL: one of version 7 and a single material is
     * made of a picture, and a terrain stays as it is. */
    const char *like;
} tlb_ter_write_options;

#define TLB_TER_WRITE_OPTIONS_INIT TLB_FORMAT_OPTIONS_INIT(tlb_ter_write_options)

#ifdef __cplusplus
}
#endif
#endif

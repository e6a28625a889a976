/* Darkstar terrain (.dtf): which blocks of heights (.dtb, dtb.h) a terrain is made of. Beside them it lies in
 * a volume, the .ted.
 *
 * Names are the description's. Axes: right-handed, X east, Y north, Z up, meters. Sources of the rules:
 * docs/formats/dtf.md. */
#ifndef TRILOBITE_FORMATS_DTF_H
#define TRILOBITE_FORMATS_DTF_H

#include "trilobite/document.h"
#include "trilobite/options.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum tlb_dtf_kind {
    TLB_DTF_ONE_TO_ALL, /* one block everywhere */
    TLB_DTF_UNIQUE,     /* each cell has its own */
    TLB_DTF_MOSAIC      /* blocks repeat */
} tlb_dtf_kind;

typedef struct tlb_dtf_block {
    int32_t id;
    tlb_text name; /* "" in all known files: the block's file is NAME#id.dtb */
} tlb_dtf_block;

typedef struct tlb_dtf {
    uint32_t version; /* 0 or 1 */
    tlb_text dmlName; /* the list of materials */
    int32_t lastId;   /* the number of blocks, in known files */
    int32_t details;  /* a block has 2^(details - 1) squares a side */
    int32_t scale;    /* a square's side is 2^scale meters */
    float bounds[6];  /* not filled in */
    int32_t originX, originY;
    float hMin, hMax;
    int32_t sizeX, sizeY;   /* of the map, in blocks */
    int32_t kind;           /* version 1: tlb_dtf_kind */
    TLB_ARRAY(int32_t) map; /* ids of blocks: sizeY rows from south to north of sizeX */
    TLB_ARRAY(tlb_dtf_block) blocks;
    uint32_t size;  /* of the chunk, as stored; follows from the rest when it is written */
    tlb_bytes rest; /* what the chunk has after all that */
    tlb_bytes pad;  /* a byte after a chunk of odd size */
    tlb_bytes tail; /* what follows the chunk */
} tlb_dtf;

/* The document's own terrain; NULL when it is of another format. */
TLB_API tlb_dtf *tlb_document_dtf(tlb_document *document);

/* --- options of conversions ----------------------------------------------------------------------------- */

/* Of DTF and DTB. */
typedef struct tlb_dtf_read_options {
    tlb_format_options head;
    tlb_optional_integer step; /* squares a side that are drawn as one: 1, 2, 4 …; default: 1 */
    /* DTB: a picture of the heights in place of a model: a PNG with 16 bits of gray, from the lowest height
     * of the block to the highest, with north at the top. */
    bool height_map;
} tlb_dtf_read_options;

#define TLB_DTF_READ_OPTIONS_INIT TLB_FORMAT_OPTIONS_INIT(tlb_dtf_read_options)

/* Of a DTB whose heights are those of a picture. */
typedef struct tlb_dtb_write_options {
    tlb_format_options head;
    /* A block of the same size, of which all else is kept, and heights where the picture shows them; black is
     * its lowest, white its highest. It has to be given. */
    const char *like;
} tlb_dtb_write_options;

#define TLB_DTB_WRITE_OPTIONS_INIT TLB_FORMAT_OPTIONS_INIT(tlb_dtb_write_options)

#ifdef __cplusplus
}
#endif
#endif

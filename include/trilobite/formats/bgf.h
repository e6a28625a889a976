/* Meridian 59 bitmaps (.bgf): what walls, floors, creatures and things look like. A file holds bitmaps and
 * groups; a group lists the bitmaps that are shown one after the other, or for directions of view.
 *
 * Names are the format's. Pixels are one byte each, an index into the game's one palette, rows from the top,
 * without padding. Sources of the rules: docs/formats/bgf.md. */
#ifndef TRILOBITE_FORMATS_BGF_H
#define TRILOBITE_FORMATS_BGF_H

#include "trilobite/document.h"
#include "trilobite/options.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    TLB_BGF_VERSION = 10,    /* compressed with zlib */
    TLB_BGF_LH4_VERSION = 9, /* compressed with LHA's -lh4-, by a library called Crusher */
    TLB_BGF_NAME_SIZE = 32,
    TLB_BGF_TRANSPARENT = 254, /* the palette index that is seen through */
    TLB_BGF_COLORS = 256
};

/* Where other bitmaps are put on this one: a hand, a head. */
typedef struct tlb_bgf_hotspot {
    int8_t number;
    int32_t x, y;
} tlb_bgf_hotspot;

typedef enum tlb_bgf_type { TLB_BGF_RAW, TLB_BGF_COMPRESSED } tlb_bgf_type;

typedef struct tlb_bgf_bitmap {
    uint32_t width, height;
    int32_t xoff, yoff;
    TLB_ARRAY(tlb_bgf_hotspot) hotspots; /* at most 255 */
    uint8_t type;                        /* tlb_bgf_type */
    int32_t length;                      /* as stored with raw pixels, where it means nothing */
    tlb_bytes data;                      /* as stored: a stream, or width * height pixels */
} tlb_bgf_bitmap;

enum { TLB_BGF_NO_BITMAP = -1 }; /* what makebgf stores for its index 0: nothing is shown */

typedef struct tlb_bgf_group {
    TLB_ARRAY(int32_t) indices; /* of bitmaps, from 0; TLB_BGF_NO_BITMAP */
} tlb_bgf_group;

typedef struct tlb_bgf {
    uint32_t version;
    char name[TLB_BGF_NAME_SIZE]; /* filled up with zeros; without NUL when it is as long as that */
    uint32_t maxIndices;          /* the most indices that a group has */
    uint32_t shrink;              /* pixels for 1/64 of a square */
    TLB_ARRAY(tlb_bgf_bitmap) bitmaps;
    TLB_ARRAY(tlb_bgf_group) groups;
    tlb_bytes tail; /* what follows the last group */
} tlb_bgf;

/* The document's own BGF; NULL when it is of another format. */
TLB_API tlb_bgf *tlb_document_bgf(tlb_document *document);

/* The game's palette: TLB_BGF_COLORS x R, G, B, A. */
TLB_API const uint8_t (*tlb_bgf_palette(void))[4];

/* How many pixels a bitmap has; 0 when that is more than its data can hold, or than the library decodes. */
TLB_API size_t tlb_bgf_pixel_count(const tlb_bgf *bgf, const tlb_bgf_bitmap *bitmap);
/* Decodes a bitmap's tlb_bgf_pixel_count pixels. TLB_INVALID: it has no size, or its data do not decode to
 * exactly that many; TLB_NO_MEMORY, TLB_LIMIT. Nothing is reported. */
TLB_API tlb_status tlb_bgf_pixels(tlb_context *context, const tlb_bgf *bgf, const tlb_bgf_bitmap *bitmap,
                                  uint8_t *pixels);
/* Gives a bitmap of the document another size and other pixels, compressed as the game's own tools did for
 * the document's version. TLB_ARGUMENT: too large; TLB_NO_MEMORY, TLB_LIMIT. */
TLB_API tlb_status tlb_bgf_set_pixels(tlb_document *document, tlb_bgf_bitmap *bitmap, uint32_t width,
                                      uint32_t height, const uint8_t *pixels);

/* Each adds a part to the document's BGF and returns it; its address is good until the next of its kind is
 * added. NULL: the document is of another format, the number is that of no group or bitmap, or memory is
 * refused (tlb_report_memory). `maxIndices` follows. */

/* With pixels as tlb_bgf_set_pixels takes them. */
TLB_API tlb_bgf_bitmap *tlb_bgf_add_bitmap(tlb_document *document, uint32_t width, uint32_t height,
                                           const uint8_t *pixels);
TLB_API tlb_bgf_group *tlb_bgf_add_group(tlb_document *document);
/* The next bitmap that a group shows, or TLB_BGF_NO_BITMAP. */
TLB_API int32_t *tlb_bgf_add_frame(tlb_document *document, uint32_t group, int32_t bitmap);

/* --- options of conversions ----------------------------------------------------------------------------- */

typedef struct tlb_bgf_read_options {
    tlb_format_options head;
    bool map_texture; /* upright, a pixel for each 1/64 of a room square, as editors of maps show textures */
} tlb_bgf_read_options;

typedef struct tlb_bgf_write_options {
    tlb_format_options head;
    tlb_optional_integer shrink; /* pixels per 1/64 of a room square */
} tlb_bgf_write_options;

#define TLB_BGF_READ_OPTIONS_INIT  TLB_FORMAT_OPTIONS_INIT(tlb_bgf_read_options)
#define TLB_BGF_WRITE_OPTIONS_INIT TLB_FORMAT_OPTIONS_INIT(tlb_bgf_write_options)

#ifdef __cplusplus
}
#endif
#endif

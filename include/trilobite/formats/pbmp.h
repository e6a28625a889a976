/* Darkstar bitmaps: PBMP, and Microsoft's BMP as the engine marks it. Both are called .bmp. Names are those
 * of the format's description, which docs/formats/pbmp.md corrects where real files differ from it. */
#ifndef TRILOBITE_FORMATS_PBMP_H
#define TRILOBITE_FORMATS_PBMP_H

#include "trilobite/document.h"
#include "trilobite/options.h"

#ifdef __cplusplus
extern "C" {
#endif

/* In tlb_pbmp_head.attributes. */
enum {
    TLB_PBMP_TRANSPARENT = 0x1, /* index 0 is not drawn */
    TLB_PBMP_FUZZY = 0x2,
    TLB_PBMP_TRANSLUCENT = 0x4, /* the palette's fourth bytes are alpha */
    TLB_PBMP_OWN_MEMORY = 0x8,  /* of the engine's run; set in every file known */
    TLB_PBMP_ADDITIVE = 0x10,
    TLB_PBMP_SUBTRACTIVE = 0x20,
    TLB_PBMP_ALPHA_8 = 0x40,
    TLB_PBMP_ATTRIBUTES = 0x7f
};

enum { TLB_PBMP_MOST_MIPS = 9 };
#define TLB_PBMP_NO_PALETTE 0xffffffffu

typedef struct tlb_pbmp_head {
    uint32_t version; /* high byte: 0; the rest: how many chunks follow */
    uint32_t width, height, bitDepth, attributes;
} tlb_pbmp_head;

typedef struct tlb_pbmp_chunk {
    tlb_text tag;  /* "head", "data", "DETL", "PiDX", "RIFF" … */
    bool isOpaque; /* `data` holds it: "data", "RIFF" and what is of unusual size */
    tlb_pbmp_head head;
    int32_t mipLevels;     /* DETL */
    uint32_t paletteIndex; /* PiDX */
    tlb_bytes data;
} tlb_pbmp_chunk;

typedef struct tlb_pbmp {
    uint32_t size; /* of the whole, in most files that of the data and 32; not to be relied on */
    TLB_ARRAY(tlb_pbmp_chunk) chunks;
    tlb_bytes tail;
} tlb_pbmp;

/* The document's own PBMP; NULL when it is of another format. */
TLB_API tlb_pbmp *tlb_document_pbmp(tlb_document *document);

/* The values of the chunks. */
typedef struct tlb_pbmp_info {
    uint32_t width, height, bitDepth, attributes;
    uint32_t mipLevels;    /* 1 without a chunk for it */
    uint32_t paletteIndex; /* TLB_PBMP_NO_PALETTE where none is named */
    tlb_bytes data;        /* all levels, rows from the top */
} tlb_pbmp_info;
/* False: there is no head or no data. */
TLB_API bool tlb_pbmp_info_of(const tlb_pbmp *pbmp, tlb_pbmp_info *info);

typedef struct tlb_pbmp_level {
    uint32_t width, height, stride; /* stride: bytes a row */
    tlb_bytes pixels;
} tlb_pbmp_level;
/* False: the data ends before this level does, or there is no such level. */
TLB_API bool tlb_pbmp_level_at(const tlb_pbmp_info *info, uint32_t level, tlb_pbmp_level *out);

/* --- Microsoft BMP -------------------------------------------------------------------------------------- */

enum { TLB_BMP_MARK = 0xf5f7, TLB_BMP_NO_PALETTE = 0xffff };

typedef uint8_t tlb_bmp_color[4]; /* blue, green, red, 0 */

typedef struct tlb_bmp {
    uint32_t bfSize;
    uint16_t bfReserved1; /* TLB_BMP_MARK: bfReserved2 is a palette's index */
    uint16_t bfReserved2;
    uint32_t bfOffBits;
    uint32_t biSize;
    bool isOpaque;             /* the header is not one that is read: `tail` holds the rest of the file */
    int32_t biWidth, biHeight; /* a negative height: rows from the top */
    uint16_t biPlanes, biBitCount;
    uint32_t biCompression, biSizeImage;
    int32_t biXPelsPerMeter, biYPelsPerMeter;
    uint32_t biClrUsed, biClrImportant;
    tlb_bytes header; /* of later versions: what follows biClrImportant */
    TLB_ARRAY(tlb_bmp_color) colors;
    tlb_bytes gap; /* up to bfOffBits */
    tlb_bytes pixels;
    tlb_bytes tail;
} tlb_bmp;

/* The document's own BMP; NULL when it is of another format. */
TLB_API tlb_bmp *tlb_document_bmp(tlb_document *document);
/* The index of a palette to be used instead of the bitmap's own; false: there is none. */
TLB_API bool tlb_bmp_palette_index(const tlb_bmp *bmp, uint32_t *paletteIndex);

/* --- options of conversions ----------------------------------------------------------------------------- */

/* Of PBMP and Microsoft's. */
typedef struct tlb_pbmp_read_options {
    tlb_format_options head;
    tlb_optional_integer mip; /* mip level, 0 the largest */
} tlb_pbmp_read_options;

typedef struct tlb_pbmp_write_options {
    tlb_format_options head;
    const char *like;                /* path of the bitmap to replace */
    tlb_optional_integer mips;       /* mip levels to write */
    tlb_optional_integer attributes; /* bits of TLB_PBMP_ */
} tlb_pbmp_write_options;

#define TLB_PBMP_READ_OPTIONS_INIT  TLB_FORMAT_OPTIONS_INIT(tlb_pbmp_read_options)
#define TLB_PBMP_WRITE_OPTIONS_INIT TLB_FORMAT_OPTIONS_INIT(tlb_pbmp_write_options)

#ifdef __cplusplus
}
#endif
#endif

/* PNG files as documents: the chunks, typed where they are short, and kept as they are where they are
 * packed. */
#ifndef TRILOBITE_FORMATS_PNG_H
#define TRILOBITE_FORMATS_PNG_H

#include "trilobite/document.h"
#include "trilobite/options.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tlb_png_header {
    uint32_t width, height;
    uint8_t bitDepth, colorType, compressionMethod, filterMethod, interlaceMethod;
} tlb_png_header;

typedef uint8_t tlb_png_color[3];

typedef struct tlb_png_chunk {
    tlb_text type; /* four letters */
    bool isOpaque; /* `data` holds it; else `header` (IHDR) or `palette` (PLTE) does */
    tlb_png_header header;
    TLB_ARRAY(tlb_png_color) palette;
    tlb_bytes data;
    uint32_t crc;
    bool isDamaged; /* the file's crc is not that of the bytes; else it is computed when written */
} tlb_png_chunk;

typedef struct tlb_png {
    TLB_ARRAY(tlb_png_chunk) chunks; /* to IEND */
    tlb_bytes tail;                  /* after it */
} tlb_png;

/* The document's own PNG; NULL when it is of another format. */
TLB_API tlb_png *tlb_document_png(tlb_document *document);

/* --- options of conversions ----------------------------------------------------------------------------- */

/* Of pictures that are drawn, as files or as pixels (tlb_document_draw, tlb_scene_draw). */
typedef struct tlb_png_write_options {
    tlb_format_options head;
    tlb_view_option view;
    tlb_size_option size; /* default: 1024 x 768 */
    tlb_color_option background;
    const char *sequence;   /* name of the animation for `time`; default: the first */
    tlb_optional_real time; /* seconds */
    bool wireframe;
    tlb_optional_integer turntable; /* number of pictures from all around */
} tlb_png_write_options;

#define TLB_PNG_WRITE_OPTIONS_INIT TLB_FORMAT_OPTIONS_INIT(tlb_png_write_options)

#ifdef __cplusplus
}
#endif
#endif

/* Pictures: files of any kind that textures come in (PNG, JPEG, GIF, BMP, TGA, SGI) as pixels and back, and
 * contact sheets, many pictures on one. A picture that is a document of its own (PBMP, BGF …) becomes a scene
 * of images (tlb_document_scene), and those bitmaps by tlb_bitmap_of_image. All of it belongs to the thread
 * of its context. */
#ifndef TRILOBITE_IMAGE_H
#define TRILOBITE_IMAGE_H

#include "trilobite/scene.h"

#ifdef __cplusplus
extern "C" {
#endif

/* --- bitmaps ----------------------------------------------------------------------------------------- */

/* width x height pixels of four bytes, R, G, B and straight alpha, as the file has them (sRGB); rows from the
 * top, without gaps. The bitmaps that the functions give are freed with tlb_bitmap_free, before the context
 * is; a caller may write to their pixels, and may make others of its own for tlb_bitmap_write_png. */
typedef struct tlb_bitmap {
    uint32_t width, height;
    uint8_t *pixels;
} tlb_bitmap;

/* Transparent black. NULL: memory was refused, which tlb_report_memory reports. */
TLB_API tlb_bitmap *tlb_bitmap_create(tlb_context *context, uint32_t width, uint32_t height);
/* Decodes a picture file; of several pictures in one (GIF) the first. `name` is for the diagnostics, NULL:
 * none. Failures are reported as BAD_IMAGE. TLB_INVALID: it is broken, or too short for its size;
 * TLB_UNSUPPORTED: of an unknown kind; TLB_LIMIT: more than 2^26 pixels; TLB_NO_MEMORY. */
TLB_API tlb_status tlb_bitmap_decode(tlb_context *context, const void *data, size_t size, const char *name,
                                     tlb_bitmap **bitmap);
/* The pixels of a scene's image, as a copy. Also TLB_INVALID: it has neither pixels nor a file. */
TLB_API tlb_status tlb_bitmap_of_image(tlb_context *context, const tlb_image *image, tlb_bitmap **bitmap);
/* Writes a PNG, without alpha when no pixel is transparent; the same bytes on every machine. TLB_INVALID: the
 * bitmap is empty or too large for PNG; TLB_WRITE_FAILED: the sink stopped; TLB_NO_MEMORY, TLB_LIMIT. */
TLB_API tlb_status tlb_bitmap_write_png(tlb_context *context, const tlb_bitmap *bitmap, tlb_sink sink);
TLB_API void tlb_bitmap_free(tlb_bitmap *bitmap);

/* --- contact sheets ---------------------------------------------------------------------------------- */

typedef struct tlb_sheet_entry {
    const char *name;
    tlb_bytes picture; /* a file in any image format of textures; empty: a crossed tile */
} tlb_sheet_entry;

typedef struct tlb_sheet_size {
    uint32_t width, height; /* of a tile without its name, from 16 to 4096 pixels */
} tlb_sheet_size;

/* Writes a PNG, the entries in rows from the top left, about as wide in proportion as a screen. Larger
 * pictures are scaled down to the tile. What cannot be decoded is reported and crossed out. TLB_ARGUMENT:
 * invalid size; TLB_LIMIT: the sheet would have more than 2^28 pixels. */
TLB_API tlb_status tlb_sheet_draw(tlb_context *context, const tlb_sheet_entry *entries, size_t count,
                                  tlb_sheet_size tile, tlb_sink sink);

#ifdef __cplusplus
}
#endif
#endif

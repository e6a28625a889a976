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

/* Transparent black. NULL: memory was refused, which is reported. */
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

/* Start from TLB_SHEET_OPTIONS_INIT; a zero means the default. A struct of zeros is all defaults. */
typedef struct tlb_sheet_options {
    size_t struct_size;     /* sizeof(tlb_sheet_options); 0: no member is set */
    uint32_t width, height; /* of a tile without its name, from 16 to 4096 pixels: 256 x 192 */
    uint32_t columns;       /* the number that makes the sheet about as wide in proportion as a screen */
    bool no_labels;         /* leave out the names */
} tlb_sheet_options;

#ifdef __cplusplus
#define TLB_SHEET_OPTIONS_INIT                                                                               \
    {                                                                                                        \
        sizeof(tlb_sheet_options)                                                                            \
    }
#else
#define TLB_SHEET_OPTIONS_INIT                                                                               \
    {                                                                                                        \
        .struct_size = sizeof(tlb_sheet_options)                                                             \
    }
#endif

/* `count` tiles in rows from the top left, each empty until it is placed; the pixels of all are in memory, in
 * the context's, until tlb_sheet_free. */
typedef struct tlb_sheet tlb_sheet;

/* `options` NULL: the defaults. TLB_ARGUMENT, with BAD_OPTION: invalid options; TLB_LIMIT, with
 * RENDER_TOO_MUCH: the sheet would have more than 2^28 pixels; TLB_NO_MEMORY. */
TLB_API tlb_status tlb_sheet_create(tlb_context *context, size_t count, const tlb_sheet_options *options,
                                    tlb_sheet **sheet);
/* Copies a picture into tile `index` (below `count`), scaled down to fit or enlarged by whole pixels, over
 * its background, with the name under it. NULL, or a bitmap without pixels: the tile is crossed out. Each
 * tile is placed once. Different tiles may be placed by different threads at the same time. */
TLB_API void tlb_sheet_place(tlb_sheet *sheet, size_t index, const char *name, const tlb_bitmap *picture);
/* Writes a PNG. TLB_WRITE_FAILED: the sink stopped; TLB_NO_MEMORY, TLB_LIMIT. */
TLB_API tlb_status tlb_sheet_write(const tlb_sheet *sheet, tlb_sink sink);
TLB_API void tlb_sheet_free(tlb_sheet *sheet);

#ifdef __cplusplus
}
#endif
#endif

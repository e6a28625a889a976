/* Images: what textures and light maps come in, decoded, and PNG written. */
#ifndef TLB_IMAGE_IMAGE_H
#define TLB_IMAGE_IMAGE_H

#include "base/buffer.h"
#include "base/context.h"
#include "trilobite/scene.h"

/* Larger images are refused: 8192 x 8192. */
enum { TLB_IMAGE_MOST_PIXELS = 1 << 26 };

typedef enum tlb_image_kind {
    TLB_IMAGE_UNKNOWN,
    TLB_IMAGE_PNG,
    TLB_IMAGE_JPEG,
    TLB_IMAGE_GIF,
    TLB_IMAGE_BMP,
    TLB_IMAGE_TGA,
    TLB_IMAGE_SGI
} tlb_image_kind;

/* Told by the first bytes. TGA has no signature: it is what has a plausible header and no other's. */
tlb_image_kind tlb_image_sniff(tlb_bytes file);
static inline bool tlb_image_is_known(tlb_bytes file)
{
    return tlb_image_sniff(file) != TLB_IMAGE_UNKNOWN;
}
/* Of the kinds that scenes keep encoded: "image/png", "image/jpeg"; NULL for the others. */
const char *tlb_image_mime(tlb_image_kind kind);

/* The size from the header alone. TLB_UNSUPPORTED: no kind known; TLB_INVALID: no valid size. Reports
 * nothing. */
tlb_status tlb_image_size(tlb_bytes file, uint32_t *width, uint32_t *height);

/* The four below report BAD_IMAGE, under image->name where it has one, and return TLB_INVALID for a broken,
 * TLB_UNSUPPORTED for an unknown and TLB_LIMIT for a too large image. The name is left alone. */

/* Pixels: indexed from a PNG with a palette, RGBA from all others. What image->encoded holds is kept. */
tlb_status tlb_image_decode(tlb_context *context, tlb_arena *arena, tlb_bytes file, tlb_image *image);
/* The size, and a PNG's pixels as 16 bits of gray in `arena`, whatever it has. */
tlb_status tlb_image_decode_gray(tlb_context *context, tlb_arena *arena, tlb_bytes file, tlb_image *image,
                                 uint16_t **samples);
/* For a scene: PNG and JPEG stay as they are (`file` must then live as long), others are decoded. */
tlb_status tlb_image_load(tlb_context *context, tlb_arena *arena, tlb_bytes file, tlb_image *image);
/* As a file that glTF allows: the encoded one, or else a PNG made in `arena`. */
tlb_status tlb_image_for_gltf(tlb_context *context, tlb_arena *arena, const tlb_image *image, tlb_bytes *file,
                              const char **mime_type);

/* Takes the chunks out of a PNG that glTF does not support (color space, pixel size, animation), in `arena`
 * where it has any. False: no memory. */
bool tlb_png_for_gltf(tlb_arena *arena, tlb_bytes *file);
/* Whether the chunks of a PNG up to its pixels are complete and as long as their types must be. */
bool tlb_png_has_valid_chunks(tlb_bytes file);

/* Pixels as a PNG: indexed ones with their palette and its alpha, others as RGB when no pixel is
 * transparent. The buffer's status says whether memory was short. */
tlb_status tlb_png_encode(const tlb_image *image, tlb_buffer *out);
/* The same in a fraction of the time, and somewhat larger. */
tlb_status tlb_png_encode_fast(const tlb_image *image, tlb_buffer *out);

/* Numbers as a PNG with 16 bits of gray, rows from the top. */
tlb_status tlb_png_encode_gray(const uint16_t *samples, uint32_t width, uint32_t height, tlb_buffer *out);
/* Exchanges rows and columns of pixels that there are; the new ones are in `arena`. False: no memory. */
bool tlb_image_transpose(tlb_arena *arena, tlb_image *image);
/* What is shown for a texture that was not found: a magenta and black checkerboard. */
tlb_status tlb_image_placeholder(tlb_context *context, tlb_arena *arena, tlb_image *image);

/* --- one decoder for each group of kinds -------------------------------------------------------------- */

/* All are given an image whose width and height were checked, and report. */
tlb_status tlb_png_decode(tlb_context *context, tlb_arena *arena, tlb_bytes file, tlb_image *image);
tlb_status tlb_png_decode_gray(tlb_context *context, tlb_arena *arena, tlb_bytes file, tlb_image *image,
                               uint16_t **samples);
/* Reports nothing. TLB_UNSUPPORTED and TLB_INVALID: libpng is to tell whether it can be read. */
tlb_status tlb_png_decode_plain(tlb_arena *arena, tlb_bytes file, tlb_image *image);
tlb_status tlb_foreign_decode(tlb_context *context, tlb_arena *arena, tlb_bytes file, tlb_image *image);
tlb_status tlb_sgi_decode(tlb_context *context, tlb_arena *arena, tlb_bytes file, tlb_image *image);
/* From the header of SGI, and of any kind but PNG and SGI; false when there is none. */
bool tlb_sgi_size(tlb_bytes file, uint32_t *width, uint32_t *height);
bool tlb_foreign_size(tlb_bytes file, uint32_t *width, uint32_t *height);
tlb_status tlb_image_bad(tlb_context *context, const tlb_image *image, tlb_status status, const char *reason);

#endif

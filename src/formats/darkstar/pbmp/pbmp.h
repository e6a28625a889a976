/* What the files of bitmaps share: their layouts, and either kind as an image. */
#ifndef TLB_FORMATS_DARKSTAR_PBMP_PBMP_H
#define TLB_FORMATS_DARKSTAR_PBMP_PBMP_H

#include "formats/darkstar/ppl/ppl.h"
#include "core/checker.h"
#include "core/format.h"
#include "image/image.h"
#include "trilobite/formats/pbmp.h"

extern const tlb_format tlb_format_pbmp, tlb_format_bmp;

void tlb_pbmp_walk(tlb_walk *w, void **root);
/* A bitmap within something else: without its tail. */
void tlb_pbmp_walk_bitmap(tlb_walk *w, tlb_pbmp *pbmp);
void tlb_bmp_walk(tlb_walk *w, void **root);
tlb_status tlb_pbmp_check(tlb_document *document);
/* The rules of a bitmap that is the checker's part. */
void tlb_pbmp_check_bitmap(tlb_checker *c, const tlb_pbmp *pbmp);
tlb_status tlb_bmp_check(tlb_document *document);
tlb_status tlb_pbmp_from_scene(const tlb_scene *scene, const tlb_conversion *conversion, tlb_output *output);
/* One picture, by the options of a conversion, to be drawn in this mode. */
tlb_status tlb_pbmp_from_image(const tlb_image *image, tlb_alpha_mode mode, const tlb_conversion *conversion,
                               tlb_buffer *out);
/* write.c: the same as a new file of `output`, for models that name it: a Microsoft bitmap where the options
 * have no palette. An image that cannot be decoded is reported and left out. `arena`: for the way. */
tlb_status tlb_darkstar_write_bitmap(const tlb_image *image, tlb_alpha_mode mode,
                                     const tlb_conversion *conversion, tlb_arena *arena, const char *name,
                                     tlb_output *output);

/* The picture and its halves down to one pixel, as many as engines read. */
static inline uint32_t pbmp_most_mips(uint32_t width, uint32_t height)
{
    uint32_t side = width > height ? width : height, count = 1;
    while (count < TLB_PBMP_MOST_MIPS && side >> count)
        count++;
    return count;
}

/* Bytes a row of an uncompressed picture. */
uint64_t tlb_bmp_stride(const tlb_bmp *bmp);

/* How the pixels of a bitmap are to be seen. */
typedef struct bitmap_look {
    uint32_t attributes;   /* TLB_PBMP_TRANSPARENT …, of the bitmap and of the material that uses it */
    uint32_t level;        /* of the mip chain */
    bool for_blending;     /* additive and subtractive colors get an alpha that blending makes the same of */
    palette_colors colors; /* found: what an indexed bitmap is shown with */
} bitmap_look;

/* A bitmap's pixels in `arena`: indexed with the right palette where the bitmap is indexed. look->attributes
 * gains those of the bitmap, look->colors are set. `name` says where it comes from: whose palette is the
 * nearest. Reports and returns TLB_INVALID when it has no pixels that can be shown. */
tlb_status tlb_pbmp_image(const tlb_pbmp *pbmp, palettes *palettes, const char *name, bitmap_look *look,
                          tlb_arena *arena, tlb_image *image);
tlb_status tlb_bmp_image(const tlb_bmp *bmp, tlb_bytes file, palettes *palettes, const char *name,
                         bitmap_look *look, tlb_arena *arena, tlb_image *image);
/* How a material is to draw an image that was made with this look. */
tlb_alpha_mode tlb_pbmp_alpha_mode(const bitmap_look *look, const tlb_image *image);
/* The bytes of a file of either kind, or of another that scenes take. They must live as long as the image. */
tlb_status tlb_pbmp_load(tlb_bytes file, palettes *palettes, const char *name, bitmap_look *look,
                         tlb_arena *arena, tlb_image *image);

#endif

/* What the files of the BGF module offer each other. The public part is trilobite/formats/bgf.h. */
#ifndef TLB_FORMATS_MERIDIAN_BGF_BGF_H
#define TLB_FORMATS_MERIDIAN_BGF_BGF_H

#include "core/format.h"
#include "trilobite/formats/bgf.h"

extern const tlb_format tlb_format_bgf;

#define BGF_OPTION_SHRINK                                                                                    \
    {                                                                                                        \
        "shrink", "N", "shrink factor to write: pixels per 1/64 of a room square (default: 1)",              \
            TLB_SETS_TO(tlb_bgf_write_options, INTEGER, shrink, TLB_CAN_IMPORT_SCENE), .least = 1,           \
                                                                                       .most = UINT32_MAX    \
    }

#define BGF_SIGNATURE "BGF\x11"

static inline uint32_t bgf_name_length(const tlb_bgf *bgf)
{
    const char *nul = memchr(bgf->name, 0, TLB_BGF_NAME_SIZE);
    return nul ? (uint32_t)(nul - bgf->name) : TLB_BGF_NAME_SIZE;
}

/* The description. */
void tlb_bgf_walk(tlb_walk *w, void **root);

/* Sets a bitmap's size, type and data, which go to the arena. Reports nothing. */
tlb_status tlb_bgf_pack(tlb_arena *arena, const tlb_bgf *bgf, tlb_bgf_bitmap *bitmap, uint32_t width,
                        uint32_t height, const uint8_t *pixels);

/* A bitmap's pixels with the palette of the game; statuses are those of tlb_bgf_pixels. */
tlb_status tlb_bgf_image(tlb_context *context, tlb_arena *arena, const tlb_bgf *bgf,
                         const tlb_bgf_bitmap *bitmap, tlb_image *image);

/* Adds the header, the bitmaps without their pixels and the groups to a table. */
void tlb_bgf_add_extras(tlb_arena *arena, tlb_value *table, const tlb_bgf *bgf);
/* Takes them from the extras of a scene with as many images as `bgf` has bitmaps, into `arena`; all but the
 * shrink factor. False: these are not what tlb_bgf_add_extras added, or `arena` failed. */
bool tlb_bgf_read_extras(tlb_arena *arena, const tlb_value *extras, tlb_bgf *bgf);

/* The BGF of a scene's images, in `arena`: all but the data of its bitmaps, which are `images`, a byte for
 * each pixel. What makes it impossible is reported. */
tlb_status tlb_bgf_of_scene(const tlb_scene *scene, const tlb_conversion *conversion, const char *stem,
                            tlb_arena *arena, tlb_bgf *bgf, tlb_image **images);

tlb_status tlb_bgf_update(tlb_document *document);
tlb_status tlb_bgf_check(tlb_document *document);
tlb_status tlb_bgf_describe(tlb_document *document, tlb_summary *summary, tlb_value *table);
tlb_status tlb_bgf_to_scene(tlb_document *document, tlb_scene *scene, const tlb_conversion *conversion);
tlb_status tlb_bgf_from_scene(const tlb_scene *scene, const tlb_conversion *conversion, tlb_output *output);

#endif

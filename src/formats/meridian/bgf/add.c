/* Parts added to a BGF by programs, and what follows from its groups. */
#include "formats/meridian/bgf/bgf.h"

tlb_bgf_bitmap *tlb_bgf_add_bitmap(tlb_document *document, uint32_t width, uint32_t height,
                                   const uint8_t *pixels)
{
    tlb_bgf *bgf = tlb_document_bgf(document);
    tlb_bgf_bitmap *bitmap = bgf && pixels ? TLB_APPEND(document, &bgf->bitmaps) : NULL;
    if (!bitmap || tlb_bgf_set_pixels(document, bitmap, width, height, pixels) == TLB_OK)
        return bitmap;
    bgf->bitmaps.count--;
    return NULL;
}

tlb_bgf_group *tlb_bgf_add_group(tlb_document *document)
{
    tlb_bgf *bgf = tlb_document_bgf(document);
    return bgf ? TLB_APPEND(document, &bgf->groups) : NULL;
}

int32_t *tlb_bgf_add_frame(tlb_document *document, uint32_t group, int32_t bitmap)
{
    tlb_bgf *bgf = tlb_document_bgf(document);
    if (!bgf || group >= bgf->groups.count || bitmap < TLB_BGF_NO_BITMAP ||
        bitmap >= (int64_t)bgf->bitmaps.count)
        return NULL;
    tlb_bgf_group *to = &bgf->groups.data[group];
    int32_t *index = TLB_APPEND(document, &to->indices);
    if (!index)
        return NULL;
    *index = bitmap;
    bgf->maxIndices = to->indices.count > bgf->maxIndices ? to->indices.count : bgf->maxIndices;
    return index;
}

tlb_status tlb_bgf_update(tlb_document *document)
{
    tlb_bgf *bgf = document->root;
    bgf->maxIndices = 0;
    for (uint32_t i = 0; i < bgf->groups.count; i++)
        if (bgf->groups.data[i].indices.count > bgf->maxIndices)
            bgf->maxIndices = bgf->groups.data[i].indices.count;
    return TLB_OK;
}

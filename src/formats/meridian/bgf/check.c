/* The rules of a BGF. */
#include "core/checker.h"

#include "base/text.h"
#include "formats/meridian/bgf/bgf.h"

static void check_header(tlb_checker *c, const tlb_bgf *bgf)
{
    uint32_t length = bgf_name_length(bgf), printable = 0;
    while (printable < length && bgf->name[printable] >= ' ' && bgf->name[printable] <= '~')
        printable++;
    if (printable < length)
        TLB_FIND(c, BGF_NAME_BYTES, "name", "byte %u is %u, expected printable ASCII", printable,
                 (uint8_t)bgf->name[printable]);
    if (!bgf->shrink)
        TLB_FIND(c, BGF_SHRINK, "shrink", "0");
    if (bgf->tail.size)
        TLB_FIND(c, TRAILING_BYTES, "tail", "%llu %s the last group", (unsigned long long)bgf->tail.size,
                 tlb_plural(bgf->tail.size, "byte follows", "bytes follow"));
}

/* --- bitmaps ------------------------------------------------------------------------------------------ */

static void check_hotspots(tlb_checker *c, const tlb_bgf_bitmap *b)
{
    bool met[256] = {false};
    for (uint32_t i = 0; i < b->hotspots.count; i++) {
        uint8_t number = (uint8_t)b->hotspots.data[i].number;
        if (met[number])
            TLB_FIND(c, BGF_HOTSPOT, tlb_at(c, "hotspots[%u]", i), "number %d is repeated",
                     b->hotspots.data[i].number);
        met[number] = true;
    }
}

static void check_pixels(tlb_checker *c, const tlb_bgf *bgf, const tlb_bgf_bitmap *b)
{
    size_t count = tlb_bgf_pixel_count(bgf, b);
    if (!count) {
        TLB_FIND(c, BGF_SIZE, tlb_at(c, "width"), "%u x %u pixels do not fit %llu bytes of data", b->width,
                 b->height, (unsigned long long)b->data.size);
        return;
    }
    tlb_mark mark = tlb_arena_mark(&c->arena);
    uint8_t *pixels = tlb_scratch(c, count, 1);
    tlb_status status = pixels ? tlb_bgf_pixels(c->context, bgf, b, pixels) : TLB_OK;
    tlb_arena_rewind(&c->arena, mark);
    if (status == TLB_INVALID)
        TLB_FIND(c, BGF_STREAM, tlb_at(c, "data"), "the %llu bytes of data do not decode to %u x %u pixels",
                 (unsigned long long)b->data.size, b->width, b->height);
    else if (status && !c->status)
        c->status = tlb_report_failure(c->context, status);
}

static void check_bitmaps(tlb_checker *c, const tlb_bgf *bgf)
{
    for (uint32_t i = 0; i < bgf->bitmaps.count; i++) {
        const tlb_bgf_bitmap *b = &bgf->bitmaps.data[i];
        size_t outer = tlb_enter(c, "bitmaps[%u].", i);
        check_hotspots(c, b);
        if (b->type == TLB_BGF_RAW && b->length && (uint64_t)b->length != b->data.size)
            TLB_FIND(c, BGF_RAW_LENGTH, tlb_at(c, "length"), "%d, expected 0 or %llu (number of pixels)",
                     b->length, (unsigned long long)b->data.size);
        check_pixels(c, bgf, b);
        c->part = outer;
    }
}

/* --- groups ------------------------------------------------------------------------------------------- */

static void check_group(tlb_checker *c, const tlb_bgf *bgf, uint32_t group, bool *used)
{
    const tlb_bgf_group *g = &bgf->groups.data[group];
    if (!g->indices.count)
        TLB_FIND(c, BGF_EMPTY_GROUP, tlb_at(c, "groups[%u].indices", group), "the group is empty");
    for (uint32_t i = 0; i < g->indices.count; i++) {
        int32_t bitmap = g->indices.data[i];
        if (bitmap == TLB_BGF_NO_BITMAP)
            continue;
        if (bitmap < 0 || (uint32_t)bitmap >= bgf->bitmaps.count)
            TLB_FIND(c, BGF_GROUP_BITMAP, tlb_at(c, "groups[%u].indices[%u]", group, i),
                     "bitmap index %d out of range; number of bitmaps: %u", bitmap, bgf->bitmaps.count);
        else if (used)
            used[bitmap] = true;
    }
}

static void check_groups(tlb_checker *c, const tlb_bgf *bgf)
{
    uint32_t most = 0;
    bool *used = tlb_scratch(c, bgf->bitmaps.count, sizeof *used);
    if (!bgf->groups.count)
        TLB_FIND(c, BGF_EMPTY_GROUP, "groups", "the list is empty");
    for (uint32_t i = 0; i < bgf->groups.count; i++) {
        most = bgf->groups.data[i].indices.count > most ? bgf->groups.data[i].indices.count : most;
        check_group(c, bgf, i, used);
    }
    if (bgf->maxIndices != most)
        TLB_FIND(c, BGF_MAX_INDICES, "maxIndices", "%u, expected %u as in the largest group", bgf->maxIndices,
                 most);
    for (uint32_t i = 0; used && i < bgf->bitmaps.count; i++)
        if (!used[i])
            TLB_FIND(c, BGF_UNUSED_BITMAP, tlb_at(c, "bitmaps[%u]", i), "it is in no group");
}

tlb_status tlb_bgf_check(tlb_document *document)
{
    const tlb_bgf *bgf = document->root;
    tlb_checker c = tlb_checker_start(document->context, bgf);
    check_header(&c, bgf);
    check_bitmaps(&c, bgf);
    check_groups(&c, bgf);
    return tlb_checker_end(&c);
}

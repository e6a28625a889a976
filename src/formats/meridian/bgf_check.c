/* The rules of a BGF. */
#include "formats/meridian/bgf_room.h"

#include <stdio.h>

typedef struct checker {
    tlb_context *context;
    const tlb_bgf *bgf;
    tlb_arena work;
    char path[64];
} checker;

static void find(checker *c, tlb_code code, const char *path, const char *message)
{
    tlb_report(c->context, code, TLB_NO_OFFSET, path, "%s", message);
}

static const char *bitmap_path(checker *c, uint32_t bitmap, const char *field)
{
    snprintf(c->path, sizeof c->path, "bitmaps[%u]%s%s", bitmap, *field ? "." : "", field);
    return c->path;
}

static const char *group_path(checker *c, uint32_t group)
{
    snprintf(c->path, sizeof c->path, "groups[%u].indices", group);
    return c->path;
}

static void check_hotspots(checker *c, const tlb_bgf_bitmap *b, uint32_t index)
{
    bool met[256] = {false};
    for (uint32_t i = 0; i < b->hotspots.count; i++) {
        uint8_t number = (uint8_t)b->hotspots.data[i].number;
        if (met[number]) {
            char path[96];
            snprintf(path, sizeof path, "%s[%u]", bitmap_path(c, index, "hotspots"), i);
            tlb_report(c->context, TLB_CODE_BGF_HOTSPOT, TLB_NO_OFFSET, path, "number %d stands here again",
                       b->hotspots.data[i].number);
        }
        met[number] = true;
    }
}

static tlb_status check_pixels(checker *c, const tlb_bgf_bitmap *b, uint32_t index)
{
    size_t count = tlb_bgf_pixel_count(b);
    if (!count) {
        tlb_report(c->context, TLB_CODE_BGF_SIZE, TLB_NO_OFFSET, bitmap_path(c, index, "width"),
                   "%u x %u pixels in %llu bytes", b->width, b->height, (unsigned long long)b->data.size);
        return TLB_OK;
    }
    tlb_mark mark = tlb_arena_mark(&c->work);
    uint8_t *pixels = tlb_alloc(&c->work, count);
    tlb_status status = pixels ? tlb_bgf_pixels(c->context, c->bgf, b, pixels) : TLB_NO_MEMORY;
    tlb_arena_rewind(&c->work, mark);
    switch (status) {
    case TLB_OK:
        return TLB_OK;
    case TLB_UNSUPPORTED:
        find(c, TLB_CODE_BGF_CRUSHER, bitmap_path(c, index, "data"), "compressed with Crusher");
        return TLB_OK;
    case TLB_INVALID:
        tlb_report(c->context, TLB_CODE_BGF_STREAM, TLB_NO_OFFSET, bitmap_path(c, index, "data"),
                   "%llu bytes do not decode to %u x %u pixels", (unsigned long long)b->data.size, b->width,
                   b->height);
        return TLB_OK;
    default:
        return tlb_report_memory(c->context);
    }
}

static tlb_status check_bitmaps(checker *c)
{
    tlb_status status = TLB_OK;
    for (uint32_t i = 0; i < c->bgf->bitmaps.count && !status; i++) {
        const tlb_bgf_bitmap *b = &c->bgf->bitmaps.data[i];
        check_hotspots(c, b, i);
        if (b->type == TLB_BGF_RAW && b->length && (uint64_t)b->length != b->data.size)
            tlb_report(c->context, TLB_CODE_BGF_RAW_LENGTH, TLB_NO_OFFSET, bitmap_path(c, i, "length"),
                       "%d, there are %llu pixels", b->length, (unsigned long long)b->data.size);
        status = check_pixels(c, b, i);
    }
    return status;
}

static tlb_status check_groups(checker *c)
{
    const tlb_bgf *bgf = c->bgf;
    uint32_t most = 0;
    bool *used = tlb_zalloc(&c->work, bgf->bitmaps.count);
    if (!used)
        return tlb_report_memory(c->context);
    if (!bgf->groups.count)
        find(c, TLB_CODE_BGF_EMPTY_GROUP, "groups", "there is no group");
    for (uint32_t i = 0; i < bgf->groups.count; i++) {
        const tlb_bgf_group *group = &bgf->groups.data[i];
        most = group->indices.count > most ? group->indices.count : most;
        if (!group->indices.count)
            find(c, TLB_CODE_BGF_EMPTY_GROUP, group_path(c, i), "names no bitmap");
        for (uint32_t k = 0; k < group->indices.count; k++) {
            uint32_t bitmap = group->indices.data[k];
            if (bitmap < bgf->bitmaps.count) {
                used[bitmap] = true;
                continue;
            }
            char path[96];
            snprintf(path, sizeof path, "%s[%u]", group_path(c, i), k);
            tlb_report(c->context, TLB_CODE_BGF_GROUP_BITMAP, TLB_NO_OFFSET, path, "%u: there are %u bitmaps",
                       bitmap, bgf->bitmaps.count);
        }
    }
    if (bgf->maxIndices != most)
        tlb_report(c->context, TLB_CODE_BGF_MAX_INDICES, TLB_NO_OFFSET, "maxIndices",
                   "%u, the largest group has %u", bgf->maxIndices, most);
    for (uint32_t i = 0; i < bgf->bitmaps.count; i++)
        if (!used[i])
            find(c, TLB_CODE_BGF_UNUSED_BITMAP, bitmap_path(c, i, ""), "no group names it");
    return TLB_OK;
}

static void check_header(checker *c)
{
    const tlb_bgf *bgf = c->bgf;
    uint32_t length = bgf_name_length(bgf);
    for (uint32_t i = 0; i < length; i++)
        if (bgf->name[i] < ' ' || bgf->name[i] > '~') {
            tlb_report(c->context, TLB_CODE_BGF_NAME_BYTES, TLB_NO_OFFSET, "name", "byte %u is %u", i,
                       (uint8_t)bgf->name[i]);
            break;
        }
    if (!bgf->shrink)
        find(c, TLB_CODE_BGF_SHRINK, "shrink", "0");
    if (bgf->tail.size)
        tlb_report(c->context, TLB_CODE_TRAILING_BYTES, TLB_NO_OFFSET, "tail",
                   "%llu bytes follow the last group", (unsigned long long)bgf->tail.size);
}

tlb_status bgf_check(tlb_document *document)
{
    checker c = {.context = document->context, .bgf = document->root};
    tlb_arena_init(&c.work, &document->context->account);
    check_header(&c);
    tlb_status status = check_bitmaps(&c);
    if (!status)
        status = check_groups(&c);
    tlb_arena_free(&c.work);
    return status;
}

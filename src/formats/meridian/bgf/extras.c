/* What a BGF has besides its pixels, as the extras of a scene, and back. */
#include "formats/meridian/bgf/bgf.h"

static void add_bitmap(tlb_arena *arena, tlb_value *list, const tlb_bgf_bitmap *b)
{
    tlb_value *bitmap = tlb_value_add_table(arena, list, NULL);
    tlb_value_add_integer(arena, bitmap, "width", b->width);
    tlb_value_add_integer(arena, bitmap, "height", b->height);
    tlb_value_add_integer(arena, bitmap, "xoff", b->xoff);
    tlb_value_add_integer(arena, bitmap, "yoff", b->yoff);
    if (b->type == TLB_BGF_RAW)
        tlb_value_add_bool(arena, bitmap, "raw", true);
    tlb_value *hotspots = b->hotspots.count ? tlb_value_add_list(arena, bitmap, "hotspots") : NULL;
    for (uint32_t i = 0; i < b->hotspots.count; i++) {
        tlb_value *hotspot = tlb_value_add_table(arena, hotspots, NULL);
        tlb_value_add_integer(arena, hotspot, "number", b->hotspots.data[i].number);
        tlb_value_add_integer(arena, hotspot, "x", b->hotspots.data[i].x);
        tlb_value_add_integer(arena, hotspot, "y", b->hotspots.data[i].y);
    }
}

void tlb_bgf_add_extras(tlb_arena *arena, tlb_value *table, const tlb_bgf *bgf)
{
    tlb_value_add_bytes_text(arena, table, "name", (tlb_text){bgf->name, bgf_name_length(bgf)});
    tlb_value_add_integer(arena, table, "shrink", bgf->shrink);
    tlb_value *bitmaps = tlb_value_add_list(arena, table, "bitmaps");
    for (uint32_t i = 0; i < bgf->bitmaps.count; i++)
        add_bitmap(arena, bitmaps, &bgf->bitmaps.data[i]);
    tlb_value *groups = tlb_value_add_list(arena, table, "groups");
    for (uint32_t i = 0; i < bgf->groups.count; i++) {
        tlb_value *group = tlb_value_add_list(arena, groups, NULL);
        for (uint32_t k = 0; k < bgf->groups.data[i].indices.count; k++)
            tlb_value_add_integer(arena, group, NULL, bgf->groups.data[i].indices.data[k]);
    }
}

/* --- back ----------------------------------------------------------------------------------------------- */

/* The members of a list; NULL: it is none, or empty. */
static const tlb_value *first_of(const tlb_value *list, uint32_t *count)
{
    *count = 0;
    if (!list || list->kind != TLB_VALUE_LIST)
        return NULL;
    for (const tlb_value *member = list->as.members.first; member; member = member->next)
        ++*count;
    return list->as.members.first;
}

static bool read_integer(const tlb_value *value, int64_t least, int64_t most, int64_t *number)
{
    if (!value || value->kind != TLB_VALUE_INTEGER)
        return false;
    *number = value->as.integer;
    return *number >= least && *number <= most;
}

static bool read_i32(const tlb_value *table, const char *key, int32_t *number)
{
    int64_t value;
    if (!read_integer(tlb_value_get(table, key), INT32_MIN, INT32_MAX, &value))
        return false;
    *number = (int32_t)value;
    return true;
}

static bool read_hotspots(tlb_arena *arena, const tlb_value *list, tlb_bgf_bitmap *b)
{
    uint32_t count;
    const tlb_value *value = first_of(list, &count);
    if (count > UINT8_MAX)
        return false;
    b->hotspots.data = tlb_alloc_array(arena, count, sizeof *b->hotspots.data);
    b->hotspots.count = b->hotspots.data ? count : 0;
    for (uint32_t i = 0; i < b->hotspots.count; i++, value = value->next) {
        tlb_bgf_hotspot *hotspot = &b->hotspots.data[i];
        int64_t number;
        if (!read_integer(tlb_value_get(value, "number"), INT8_MIN, INT8_MAX, &number) ||
            !read_i32(value, "x", &hotspot->x) || !read_i32(value, "y", &hotspot->y))
            return false;
        hotspot->number = (int8_t)number;
    }
    return true;
}

static bool read_bitmaps(tlb_arena *arena, const tlb_value *list, tlb_bgf *bgf)
{
    uint32_t count;
    const tlb_value *value = first_of(list, &count);
    if (count != bgf->bitmaps.count)
        return false;
    for (uint32_t i = 0; i < count; i++, value = value->next) {
        tlb_bgf_bitmap *b = &bgf->bitmaps.data[i];
        const tlb_value *raw = tlb_value_get(value, "raw");
        if (!read_i32(value, "xoff", &b->xoff) || !read_i32(value, "yoff", &b->yoff) ||
            !read_hotspots(arena, tlb_value_get(value, "hotspots"), b))
            return false;
        b->type = raw && raw->kind == TLB_VALUE_BOOL && raw->as.boolean ? TLB_BGF_RAW : TLB_BGF_COMPRESSED;
    }
    return true;
}

static bool read_group(tlb_arena *arena, const tlb_value *list, uint32_t bitmaps, tlb_bgf_group *group)
{
    uint32_t count;
    const tlb_value *value = first_of(list, &count);
    int32_t *indices = tlb_alloc_array(arena, count, sizeof *indices);
    group->indices.data = indices;
    group->indices.count = indices ? count : 0;
    for (uint32_t i = 0; i < group->indices.count; i++, value = value->next) {
        int64_t index;
        if (!read_integer(value, TLB_BGF_NO_BITMAP, (int64_t)bitmaps - 1, &index))
            return false;
        indices[i] = (int32_t)index;
    }
    return true;
}

static bool read_groups(tlb_arena *arena, const tlb_value *list, tlb_bgf *bgf)
{
    uint32_t count;
    const tlb_value *value = first_of(list, &count);
    if (!list || list->kind != TLB_VALUE_LIST)
        return false;
    bgf->groups.data = tlb_zalloc_array(arena, count, sizeof *bgf->groups.data);
    bgf->groups.count = bgf->groups.data ? count : 0;
    for (uint32_t i = 0; i < bgf->groups.count; i++, value = value->next) {
        if (!read_group(arena, value, bgf->bitmaps.count, &bgf->groups.data[i]))
            return false;
        if (bgf->groups.data[i].indices.count > bgf->maxIndices)
            bgf->maxIndices = bgf->groups.data[i].indices.count;
    }
    return true;
}

static void read_name(const tlb_value *name, tlb_bgf *bgf)
{
    if (name && name->kind == TLB_VALUE_TEXT)
        memcpy(bgf->name, name->as.text.data,
               name->as.text.size < TLB_BGF_NAME_SIZE ? name->as.text.size : TLB_BGF_NAME_SIZE);
}

bool tlb_bgf_read_extras(tlb_arena *arena, const tlb_value *extras, tlb_bgf *bgf)
{
    tlb_bgf read = *bgf;
    read.bitmaps.data = tlb_zalloc_array(arena, read.bitmaps.count, sizeof *read.bitmaps.data);
    if (!read.bitmaps.data || !read_bitmaps(arena, tlb_value_get(extras, "bitmaps"), &read) ||
        !read_groups(arena, tlb_value_get(extras, "groups"), &read) || arena->failure)
        return false;
    read_name(tlb_value_get(extras, "name"), &read);
    *bgf = read;
    return true;
}

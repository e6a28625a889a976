/* A BGF as a scene: an image a bitmap, everything else in extras. */
#include "base/text.h"
#include "formats/meridian/bgf/bgf.h"

#include <stdio.h>

static void add_bitmap_extras(tlb_arena *arena, tlb_value *list, const tlb_bgf_bitmap *b)
{
    tlb_value *bitmap = tlb_value_add_table(arena, list, NULL);
    tlb_value_add_integer(arena, bitmap, "width", b->width);
    tlb_value_add_integer(arena, bitmap, "height", b->height);
    tlb_value_add_integer(arena, bitmap, "xoff", b->xoff);
    tlb_value_add_integer(arena, bitmap, "yoff", b->yoff);
    tlb_value *hotspots = b->hotspots.count ? tlb_value_add_list(arena, bitmap, "hotspots") : NULL;
    for (uint32_t i = 0; i < b->hotspots.count; i++) {
        tlb_value *hotspot = tlb_value_add_table(arena, hotspots, NULL);
        tlb_value_add_integer(arena, hotspot, "number", b->hotspots.data[i].number);
        tlb_value_add_integer(arena, hotspot, "x", b->hotspots.data[i].x);
        tlb_value_add_integer(arena, hotspot, "y", b->hotspots.data[i].y);
    }
}

static void add_header(tlb_arena *arena, tlb_value *table, const tlb_bgf *bgf)
{
    tlb_value_add_bytes_text(arena, table, "name", (tlb_text){bgf->name, bgf_name_length(bgf)});
    tlb_value_add_integer(arena, table, "shrink", bgf->shrink);
}

static void add_groups(tlb_arena *arena, tlb_value *table, const tlb_bgf *bgf)
{
    tlb_value *groups = tlb_value_add_list(arena, table, "groups");
    for (uint32_t i = 0; i < bgf->groups.count; i++) {
        tlb_value *group = tlb_value_add_list(arena, groups, NULL);
        for (uint32_t k = 0; k < bgf->groups.data[i].indices.count; k++)
            tlb_value_add_integer(arena, group, NULL, bgf->groups.data[i].indices.data[k]);
    }
}

static void add_bitmaps(tlb_arena *arena, tlb_value *table, const tlb_bgf *bgf)
{
    tlb_value *bitmaps = tlb_value_add_list(arena, table, "bitmaps");
    for (uint32_t i = 0; i < bgf->bitmaps.count; i++)
        add_bitmap_extras(arena, bitmaps, &bgf->bitmaps.data[i]);
}

tlb_status tlb_bgf_describe(tlb_document *document, tlb_summary *summary, tlb_value *table)
{
    tlb_arena *arena = &document->arena;
    const tlb_bgf *bgf = document->root;
    uint32_t compressed = 0;
    for (uint32_t i = 0; i < bgf->bitmaps.count; i++)
        compressed += bgf->bitmaps.data[i].type == TLB_BGF_COMPRESSED;
    tlb_summary_set_version(summary, bgf->version);
    add_header(arena, table, bgf);
    tlb_value_add_integer(arena, table, "compressed", compressed);
    add_bitmaps(arena, table, bgf);
    add_groups(arena, table, bgf);
    return TLB_OK;
}

/* The file's name without folder and extension. */
static const char *stem_of(tlb_arena *arena, const char *path)
{
    size_t size = tlb_path_stem(path);
    return size ? tlb_copy_text(arena, tlb_path_base(path), size).data : "bitmap";
}

static tlb_status refuse(const tlb_conversion *conversion, uint32_t bitmap, tlb_status status)
{
    char path[64];
    snprintf(path, sizeof path, "bitmaps[%u].data", bitmap);
    if (status != TLB_INVALID)
        return tlb_report_failure(conversion->context, status);
    tlb_report(conversion->context, TLB_CODE_BGF_STREAM, TLB_NO_OFFSET, path, "the pixels cannot be decoded");
    return status;
}

tlb_status tlb_bgf_to_scene(tlb_document *document, tlb_scene *scene, const tlb_conversion *conversion)
{
    const tlb_bgf *bgf = document->root;
    tlb_arena *arena = tlb_scene_arena(scene);
    const char *stem = stem_of(arena, document->name);
    tlb_value *extras = scene->extras = tlb_value_table(arena);
    for (uint32_t i = 0; i < bgf->bitmaps.count; i++) {
        const tlb_bgf_bitmap *bitmap = &bgf->bitmaps.data[i];
        const char *name = !stem ? NULL : i ? tlb_arena_printf(arena, "%s-%03u", stem, i) : stem;
        tlb_image *image = name ? tlb_scene_add_image(scene, name) : NULL;
        if (!image)
            return tlb_report_memory(conversion->context, arena);
        tlb_status status = tlb_bgf_image(conversion->context, arena, bgf, bitmap, image);
        if (status)
            return refuse(conversion, i, status);
    }
    tlb_value_add_integer(arena, extras, "version", bgf->version);
    add_header(arena, extras, bgf);
    add_bitmaps(arena, extras, bgf);
    add_groups(arena, extras, bgf);
    return TLB_OK;
}

/* A .bbg as the scene of the BGF that makebgf makes of it. */
#include "formats/meridian/bbg/bbg.h"

#include "base/text.h"
#include "formats/meridian/bgf/bgf.h"
#include "image/image.h"

#include <stdio.h>

tlb_status tlb_bbg_describe(tlb_document *document, tlb_summary *summary, tlb_value *table)
{
    const tlb_bbg *bbg = document->root;
    tlb_arena *arena = &document->arena;
    bbg_settings settings = tlb_bbg_settings_of(bbg);
    uint64_t indices = 0;
    for (uint32_t i = 0; i < bbg->groups.count; i++)
        indices += bbg->groups.data[i].indices.count;
    for (uint32_t i = 0; i < bbg->bitmaps.count; i++)
        tlb_summary_add_name(summary, &summary->files, bbg->bitmaps.data[i].file.data,
                             bbg->bitmaps.data[i].file.size);
    tlb_value_add_bytes_text(arena, table, "name", settings.name);
    tlb_value_add_integer(arena, table, "shrink", settings.shrink);
    tlb_value_add_bool(arena, table, "rotate", settings.rotates);
    tlb_value_add_bool(arena, table, "compress", !settings.is_raw);
    tlb_value_add_integer(arena, table, "bitmaps", bbg->bitmaps.count);
    tlb_value_add_integer(arena, table, "groups", bbg->groups.count);
    tlb_value_add_integer(arena, table, "indices", (int64_t)indices);
    return TLB_OK;
}

/* --- the BGF without its pixels ------------------------------------------------------------------------- */

static void take_bitmap(tlb_arena *arena, const tlb_bbg_bitmap *from, tlb_bgf_bitmap *to)
{
    to->xoff = from->xoff;
    to->yoff = from->yoff;
    to->hotspots.data = tlb_alloc_array(arena, from->hotspots.count, sizeof *to->hotspots.data);
    to->hotspots.count = to->hotspots.data ? from->hotspots.count : 0;
    for (uint32_t i = 0; i < to->hotspots.count; i++) {
        const tlb_bbg_hotspot *hotspot = &from->hotspots.data[i];
        to->hotspots.data[i] = (tlb_bgf_hotspot){(int8_t)hotspot->number, hotspot->x, hotspot->y};
    }
}

static void take_group(tlb_arena *arena, const tlb_bbg_group *from, tlb_bgf_group *to)
{
    to->indices.data = tlb_alloc_array(arena, from->indices.count, sizeof *to->indices.data);
    to->indices.count = to->indices.data ? from->indices.count : 0;
    for (uint32_t i = 0; i < to->indices.count; i++)
        to->indices.data[i] = from->indices.data[i] - 1;
}

/* What memory does not hold is left out: the arena says so. */
static void take(tlb_arena *arena, const tlb_bbg *bbg, bbg_settings settings, tlb_bgf *bgf)
{
    *bgf = (tlb_bgf){.version = TLB_BGF_VERSION, .shrink = settings.shrink};
    if (settings.name.size)
        memcpy(bgf->name, settings.name.data, settings.name.size);
    bgf->bitmaps.data = tlb_zalloc_array(arena, bbg->bitmaps.count, sizeof *bgf->bitmaps.data);
    bgf->bitmaps.count = bgf->bitmaps.data ? bbg->bitmaps.count : 0;
    for (uint32_t i = 0; i < bgf->bitmaps.count; i++) {
        take_bitmap(arena, &bbg->bitmaps.data[i], &bgf->bitmaps.data[i]);
        bgf->bitmaps.data[i].type = settings.is_raw ? TLB_BGF_RAW : TLB_BGF_COMPRESSED;
    }
    bgf->groups.data = tlb_zalloc_array(arena, bbg->groups.count, sizeof *bgf->groups.data);
    bgf->groups.count = bgf->groups.data ? bbg->groups.count : 0;
    for (uint32_t i = 0; i < bgf->groups.count; i++)
        take_group(arena, &bbg->groups.data[i], &bgf->groups.data[i]);
}

/* --- pictures ------------------------------------------------------------------------------------------- */

/* Without folder and extension. */
static const char *image_name(tlb_arena *arena, const char *file)
{
    size_t size = tlb_path_stem(file);
    return size ? tlb_copy_text(arena, tlb_path_base(file), size).data : file;
}

static tlb_status load(const tlb_conversion *conversion, const char *file, uint32_t index, bool rotates,
                       tlb_arena *arena, tlb_image *image)
{
    tlb_bytes bytes;
    tlb_status status = tlb_assets_find(conversion->assets, arena, file, NULL, NULL, &bytes, NULL);
    if (status == TLB_NOT_FOUND) {
        char path[64];
        snprintf(path, sizeof path, "bitmaps[%u].file", index);
        tlb_report_remedy(conversion->context, TLB_CODE_BBG_PICTURE, TLB_NO_OFFSET, path,
                          (tlb_remedy){"assets", "FOLDER"}, "picture \"%.200s\" not found", file);
        return TLB_UNSUPPORTED;
    }
    if (status)
        return status;
    tlb_context *context = conversion->context;
    status = tlb_bbg_is_bmp(bytes) ? tlb_bbg_read_bmp(context, arena, bytes, image)
             : rotates             ? tlb_image_decode(context, arena, bytes, image)
                                   : tlb_image_load(context, arena, bytes, image);
    if (!status && rotates && !tlb_image_transpose(arena, image))
        return tlb_report_memory(context, arena);
    return status;
}

tlb_status tlb_bbg_to_scene(tlb_document *document, tlb_scene *scene, const tlb_conversion *conversion)
{
    const tlb_bbg *bbg = document->root;
    tlb_arena *arena = tlb_scene_arena(scene);
    bbg_settings settings = tlb_bbg_settings_of(bbg);
    tlb_bgf bgf;
    tlb_status status = tlb_bbg_require_valid(conversion->context, bbg);
    if (status)
        return status;
    take(arena, bbg, settings, &bgf);
    for (uint32_t i = 0; i < bgf.bitmaps.count && !status; i++) {
        const char *file =
            tlb_copy_text(arena, bbg->bitmaps.data[i].file.data, bbg->bitmaps.data[i].file.size).data;
        const char *name = file ? image_name(arena, file) : NULL;
        tlb_image *image = name ? tlb_scene_add_image(scene, name) : NULL;
        if (!image)
            return tlb_report_memory(conversion->context, arena);
        status = load(conversion, file, i, settings.rotates, arena, image);
        bgf.bitmaps.data[i].width = image->width;
        bgf.bitmaps.data[i].height = image->height;
    }
    scene->extras = tlb_value_table(arena);
    tlb_bgf_add_extras(arena, scene->extras, &bgf);
    return status;
}

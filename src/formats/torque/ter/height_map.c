/* Heights as a picture: 16 bits of gray, of which one is 1/32 m, with north at the top. */
#include "formats/torque/ter/ter.h"

#include "writers/height_map.h"
#include "writers/palette.h"

/* In a document that was edited there may be fewer than its size says. */
static tlb_status require_heights(tlb_context *context, const tlb_ter *x)
{
    if (tlb_ter_grid(x).side)
        return TLB_OK;
    tlb_report(context, TLB_CODE_BAD_VALUE, TLB_NO_OFFSET, "heights", "%u heights of %u samples a side",
               x->heights.count, x->size);
    return TLB_INVALID;
}

/* --- to a picture --------------------------------------------------------------------------------------- */

tlb_status tlb_ter_to_picture(const tlb_conversion *conversion, tlb_scene *scene, const ter_grid *g,
                              const char *name, tlb_arena *work)
{
    const tlb_height_map map = {g->ter->heights.data, g->side, g->side};
    tlb_status status = require_heights(conversion->context, g->ter);
    return status ? status : tlb_height_map_to_picture(conversion, scene, name, &map, work);
}

/* --- from a picture ------------------------------------------------------------------------------------- */

typedef struct height_source {
    tlb_context *context;
    tlb_arena *arena;
    uint16_t *heights; /* from south to north */
    uint32_t side;
} height_source;

static tlb_status read_picture(tlb_document *source, height_source *from)
{
    tlb_height_map map;
    tlb_status status = tlb_height_map_from_picture(source, from->context, from->arena, &map);
    if (status)
        return status;
    if (map.width != map.height || map.width > TLB_TER_MOST_SIZE) {
        tlb_report(from->context, TLB_CODE_NOT_SUPPORTED, TLB_NO_OFFSET, NULL,
                   "a picture of %ux%u is no terrain, which is a square of at most %d", map.width, map.height,
                   TLB_TER_MOST_SIZE);
        return TLB_UNSUPPORTED;
    }
    from->side = map.width;
    from->heights = map.heights;
    return TLB_OK;
}

/* A terrain of one material. */
static bool make_plain(const height_source *from, tlb_ter *x)
{
    static const tlb_text name = {"default", sizeof "default" - 1};
    size_t count = (size_t)from->side * from->side;
    *x = (tlb_ter){.version = TLB_TER_LAST_VERSION, .size = from->side};
    x->layerMap.data = tlb_zalloc_array(from->arena, count, sizeof *x->layerMap.data);
    x->layerMap.count = (uint32_t)count;
    x->materialNames.data = tlb_alloc_array(from->arena, 1, sizeof name);
    x->materialNames.count = 1;
    if (!x->layerMap.data || !x->materialNames.data)
        return false;
    x->materialNames.data[0] = name;
    return true;
}

/* All but the heights are those of the terrain of --like. */
static tlb_status make_like(const height_source *from, const tlb_document *like, tlb_ter *x)
{
    if (like->format != &tlb_format_ter)
        return tlb_refuse_option(from->context, "like", "\"%s\" is not a terrain, but %s", like->name,
                                 like->format->info.title);
    *x = *(const tlb_ter *)like->root;
    if (x->size != from->side)
        return tlb_refuse_option(from->context, "like", "\"%s\" has %u samples a side, the heights %u",
                                 like->name, x->size, from->side);
    return TLB_OK;
}

static tlb_status write(const height_source *from, const tlb_conversion *conversion, tlb_buffer *out)
{
    const tlb_ter_write_options *options = conversion->to;
    tlb_document *like = NULL;
    tlb_ter x;
    void *root = &x;
    tlb_status status = tlb_open_option(conversion, options->like, &like);
    if (!status && like)
        status = make_like(from, like, &x);
    else if (!status && !make_plain(from, &x))
        status = tlb_report_memory(from->context, from->arena);
    if (!status) {
        x.heights.data = from->heights;
        x.heights.count = from->side * from->side;
        status = tlb_format_write(&tlb_format_ter, from->context, &root, out);
    }
    tlb_document_free(like);
    return status;
}

tlb_status tlb_ter_from_picture(tlb_document *source, const tlb_conversion *conversion, tlb_buffer *out)
{
    tlb_arena arena;
    tlb_arena_init(&arena, conversion->context->account);
    height_source from = {.context = conversion->context, .arena = &arena};
    tlb_status status = read_picture(source, &from);
    if (!status)
        status = write(&from, conversion, out);
    tlb_arena_release(&arena);
    return status;
}

tlb_status tlb_ter_from_heights(tlb_document *source, const tlb_format *target,
                                const tlb_conversion *conversion, tlb_buffer *out)
{
    (void)target;
    const tlb_ter *x = source->root;
    tlb_arena arena;
    tlb_arena_init(&arena, conversion->context->account);
    const height_source from = {conversion->context, &arena, x->heights.data, x->size};
    tlb_status status = require_heights(from.context, x);
    if (!status)
        status = write(&from, conversion, out);
    tlb_arena_release(&arena);
    return status;
}

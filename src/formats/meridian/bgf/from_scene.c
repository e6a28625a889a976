/* A scene's images as a BGF: a bitmap each, with what its extras say of them. */
#include "formats/meridian/bgf/bgf.h"
#include "image/quantize.h"

typedef struct job {
    tlb_context *context;
    tlb_arena *arena;
    tlb_quantizer *quantizer;
} job;

static bool is_the_games(uint8_t index, const uint8_t color[4])
{
    return memcmp(color, tlb_bgf_palette()[index], 3) == 0 &&
           (color[3] == 0xff || index == TLB_BGF_TRANSPARENT);
}

/* Indices that already mean the game's colors stay as they are: its palette has some twice, and some tools do
 * not say that 254 is seen through. Only colors that are used count: a PNG's palette ends with the last. */
static bool has_the_palette(const tlb_image *image)
{
    bool same = image->format == TLB_PIXELS_INDEXED;
    for (size_t i = 0; same && i < (size_t)image->width * image->height; i++)
        same = is_the_games(image->pixels[i], image->palette[image->pixels[i]]);
    return same;
}

static tlb_status quantize(job *j, const tlb_image *image, tlb_image *quantized)
{
    const uint8_t(*pixels)[4];
    tlb_status status =
        tlb_image_rgba(j->context, j->arena, image, &pixels, &quantized->width, &quantized->height);
    if (status)
        return status;
    size_t count = (size_t)quantized->width * quantized->height;
    quantized->format = TLB_PIXELS_INDEXED;
    quantized->palette = tlb_bgf_palette();
    quantized->pixels = tlb_alloc(j->arena, count);
    if (!quantized->pixels)
        return tlb_report_memory(j->context, j->arena);
    uint64_t replaced =
        tlb_quantize_pixels(j->quantizer, pixels, count, TLB_BGF_TRANSPARENT, quantized->pixels);
    if (replaced)
        tlb_report(j->context, TLB_CODE_DROPPED, TLB_NO_OFFSET, image->name,
                   "%llu of %zu pixels have colors that are not in the game's palette; the nearest are used",
                   (unsigned long long)replaced, count);
    return TLB_OK;
}

/* In the colors of the game. */
static tlb_status convert_image(job *j, const tlb_image *image, tlb_image *converted)
{
    tlb_image decoded = *image;
    tlb_status status = TLB_OK;
    if (image->format == TLB_PIXELS_NONE)
        status = tlb_image_decode(j->context, j->arena, image->encoded, &decoded);
    *converted = decoded;
    if (!status && !has_the_palette(&decoded))
        status = quantize(j, &decoded, converted);
    if (!status && (uint64_t)converted->width * converted->height > TLB_IMAGE_MOST_PIXELS)
        status = tlb_image_bad(j->context, image, TLB_LIMIT, "its size is not supported by BGF");
    return status;
}

/* The transparent one has no color to be taken for, and stays for what is seen through. */
static tlb_status convert_images(tlb_context *context, tlb_arena *arena, const tlb_scene *scene,
                                 tlb_image **images)
{
    bool excluded[TLB_BGF_COLORS] = {[TLB_BGF_TRANSPARENT] = true};
    job j = {context, arena, tlb_alloc(arena, sizeof *j.quantizer)};
    *images = tlb_alloc_array(arena, scene->image_count, sizeof **images);
    if (!j.quantizer || !*images)
        return tlb_report_memory(context, arena);
    tlb_quantizer_init(j.quantizer, tlb_bgf_palette(), excluded, false);
    tlb_status status = TLB_OK;
    for (uint32_t i = 0; i < scene->image_count && !status; i++)
        status = convert_image(&j, &scene->images[i], &(*images)[i]);
    return status;
}

/* --- all but the pixels --------------------------------------------------------------------------------- */

/* All bitmaps in one group, called after the file. */
static void set_defaults(tlb_arena *arena, const char *stem, tlb_bgf *bgf)
{
    uint32_t count = bgf->bitmaps.count;
    size_t length = strlen(stem);
    int32_t *indices = tlb_alloc_array(arena, count, sizeof *indices);
    bgf->groups.data = tlb_zalloc(arena, sizeof *bgf->groups.data);
    bgf->bitmaps.data = tlb_zalloc_array(arena, count, sizeof *bgf->bitmaps.data);
    memcpy(bgf->name, stem, length < TLB_BGF_NAME_SIZE ? length : TLB_BGF_NAME_SIZE);
    if (!indices || !bgf->groups.data || !bgf->bitmaps.data)
        return;
    for (uint32_t i = 0; i < count; i++) {
        indices[i] = (int32_t)i;
        bgf->bitmaps.data[i].type = TLB_BGF_COMPRESSED;
    }
    bgf->groups.data->indices.data = indices;
    bgf->groups.count = 1;
    bgf->maxIndices = bgf->groups.data->indices.count = count;
}

static uint32_t shrink_of(const tlb_scene *scene, const tlb_bgf_write_options *options)
{
    const tlb_value *stored = tlb_value_get(scene->extras, "shrink");
    if (options->shrink.is_set)
        return (uint32_t)options->shrink.value;
    return stored && stored->kind == TLB_VALUE_INTEGER ? (uint32_t)stored->as.integer : 1;
}

tlb_status tlb_bgf_of_scene(const tlb_scene *scene, const tlb_conversion *conversion, const char *stem,
                            tlb_arena *arena, tlb_bgf *bgf, tlb_image **images)
{
    tlb_context *context = conversion->context;
    if (scene->mesh_count)
        tlb_report(context, TLB_CODE_DROPPED, TLB_NO_OFFSET, NULL,
                   "BGF contains only images; the model is left out");
    *bgf = (tlb_bgf){.version = TLB_BGF_VERSION,
                     .shrink = shrink_of(scene, conversion->to),
                     .bitmaps.count = scene->image_count};
    if (!tlb_bgf_read_extras(arena, scene->extras, bgf))
        set_defaults(arena, stem, bgf);
    if (arena->failure)
        return tlb_report_memory(context, arena);
    return convert_images(context, arena, scene, images);
}

/* --- the file ------------------------------------------------------------------------------------------- */

static tlb_status pack(tlb_context *context, tlb_arena *arena, tlb_bgf *bgf, const tlb_image *images)
{
    tlb_status status = TLB_OK;
    for (uint32_t i = 0; i < bgf->bitmaps.count && !status; i++) {
        tlb_bgf_bitmap *bitmap = &bgf->bitmaps.data[i];
        const tlb_image *image = &images[i];
        if (bitmap->type == TLB_BGF_COMPRESSED)
            status = tlb_bgf_pack(arena, bgf, bitmap, image->width, image->height, image->pixels);
        else {
            bitmap->width = image->width;
            bitmap->height = image->height;
            bitmap->data = (tlb_bytes){image->pixels, (size_t)image->width * image->height};
        }
    }
    return tlb_report_failure(context, status);
}

tlb_status tlb_bgf_from_scene(const tlb_scene *scene, const tlb_conversion *conversion, tlb_output *output)
{
    tlb_context *context = conversion->context;
    tlb_arena arena;
    tlb_bgf bgf = {0};
    tlb_image *images = NULL;
    void *root = &bgf;
    tlb_arena_init(&arena, context->account);
    tlb_status status = tlb_bgf_of_scene(scene, conversion, tlb_output_stem(output), &arena, &bgf, &images);
    if (!status && images)
        status = pack(context, &arena, &bgf, images);
    tlb_buffer *out = status ? NULL : tlb_output_file(output, tlb_output_name(output));
    if (out)
        status = tlb_format_write(&tlb_format_bgf, context, &root, out);
    else if (!status)
        status = tlb_report_output(context, output, &arena);
    tlb_arena_release(&arena);
    return status;
}

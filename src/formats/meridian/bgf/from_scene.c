/* A scene's images as a BGF: a bitmap each, all in one group, in their order. */
#include "formats/meridian/bgf/bgf.h"
#include "image/quantize.h"

#include <stdlib.h>

typedef struct job {
    const tlb_scene *scene;
    const tlb_conversion *conversion;
    tlb_arena arena; /* for the time of it */
    tlb_quantizer *quantizer;
    tlb_bgf bgf;
} job;

static tlb_status no_memory(const job *j)
{
    return tlb_report_memory(j->conversion->context, &j->arena);
}

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
    tlb_context *context = j->conversion->context;
    tlb_status status =
        tlb_image_rgba(context, &j->arena, image, &pixels, &quantized->width, &quantized->height);
    if (status)
        return status;
    size_t count = (size_t)quantized->width * quantized->height;
    quantized->pixels = tlb_alloc(&j->arena, count);
    if (!quantized->pixels)
        return no_memory(j);
    uint64_t replaced =
        tlb_quantize_pixels(j->quantizer, pixels, count, TLB_BGF_TRANSPARENT, quantized->pixels);
    if (replaced)
        tlb_report(context, TLB_CODE_DROPPED, TLB_NO_OFFSET, image->name,
                   "%llu of %zu pixels have colors that are not in the game's palette; the nearest are used",
                   (unsigned long long)replaced, count);
    return TLB_OK;
}

static tlb_status add_bitmap(job *j, const tlb_image *image, tlb_bgf_bitmap *bitmap)
{
    tlb_image decoded = *image, quantized;
    tlb_status status = TLB_OK;
    if (image->format == TLB_PIXELS_NONE)
        status = tlb_image_decode(j->conversion->context, &j->arena, image->encoded, &decoded);
    quantized = decoded;
    if (!status && !has_the_palette(&decoded))
        status = quantize(j, &decoded, &quantized);
    if (status)
        return status;
    status = tlb_bgf_pack(&j->arena, &j->bgf, bitmap, quantized.width, quantized.height, quantized.pixels);
    if (status == TLB_ARGUMENT)
        return tlb_image_bad(j->conversion->context, image, TLB_LIMIT, "its size is not supported by BGF");
    return tlb_report_failure(j->conversion->context, status);
}

static tlb_status add_bitmaps(job *j)
{
    const tlb_scene *scene = j->scene;
    tlb_bgf *bgf = &j->bgf;
    tlb_bgf_group *group = tlb_zalloc(&j->arena, sizeof *group);
    int32_t *indices = tlb_alloc_array(&j->arena, scene->image_count, sizeof *indices);
    bgf->bitmaps.data = tlb_zalloc_array(&j->arena, scene->image_count, sizeof *bgf->bitmaps.data);
    if (!group || !indices || !bgf->bitmaps.data)
        return no_memory(j);
    tlb_status status = TLB_OK;
    for (uint32_t i = 0; i < scene->image_count && !status; i++) {
        indices[i] = (int32_t)i;
        status = add_bitmap(j, &scene->images[i], &bgf->bitmaps.data[i]);
    }
    group->indices.data = indices;
    bgf->groups.data = group;
    bgf->groups.count = 1;
    bgf->bitmaps.count = bgf->maxIndices = group->indices.count = scene->image_count;
    return status;
}

static tlb_status write_file(job *j, tlb_output *output)
{
    void *root = &j->bgf;
    const char *stem = tlb_output_stem(output);
    size_t length = strlen(stem);
    memcpy(j->bgf.name, stem, length < TLB_BGF_NAME_SIZE ? length : TLB_BGF_NAME_SIZE);
    tlb_buffer *out = tlb_output_file(output, tlb_output_name(output));
    if (!out)
        return no_memory(j);
    tlb_walk w = tlb_walk_writer(j->conversion->context, out);
    tlb_bgf_walk(&w, &root);
    return w.status ? w.status : out->status ? no_memory(j) : TLB_OK;
}

/* The transparent one has no color to be taken for, and stays for what is seen through. */
static bool prepare(job *j)
{
    bool excluded[TLB_BGF_COLORS] = {[TLB_BGF_TRANSPARENT] = true};
    j->quantizer = tlb_alloc(&j->arena, sizeof *j->quantizer);
    if (j->quantizer)
        tlb_quantizer_init(j->quantizer, tlb_bgf_palette(), excluded, false);
    return j->quantizer;
}

tlb_status tlb_bgf_from_scene(const tlb_scene *scene, const tlb_conversion *conversion, tlb_output *output)
{
    tlb_context *context = conversion->context;
    const tlb_bgf_write_options *options = conversion->to;
    const tlb_value *stored = tlb_value_get(scene->extras, "shrink");
    int64_t shrink = stored && stored->kind == TLB_VALUE_INTEGER ? stored->as.integer : 1;
    if (options->shrink.is_set)
        shrink = options->shrink.value;
    if (!scene->image_count) {
        tlb_report(context, TLB_CODE_NOT_SUPPORTED, TLB_NO_OFFSET, NULL,
                   "there are no images to write as bitmaps");
        return TLB_UNSUPPORTED;
    }
    if (scene->mesh_count)
        tlb_report(context, TLB_CODE_DROPPED, TLB_NO_OFFSET, NULL,
                   "BGF contains only images; the model is left out");
    job j = {.scene = scene,
             .conversion = conversion,
             .bgf = {.version = TLB_BGF_VERSION, .shrink = (uint32_t)shrink}};
    tlb_arena_init(&j.arena, context->account);
    tlb_status status = prepare(&j) ? add_bitmaps(&j) : no_memory(&j);
    if (!status)
        status = write_file(&j, output);
    tlb_arena_release(&j.arena);
    return status;
}

/* PBMP from a picture: quantised to a palette, with a mip chain. */
#include "formats/darkstar/shared/chunks.h"
#include "formats/darkstar/pbmp/from_scene.h"
#include "scene/pictures.h"

/* How many pixels are not what they might have been. */
typedef struct tally {
    uint64_t changed;  /* from the original */
    uint64_t replaced; /* whose color the palette lacks */
} tally;

/* --- pixels -------------------------------------------------------------------------------------------- */

/* The original's indices stay where the picture shows what they show. */
static bool keep_pixel(const pbmp_original *o, const uint8_t pixel[4], size_t at, uint8_t *index)
{
    const uint8_t *was = o->shown.palette[o->shown.pixels[at]];
    bool same = memcmp(was, pixel, 4) == 0 || (!was[3] && !pixel[3]);
    if (same)
        *index = o->shown.pixels[at];
    return same;
}

static void quantize_finest(pbmp_job *j, size_t stride, uint8_t *out, tally *t)
{
    uint32_t width = j->facts.width;
    const pbmp_original *o = &j->original;
    bool alike = o->is_indexed && o->shown.width == width && o->shown.height == j->facts.height;
    for (uint32_t y = 0; y < j->facts.height; y++)
        for (uint32_t x = 0; x < width; x++) {
            size_t at = (size_t)y * width + x;
            uint8_t *index = out + y * stride + x;
            if (j->keeps_indices)
                *index = j->image->pixels[at];
            else if (!alike || !keep_pixel(o, j->pixels[at], at, index)) {
                t->replaced += tlb_quantize_pixels(&j->quantizer, j->pixels + at, 1, j->hole, index);
                t->changed++;
            }
        }
}

static void quantize_level(pbmp_job *j, const uint8_t (*pixels)[4], uint32_t width, uint32_t height,
                           uint32_t level, uint8_t *out, tally *t)
{
    size_t stride = j->facts.mipLevels > 1 ? width : (width + 3) & ~(size_t)3;
    if (!level)
        quantize_finest(j, stride, out, t);
    for (uint32_t y = 0; level && y < height; y++)
        tlb_quantize_pixels(&j->quantizer, pixels + (size_t)y * width, width, j->hole, out + y * stride);
}

static size_t data_size(const tlb_pbmp_facts *facts)
{
    size_t sum = 0, width = facts->width, height = facts->height;
    if (facts->mipLevels == 1)
        return ((width + 3) & ~(size_t)3) * height;
    for (uint32_t i = 0; i < facts->mipLevels; i++) {
        sum += width * height;
        width = width > 1 ? width / 2 : 1;
        height = height > 1 ? height / 2 : 1;
    }
    return (sum + 3) & ~(size_t)3;
}

static tlb_status make_data(pbmp_job *j, tally *t)
{
    uint32_t width = j->facts.width, height = j->facts.height;
    j->facts.data.size = data_size(&j->facts);
    uint8_t *out = tlb_zalloc(&j->arena, j->facts.data.size);
    uint8_t(*smaller)[4] = tlb_alloc_array(&j->arena, (size_t)width * height, sizeof *smaller);
    if (!out || !smaller)
        return tlb_report_memory(j->context);
    j->facts.data.data = out;
    const uint8_t(*pixels)[4] = j->pixels;
    for (uint32_t i = 0; i < j->facts.mipLevels; i++) {
        quantize_level(j, pixels, width, height, i, out, t);
        out += (size_t)width * height;
        /* In place from the second on: a pixel is written where those before it were read. */
        tlb_image_halve(pixels, width, height, smaller);
        pixels = (const uint8_t(*)[4])smaller;
        width = width > 1 ? width / 2 : 1;
        height = height > 1 ? height / 2 : 1;
    }
    /* What was not touched keeps its smaller levels, too, and what stands behind them. */
    const tlb_pbmp_facts *was = &j->original.facts;
    tlb_pbmp_level smallest;
    if (j->original.is_indexed && !t->changed && was->mipLevels == j->facts.mipLevels &&
        tlb_pbmp_level_at(was, was->mipLevels - 1, &smallest))
        j->facts.data = was->data;
    return TLB_OK;
}

/* --- the file ------------------------------------------------------------------------------------------ */

static tlb_status write_bitmap(pbmp_job *j, tlb_buffer *out)
{
    enum { CHUNKS = 4, HEADERS = 32 };
    const uint32_t follow = CHUNKS - 1 + (j->original.riff.size ? 1 : 0);
    const tlb_pbmp_facts *f = &j->facts;
    tlb_pbmp_chunk chunks[CHUNKS + 1] = {
        {.tag = {"head", CHUNK_TAG}, .head = {follow, f->width, f->height, f->bitDepth, f->attributes}},
        {.tag = {"data", CHUNK_TAG}, .isOpaque = true, .data = f->data},
        {.tag = {"DETL", CHUNK_TAG}, .mipLevels = (int32_t)f->mipLevels},
        {.tag = {"PiDX", CHUNK_TAG}, .paletteIndex = f->paletteIndex},
        {.tag = {"RIFF", CHUNK_TAG}, .isOpaque = true, .data = j->original.riff}};
    tlb_pbmp pbmp = {.size = (uint32_t)f->data.size + HEADERS, .chunks = {chunks, follow + 1}};
    void *root = &pbmp;
    tlb_walk w = tlb_walk_writer(j->context, out);
    pbmp_walk(&w, &root);
    return w.status ? w.status : out->status ? tlb_report_memory(j->context) : TLB_OK;
}

/* In colors that are not the bitmap's nothing can be drawn. */
static tlb_status refuse_changes(const pbmp_job *j)
{
    tlb_report(j->context, TLB_CODE_BAD_OPTION, TLB_NO_OFFSET, NULL,
               "palette %d of the bitmap to be like was not found, and what changed needs its colors: "
               "--palette names the file",
               (int32_t)j->facts.paletteIndex);
    return TLB_ARGUMENT;
}

static tlb_status convert(pbmp_job *j, tlb_buffer *out)
{
    tally t = {0};
    tlb_status status =
        tlb_image_rgba(j->context, &j->arena, j->image, &j->pixels, &j->facts.width, &j->facts.height);
    j->facts.bitDepth = 8;
    if (!status)
        status = pbmp_choose(j);
    if (!status)
        status = make_data(j, &t);
    if (!status && j->other_palette && t.changed)
        status = refuse_changes(j);
    if (!status)
        status = write_bitmap(j, out);
    if (!status && t.replaced)
        tlb_report(j->context, TLB_CODE_QUANTIZED, TLB_NO_OFFSET, NULL, "%llu of %llu pixels",
                   (unsigned long long)t.replaced, (unsigned long long)j->facts.width * j->facts.height);
    return status;
}

tlb_status pbmp_from_scene(const tlb_scene *scene, const tlb_conversion *conversion, tlb_output *output)
{
    tlb_context *context = conversion->context;
    if (!tlb_scene_is_pictures(scene)) {
        tlb_report(context, TLB_CODE_NOT_SUPPORTED, TLB_NO_OFFSET, NULL,
                   "a bitmap is made of a picture, not of models");
        return TLB_UNSUPPORTED;
    }
    if (scene->image_count > 1)
        tlb_report(context, TLB_CODE_DROPPED, TLB_NO_OFFSET, NULL,
                   "a bitmap holds one picture, the first of %u", scene->image_count);
    pbmp_job j = {.conversion = conversion, .context = context, .image = &scene->images[0]};
    tlb_arena_init(&j.arena, &context->account);
    tlb_buffer *out = tlb_output_file(output, tlb_output_name(output));
    tlb_status status = pbmp_open_original(&j);
    if (!status)
        status = palettes_init(&j.palettes, conversion);
    if (!status)
        status = out ? convert(&j, out) : tlb_report_memory(context);
    tlb_document_free(j.original.document);
    if (j.palettes.conversion)
        palettes_free(&j.palettes);
    tlb_arena_free(&j.arena);
    return status;
}

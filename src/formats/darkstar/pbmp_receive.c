/* PBMP from a picture: quantised to a palette, with a mip chain. */
#include "formats/darkstar/bitmaps.h"
#include "formats/darkstar/chunks.h"
#include "image/quantize.h"
#include "scene/pictures.h"

/* A picture on its way into a bitmap. */
typedef struct job {
    const tlb_conversion *conversion;
    tlb_context *context;
    tlb_arena arena;
    const tlb_image *image;
    const uint8_t (*pixels)[4];
    tlb_pbmp_facts facts;
    tlb_quantizer quantizer;
    bool keeps_indices; /* the picture's palette is the bitmap's */
    uint64_t replaced;  /* pixels whose color the palette lacks */
} job;

/* --- choices ------------------------------------------------------------------------------------------- */

static bool read_attribute(const char *name, size_t size, uint32_t *attributes)
{
    static const struct {
        const char *name;
        uint32_t bit;
    } names[] = {{"none", 0},
                 {"transparent", TLB_PBMP_TRANSPARENT},
                 {"fuzzy", TLB_PBMP_FUZZY},
                 {"translucent", TLB_PBMP_TRANSLUCENT},
                 {"additive", TLB_PBMP_ADDITIVE},
                 {"subtractive", TLB_PBMP_SUBTRACTIVE}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strlen(names[i].name) == size && memcmp(names[i].name, name, size) == 0) {
            *attributes |= names[i].bit;
            return true;
        }
    return false;
}

static bool has_holes(const job *j)
{
    enum { HALF = 128 };
    for (size_t i = 0; i < (size_t)j->facts.width * j->facts.height; i++)
        if (j->pixels[i][3] < HALF)
            return true;
    return false;
}

static tlb_status choose_attributes(job *j)
{
    const char *text = tlb_choice_text(j->conversion, "attributes");
    j->facts.attributes = TLB_PBMP_OWN_MEMORY; /* as in every file known */
    if (!text && has_holes(j))
        j->facts.attributes |= TLB_PBMP_TRANSPARENT;
    while (text && *text) {
        size_t size = strcspn(text, ",");
        if (!read_attribute(text, size, &j->facts.attributes)) {
            tlb_report(j->context, TLB_CODE_BAD_OPTION, TLB_NO_OFFSET, NULL,
                       "--attributes is none, transparent, fuzzy, translucent, additive or subtractive, not "
                       "\"%.*s\"",
                       (int)size, text);
            return TLB_ARGUMENT;
        }
        text += size + (text[size] == ',');
    }
    return TLB_OK;
}

/* As many levels as the sides can be halved, where they are powers of two. */
static tlb_status choose_mips(job *j)
{
    uint32_t width = j->facts.width, height = j->facts.height;
    bool powers = (width & (width - 1)) == 0 && (height & (height - 1)) == 0;
    int64_t levels = 1;
    for (uint32_t side = width > height ? width : height; powers && side > 1 && levels < TLB_PBMP_MOST_MIPS;
         side /= 2)
        levels++;
    if (!tlb_choice_number(j->conversion, "mips", 1, levels, &levels))
        return TLB_ARGUMENT;
    j->facts.mipLevels = (uint32_t)levels;
    return TLB_OK;
}

/* --- the palette --------------------------------------------------------------------------------------- */

/* How far a sample of the picture is from what a palette can show of it. */
static uint64_t misfit(job *j)
{
    enum { SAMPLE = 4096 };
    size_t count = (size_t)j->facts.width * j->facts.height, step = count / SAMPLE + 1;
    uint64_t sum = 0;
    bool exact;
    for (size_t i = 0; i < count; i += step) {
        const uint8_t *found = j->quantizer.palette[tlb_quantize_color(&j->quantizer, j->pixels[i], &exact)];
        for (int c = 0; c < 3 && j->pixels[i][3]; c++)
            sum += (uint64_t)((found[c] - j->pixels[i][c]) * (found[c] - j->pixels[i][c]));
    }
    return sum;
}

/* What may be taken: not what stands for holes, and what the world's file allows. */
static void use_palette(job *j, const tlb_ppl_color *colors, const tlb_ppl *ppl, bool with_alpha)
{
    bool excluded[TLB_PALETTE_COLORS] = {false};
    for (int i = 0; ppl && i < TLB_PALETTE_COLORS; i++)
        excluded[i] = !(ppl->allowedMatches[i >> 3] >> (i & 7) & 1);
    if (j->facts.attributes & TLB_PBMP_TRANSPARENT)
        excluded[0] = true;
    tlb_quantizer_init(&j->quantizer, colors, excluded, with_alpha);
}

static bool is_translucent(const tlb_ppl_palette *palette)
{
    return palette->type == TLB_PPL_TRANSLUCENT || palette->type == TLB_PPL_ALPHA_QUANT;
}

static bool is_opaque(const tlb_ppl_palette *palette)
{
    return palette->type == TLB_PPL_NO_REMAP || palette->type == TLB_PPL_SHADE_HAZE ||
           palette->type == TLB_PPL_COLOR_QUANT;
}

/* Palettes of negative indices are the engine's own. */
static bool suits(const job *j, const tlb_ppl_palette *palette)
{
    bool translucent = j->facts.attributes & TLB_PBMP_TRANSLUCENT;
    return palette->paletteIndex <= INT32_MAX && (translucent ? is_translucent(palette) : is_opaque(palette));
}

/* Of a world's palettes the one asked for, or the one that shows the picture best. */
static tlb_status choose_of_world(job *j, const palettes *p, const tlb_ppl *ppl)
{
    const tlb_ppl_palette *best = p->index >= 0 ? tlb_ppl_find(ppl, (uint32_t)p->index) : NULL;
    uint64_t least = UINT64_MAX;
    for (uint32_t i = 0; i < ppl->palettes.count && p->index < 0; i++) {
        const tlb_ppl_palette *palette = &ppl->palettes.data[i];
        if (!suits(j, palette))
            continue;
        use_palette(j, (const tlb_ppl_color *)palette->colors.data, ppl, false);
        uint64_t found = misfit(j);
        if (found < least) {
            least = found;
            best = palette;
        }
    }
    if (!best) {
        tlb_report(j->context, TLB_CODE_BAD_OPTION, TLB_NO_OFFSET, NULL,
                   "--palette: the file has no palette of the index asked for, or none for such a picture");
        return TLB_ARGUMENT;
    }
    j->facts.paletteIndex = best->paletteIndex;
    use_palette(j, (const tlb_ppl_color *)best->colors.data, ppl, is_translucent(best));
    return TLB_OK;
}

/* The palette of --palette, or the picture's own. */
static tlb_status choose_palette(job *j, const palettes *p)
{
    const palette_file *file = p->document ? &p->files.data[0] : NULL;
    if (file && file->ppl)
        return choose_of_world(j, p, file->ppl);
    j->facts.paletteIndex = p->index >= 0 ? (uint32_t)p->index : TLB_PBMP_NO_PALETTE;
    j->keeps_indices = !file && j->image->format == TLB_PIXELS_INDEXED;
    if (!file && !j->keeps_indices) {
        tlb_report(j->context, TLB_CODE_BAD_OPTION, TLB_NO_OFFSET, NULL,
                   "the picture has no palette: --palette names the one it is to be drawn with");
        return TLB_ARGUMENT;
    }
    use_palette(j, file ? file->single.colors : j->image->palette, NULL, false);
    return TLB_OK;
}

/* --- pixels -------------------------------------------------------------------------------------------- */

static void quantize_level(job *j, const uint8_t (*pixels)[4], uint32_t width, uint32_t height,
                           uint32_t level, uint8_t *out)
{
    int32_t transparent = j->facts.attributes & TLB_PBMP_TRANSPARENT ? 0 : TLB_NONE;
    size_t stride = j->facts.mipLevels > 1 ? width : (width + 3) & ~(size_t)3;
    for (uint32_t y = 0; y < height; y++) {
        size_t row = (size_t)y * width;
        if (level == 0 && j->keeps_indices)
            memcpy(out + y * stride, j->image->pixels + row, width);
        else {
            uint64_t replaced =
                tlb_quantize_pixels(&j->quantizer, pixels + row, width, transparent, out + y * stride);
            j->replaced += level ? 0 : replaced;
        }
    }
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

static tlb_status make_data(job *j)
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
        quantize_level(j, pixels, width, height, i, out);
        out += (size_t)width * height;
        /* In place from the second on: a pixel is written where those before it were read. */
        tlb_image_halve(pixels, width, height, smaller);
        pixels = (const uint8_t(*)[4])smaller;
        width = width > 1 ? width / 2 : 1;
        height = height > 1 ? height / 2 : 1;
    }
    return TLB_OK;
}

/* --- the file ------------------------------------------------------------------------------------------ */

static tlb_status write_bitmap(job *j, tlb_buffer *out)
{
    enum { CHUNKS = 4, HEADERS = 32 };
    const tlb_pbmp_facts *f = &j->facts;
    tlb_pbmp_chunk chunks[CHUNKS] = {
        {.tag = {"head", CHUNK_TAG}, .head = {CHUNKS - 1, f->width, f->height, f->bitDepth, f->attributes}},
        {.tag = {"data", CHUNK_TAG}, .isOpaque = true, .data = f->data},
        {.tag = {"DETL", CHUNK_TAG}, .mipLevels = (int32_t)f->mipLevels},
        {.tag = {"PiDX", CHUNK_TAG}, .paletteIndex = f->paletteIndex}};
    tlb_pbmp pbmp = {.size = (uint32_t)f->data.size + HEADERS, .chunks = {chunks, CHUNKS}};
    void *root = &pbmp;
    tlb_walk w = tlb_walk_writer(j->context, out);
    pbmp_walk(&w, &root);
    return w.status ? w.status : out->status ? tlb_report_memory(j->context) : TLB_OK;
}

static tlb_status convert(job *j, const palettes *p, tlb_buffer *out)
{
    tlb_status status =
        tlb_image_rgba(j->context, &j->arena, j->image, &j->pixels, &j->facts.width, &j->facts.height);
    j->facts.bitDepth = 8;
    if (!status)
        status = choose_attributes(j);
    if (!status)
        status = choose_mips(j);
    if (!status)
        status = choose_palette(j, p);
    if (!status)
        status = make_data(j);
    if (!status)
        status = write_bitmap(j, out);
    if (!status && j->replaced)
        tlb_report(j->context, TLB_CODE_QUANTIZED, TLB_NO_OFFSET, NULL, "%llu of %llu pixels",
                   (unsigned long long)j->replaced, (unsigned long long)j->facts.width * j->facts.height);
    return status;
}

tlb_status pbmp_receive(const tlb_scene *scene, const tlb_conversion *conversion, tlb_output *output)
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
    job j = {.conversion = conversion, .context = context, .image = &scene->images[0]};
    palettes p;
    tlb_arena_init(&j.arena, &context->account);
    tlb_buffer *out = tlb_output_file(output, tlb_output_name(output));
    tlb_status status = palettes_init(&p, conversion);
    if (!status)
        status = out ? convert(&j, &p, out) : tlb_report_memory(context);
    palettes_free(&p);
    tlb_arena_free(&j.arena);
    return status;
}

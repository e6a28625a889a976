/* PBMP from a picture: quantised to a palette, with a mip chain. */
#include "formats/darkstar/pbmp/pbmp.h"

#include "base/text.h"
#include "writers/palette.h"
#include "formats/darkstar/shared/chunks.h"
#include "image/quantize.h"
#include "scene/build/pictures.h"

/* The bitmap of --like. */
typedef struct pbmp_original {
    tlb_document *document; /* NULL: the option was not given */
    tlb_pbmp_info info;
    bool is_indexed; /* `shown` and `colors` are there */
    tlb_image shown; /* its finest level as it is seen */
    palette_colors colors;
    tlb_bytes riff; /* the palette that it holds and is shown with */
} pbmp_original;

typedef struct pbmp_job {
    const tlb_conversion *conversion;
    const tlb_pbmp_write_options *options;
    tlb_context *context;
    tlb_arena arena;
    palettes palettes;
    const tlb_image *image;
    tlb_alpha_mode mode; /* how it is to be drawn */
    const uint8_t (*pixels)[4];
    pbmp_original original;
    tlb_pbmp_info info;
    tlb_quantizer quantizer;
    bool keeps_indices; /* the picture's palette is the bitmap's */
    bool other_palette; /* the one that the bitmap names is nowhere */
    int32_t hole;       /* the index of what is seen through, TLB_NONE */
} pbmp_job;

/* --- the bitmap to be like ----------------------------------------------------------------------------- */

/* The palette of a Microsoft bitmap is the one that its mark names: its own cannot be kept. */
static tlb_status look_at_bmp(pbmp_job *j, const tlb_bmp *bmp)
{
    pbmp_original *o = &j->original;
    bitmap_look look = {0};
    tlb_bytes file;
    uint32_t index;
    o->info = (tlb_pbmp_info){.mipLevels = 1, .paletteIndex = TLB_PBMP_NO_PALETTE};
    if (bmp->biBitCount != 8 || !tlb_bmp_palette_index(bmp, &index))
        return TLB_OK;
    o->info.paletteIndex = index;
    o->is_indexed = true;
    tlb_status status = tlb_save_memory(o->document, &file);
    if (!status)
        status = tlb_bmp_image(bmp, file, &j->palettes, o->document->name, &look, &j->arena, &o->shown);
    o->colors = look.colors;
    return status;
}

static tlb_status look_at_pbmp(pbmp_job *j, const tlb_pbmp *pbmp)
{
    pbmp_original *o = &j->original;
    bitmap_look look = {0};
    tlb_status status = tlb_pbmp_image(pbmp, &j->palettes, o->document->name, &look, &j->arena, &o->shown);
    if (status)
        return status;
    tlb_pbmp_info_of(pbmp, &o->info);
    o->is_indexed = o->shown.format == TLB_PIXELS_INDEXED;
    o->colors = look.colors;
    for (uint32_t i = 0; i < pbmp->chunks.count && !o->colors.file && !o->colors.is_other; i++)
        if (chunk_is(pbmp->chunks.data[i].tag, "RIFF"))
            o->riff = pbmp->chunks.data[i].data;
    return TLB_OK;
}

/* The document of --like, whose surroundings become assets: its palette is there. Before
 * tlb_ppl_palettes_init. */
static tlb_status open_original(pbmp_job *j)
{
    tlb_status status = tlb_open_option(j->conversion, j->options->like, &j->original.document);
    const tlb_document *document = j->original.document;
    if (status || !document)
        return status;
    if (tlb_document_pbmp(j->original.document) || tlb_document_bmp(j->original.document))
        return tlb_assets_add_beside(j->conversion->assets, document->name);
    return tlb_refuse_option(j->context, "like", "\"%s\" is not a bitmap, but %s", document->name,
                             document->format->info.title);
}

static tlb_status look_at_original(pbmp_job *j)
{
    tlb_document *document = j->original.document;
    if (!document)
        return TLB_OK;
    const tlb_pbmp *pbmp = tlb_document_pbmp(document);
    return pbmp ? look_at_pbmp(j, pbmp) : look_at_bmp(j, tlb_document_bmp(document));
}

/* --- attributes ---------------------------------------------------------------------------------------- */

/* Whether a pixel has less alpha. */
static bool is_below(const pbmp_job *j, uint8_t alpha)
{
    for (size_t i = 0; i < (size_t)j->info.width * j->info.height; i++)
        if (j->pixels[i][3] < alpha)
            return true;
    return false;
}

static bool is_translucent(uint32_t type)
{
    return type == TLB_PPL_TRANSLUCENT || type == TLB_PPL_ALPHA_QUANT;
}

/* Whether the palette of --palette and --palette-index is one with alphas, or has one to choose. */
static bool offers_alpha(const palettes *p)
{
    const tlb_ppl *ppl = p->document ? p->files.data[0].ppl : NULL;
    for (uint32_t i = 0; ppl && i < ppl->palettes.count; i++) {
        const tlb_ppl_palette *palette = &ppl->palettes.data[i];
        if (is_translucent(palette->type) && palette->paletteIndex <= INT32_MAX &&
            (!p->has_index || palette->paletteIndex == p->index))
            return true;
    }
    return false;
}

static void choose_attributes(pbmp_job *j)
{
    enum { HALF = 128, OPAQUE = 255 };
    const tlb_optional_integer *wanted = &j->options->attributes;
    j->info.attributes = TLB_PBMP_OWN_MEMORY; /* as in every file known */
    if (wanted->is_set)
        j->info.attributes |= (uint32_t)wanted->value;
    else if (j->original.document && tlb_document_pbmp(j->original.document))
        j->info.attributes = j->original.info.attributes;
    else if (j->mode == TLB_ALPHA_ADD)
        j->info.attributes |= TLB_PBMP_ADDITIVE;
    else if (j->mode == TLB_ALPHA_BLEND && is_below(j, OPAQUE) && offers_alpha(&j->palettes))
        j->info.attributes |= TLB_PBMP_TRANSLUCENT;
    else if (is_below(j, HALF))
        j->info.attributes |= TLB_PBMP_TRANSPARENT;
}

/* --- mip levels ---------------------------------------------------------------------------------------- */

/* As many levels as the sides can be halved, where they are powers of two. */
static int64_t full_chain(uint32_t width, uint32_t height)
{
    bool powers = (width & (width - 1)) == 0 && (height & (height - 1)) == 0;
    return powers ? pbmp_most_mips(width, height) : 1;
}

/* A full chain stays a full one when the sides change. */
static tlb_status choose_mips(pbmp_job *j)
{
    const tlb_pbmp_info *like = &j->original.info;
    int64_t most = full_chain(j->info.width, j->info.height), levels = most;
    if (j->original.document && like->mipLevels < most &&
        (like->mipLevels == 1 || like->mipLevels < full_chain(like->width, like->height)))
        levels = like->mipLevels;
    tlb_optional_integer wanted = j->options->mips;
    if (!tlb_option_is_within(j->context, "mips", wanted, 1, most))
        return TLB_ARGUMENT;
    j->info.mipLevels = (uint32_t)(wanted.is_set ? wanted.value : levels);
    return TLB_OK;
}

/* --- the palette --------------------------------------------------------------------------------------- */

/* How far a sample of the picture is from what a palette can show of it. */
static uint64_t misfit(pbmp_job *j)
{
    enum { SAMPLE = 4096 };
    size_t count = (size_t)j->info.width * j->info.height, step = count / SAMPLE + 1;
    uint64_t sum = 0;
    bool exact;
    for (size_t i = 0; i < count; i += step) {
        const uint8_t *found = j->quantizer.palette[tlb_quantize_color(&j->quantizer, j->pixels[i], &exact)];
        for (int c = 0; c < 3 && j->pixels[i][3]; c++)
            sum += (uint64_t)((found[c] - j->pixels[i][c]) * (found[c] - j->pixels[i][c]));
    }
    return sum;
}

/* The color of holes is never used. What the world's file does not allow in matches is taken for the very
 * color, as the games' own art does. */
static void use_palette(pbmp_job *j, const palette_colors *colors, bool with_alpha)
{
    bool excluded[TLB_PALETTE_COLORS] = {false}, reserved[TLB_PALETTE_COLORS] = {false};
    for (int i = 0; colors->world && i < TLB_PALETTE_COLORS; i++)
        reserved[i] = !(colors->world->allowedMatches[i >> 3] >> (i & 7) & 1);
    excluded[0] = j->hole == 0;
    tlb_quantizer_init(&j->quantizer, colors->colors, excluded, with_alpha);
    tlb_quantizer_reserve(&j->quantizer, reserved);
}

static bool is_opaque(uint32_t type)
{
    return type == TLB_PPL_NO_REMAP || type == TLB_PPL_SHADE_HAZE || type == TLB_PPL_COLOR_QUANT;
}

/* Palettes of negative indices are the engine's own. */
static bool suits(const pbmp_job *j, const tlb_ppl_palette *palette)
{
    bool translucent = j->info.attributes & TLB_PBMP_TRANSLUCENT;
    return palette->paletteIndex <= INT32_MAX &&
           (translucent ? is_translucent(palette->type) : is_opaque(palette->type));
}

static void report_palette(const pbmp_job *j, const palette_colors *colors)
{
    const char *type = colors->world ? tlb_ppl_type_name(colors->type) : NULL;
    const char *from = colors->file            ? tlb_path_base(colors->file)
                       : j->original.riff.size ? "the bitmap itself"
                                               : "the picture itself";
    tlb_report(j->context, TLB_CODE_PALETTE_CHOSEN, TLB_NO_OFFSET, NULL, "palette %d%s%s%s from %s",
               (int32_t)j->info.paletteIndex, type ? " (" : "", type ? type : "", type ? ")" : "", from);
}

static tlb_status take_palette(pbmp_job *j, const palette_colors *colors, bool with_alpha)
{
    use_palette(j, colors, with_alpha);
    if (!colors->is_other)
        report_palette(j, colors);
    return TLB_OK;
}

static tlb_status refuse_palette(const pbmp_job *j, const char *reason)
{
    return tlb_refuse_option(j->context, "palette", "%s", reason);
}

/* Of a world's palettes the one given, or the one that shows the picture best. */
static tlb_status choose_of_world(pbmp_job *j, const palette_file *file)
{
    const palettes *p = &j->palettes;
    const tlb_ppl_palette *best = p->has_index ? tlb_ppl_find(file->ppl, p->index) : NULL;
    palette_colors colors;
    uint64_t least = UINT64_MAX;
    for (uint32_t i = 0; i < file->ppl->palettes.count && !p->has_index; i++) {
        const tlb_ppl_palette *palette = &file->ppl->palettes.data[i];
        if (!suits(j, palette))
            continue;
        colors = tlb_ppl_palettes_colors_of(p, file, palette);
        use_palette(j, &colors, false);
        uint64_t found = misfit(j);
        if (found < least) {
            least = found;
            best = palette;
        }
    }
    if (!best)
        return refuse_palette(j, "the file has no palette of this index, or none for such a picture");
    colors = tlb_ppl_palettes_colors_of(p, file, best);
    j->info.paletteIndex = best->paletteIndex;
    return take_palette(j, &colors, is_translucent(best->type));
}

/* The palette of --like, of --palette, or the picture's own. */
static tlb_status choose_palette(pbmp_job *j)
{
    const palettes *p = &j->palettes;
    const palette_file *file = p->document ? &p->files.data[0] : NULL;
    const pbmp_original *o = &j->original;
    j->hole = j->info.attributes & TLB_PBMP_TRANSPARENT ? 0 : TLB_NONE;
    j->info.paletteIndex = p->has_index ? p->index : TLB_PBMP_NO_PALETTE;
    if (o->is_indexed) {
        bool translucent = j->info.attributes & TLB_PBMP_TRANSLUCENT;
        if (!p->has_index)
            j->info.paletteIndex = o->info.paletteIndex;
        if (translucent && !o->colors.has_alpha)
            j->hole = 0;
        j->other_palette = o->colors.is_other;
        return take_palette(j, &o->colors, translucent && o->colors.has_alpha);
    }
    if (file && file->ppl)
        return choose_of_world(j, file);
    j->keeps_indices = !file && !o->document && j->image->format == TLB_PIXELS_INDEXED;
    palette_colors own = {.colors = file ? file->single.colors : j->image->palette,
                          .file = file ? tlb_document_name(p->document) : NULL};
    return file || j->keeps_indices ? take_palette(j, &own, false)
           : o->document ? refuse_palette(j, "not given, and that of the bitmap to replace was not found")
                         : refuse_palette(j, "not given, and the picture has none");
}

/* Fills info, quantizer and what follows it from the options, the picture and the original. */
static tlb_status choose(pbmp_job *j)
{
    tlb_status status = look_at_original(j);
    if (status)
        return status;
    choose_attributes(j);
    status = choose_mips(j);
    return status ? status : choose_palette(j);
}

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
    uint32_t width = j->info.width;
    const pbmp_original *o = &j->original;
    bool alike = o->is_indexed && o->shown.width == width && o->shown.height == j->info.height;
    for (uint32_t y = 0; y < j->info.height; y++)
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
    size_t stride = j->info.mipLevels > 1 ? width : (width + 3) & ~(size_t)3;
    if (!level)
        quantize_finest(j, stride, out, t);
    for (uint32_t y = 0; level && y < height; y++)
        tlb_quantize_pixels(&j->quantizer, pixels + (size_t)y * width, width, j->hole, out + y * stride);
}

static size_t data_size(const tlb_pbmp_info *info)
{
    size_t sum = 0, width = info->width, height = info->height;
    if (info->mipLevels == 1)
        return ((width + 3) & ~(size_t)3) * height;
    for (uint32_t i = 0; i < info->mipLevels; i++) {
        sum += width * height;
        width = width > 1 ? width / 2 : 1;
        height = height > 1 ? height / 2 : 1;
    }
    return (sum + 3) & ~(size_t)3;
}

/* What pads rows and chains stays as the original has it. */
static void copy_padding(const pbmp_job *j, uint8_t *out)
{
    const tlb_pbmp_info *was = &j->original.info, *f = &j->info;
    if (was->bitDepth == 8 && was->width == f->width && was->height == f->height &&
        was->mipLevels == f->mipLevels && was->data.size >= f->data.size)
        memcpy(out, was->data.data, f->data.size);
}

static tlb_status make_data(pbmp_job *j, tally *t)
{
    uint32_t width = j->info.width, height = j->info.height;
    j->info.data.size = data_size(&j->info);
    uint8_t *out = tlb_zalloc(&j->arena, j->info.data.size);
    uint8_t(*smaller)[4] = tlb_alloc_array(&j->arena, width, height * sizeof *smaller);
    if (!out || !smaller)
        return tlb_report_memory(j->context, &j->arena);
    j->info.data.data = out;
    copy_padding(j, out);
    const uint8_t(*pixels)[4] = j->pixels;
    for (uint32_t i = 0; i < j->info.mipLevels; i++) {
        quantize_level(j, pixels, width, height, i, out, t);
        out += (size_t)width * height;
        /* In place from the second on: a pixel is written where those before it were read. */
        tlb_image_halve(pixels, width, height, smaller);
        pixels = (const uint8_t(*)[4])smaller;
        width = width > 1 ? width / 2 : 1;
        height = height > 1 ? height / 2 : 1;
    }
    /* What was not touched keeps its smaller levels, too, and what follows them. */
    const tlb_pbmp_info *was = &j->original.info;
    tlb_pbmp_level smallest;
    if (was->data.size && !t->changed && was->mipLevels == j->info.mipLevels &&
        tlb_pbmp_level_at(was, was->mipLevels - 1, &smallest))
        j->info.data = was->data;
    return TLB_OK;
}

/* --- the file ------------------------------------------------------------------------------------------ */

static tlb_status write_bitmap(pbmp_job *j, tlb_buffer *out)
{
    enum { CHUNKS = 4, HEADERS = 32 };
    const uint32_t follow = CHUNKS - 1 + (j->original.riff.size ? 1 : 0);
    const tlb_pbmp_info *f = &j->info;
    tlb_pbmp_chunk chunks[CHUNKS + 1] = {
        {.tag = {"head", CHUNK_TAG}, .head = {follow, f->width, f->height, f->bitDepth, f->attributes}},
        {.tag = {"data", CHUNK_TAG}, .isOpaque = true, .data = f->data},
        {.tag = {"DETL", CHUNK_TAG}, .mipLevels = (int32_t)f->mipLevels},
        {.tag = {"PiDX", CHUNK_TAG}, .paletteIndex = f->paletteIndex},
        {.tag = {"RIFF", CHUNK_TAG}, .isOpaque = true, .data = j->original.riff}};
    tlb_pbmp pbmp = {.size = (uint32_t)f->data.size + HEADERS, .chunks = {chunks, follow + 1}};
    void *root = &pbmp;
    tlb_walk w = tlb_walk_writer(j->context, out);
    tlb_pbmp_walk(&w, &root);
    return tlb_walk_finish(&w) ? w.status : tlb_report_failure(j->context, out->status);
}

/* In colors that are not the bitmap's nothing can be drawn. */
static tlb_status refuse_changes(const pbmp_job *j)
{
    return tlb_refuse_option(j->context, "palette",
                             "not given, and palette %d of the bitmap to replace was not found: changed "
                             "pixels need its colors",
                             (int32_t)j->info.paletteIndex);
}

static tlb_status convert(pbmp_job *j, tlb_buffer *out)
{
    tally t = {0};
    tlb_status status =
        tlb_image_rgba(j->context, &j->arena, j->image, &j->pixels, &j->info.width, &j->info.height);
    j->info.bitDepth = 8;
    if (!status)
        status = choose(j);
    if (!status)
        status = make_data(j, &t);
    if (!status && j->other_palette && t.changed)
        status = refuse_changes(j);
    if (!status)
        status = write_bitmap(j, out);
    if (!status && t.replaced)
        tlb_report(j->context, TLB_CODE_QUANTIZED, TLB_NO_OFFSET, NULL,
                   "%llu of %llu pixels have colors that are not in the palette; the nearest are used",
                   (unsigned long long)t.replaced, (unsigned long long)j->info.width * j->info.height);
    return status;
}

tlb_status tlb_pbmp_from_image(const tlb_image *image, tlb_alpha_mode mode, const tlb_conversion *conversion,
                               tlb_buffer *out)
{
    pbmp_job j = {.conversion = conversion,
                  .options = conversion->to,
                  .context = conversion->context,
                  .image = image,
                  .mode = mode};
    tlb_arena_init(&j.arena, j.context->account);
    tlb_status status = open_original(&j);
    if (!status)
        status = tlb_ppl_palettes_init(&j.palettes, conversion);
    if (!status)
        status = convert(&j, out);
    tlb_document_free(j.original.document);
    if (j.palettes.conversion)
        tlb_ppl_palettes_free(&j.palettes);
    tlb_arena_release(&j.arena);
    return status;
}

tlb_status tlb_pbmp_from_scene(const tlb_scene *scene, const tlb_conversion *conversion, tlb_output *output)
{
    tlb_context *context = conversion->context;
    if (scene->image_count > 1)
        tlb_report(context, TLB_CODE_DROPPED, TLB_NO_OFFSET, NULL,
                   "a bitmap can contain only one picture; the first of %u is written", scene->image_count);
    tlb_buffer *out = tlb_output_file(output, tlb_output_name(output));
    return out ? tlb_pbmp_from_image(&scene->images[0], TLB_ALPHA_OPAQUE, conversion, out)
               : tlb_report_output(context, output, NULL);
}
